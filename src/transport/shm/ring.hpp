// A ring is one sender's own queue in a segment: records follow each other, written by that sender and read by the segment's
// owner.
//
// A record is a word, the header and the payload. The word contains their lengths and is written last; the word behind the
// record has been cleared before, so the reader stops there. Small messages share cache lines, and neither side uses a locked
// instruction. The memory ahead is cleared after a message is out, which also brings the next line to the sender before it is
// needed. The reader publishes `tail` every quarter of the ring, from which the sender knows the free space.
//
// A rank takes one of the owner's rings when it connects; a rank that finds none free always sends through the inbox, so a
// sender's messages keep the order of one queue.
#pragma once

#include <array>
#include <cstring>
#include <optional>

#include "base/copy_small.hpp"
#include "base/status.hpp"
#include "transport/doorbell.hpp"
#include "transport/shm/inbox.hpp"
#include "transport/shm/segment.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

// RingRecord is the encoding and layout of a record; it accesses no memory.
struct RingRecord {
  static constexpr std::uint64_t kGrain = 8;
  static constexpr std::uint64_t kAlignedPayload = 128;  // payloads from here on start a cache line
  static constexpr std::uint16_t kMessage = 1, kSkip = 2;

  std::uint32_t payload = 0;
  std::uint16_t header = 0;
  std::uint16_t mark = 0;

  [[nodiscard]] static constexpr std::uint64_t up(std::uint64_t value, std::uint64_t unit) noexcept {
    return (value + unit - 1) & ~(unit - 1);
  }
  // Returns the payload's offset for a record at `at` in the ring.
  [[nodiscard]] constexpr std::uint64_t payload_at(std::uint64_t at) const noexcept {
    return up(at + kGrain + header, payload >= kAlignedPayload ? kLineBytes : kGrain);
  }
  [[nodiscard]] constexpr std::uint64_t end(std::uint64_t at) const noexcept { return up(payload_at(at) + payload, kGrain); }
  [[nodiscard]] constexpr std::uint64_t word() const noexcept {
    return payload | std::uint64_t{header} << 32 | std::uint64_t{mark} << 48;
  }
  [[nodiscard]] static constexpr RingRecord of(std::uint64_t word) noexcept {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint16_t>(word >> 32), static_cast<std::uint16_t>(word >> 48)};
  }
};

// RingWriter is the sender's end. The segment must outlive it. It is used by one thread at a time.
class RingWriter {
 public:
  RingWriter() noexcept = default;
  // Takes a free ring of the segment for rank `source`. The object is not valid if there is none.
  RingWriter(const Segment& segment, std::uint32_t source) noexcept;
  [[nodiscard]] bool valid() const noexcept { return data_ != nullptr; }

  // Returns false if the ring is full. The caller has checked the lengths against max_message and kMaxHeader.
  bool push(std::span<const std::byte> header, std::span<const std::byte> payload, Publish how) noexcept {
    const RingRecord record{static_cast<std::uint32_t>(payload.size()), static_cast<std::uint16_t>(header.size()),
                            RingRecord::kMessage};
    const std::uint64_t place = head_ & (bytes_ - 1);
    const bool fits = record.end(place) <= bytes_;
    const std::uint64_t at = fits ? place : 0;
    const std::uint64_t skipped = fits ? 0 : bytes_ - place;
    const std::uint64_t next = record.end(at);
    if (!has_room(skipped + next - at)) return false;
    base::copy_small(data_ + at + RingRecord::kGrain, header.data(), header.size());
    base::copy_small(data_ + record.payload_at(at), payload.data(), payload.size());
    const std::uint64_t after = head_ + skipped + next - at;
    if (after + RingRecord::kGrain > cleared_) word_at(next & (bytes_ - 1)).store(0, std::memory_order_relaxed);
    if (!fits) word_at(0).store(record.word(), std::memory_order_relaxed);
    const std::uint64_t told = fits ? record.word() : RingRecord{0, 0, RingRecord::kSkip}.word();
    if (how == Publish::kOrdered) {
      word_at(place).exchange(told, std::memory_order_seq_cst);
    } else {
      word_at(place).store(told, std::memory_order_release);
    }
    head_ = after;
    Doorbell::ring(doorbell_);
    clear_ahead();
    return true;
  }

 private:
  [[nodiscard]] std::atomic<std::uint64_t>& word_at(std::uint64_t at) const noexcept {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(data_ + at);
  }
  // Returns true if there is room for `bytes` and the cleared word behind them.
  bool has_room(std::uint64_t bytes) noexcept {
    if (head_ + bytes + RingRecord::kGrain - tail_ <= bytes_) return true;
    tail_ = control_->tail.load(std::memory_order_acquire);
    return head_ + bytes + RingRecord::kGrain - tail_ <= bytes_;
  }

  // Clears the rest of the line of the next record, and one more line.
  void clear_ahead() noexcept {
    const std::uint64_t end = RingRecord::up(head_ + 1, kLineBytes) + kLineBytes;
    if (end <= cleared_ || end > tail_ + bytes_) return;
    std::uint64_t from = cleared_ > head_ ? cleared_ : head_ + RingRecord::kGrain;
    for (; from % kLineBytes != 0; from += RingRecord::kGrain) word_at(from & (bytes_ - 1)).store(0, std::memory_order_relaxed);
    for (; from < end; from += kLineBytes) std::memset(data_ + (from & (bytes_ - 1)), 0, kLineBytes);
    cleared_ = end;
  }

  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;     // as last read
  std::uint64_t cleared_ = 0;  // words from head_ up to here are zero
  RingControl* control_ = nullptr;
  std::atomic<std::uint32_t>* doorbell_ = nullptr;
};

