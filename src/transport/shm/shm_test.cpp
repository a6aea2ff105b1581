// The tests send messages through shared memory, between ranks that are threads and ranks that are processes.
#include "transport/shm/shm.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "transport/testing/exchange.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"
#include "transport/testing/traffic.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::size_t kCell = 4096;
constexpr std::size_t kMaxSend = kCell - 16;

const Make kMake = [](const Environment& environment, std::unique_ptr<Transport>* out) { return make_shm(environment, out); };

// The sizes cover each placement: nothing, all in the line, the payload in the block, both in the block, the largest.
std::pair<std::size_t, std::size_t> sizes(std::uint32_t number) {
  switch (number % 7) {
    case 0: return {0, 0};
    case 1: return {32, 8};
    case 2: return {24, number % 200};
    case 3: return {48, number * 11 % 3000};
    case 4: return {49 + number % 400, number * 7 % 3000};
    case 5: return {0, kMaxSend};
    default: return {512, kMaxSend - 512};
  }
}

std::pair<std::size_t, std::size_t> small_sizes(std::uint32_t) {
  return {32, 8};
}

enum class Ranks { kThreads, kProcesses };

class ShmTest : public ::testing::TestWithParam<Ranks> {
 protected:
  ShmTest() {
    config_.shm_cell_size = kCell;
    config_.shm_cells = 16;
    config_.staging_slots = 3;
    config_.staging_slot_size = 8192;
  }
  bool run(int size, const Body& body) {
    Board* board = Board::make(size);
    const auto one = [&](int rank) {
      NoGpu accel;
      return run_rank(rank, size, *board, config_, accel, kMake, body);
    };
    return GetParam() == Ranks::kThreads ? run_threads(size, one) : run_processes(size, one);
  }
  Config config_;
};

INSTANTIATE_TEST_SUITE_P(All, ShmTest, ::testing::Values(Ranks::kThreads, Ranks::kProcesses),
                         [](const auto& of) { return of.param == Ranks::kThreads ? "threads" : "processes"; });

TEST_P(ShmTest, TwoRanksKeepOrderAndBytes) {
  EXPECT_TRUE(run(2, [](const Rank& me) { return all_to_all(me, 3000, sizes); }));
}

TEST_P(ShmTest, EightRanksOnFewCores) {
  EXPECT_TRUE(run(8, [](const Rank& me) { return all_to_all(me, 150, sizes); }));
}

TEST_P(ShmTest, EverySizeArrives) {
  EXPECT_TRUE(run(2, [](const Rank& me) {
    return all_to_all(me, kMaxSend - 32, [](std::uint32_t n) { return std::pair<std::size_t, std::size_t>{32, n}; });
  }));
}

TEST_P(ShmTest, ManySendersToOne) {
  EXPECT_TRUE(run(8, [](const Rank& me) {
    Inspector sink(me.size, sizes);
    if (me.rank == 0) {
      PENSTOCK_DEMAND(await(me, sink, 7 * 300));
      PENSTOCK_DEMAND(sink.good());
      return true;
    }
    for (std::uint32_t n = 0; n < 300; ++n) {
      const Parcel parcel({static_cast<std::uint32_t>(me.rank), n}, sizes(n).first, sizes(n).second);
      if (!post(me, sink, 0, parcel)) return false;
    }
    return true;
  }));
}

// Without a receiver, exactly the cells are filled; with one every message arrives, and the cells are free again.
TEST_P(ShmTest, FullMeansAllCells) {
  config_.shm_rings = 0;
  EXPECT_TRUE(run(2, [](const Rank& me) {
    Inspector sink(2, small_sizes);
    std::uint32_t number = 0;
    for (int round = 0; round < 3; ++round) {
      if (me.rank == 0) {
        Status why;
        std::uint32_t taken = 0;
        const auto send = [&] {
          const Parcel parcel({0, number}, 32, 8);
          return me.transport.send(1, parcel.header, parcel.payload, &why);
        };
        for (; send() == Outcome::kDone; ++taken) ++number;
        PENSTOCK_DEMAND(taken == 16);
      }
      me.barrier();
      number = 16U * static_cast<std::uint32_t>(round + 1);
      if (me.rank == 1 && !await(me, sink, number)) return false;
      PENSTOCK_DEMAND(sink.good());
      me.barrier();
    }
    return true;
  }));
}

TEST_P(ShmTest, RefusesWhatExceedsACell) {
  EXPECT_TRUE(run(2, [](const Rank& me) {
    const std::vector<std::byte> large(kMaxSend + 1);
    Status why;
    PENSTOCK_DEMAND(me.transport.capabilities().max_send == kMaxSend);
    PENSTOCK_DEMAND(me.transport.send(1 - me.rank, {}, large, &why) == Outcome::kError);
    PENSTOCK_DEMAND(me.transport.send(1 - me.rank, std::span(large).first(513), {}, &why) == Outcome::kError);
    PENSTOCK_DEMAND(me.transport.send(2, {}, {}, &why) == Outcome::kError);
    PENSTOCK_DEMAND(me.transport.send(-1, {}, {}, &why) == Outcome::kError);
    return true;
  }));
}

