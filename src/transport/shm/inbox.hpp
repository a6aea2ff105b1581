// The inbox is the receive queue of a segment: it has any number of senders and one receiver, no locks, and bounded memory.
//
// A sender claims the next message number by moving `head`, fills the line of that number (and its block, where the message
// does not fit in the line), and publishes by writing the line's sequence. The receiver reads lines in order and never
// writes one: it publishes `tail` every quarter of the ring, which is all that senders need to know what is free. So a small
// message costs one cache line from one core to the other.
//
// A sender that is preempted between claim and publish delays the senders after it, until the scheduler resumes it.
#pragma once

#include <cstring>

#include "base/status.hpp"
#include "transport/doorbell.hpp"
#include "transport/shm/segment.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::shm {

inline constexpr std::size_t kMaxHeader = 512;
inline constexpr std::size_t kBlockAlign = 16;

constexpr std::size_t block_aligned(std::size_t bytes) noexcept {
  return (bytes + kBlockAlign - 1) / kBlockAlign * kBlockAlign;
}

// Placement says where header and payload lie: both in the line if they fit, else the payload in the block, else both.
struct Placement {
  std::byte* header;
  std::byte* payload;
};
inline Placement place(Line& line, std::byte* block, std::size_t header, std::size_t payload) noexcept {
  if (header + payload <= kInlineBytes) return {line.data, line.data + header};
  if (header <= kInlineBytes) return {line.data, block};
  return {block, block + block_aligned(header)};
}

// Returns the most bytes of header and payload together, however they are divided.
[[nodiscard]] inline std::size_t max_message(const Geometry& g) noexcept {
  return g.block_bytes - kBlockAlign;
}

// InboxWriter is a sender's end. The segment must outlive it. It is used by one thread at a time.
class InboxWriter {
 public:
  InboxWriter() noexcept = default;
  InboxWriter(const Segment& segment, std::uint32_t source) noexcept
      : header_(&segment.header()),
        lines_(segment.lines()),
        blocks_(segment.blocks()),
        stride_(segment.geometry().block_stride),
        cells_(segment.geometry().cells),
        source_(source) {}

  // Returns false if the inbox is full. The caller has checked the lengths against max_message and kMaxHeader.
  bool push(std::span<const std::byte> header, std::span<const std::byte> payload, Publish how) noexcept {
    std::uint64_t number = 0;
    if (!claim(&number)) return false;
    const std::uint64_t index = number & (cells_ - 1);
    Line& line = lines_[index];
    const Placement at = place(line, blocks_ + index * stride_, header.size(), payload.size());
    line.source = source_;
    line.payload_bytes = static_cast<std::uint32_t>(payload.size());
    line.header_bytes = static_cast<std::uint16_t>(header.size());
    if (!header.empty()) std::memcpy(at.header, header.data(), header.size());
    if (!payload.empty()) std::memcpy(at.payload, payload.data(), payload.size());
    if (how == Publish::kOrdered) {
      line.sequence.exchange(static_cast<std::uint32_t>(number + 1), std::memory_order_seq_cst);
    } else {
      line.sequence.store(static_cast<std::uint32_t>(number + 1), std::memory_order_release);
    }
    Doorbell::ring(&header_->doorbell);
    return true;
  }

 private:
  bool claim(std::uint64_t* number) noexcept {
    std::uint64_t head = header_->head.load(std::memory_order_relaxed);
    do {
      if (head - tail_ >= cells_) {
        tail_ = header_->tail.load(std::memory_order_acquire);
        if (head - tail_ >= cells_) return false;
      }
    } while (!header_->head.compare_exchange_weak(head, head + 1, std::memory_order_relaxed));
    *number = head;
    return true;
  }

  SegmentHeader* header_ = nullptr;
  Line* lines_ = nullptr;
  std::byte* blocks_ = nullptr;
  std::uint64_t stride_ = 0;
  std::uint64_t cells_ = 0;
  std::uint64_t tail_ = 0;  // last value read
  std::uint32_t source_ = 0;
};

// InboxReader is the owner's end. The segment must outlive it. It is used by one thread at a time.
class InboxReader {
 public:
  InboxReader() noexcept = default;
  InboxReader(const Segment& segment, std::uint32_t peers) noexcept
      : header_(&segment.header()),
        lines_(segment.lines()),
        blocks_(segment.blocks()),
        stride_(segment.geometry().block_stride),
        cells_(segment.geometry().cells),
        max_message_(max_message(segment.geometry())),
        peers_(peers) {}

  // Passes one message to the sink. Returns false if none has arrived. Code::kProtocol (and the message is dropped): its
  // lengths or its sender are impossible.
  bool pop(Sink& sink, Status* why) {
    Line& line = lines_[next_ & (cells_ - 1)];
    if (line.sequence.load(std::memory_order_acquire) != static_cast<std::uint32_t>(next_ + 1)) return false;
    const std::uint32_t source = line.source;  // read once: the sender can still write here
    const std::size_t payload = line.payload_bytes;
    const std::size_t header = line.header_bytes;
    if (source >= peers_ || header > kMaxHeader || header + payload > max_message_) {
      *why = Status::error(Code::kProtocol, "shared memory: a message of {} + {} bytes from rank {} is malformed", header,
                           payload, source);
    } else {
      const Placement at = place(line, blocks_ + (next_ & (cells_ - 1)) * stride_, header, payload);
      sink.deliver(static_cast<int>(source), {at.header, header}, {at.payload, payload});
    }
    ++next_;
    if (next_ - published_ >= cells_ / 4) publish();
    return true;
  }

  // Returns true if no message has arrived; the caller has armed the doorbell before.
  [[nodiscard]] bool quiet() const noexcept {
    const Line& line = lines_[next_ & (cells_ - 1)];
    return line.sequence.load(std::memory_order_seq_cst) != static_cast<std::uint32_t>(next_ + 1);
  }

 private:
  void publish() noexcept {
    published_ = next_;
    header_->tail.store(next_, std::memory_order_release);
  }

  SegmentHeader* header_ = nullptr;
  Line* lines_ = nullptr;
  std::byte* blocks_ = nullptr;
  std::uint64_t stride_ = 0;
  std::uint64_t cells_ = 0;
  std::size_t max_message_ = 0;
  std::uint32_t peers_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t published_ = 0;
};

}  // namespace penstock::transport::shm
