// Rings are tested: every record arrives whole and in order, whatever its length and wherever it wraps; invalid records are
// refused.
#include "transport/shm/ring.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace penstock::transport::shm {
namespace {

struct Owned {
  Geometry geometry;
  Segment segment;
};

Owned make(std::uint64_t rings, std::uint64_t block = 512) {
  Owned out;
  EXPECT_TRUE(Geometry::of({8, block, 1, 4096, rings, 4096}, &out.geometry).is_ok());
  EXPECT_TRUE(Segment::create(out.geometry, 7, &out.segment).is_ok());
  return out;
}

// Sample is message `number` of a sender: its lengths and bytes follow from both.
struct Sample {
  Sample(int source, std::uint32_t number, std::size_t most) {
    std::mt19937 random(static_cast<unsigned>(source) * 7919U + number);
    header.resize(4 + random() % 60);
    payload.resize(random() % 3 == 0 ? random() % (most - 64) : random() % 24);
    for (auto* part : {&header, &payload}) {
      for (std::byte& byte : *part) byte = static_cast<std::byte>(random());
    }
    std::memcpy(header.data(), &number, sizeof number);
  }
  std::vector<std::byte> header, payload;
};

struct Checking final : Sink {
  void lost(int, Status&&) override {}
  explicit Checking(int sources, std::size_t most_bytes) : next(static_cast<std::size_t>(sources)), most(most_bytes) {}
  void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override {
    std::uint32_t& number = next[static_cast<std::size_t>(peer)];
    const Sample expected(peer, number, most);
    ASSERT_TRUE(std::equal(header.begin(), header.end(), expected.header.begin(), expected.header.end())) << number;
    ASSERT_TRUE(std::equal(payload.begin(), payload.end(), expected.payload.begin(), expected.payload.end())) << number;
    ++number;
    ++count;
  }
  std::vector<std::uint32_t> next;
  std::size_t most;
  std::uint64_t count = 0;
};

void send_all(RingWriter& writer, int source, std::uint32_t messages, std::size_t most, Publish how) {
  for (std::uint32_t number = 0; number < messages; ++number) {
    const Sample sample(source, number, most);
    while (!writer.push(sample.header, sample.payload, how)) std::this_thread::yield();
  }
}

class RingTraffic : public testing::TestWithParam<Publish> {};

TEST_P(RingTraffic, ArrivesWholeAndInOrder) {
  constexpr int kSenders = 3;
  constexpr std::uint32_t kMessages = 20000;
  Owned mine = make(4);
  const std::size_t most = max_message(mine.geometry);
  std::vector<std::thread> senders;
  for (int source = 0; source < kSenders; ++source) {
    senders.emplace_back([&mine, source, most] {
      RingWriter writer(mine.segment, static_cast<std::uint32_t>(source));
      ASSERT_TRUE(writer.valid());
      send_all(writer, source, kMessages, most, GetParam());
    });
  }
  Rings rings(mine.segment, kSenders);
  Checking sink(kSenders, most);
  Status why;
  while (sink.count < std::uint64_t{kSenders} * kMessages && !HasFatalFailure()) {
    if (rings.pop(sink, 32, &why) == 0) std::this_thread::yield();
    ASSERT_TRUE(why.is_ok()) << why.message();
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_TRUE(rings.quiet());
}

INSTANTIATE_TEST_SUITE_P(Both, RingTraffic, testing::Values(Publish::kOrdered, Publish::kPlain));

TEST(Ring, IsFullUntilTheReaderIsThere) {
  Owned mine = make(1);
  const std::size_t most = max_message(mine.geometry);
  RingWriter writer(mine.segment, 0);
  Rings rings(mine.segment, 1);
  Checking sink(1, most);
  Status why;
  std::uint32_t sent = 0;
  for (int round = 0; round < 200; ++round) {
    for (;; ++sent) {
      const Sample sample(0, sent, most);
      if (!writer.push(sample.header, sample.payload, Publish::kPlain)) break;
    }
    while (rings.pop(sink, 32, &why) != 0) {
    }
    ASSERT_EQ(sink.count, sent);
    ASSERT_TRUE(why.is_ok());
  }
  EXPECT_GT(sent, 1000U);
}

// Messages are taken by pop() or by pop_front(), each once and in order.
TEST(Ring, ShowsTheNextMessageOfASender) {
  Owned mine = make(2);
  const std::size_t most = max_message(mine.geometry);
  RingWriter writer(mine.segment, 1);
  Rings rings(mine.segment, 2);
  Checking sink(2, most);
  Status why;
  Front front;
  EXPECT_FALSE(rings.front(1, &front)) << "the ring is not known yet";
  EXPECT_EQ(rings.pop(sink, 32, &why), 0);
  EXPECT_FALSE(rings.front(1, &front)) << "nothing has come";
  std::mt19937 random(3);
  std::uint32_t sent = 0;
  while (sent < 5000) {
    for (Sample sample(1, sent, most); writer.push(sample.header, sample.payload, Publish::kPlain);) {
      sample = Sample(1, ++sent, most);
    }
    while (sink.count < sent) {
      EXPECT_FALSE(rings.front(0, &front)) << "who has no ring";
      if (random() % 3 == 0) {
        ASSERT_GT(rings.pop(sink, 1, &why), 0);
        continue;
      }
      ASSERT_TRUE(rings.front(1, &front));
      ASSERT_TRUE(rings.front(1, &front)) << "it stays until it is taken";
      sink.deliver(1, front.header, front.payload);
      rings.pop_front(1);
    }
    ASSERT_FALSE(rings.front(1, &front));
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_TRUE(rings.quiet());
}

// The largest message fits at any place of a drained ring, or no sender could ever go on.
TEST(Ring, TakesTheLargestMessageAnywhere) {
  Owned mine = make(1);
  const std::vector<std::byte> large(max_message(mine.geometry) - 16), header(16), small(8);
  RingWriter writer(mine.segment, 0);
  Rings rings(mine.segment, 1);
  struct : Sink {
    void lost(int, Status&&) override {}
    void deliver(int, std::span<const std::byte>, std::span<const std::byte>) override {}
  } sink;
  Status why;
  for (int i = 0; i < 5000; ++i) {
    ASSERT_TRUE(writer.push(header, i % 7 == 0 ? large : small, Publish::kPlain)) << i;
    ASSERT_EQ(rings.pop(sink, 32, &why), 1);
  }
}

TEST(Ring, OneForEachSenderWhileThereAreSome) {
  Owned mine = make(2);
  const RingWriter first(mine.segment, 5), second(mine.segment, 6), third(mine.segment, 7);
  EXPECT_TRUE(first.valid());
  EXPECT_TRUE(second.valid());
  EXPECT_FALSE(third.valid());
  Owned none = make(0);
  EXPECT_FALSE(RingWriter(none.segment, 0).valid());
}

TEST(Ring, ANewSenderIsSeenBeforeSleep) {
  Owned mine = make(2);
  Rings rings(mine.segment, 4);
  EXPECT_TRUE(rings.quiet());
  RingWriter writer(mine.segment, 3);
  EXPECT_TRUE(rings.quiet());
  ASSERT_TRUE(writer.push({}, {}, Publish::kOrdered));
  EXPECT_FALSE(rings.quiet());
}

// Any word causes a delivery within the ring, or kProtocol and no more messages.
TEST(Ring, SurvivesAnyWord) {
  std::mt19937_64 random(11);
  int refused = 0;
  int delivered = 0;
  struct Counting final : Sink {
    void lost(int, Status&&) override {}
    void deliver(int, std::span<const std::byte> header, std::span<const std::byte> payload) override {
      for (const std::byte byte : header) sum += static_cast<unsigned>(byte);
      for (const std::byte byte : payload) sum += static_cast<unsigned>(byte);
    }
    unsigned sum = 0;
  } sink;
  for (int i = 0; i < 3000; ++i) {
    Owned mine = make(1);
    RingWriter writer(mine.segment, 0);
    Rings rings(mine.segment, 1);
    const auto mark = static_cast<std::uint64_t>(random() % 3 == 0 ? random() % 65536 : 1 + random() % 2);
    const std::uint64_t word =
        (random() % 600) | (random() % 2 == 0 ? random() << 10 & 0xffffffffU : 0) | (random() % 600) << 32 | mark << 48;
    reinterpret_cast<std::atomic<std::uint64_t>*>(mine.segment.ring(0))->store(word);
    Status why;
    Front front;
    const int taken = rings.pop(sink, 32, &why);
    EXPECT_FALSE(!why.is_ok() && rings.front(0, &front)) << "what is refused is shown to nobody";
    delivered += taken;
    if (!why.is_ok()) {
      EXPECT_EQ(why.code(), Code::kProtocol);
      ++refused;
      Status again;
      EXPECT_EQ(rings.pop(sink, 32, &again), 0);
      EXPECT_TRUE(again.is_ok());
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(delivered, 100);
}

}  // namespace
}  // namespace penstock::transport::shm
