// MPI_ERROR in the statuses of calls that complete or test several requests, none of which failed.
#include <functional>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// There are a receive, a send and a null request, all complete.
class Statuses : public Mpi {
 protected:
  static constexpr int kRequests = 3;

  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Irecv(&got_, 1, MPI_INT, 0, 61, MPI_COMM_SELF, &requests_[0]));
    EXPECT_MPI(MPI_Isend(&sent_, 1, MPI_INT, 0, 61, MPI_COMM_SELF, &requests_[1]));
    for (MPI_Status& status : statuses_) status.MPI_ERROR = 4711;
  }
  void TearDown() override {
    EXPECT_MPI(MPI_Waitall(kRequests, requests_, MPI_STATUSES_IGNORE));
    EXPECT_EQ(got_, sent_);
  }

  // Calls until there is an answer, with `count` statuses.
  void check(int count, const std::function<int(int* answer)>& ask) {
    int answer = 0;
    while (answer == 0) EXPECT_MPI(ask(&answer));
    if (count == 0) count = answer;
    for (int i = 0; i < kRequests; ++i) EXPECT_EQ(statuses_[i].MPI_ERROR, i < count ? MPI_SUCCESS : 4711) << i;
  }

  int sent_ = 5;
  int got_ = 0;
  int indices_[kRequests] = {};
  MPI_Request requests_[kRequests] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses_[kRequests] = {};
};

TEST_F(Statuses, OfWaitall) {
  EXPECT_MPI(MPI_Waitall(kRequests, requests_, statuses_));
  check(kRequests, [](int* answer) { return *answer = 1, MPI_SUCCESS; });
}
TEST_F(Statuses, OfTestall) {
  check(kRequests, [&](int* flag) { return MPI_Testall(kRequests, requests_, flag, statuses_); });
}
TEST_F(Statuses, OfWaitsome) {
  check(0, [&](int* count) { return MPI_Waitsome(kRequests, requests_, count, indices_, statuses_); });
}
TEST_F(Statuses, OfTestsome) {
  check(0, [&](int* count) { return MPI_Testsome(kRequests, requests_, count, indices_, statuses_); });
}
TEST_F(Statuses, OfGetStatusAll) {
  check(kRequests, [&](int* flag) { return MPI_Request_get_status_all(kRequests, requests_, flag, statuses_); });
}
TEST_F(Statuses, OfGetStatusSome) {
  check(0, [&](int* count) { return MPI_Request_get_status_some(kRequests, requests_, count, indices_, statuses_); });
}

}  // namespace
}  // namespace penstock::test
