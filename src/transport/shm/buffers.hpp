// SegmentBuffers has the shared buffers of a rank's segment, and access to those of its peers.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "base/intrusive_list.hpp"
#include "transport/shm/peer.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

class SegmentBuffers final : public ShmBuffers {
 public:
  // One function finds a peer; the other also maps its segment.
  using Find = std::function<Status(int peer, Peer** out)>;

  // The segment must outlive this object.
  SegmentBuffers(const Segment& segment, Find known, Find connected)
      : segment_(segment), known_(std::move(known)), connected_(std::move(connected)) {
    for (std::uint64_t buffer = segment.geometry().buffers; buffer-- > 0;) free_.push_back(static_cast<int>(buffer));
  }

  [[nodiscard]] std::size_t buffer_bytes() const override { return segment_.geometry().buffer_bytes; }
  int acquire() override {
    if (free_.empty()) return -1;
    const int buffer = free_.back();
    free_.pop_back();
    return buffer;
  }
  void release(int buffer) override { free_.push_back(buffer); }
  [[nodiscard]] std::byte* local(int buffer) override { return segment_.buffer(static_cast<std::uint64_t>(buffer)); }
  Status reaches(int peer, bool* out) override {
    Peer* found = nullptr;
    PENSTOCK_TRY(known_(peer, &found));
    *out = found->near;
    return Status::ok();
  }
  Status remote(int peer, int buffer, std::byte** out) override {
    Peer* found = nullptr;
    PENSTOCK_TRY(connected_(peer, &found));
    const Geometry& theirs = found->segment.geometry();
    if (buffer < 0 || static_cast<std::uint64_t>(buffer) >= theirs.buffers || theirs.buffer_bytes != buffer_bytes()) {
      return Status::error(Code::kProtocol, "rank {} named its shared buffer {} of {}", peer, buffer, theirs.buffers);
    }
    orders_ = orders_ || found->how == Publish::kOrdered;
    *out = found->segment.buffer(static_cast<std::uint64_t>(buffer));
    return Status::ok();
  }
  [[nodiscard]] std::atomic<std::uint32_t>* doorbell(int peer) override {
    Peer* found = nullptr;
    return connected_(peer, &found).is_ok() ? &found->segment.header().doorbell : nullptr;
  }
  [[nodiscard]] bool must_order() const noexcept override { return orders_; }
  void watch(Watch* watch) noexcept override { watched_.push_back(*watch); }
  void unwatch(Watch* watch) noexcept override { base::IntrusiveList<Watch, &Watch::node>::erase(*watch); }

  // Makes this rank order all of its published data.
  void order() noexcept { orders_ = true; }
  // Returns true if no watched word has its value yet.
  [[nodiscard]] bool quiet() const noexcept {
    for (const Watch& watch : watched_) {
      if (watch.word->load(std::memory_order_acquire) >= watch.value) return false;
    }
    return true;
  }

 private:
  const Segment& segment_;
  Find known_;
  Find connected_;
  std::vector<int> free_;
  bool orders_ = false;
  mutable base::IntrusiveList<Watch, &Watch::node> watched_;
};

}  // namespace penstock::transport::shm
