// Single copy between processes of a host uses process_vm_readv and process_vm_writev over strided shapes.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <cstdint>
#include <span>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport::shm {

// VmCalls has the two system calls, so that a test can replace them by calls that fail.
struct VmCalls {
  using Call = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);
  Call read = process_vm_readv;
  Call write = process_vm_writev;
};

enum class Direction : std::uint8_t { kRead, kWrite };

// VmResult is the result of a copy. `error` is 0 or the errno of the call that failed; a copy that was not permitted moved
// nothing.
struct VmResult {
  int error = 0;
  std::uint64_t moved = 0;
};

// Moves packed bytes [first, first + bytes) between `remote` of process `pid` and `local`. Both shapes have been measured.
// Short transfers are continued.
VmResult vm_copy(const VmCalls& calls, Direction direction, pid_t pid, const kernels::Strided& remote,
                 const kernels::Strided& local, std::uint64_t first, std::uint64_t bytes);

// Moves lists of pieces, with at most IOV_MAX pieces per side and equally many bytes on both, in one call unless the system
// stops before the end. The call may change both lists.
VmResult vm_copy(const VmCalls& calls, Direction direction, pid_t pid, std::span<iovec> remote, std::span<iovec> local);

// Returns true if the system does not permit copies from the process at all (as opposed to one address).
[[nodiscard]] bool is_refusal(int error) noexcept;

}  // namespace penstock::transport::shm
