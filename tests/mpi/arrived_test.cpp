// Receives that begin when their small message has already arrived: their requests and statuses are those of any receive.
#include <memory>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Arrived : public Mpi {
 protected:
  static constexpr int kTag = 71;

  // Sends messages to the next rank, which have arrived when this returns if they are of host memory.
  void send(const std::vector<std::vector<int>>& messages) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
      out.push_back(std::make_unique<Array<int>>(messages[i]));
      EXPECT_MPI(MPI_Isend(out.back()->data(), static_cast<int>(messages[i].size()), MPI_INT, next(),
                           kTag + static_cast<int>(i), MPI_COMM_WORLD, &sends.emplace_back()));
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  void send_three() { send({{rank() * 10}, {rank() * 10 + 1}, {rank() * 10 + 2}}); }
  void TearDown() override {
    EXPECT_MPI(MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE));
    Mpi::TearDown();
  }
  void begin(int i, int tag, MPI_Request* request) {
    in[i] = std::make_unique<Array<int>>(std::size_t{1});
    EXPECT_MPI(MPI_Irecv(in[i]->data(), 1, MPI_INT, previous(), tag, MPI_COMM_WORLD, request));
  }
  void expect(int i, const MPI_Status& status) {
    int count = 0;
    int cancelled = 1;
    EXPECT_EQ(status.MPI_SOURCE, previous());
    EXPECT_EQ(status.MPI_TAG, kTag + i);
    EXPECT_MPI(MPI_Get_count(&status, MPI_INT, &count));
    EXPECT_EQ(count, 1);
    EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
    EXPECT_EQ(cancelled, 0);
    EXPECT_EQ(in[i]->get()[0], previous() * 10 + i);
  }

  std::vector<std::unique_ptr<Array<int>>> out;
  std::vector<MPI_Request> sends;
  std::unique_ptr<Array<int>> in[3];
};

TEST_F(Arrived, StatusesTellTheirMessages) {
  send_three();
  MPI_Request requests[3];
  MPI_Status statuses[3];
  for (int i = 0; i < 3; ++i) begin(i, i == 1 ? MPI_ANY_TAG : kTag + i, &requests[i]);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < i; ++k) EXPECT_NE(requests[i], requests[k]);
  }
  EXPECT_MPI(MPI_Waitall(3, requests, statuses));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(requests[i], MPI_REQUEST_NULL);
    EXPECT_EQ(statuses[i].MPI_ERROR, MPI_SUCCESS);
    expect(i, statuses[i]);
  }
}

TEST_F(Arrived, EveryCallEndsThem) {
  send_three();
  MPI_Request requests[3];
  MPI_Status status;
  for (int i = 0; i < 3; ++i) begin(i, kTag + i, &requests[i]);
  int flag = 0;
  while (flag == 0) EXPECT_MPI(MPI_Request_get_status(requests[0], &flag, &status));
  expect(0, status);
  EXPECT_NE(requests[0], MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Wait(&requests[0], &status));
  expect(0, status);
  int index = MPI_UNDEFINED;
  EXPECT_MPI(MPI_Waitany(3, requests, &index, &status));
  ASSERT_TRUE(index == 1 || index == 2);
  expect(index, status);
  const int last = 3 - index;
  for (flag = 0; flag == 0;) EXPECT_MPI(MPI_Test(&requests[last], &flag, &status));
  expect(last, status);
  EXPECT_EQ(requests[last], MPI_REQUEST_NULL);
}

TEST_F(Arrived, CannotBeCancelledAndMayBeFreed) {
  send_three();
  MPI_Request requests[3];
  MPI_Status status;
  // The last message of its sender is received first: the earlier ones stay for their receives.
  for (int i = 2; i >= 0; --i) begin(i, kTag + i, &requests[i]);
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  int flag = 0;
  while (flag == 0) EXPECT_MPI(MPI_Request_get_status(requests[2], &flag, &status));
  EXPECT_MPI(MPI_Cancel(&requests[2]));
  EXPECT_MPI(MPI_Request_get_status(requests[2], &flag, &status));
  expect(2, status);
  EXPECT_MPI(MPI_Request_free(&requests[2]));
  EXPECT_EQ(requests[2], MPI_REQUEST_NULL);
}

TEST_F(Arrived, BlockingReceivesToo) {
  send_three();
  for (int i = 0; i < 3; ++i) {
    MPI_Status status;
    in[i] = std::make_unique<Array<int>>(std::size_t{1});
    EXPECT_MPI(MPI_Recv(in[i]->data(), 1, MPI_INT, previous(), i == 1 ? MPI_ANY_TAG : kTag + i, MPI_COMM_WORLD, &status));
    expect(i, status);
  }
}

TEST_F(Arrived, TooLongIsAnErrorAsEver) {
  send({{1, 2, 3}});
  in[0] = std::make_unique<Array<int>>(std::size_t{1});
  EXPECT_CLASS(MPI_Recv(in[0]->data(), 1, MPI_INT, previous(), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
}

}  // namespace
}  // namespace penstock::test
