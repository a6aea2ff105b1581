// Starts of persistent collectives allocate nothing: operator new is counted for the whole process.
#include <algorithm>

#include "common/counted_new.hpp"
#include "every_coll.hpp"

namespace penstock::test {
namespace {

class CollAllocation : public Mpi {};

void start_and_wait(MPI_Request* request, int times) {
  for (int i = 0; i < times; ++i) {
    EXPECT_MPI(MPI_Start(request));
    EXPECT_MPI(MPI_Wait(request, MPI_STATUS_IGNORE));
  }
}

// This checks that the counter sees the library's allocations; otherwise the test would always pass.
TEST_F(CollAllocation, TheLibraryIsSeen) {
  const std::uint64_t before = allocations();
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  EXPECT_GT(allocations(), before);
  EXPECT_MPI(MPI_Comm_free(&copy));
}

// Pools of messages grow when a rank is further ahead of another than ever before, which may happen in any start, and soon
// ends: one run of starts without an allocation shows that none is needed.
constexpr int kRuns = 8;

std::uint64_t fewest_in_a_run(MPI_Request* request, int times) {
  std::uint64_t fewest = ~std::uint64_t{0};
  for (int run = 0; run < kRuns; ++run) {
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    const std::uint64_t before = allocations();
    start_and_wait(request, times);
    const std::uint64_t made = allocations() - before;
    fewest = std::min(fewest, made);
    int again = 0;
    const int mine = fewest != 0 ? 1 : 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &again, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    if (again == 0) break;
  }
  return fewest;
}

void count_allocations(int part, int times) {
  int cases = 0;
  for (const CallRow& row : all_calls()) {
    Operands o(MPI_COMM_WORLD, part, 3);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(o.begin(row, Form::kPersistent, &request));
    start_and_wait(&request, 1);
    EXPECT_EQ(fewest_in_a_run(&request, times), 0) << row.name << ", " << part << " integers a part, rank " << rank();
    EXPECT_MPI(MPI_Request_free(&request));
    ++cases;
  }
  if (rank() == 0) std::printf("%d cases of %d starts, 0 skipped\n", cases, times);
}

TEST_F(CollAllocation, SmallPersistentCollectives) {
  count_allocations(4, 1000);
}
TEST_F(CollAllocation, LargePersistentCollectives) {
  count_allocations(20'000, 100);
}

}  // namespace
}  // namespace penstock::test
