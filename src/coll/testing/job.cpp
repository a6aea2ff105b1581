#include "coll/testing/job.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <numeric>

namespace penstock::coll::testing {
namespace {

constexpr proto::Context kContext = 77;
std::atomic<long> cases{0};

// Elements lie as the layout says; tests set it as the state.
template <Cell (*kCombine)(Cell, Cell) noexcept>
void fold(void* state, const void* in, void* inout, std::uint64_t count) {
  const auto& layout = *static_cast<const proto::Layout*>(state);
  const std::int64_t offset = layout.first_offset();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) * layout.extent() + offset;
    Cell left;
    Cell right;
    std::memcpy(&left, static_cast<const std::byte*>(in) + at, sizeof left);
    std::memcpy(&right, static_cast<std::byte*>(inout) + at, sizeof right);
    right = kCombine(left, right);
    std::memcpy(static_cast<std::byte*>(inout) + at, &right, sizeof right);
  }
}

}  // namespace

Rank::Rank(proto::Engine& engine, int first_group)
    : engine_(engine), maker_(engine.membership().shm_buffers()), schedule_(engine) {
  world_.resize(static_cast<std::size_t>(engine.size()));
  std::iota(world_.begin(), world_.end(), 0);
  team_ = {engine.rank(), engine.size(), world_, kContext};
  if (first_group == 0) {
    nodes_ = pretended_nodes(engine.size());
    share_shm();
    return;
  }
  group_ = engine.rank() < first_group ? 0 : 1;
  const int sizes[2] = {first_group, engine.size() - first_group};
  if (group_ == 1) std::ranges::rotate(world_, world_.begin() + first_group);
  team_ = {engine.rank() - group_ * first_group, sizes[group_], world_, kContext, nullptr, sizes[1 - group_]};
}

// The first shared buffer of each rank has the same number, so that no rank has to ask.
void Rank::share_shm() {
  const ShmOffer mine = maker_.offer(world_);
  shm_ = maker_.make(team_.rank, world_, std::vector<ShmOffer>(world_.size(), mine));
  ASSERT_NE(shm_, nullptr);
  const Status opened = shm_->open();
  ASSERT_TRUE(opened.is_ok()) << opened.message();
  team_.shm = shm_.get();
}

bool Rank::allows(const Row& row, bool commutative) const noexcept {
  if (commutative) return true;
  return !row.needs_commutative && (!row.needs_nodes || team_.nodes->consecutive());
}

Status Rank::run(const Row& row, const Arguments& arguments) {
  schedule_.reset(team_, sequence_++);
  row.build(schedule_, arguments);
  return finish(schedule_);
}

void Rank::check(const Row& row, const Arguments& arguments, const std::string& what, const Cells& result,
                 const std::vector<Cell>& wanted) {
  const Status ran = run(row, arguments);
  const std::string wrong = ran.is_ok() ? result.differs_from(wanted) : std::string(ran.message());
  EXPECT_EQ(wrong, "") << collective_name(row.collective) << ' ' << row.algorithm << ' ' << what << ", rank " << rank()
                       << " of " << size() << (team_.is_inter() ? " of group " + std::to_string(group_) : "")
                       << (team_.nodes != nullptr ? " on " + std::to_string(team_.nodes->count()) + " nodes" : "");
  if (engine_.rank() == 0) ++cases;
}

std::vector<const Row*> algorithms(Collective collective, bool inter) {
  std::vector<const Row*> found;
  for (const Row& row : rows()) {
    if (row.collective != collective || row.inter != inter) continue;
    const bool known = std::ranges::any_of(found, [&](const Row* other) { return other->build == row.build; });
    if (!known) found.push_back(&row);
  }
  return found;
}

bool serves_ranks(const Row& row, int ranks) noexcept {
  if (row.needs_power && !std::has_single_bit(static_cast<unsigned>(ranks))) return false;
  return !row.needs_even || ranks % 2 == 0;
}

std::vector<Nodes> pretended_nodes(int ranks) {
  std::vector<Nodes> made;
  if (ranks < 3) return made;
  std::vector<int> hosts(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) hosts[static_cast<std::size_t>(rank)] = rank * 2 / ranks;
  made.emplace_back(hosts);
  // One node alone with its rank, the last one wherever the others are not.
  for (int rank = 0; rank < ranks; ++rank) hosts[static_cast<std::size_t>(rank)] = rank == 1 ? 7 : rank / 2 % 3;
  made.emplace_back(hosts);
  std::erase_if(made, [](const Nodes& nodes) { return !nodes.hierarchical(); });
  return made;
}

void on_all(int ranks, const std::function<void(Rank&)>& body, int first_group) {
  const Config config;
  const Status ran = run_engines(ranks, config, [&](proto::Engine& engine) {
    Rank rank(engine, first_group);
    body(rank);
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

Reduction reduction_of(bool commutative, const proto::Layout& layout) noexcept {
  auto* state = const_cast<proto::Layout*>(&layout);
  return {commutative ? fold<add> : fold<compose>, state, commutative, true};
}

Cell combined(bool commutative, int first, int last, int part, std::size_t i) noexcept {
  Cell value = cell(first, part, i);
  for (int rank = first + 1; rank < last; ++rank) value = combine(commutative, value, cell(rank, part, i));
  return value;
}

// Tests with more ranks than this try less, since threads that share few processors take long for each message.
constexpr int kManyRanks = 9;

std::vector<std::size_t> Extent::counts(int parts) const {
  const auto shared = static_cast<std::size_t>(parts);
  switch (reach) {
    case Reach::kShort:
      if (ranks > kManyRanks) return {0, 1, 5, 256};
      return {0, 1, 5, 256, 9001};
    case Reach::kLong: return {(1 << 16) / shared};
    case Reach::kHuge: return {(1 << 20) / shared};
  }
  return {};
}

std::vector<int> Extent::roots(std::size_t count) const {
  if (reach != Reach::kShort) return {ranks - 1};
  std::vector<int> all;
  if (ranks > kManyRanks) return {0, count == 1 ? ranks / 2 : ranks - 1};
  for (int root = 0; root < ranks; root += count == 1 || ranks < 3 ? 1 : ranks - 1) all.push_back(root);
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Extent>& info) {
  return std::to_string(info.param.ranks);
}

std::vector<Extent> extents(Reach reach) {
  std::vector<Extent> made;
  for (int ranks = 1; ranks <= 17; ++ranks) {
    const bool few = ranks == 2 || ranks == 3 || ranks == 5 || ranks == 8;
    if (reach == Reach::kShort || few) made.push_back({ranks, reach});
  }
  return made;
}

void Counting::TearDown() {
  std::printf("%ld cases, 0 skipped\n", cases.load());
}

}  // namespace penstock::coll::testing
