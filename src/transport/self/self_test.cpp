#include "transport/self/self.hpp"

#include <gtest/gtest.h>

#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"
#include "transport/testing/traffic.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

std::pair<std::size_t, std::size_t> sizes(std::uint32_t number) {
  return {number * 37 % 513, number * 1009 % 15000};
}

class SelfTest : public ::testing::Test {
 protected:
  Board* board_ = Board::make(4);
  Config config_;
  Log log_;
  NoGpu accel_;
  BoardAddresses addresses_{*board_, 4};
  Environment environment_{config_, log_, accel_, addresses_, 3, 4};
  std::unique_ptr<Transport> self_ = make_self(environment_);
  Status why_;
};

TEST_F(SelfTest, ReachesItselfAlone) {
  for (int peer = 0; peer < 4; ++peer) {
    bool reached = false;
    ASSERT_TRUE(self_->reaches(peer, &reached).is_ok());
    EXPECT_EQ(reached, peer == 3);
  }
  EXPECT_EQ(self_->send(0, {}, {}, &why_), Outcome::kError);
  EXPECT_NE(why_.message().find("rank 0"), std::string_view::npos);
}

TEST_F(SelfTest, KeepsOrderAndBytesThroughFullAndWrap) {
  Inspector sink(4, sizes);
  std::uint32_t sent = 0;
  int full = 0;
  int delivered = 0;
  while (sent < 2000) {
    const Parcel parcel({3, sent}, sizes(sent).first, sizes(sent).second);
    const Outcome outcome = self_->send(3, parcel.header, parcel.payload, &why_);
    ASSERT_NE(outcome, Outcome::kError) << why_.message();
    if (outcome == Outcome::kDone) {
      ++sent;
      EXPECT_FALSE(self_->arm());
    } else {
      ++full;
      ASSERT_TRUE(self_->progress(sink, &delivered).is_ok());
      ASSERT_GT(delivered, 0);
    }
  }
  while (sink.count() < sent) ASSERT_TRUE(self_->progress(sink, &delivered).is_ok());
  EXPECT_TRUE(sink.good());
  EXPECT_GT(full, 10);
  EXPECT_TRUE(self_->arm());
}

// Echo is a sink that answers each message with another, as a protocol does.
struct Echo final : Sink {
  void lost(int, Status&&) override {}
  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    const std::vector<std::byte> before(payload.begin(), payload.end());
    Status why;
    if (left > 0 && transport->send(peer, header, payload, &why) == Outcome::kDone) --left;
    same = same && std::equal(payload.begin(), payload.end(), before.begin(), before.end());
    ++seen;
  }
  Transport* transport = nullptr;
  int left = 1000;
  int seen = 0;
  bool same = true;
};

TEST_F(SelfTest, SinkMaySend) {
  Echo sink;
  sink.transport = self_.get();
  const Parcel parcel({3, 1}, 40, 9000);
  ASSERT_EQ(self_->send(3, parcel.header, parcel.payload, &why_), Outcome::kDone);
  int delivered = 1;
  while (delivered > 0) ASSERT_TRUE(self_->progress(sink, &delivered).is_ok());
  EXPECT_EQ(sink.seen, 1001);
  EXPECT_TRUE(sink.same);
}

TEST_F(SelfTest, RefusesWhatExceedsItsSizes) {
  const std::vector<std::byte> large(self_->capabilities().max_send + 1);
  EXPECT_EQ(self_->send(3, {}, large, &why_), Outcome::kError);
  EXPECT_EQ(self_->send(3, std::span(large).first(self_->capabilities().max_header + 1), {}, &why_), Outcome::kError);
  EXPECT_EQ(self_->send(3, {}, std::span(large).first(self_->capabilities().max_send), &why_), Outcome::kDone);
}

TEST_F(SelfTest, GetsAndPutsStrided) {
  std::vector<std::uint32_t> matrix(64);
  for (std::uint32_t i = 0; i < 64; ++i) matrix[i] = i;
  std::vector<std::uint32_t> column(8);
  Bulk bulk;
  bulk.remote.owner = accel::this_process(config_);
  bulk.remote_shape = {
      .base = reinterpret_cast<std::uint64_t>(&matrix[3]), .block = 4, .dims = 1, .count = {8}, .stride = {32}};
  bulk.local_shape = {.base = reinterpret_cast<std::uint64_t>(column.data()), .block = 32};
  bulk.bytes = 32;
  Cost cost;
  BulkHandle handle;
  ASSERT_TRUE(self_->can_get(3, bulk, &cost));
  EXPECT_FALSE(self_->can_get(2, bulk, &cost));
  ASSERT_TRUE(self_->get(3, bulk, &handle).is_ok());
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(column[i], i * 8 + 3);
  for (auto& value : column) value += 100;
  ASSERT_TRUE(self_->put(3, bulk, &handle).is_ok());
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(matrix[i * 8 + 3], i * 8 + 103);
  bulk.remote.kind = accel::MemoryKind::kDevice;
  EXPECT_FALSE(self_->can_get(3, bulk, &cost));
}

}  // namespace
}  // namespace penstock::transport
