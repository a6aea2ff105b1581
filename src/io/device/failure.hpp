// Translates the errno of a call on a file to a status with one of MPI's error classes for files.
#pragma once

#include <string_view>

#include "base/status.hpp"

namespace penstock::io {

// Returns the code of an errno, or Code::kIo if the table has no row for it.
[[nodiscard]] Code code_of_errno(int error) noexcept;

// Returns success if `error` is 0. Otherwise the message is "cannot <doing> <name>: <text of the errno>; <remedy, if the table
// has one>".
[[nodiscard]] Status failure(int error, std::string_view doing, std::string_view name);

}  // namespace penstock::io
