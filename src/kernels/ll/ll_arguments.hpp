// These are the arguments of a launch of an exchanging kernel.
#pragma once

#include <cstdint>

#include "accel/queue/flag.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::uint32_t kMostExchanging = 16;  // members of a team

// LlJob has the numbers of the kernels in the resident kernel.
enum class LlJob : std::uint32_t {
  kNone,
#define PENSTOCK_LL(kind, ...) of_##kind,
#include "kernels/ll/ll_jobs.inc"
#undef PENSTOCK_LL
};

// LlPart has bytes to be moved; for packets, which take twice the memory, it counts the data.
struct LlPart {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bytes = 0;
};

// This is the parameter block of the "penstock_ll_" kernels, in their order of work.
struct LlArguments {
  accel::Finish finish;
  std::uint64_t abort = 0;    // word of this device; if not 0 the kernel stops waiting
  std::uint64_t counter = 0;  // not 0: word of this device with the number of the previous call, for a one-block kernel
  std::uint64_t odd = 0;      // with a counter: offset of all packets of an odd number
  std::uint32_t number = 0;   // number of this call's packets; unused with a counter
  std::uint32_t operation = 0;
  std::uint32_t pushes = 0;
  std::uint32_t sources = 0;
  std::uint32_t own = 0;  // the source that is plain memory, not packets; kMostExchanging: none
  std::uint32_t results = 0;
  std::uint32_t pulls = 0;
  FoldKind kind = FoldKind::kNone;             // for "penstock_ll_any"
  LlPart push[kMostExchanging] = {};           // from memory to packets
  std::uint64_t bytes = 0;                     // bytes of each source
  std::uint64_t source[kMostExchanging] = {};  // are folded from left to right
  std::uint64_t target = 0;                    // result in memory
  std::uint64_t result[kMostExchanging] = {};  // result in packets
  LlPart copy = {};                            // from memory to memory
  LlPart pull[kMostExchanging] = {};           // from packets to memory
};
static_assert(sizeof(LlArguments) <= accel::kResidentJobBytes, "what the resident kernel takes");

}  // namespace penstock::kernels
