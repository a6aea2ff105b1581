// Persistent requests: made once, started again and again.
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Persistent : public Mpi {};

using Init = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

// The receive is posted before the ready send begins: a barrier lies between.
void round_and_round(Init init, std::size_t bytes) {
  Array<std::uint8_t> out(bytes);
  const Array<std::uint8_t> in(bytes);
  const int count = static_cast<int>(bytes);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Recv_init(in.data(), count, MPI_BYTE, previous(), 90, MPI_COMM_WORLD, &requests[0]));
  EXPECT_MPI(init(out.data(), count, MPI_BYTE, next(), 90, MPI_COMM_WORLD, &requests[1]));
  const MPI_Request handles[2] = {requests[0], requests[1]};
  for (int round = 0; round < 5; ++round) {
    out.set(pattern(bytes, rank() + 10 * round));
    if (round % 2 == 0) {
      EXPECT_MPI(MPI_Start(&requests[0]));
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_MPI(MPI_Start(&requests[1]));
    } else {
      EXPECT_MPI(MPI_Start(&requests[0]));
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_MPI(MPI_Startall(1, &requests[1]));
    }
    MPI_Status statuses[2];
    EXPECT_MPI(MPI_Waitall(2, requests, statuses));
    EXPECT_EQ(requests[0], handles[0]);
    EXPECT_EQ(requests[1], handles[1]);
    EXPECT_EQ(statuses[0].MPI_SOURCE, previous());
    ASSERT_EQ(in.get(), pattern(bytes, previous() + 10 * round)) << bytes << " bytes, round " << round;
  }
  for (MPI_Request& request : requests) {
    EXPECT_MPI(MPI_Request_free(&request));
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  }
}

TEST_F(Persistent, Standard) {
  for (std::size_t bytes : sizes()) round_and_round(MPI_Send_init, bytes);
}
TEST_F(Persistent, Synchronous) {
  for (std::size_t bytes : {0, 8, 20'000, 300'000}) round_and_round(MPI_Ssend_init, static_cast<std::size_t>(bytes));
}
TEST_F(Persistent, Ready) {
  for (std::size_t bytes : {0, 8, 20'000, 300'000}) round_and_round(MPI_Rsend_init, static_cast<std::size_t>(bytes));
}
TEST_F(Persistent, Buffered) {
  EXPECT_MPI(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
  for (std::size_t bytes : {0, 8, 20'000, 300'000}) round_and_round(MPI_Bsend_init, static_cast<std::size_t>(bytes));
  void* address = nullptr;
  int size = 0;
  EXPECT_MPI(MPI_Buffer_detach(static_cast<void*>(&address), &size));
}

// Every call that completes requests treats an inactive request as a null one.
TEST_F(Persistent, InactiveOnesAreEmptyAtOnce) {
  int value = 0;
  MPI_Request request;
  EXPECT_MPI(MPI_Recv_init(&value, 1, MPI_INT, previous(), 91, MPI_COMM_WORLD, &request));
  MPI_Status status;
  status.MPI_SOURCE = 5;
  status.MPI_ERROR = 4711;
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  EXPECT_EQ(status.MPI_ERROR, MPI_SUCCESS);
  int flag = 0;
  EXPECT_MPI(MPI_Test(&request, &flag, &status));
  EXPECT_EQ(flag, 1);
  int index = 0;
  EXPECT_MPI(MPI_Waitany(1, &request, &index, &status));
  EXPECT_EQ(index, MPI_UNDEFINED);
  int count = 0;
  EXPECT_MPI(MPI_Testsome(1, &request, &count, &index, &status));
  EXPECT_EQ(count, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Waitall(1, &request, &status));
  EXPECT_MPI(MPI_Request_get_status(request, &flag, &status));
  EXPECT_EQ(flag, 1);
  EXPECT_NE(request, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Request_free(&request));
}

TEST_F(Persistent, FreedWhileActiveTheyFinishByThemselves) {
  const std::vector<std::uint8_t> out = pattern(300'000, rank());
  std::vector<std::uint8_t> in(300'000);
  MPI_Request send;
  EXPECT_MPI(MPI_Send_init(out.data(), 300'000, MPI_BYTE, next(), 92, MPI_COMM_WORLD, &send));
  EXPECT_MPI(MPI_Start(&send));
  EXPECT_MPI(MPI_Request_free(&send));
  EXPECT_EQ(send, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Recv(in.data(), 300'000, MPI_BYTE, previous(), 92, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(in, pattern(300'000, previous()));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

TEST_F(Persistent, CancelledReceivesMayBeginAgain) {
  int value = -1;
  MPI_Request request;
  EXPECT_MPI(MPI_Recv_init(&value, 1, MPI_INT, previous(), 93, MPI_COMM_WORLD, &request));
  EXPECT_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Start(&request));
  EXPECT_MPI(MPI_Cancel(&request));
  MPI_Status status;
  EXPECT_MPI(MPI_Wait(&request, &status));
  int cancelled = 0;
  EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
  EXPECT_EQ(cancelled, 1);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));  // the first receive would match a message that comes sooner
  EXPECT_MPI(MPI_Start(&request));
  const int mine = rank();
  EXPECT_MPI(MPI_Send(&mine, 1, MPI_INT, next(), 93, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(value, previous());
  EXPECT_MPI(MPI_Request_free(&request));
}

TEST_F(Persistent, WrongArguments) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_CLASS(MPI_Send_init(&value, 1, MPI_INT, size(), 0, MPI_COMM_WORLD, &request), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Recv_init(&value, 1, MPI_INT, 0, -4, MPI_COMM_WORLD, &request), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Send_init(nullptr, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), MPI_ERR_BUFFER);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Irecv(&value, 1, MPI_INT, rank(), 94, MPI_COMM_WORLD, &request));
  EXPECT_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Cancel(&request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  MPI_Request both[2];
  for (MPI_Request& made : both) EXPECT_MPI(MPI_Recv_init(&value, 1, MPI_INT, rank(), 94, MPI_COMM_WORLD, &made));
  EXPECT_MPI(MPI_Start(&both[1]));
  EXPECT_CLASS(MPI_Startall(2, both), MPI_ERR_REQUEST);  // the second is active: the first does not begin either
  int flag = 0;
  EXPECT_MPI(MPI_Test(&both[0], &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 1);
  EXPECT_MPI(MPI_Cancel(&both[1]));
  EXPECT_MPI(MPI_Wait(&both[1], MPI_STATUS_IGNORE));
  for (MPI_Request& made : both) EXPECT_MPI(MPI_Request_free(&made));
}

}  // namespace
}  // namespace penstock::test
