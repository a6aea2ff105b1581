// Whether and how a get or put can be one GPU operation: a function of the two sides, apart from doing it.
#pragma once

#include <cstdint>
#include <string_view>

#include "transport/shape.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

struct Plan {
  std::string_view refusal;           // empty: it can be done
  int device = -1;                    // whose queue does it
  bool mapped = false;                // the remote side is another process's allocation, to be imported
  std::uint64_t mapping_gap = 0;      // remote_shape.base - the allocation's base
  accel::By by = accel::By::kEngine;  // who may move contiguous bytes
  Cost cost;
};

// `self`: this process; `peer`: the process of the rank that sent the address. Nothing of the remote side is trusted: it lies
// within its allocation, and the allocation is the peer's. Of the configuration the costs and PENSTOCK_KERNEL_COPY_LIMIT count.
enum class Verb : std::uint8_t { kGet, kPut };
Plan plan(accel::Accel& accel, const Config& config, const accel::ProcessId& self, const accel::ProcessId& peer, Verb verb,
          const Bulk& bulk);

// As Transport::peer_can_put: between two GPUs a copy engine writes to its peer faster than it reads.
bool peer_can_put(accel::Accel& accel, const Config& config, const Bulk& bulk, Cost* cost);

}  // namespace penstock::transport::ipc
