// Runs random sequences of collectives, several at a time, each by a random algorithm, waited for in a random order.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>

#include "coll/select/preference.hpp"
#include "coll/testing/job.hpp"

namespace penstock::coll {
namespace {

using testing::cell;
using testing::Cells;
using testing::combined;
using testing::kUntouched;
using testing::Rank;
using Random = std::mt19937;

std::size_t pick(Random& random, std::size_t below) {
  return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
}

// The random choices that every rank draws alike.
struct Drawn {
  Collective collective;
  std::string algorithm;
  std::size_t count;
  int root;
  int number;  // the collective's number, which its cells contain
  bool in_place;
  bool commutative;
};

Drawn draw(Random& random, int ranks, int number) {
  constexpr Collective kDrawn[] = {Collective::kBarrier, Collective::kBcast,     Collective::kGather,
                                   Collective::kScatter, Collective::kAllgather, Collective::kAlltoall,
                                   Collective::kReduce,  Collective::kAllreduce, Collective::kReduceScatterBlock,
                                   Collective::kScan,    Collective::kExscan};
  constexpr std::size_t kCounts[] = {0, 1, 3, 64, 700, 3000};
  Drawn drawn{};
  drawn.collective = kDrawn[pick(random, std::size(kDrawn))];
  const std::vector<const Row*> known = testing::algorithms(drawn.collective);
  drawn.algorithm = known[pick(random, known.size())]->algorithm;
  drawn.count = kCounts[pick(random, std::size(kCounts))];
  drawn.root = static_cast<int>(pick(random, static_cast<std::size_t>(ranks)));
  drawn.number = number;
  drawn.in_place = pick(random, 2) == 0;
  drawn.commutative = pick(random, 2) == 0;
  return drawn;
}

// One collective of one rank, under way.
class Flight {
 public:
  Flight(Rank& rank, const Drawn& drawn, std::uint32_t sequence)
      : rank_(rank),
        drawn_(drawn),
        schedule_(rank.engine()),
        in_(testing::dense_cells(), length()),
        out_(testing::dense_cells(), length()) {
    const std::string text = fmt::format("{}={}", collective_name(drawn.collective), drawn.algorithm);
    const Status parsed = Preference::parse(text, "the test", Code::kConfig, nullptr, &preference_);
    EXPECT_TRUE(parsed.is_ok()) << parsed.message();
    Team team = rank.team();
    team.preferred = &preference_;
    schedule_.reset(team, sequence);
    for (std::size_t i = 0; i < length(); ++i) wanted_.push_back(kUntouched);
    arguments_.root = drawn.root;
    arguments_.reduction = testing::reduction_of(drawn.commutative, testing::dense_cells());
    prepare();
    schedule_.start();
  }

  [[nodiscard]] bool done() const { return schedule_.done(); }
  // Returns an empty string if the result is right.
  [[nodiscard]] std::string wrong() const {
    const std::string text =
        schedule_.status().is_ok() ? out_.differs_from(wanted_) : std::string(schedule_.status().message());
    if (text.empty()) return text;
    return fmt::format("{} {} count {} root {}{}{}, rank {} of {}: {}", collective_name(drawn_.collective), drawn_.algorithm,
                       drawn_.count, drawn_.root, drawn_.in_place ? " in place" : "", drawn_.commutative ? " commutative" : "",
                       rank_.rank(), rank_.size(), text);
  }

 private:
  [[nodiscard]] std::size_t ranks() const { return static_cast<std::size_t>(rank_.size()); }
  [[nodiscard]] std::size_t length() const { return drawn_.count * ranks(); }
  [[nodiscard]] bool at_root() const { return rank_.rank() == drawn_.root; }

  // Cells contain their rank, and the part and the number of the collective.
  void fill(Cells* cells, std::size_t first, int part) {
    for (std::size_t i = 0; i < drawn_.count; ++i) cells->set(first + i, cell(rank_.rank(), drawn_.number + part, i));
  }
  void want(std::size_t first, int rank, int part) {
    for (std::size_t i = 0; i < drawn_.count; ++i) wanted_[first + i] = cell(rank, drawn_.number + part, i);
  }
  void want_combined(int last, int part) {
    for (std::size_t i = 0; i < drawn_.count; ++i) wanted_[i] = combined(drawn_.commutative, 0, last, drawn_.number + part, i);
  }
  [[nodiscard]] std::size_t place(int rank) const { return static_cast<std::size_t>(rank) * drawn_.count; }

  void prepare() {
    switch (drawn_.collective) {
      case Collective::kBarrier: return build_barrier(schedule_);
      case Collective::kBcast: return prepare_bcast();
      case Collective::kGather:
      case Collective::kAllgather: return prepare_gather();
      case Collective::kScatter: return prepare_scatter();
      case Collective::kAlltoall: return prepare_alltoall();
      case Collective::kReduceScatterBlock: return prepare_blocks();
      default: return prepare_reduction();
    }
  }

  void prepare_bcast() {
    if (at_root()) fill(&out_, 0, 0);
    want(0, drawn_.root, 0);
    arguments_.recv = out_.buffer(0, drawn_.count);
    build_bcast(schedule_, arguments_);
  }

