// The only parameter of the kernel that keeps a GPU busy.
#pragma once

#include <cstdint>

namespace bench::busy {

struct BusyArguments {
  std::uint64_t sink = 0;    // 0: no store, which the compiler does not know
  std::uint64_t rounds = 0;  // rounds of each thread
};

}  // namespace bench::busy
