// PENSTOCK_PROGRESS_THREAD=1: non-blocking operations end while the application makes no MPI call, and the thread uses no
// processor time while none is under way.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLate{30};

class ProgressThread : public Mpi {};

// Polls memory that another thread writes, without an MPI call. ThreadSanitizer has to ignore it, since
// this is the purpose of the test.
[[gnu::no_sanitize("thread")]] bool becomes(const int* place, int wanted) {
  const auto* const seen = static_cast<const volatile int*>(place);
  const Clock::time_point end = Clock::now() + kLate;
  while (*seen != wanted) {
    if (Clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

// Waits without any call until all of `recv` equals `wanted`, and then completes the request.
void expect_alone(const char* name, MPI_Request* request, const std::vector<int>& recv, int wanted) {
  EXPECT_TRUE(becomes(&recv.back(), wanted)) << name << ", " << recv.size() << " integers, rank " << rank();
  EXPECT_MPI(MPI_Wait(request, MPI_STATUS_IGNORE));
  EXPECT_EQ(recv, std::vector<int>(recv.size(), wanted)) << name;
}

std::vector<std::size_t> counts() {
  return {1, 1000, 30'000, 300'000};
}

TEST_F(ProgressThread, EndsCollectives) {
  for (int round = 0; round < 5; ++round) {
    for (const std::size_t count : counts()) {
      const int n = static_cast<int>(count);
      const auto all = count * static_cast<std::size_t>(size());
      MPI_Request request = MPI_REQUEST_NULL;
      std::vector<int> send(all, 3);
      std::vector<int> recv(count, -1);
      EXPECT_MPI(MPI_Iallreduce(send.data(), recv.data(), n, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
      expect_alone("iallreduce", &request, recv, 3 * size());
      recv.assign(all, -1);
      EXPECT_MPI(MPI_Ialltoall(send.data(), n, MPI_INT, recv.data(), n, MPI_INT, MPI_COMM_WORLD, &request));
      // The order in which the parts arrive is undefined.
      for (std::size_t part = 1; part <= static_cast<std::size_t>(size()); ++part) {
        EXPECT_TRUE(becomes(&recv[part * count - 1], 3)) << "ialltoall, part " << part;
      }
      expect_alone("ialltoall", &request, recv, 3);
      recv.assign(count, rank() == 0 ? 5 : -1);
      EXPECT_MPI(MPI_Ibcast(recv.data(), n, MPI_INT, 0, MPI_COMM_WORLD, &request));
      expect_alone("ibcast", &request, recv, 5);
    }
  }
}

TEST_F(ProgressThread, EndsMessages) {
  for (const std::size_t count : counts()) {
    const int n = static_cast<int>(count);
    std::vector<int> out(count, rank());
    std::vector<int> in(count, -1);
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Irecv(in.data(), n, MPI_INT, previous(), 1, MPI_COMM_WORLD, &requests[0]));
    EXPECT_MPI(MPI_Isend(out.data(), n, MPI_INT, next(), 1, MPI_COMM_WORLD, &requests[1]));
    EXPECT_TRUE(becomes(&in.back(), previous())) << count << " integers, rank " << rank();
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EXPECT_EQ(in, std::vector<int>(count, previous()));
  }
}

std::atomic<int> on_others{0};
std::thread::id main_thread;

void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  if (std::this_thread::get_id() != main_thread) ++on_others;
  int size = 0;
  if (MPI_Type_size(*type, &size) != MPI_SUCCESS || size != sizeof(int)) on_others = -1'000'000;
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

// The function may call MPI. The application's thread makes no call until the answer is there, so a function that the answer
// needs has run on the other thread.
TEST_F(ProgressThread, RunsFunctionsOfTheProgram) {
  main_thread = std::this_thread::get_id();
  on_others = 0;
  MPI_Op op = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(add, 1, &op));
  for (int i = 0; i < 50; ++i) {
    const std::vector<int> send(20'000, 1);
    std::vector<int> recv(send.size(), -1);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Iallreduce(send.data(), recv.data(), static_cast<int>(send.size()), MPI_INT, op, MPI_COMM_WORLD, &request));
    expect_alone("iallreduce", &request, recv, size());
  }
  EXPECT_GE(on_others, 0);
  int sum = 0;
  const int mine = on_others;
  EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  if (size() > 1) {
    EXPECT_GT(sum, 0);
  }
  EXPECT_MPI(MPI_Op_free(&op));
}

// Both threads make progress: the application's in MPI_Test, MPI_Wait and blocking calls, the other between them.
TEST_F(ProgressThread, SharesTheWork) {
  for (int i = 0; i < 200; ++i) {
    const std::vector<int> send(static_cast<std::size_t>(1 + i * 37 % 5000), i);
    std::vector<int> recv(send.size(), -1);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(
        MPI_Iallreduce(send.data(), recv.data(), static_cast<int>(send.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    if (i % 3 == 0) EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (i % 3 == 1) {
      for (int flag = 0; flag == 0;) EXPECT_MPI(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    }
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(recv, std::vector<int>(send.size(), i * size()));
  }
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Returns the processor time of the whole process, which is idle meanwhile, as a share of the elapsed time.
double processor_share_of_a_rest() {
  const double begin = MPI_Wtime();
  const double used = processor_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(800));
  return (processor_seconds() - used) / (MPI_Wtime() - begin);
}

TEST_F(ProgressThread, RestsWhileNothingIsUnderWay) {
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_LT(processor_share_of_a_rest(), 0.03);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// The thread sleeps also while a message does not arrive.
TEST_F(ProgressThread, RestsWhileNothingMoves) {
  int in = -1;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Irecv(&in, 1, MPI_INT, previous(), 2, MPI_COMM_WORLD, &request));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_LT(processor_share_of_a_rest(), 0.05);
  const int mine = rank();
  EXPECT_MPI(MPI_Send(&mine, 1, MPI_INT, next(), 2, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(in, previous());
}

// The child has no such thread and is no rank; the parent continues.
TEST_F(ProgressThread, OutlivesForks) {
  std::vector<int> send(100'000, 1);
  std::vector<int> recv(send.size(), -1);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(
      MPI_Iallreduce(send.data(), recv.data(), static_cast<int>(send.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(7);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  expect_alone("iallreduce", &request, recv, size());
}

}  // namespace
}  // namespace penstock::test
