// The access mode of a file, which MPI_File_open is given.
#pragma once

#include "base/status.hpp"

namespace penstock::core {

// Code::kAmode where the standard forbids the combination (MPI-5.0, section 14.2.1).
[[nodiscard]] Status check_amode(int amode);

[[nodiscard]] bool may_read(int amode) noexcept;
[[nodiscard]] bool may_write(int amode) noexcept;
[[nodiscard]] bool is_sequential(int amode) noexcept;

// Each fails where the mode forbids the use: Code::kAccess, Code::kReadOnly, and Code::kUnsupported where the file is open with
// MPI_MODE_SEQUENTIAL.
[[nodiscard]] Status check_may_read(int amode);
[[nodiscard]] Status check_may_write(int amode);
[[nodiscard]] Status check_not_sequential(int amode);

}  // namespace penstock::core