// RingReader is the owner's end of one ring. The segment must outlive it. It is used by one thread at a time.
class RingReader {
 public:
  RingReader(const Segment& segment, std::uint64_t index, int source) noexcept
      : data_(segment.ring(index)),
        bytes_(segment.geometry().ring_bytes),
        max_message_(max_message(segment.geometry())),
        source_(source),
        control_(&segment.ring_control(index)) {}

  [[nodiscard]] bool empty(std::memory_order order) const noexcept { return broken_ || word_at(place()).load(order) == 0; }

  [[nodiscard]] int source() const noexcept { return source_; }

  // Passes one message to the sink. Returns false if none has arrived. Code::kProtocol: the record is invalid; the ring is read
  // no more, since the place of the next record is unknown.
  bool pop(Sink& sink, Status* why) {
    Front message;
    switch (find(&message)) {
      case Found::kNothing: return false;
      case Found::kNonsense: return refuse(why);
      case Found::kMessage: break;
    }
    sink.deliver(source_, message.header, message.payload);
    pop_front();
    return true;
  }

  // Returns the next message without taking it. Returns false if none has arrived or pop() would refuse it.
  bool front(Front* out) noexcept { return !broken_ && find(out) == Found::kMessage; }
  // Takes the message that front() has just shown.
  void pop_front() noexcept {
    next_ = end_;
    if (next_ - published_ >= bytes_ / 4) publish();
  }

 private:
  [[nodiscard]] std::uint64_t place() const noexcept { return next_ & (bytes_ - 1); }
  [[nodiscard]] std::atomic<std::uint64_t>& word_at(std::uint64_t at) const noexcept {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(data_ + at);
  }
  void publish() noexcept {
    published_ = next_;
    control_->tail.store(next_, std::memory_order_release);
  }

  enum class Found : std::uint8_t { kNothing, kMessage, kNonsense };
  // Each word is read once, because the sender can still write here.
  [[gnu::always_inline]] Found find(Front* out) noexcept {
    std::uint64_t at = place();
    const std::uint64_t word = word_at(at).load(std::memory_order_acquire);
    if (word == 0) return Found::kNothing;
    RingRecord record = RingRecord::of(word);
    std::uint64_t skipped = 0;
    if (record.mark == RingRecord::kSkip) [[unlikely]] {
      skipped = bytes_ - at;
      at = 0;
      record = RingRecord::of(word_at(0).load(std::memory_order_acquire));
    }
    if (record.mark != RingRecord::kMessage || record.header > kMaxHeader ||
        std::size_t{record.header} + record.payload > max_message_ || record.end(at) > bytes_) [[unlikely]] {
      return Found::kNonsense;
    }
    *out = {{data_ + at + RingRecord::kGrain, record.header}, {data_ + record.payload_at(at), record.payload}};
    end_ = next_ + skipped + record.end(at) - at;
    return Found::kMessage;
  }
  bool refuse(Status* why);

  std::byte* data_;
  std::uint64_t bytes_;
  std::size_t max_message_;
  int source_;
  bool broken_ = false;
  RingControl* control_;
  std::uint64_t next_ = 0;
  std::uint64_t end_ = 0;  // end of the latest message found
  std::uint64_t published_ = 0;
};

// Rings has the owner's rings that senders have taken.
class Rings {
 public:
  Rings() = default;
  Rings(const Segment& segment, std::uint32_t peers) : segment_(&segment), peers_(peers) {}

  // Receives at most `most` messages, from all rings in turn, and returns their number.
  int pop(Sink& sink, int most, Status* why);
  // Shows the next message of a sender, as Transport::front() does; returns false if the sender has no ring here.
  bool front(int source, Front* out) noexcept {
    RingReader* const reader = reader_of(source);
    return reader != nullptr && reader->front(out);
  }
  void pop_front(int source) noexcept {
    if (RingReader* const reader = reader_of(source); reader != nullptr) reader->pop_front();
  }
  // Calls visit(rank) for each sender that has a ring here.
  template <typename Visit>
  void for_each_source(const Visit& visit) const {
    for (const RingReader& reader : readers_) visit(reader.source());
  }
  // Returns true if no message has arrived; the caller has armed the doorbell before.
  [[nodiscard]] bool quiet();

 private:
  // Senders whose places collide are found unless a later one has replaced them.
  static constexpr std::size_t kPlaces = 64;
  [[nodiscard]] RingReader* reader_of(int source) noexcept {
    const std::size_t at = by_source_[static_cast<unsigned>(source) % kPlaces];
    return at < readers_.size() && readers_[at].source() == source ? &readers_[at] : nullptr;
  }
  void look_for_new();
  [[nodiscard]] bool some_new(std::memory_order order) const noexcept {
    return segment_->header().rings_taken.load(order) != known_;
  }

  const Segment* segment_ = nullptr;
  std::uint32_t peers_ = 0;
  std::uint32_t known_ = 0;
  std::vector<bool> seen_;
  std::vector<RingReader> readers_;
  std::array<std::uint16_t, kPlaces> by_source_{};  // index in readers_
  std::size_t first_ = 0;                           // the ring that is next
};

}  // namespace penstock::transport::shm
