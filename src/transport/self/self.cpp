#include "transport/self/self.hpp"

#include <cstring>

#include "transport/one_sided.hpp"

namespace penstock::transport {
namespace {

constexpr std::size_t kMaxHeader = 512;
constexpr std::size_t kMaxSend = 16384;
constexpr std::size_t kRingBytes = 16 * kMaxSend;
constexpr std::size_t kAlign = 16;
constexpr int kBatch = 32;

// This is the cost of a host copy inside one process; it was measured on a server core and only has to rank below other paths.
constexpr Cost kCopyCost{0.05, 10'000.0};

constexpr std::size_t round_up(std::size_t bytes) noexcept {
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

// Record is one message in the ring; header and payload follow. `wrap` means that there is no message here, and the next is at
// the start.
struct Record {
  std::uint32_t header = 0;
  std::uint32_t payload = 0;
  std::uint32_t wrap = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Record) == kAlign);

// SelfOneSided gives a rank access to its own memory.
class SelfOneSided final : public BulkOneSided {
 public:
  SelfOneSided(Transport& transport, const Environment& environment)
      : BulkOneSided(transport, environment.accel), cost_(environment.config.cost_copy) {}

  Status register_memory(const Region& region) override { return of_host(region.memory.kind); }
  Status describe(const Region& region, int, BufferDescriptor*, std::vector<std::byte>*) override {
    return of_host(region.memory.kind);
  }
  Status attach(const RemoteKey&, std::span<const std::byte>, Remote* out) override {
    PENSTOCK_TRY(of_host(out->descriptor.kind));
    make_direct(reinterpret_cast<std::byte*>(out->descriptor.address), cost_, out);
    return Status::ok();
  }

 private:
  static Status of_host(accel::MemoryKind kind) {
    if (kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned) return Status::ok();
    return Status::error(Code::kUnsupported, "self: not for {} memory", accel::kind_name(kind));
  }

  Cost cost_;
};

class SelfTransport final : public Transport {
 public:
  explicit SelfTransport(const Environment& environment)
      : rank_(environment.rank), process_(accel::this_process(environment.config)), one_sided_(*this, environment) {}

  [[nodiscard]] std::string_view name() const override { return "self"; }
  [[nodiscard]] const Capabilities& capabilities() const override { return capabilities_; }
  Status publish(WorkerAddress*) override { return Status::ok(); }
  Status reaches(int peer, bool* out) override {
    *out = peer == rank_;
    return Status::ok();
  }

  Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) override;
  Status progress(Sink& sink, int* delivered) override;

  bool can_get(int peer, const Bulk& bulk, Cost* cost) override {
    *cost = kCopyCost;
    return peer == rank_ && bulk.remote.owner == process_ && bulk.local.on_host() &&
           (bulk.remote.kind == accel::MemoryKind::kHost || bulk.remote.kind == accel::MemoryKind::kPinned);
  }
  bool can_put(int peer, const Bulk& bulk, Cost* cost) override { return can_get(peer, bulk, cost); }
  Status get(int, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    kernels::copy_strided_host(bulk.local_shape, bulk.remote_shape, bulk.first, bulk.bytes);
    return Status::ok();
  }
  Status put(int, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    kernels::copy_strided_host(bulk.remote_shape, bulk.local_shape, bulk.first, bulk.bytes);
    return Status::ok();
  }

  OneSided* one_sided() override { return &one_sided_; }

  bool arm() override { return used_ == 0; }

 private:
  // Returns the place of a record of `bytes` bytes; null if the ring is full.
  std::byte* claim(std::size_t bytes);

  int rank_;
  accel::ProcessId process_;
  SelfOneSided one_sided_;
  Capabilities capabilities_{kCanSend | kCanGet | kCanPut, kMaxSend, kMaxHeader};
  std::unique_ptr<std::byte[]> ring_;  // made on first use: most programs never send to themselves
  std::size_t head_ = 0;               // where the next record is written
  std::size_t tail_ = 0;               // where the next record is read
  std::size_t used_ = 0;
};

std::byte* SelfTransport::claim(std::size_t bytes) {
  if (!ring_) ring_ = std::make_unique_for_overwrite<std::byte[]>(kRingBytes);
  const std::size_t to_end = kRingBytes - head_;
  const std::size_t skipped = to_end < bytes ? to_end : 0;
  if (used_ + skipped + bytes > kRingBytes) return nullptr;
  if (skipped != 0) {
    const Record wrap{0, 0, 1, 0};
    std::memcpy(ring_.get() + head_, &wrap, sizeof wrap);
    used_ += skipped;
    head_ = 0;
  }
  std::byte* place = ring_.get() + head_;
  head_ = (head_ + bytes) % kRingBytes;
  used_ += bytes;
  return place;
}

Outcome SelfTransport::send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) {
  if (peer != rank_ || header.size() > kMaxHeader || header.size() + payload.size() > kMaxSend) {
    *why = Status::error(Code::kInternal, "self: {} + {} bytes to rank {} are not for this transport", header.size(),
                         payload.size(), peer);
    return Outcome::kError;
  }
  const std::size_t header_room = round_up(header.size());
  std::byte* place = claim(sizeof(Record) + header_room + round_up(payload.size()));
  if (place == nullptr) return Outcome::kFull;
  const Record record{static_cast<std::uint32_t>(header.size()), static_cast<std::uint32_t>(payload.size()), 0, 0};
  std::memcpy(place, &record, sizeof record);
  if (!header.empty()) std::memcpy(place + sizeof record, header.data(), header.size());
  if (!payload.empty()) std::memcpy(place + sizeof record + header_room, payload.data(), payload.size());
  return Outcome::kDone;
}

// The room of a record is freed after its delivery: the sink may send, which must not overwrite the record that it is reading.
Status SelfTransport::progress(Sink& sink, int* delivered) {
  *delivered = 0;
  while (used_ != 0 && *delivered < kBatch) {
    Record record;
    std::memcpy(&record, ring_.get() + tail_, sizeof record);
    if (record.wrap != 0) {
      used_ -= kRingBytes - tail_;
      tail_ = 0;
      continue;
    }
    const std::byte* header = ring_.get() + tail_ + sizeof record;
    const std::byte* payload = header + round_up(record.header);
    sink.deliver(rank_, {header, record.header}, {payload, record.payload});
    const std::size_t bytes = sizeof record + round_up(record.header) + round_up(record.payload);
    tail_ = (tail_ + bytes) % kRingBytes;
    used_ -= bytes;
    ++*delivered;
  }
  return Status::ok();
}

}  // namespace

std::unique_ptr<Transport> make_self(const Environment& environment) {
  return std::make_unique<SelfTransport>(environment);
}

}  // namespace penstock::transport
