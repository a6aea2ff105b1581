// Two ranks with one-sided memory, over any transports: threads or forked processes that
// exchange keys through shared memory. For tests.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.hpp"
#include "proto/rma/rma.hpp"
#include "transport/testing/job.hpp"

namespace penstock::proto::rma::testing {

inline constexpr int kRanks = 2;

// The memory that the ranks share beside their shared buffer.
struct Keys {
  struct Place {
    std::size_t bytes = 0;
    std::byte key[transport::RemoteKey::kMostBytes];
  } of[kRanks];
  std::atomic<int> met[64] = {};

  static Keys* make() {
    void* memory = mmap(nullptr, sizeof(Keys), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : new (memory) Keys;  // unmapped with the process, since tests make few
  }
};

using Transports = std::vector<std::unique_ptr<transport::Transport>>;
using Make = std::function<Status(const transport::Environment&, Transports*)>;

// A copy that is complete.
class Copied final : public Operation {
 public:
  Copied() { complete(); }

 private:
  void recycle() noexcept override { delete this; }
};

class RmaRank final : public Poster, public Copier, public transport::Sink {
 public:
  RmaRank(const transport::Environment& of, Transports transports, transport::testing::Board& board, Keys& keys)
      : environment(of),
        transports_(std::move(transports)),
        registry(environment, transports_),
        rma({registry, environment.accel, environment.log, *this, *this, environment.config, counters, environment.rank}),
        board_(board),
        keys_(keys) {}

  [[nodiscard]] int rank() const { return environment.rank; }
  [[nodiscard]] int peer() const { return 1 - environment.rank; }

  Status post(int to, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    ++posted;
    waiting_.push_back({to, {header.begin(), header.end()}, {payload.begin(), payload.end()}});
    return send_waiting();
  }
  std::size_t most_payload(int to) override { return lane(to)->capabilities().max_send - sizeof(Request); }
  // Copies through the host, so that both sides may have any layout.
  Status copy(const Buffer& destination, const Buffer& source, Operation** out) override {
    const auto device = [this](const Buffer& buffer) {
      accel::Memory memory;
      return environment.accel.query(buffer.address, &memory).is_ok() && !memory.on_host();
    };
    const auto span = [](const Buffer& buffer) {
      const Layout& of = *buffer.layout;
      const std::int64_t last = static_cast<std::int64_t>(buffer.count - 1) * of.extent();
      const std::int64_t low = of.true_lower_bound() + std::min<std::int64_t>(last, 0);
      return Reach{low, of.true_lower_bound() + of.true_extent() + std::max<std::int64_t>(last, 0)};
    };
    const auto mirror = [&](const Buffer& buffer, std::vector<std::byte>* bytes) {
      const Reach reach = span(buffer);
      bytes->resize(static_cast<std::size_t>(reach.high - reach.low));
      return environment.accel.queues().copy_now(bytes->data(), static_cast<std::byte*>(buffer.address) + reach.low,
                                                 bytes->size());
    };
    std::vector<std::byte> packed(source.bytes());
    std::vector<std::byte> bytes;
    Buffer from = source;
    if (device(source)) {
      PENSTOCK_TRY(mirror(source, &bytes));
      from.address = bytes.data() - span(source).low;
    }
    pack_host(from, 0, packed);
    Buffer to = destination;
    if (device(destination)) {
      PENSTOCK_TRY(mirror(destination, &bytes));
      to.address = bytes.data() - span(destination).low;
    }
    unpack_host(to, 0, packed);
    *out = new Copied;
    if (to.address == destination.address) return Status::ok();
    return environment.accel.queues().copy_now(static_cast<std::byte*>(destination.address) + span(destination).low,
                                               bytes.data(), bytes.size());
  }
  void deliver(int from, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    ++messages;
    if (!header.empty()) rma.arrived(from, static_cast<wire::Kind>(header[0]), header, payload);
  }
  void lost(int from, Status&& why) override { rma.lost(from, why); }

