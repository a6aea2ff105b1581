// The members of a team agree over each of the carriers; ranks are threads.
#include "runtime/consensus.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "runtime/start_carriers.hpp"
#include "runtime/testing/job_as_threads.hpp"

namespace penstock::runtime {
namespace {

using testing::expect_ok;
using Body = std::function<void(Carrier& carrier)>;

enum class Way { kStore, kMessages, kTeam, kCheckedTeam };

void on_ranks(int ranks, Way way, const Body& body) {
  if (way == Way::kStore) {
    return testing::on_threads(ranks, [&body](std::unique_ptr<boot::Boot> boot) {
      StoreCarrier carrier(*boot, "test", false);
      body(carrier);
      return boot->finalize();
    });
  }
  Config config;
  config.check = way == Way::kCheckedTeam;
  testing::run_as_threads(ranks, config, [&](Job& job, TeamSetup& setup) {
    EngineCarrier messages(job.engine());
    TeamCarrier schedules(setup);
    body(way == Way::kMessages ? static_cast<Carrier&>(messages) : schedules);
  });
}

class Consensus : public ::testing::TestWithParam<std::tuple<Way, int>> {
 protected:
  static void on_all(const Body& body) { on_ranks(std::get<1>(GetParam()), std::get<0>(GetParam()), body); }
};

INSTANTIATE_TEST_SUITE_P(Carriers, Consensus,
                         ::testing::Combine(::testing::Values(Way::kStore, Way::kMessages, Way::kTeam, Way::kCheckedTeam),
                                            ::testing::Values(1, 2, 5)));

// Often enough that a team comes to have shared memory meanwhile.
TEST_P(Consensus, AllHearWhatEachSays) {
  struct Words {
    std::int32_t rank;
    std::int32_t round;
    char text[500];
  };
  on_all([](Carrier& carrier) {
    for (std::int32_t round = 0; round < 12; ++round) {
      std::vector<Words> all;
      const Words mine{carrier.rank(), round, {}};
      ASSERT_TRUE(all_say(carrier, mine, &all).is_ok());
      ASSERT_EQ(all.size(), static_cast<std::size_t>(carrier.size()));
      for (std::int32_t i = 0; i < carrier.size(); ++i) {
        EXPECT_EQ(all[static_cast<std::size_t>(i)].rank, i);
        EXPECT_EQ(all[static_cast<std::size_t>(i)].round, round);
      }
    }
  });
}

TEST_P(Consensus, EachHandsEachACell) {
  on_all([](Carrier& carrier) {
    const auto size = static_cast<std::size_t>(carrier.size());
    for (std::int32_t round = 0; round < 12; ++round) {
      std::vector<std::array<std::int32_t, 3>> sent;
      std::vector<std::array<std::int32_t, 3>> got(size);
      for (std::int32_t i = 0; i < carrier.size(); ++i) sent.push_back({carrier.rank(), i, round});
      expect_ok(all_hand(carrier, std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(got)), sizeof sent[0]));
      for (std::int32_t i = 0; i < carrier.size(); ++i) {
        EXPECT_EQ(got[static_cast<std::size_t>(i)], (std::array<std::int32_t, 3>{i, carrier.rank(), round}));
      }
    }
  });
}

TEST_P(Consensus, AllAreWellWhereNobodyFailed) {
  on_all([](Carrier& carrier) { expect_ok(all_ok(carrier, Status::ok(), "make its part")); });
}

// The last member and, of five, the one before it: the others hear of the first of the two.
TEST_P(Consensus, AllFailWithTheCodeOfTheFirstThatFailed) {
  on_all([](Carrier& carrier) {
    const int last = carrier.size() - 1;
    const int first = carrier.size() == 5 ? last - 1 : last;
    Status mine;
    if (carrier.rank() == last) mine = Status::error(Code::kDriver, "the driver of the last one");
    if (carrier.rank() == first) mine = Status::error(Code::kNoMemory, "no {} bytes are left", 7);
    const Status heard = all_ok(carrier, mine, "make its part");
    if (!mine.is_ok()) {
      EXPECT_EQ(heard.code(), mine.code());
      EXPECT_EQ(heard.message(), mine.message()) << "who failed has its own failure back";
      return;
    }
    EXPECT_EQ(heard.code(), Code::kNoMemory);
    EXPECT_EQ(heard.message(), fmt::format("rank {} could not make its part: {}; its own message tells why", first,
                                           base::code_name(Code::kNoMemory)));
  });
}

TEST(ConsensusCells, HaveToBeOneForEachMember) {
  on_ranks(2, Way::kStore, [](Carrier& carrier) {
    std::vector<std::byte> cells(4);
    EXPECT_EQ(all_hand(carrier, cells, cells, 3).code(), Code::kInternal);
  });
}

// A rank hears one other, whatever the length; only what is of one length can be heard of all at once.
TEST(StoreCarrier, HearsOneRankAndAll) {
  testing::on_threads(3, [](std::unique_ptr<boot::Boot> boot) -> Status {
    StoreCarrier carrier(*boot, "words", true);
    StoreCarrier uneven(*boot, "uneven", true);
    const auto rank = static_cast<std::uint8_t>(carrier.rank());
    const std::vector<std::byte> several(rank + std::size_t{1}, std::byte{rank});
    expect_ok(carrier.say(std::span(several).first(1)));
    expect_ok(uneven.say(several));
    expect_ok(boot->fence());
    std::vector<std::byte> said;
    expect_ok(uneven.hear(2, &said));
    EXPECT_EQ(said, std::vector<std::byte>(3, std::byte{2}));
    std::array<std::uint8_t, 3> all{};
    expect_ok(carrier.hear_all(all.data(), 1));
    EXPECT_EQ(all, (std::array<std::uint8_t, 3>{0, 1, 2}));
    EXPECT_EQ(uneven.hear_all(all.data(), 1).code(), Code::kProtocol);
    return boot->finalize();
  });
}

TEST(StoreCarrier, TheRootGetsBytesOfAnyLength) {
  testing::on_threads(3, [](std::unique_ptr<boot::Boot> boot) -> Status {
    StoreCarrier carrier(*boot, "lengths", false);
    const auto rank = static_cast<std::size_t>(carrier.rank());
    for (int root = 0; root < 3; ++root) {
      std::vector<std::vector<std::byte>> all;
      expect_ok(carrier.gather_at(root, std::vector<std::byte>(2 * rank, static_cast<std::byte>(root)), &all));
      EXPECT_EQ(all.size(), carrier.rank() == root ? 3U : 0U);
      for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(all[i], std::vector<std::byte>(2 * i, static_cast<std::byte>(root)));
    }
    return boot->finalize();
  });
}

}  // namespace
}  // namespace penstock::runtime
