// Collectives over memory that the ranks share: many of them at once, on more communicators than have room there.
#include <numeric>
#include <vector>

#include "forms.hpp"

namespace penstock::test {
namespace {

class Boards : public Mpi {};

// Several blocking ones, behind which the ranks may share memory.
void check_sums(MPI_Comm comm, int rounds) {
  int rank = 0;
  int size = 0;
  EXPECT_MPI(MPI_Comm_rank(comm, &rank));
  EXPECT_MPI(MPI_Comm_size(comm, &size));
  for (int round = 0; round < rounds; ++round) {
    long sum = 0;
    const long mine = rank + round;
    EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm));
    EXPECT_EQ(sum, static_cast<long>(size) * (size - 1) / 2 + static_cast<long>(size) * round);
  }
}

TEST_F(Boards, MoreCommunicatorsThanBoards) {
  std::vector<MPI_Comm> comms(90, MPI_COMM_NULL);
  for (MPI_Comm& comm : comms) {
    EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    check_sums(comm, 5);
  }
  for (MPI_Comm& comm : comms) check_sums(comm, 3);
  for (MPI_Comm& comm : comms) EXPECT_MPI(MPI_Comm_free(&comm));
}

TEST_F(Boards, CommunicatorsComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    EXPECT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm));
    check_sums(comm, 4);
    EXPECT_MPI(MPI_Comm_free(&comm));
  }
}

// A root that does not wait for its readers, which then do not wait for it.
TEST_F(Boards, ARootRunsAhead) {
  int rank = 0;
  EXPECT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check_sums(MPI_COMM_WORLD, 3);
  std::vector<int> data(3000);
  for (int round = 0; round < 2000; ++round) {
    const int count = round % 3 == 0 ? 1 : round % 3000;
    if (rank == 0) std::iota(data.begin(), data.end(), round);
    EXPECT_MPI(MPI_Bcast(data.data(), count, MPI_INT, 0, MPI_COMM_WORLD));
    for (int i = 0; i < count; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], round + i) << "round " << round;
  }
}

// Begun in one order and waited for in the other, on two communicators.
TEST_F(Boards, ManyAtOnce) {
  MPI_Comm other = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
  check_sums(MPI_COMM_WORLD, 3);
  check_sums(other, 3);
  int size = 0;
  EXPECT_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  constexpr int kEach = 300;
  std::vector<MPI_Request> requests;
  std::vector<std::vector<int>> sums;
  std::vector<int> ones(2000, 1);
  for (int i = 0; i < kEach; ++i) {
    for (MPI_Comm comm : {MPI_COMM_WORLD, other}) {
      std::vector<int>& sum = sums.emplace_back(static_cast<std::size_t>(1 + i * 7 % 2000));
      MPI_Request request = MPI_REQUEST_NULL;
      EXPECT_MPI(MPI_Iallreduce(ones.data(), sum.data(), static_cast<int>(sum.size()), MPI_INT, MPI_SUM, comm, &request));
      requests.push_back(request);
    }
  }
  for (auto request = requests.rbegin(); request != requests.rend(); ++request)
    EXPECT_MPI(MPI_Wait(&*request, MPI_STATUS_IGNORE));
  for (const std::vector<int>& sum : sums) EXPECT_EQ(sum, std::vector<int>(sum.size(), size));
  EXPECT_MPI(MPI_Comm_free(&other));
}

}  // namespace
}  // namespace penstock::test