TEST_P(ShmTest, ReachesPeersNotItself) {
  EXPECT_TRUE(run(3, [](const Rank& me) {
    for (int peer = 0; peer < 3; ++peer) {
      bool reached = false;
      PENSTOCK_DEMAND(me.transport.reaches(peer, &reached).is_ok());
      PENSTOCK_DEMAND(reached == (peer != me.rank));
    }
    return true;
  }));
}

// Sleeps after arm(): a bell that is no longer armed has rung.
void rest(Transport& transport, std::uint64_t nanoseconds) {
  const std::uint32_t seen = transport.doorbell()->look();
  if (Doorbell::is_armed(seen)) transport.doorbell()->sleep(seen, nanoseconds);
}

// Each side sleeps for its answer. A missed wake costs the full timeout of a sleep, and is detected.
bool sleeping_ping_pong(const Rank& me, std::uint32_t rounds) {
  Inspector sink(2, small_sizes);
  int delivered = 0;
  const auto sleep_until = [&](std::uint64_t count) {
    while (sink.count() < count) {
      PENSTOCK_DEMAND(!me.board.failed);
      PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
      if (delivered > 0 || !me.transport.arm()) continue;
      const std::uint64_t start = base::now_ns();
      rest(me.transport, 20 * kSecond);
      PENSTOCK_DEMAND(base::now_ns() - start < 19 * kSecond);
      me.transport.disarm();
    }
    return true;
  };
  for (std::uint32_t n = 0; n < rounds; ++n) {
    if (me.rank == 0 && !post(me, sink, 1, Parcel({0, n}, 32, 8))) return false;
    if (!sleep_until(n + 1)) return false;
    if (me.rank == 1 && !post(me, sink, 0, Parcel({1, n}, 32, 8))) return false;
  }
  PENSTOCK_DEMAND(sink.good());
  return true;
}

// Simulated hosts share a machine, so messages go between them; memory is not shared.
TEST_P(ShmTest, SimulatedHostsShareNothing) {
  constexpr int kRanks = 4;
  Board* board = Board::make(kRanks);
  const auto config_of = [this](int rank) {
    Config config = config_;
    config.simulated_hosts = 2;
    config.host_id = rank < 2 ? "first" : "second";
    return config;
  };
  const auto check = [&](const Rank& me) {
    for (int peer = 0; peer < kRanks; ++peer) {
      if (peer == me.rank) continue;
      const bool near = (peer < 2) == (me.rank < 2);
      bool reached = false;
      bool shared = false;
      PENSTOCK_DEMAND(me.transport.reaches(peer, &reached).is_ok() && reached);
      PENSTOCK_DEMAND(me.transport.shm_buffers()->reaches(peer, &shared).is_ok() && shared == near);
      std::byte here{};
      Bulk bulk;
      bulk.remote.owner = accel::this_process(config_of(peer));
      bulk.remote_shape = bulk.local_shape = {.base = reinterpret_cast<std::uint64_t>(&here), .block = 1};
      bulk.bytes = 1;
      Cost cost;
      if (GetParam() == Ranks::kThreads) PENSTOCK_DEMAND(me.transport.can_get(peer, bulk, &cost) == near);
    }
    return all_to_all(me, 100, sizes);
  };
  const auto one = [&](int rank) {
    NoGpu accel;
    return run_rank(rank, kRanks, *board, config_of(rank), accel, kMake, check);
  };
  EXPECT_TRUE(GetParam() == Ranks::kThreads ? run_threads(kRanks, one) : run_processes(kRanks, one));
}

TEST_P(ShmTest, SleepersAreWoken) {
  EXPECT_TRUE(run(2, [](const Rank& me) { return sleeping_ping_pong(me, 5000); }));
}

// On one core the other side runs only while this one sleeps, so every round uses the doorbell.
TEST_P(ShmTest, SleepersOnOneCoreAreWoken) {
  EXPECT_TRUE(run(2, [](const Rank& me) {
    cpu_set_t all;
    PENSTOCK_DEMAND(sched_getaffinity(0, sizeof all, &all) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core) {
      if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
    }
    PENSTOCK_DEMAND(sched_setaffinity(0, sizeof one, &one) == 0);
    return sleeping_ping_pong(me, 2000);
  }));
}

TEST_P(ShmTest, ArmSaysWhatHasArrived) {
  EXPECT_TRUE(run(2, [](const Rank& me) {
    Inspector sink(2, small_sizes);
    if (me.rank == 0) return post(me, sink, 1, Parcel({0, 0}, 32, 8));
    while (me.transport.arm()) {
      PENSTOCK_DEMAND(!me.board.failed);
      rest(me.transport, kSecond);
    }
    rest(me.transport, 0);
    return await(me, sink, 1);
  }));
}

