#include "transport/mock/mock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "transport/testing/traffic.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

struct Recorder final : Sink {
  void lost(int, Status&&) override {}
  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte>) override {
    peers.push_back(peer);
    numbers.push_back(static_cast<int>(header[0]));
  }
  std::vector<int> peers;
  std::vector<int> numbers;
};

TEST(Mock, ReordersPeersButNotAPeersMessages) {
  MockFabric fabric(4);
  Status why;
  for (int peer = 1; peer < 4; ++peer) {
    const auto endpoint = fabric.endpoint(peer);
    for (int n = 0; n < 10; ++n) {
      const auto header = static_cast<std::byte>(n);
      ASSERT_EQ(endpoint->send(0, std::span(&header, 1), {}, &why), Outcome::kDone);
    }
  }
  const auto zero = fabric.endpoint(0);
  Recorder sink;
  int delivered = 0;
  while (fabric.waiting(0) > 0) {
    ASSERT_TRUE(zero->progress(sink, &delivered).is_ok());
    EXPECT_LE(delivered, fabric.options(0).batch);
  }
  ASSERT_EQ(sink.peers.size(), 30U);
  EXPECT_FALSE(std::is_sorted(sink.peers.begin(), sink.peers.end()));
  int next[4] = {};
  for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(sink.numbers[i], next[sink.peers[i]]++);
}

TEST(Mock, DoesAsTheScriptSays) {
  MockFabric fabric(2, {.inbox_messages = 3});
  const auto zero = fabric.endpoint(0);
  Status why;
  fabric.options(0).full_sends = 1;
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kFull);
  fabric.options(0).fail_send = 2;
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kDone);
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kError);
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kDone);
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kDone);
  EXPECT_EQ(zero->send(1, {}, {}, &why), Outcome::kFull);
  EXPECT_EQ(fabric.counts(0).sends, 3U);
  EXPECT_EQ(fabric.counts(0).full, 2U);
  fabric.options(1).fail_progress = 1;
  Inspector sink(2, [](std::uint32_t) { return std::pair<std::size_t, std::size_t>{0, 0}; });
  int delivered = 0;
  const auto one = fabric.endpoint(1);
  EXPECT_FALSE(one->progress(sink, &delivered).is_ok());
  EXPECT_TRUE(one->progress(sink, &delivered).is_ok());
  EXPECT_EQ(delivered, 3);
}

TEST(Mock, MovesHostMemoryUnlessToldNot) {
  MockFabric fabric(2);
  const auto zero = fabric.endpoint(0);
  std::uint64_t far = 3;
  std::uint64_t near = 0;
  Bulk bulk;
  bulk.remote_shape = {.base = reinterpret_cast<std::uint64_t>(&far), .block = 8};
  bulk.local_shape = {.base = reinterpret_cast<std::uint64_t>(&near), .block = 8};
  bulk.bytes = 8;
  Cost cost;
  BulkHandle handle;
  EXPECT_TRUE(zero->can_get(1, bulk, &cost));
  ASSERT_TRUE(zero->get(1, bulk, &handle).is_ok());
  EXPECT_EQ(near, 3U);
  near = 9;
  ASSERT_TRUE(zero->put(1, bulk, &handle).is_ok());
  EXPECT_EQ(far, 9U);
  fabric.options(0).fail_get = 1;
  EXPECT_EQ(zero->get(1, bulk, &handle).code(), Code::kTransport);
  fabric.options(0).can_get = [](int, const Bulk&, Cost* price) { return price->latency_us = 77, true; };
  fabric.options(0).flags = kCanSend;
  EXPECT_TRUE(zero->can_get(1, bulk, &cost));
  EXPECT_EQ(cost.latency_us, 77);
  EXPECT_FALSE(zero->can_put(1, bulk, &cost));
  EXPECT_EQ(zero->staging(), nullptr);
}

TEST(Mock, EndpointsMayBeThreads) {
  MockFabric fabric(2, {.inbox_messages = 4});
  const auto of = [](std::uint32_t n) { return std::pair<std::size_t, std::size_t>{8, n % 100}; };
  const auto one = [&](int rank) {
    const auto endpoint = fabric.endpoint(rank);
    Inspector sink(2, of);
    Status why;
    int delivered = 0;
    std::uint32_t sent = 0;
    while (sent < 500 || sink.count() < 500) {
      const Parcel parcel({static_cast<std::uint32_t>(rank), sent}, of(sent).first, of(sent).second);
      if (sent < 500 && endpoint->send(1 - rank, parcel.header, parcel.payload, &why) == Outcome::kDone) ++sent;
      if (!endpoint->progress(sink, &delivered).is_ok()) break;
      Doorbell& bell = *endpoint->doorbell();
      const bool quiet = delivered == 0 && endpoint->arm();
      if (quiet) bell.sleep(bell.look(), 1'000'000);
      endpoint->disarm();
    }
    EXPECT_TRUE(sink.good());
    EXPECT_EQ(sink.count(), 500U);
  };
  std::thread other([&] { one(1); });
  one(0);
  other.join();
}

}  // namespace
}  // namespace penstock::transport
