// Measures the cost of waiting: the processor time of the waiting thread, never the elapsed time.
#include <sys/resource.h>

#include <chrono>
#include <thread>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

constexpr std::chrono::milliseconds kLate{600};
// The limit as a share of a processor, while others may run more ranks than there are cores. A waiting
// rank uses a hundredth of that.
constexpr double kShare = 0.05;
constexpr double kStart = 0.02;  // before it sleeps, and for ranks that need not wait at all

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}
double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Rank 0 comes late to an operation for which the others wait.
template <typename Body>
void expect_cheap(Body&& body) {
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const double begin = MPI_Wtime();
  const double used = processor_seconds();
  if (rank() == 0) std::this_thread::sleep_for(kLate);
  body();
  EXPECT_LT(processor_seconds() - used, kStart + kShare * (MPI_Wtime() - begin)) << "rank " << rank();
}

class Waiting : public Mpi {};

TEST_F(Waiting, ForAMessage) {
  expect_cheap([] {
    int number = rank();
    if (rank() == 0) {
      for (int to = 1; to < size(); ++to) EXPECT_MPI(MPI_Send(&number, 1, MPI_INT, to, 3, MPI_COMM_WORLD));
    } else {
      EXPECT_MPI(MPI_Recv(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      EXPECT_EQ(number, 0);
    }
  });
}

TEST_F(Waiting, ForAReceiver) {
  expect_cheap([] {
    std::vector<char> bytes(1 << 20, 'p');
    if (rank() != 0) {
      EXPECT_MPI(MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 3, MPI_COMM_WORLD));
      return;
    }
    for (int from = 1; from < size(); ++from) {
      EXPECT_MPI(MPI_Recv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
  });
}

TEST_F(Waiting, ForACollective) {
  expect_cheap([] { EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD)); });
}

TEST_F(Waiting, ForAnyOfMany) {
  expect_cheap([] {
    int in[8] = {};
    MPI_Request requests[8];
    const int out = 5;
    for (int i = 0; i < 8; ++i) {
      EXPECT_MPI(MPI_Irecv(&in[i], 1, MPI_INT, previous(), i, MPI_COMM_WORLD, &requests[i]));
    }
    if (rank() != 0) EXPECT_MPI(MPI_Recv(nullptr, 0, MPI_INT, previous(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Send(nullptr, 0, MPI_INT, next(), 9, MPI_COMM_WORLD));
    if (rank() == 0) EXPECT_MPI(MPI_Recv(nullptr, 0, MPI_INT, previous(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < 8; ++i) EXPECT_MPI(MPI_Send(&out, 1, MPI_INT, next(), i, MPI_COMM_WORLD));
    int index = -1;
    EXPECT_MPI(MPI_Waitany(8, requests, &index, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Waitall(8, requests, MPI_STATUSES_IGNORE));
  });
}

// The memory under test moves meanwhile: with GPU memory on a slow stand-in driver, device work is outstanding all the time.
TEST_F(Waiting, WhileMemoryMoves) {
  constexpr int kBytes = 1 << 18;
  const Array<std::uint8_t> out(pattern(kBytes, rank()));
  const Array<std::uint8_t> in(kBytes);
  expect_cheap([&] {
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Irecv(in.data(), kBytes, MPI_BYTE, previous(), 4, MPI_COMM_WORLD, &requests[0]));
    EXPECT_MPI(MPI_Isend(out.data(), kBytes, MPI_BYTE, next(), 4, MPI_COMM_WORLD, &requests[1]));
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  });
  EXPECT_EQ(in.get(), pattern(kBytes, previous()));
}

}  // namespace
}  // namespace penstock::test
