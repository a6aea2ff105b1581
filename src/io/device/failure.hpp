// An error number of a call on a file, as a failure with a class of MPI's for files.
#pragma once

#include <string_view>

#include "base/status.hpp"

namespace penstock::io {

// Returns the code that stands for an errno; Code::kIo for one that has no row.
[[nodiscard]] Code code_of_errno(int error) noexcept;

// Returns a success for 0. "cannot <doing> <name>: <text of the errno>; <remedy, where there is one>".
[[nodiscard]] Status failure(int error, std::string_view doing, std::string_view name);

}  // namespace penstock::io
