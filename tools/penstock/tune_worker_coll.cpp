// Measures every algorithm of the collectives that have several, side by side. Rows {"collective", "algorithm", "bytes",
// "selected", "us": [a round each]}; a time is that of the collective and the barrier that follows it.
#include <algorithm>
#include <memory>
#include <numeric>

#include "coll/select/select.hpp"
#include "penstock/tune_worker.hpp"

namespace penstock::tool {
namespace {

using coll::Collective;
using coll::Row;

constexpr int kRounds = 7;
constexpr int kLeastRounds = 5;  // fewer rounds prove nothing
constexpr std::uint64_t kElement = sizeof(double);
constexpr Collective kMeasured[] = {Collective::kBarrier, Collective::kBcast,     Collective::kGather,
                                    Collective::kScatter, Collective::kAllgather, Collective::kAlltoall,
                                    Collective::kReduce,  Collective::kAllreduce, Collective::kReduceScatterBlock};

void sum(void*, const void* in, void* inout, std::uint64_t count) {
  const auto* from = static_cast<const double*>(in);
  auto* to = static_cast<double*>(inout);
  for (std::uint64_t i = 0; i < count; ++i) to[i] += from[i];
}

class Arena {
 public:
  explicit Arena(Worker& worker)
      : worker_(worker), selection_(), maker_(worker.engine().membership().shm_buffers()), schedule_(worker.engine()) {
    world_.resize(static_cast<std::size_t>(worker.size()));
    std::iota(world_.begin(), world_.end(), 0);
    team_ = {worker.rank(), worker.size(), world_, 2};
  }
  Status open(std::uint64_t largest) {
    PENSTOCK_TRY(coll::Selection::create(worker_.config().coll_rows, &selection_));
    PENSTOCK_TRY(share_shm());
    const std::size_t most = largest * static_cast<std::uint64_t>(worker_.size());
    PENSTOCK_TRY(Space::allocate(worker_.memory(), most, &send_));
    return Space::allocate(worker_.memory(), most, &recv_);
  }
  Status run(const Row& row, std::uint64_t bytes) {
    schedule_.reset(team_, sequence_++);
    row.build(schedule_, arguments_of(row.collective, bytes));
    return finish();
  }
  Status barrier() {
    schedule_.reset(team_, sequence_++);
    coll::build_barrier(schedule_);
    return finish();
  }
  [[nodiscard]] coll::Query query(Collective collective, std::uint64_t bytes) {
    return {.collective = collective,
            .ranks = team_.size,
            .bytes = bytes,
            .elements = bytes / kElement,
            .crowded = worker_.engine().membership().oversubscribed(),
            .shm = team_.shm != nullptr};
  }
  [[nodiscard]] const Row& selected(const coll::Query& query) const { return selection_.select(query); }

 private:
  // Only this job uses its shared buffers, so every rank's first buffer has the same number.
  Status share_shm() {
    shm_ = maker_.make(team_.rank, world_, std::vector<coll::ShmOffer>(world_.size(), maker_.offer(world_)));
    if (!shm_) return Status::ok();
    PENSTOCK_TRY(shm_->open());
    team_.shm = shm_.get();
    return Status::ok();
  }
  coll::Arguments arguments_of(Collective collective, std::uint64_t bytes) {
    coll::Arguments arguments;
    const bool blocks = collective == Collective::kReduceScatterBlock;
    std::uint64_t count = bytes / kElement;
    if (blocks) count = std::max<std::uint64_t>(1, count / static_cast<std::uint64_t>(team_.size));
    arguments.send = {send_.data(), count, &number_};
    arguments.recv = {recv_.data(), count, &number_};
    arguments.reduction = {.function = sum};
    return arguments;
  }
  Status finish() {
    schedule_.start();
    if (!schedule_.done()) worker_.engine().progress().wait_until([this] { return schedule_.done(); });
    return schedule_.status().clone();
  }