TEST_P(ShmTest, StagingIsSeenByThePeer) {
  EXPECT_TRUE(run(2, [](const Rank& me) {
    Staging* staging = me.transport.staging();
    PENSTOCK_DEMAND(staging != nullptr && staging->slot_bytes() == 8192);
    PENSTOCK_DEMAND(staging->local_area().size() == 3 * 8192);
    std::vector<int> slots;
    for (int slot = 0; (slot = staging->acquire(-1)) >= 0;) {
      std::memset(staging->local(slot), 16 * me.rank + slot, staging->slot_bytes());
      slots.push_back(slot);
    }
    PENSTOCK_DEMAND(slots.size() == 3);
    me.barrier();
    for (const int slot : slots) {
      std::byte* theirs = nullptr;
      PENSTOCK_DEMAND(staging->remote(1 - me.rank, slot, 8192, -1, &theirs).is_ok());
      PENSTOCK_DEMAND(theirs[0] == static_cast<std::byte>(16 * (1 - me.rank) + slot) && theirs[8191] == theirs[0]);
      staging->release(slot);
    }
    std::byte* theirs = nullptr;
    PENSTOCK_DEMAND(staging->remote(1 - me.rank, 3, 8, -1, &theirs).code() == Code::kProtocol);
    PENSTOCK_DEMAND(staging->remote(1 - me.rank, -1, 8, -1, &theirs).code() == Code::kProtocol);
    PENSTOCK_DEMAND(staging->remote(1 - me.rank, 0, 8193, -1, &theirs).code() == Code::kProtocol);
    PENSTOCK_DEMAND(staging->acquire(-1) >= 0);
    me.barrier();
    return true;
  }));
}

// A message hands over user memory: under ThreadSanitizer this proves that send orders the stores before it.
class ShmThreadsTest : public ShmTest {};
INSTANTIATE_TEST_SUITE_P(All, ShmThreadsTest, ::testing::Values(Ranks::kThreads));

TEST_P(ShmThreadsTest, AMessageOrdersWhatCameBefore) {
  std::vector<std::uint64_t> shared(4096);
  EXPECT_TRUE(run(2, [&](const Rank& me) {
    Inspector sink(2, small_sizes);
    for (std::uint32_t n = 0; n < 200; ++n) {
      if (me.rank == 0) {
        for (auto& word : shared) word = n;
        if (!post(me, sink, 1, Parcel({0, n}, 32, 8)) || !await(me, sink, n + 1)) return false;
        continue;
      }
      if (!await(me, sink, n + 1)) return false;
      for (const auto word : shared) PENSTOCK_DEMAND(word == n);
      if (!post(me, sink, 0, Parcel({1, n}, 32, 8))) return false;
    }
    return true;
  }));
}

// Messages of a lost peer are delivered before its loss is reported.
struct Losses final : Sink {
  void deliver(int, std::span<const std::byte>, std::span<const std::byte>) override { ++messages; }
  void lost(int peer, Status&& why) override {
    lost_peer = peer;
    messages_before = messages;
    loss = std::move(why);
  }
  void list_expected(std::vector<int>* out) override { out->push_back(-1); }
  int messages = 0;
  int lost_peer = -1;
  int messages_before = -1;
  Status loss;
};

bool hears_of_death(const Rank& me, int doomed, int messages) {
  Losses sink;
  int delivered = 0;
  if (!post(me, sink, doomed, Parcel({0, 0}, 32, 8))) return false;
  const std::uint64_t end = base::now_ns() + 200 * kSecond;  // only a rank that hangs takes so long
  while (sink.lost_peer < 0 && base::now_ns() < end) {
    PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
    if (delivered == 0) sched_yield();
  }
  PENSTOCK_DEMAND(sink.lost_peer == doomed && sink.loss.code() == Code::kPeerLost);
  PENSTOCK_DEMAND(sink.messages_before == messages);
  Status why;
  PENSTOCK_DEMAND(me.transport.send(doomed, {}, {}, &why) == Outcome::kError && why.code() == Code::kPeerLost);
  PENSTOCK_DEMAND(!me.transport.is_there(doomed));
  return true;
}

TEST(ShmDeath, IsHeardOf) {
  for (const bool cma : {true, false}) {
    Config config;
    config.cma = cma;
    Board* board = Board::make(3);
    EXPECT_TRUE(run_processes(3, [&](int rank) {
      NoGpu accel;
      return run_rank(rank, 3, *board, config, accel, kMake, [](const Rank& me) {
        if (me.rank == 0) return hears_of_death(me, 1, 100);
        if (me.rank == 2) return true;
        Losses sink;
        int delivered = 0;
        while (sink.messages == 0) PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
        for (std::uint32_t n = 0; n < 100; ++n) {
          if (!post(me, sink, 0, Parcel({1, n}, 32, 8))) return false;
        }
        me.board.arrived.fetch_add(1);  // in the barrier of those that come to their end
        _exit(0);
      });
    })) << cma;
  }
}

}  // namespace
}  // namespace penstock::transport
