#include "transport/mock/mock.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "transport/mock/one_sided.hpp"
#include "transport/shape.hpp"

namespace penstock::transport {
namespace {

struct Message {
  std::vector<std::byte> header;
  std::vector<std::byte> payload;
};

struct Endpoint {
  MockOptions options;
  MockCounts counts;
  std::vector<std::deque<Message>> from;  // by sender
  std::size_t waiting = 0;
  std::minstd_rand random;
  std::atomic<std::uint32_t> word{0};
  Doorbell doorbell{&word};
  std::vector<std::byte> staging;
  std::vector<int> free_slots;
};

// Counts down; returns true on the call that reaches zero.
bool strikes(int* countdown) {
  if (*countdown <= 0) return false;
  --*countdown;
  return *countdown == 0;
}

Status scripted(std::string_view verb) {
  return Status::error(Code::kTransport, "mock: {} failed because the test asked for it", verb);
}

}  // namespace

struct MockFabric::State {
  // Place is a stream's buffer at its receiver, by number. The sender's end has none, and is complete at once.
  struct Place {
    int owner = 0;
    std::uint64_t token = 0;
    std::span<std::byte> memory;
    bool filled = false;
  };

  mutable std::mutex mutex;
  std::map<StreamId, Place> places;
  StreamId next_stream = 1;
  std::deque<Endpoint> ranks;  // a deque: endpoints hold atomics and do not move
};

namespace {

class MockStaging final : public Staging {
 public:
  MockStaging(std::shared_ptr<MockFabric::State> state, int rank) : state_(std::move(state)), rank_(rank) {}

  [[nodiscard]] std::size_t slot_bytes() const override { return me().options.staging_slot_bytes; }
  int acquire(int /*device*/) override {
    const std::lock_guard lock(state_->mutex);
    if (me().free_slots.empty()) return -1;
    const int slot = me().free_slots.back();
    me().free_slots.pop_back();
    return slot;
  }
  void release(int slot) override {
    const std::lock_guard lock(state_->mutex);
    me().free_slots.push_back(slot);
  }
  [[nodiscard]] std::byte* local(int slot) override {
    return me().staging.data() + static_cast<std::size_t>(slot) * slot_bytes();
  }
  Status remote(int peer, int slot, std::uint64_t bytes, int /*device*/, std::byte** out) override {
    Endpoint& owner = state_->ranks[static_cast<std::size_t>(peer)];
    if (slot < 0 || slot >= owner.options.staging_slots) {
      return Status::error(Code::kProtocol, "mock: rank {} has no staging slot {}", peer, slot);
    }
    if (bytes > owner.options.staging_slot_bytes) {
      return Status::error(Code::kProtocol, "rank {} sent a piece larger than a staging slot", peer);
    }
    *out = owner.staging.data() + static_cast<std::size_t>(slot) * owner.options.staging_slot_bytes;
    return Status::ok();
  }
  [[nodiscard]] std::span<std::byte> local_area() override { return me().staging; }

 private:
  [[nodiscard]] Endpoint& me() const { return state_->ranks[static_cast<std::size_t>(rank_)]; }

  std::shared_ptr<MockFabric::State> state_;
  int rank_;
};

class MockTransport final : public Transport {
 public:
  MockTransport(std::shared_ptr<MockFabric::State> state, int rank, std::string name)
      : state_(std::move(state)),
        rank_(rank),
        name_(std::move(name)),
        staging_(state_, rank),
        one_sided_(*this, me().options, me().counts) {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] const Capabilities& capabilities() const override {
    capabilities_ = {me().options.flags, me().options.max_send, me().options.max_header};
    return capabilities_;
  }
  Status publish(WorkerAddress* address) override {
    address->add(name_, std::as_bytes(std::span(&rank_, 1)));
    return Status::ok();
  }
  Status reaches(int peer, bool* out) override {
    *out = peer >= 0 && static_cast<std::size_t>(peer) < state_->ranks.size();
    return Status::ok();
  }

