// The tests use UCX's plug-in over this machine's interfaces, between ranks that are threads and ranks that are processes.
#include "transport/net/net.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "transport/net/testing.hpp"
#include "transport/testing/exchange.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::transport {
namespace {

using namespace testing;

constexpr std::uint64_t kSecond = 1'000'000'000;
const Make kMake = [](const Environment& environment, std::unique_ptr<Transport>* out) {
  *out = make_net(environment);
  return Status::ok();
};

// The sizes are: nothing, a message that fits UCX's smallest buffers, one that UCX splits, the largest.
std::pair<std::size_t, std::size_t> sizes(std::uint32_t number) {
  switch (number % 6) {
    case 0: return {32, 0};
    case 1: return {32, 8};
    case 2: return {24, number * 11 % 3000};
    case 3: return {48, number * 37 % 12000};
    case 4: return {0, kMessage};
    default: return {512, kMessage - 512};
  }
}

enum class Ranks { kThreads, kProcesses };

bool run_far(Ranks ranks, int size, const Body& body) {
  Board* board = Board::make(size);
  const auto one = [&](int rank) {
    NoGpu accel;
    return run_rank(rank, size, *board, far_config(rank), accel, kMake, body);
  };
  if (ranks == Ranks::kProcesses) return run_processes(size, one);
  // The threads run in a process of their own, because a process that has used UCX must not fork.
  return run_processes(1, [&](int) { return run_threads(size, one); });
}

// Ears is the sink of a rank under test.
class Ears final : public Sink {
 public:
  void deliver(int peer, std::span<const std::byte>, std::span<const std::byte> payload) override {
    from = peer;
    text.assign(reinterpret_cast<const char*>(payload.data()), payload.size());
  }
  void lost(int peer, Status&& why) override {
    lost_peer = peer;
    loss = std::move(why);
  }
  int from = -1;
  std::string text;
  int lost_peer = -1;
  Status loss;
};

// Makes progress until the condition holds; returns false after half a minute.
template <typename Condition>
bool until(const Rank& me, Sink& sink, const Condition& holds) {
  const std::uint64_t end = base::now_ns() + 30 * kSecond;
  while (!holds()) {
    int delivered = 0;
    PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
    PENSTOCK_DEMAND(!me.board.failed && base::now_ns() < end);
    if (delivered == 0) sched_yield();
  }
  return true;
}

// Waits until all ranks are here, while making progress: a rank that stopped would prevent others from connecting to it.
bool meet(const Rank& me, Sink& sink) {
  std::atomic<std::uint64_t>& here = me.board.words[0];
  here.fetch_add(1);
  return until(me, sink, [&] { return here.load() >= static_cast<std::uint64_t>(me.size) && me.transport.drained(); });
}

bool say(const Rank& me, Sink& sink, int peer, std::string_view text) {
  Parcel parcel({}, 8, 0);
  parcel.payload.assign(reinterpret_cast<const std::byte*>(text.data()),
                        reinterpret_cast<const std::byte*>(text.data() + text.size()));
  return post(me, sink, peer, parcel);
}

class Net : public ::testing::TestWithParam<Ranks> {};
INSTANTIATE_TEST_SUITE_P(All, Net, ::testing::Values(Ranks::kThreads, Ranks::kProcesses),
                         [](const auto& of) { return of.param == Ranks::kThreads ? "threads" : "processes"; });

TEST_P(Net, TwoRanksKeepOrderAndBytes) {
  EXPECT_TRUE(run_far(GetParam(), 2, [](const Rank& me) {
    bool reached = false;
    PENSTOCK_DEMAND(me.transport.reaches(1 - me.rank, &reached).is_ok() && reached);
    PENSTOCK_DEMAND(all_to_all(me, 600, sizes));
    Ears ears;
    return until(me, ears, [&] { return me.transport.drained(); });
  }));
}

TEST_P(Net, FiveRanksOnFewCores) {
  EXPECT_TRUE(run_far(GetParam(), 5, [](const Rank& me) {
    PENSTOCK_DEMAND(all_to_all(me, 60, sizes));
    Ears ears;
    return until(me, ears, [&] { return me.transport.drained(); });
  }));
}

// The receiver offers a buffer before the sender learns of it; many streams run at once in each direction.
bool stream_all(const Rank& me, std::span<const std::size_t> lengths) {
  const int peer = 1 - me.rank;
  Ears ears;
  std::vector<std::vector<std::byte>> from;
  std::vector<std::vector<std::byte>> to;
  std::vector<StreamId> open;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    to.emplace_back(lengths[i]);
    PENSTOCK_DEMAND(me.transport.stream_from(peer, 100 + i, to.back(), &open.emplace_back()).is_ok());
  }
  me.barrier();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    from.emplace_back(lengths[i]);
    const Stamp stamp{static_cast<std::uint32_t>(me.rank), static_cast<std::uint32_t>(i)};
    for (std::size_t at = 0; at < lengths[i]; ++at) from.back()[at] = byte_of(stamp, at);
    PENSTOCK_DEMAND(me.transport.stream_to(peer, 100 + i, from.back(), &open.emplace_back()).is_ok());
  }
  const auto ended = [&] {
    std::erase_if(open, [&](StreamId stream) {
      bool done = false;
      const Status status = me.transport.test_stream(stream, &done);
      return done && status.is_ok();
    });
    return open.empty();
  };
  PENSTOCK_DEMAND(until(me, ears, ended));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Stamp stamp{static_cast<std::uint32_t>(peer), static_cast<std::uint32_t>(i)};
    for (std::size_t at = 0; at < lengths[i]; ++at) PENSTOCK_DEMAND(to[i][at] == byte_of(stamp, at));
  }
  return until(me, ears, [&] { return me.transport.drained(); });
}

