// Measures rank 0's copies of GPU memory: to and from every other rank's GPU, and host memory. Rows {"what", "peer", "bytes",
// "us": [a round each]}; "open" is the first mapping of a peer's allocation.
#include <algorithm>
#include <cstring>

#include "kernels/copy/strided.hpp"
#include "penstock/tune_worker.hpp"

namespace penstock::tool {
namespace {

constexpr int kRounds = 7;
constexpr unsigned kQueue = 1;
constexpr unsigned kSmallQueue = 0;  // a kernel that stays on the GPU may serve it
constexpr std::uint64_t kSmall = 8;
constexpr std::uint64_t kStridedBlock = 256;

struct Offer {
  accel::Export exported;
  std::uint64_t address = 0;
};

class Bench {
 public:
  Bench(Worker& worker, Json* out) : worker_(worker), out_(*out) {}

  Status open(std::uint64_t large) {
    large_ = large;
    PENSTOCK_TRY(Space::allocate(Space::Kind::kDevice, 2 * large, &mine_));
    static_cast<void>(worker_.accel().live());
    accel::Memory memory;
    PENSTOCK_TRY(worker_.accel().query(mine_.data(), &memory));
    if (memory.kind != accel::MemoryKind::kDevice) return Status::error(Code::kDriver, "the GPU's memory is not known as such");
    device_ = memory.device;
    PENSTOCK_TRY(worker_.accel().queues().queue(device_, kSmallQueue, &small_));
    return worker_.accel().queues().queue(device_, kQueue, &queue_);
  }
  Status peer_copies(int peer, const Offer& offer);
  Status host_copies();

 private:
  using Begin = std::function<Status(accel::Ticket*)>;
  Status measure(std::string_view what, int peer, std::uint64_t bytes, const Begin& begin);
  Status pull(std::string_view what, int peer, std::uint64_t far, std::uint64_t bytes);
  Status push(int peer, std::uint64_t far, std::uint64_t bytes);
  Status stay(int peer, std::uint64_t far, std::uint64_t bytes);