  Status stream_from(int, std::uint64_t token, std::span<std::byte> to, StreamId* out) override {
    if (strikes(&me().options.fail_stream_from)) return scripted("stream_from");
    const std::lock_guard lock(state_->mutex);
    *out = state_->next_stream++;
    state_->places[*out] = {rank_, token, to, false};
    return Status::ok();
  }
  Status stream_to(int peer, std::uint64_t token, std::span<const std::byte> from, StreamId* out) override {
    if (strikes(&me().options.fail_stream_to)) return scripted("stream_to");
    const std::lock_guard lock(state_->mutex);
    for (auto& [number, place] : state_->places) {
      if (place.owner != peer || place.token != token || place.memory.size() != from.size()) continue;
      if (me().options.copy) {
        me().options.copy(place.memory.data(), from.data(), from.size());
      } else {
        std::ranges::copy(from, place.memory.begin());
      }
      place.filled = true;
      ++me().counts.streams;
      *out = state_->next_stream++;
      return Status::ok();
    }
    return Status::error(Code::kInternal, "mock: rank {} has no place for stream {} of {} bytes", peer, token, from.size());
  }
  Status test_stream(StreamId stream, bool* done) override {
    const std::lock_guard lock(state_->mutex);
    const auto found = state_->places.find(stream);
    *done = found == state_->places.end() || found->second.filled;
    if (*done && found != state_->places.end()) state_->places.erase(found);
    return Status::ok();
  }
  void cancel_stream(StreamId stream) override {
    const std::lock_guard lock(state_->mutex);
    state_->places.erase(stream);
  }

  Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) override;
  Status progress(Sink& sink, int* delivered) override;

  bool can_get(int peer, const Bulk& bulk, Cost* cost) override {
    *cost = me().options.get_cost;
    if (me().options.can_get) return me().options.can_get(peer, bulk, cost);
    return (me().options.flags & kCanGet) != 0 && bulk.remote.kind == accel::MemoryKind::kHost && bulk.local.on_host();
  }
  bool can_put(int peer, const Bulk& bulk, Cost* cost) override {
    *cost = me().options.put_cost;
    if (me().options.can_put) return me().options.can_put(peer, bulk, cost);
    return (me().options.flags & kCanPut) != 0 && bulk.remote.kind == accel::MemoryKind::kHost && bulk.local.on_host();
  }
  Status get(int peer, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    const std::lock_guard lock(state_->mutex);
    if (strikes(&me().options.fail_get)) return scripted("get");
    PENSTOCK_TRY(check(peer, bulk));
    kernels::copy_strided_host(bulk.local_shape, bulk.remote_shape, bulk.first, bulk.bytes);
    ++me().counts.gets;
    return Status::ok();
  }
  Status put(int peer, const Bulk& bulk, BulkHandle* out) override {
    *out = {};
    const std::lock_guard lock(state_->mutex);
    if (strikes(&me().options.fail_put)) return scripted("put");
    PENSTOCK_TRY(check(peer, bulk));
    kernels::copy_strided_host(bulk.remote_shape, bulk.local_shape, bulk.first, bulk.bytes);
    ++me().counts.puts;
    return Status::ok();
  }
  Staging* staging() override { return (me().options.flags & kHasStaging) != 0 ? &staging_ : nullptr; }
  OneSided* one_sided() override { return me().options.one_sided ? &one_sided_ : nullptr; }

  bool arm() override {
    const std::lock_guard lock(state_->mutex);
    if (me().waiting == 0) me().doorbell.arm();
    return me().waiting == 0;
  }
  void disarm() override { me().doorbell.disarm(); }
  Doorbell* doorbell() override { return &me().doorbell; }

 private:
  [[nodiscard]] Endpoint& me() const { return state_->ranks[static_cast<std::size_t>(rank_)]; }
  static Status check(int peer, const Bulk& bulk) {
    if (bulk.remote.kind != accel::MemoryKind::kHost || !bulk.local.on_host()) {
      return Status::error(Code::kUnsupported, "mock: moves host memory only (rank {})", peer);
    }
    Footprint unused;
    PENSTOCK_TRY(measure(bulk.remote_shape, bulk.first, bulk.bytes, &unused));
    return measure(bulk.local_shape, bulk.first, bulk.bytes, &unused);
  }
  // Takes a waiting message of a peer that the seed chooses.
  bool take(int* peer, Message* out);