TEST_P(Net, StreamsBothWaysAtOnce) {
  static constexpr std::size_t kLengths[] = {1, 4096, 100'001, 3'000'000, 17, 65'536, 1'048'576};
  EXPECT_TRUE(run_far(GetParam(), 2, [](const Rank& me) { return stream_all(me, kLengths); }));
}

// A stream that is shorter than its buffer is an error, which the receiver reports.
TEST_P(Net, AStreamOfAnotherLengthFails) {
  EXPECT_TRUE(run_far(GetParam(), 2, [](const Rank& me) {
    Ears ears;
    std::vector<std::byte> memory(1000);
    StreamId stream = 0;
    if (me.rank == 0) PENSTOCK_DEMAND(me.transport.stream_from(1, 7, memory, &stream).is_ok());
    me.barrier();
    if (me.rank == 1) PENSTOCK_DEMAND(me.transport.stream_to(0, 7, std::span(memory).first(10), &stream).is_ok());
    Status status;
    PENSTOCK_DEMAND(until(me, ears, [&] {
      bool done = false;
      status = me.transport.test_stream(stream, &done);
      return done;
    }));
    if (me.rank == 0) PENSTOCK_DEMAND(status.message().find("came as 10") != std::string_view::npos);
    return until(me, ears, [&] { return me.transport.drained(); });
  }));
}

