// Messages between ranks of one process, over mock and shared-memory transports.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>

#include "proto/layout/pack.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;
using testing::Op;

const Layout kByte = Layout::bytes(1);

Buffer bytes_of(std::vector<std::byte>& memory) {
  return {memory.data(), memory.size(), &kByte};
}

std::vector<std::byte> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::byte> out(bytes);
  for (std::size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::byte>(i * 31 + (i >> 9) + seed * 97);
  return out;
}

// A method to move messages: transports and settings.
struct Variant {
  const char* name;
  bool mock;
  std::uint32_t flags;
  std::vector<std::pair<std::string, std::string>> settings;
};

JobOptions options_of(const Variant& way, int size) {
  JobOptions options;
  options.size = size;
  options.mock = way.mock;
  options.mock_options.flags = way.flags;
  options.settings = way.settings;
  return options;
}

using transport::kCanGet;
using transport::kCanPut;
using transport::kCanSend;
using transport::kHasStaging;

const Variant kVariants[] = {
    {"mock_get", true, kCanSend | kCanGet | kCanPut | kHasStaging, {}},
    {"mock_put", true, kCanSend | kCanPut, {}},
    {"mock_staged", true, kCanSend | kHasStaging, {}},
    {"mock_fragments", true, kCanSend, {}},
    {"mock_stream", true, kCanSend | transport::kCanStream, {}},
    {"mock_stream_few_slots",
     true,
     kCanSend | transport::kCanStream,
     {{"PENSTOCK_NET_CHUNK", "64K"}, {"PENSTOCK_NET_SEND_SLOTS", "1"}, {"PENSTOCK_NET_RECV_SLOTS", "1"}}},
    {"shm", false, 0, {}},
    {"shm_without_cma", false, 0, {{"PENSTOCK_CMA", "0"}, {"PENSTOCK_STAGING_SLOT_SIZE", "16K"}}},
    {"shm_no_eager", false, 0, {{"PENSTOCK_EAGER_LIMIT", "0"}}},
};

class EveryVariant : public ::testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(P2p, EveryVariant, ::testing::ValuesIn(kVariants),
                         [](const auto& way) { return std::string(way.param.name); });

