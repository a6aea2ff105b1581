// Operations of windows in the words of the one-sided engine.
#pragma once

#include <cstdint>

#include "core/op.hpp"
#include "core/window_peer.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// One side of an operation: elements of a layout in the target's region, `offset` bytes from its base to the buffer's address.
struct RemoteBuffer {
  std::int64_t offset = 0;
  std::uint64_t count = 0;
  const proto::Layout* layout = nullptr;
};

void put(Process& process, rma::Target& target, const proto::Buffer& origin, const RemoteBuffer& remote, rma::Call* call,
         Status* refused);
void get(Process& process, rma::Target& target, const proto::Buffer& origin, const RemoteBuffer& remote, rma::Call* call,
         Status* refused);

// Elements of `element`'s kind. `result` may be null.
void accumulate(Process& process, rma::Target& target, const Op& op, const Datatype& element, const proto::Buffer& origin,
                const proto::Buffer* result, const RemoteBuffer& remote, rma::Call* call, Status* refused);
void compare_and_swap(Process& process, rma::Target& target, std::uint64_t offset, const Datatype& element, const void* origin,
                      const void* compare, void* result, rma::Call* call, Status* refused);

}  // namespace penstock::core