TEST_P(Net, AStreamThatNobodySendsIsCancelled) {
  EXPECT_TRUE(run_far(GetParam(), 2, [](const Rank& me) {
    std::vector<std::byte> memory(100'000);
    StreamId stream = 0;
    PENSTOCK_DEMAND(me.transport.stream_from(1 - me.rank, 9, memory, &stream).is_ok());
    me.transport.cancel_stream(stream);
    me.barrier();
    return true;
  }));
}

// The network wakes the sleeper, not a timeout: fifty full sleeps would take longer than the test may.
TEST_P(Net, AMessageWakesASleeper) {
  EXPECT_TRUE(run_far(GetParam(), 2, [](const Rank& me) {
    Ears ears;
    std::atomic<std::uint32_t> word{0};
    Doorbell bell(&word);
    me.transport.ring_at(&bell);
    // The ranks are connected first, because the connection itself costs messages.
    PENSTOCK_DEMAND(say(me, ears, 1 - me.rank, "here"));
    PENSTOCK_DEMAND(until(me, ears, [&] { return ears.text == "here"; }));
    PENSTOCK_DEMAND(meet(me, ears));
    const std::uint64_t start = base::now_ns();
    for (int round = 0; round < 50; ++round) {
      const std::string expected = std::to_string(round);
      if (round % 2 == me.rank) {
        PENSTOCK_DEMAND(say(me, ears, 1 - me.rank, expected));
        PENSTOCK_DEMAND(until(me, ears, [&] { return me.transport.drained(); }));
        continue;
      }
      while (ears.text != expected) {
        int delivered = 0;
        PENSTOCK_DEMAND(me.transport.progress(ears, &delivered).is_ok());
        if (delivered != 0) continue;
        bell.arm();
        const std::uint32_t seen = bell.look();
        if (!me.transport.arm()) continue;
        static_cast<void>(bell.sleep(seen, kSecond));
      }
    }
    PENSTOCK_DEMAND(base::now_ns() - start < 25 * kSecond);
    PENSTOCK_DEMAND(until(me, ears, [&] { return me.transport.drained(); }));
    me.barrier();
    return true;
  }));
}

// A process dies without notice: a rank that sends to it and a rank that waits for it both learn that it is lost, and which it
// was.
TEST(NetLost, APeerThatDiesIsNamed) {
  Board* board = Board::make(3);
  const auto body = [](const Rank& me) {
    Ears ears;
    const int next = (me.rank + 1) % 3;
    PENSTOCK_DEMAND(say(me, ears, next, "first"));
    PENSTOCK_DEMAND(until(me, ears, [&] { return ears.text == "first"; }));
    PENSTOCK_DEMAND(meet(me, ears));
    if (me.rank == 2) _exit(0);
    PENSTOCK_DEMAND(until(me, ears, [&] { return ears.lost_peer >= 0; }));
    PENSTOCK_DEMAND(ears.lost_peer == 2 && ears.loss.code() == Code::kPeerLost);
    PENSTOCK_DEMAND(ears.loss.message().find("rank 2") != std::string_view::npos);
    StreamId stream = 0;
    std::vector<std::byte> memory(10);
    PENSTOCK_DEMAND(me.transport.stream_from(2, 1, memory, &stream).code() == Code::kPeerLost);
    PENSTOCK_DEMAND(me.transport.stream_to(2, 1, memory, &stream).code() == Code::kPeerLost);
    Status why;
    PENSTOCK_DEMAND(me.transport.send(2, memory, {}, &why) == Outcome::kError && why.code() == Code::kPeerLost);
    // A rank leaves only after the other has seen all of this, because its own exit is a loss too.
    return say(me, ears, 1 - me.rank, "on") && until(me, ears, [&] { return ears.text == "on"; });
  };
  std::vector<pid_t> children;
  for (int rank = 0; rank < 3; ++rank) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    NoGpu accel;
    if (child == 0) {
      Log log(base::Level::kInfo, rank);
      BoardAddresses worker_addresses(*board, 3);
      const Config config = far_config(rank);
      const std::unique_ptr<Transport> net = make_net({config, log, accel, worker_addresses, rank, 3});
      WorkerAddress worker_address;
      if (!net->publish(&worker_address).is_ok()) _exit(2);
      worker_addresses.publish(rank, worker_address);
      board->barrier(3);
      const bool good = body(Rank{rank, 3, *board, config, log, worker_addresses, *net});
      if (!good) board->failed = true;
      _exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
}

}  // namespace
}  // namespace penstock::transport
