// Slots has the staging slots of a rank's segment, and access to those of its peers.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "transport/shm/segment.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

class Slots final : public Staging {
 public:
  // Maps a peer's segment if it is not mapped yet.
  using Connect = std::function<Status(int peer, const Segment** out)>;

  // The segment must outlive this object.
  Slots(const Segment& segment, Connect connect) : segment_(segment), connect_(std::move(connect)) {
    for (std::uint64_t slot = segment.geometry().slots; slot-- > 0;) free_.push_back(static_cast<int>(slot));
  }

  [[nodiscard]] std::size_t slot_bytes() const override { return segment_.geometry().slot_bytes; }
  // The slot released last is used first: its pages exist and may be in the cache.
  int acquire(int /*device*/) override {
    if (free_.empty()) return -1;
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void release(int slot) override { free_.push_back(slot); }
  [[nodiscard]] std::byte* local(int slot) override { return segment_.slot(static_cast<std::uint64_t>(slot)); }
  Status remote(int peer, int slot, std::uint64_t bytes, int /*device*/, std::byte** out) override {
    const Segment* theirs = nullptr;
    PENSTOCK_TRY(connect_(peer, &theirs));
    if (slot < 0 || static_cast<std::uint64_t>(slot) >= theirs->geometry().slots) {
      return Status::error(Code::kProtocol, "rank {} named its staging slot {} of {}", peer, slot, theirs->geometry().slots);
    }
    if (bytes > theirs->geometry().slot_bytes) {
      return Status::error(Code::kProtocol, "rank {} sent a piece larger than a staging slot", peer);
    }
    *out = theirs->slot(static_cast<std::uint64_t>(slot));
    return Status::ok();
  }
  [[nodiscard]] std::span<std::byte> local_area() override { return segment_.staging(); }

 private:
  const Segment& segment_;
  Connect connect_;
  std::vector<int> free_;
};

}  // namespace penstock::transport::shm
