#include "transport/shm/ring.hpp"

#include <algorithm>

namespace penstock::transport::shm {
namespace {

constexpr int kTurn = 16;  // messages of one ring before the next has its turn

}  // namespace

RingWriter::RingWriter(const Segment& segment, std::uint32_t source) noexcept {
  const std::uint64_t rings = segment.geometry().rings;
  for (std::uint64_t i = 0; i < rings; ++i) {
    const std::uint64_t index = (source + i) % rings;
    RingControl& control = segment.ring_control(index);
    std::uint32_t owner = 0;
    if (!control.owner.compare_exchange_strong(owner, source + 1, std::memory_order_acq_rel)) continue;
    data_ = segment.ring(index);
    bytes_ = segment.geometry().ring_bytes;
    cleared_ = bytes_;  // fresh memory
    control_ = &control;
    doorbell_ = &segment.header().doorbell;
    // This precedes the first message, so that an owner that has armed the bell finds the ring when it looks.
    segment.header().rings_taken.fetch_add(1, std::memory_order_seq_cst);
    return;
  }
}

bool RingReader::refuse(Status* why) {
  broken_ = true;
  RingRecord record = RingRecord::of(word_at(place()).load(std::memory_order_relaxed));
  if (record.mark == RingRecord::kSkip) record = RingRecord::of(word_at(0).load(std::memory_order_relaxed));
  *why = Status::error(Code::kProtocol, "shared memory: a message of {} + {} bytes from rank {} is malformed", record.header,
                       record.payload, source_);
  return false;
}

// A sender that was counted has written its rank before; a sender whose count is seen early is found at the next check.
void Rings::look_for_new() {
  known_ = segment_->header().rings_taken.load(std::memory_order_acquire);
  seen_.resize(segment_->geometry().rings);
  for (std::uint64_t i = 0; i < seen_.size(); ++i) {
    if (seen_[i]) continue;
    const std::uint32_t owner = segment_->ring_control(i).owner.load(std::memory_order_acquire);
    if (owner == 0 || owner > peers_) continue;
    seen_[i] = true;
    by_source_[(owner - 1) % kPlaces] = static_cast<std::uint16_t>(readers_.size());
    readers_.emplace_back(*segment_, i, static_cast<int>(owner) - 1);
  }
}

int Rings::pop(Sink& sink, int most, Status* why) {
  if (some_new(std::memory_order_acquire)) [[unlikely]] {
    look_for_new();
  }
  int taken = 0;
  const std::size_t count = readers_.size();
  for (std::size_t turn = 0; turn < count && taken < most && why->is_ok(); ++turn) {
    RingReader& reader = readers_[first_ + turn < count ? first_ + turn : first_ + turn - count];
    if (reader.empty(std::memory_order_relaxed)) continue;
    for (int i = 0; i < kTurn && why->is_ok() && reader.pop(sink, why); ++i) ++taken;
  }
  if (taken != 0 && ++first_ >= count) first_ = 0;
  return taken;
}

bool Rings::quiet() {
  if (some_new(std::memory_order_seq_cst)) look_for_new();
  return std::all_of(readers_.begin(), readers_.end(),
                     [](const RingReader& reader) { return reader.empty(std::memory_order_seq_cst); });
}

}  // namespace penstock::transport::shm