  Worker& worker_;
  coll::Selection selection_;
  coll::ShmBufferMaker maker_;
  std::unique_ptr<coll::ShmBuffer> shm_;
  coll::Schedule schedule_;
  std::vector<int> world_;
  coll::Team team_;
  Space send_;
  Space recv_;
  std::uint32_t sequence_ = 0;
  const proto::Layout number_ = proto::Layout::bytes(kElement);
};

struct Contender {
  const Row* row;
  bool selected;
  std::uint64_t repeats = 1;
  std::vector<double> rounds = {};
};

// True if the algorithm can run here at all; the limits of its row are ignored, because the measurement is to find them.
bool serves_somehow(const Row& row, const coll::Query& query) {
  Row needs = row;
  needs.max_ranks = coll::kAnyRanks;
  needs.max_bytes = coll::kAnyBytes;
  needs.crowded = needs.roomy = needs.by_name = false;
  return coll::takes(needs, query);
}

std::vector<Contender> contenders(Arena& arena, Collective collective, std::uint64_t bytes) {
  const coll::Query query = arena.query(collective, bytes);
  const Row& chosen = arena.selected(query);
  std::vector<Contender> found;
  for (const Row& row : coll::rows()) {
    if (row.collective != collective || !serves_somehow(row, query)) continue;
    if (std::ranges::any_of(found, [&](const Contender& other) { return other.row->build == row.build; })) continue;
    found.push_back({&row, row.build == chosen.build});
  }
  return found;
}

Status repeat(Arena& arena, const Row& row, std::uint64_t bytes, std::uint64_t repeats, double* us) {
  PENSTOCK_TRY(arena.barrier());
  const double begin = now_us();
  for (std::uint64_t i = 0; i < repeats; ++i) {
    PENSTOCK_TRY(arena.run(row, bytes));
    PENSTOCK_TRY(arena.barrier());
  }
  *us = (now_us() - begin) / static_cast<double>(repeats);
  return Status::ok();
}

Status compare(Worker& worker, Arena& arena, Collective collective, std::uint64_t bytes, double seconds, Json* out) {
  constexpr std::uint64_t kWarm = 3;
  std::vector<Contender> all = contenders(arena, collective, bytes);
  if (all.size() < 2) return Status::ok();
  for (Contender& one : all) {
    double once = 0;
    PENSTOCK_TRY(repeat(arena, *one.row, bytes, kWarm, &once));
    PENSTOCK_TRY(worker.repetitions(once, seconds / static_cast<double>(all.size()), kRounds, &one.repeats));
  }
  bool more = true;
  const double begin = now_us();
  for (int round = 0; round < kLeastRounds || (more && round < kRounds); ++round) {
    for (Contender& one : all) PENSTOCK_TRY(repeat(arena, *one.row, bytes, one.repeats, &one.rounds.emplace_back()));
    PENSTOCK_TRY(worker.may_go_on(begin, seconds, &more));
  }
  for (const Contender& one : all) {
    out->push_back({{"collective", coll::collective_name(collective)},
                    {"algorithm", one.row->algorithm},
                    {"bytes", bytes},
                    {"selected", one.selected},
                    {"us", one.rounds}});
  }
  return Status::ok();
}

}  // namespace

Status measure_coll(Worker& worker, Json* out) {
  const std::vector<std::uint64_t>& sizes = worker.ask().sizes;
  Arena arena(worker);
  PENSTOCK_TRY(arena.open(std::max(kElement, *std::ranges::max_element(sizes))));
  const double each = worker.ask().seconds / static_cast<double>(std::size(kMeasured) * sizes.size());
  for (const Collective collective : kMeasured) {
    for (const std::uint64_t bytes : sizes) {
      const bool once = collective == Collective::kBarrier;
      PENSTOCK_TRY(compare(worker, arena, collective, once ? 0 : std::max(bytes, kElement), each, out));
      if (once) break;
    }
  }
  return Status::ok();
}

}  // namespace penstock::tool