  Worker& worker_;
  Json& out_;
  Space mine_;
  accel::Queue* queue_ = nullptr;
  accel::Queue* small_ = nullptr;
  int device_ = -1;
  std::uint64_t large_ = 0;
};

Status Bench::measure(std::string_view what, int peer, std::uint64_t bytes, const Begin& begin) {
  // A round is one block; the number of cases is known roughly.
  constexpr double kCases = 14;
  const double budget = worker_.ask().seconds * 1e6 / kCases / kRounds;
  std::vector<double> rounds;
  std::uint64_t repeats = 1;
  for (int round = -2; round < kRounds; ++round) {
    const double start = now_us();
    for (std::uint64_t i = 0; i < repeats; ++i) {
      accel::Ticket ticket;
      PENSTOCK_TRY(begin(&ticket));
      PENSTOCK_TRY(worker_.accel().queues().wait(ticket));
      if (worker_.accel().queues().restless()) worker_.accel().queues().tend();
    }
    const double us = (now_us() - start) / static_cast<double>(repeats);
    if (round == -1) repeats = static_cast<std::uint64_t>(std::clamp(budget / std::max(us, 0.1), 1.0, 1e5));
    if (round >= 0) rounds.push_back(us);
  }
  out_.push_back({{"what", what}, {"peer", peer}, {"bytes", bytes}, {"us", rounds}});
  return Status::ok();
}

Status Bench::pull(std::string_view what, int peer, std::uint64_t far, std::uint64_t bytes) {
  return measure(what, peer, bytes, [this, far, bytes](accel::Ticket* ticket) {
    return queue_->copy_and_mark(mine_.data(), reinterpret_cast<const void*>(far), bytes, accel::By::kEngine, ticket);
  });
}

Status Bench::push(int peer, std::uint64_t far, std::uint64_t bytes) {
  return measure("push", peer, bytes, [this, far, bytes](accel::Ticket* ticket) {
    return queue_->copy_and_mark(reinterpret_cast<void*>(far), mine_.data(), bytes, accel::By::kEngine, ticket);
  });
}

Status Bench::stay(int peer, std::uint64_t far, std::uint64_t bytes) {
  return measure("stays", peer, bytes, [this, far, bytes](accel::Ticket* ticket) {
    return small_->copy_and_mark(mine_.data(), reinterpret_cast<const void*>(far), bytes, accel::By::kEngineOrKernel, ticket);
  });
}

Status Bench::peer_copies(int peer, const Offer& offer) {
  accel::Accel& accel = worker_.accel();
  if (!accel.imports().importable(offer.exported, device_)) {
    out_.push_back({{"what", "unreachable"}, {"peer", peer}});
    return Status::ok();
  }
  accel::Mapping mapping;
  const double start = now_us();
  PENSTOCK_TRY(accel.imports().import_memory(offer.exported, device_, &mapping));
  out_.push_back({{"what", "open"}, {"peer", peer}, {"bytes", offer.exported.size}, {"us", {now_us() - start}}});
  accel.imports().pin_mapping(mapping);
  const std::uint64_t far = mapping.address + (offer.address - offer.exported.base);
  for (const std::uint64_t bytes : {kSmall, large_}) {
    PENSTOCK_TRY(pull("engine", peer, far, bytes));
    PENSTOCK_TRY(push(peer, far, bytes));
    const std::uint64_t most = std::min(large_, worker_.config().resident_limit);
    if (most > kSmall) PENSTOCK_TRY(stay(peer, far, std::min(bytes, most)));
  }
  for (const std::uint64_t bytes : {2 * kStridedBlock, large_}) {
    const auto shape = [bytes](std::uint64_t base) {
      return kernels::Strided{.base = base,
                              .block = kStridedBlock,
                              .dims = 1,
                              .count = {bytes / kStridedBlock},
                              .stride = {static_cast<std::int64_t>(2 * kStridedBlock)}};
    };
    PENSTOCK_TRY(measure("strided", peer, bytes, [&](accel::Ticket* ticket) {
      return kernels::copy_strided(worker_.config(), *queue_, shape(reinterpret_cast<std::uint64_t>(mine_.data())), shape(far),
                                   0, bytes, accel::By::kEngine, ticket);
    }));
  }
  accel.imports().unpin_mapping(mapping);
  return Status::ok();
}

Status Bench::host_copies() {
  Space pageable;
  Space pinned;
  const std::uint64_t bytes = std::min<std::uint64_t>(large_, 4 << 20);
  PENSTOCK_TRY(Space::allocate(Space::Kind::kHost, bytes, &pageable));
  PENSTOCK_TRY(Space::allocate(Space::Kind::kHost, bytes, &pinned));
  PENSTOCK_TRY(worker_.accel().allocations().register_host(pinned.data(), bytes));
  Status measured;
  for (const std::uint64_t length : {kSmall, bytes}) {
    if (!measured.is_ok()) break;
    measured = pull("pinned", 0, reinterpret_cast<std::uint64_t>(pinned.data()), length);
    if (!measured.is_ok()) break;
    measured = pull("pageable", 0, reinterpret_cast<std::uint64_t>(pageable.data()), length);
  }
  PENSTOCK_TRY(worker_.accel().allocations().unregister_host(pinned.data()));
  return measured;
}

// The other ranks export their memory and wait until rank 0 has finished.
Status serve(Worker& worker, std::uint64_t large) {
  Space space;
  Offer offer;
  accel::Memory memory;
  PENSTOCK_TRY(Space::allocate(Space::Kind::kDevice, 2 * large, &space));
  static_cast<void>(worker.accel().live());
  PENSTOCK_TRY(worker.accel().query(space.data(), &memory));
  PENSTOCK_TRY(worker.accel().exports().export_memory(memory, &offer.exported));
  offer.address = reinterpret_cast<std::uint64_t>(space.data());
  PENSTOCK_TRY(worker.send(&offer, sizeof offer, 0));
  std::uint64_t done = 0;
  return worker.share(&done);
}

Status lead(Worker& worker, std::uint64_t large, Json* out) {
  Bench bench(worker, out);
  PENSTOCK_TRY(bench.open(large));
  PENSTOCK_TRY(bench.host_copies());
  for (int peer = 1; peer < worker.size(); ++peer) {
    Offer offer;
    PENSTOCK_TRY(worker.recv(&offer, sizeof offer, peer));
    PENSTOCK_TRY(bench.peer_copies(peer, offer));
  }
  std::uint64_t done = 0;
  return worker.share(&done);
}

}  // namespace

Status measure_device(Worker& worker, Json* out) {
  if (!worker.ask().device) return Status::error(Code::kArg, "GPU memory is measured with --memory device");
  const std::uint64_t large = std::max<std::uint64_t>(worker.ask().sizes.front(), 4 * kStridedBlock);
  return worker.rank() == 0 ? lead(worker, large, out) : serve(worker, large);
}

}  // namespace penstock::tool