  void prepare_gather() {
    const bool everywhere = drawn_.collective == Collective::kAllgather;
    const bool receives = everywhere || at_root();
    arguments_.in_place = drawn_.in_place && receives;
    fill(arguments_.in_place ? &out_ : &in_, arguments_.in_place ? place(rank_.rank()) : 0, 0);
    for (int i = 0; receives && i < rank_.size(); ++i) want(place(i), i, 0);
    if (!arguments_.in_place) arguments_.send = in_.buffer(0, drawn_.count);
    if (receives) arguments_.recv = out_.buffer(0, drawn_.count);
    (everywhere ? build_allgather : build_gather)(schedule_, arguments_);
  }

  void prepare_scatter() {
    for (int i = 0; at_root() && i < rank_.size(); ++i) fill(&in_, place(i), i);
    want(0, drawn_.root, rank_.rank());
    if (at_root()) arguments_.send = in_.buffer(0, drawn_.count);
    arguments_.recv = out_.buffer(0, drawn_.count);
    build_scatter(schedule_, arguments_);
  }

  void prepare_alltoall() {
    arguments_.in_place = drawn_.in_place;
    for (int i = 0; i < rank_.size(); ++i) {
      fill(drawn_.in_place ? &out_ : &in_, place(i), i);
      want(place(i), i, rank_.rank());
    }
    if (!drawn_.in_place) arguments_.send = in_.buffer(0, drawn_.count);
    arguments_.recv = out_.buffer(0, drawn_.count);
    build_alltoall(schedule_, arguments_);
  }

  void prepare_blocks() {
    for (int i = 0; i < rank_.size(); ++i) fill(&in_, place(i), i);
    want_combined(rank_.size(), rank_.rank());
    arguments_.send = in_.buffer(0, drawn_.count);
    arguments_.recv = out_.buffer(0, drawn_.count);
    build_reduce_scatter_block(schedule_, arguments_);
  }

  void prepare_reduction() {
    const bool rooted = drawn_.collective == Collective::kReduce;
    const bool receives = !rooted || at_root();
    arguments_.in_place = drawn_.in_place && receives;
    fill(arguments_.in_place ? &out_ : &in_, 0, 0);
    if (!arguments_.in_place) arguments_.send = in_.buffer(0, drawn_.count);
    if (receives) arguments_.recv = out_.buffer(0, drawn_.count);
    switch (drawn_.collective) {
      case Collective::kReduce:
        if (receives) want_combined(rank_.size(), 0);
        return build_reduce(schedule_, arguments_);
      case Collective::kScan: want_combined(rank_.rank() + 1, 0); return build_scan(schedule_, arguments_);
      case Collective::kExscan:
        if (rank_.rank() > 0) want_combined(rank_.rank(), 0);
        if (rank_.rank() == 0 && arguments_.in_place) want(0, 0, 0);
        return build_exscan(schedule_, arguments_);
      default: want_combined(rank_.size(), 0); return build_allreduce(schedule_, arguments_);
    }
  }

  Rank& rank_;
  const Drawn drawn_;
  Preference preference_;
  Schedule schedule_;
  Cells in_;
  Cells out_;
  std::vector<testing::Cell> wanted_;
  Arguments arguments_;
};

constexpr int kRounds = 25;
constexpr std::size_t kAtOnce = 5;

// Each rank waits in an order of its own; results are checked when all are complete.
void play(Rank& rank, unsigned seed) {
  Random common(seed);
  Random own(seed * 1000 + static_cast<unsigned>(rank.rank()));
  std::uint32_t sequence = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::unique_ptr<Flight>> flights;
    for (std::size_t i = pick(common, kAtOnce) + 1; i > 0; --i) {
      const Drawn drawn = draw(common, rank.size(), static_cast<int>(sequence) * 32);
      flights.push_back(std::make_unique<Flight>(rank, drawn, sequence++));
    }
    std::vector<Flight*> order;
    for (const auto& flight : flights) order.push_back(flight.get());
    std::ranges::shuffle(order, own);
    for (const Flight* flight : order) {
      if (!flight->done()) rank.engine().progress().wait_until([&] { return flight->done(); });
    }
    for (const Flight* flight : order) EXPECT_EQ(flight->wrong(), "") << "seed " << seed << ", round " << round;
  }
}

// These seeds are always tried; --gtest_random_seed=SEED adds another.
class Fuzz : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Ranks, Fuzz, ::testing::Values(1, 2, 3, 4, 5, 8, 11), ::testing::PrintToStringParamName());

TEST_P(Fuzz, RandomCollectivesInRandomOrder) {
  std::vector<unsigned> seeds{1, 2, 3};
  if (const int asked = ::testing::UnitTest::GetInstance()->random_seed(); asked != 0)
    seeds.push_back(static_cast<unsigned>(asked));
  for (const unsigned seed : seeds) {
    std::printf("%d ranks, seed %u\n", GetParam(), seed);
    testing::on_all(GetParam(), [&](Rank& rank) { play(rank, seed); });
  }
}

}  // namespace
}  // namespace penstock::coll
