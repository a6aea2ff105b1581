// Peers have numbers beyond the job's size: they are processes that come later.
#include <gtest/gtest.h>

#include <array>

#include "proto/common/failures.hpp"
#include "proto/common/operation.hpp"
#include "proto/common/outbox.hpp"
#include "proto/common/peer_table.hpp"
#include "proto/common/peers.hpp"
#include "proto/p2p/credits.hpp"
#include "proto/testing/vast.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::proto {
namespace {

constexpr std::array kNumbers = {0, 1, 2, 63, 64, 4096, 1'000'000};

TEST(PeerTable, KeepsWhatWasWrittenWhereItLies) {
  PeerTable<int> table;
  EXPECT_EQ(table.find(0), nullptr);
  for (const int peer : kNumbers) table.get(peer) = peer + 1;
  int* first = table.find(0);
  table.get(2'000'000) = 7;
  EXPECT_EQ(table.find(0), first) << "entries stay when the table grows";
  for (const int peer : kNumbers) EXPECT_EQ(table.at(peer), peer + 1);
  EXPECT_EQ(table.at(3), 0) << "near one that was used";
  EXPECT_EQ(table.at(500'000), 0) << "far from any";
  EXPECT_EQ(table.at(2'000'000'000), 0);
  EXPECT_EQ(table.at(-1), 0);
  EXPECT_EQ(table.find(500'000), nullptr);
}

TEST(PeerTable, VisitsWhatWasUsed) {
  PeerTable<int> table;
  for (const int peer : kNumbers) table.get(peer) = 1;
  int sum = 0;
  int visited = 0;
  table.for_each([&](int entry) { sum += entry, ++visited; });
  EXPECT_EQ(sum, static_cast<int>(kNumbers.size()));
  EXPECT_LT(visited, 1000);
}

// A job of two ranks, and processes that come later.
struct Two {
  Config config;
  Log log{base::Level::kError, 0};
  transport::testing::NoGpu accel;
  testing::Vast boot{2};
  Peers peers{{config, log, boot, accel}};
  testing::Anywhere* wire = nullptr;

  Status publish() {
    PENSTOCK_TRY(peers.publish([this](const transport::Environment&, std::vector<std::unique_ptr<transport::Transport>>* out) {
      auto made = std::make_unique<testing::Anywhere>();
      wire = made.get();
      out->push_back(std::move(made));
      return Status::ok();
    }));
    return peers.fence();
  }
};

TEST(Peers, HaveALaneEachWhateverTheirNumbers) {
  Two job;
  ASSERT_TRUE(job.publish().is_ok());
  for (const int peer : kNumbers) {
    EXPECT_EQ(job.peers.known_lane(peer), nullptr);
    EXPECT_EQ(job.peers.mask(peer), 0);
    transport::Transport* lane = nullptr;
    const Status found = job.peers.lane(peer, &lane);
    ASSERT_TRUE(found.is_ok()) << found.message();
    EXPECT_EQ(lane, job.wire);
    EXPECT_EQ(job.peers.known_lane(peer), lane);
    EXPECT_EQ(job.peers.mask(peer), 1);
  }
  EXPECT_EQ(job.boot.lookups, static_cast<int>(kNumbers.size()) - 1) << "one each, and none of its own";
}

TEST(Peers, AreLostOnce) {
  Two job;
  const Status why = Status::error(Code::kTransport, "gone");
  EXPECT_EQ(job.peers.loss_of(kAnySource), nullptr);
  EXPECT_TRUE(job.peers.lose(1'000'000, why));
  EXPECT_FALSE(job.peers.lose(1'000'000, why));
  EXPECT_FALSE(job.peers.lose(-1, why)) << "nobody";
  EXPECT_EQ(job.peers.loss_of(1), nullptr);
  ASSERT_NE(job.peers.loss_of(1'000'000), nullptr);
  EXPECT_EQ(job.peers.loss_of(kAnySource)->message(), why.message());
}

class Ends final : public SendListener {
 public:
  void sent(std::uint64_t cookie, Status&& status) override {
    EXPECT_TRUE(status.is_ok());
    cookies.push_back(cookie);
  }
  std::vector<std::uint64_t> cookies;
};

TEST(Outbox, KeepsTheOrderOfEachPeer) {
  Two job;
  ASSERT_TRUE(job.publish().is_ok());
  Failures failures(job.log);
  Outbox outbox(job.peers, failures);
  Ends ends;
  Post post(outbox, ends);
  const std::array<std::byte, 8> header{};
  job.wire->full = true;
  std::uint64_t cookie = 0;
  for (const int peer : kNumbers) ASSERT_TRUE(post.post(peer, header, {}, ++cookie).is_ok());
  for (const int peer : kNumbers) ASSERT_TRUE(post.post(peer, header, {}, 0).is_ok());
  EXPECT_FALSE(outbox.flush());
  job.wire->full = false;
  Status why;
  EXPECT_EQ(outbox.try_send(1'000'000, header, {}, &why), transport::Outcome::kFull) << "others are ahead of it";
  EXPECT_EQ(outbox.try_send(999'999, header, {}, &why), transport::Outcome::kDone) << "nothing waits for that peer";
  EXPECT_TRUE(outbox.flush());
  EXPECT_TRUE(outbox.empty());
  EXPECT_EQ(ends.cookies, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7}));
  for (const int peer : kNumbers) EXPECT_EQ(job.wire->sent[peer], 2);
  EXPECT_TRUE(failures.take().is_ok());
}

TEST(Credits, KnowsPeersOfAnyNumber) {
  Credits credits(1000);
  EXPECT_FALSE(credits.held(1'000'000));
  credits.hear(1'000'000, true);
  EXPECT_TRUE(credits.held(1'000'000));
  EXPECT_FALSE(credits.held(999'999));
  EXPECT_FALSE(credits.keep(4096, 1000));
  EXPECT_TRUE(credits.keep(4096, 1));
  EXPECT_EQ(credits.kept(), 1001U);
}

}  // namespace
}  // namespace penstock::proto
