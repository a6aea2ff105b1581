// Inherited has the objects that our launcher makes before it starts the ranks. Ranks inherit them, so they work across
// namespaces.
#pragma once

#include <cstdint>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::boot {

// Boot keeps the descriptors; -1 means that there is none.
struct Inherited {
  int segments = -1;    // a sealed memfd with kSegmentRoom bytes of shared memory per rank
  int fd_channel = -1;  // this rank's socket of make_fd_channel(), in the launcher's network namespace
};

// Each rank has this room in the file, in the order of ranks. Only pages in use take memory.
inline constexpr std::uint64_t kSegmentRoom = std::uint64_t{1} << 40;

// Makes the memfd for `ranks` ranks. If files of that size are not allowed (ulimit -f) it makes none and returns no error: each
// rank then makes a file of its own, which ranks in other PID namespaces cannot open.
Status make_segments(int ranks, base::Fd* out);
// Makes a datagram socket without a name. Its user binds it to a name in the network namespace in which it was made. Both
// descriptors are close-on-exec.
Status make_fd_channel(base::Fd* out);

}  // namespace penstock::boot
