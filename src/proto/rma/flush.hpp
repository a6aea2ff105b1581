// Flushes: all earlier operations on memory of a peer become visible there.
#pragma once

#include <unordered_map>
#include <vector>

#include "proto/rma/core.hpp"

namespace penstock::proto::rma {

struct FlushWork final : Work {
  Tickets tickets;
};

class Flushes final : public Carrier {
 public:
  explicit Flushes(Core& core) noexcept : core_(core) {}

  void flush(int peer, Call* call);
  // Records that the transport has done an operation that only its flush makes visible at the peer.
  void mark(int peer, transport::OneSided* way);
  void lost(int peer) { unflushed_.erase(peer); }

  bool step(Work* work) override;

 private:
  [[nodiscard]] bool waits_for_earlier(const Work& flush) noexcept;
  void begin(FlushWork* flush);

  Core& core_;
  std::unordered_map<int, std::vector<transport::OneSided*>> unflushed_;  // transports to be flushed, by peer
};

}  // namespace penstock::proto::rma
