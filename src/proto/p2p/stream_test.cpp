// Messages by streams: they go piece by piece through slots if memory is not contiguous; failures on the way are checked too.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "proto/layout/pack.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;
using testing::Op;

constexpr Context kContext = 4;
constexpr std::uint64_t kChunk = 64U << 10;

// Uses every second word of memory.
class Words {
 public:
  explicit Words(std::uint64_t count) : count_(count), memory_(2 * count) {
    EXPECT_TRUE(Layout::vector(Layout::bytes(sizeof(std::uint32_t)), 1, 1, 2 * sizeof(std::uint32_t), &vector_).is_ok());
    layout_ = Layout::resized(vector_, 0, 2 * sizeof(std::uint32_t));
  }
  void fill(std::uint32_t first) {
    for (std::uint64_t i = 0; i < count_; ++i) memory_[2 * i] = first + static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] Buffer buffer() { return {memory_.data(), count_, &layout_}; }
  [[nodiscard]] const std::vector<std::uint32_t>& memory() const { return memory_; }

 private:
  std::uint64_t count_;
  std::vector<std::uint32_t> memory_;
  Layout vector_;
  Layout layout_;
};

JobOptions streaming(int size, std::vector<std::pair<std::string, std::string>> settings = {}) {
  JobOptions options;
  options.size = size;
  options.mock = true;
  options.mock_options.flags = transport::kCanSend | transport::kCanStream;
  options.settings = std::move(settings);
  options.settings.emplace_back("PENSTOCK_NET_CHUNK", "64K");
  return options;
}

// Holds one message and its two ends.
class Flight {
 public:
  Flight(MockJob& job, int from, int to, std::uint64_t words) : source_(words), target_(words) {
    source_.fill(static_cast<std::uint32_t>(from) * 7 + 1);
    receive_ = job.recv(to, target_.buffer(), from, 1, kContext);
    send_ = job.send(from, source_.buffer(), to, 1, kContext);
  }
  [[nodiscard]] bool over() const { return send_->done() && receive_->done(); }
  [[nodiscard]] const Operation& send() const { return *send_; }
  [[nodiscard]] const Operation& receive() const { return *receive_; }
  [[nodiscard]] bool arrived() const {
    return receive_->done() && receive_->status().is_ok() && source_.memory() == target_.memory();
  }

 private:
  Words source_;
  Words target_;
  Op send_, receive_;
};

void rounds(MockJob& job, int count) {
  for (int i = 0; i < count; ++i) job.progress_all();
}