constexpr std::size_t kSizes[] = {0, 1, 7, 8, 100, 4000, 8191, 8192, 8193, 16384, 100'000, 1'000'003};

TEST_P(EveryVariant, EverySizeArrivesWhole) {
  MockJob job(options_of(GetParam(), 2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  for (const bool posted_first : {true, false}) {
    for (const auto mode : {SendMode::kStandard, SendMode::kSynchronous}) {
      for (const std::size_t size : kSizes) {
        std::vector<std::byte> source = pattern(size, 3);
        std::vector<std::byte> target(size + 8, std::byte{0xee});
        const Buffer room{target.data(), size, &kByte};
        Op receive;
        if (posted_first) {
          receive = job.recv(1, room, 0, 5, 9);
        }
        const Op send = job.send(0, bytes_of(source), 1, 5, 9, mode);
        if (!posted_first) {
          for (int i = 0; i < 10; ++i) job.progress_all();
          EXPECT_TRUE(mode == SendMode::kStandard || !send->done()) << "no receive was there";
          receive = job.recv(1, room, 0, 5, 9);
        }
        ASSERT_TRUE(job.complete(*send)) << size;
        ASSERT_TRUE(job.complete(*receive)) << size;
        EXPECT_TRUE(send->status().is_ok()) << send->status().message();
        EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
        EXPECT_EQ(receive->result().bytes, size);
        EXPECT_EQ(receive->result().source, 0);
        EXPECT_EQ(receive->result().tag, 5);
        EXPECT_TRUE(size == 0 || std::memcmp(source.data(), target.data(), size) == 0) << size;
        EXPECT_EQ(target[size], std::byte{0xee}) << "written past the end";
      }
    }
  }
  EXPECT_TRUE(job.engine(0).progress().take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).progress().take_failure().is_ok());
}

// A random strided layout and memory that holds `count` elements of it.
struct Strided {
  Layout layout;
  std::uint64_t count = 1;
  std::vector<std::byte> memory;
  [[nodiscard]] Buffer buffer() { return {memory.data(), count, &layout}; }
};

Strided random_strided(std::mt19937& random, std::size_t blocks) {
  const auto upto = [&random](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  Strided out;
  const std::int64_t block = upto(1, 3) * 4;
  const std::int64_t inner = upto(1, 4);
  Layout vector;
  EXPECT_TRUE(
      Layout::vector(Layout::bytes(static_cast<std::uint64_t>(block)), inner, 1, block + upto(0, 2) * 4, &vector).is_ok());
  out.layout = Layout::resized(vector, 0, vector.extent() + upto(0, 2) * 4);
  out.count = std::max<std::uint64_t>(1, blocks / static_cast<std::uint64_t>(block * inner));
  out.memory.resize(static_cast<std::size_t>(out.layout.extent()) * out.count);
  return out;
}

std::vector<std::byte> packed(const Buffer& buffer, std::uint64_t bytes) {
  std::vector<std::byte> out(bytes);
  pack_host(buffer, 0, out);
  return out;
}

// Many messages of random sizes, layouts, tags and modes are in flight between three ranks and are received in random order of
// posting; each arrives where its tag says, and messages of one tag arrive in order.
TEST_P(EveryVariant, RandomTrafficLandsWhereItShould) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    MockJob job(options_of(GetParam(), 3));
    ASSERT_TRUE(job.status().is_ok()) << job.status().message();
    struct Flight {
      int from, to, tag;
      Strided source, target;
      Op send, receive;
    };
    std::deque<Flight> flights;
    for (int i = 0; i < 60; ++i) {
      const std::size_t sizes[] = {4, 200, 5000, 30'000, 200'000};
      Flight& flight = flights.emplace_back();
      flight.from = static_cast<int>(random() % 3);
      flight.to = static_cast<int>(random() % 3);
      flight.tag = static_cast<int>(random() % 4);
      flight.source = random_strided(random, sizes[random() % 5]);
      flight.target = random_strided(random, flight.source.buffer().bytes() + 100);
      while (flight.target.buffer().bytes() < flight.source.buffer().bytes()) {
        ++flight.target.count;
        flight.target.memory.resize(flight.target.memory.size() + static_cast<std::size_t>(flight.target.layout.extent()));
      }
      for (std::byte& byte : flight.source.memory) byte = static_cast<std::byte>(random());
    }
    // Sends and receives are each made in order of number, and interleaved at random.
    std::size_t sent = 0;
    std::size_t received = 0;
    while (sent < flights.size() || received < flights.size()) {
      if (received == flights.size() || (sent < flights.size() && random() % 2 == 0)) {
        Flight& flight = flights[sent++];
        const auto mode = random() % 4 == 0 ? SendMode::kSynchronous : SendMode::kStandard;
        flight.send = job.send(flight.from, flight.source.buffer(), flight.to, flight.tag, 1, mode);
      } else {
        Flight& flight = flights[received++];
        flight.receive = job.recv(flight.to, flight.target.buffer(), flight.from, flight.tag, 1);
      }
      if (random() % 3 == 0) job.engine(static_cast<int>(random() % 3)).progress();
    }
    for (Flight& flight : flights) {
      ASSERT_TRUE(job.complete(*flight.send));
      ASSERT_TRUE(job.complete(*flight.receive));
      ASSERT_TRUE(flight.receive->status().is_ok()) << flight.receive->status().message();
      const std::uint64_t bytes = flight.source.buffer().bytes();
      ASSERT_EQ(flight.receive->result().bytes, bytes);
      ASSERT_EQ(packed(flight.source.buffer(), bytes), packed(flight.target.buffer(), bytes));
    }
    for (int rank = 0; rank < 3; ++rank) EXPECT_TRUE(job.engine(rank).progress().take_failure().is_ok());
  }
}

TEST_P(EveryVariant, ALongMessageIsCutAndNothingIsLost) {
  MockJob job(options_of(GetParam(), 2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  for (const std::size_t size : {std::size_t{100}, std::size_t{300'000}}) {
    for (const std::size_t room : {std::size_t{0}, std::size_t{60}}) {
      std::vector<std::byte> source = pattern(size, 1);
      std::vector<std::byte> target(room + 1, std::byte{0xee});
      Op send = job.send(0, bytes_of(source), 1, 1, 1);
      Op receive = job.recv(1, {target.data(), room, &kByte}, kAnySource, kAnyTag, 1);
      ASSERT_TRUE(job.complete(*send));
      ASSERT_TRUE(job.complete(*receive));
      EXPECT_TRUE(send->status().is_ok());
      EXPECT_EQ(receive->status().code(), Code::kTruncate);
      EXPECT_EQ(receive->result().bytes, room);
      EXPECT_EQ(std::memcmp(source.data(), target.data(), room), 0);
      EXPECT_EQ(target[room], std::byte{0xee});
      // The next message between the same ranks is complete.
      std::vector<std::byte> next(size);
      receive = job.recv(1, bytes_of(next), 0, 2, 1);
      send = job.send(0, bytes_of(source), 1, 2, 1);
      ASSERT_TRUE(job.complete(*send));
      ASSERT_TRUE(job.complete(*receive));
      EXPECT_EQ(next, source);
    }
  }
}

// Every rank sends to every rank, itself included, each rank in its own thread, and waits as an application would.
TEST_P(EveryVariant, RanksAsThreads) {
  constexpr int kRanks = 4;
  MockJob job(options_of(GetParam(), kRanks));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  const Status status = job.run([](Engine& engine) -> Status {
    for (int round = 0; round < 20; ++round) {
      const std::size_t size = round % 4 == 3 ? 150'000 : static_cast<std::size_t>(round) * 37;
      std::vector<std::vector<std::byte>> out, in;
      std::vector<Op> operations;
      for (int peer = 0; peer < kRanks; ++peer) {
        out.push_back(pattern(size, static_cast<unsigned>(engine.rank() * 7 + peer)));
        in.emplace_back(size);
      }
      for (int peer = 0; peer < kRanks; ++peer) {
        Operation* operation = nullptr;
        PENSTOCK_TRY(engine.messages().recv(bytes_of(in[static_cast<std::size_t>(peer)]), peer, round, 3, &operation));
        operations.emplace_back(operation);
        PENSTOCK_TRY(engine.messages().send(bytes_of(out[static_cast<std::size_t>(peer)]), peer, round, 3, SendMode::kStandard,
                                            &operation));
        operations.emplace_back(operation);
      }
      for (const Op& operation : operations) {
        engine.progress().wait(*operation);
        PENSTOCK_TRY(operation->status().clone());
      }
      for (int peer = 0; peer < kRanks; ++peer) {
        if (in[static_cast<std::size_t>(peer)] != pattern(size, static_cast<unsigned>(peer * 7 + engine.rank()))) {
          return Status::error(Code::kInternal, "round {}: wrong bytes from {}", round, peer);
        }
      }
    }
    return engine.progress().take_failure();
  });
  EXPECT_TRUE(status.is_ok()) << status.message();
}

TEST(P2p, WildcardsTakeMessagesInOrder) {
  MockJob job({});
  ASSERT_TRUE(job.status().is_ok());
  std::vector<Op> sends;
  std::vector<std::vector<std::byte>> sources;
  sources.reserve(20);
  for (unsigned i = 0; i < 20; ++i) {
    sources.push_back(pattern(i % 3 == 0 ? 50'000 : 10, i));
    sends.push_back(job.send(0, bytes_of(sources.back()), 1, static_cast<int>(i), 1));
  }
  for (int i = 0; i < 100; ++i) job.engine(1).progress().poll();
  Result seen;
  ASSERT_TRUE(job.engine(1).messages().probe(kAnySource, kAnyTag, 1, &seen));
  EXPECT_EQ(seen.tag, 0);
  EXPECT_EQ(seen.bytes, 50'000U);
  EXPECT_FALSE(job.engine(1).messages().probe(kAnySource, kAnyTag, 2, &seen));
  for (unsigned i = 0; i < 20; ++i) {
    std::vector<std::byte> target(50'000);
    const Op receive = job.recv(1, bytes_of(target), kAnySource, kAnyTag, 1);
    ASSERT_TRUE(job.complete(*receive));
    EXPECT_EQ(receive->result().tag, static_cast<int>(i));
    EXPECT_EQ(std::memcmp(target.data(), sources[i].data(), sources[i].size()), 0);
  }
  for (const Op& send : sends) ASSERT_TRUE(job.complete(*send));
}

TEST(P2p, APostedReceiveCanBeTakenBack) {
  MockJob job({});
  std::vector<std::byte> target(10);
  const Op receive = job.recv(0, bytes_of(target), 1, 1, 1);
  EXPECT_TRUE(job.engine(0).messages().cancel_recv(receive.get()));
  EXPECT_TRUE(receive->done());
  EXPECT_TRUE(receive->result().cancelled);
  EXPECT_FALSE(job.engine(0).messages().cancel_recv(receive.get()));
}

TEST(P2p, CopyBetweenLayouts) {
  MockJob job({});
  std::mt19937 random(4);
  for (int i = 0; i < 100; ++i) {
    Strided source = random_strided(random, 3000);
    for (std::byte& byte : source.memory) byte = static_cast<std::byte>(random());
    std::vector<std::byte> flat(source.buffer().bytes());
    const Op operation = job.copy(0, bytes_of(flat), source.buffer());
    ASSERT_TRUE(operation->done());
    EXPECT_EQ(flat, packed(source.buffer(), flat.size()));
  }
}

TEST(P2p, AFullTransportKeepsOrder) {
  JobOptions options;
  options.mock = true;
  options.mock_options.inbox_messages = 2;
  MockJob job(options);
  ASSERT_TRUE(job.status().is_ok());
  std::vector<std::byte> bytes(100);
  std::vector<Op> operations;
  for (int i = 0; i < 50; ++i) {
    bytes[0] = static_cast<std::byte>(i);
    operations.push_back(job.send(0, bytes_of(bytes), 1, 7, 1));
  }
  EXPECT_FALSE(operations.back()->done());
  for (int i = 0; i < 50; ++i) {
    std::vector<std::byte> target(100);
    const Op receive = job.recv(1, bytes_of(target), 0, 7, 1);
    ASSERT_TRUE(job.complete(*receive));
    EXPECT_EQ(target[0], static_cast<std::byte>(i));
  }
  for (const Op& send : operations) EXPECT_TRUE(job.complete(*send));
}

}  // namespace
}  // namespace penstock::proto
