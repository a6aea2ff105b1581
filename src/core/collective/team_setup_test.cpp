// Collectives are called while the members of a communicator still find out which resources they share: ranks as threads.
#include <gtest/gtest.h>

#include <latch>
#include <vector>

#include "core/collective/collective.hpp"
#include "core/comm_create/create.hpp"
#include "core/p2p/completion.hpp"
#include "core/testing/run_as_threads.hpp"

namespace penstock::core {
namespace {

constexpr int kCalls = 100;  // several negotiations are due before some of them

void expect_ok(const Status& status) {
  EXPECT_TRUE(status.is_ok()) << status.message();
}

// Sums that are under way on a communicator, and checks of their results.
class Sums {
 public:
  explicit Sums(Comm& comm)
      : comm_(comm), instance_(comm.instance()), size_(comm.size()), mine_(kCalls), sums_(kCalls), requests_(kCalls) {}

  void start(std::size_t i) {
    mine_[i] = comm_.rank() + static_cast<int>(i);
    Collective made({CallForm::kStarted, nullptr});
    expect_ok(make_allreduce(comm_, operands(i), sum(), &made));
    expect_ok(core::start(comm_, std::move(made), &requests_[i]));
  }
  void run(std::size_t i) {
    mine_[i] = comm_.rank() + static_cast<int>(i);
    Collective made;
    expect_ok(make_allreduce(comm_, operands(i), sum(), &made));
    expect_ok(core::run(comm_, std::move(made)));
    check(i);
  }
  // Completes a request after the communicator may be gone.
  void finish(std::size_t i) {
    Request& request = *instance_.table<Request>().find(number_of(requests_[i]));
    wait(instance_, request);
    Outcome outcome;
    expect_ok(complete(instance_, request, &requests_[i], &outcome));
    check(i);
  }
  [[nodiscard]] bool done(std::size_t i) const { return instance_.table<Request>().find(number_of(requests_[i]))->done(); }

 private:
  [[nodiscard]] Operands operands(std::size_t i) {
    return {&mine_[i], &sums_[i], 1, instance_.table<Datatype>().find(number_of(MPI_INT))};
  }
  [[nodiscard]] const Op& sum() { return *instance_.table<Op>().find(number_of(MPI_SUM)); }
  void check(std::size_t i) const {
    EXPECT_EQ(sums_[i], size_ * (size_ - 1) / 2 + size_ * static_cast<int>(i)) << "call " << i;
  }