  // Performs one round; returns false once an operation failed, or another rank has given up.
  bool progress() {
    bool good = send_waiting().is_ok() && !board_.failed;
    int moved = rma.progress() ? 1 : 0;
    for (const auto& each : transports_) {
      int delivered = 0;
      good = good && each->progress(*this, &delivered).is_ok();
      moved += delivered;
    }
    if (moved == 0) sched_yield();
    return good;
  }
  template <typename Condition>
  bool until(const Condition& holds) {
    const std::uint64_t end = base::now_ns() + 60'000'000'000;
    while (!holds()) {
      PENSTOCK_DEMAND(progress() && base::now_ns() < end);
    }
    return true;
  }
  // Waits for the end of the call and checks its `code`.
  bool over(const Call& call, Code code = Code::kOk) {
    PENSTOCK_DEMAND(until([&] { return call.done(); }));
    if (call.status().code() != code) fmt::print(stderr, "rank {}: {}\n", rank(), call.status().message());
    return call.status().code() == code;
  }
  bool flushed() {
    Call call;
    rma.flush(peer(), &call);
    return over(call);
  }
  // Waits until all ranks are here; each serves the others meanwhile.
  bool meet() {
    std::atomic<int>& here = keys_.met[meetings_++ % 64];
    const int round = (meetings_ - 1) / 64 + 1;
    here.fetch_add(1);
    return until([&] { return here.load() >= round * kRanks; });
  }
  // Shows a key of this rank to the other rank.
  bool show(const transport::Region& region) {
    std::vector<std::byte> key;
    PENSTOCK_DEMAND(registry.key(region, peer(), &key).is_ok());
    Keys::Place& place = keys_.of[rank()];
    place.bytes = key.size();
    std::memcpy(place.key, key.data(), key.size());
    return true;
  }
  // Attaches this rank's own memory as a peer would.
  bool attach_own(const transport::Region& region, Target* out) {
    std::vector<std::byte> key;
    PENSTOCK_DEMAND(registry.key(region, rank(), &key).is_ok());
    return rma.attach(rank(), key, out).is_ok();
  }
  [[nodiscard]] std::span<const std::byte> shown() const { return {keys_.of[peer()].key, keys_.of[peer()].bytes}; }

  transport::Environment environment;

 private:
  Transports transports_;

 public:
  observe::Counters counters;
  transport::MemoryRegistry registry;
  Rma rma;
  std::uint64_t messages = 0;  // messages that arrived
  std::uint64_t posted = 0;    // messages that this rank posted

 private:
  struct Message {
    int to;
    std::vector<std::byte> header;
    std::vector<std::byte> payload;
  };

  transport::Transport* lane(int to) {
    for (const auto& each : transports_) {
      bool reached = false;
      const bool sends = (each->capabilities().flags & transport::kCanSend) != 0;
      if (sends && each->reaches(to, &reached).is_ok() && reached) return each.get();
    }
    return nullptr;
  }
  Status send_waiting() {
    while (!waiting_.empty()) {
      Status why;
      const Message& first = waiting_.front();
      const transport::Outcome outcome = lane(first.to)->send(first.to, first.header, first.payload, &why);
      if (outcome == transport::Outcome::kFull) return Status::ok();
      if (outcome == transport::Outcome::kError) return why;
      waiting_.pop_front();
    }
    return Status::ok();
  }

  transport::testing::Board& board_;
  Keys& keys_;
  int meetings_ = 0;
  std::deque<Message> waiting_;
};

using Body = std::function<bool(RmaRank& me)>;

// Runs one of the ranks, from its transports to the end of its body.
inline bool run_rank(int rank, transport::testing::Board& board, Keys& keys, const Config& config, accel::Accel& accel,
                     const Make& make, const Body& body) {
  Log log(base::Level::kWarn, rank);
  transport::testing::BoardAddresses addresses(board, kRanks);
  const transport::Environment environment{config, log, accel, addresses, rank, kRanks};
  Transports transports;
  transport::WorkerAddress address;
  Status made = make(environment, &transports);
  for (const auto& each : transports) {
    if (made.is_ok()) made = each->publish(&address);
  }
  if (!made.is_ok()) {
    fmt::print(stderr, "rank {}: {}\n", rank, made.message());
    board.failed = true;
    return false;
  }
  addresses.publish(rank, address);
  board.barrier(kRanks);
  RmaRank me(environment, std::move(transports), board, keys);
  const bool good = body(me) && me.rma.idle() && me.meet();
  if (!good) board.failed = true;
  board.barrier(kRanks);
  return good;
}

// Returns bytes that show who wrote them, and where.
inline std::vector<std::byte> pattern(std::size_t bytes, int seed) {
  std::vector<std::byte> out(bytes);
  std::uint64_t state = 88172645463325252U + static_cast<std::uint64_t>(seed);
  for (std::byte& byte : out)
    byte = static_cast<std::byte>((state = state * 6364136223846793005U + 1442695040888963407U) >> 56);
  return out;
}

}  // namespace penstock::proto::rma::testing
