// The access mode (amode) that the application passes to MPI_File_open.
#pragma once

#include "base/status.hpp"

namespace penstock::core {

// Returns Code::kAmode if the standard forbids the combination of flags (MPI-5.0, section 14.2.1).
[[nodiscard]] Status check_amode(int amode);

[[nodiscard]] bool may_read(int amode) noexcept;
[[nodiscard]] bool may_write(int amode) noexcept;
[[nodiscard]] bool is_sequential(int amode) noexcept;

// Each check fails if the mode forbids the operation: check_may_read() with Code::kAccess, check_may_write() with
// Code::kReadOnly, and check_not_sequential() with Code::kUnsupported if the file was opened with MPI_MODE_SEQUENTIAL.
[[nodiscard]] Status check_may_read(int amode);
[[nodiscard]] Status check_may_write(int amode);
[[nodiscard]] Status check_not_sequential(int amode);

}  // namespace penstock::core