TEST(Stream, WhatIsNotContiguousGoesInPieces) {
  MockJob job(streaming(2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const std::uint64_t words = 20 * kChunk / sizeof(std::uint32_t) + 3;
  const Flight flight(job, 0, 1, words);
  ASSERT_TRUE(job.complete(flight.send()) && job.complete(flight.receive()));
  EXPECT_TRUE(flight.arrived());
  EXPECT_EQ(job.fabric().counts(0).streams, 21U);
}

// Sends contiguous host memory, in pieces of PENSTOCK_NET_STREAM.
void send_bytes(std::uint64_t bytes, std::uint64_t streams) {
  MockJob job(streaming(2, {{"PENSTOCK_NET_STREAM", "1M"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Layout byte = Layout::bytes(1);
  std::vector<std::byte> source(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) source[i] = static_cast<std::byte>(i * 7 % 251);
  std::vector<std::byte> target(source.size());
  const Op receive = job.recv(1, {target.data(), target.size(), &byte}, 0, 1, kContext);
  const Op send = job.send(0, {source.data(), source.size(), &byte}, 1, 1, kContext);
  ASSERT_TRUE(job.complete(*send) && job.complete(*receive));
  EXPECT_EQ(source, target);
  EXPECT_EQ(job.fabric().counts(0).streams, streams);
}

TEST(Stream, ContiguousHostMemoryGoesInLongPieces) {
  send_bytes(1U << 20, 1);
  send_bytes((1U << 20) + 1, 2);
  send_bytes(20U << 20, 20);
}

TEST(Stream, ManyMessagesShareFewSlots) {
  MockJob job(streaming(3, {{"PENSTOCK_NET_SEND_SLOTS", "1"}, {"PENSTOCK_NET_RECV_SLOTS", "2"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  std::vector<std::unique_ptr<Flight>> flights;
  for (int i = 0; i < 24; ++i) {
    const int from = i % 3;
    flights.push_back(std::make_unique<Flight>(job, from, (from + 1 + i / 3 % 2) % 3, kChunk + static_cast<unsigned>(i)));
  }
  for (const auto& flight : flights) {
    ASSERT_TRUE(job.complete(flight->send()) && job.complete(flight->receive()));
    EXPECT_TRUE(flight->arrived());
  }
}

// The sender has the slots and does not fill them.
TEST(Stream, ASenderThatComputesHoldsUpNoOther) {
  MockJob job(streaming(3, {{"PENSTOCK_NET_RECV_SLOTS", "1"}}));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Flight held(job, 1, 0, kChunk);
  for (int i = 0; i < 100; ++i) job.engine(0).progress().poll();
  const Flight other(job, 2, 0, kChunk);
  for (int i = 0; i < 10'000 && !other.over(); ++i) {
    job.engine(0).progress().poll();
    job.engine(2).progress().poll();
  }
  EXPECT_TRUE(other.arrived());
  EXPECT_FALSE(held.over());
  ASSERT_TRUE(job.complete(held.send()) && job.complete(held.receive()));
  EXPECT_TRUE(held.arrived());
}

TEST(Stream, ThatCannotBeginGoesAsMessages) {
  MockJob job(streaming(2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  job.fabric().options(1).fail_stream_from = 1;
  const Flight flight(job, 0, 1, kChunk);
  ASSERT_TRUE(job.complete(flight.send()) && job.complete(flight.receive()));
  EXPECT_TRUE(flight.arrived());
  EXPECT_EQ(job.fabric().counts(0).streams, 0U);
  ASSERT_EQ(job.at(1).warnings().size(), 1U);
  EXPECT_NE(job.at(1).warnings()[0].find("more slowly"), std::string::npos);
}

void expect_failed(const Flight& flight) {
  EXPECT_EQ(flight.send().status().code(), Code::kTransport);
  EXPECT_EQ(flight.receive().status().code(), Code::kTransport);
}

// Checks that the following messages succeed.
void expect_health(MockJob& job) {
  rounds(job, 100);
  const Flight next(job, 0, 1, 3 * kChunk);
  ASSERT_TRUE(job.complete(next.send()) && job.complete(next.receive()));
  EXPECT_TRUE(next.arrived());
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
}

TEST(Stream, APieceThatCannotBeSentEndsBothEnds) {
  for (int nth = 1; nth <= 16; ++nth) {
    MockJob job(streaming(2));
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    job.fabric().options(0).fail_stream_to = nth;
    {
      const Flight flight(job, 0, 1, 16 * kChunk / sizeof(std::uint32_t));
      ASSERT_TRUE(job.complete(flight.send()) && job.complete(flight.receive())) << nth;
      expect_failed(flight);
    }
    expect_health(job);
  }
}

// A place that is refused while others are on their way is requested again.
TEST(Stream, APlaceThatIsRefusedOnceIsHadLater) {
  for (int nth = 2; nth <= 16; ++nth) {
    MockJob job(streaming(2));
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    job.fabric().options(1).fail_stream_from = nth;
    const Flight flight(job, 0, 1, 16 * kChunk / sizeof(std::uint32_t));
    ASSERT_TRUE(job.complete(flight.send()) && job.complete(flight.receive())) << nth;
    EXPECT_TRUE(flight.arrived()) << nth << ": " << flight.receive().status().message();
    EXPECT_EQ(job.fabric().options(1).fail_stream_from, 0) << nth;
  }
}

TEST(Stream, PlacesThatAreRefusedForGoodEndBothEnds) {
  MockJob job(streaming(2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  {
    const Flight flight(job, 0, 1, 16 * kChunk / sizeof(std::uint32_t));
    while (job.fabric().counts(0).streams < 3) job.progress_all();
    for (int i = 0; i < 10'000 && !flight.over(); ++i) {
      job.fabric().options(1).fail_stream_from = 1;
      job.progress_all();
    }
    ASSERT_TRUE(flight.over());
    expect_failed(flight);
    job.fabric().options(1).fail_stream_from = 0;
  }
  expect_health(job);
}

// The nth message of one rank cannot be sent.
TEST(Stream, AMessageThatCannotBeSentIsTold) {
  for (int victim = 0; victim < 2; ++victim) {
    for (int nth = 1; nth <= 20; ++nth) {
      MockJob job(streaming(2));
      ASSERT_TRUE(job.status().is_ok()) << job.status().message();
      job.abandon();
      job.fabric().options(victim).fail_send = nth;
      const Flight flight(job, 0, 1, 16 * kChunk / sizeof(std::uint32_t));
      rounds(job, 3000);
      const bool failed = (flight.send().done() && !flight.send().status().is_ok()) ||
                          (flight.receive().done() && !flight.receive().status().is_ok()) ||
                          !job.engine(victim).progress().take_failure().is_ok();
      const bool struck = job.fabric().options(victim).fail_send == 0;
      EXPECT_EQ(failed, struck) << "victim " << victim << " message " << nth;
      EXPECT_TRUE(failed || flight.arrived());
    }
  }
}

TEST(Stream, ALostSenderEndsWhatHasBegun) {
  MockJob job(streaming(2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  job.abandon();
  const Flight flight(job, 1, 0, 16 * kChunk / sizeof(std::uint32_t));
  for (int i = 0; i < 3; ++i) {
    job.engine(0).progress().poll();
    if (i < 2) job.engine(1).progress().poll();
  }
  ASSERT_FALSE(flight.receive().done());
  job.fabric().options(0).lose = 1;
  for (int i = 0; i < 10; ++i) job.engine(0).progress().poll();
  ASSERT_TRUE(flight.receive().done());
  EXPECT_EQ(flight.receive().status().code(), Code::kPeerLost);
}

}  // namespace
}  // namespace penstock::proto