  std::shared_ptr<MockFabric::State> state_;
  int rank_;
  std::string name_;
  mutable Capabilities capabilities_;
  MockStaging staging_;
  MockOneSided one_sided_;
};

Outcome MockTransport::send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) {
  const std::lock_guard lock(state_->mutex);
  MockOptions& options = me().options;
  if (peer < 0 || static_cast<std::size_t>(peer) >= state_->ranks.size() || header.size() > options.max_header ||
      header.size() + payload.size() > options.max_send) {
    *why = Status::error(Code::kInternal, "mock: {} + {} bytes to rank {} exceed what the transport carries", header.size(),
                         payload.size(), peer);
    return Outcome::kError;
  }
  if (strikes(&options.fail_send)) {
    *why = scripted("send");
    return Outcome::kError;
  }
  Endpoint& to = state_->ranks[static_cast<std::size_t>(peer)];
  if (options.full_sends > 0 || to.waiting >= static_cast<std::size_t>(to.options.inbox_messages)) {
    if (options.full_sends > 0) --options.full_sends;
    ++me().counts.full;
    return Outcome::kFull;
  }
  to.from[static_cast<std::size_t>(rank_)].push_back({{header.begin(), header.end()}, {payload.begin(), payload.end()}});
  ++to.waiting;
  ++me().counts.sends;
  Doorbell::ring(&to.word);
  return Outcome::kDone;
}

bool MockTransport::take(int* peer, Message* out) {
  const std::lock_guard lock(state_->mutex);
  if (me().waiting == 0) return false;
  std::size_t from = me().random() % me().from.size();
  while (me().from[from].empty()) from = (from + 1) % me().from.size();
  *out = std::move(me().from[from].front());
  me().from[from].pop_front();
  --me().waiting;
  ++me().counts.delivered;
  *peer = static_cast<int>(from);
  return true;
}

// The lock is not held while the sink runs, because the sink may send.
Status MockTransport::progress(Sink& sink, int* delivered) {
  *delivered = 0;
  {
    const std::lock_guard lock(state_->mutex);
    if (strikes(&me().options.fail_progress)) return scripted("progress");
  }
  if (const int gone = std::exchange(me().options.lose, -1); gone >= 0) {
    sink.lost(gone, Status::error(Code::kPeerLost, "mock: rank {} is lost because the test asked for it", gone));
  }
  Message message;
  int peer = 0;
  while (*delivered < me().options.batch && take(&peer, &message)) {
    sink.deliver(peer, message.header, message.payload);
    ++*delivered;
  }
  return Status::ok();
}

}  // namespace

MockFabric::MockFabric(int size, const MockOptions& every) : state_(std::make_shared<State>()) {
  for (int rank = 0; rank < size; ++rank) {
    Endpoint& endpoint = state_->ranks.emplace_back();
    endpoint.options = every;
    endpoint.from.resize(static_cast<std::size_t>(size));
    endpoint.random.seed(static_cast<std::minstd_rand::result_type>(every.seed + static_cast<std::uint64_t>(rank)));
    endpoint.staging.resize(static_cast<std::size_t>(every.staging_slots) * every.staging_slot_bytes);
    for (int slot = every.staging_slots; slot-- > 0;) endpoint.free_slots.push_back(slot);
  }
}

MockFabric::~MockFabric() = default;

MockOptions& MockFabric::options(int rank) {
  return state_->ranks[static_cast<std::size_t>(rank)].options;
}

MockCounts MockFabric::counts(int rank) const {
  const std::lock_guard lock(state_->mutex);
  return state_->ranks[static_cast<std::size_t>(rank)].counts;
}

std::size_t MockFabric::waiting(int rank) const {
  const std::lock_guard lock(state_->mutex);
  return state_->ranks[static_cast<std::size_t>(rank)].waiting;
}

std::unique_ptr<Transport> MockFabric::endpoint(int rank, std::string name) {
  return std::make_unique<MockTransport>(state_, rank, std::move(name));
}

}  // namespace penstock::transport
