// What our launcher makes before it starts the ranks. They inherit it, so it serves whatever namespaces they are in.
#pragma once

#include <cstdint>

#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::boot {

// The descriptors stay Boot's; -1: none.
struct Inherited {
  int segments = -1;    // a sealed memfd with kSegmentRoom bytes for the shared memory of each rank
  int fd_channel = -1;  // a socket of make_fd_channel(), this rank's own, of the launcher's network namespace
};

// Of each rank, in the order of ranks. Only what is used is memory.
inline constexpr std::uint64_t kSegmentRoom = std::uint64_t{1} << 40;

// The memfd for so many ranks. None, without an error, where files of that size are not allowed (ulimit -f): each rank makes a
// file of its own then, which ranks in other PID namespaces do not find.
Status make_segments(int ranks, base::Fd* out);
// A datagram socket without a name: whoever uses it binds it, to a name of the namespace that it was made in. Both are
// close-on-exec.
Status make_fd_channel(base::Fd* out);

}  // namespace penstock::boot
