// Exchanges of teams are tested host-compiled, as one member of a team whose other members are the test.
#include "kernels/ll/team.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/reduce/reduce.hpp"
#include "kernels/fold/test_kinds.hpp"
#include "kernels/ll/team_body.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/test_queue.hpp"

namespace penstock::kernels {
namespace {

using base::Operation;
using test::Bytes;
using test::Kind;
using test::Random;
using test::TestQueue;

constexpr standin::Kernel kKernels[] = {
#include "kernels/ll/team_list.inc"
};

constexpr std::size_t kMostBytes = 1200;
constexpr std::uint64_t kStep = 2 * kMostBytes + 64;     // packets of one member
constexpr std::uint64_t kOdd = kMostExchanging * kStep;  // from packets of even calls to those of odd calls
using Packets = std::vector<sync::Quad>;
constexpr std::size_t kQuads = 2 * kOdd / sizeof(sync::Quad) + 1;

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

class LlTeam : public ::testing::Test {
 protected:
  void make_team(std::size_t members) {
    me_ = random_() % members;
    come_.assign(kQuads, {});
    given_.assign(members, Packets(kQuads));
  }
  [[nodiscard]] std::uint64_t place(const Packets& packets, std::size_t member) const {
    return address_of(packets.data()) + member * kStep + number_ % 2 * kOdd;
  }
  // Writes the data that a member has sent, for the next call.
  void put(std::size_t member, const Bytes& data) {
    for (std::size_t at = 0; at < data.size(); at += sync::kPacketData) {
      std::uint64_t word = 0;
      std::memcpy(&word, data.data() + at, std::min<std::size_t>(sync::kPacketData, data.size() - at));
      sync::store_packet(place(come_, member) + 2 * at, word, number_);
    }
  }
  [[nodiscard]] bool has_given(std::size_t member, const Bytes& data) const {
    Bytes got(data.size());
    for (std::size_t at = 0; at < data.size(); at += sync::kPacketData) {
      std::uint64_t word = 0;
      if (!sync::load_packet(place(given_[member], me_) + 2 * at, number_, &word)) return false;
      std::memcpy(got.data() + at, &word, std::min<std::size_t>(sync::kPacketData, data.size() - at));
    }
    return got == data;
  }
  [[nodiscard]] LlTeamTask task(const Folding& folding, const void* operand, void* target, std::size_t bytes) {
    to_.clear();
    for (const Packets& each : given_) to_.push_back(address_of(each.data()) + me_ * kStep);
    return {.folding = folding,
            .abort = address_of(&abort_),
            .counter = address_of(&counter_),
            .odd = kOdd,
            .operand = address_of(operand),
            .target = address_of(target),
            .bytes = bytes,
            .from = address_of(come_.data()),
            .step = kStep,
            .to = to_,
            .me = static_cast<std::uint32_t>(me_),
            .told = {address_of(&told_), number_}};
  }
  void launch(const LlTeamTask& task) {
    queue_.draw_block_threads();
    const Status launched = ll_team(queue_, task);
    ASSERT_TRUE(launched.is_ok()) << launched.message();
    ASSERT_EQ(queue_.blocks_, 1U);
    ASSERT_EQ(told_, number_);
    ASSERT_EQ(counter_, number_);
  }
  void next_call() { number_ = number_ == UINT32_MAX ? 2 : number_ + 1; }

  void reduce(const Kind& kind, Operation operation, const Folding& folding, std::size_t count, bool in_place);

