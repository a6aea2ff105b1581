// A plan says if and how a get or put can be one GPU operation. It is a function of the two sides, separate from the execution.
#pragma once

#include <cstdint>
#include <string_view>

#include "transport/shape.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

struct Plan {
  std::string_view refusal;           // empty: it is possible
  int device = -1;                    // the queue's device
  bool mapped = false;                // the remote side is another process's allocation, to be imported
  std::uint64_t mapping_gap = 0;      // remote_shape.base - the allocation's base
  accel::By by = accel::By::kEngine;  // engine that may move contiguous bytes
  Cost cost;
};

// `self` is this process, `peer` the process of the rank that sent the address. The remote side is checked: it lies within its
// allocation, and the allocation is the peer's. Of `config`, the costs and PENSTOCK_KERNEL_COPY_LIMIT are used.
enum class Verb : std::uint8_t { kGet, kPut };
Plan plan(accel::Accel& accel, const Config& config, const accel::ProcessId& self, const accel::ProcessId& peer, Verb verb,
          const Bulk& bulk);

// Implements Transport::peer_can_put: between two GPUs a copy engine writes to its peer faster than it reads.
bool peer_can_put(accel::Accel& accel, const Config& config, const Bulk& bulk, Cost* cost);

}  // namespace penstock::transport::ipc
