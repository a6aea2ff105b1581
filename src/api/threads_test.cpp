// MPI calls with ranks as threads of one process, so that sanitizers can check them.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "api/call.hpp"
#include "api/gen/entry.hpp"
#include "core/testing/run_as_threads.hpp"

namespace penstock::api {
namespace {

void on_ranks(int ranks, const std::function<void(int rank, int size)>& body) {
  const Config config;
  const Status ran = core::testing::run_as_threads(ranks, config, [&](core::Instance& instance) {
    bind_thread(&instance);
    int rank = -1;
    int size = 0;
    EXPECT_EQ(Comm_rank(MPI_COMM_WORLD, &rank), MPI_SUCCESS);
    EXPECT_EQ(Comm_size(MPI_COMM_WORLD, &size), MPI_SUCCESS);
    body(rank, size);
    bind_thread(nullptr);
  });
  EXPECT_TRUE(ran.is_ok()) << ran.message();
}

class Threads : public ::testing::TestWithParam<int> {};

TEST_P(Threads, RingOfMessages) {
  on_ranks(GetParam(), [](int rank, int size) {
    for (const MPI_Count count : {0, 1, 1000, 100000}) {
      std::vector<int> out(static_cast<std::size_t>(count), rank);
      std::vector<int> in(static_cast<std::size_t>(count), -1);
      MPI_Request requests[2];
      EXPECT_EQ(Isend(out.data(), count, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD, &requests[0]), MPI_SUCCESS);
      EXPECT_EQ(Irecv(in.data(), count, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &requests[1]), MPI_SUCCESS);
      EXPECT_EQ(Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
      EXPECT_EQ(in, std::vector<int>(static_cast<std::size_t>(count), (rank + size - 1) % size));
    }
  });
}

TEST_P(Threads, SplitAndReduce) {
  on_ranks(GetParam(), [](int rank, int size) {
    MPI_Comm half = MPI_COMM_NULL;
    EXPECT_EQ(Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half), MPI_SUCCESS);
    const double mine = rank;
    double sum = 0;
    EXPECT_EQ(Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, half), MPI_SUCCESS);
    double expected = 0;
    for (int r = rank % 2; r < size; r += 2) expected += r;
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(Comm_free(&half), MPI_SUCCESS);
    EXPECT_EQ(Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, Threads, ::testing::Values(1, 2, 5));

}  // namespace
}  // namespace penstock::api