  Random random_{8};
  TestQueue queue_{random_, kKernels};
  std::uint32_t counter_ = UINT32_MAX - 2;
  std::uint32_t number_ = UINT32_MAX - 1;  // number of the next call
  std::uint32_t told_ = 0;
  std::uint32_t abort_ = 0;
  std::size_t me_ = 0;
  Packets come_;                // packets for this member
  std::vector<Packets> given_;  // packets at each other member
  std::vector<std::uint64_t> to_;
};

// Calls the team with its present settings.
void LlTeam::reduce(const Kind& kind, Operation operation, const Folding& folding, std::size_t count, bool in_place) {
  const std::size_t bytes = count * kind.bytes;
  std::vector<Bytes> operands;
  std::vector<const void*> inputs;
  for (std::size_t i = 0; i < given_.size(); ++i) operands.push_back(test::random_elements(random_, kind, count));
  for (std::size_t i = 0; i < given_.size(); ++i) {
    inputs.push_back(operands[i].data());
    if (i != me_) put(i, operands[i]);
  }
  Bytes want(bytes);
  base::fold(*base::find_kernel(base::Simd::kNone, operation, kind.element), want.data(), inputs, count);
  Bytes own = operands[me_];
  Bytes other(bytes + 1, std::byte{0xa5});
  launch(task(folding, own.data(), in_place ? own.data() : other.data(), bytes));
  Bytes got(in_place ? own.begin() : other.begin(),
            (in_place ? own.begin() : other.begin()) + static_cast<std::ptrdiff_t>(bytes));
  if (test::makes_nans(operation)) {
    kind.unify_nans(want.data(), bytes);
    kind.unify_nans(got.data(), bytes);
  }
  const std::string what = fmt::format("{} operation {}: {} elements, {} members, member {}, in place {}", folding.kernel,
                                       static_cast<int>(operation), count, given_.size(), me_, in_place);
  ASSERT_TRUE(got == want) << what;
  ASSERT_EQ(other.back(), std::byte{0xa5}) << what;
  for (std::size_t i = 0; i < given_.size(); ++i) ASSERT_TRUE(i == me_ || has_given(i, operands[me_])) << what;
  next_call();
}

// The test goes beyond the last number, too.
TEST_F(LlTeam, MakesTheBitsOfTheCpu) {
  long cases = 0;
  const int combinations = test::for_foldings([&](const Kind& kind, Operation operation, const Folding& folding) {
    for (const std::size_t members : {1, 2, 3, 16}) {
      make_team(members);
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{75}}) {
        for (const bool in_place : {false, true}) {
          reduce(kind, operation, folding, count, in_place);
          if (HasFatalFailure()) return false;
          ++cases;
        }
      }
    }
    return true;
  });
  fmt::print("{} cases of {} operations on elements\n", cases, combinations);
}

// Late writes the packets while the kernel waits.
struct Late {
  static inline void (*bring)();
  static inline int looks;
  static void pause(void* /*thread*/) {
    if (++looks == 100) bring();
  }
};

class LlTeamMeeting : public LlTeam {
 protected:
  LlTeamMeeting() {
    make_team(3);
    me_ = 1;
    self = this;
    Late::looks = 0;
    queue_.runner_.pause = Late::pause;
  }
  static void bring_the_last() { self->put(2, Bytes(8)); }
  static void give_up() { self->abort_ = 1; }

  static inline LlTeamMeeting* self;
  std::uint64_t word_ = 77;
};

TEST_F(LlTeamMeeting, WaitsForAll) {
  put(0, Bytes(8));
  Late::bring = bring_the_last;
  launch(task(copying(), &word_, nullptr, sizeof word_));
  EXPECT_EQ(Late::looks, 100);
  Bytes given(sizeof word_);
  std::memcpy(given.data(), &word_, sizeof word_);
  EXPECT_TRUE(has_given(0, given) && has_given(2, given));
}

TEST_F(LlTeamMeeting, EndsWhenItIsToWaitNoMore) {
  put(0, Bytes(8));
  Late::bring = give_up;
  launch(task(copying(), &word_, nullptr, sizeof word_));
  EXPECT_GT(Late::looks, 100);
}

TEST_F(LlTeam, RefusesWhatIsNoTask) {
  make_team(2);
  std::uint64_t word = 0;
  const LlTeamTask good = task(copying(), &word, &word, 8);
  const std::vector<std::uint64_t> many(kMostExchanging + 1);
  LlTeamTask bad[] = {good, good, good, good};
  bad[0].folding = {};
  bad[1].to = many;
  bad[2].me = 2;
  bad[3].counter = 0;
  for (const LlTeamTask& each : bad) EXPECT_EQ(ll_team(queue_, each).code(), Code::kInternal);
  EXPECT_EQ(queue_.launches_, 0U);
}

}  // namespace
}  // namespace penstock::kernels