  Comm& comm_;
  Instance& instance_;
  int size_;
  std::vector<int> mine_, sums_;
  std::vector<MPI_Request> requests_;
};

Comm* duplicate(Instance& instance) {
  MPI_Comm handle = MPI_COMM_NULL;
  expect_ok(dup_comm(instance.world(), nullptr, &handle));
  return instance.table<Comm>().find(number_of(handle));
}

using Body = void (*)(Instance& instance, Comm& comm, std::latch& first);

void on_ranks(int ranks, const Config& config, Body body) {
  std::latch first(1);
  expect_ok(testing::run_as_threads(ranks, config, [&](Instance& instance) {
    const std::scoped_lock lock(instance.engine().lock());
    body(instance, *duplicate(instance), first);
  }));
}

class TeamSetupTest : public ::testing::TestWithParam<int> {};

// One rank has called all collectives before another rank calls the first.
TEST_P(TeamSetupTest, CallsAreStartedInTheirOrder) {
  on_ranks(GetParam(), {}, [](Instance& instance, Comm& comm, std::latch& first) {
    Sums sums(comm);
    if (comm.rank() != 0) first.wait();
    for (std::size_t i = 0; i < kCalls; ++i) sums.start(i);
    if (comm.rank() == 0) {
      EXPECT_TRUE(comm.resources().sets_up());
      EXPECT_EQ(comm.resources().shm(), nullptr);
      for (int i = 0; i < 100; ++i) instance.engine().progress().poll();
      for (std::size_t i = 0; i < kCalls; ++i) EXPECT_FALSE(sums.done(i)) << "call " << i;
      first.count_down();
    }
    for (std::size_t i = 0; i < kCalls; ++i) sums.finish(comm.rank() % 2 == 0 ? i : kCalls - 1 - i);
    EXPECT_NE(comm.resources().shm(), nullptr);
    EXPECT_FALSE(comm.resources().sets_up());
    expect_ok(free_comm(comm));
  });
}

// A blocking call is executed after the calls that were deferred before it.
TEST_P(TeamSetupTest, ABlockingCallWaitsItsTurn) {
  on_ranks(GetParam(), {}, [](Instance&, Comm& comm, std::latch&) {
    Sums sums(comm);
    for (std::size_t i = 0; i < kCalls; ++i) i % 7 == 3 ? sums.run(i) : sums.start(i);
    EXPECT_NE(comm.resources().shm(), nullptr);
    for (std::size_t i = kCalls; i-- > 0;) {
      if (i % 7 != 3) sums.finish(i);
    }
    expect_ok(free_comm(comm));
  });
}

TEST_P(TeamSetupTest, BlockingCallsAlone) {
  on_ranks(GetParam(), {}, [](Instance&, Comm& comm, std::latch&) {
    Sums sums(comm);
    for (std::size_t i = 0; i < kCalls; ++i) {
      EXPECT_EQ(comm.resources().shm() == nullptr, i <= runtime::TeamSetup::kFirst);
      sums.run(i);
    }
    expect_ok(free_comm(comm));
  });
}

// The calls keep the communicator alive.
TEST_P(TeamSetupTest, TheCommunicatorIsFreedMeanwhile) {
  on_ranks(GetParam(), {}, [](Instance&, Comm& comm, std::latch&) {
    Sums sums(comm);
    const int rank = comm.rank();
    for (std::size_t i = 0; i < kCalls; ++i) sums.start(i);
    expect_ok(free_comm(comm));
    for (std::size_t i = 0; i < kCalls; ++i) sums.finish(rank % 2 == 0 ? i : kCalls - 1 - i);
  });
}

// Requests that are freed complete at the end of the process.
TEST_P(TeamSetupTest, TheProcessEndsMeanwhile) {
  struct Call {
    int mine = 1, sum = 0;
  };
  std::vector<std::vector<Call>> calls(static_cast<std::size_t>(GetParam()), std::vector<Call>(kCalls));
  expect_ok(testing::run_as_threads(GetParam(), {}, [&](Instance& instance) {
    const std::scoped_lock lock(instance.engine().lock());
    Comm& comm = *duplicate(instance);
    Datatype* type = instance.table<Datatype>().find(number_of(MPI_INT));
    for (Call& call : calls[static_cast<std::size_t>(comm.rank())]) {
      Collective made({CallForm::kStarted, nullptr});
      expect_ok(make_allreduce(comm, {&call.mine, &call.sum, 1, type}, *instance.table<Op>().find(number_of(MPI_SUM)), &made));
      MPI_Request request = MPI_REQUEST_NULL;
      expect_ok(start(comm, std::move(made), &request));
      expect_ok(free_request(instance, *instance.table<Request>().find(number_of(request))));
    }
    expect_ok(free_comm(comm));
  }));
  for (const std::vector<Call>& of_rank : calls) {
    for (const Call& call : of_rank) EXPECT_EQ(call.sum, GetParam());
  }
}

TEST_P(TeamSetupTest, ChecksKeepMembersFromSettingUp) {
  Config config;
  config.check = true;
  on_ranks(GetParam(), config, [](Instance&, Comm& comm, std::latch&) {
    Sums sums(comm);
    for (std::size_t i = 0; i < kCalls; ++i) sums.start(i);
    EXPECT_FALSE(comm.resources().sets_up());
    for (std::size_t i = kCalls; i-- > 0;) sums.finish(i);
    EXPECT_EQ(comm.resources().shm(), nullptr);
    expect_ok(free_comm(comm));
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, TeamSetupTest, ::testing::Values(2, 3, 5));

}  // namespace
}  // namespace penstock::core
