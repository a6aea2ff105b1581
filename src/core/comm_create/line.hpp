// Messages between single processes while they make a communicator: blocking, and apart from all other traffic.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.hpp"
#include "core/comm/group.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// Messages of one call of all its participants; another call has another context or tag.
class Line {
 public:
  // The engine outlives it.
  Line(proto::Engine& engine, proto::Context context, int tag) noexcept : engine_(engine), context_(context), tag_(tag) {}

  // `peer` is a rank of the job, another than this one. Lengths agree.
  [[nodiscard]] Status send(int peer, std::span<const std::byte> data);
  [[nodiscard]] Status recv(int peer, std::span<std::byte> data);
  // Both at once, with a peer that does the same.
  [[nodiscard]] Status swap(int peer, std::span<const std::byte> out, std::span<std::byte> in);
  // What member `root` has, to all of the group, this process among them.
  [[nodiscard]] Status broadcast(const Group& group, int root, std::span<std::byte> data);

 private:
  [[nodiscard]] Status start_recv(int peer, std::span<std::byte> data, proto::Operation** operation);
  [[nodiscard]] Status end(proto::Operation* operation, std::size_t bytes);

  proto::Engine& engine_;
  proto::Layout byte_ = proto::Layout::bytes(1);
  proto::Context context_;
  int tag_;
};

}  // namespace penstock::core
