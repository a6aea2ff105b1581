// What a launch of an exchanging kernel is told.
#pragma once

#include <cstdint>

#include "accel/flag.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

inline constexpr std::uint32_t kMostExchanging = 16;  // members of a team

// The kernels, as the resident one calls them.
enum class LlJob : std::uint32_t {
  kNone,
#define PENSTOCK_LL(kind, ...) of_##kind,
#include "kernels/ll/ll_jobs.inc"
#undef PENSTOCK_LL
};

// Bytes on their way; of packets, which take twice the memory, the data.
struct LlPart {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bytes = 0;
};

// Parameter block of the "penstock_ll_" kernels, in the order in which they go about it.
struct LlArguments {
  accel::Finish finish;
  std::uint64_t abort = 0;    // word of this device: not 0 once packets are waited for no more
  std::uint64_t counter = 0;  // not 0: a word of this device that has the number of the call before, for a kernel of one block
  std::uint64_t odd = 0;      // with a counter: so many bytes further on all packets of an odd number are
  std::uint32_t number = 0;   // of this call's packets; with a counter, none
  std::uint32_t operation = 0;
  std::uint32_t pushes = 0;
  std::uint32_t sources = 0;
  std::uint32_t own = 0;  // the one of the sources that is no packets but plain memory; kMostExchanging: none
  std::uint32_t results = 0;
  std::uint32_t pulls = 0;
  FoldKind kind = FoldKind::kNone;             // for "penstock_ll_any"
  LlPart push[kMostExchanging] = {};           // from memory to packets
  std::uint64_t bytes = 0;                     // of each source
  std::uint64_t source[kMostExchanging] = {};  // are folded from left to right
  std::uint64_t target = 0;                    // into memory
  std::uint64_t result[kMostExchanging] = {};  // and into packets
  LlPart copy = {};                            // from memory to memory
  LlPart pull[kMostExchanging] = {};           // from packets to memory
};
static_assert(sizeof(LlArguments) <= accel::kResidentJobBytes, "what the resident kernel takes");

}  // namespace penstock::kernels
