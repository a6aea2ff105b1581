#include "coll/testing/job.hpp"

#include <algorithm>
#include <atomic>
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

Rank::Rank(proto::Engine& engine, int first_group) : engine_(engine), maker_(engine.boards()), schedule_(engine) {
  world_.resize(static_cast<std::size_t>(engine.size()));
  std::iota(world_.begin(), world_.end(), 0);
  team_ = {engine.rank(), engine.size(), world_, kContext};
  if (first_group == 0) {
    share_boards();
    return;
  }
  group_ = engine.rank() < first_group ? 0 : 1;
  const int sizes[2] = {first_group, engine.size() - first_group};
  if (group_ == 1) std::ranges::rotate(world_, world_.begin() + first_group);
  team_ = {engine.rank() - group_ * first_group, sizes[group_], world_, kContext, nullptr, sizes[1 - group_]};
}

// The first board of each rank has the same number, so nobody has to ask.
void Rank::share_boards() {
  const BoardOffer mine = maker_.offer(world_);
  board_ = maker_.make(team_.rank, world_, std::vector<BoardOffer>(world_.size(), mine));
  ASSERT_NE(board_, nullptr);
  const Status opened = board_->open();
  ASSERT_TRUE(opened.is_ok()) << opened.message();
  team_.board = board_.get();
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
                       << " of " << size() << (team_.is_inter() ? " of group " + std::to_string(group_) : "");
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

void Counting::TearDown() {
  std::printf("%ld cases, 0 skipped\n", cases.load());
}

}  // namespace penstock::coll::testing
