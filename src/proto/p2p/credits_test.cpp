// A sender is far ahead of its receiver: the memory for unexpected messages is bounded, nothing is lost, and order is kept.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <vector>

#include "proto/p2p/credits.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::MockJob;

const Layout kByte = Layout::bytes(1);
constexpr Context kContext = 9;

TEST(Credits, TellsOnceAboveTheLimitAndOnceBelowHalf) {
  Credits credits(1000);
  EXPECT_FALSE(credits.keep(1, 600));
  EXPECT_FALSE(credits.keep(0, 600));
  EXPECT_TRUE(credits.keep(1, 600));
  EXPECT_FALSE(credits.keep(1, 600));
  EXPECT_FALSE(credits.give_back(1, 600));
  EXPECT_FALSE(credits.give_back(1, 600));
  EXPECT_TRUE(credits.give_back(1, 600));
  EXPECT_FALSE(credits.give_back(0, 600));
  EXPECT_TRUE(credits.keep(1, 1001));
}

// Messages whose first bytes are their number, kept until they are over.
class Numbered {
 public:
  Numbered(MockJob& job, std::size_t bytes) : job_(job), bytes_(bytes) {}

  // Tells if the send was complete after some rounds of both ranks.
  bool send(std::uint32_t number) {
    Flight& flight = start(number);
    flight.operation = job_.send(0, buffer(), 1, static_cast<int>(number), kContext);
    rounds();
    return flight.operation->done();
  }
  // Receives one message and checks its number.
  void receive(int tag, std::uint32_t number) {
    Flight& flight = start(~number);
    flight.operation = job_.recv(1, buffer(), 0, tag, kContext);
    const Operation* operation = flight.operation.get();
    ASSERT_TRUE(job_.complete(*operation));
    EXPECT_TRUE(operation->status().is_ok());
    std::uint32_t seen = 0;
    std::memcpy(&seen, flight.bytes.data(), sizeof seen);
    EXPECT_EQ(seen, number);
    EXPECT_EQ(operation->result().tag, static_cast<int>(number));
  }
  // Makes every rank receive the messages that the others have sent.
  void rounds() {
    for (int i = 0; i < 20; ++i) job_.progress_all();
  }
  [[nodiscard]] std::size_t unfinished() {
    rounds();
    std::size_t count = 0;
    for (const Flight& flight : flights_) count += flight.operation->done() ? 0 : 1;
    return count;
  }

 private:
  struct Flight {
    std::vector<std::byte> bytes;
    testing::Op operation;
  };
  Flight& start(std::uint32_t number) {
    Flight& flight = flights_.emplace_back();
    flight.bytes.resize(bytes_);
    std::memcpy(flight.bytes.data(), &number, sizeof number);
    return flight;
  }
  [[nodiscard]] Buffer buffer() { return {flights_.back().bytes.data(), bytes_, &kByte}; }

  MockJob& job_;
  std::size_t bytes_;
  std::deque<Flight> flights_;
};

testing::JobOptions options(bool mock) {
  testing::JobOptions out;
  out.mock = mock;
  out.mock_options.max_send = 9000;
  out.settings = {{"PENSTOCK_UNEXPECTED_LIMIT", "64K"}};
  return out;
}

class CreditsOver : public ::testing::TestWithParam<std::tuple<bool, std::size_t>> {};
INSTANTIATE_TEST_SUITE_P(P2p, CreditsOver, ::testing::Combine(::testing::Bool(), ::testing::Values(8, 300, 4096)));

TEST_P(CreditsOver, SenderIsHeldAndReleasedInOrder) {
  const auto [mock, bytes] = GetParam();
  MockJob job(options(mock));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  {
    Numbered messages(job, bytes);
    std::uint32_t sent = 0;
    while (sent < 10'000 && messages.send(sent)) ++sent;
    ++sent;
    EXPECT_LT(sent * bytes, 80'000U) << "kept more than the limit";
    EXPECT_EQ(messages.unfinished(), 1U);
    // Sends more messages than may carry their data with them.
    for (int i = 0; i < 40; ++i) EXPECT_FALSE(messages.send(sent++));
    for (std::uint32_t number = 0; number < sent; ++number) messages.receive(kAnyTag, number);
    EXPECT_EQ(messages.unfinished(), 0U);
    EXPECT_TRUE(messages.send(sent));
    messages.receive(static_cast<int>(sent), sent);
  }
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
}

// The receiver first asks for other messages: a held send ends when the receiver is no longer behind, matched or not.
TEST_P(CreditsOver, ResumeEndsHeldSends) {
  const auto [mock, bytes] = GetParam();
  MockJob job(options(mock));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  {
    Numbered messages(job, bytes);
    std::uint32_t sent = 0;
    while (sent < 10'000 && messages.send(sent)) ++sent;
    const std::uint32_t held = sent;
    for (std::uint32_t number = 0; number < held; ++number) messages.receive(static_cast<int>(number), number);
    EXPECT_EQ(messages.unfinished(), 0U);
    messages.receive(static_cast<int>(held), held);
  }
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
}

}  // namespace
}  // namespace penstock::proto
