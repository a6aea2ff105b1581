// Blocking messages between two processes that are making a communicator, separate from all other traffic.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.hpp"
#include "core/comm/group.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// Carries the messages of one call among all its participants; another call uses another context or tag.
class Line {
 public:
  // The engine outlives the line.
  Line(proto::Engine& engine, proto::Context context, int tag) noexcept : engine_(engine), context_(context), tag_(tag) {}

  // `peer` is the job's rank of another process. Both sides pass the same length.
  [[nodiscard]] Status send(int peer, std::span<const std::byte> data);
  [[nodiscard]] Status recv(int peer, std::span<std::byte> data);
  // Sends and receives at the same time, with a peer that does the same.
  [[nodiscard]] Status swap(int peer, std::span<const std::byte> out, std::span<std::byte> in);
  // Sends the data of member `root` to all members of the group, to which this process belongs.
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
