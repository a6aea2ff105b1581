// Probing, matched receives, and which call may receive which message.
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Probes : public Mpi {};

int count_of(const MPI_Status& status, MPI_Datatype type) {
  int count = -1;
  MPI_Get_count(&status, type, &count);
  return count;
}

// Sends a message around the ring, which `find` finds without receiving it; `find` returns the status.
template <typename Find>
void probe_round_the_ring(Find find) {
  for (std::size_t bytes : sizes()) {
    const Array<std::uint8_t> out(pattern(bytes, rank()));
    const Array<std::uint8_t> in(bytes);
    MPI_Request request;
    EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 70, MPI_COMM_WORLD, &request));
    MPI_Status status;
    find(&status);
    EXPECT_EQ(status.MPI_SOURCE, previous());
    EXPECT_EQ(status.MPI_TAG, 70);
    ASSERT_EQ(count_of(status, MPI_BYTE), static_cast<int>(bytes));
    EXPECT_MPI(MPI_Recv(in.data(), static_cast<int>(bytes), MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE));
    ASSERT_EQ(in.get(), pattern(bytes, previous())) << bytes << " bytes";
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
}

TEST_F(Probes, ProbeTellsWhatWillBeReceived) {
  probe_round_the_ring([](MPI_Status* status) { EXPECT_MPI(MPI_Probe(previous(), 70, MPI_COMM_WORLD, status)); });
}

TEST_F(Probes, IprobeWithWildcards) {
  probe_round_the_ring([](MPI_Status* status) {
    for (int flag = 0; flag == 0;) EXPECT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, status));
  });
}

TEST_F(Probes, MprobeAndMrecvOfEverySize) {
  for (std::size_t bytes : sizes()) {
    const Array<std::uint8_t> out(pattern(bytes, rank()));
    const Array<std::uint8_t> in(bytes);
    MPI_Request request;
    EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 71, MPI_COMM_WORLD, &request));
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    EXPECT_MPI(MPI_Mprobe(MPI_ANY_SOURCE, 71, MPI_COMM_WORLD, &message, &status));
    ASSERT_NE(message, MPI_MESSAGE_NULL);
    ASSERT_EQ(count_of(status, MPI_BYTE), static_cast<int>(bytes));
    MPI_Status received;
    EXPECT_MPI(MPI_Mrecv(in.data(), static_cast<int>(bytes), MPI_BYTE, &message, &received));
    EXPECT_EQ(message, MPI_MESSAGE_NULL);
    EXPECT_EQ(received.MPI_SOURCE, previous());
    EXPECT_EQ(count_of(received, MPI_BYTE), static_cast<int>(bytes));
    ASSERT_EQ(in.get(), pattern(bytes, previous())) << bytes << " bytes";
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
}

// Neither a probe nor a receive finds a message that mprobe has matched, and such messages may be received in any order.
TEST_F(Probes, MatchedMessagesAreNobodyElses) {
  constexpr int kMessages = 5;
  std::vector<int> out(kMessages);
  std::vector<MPI_Request> requests(kMessages);
  for (int i = 0; i < kMessages; ++i) {
    out[static_cast<std::size_t>(i)] = rank() * 100 + i;
    EXPECT_MPI(MPI_Isend(&out[static_cast<std::size_t>(i)], 1, MPI_INT, next(), 72, MPI_COMM_WORLD,
                         &requests[static_cast<std::size_t>(i)]));
  }
  std::vector<MPI_Message> messages(kMessages - 1);
  for (MPI_Message& message : messages) {
    int flag = 0;
    while (flag == 0) EXPECT_MPI(MPI_Improbe(previous(), 72, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE));
  }
  int last = -1;
  EXPECT_MPI(MPI_Recv(&last, 1, MPI_INT, previous(), 72, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(last, previous() * 100 + kMessages - 1);
  int flag = 1;
  EXPECT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, 72, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0);
  for (int i = kMessages - 2; i >= 0; --i) {
    int value = -1;
    MPI_Request request;
    EXPECT_MPI(MPI_Imrecv(&value, 1, MPI_INT, &messages[static_cast<std::size_t>(i)], &request));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(value, previous() * 100 + i);
  }
  EXPECT_MPI(MPI_Waitall(kMessages, requests.data(), MPI_STATUSES_IGNORE));
}

TEST_F(Probes, NothingThereIsSaidSo) {
  int flag = 1;
  EXPECT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, 73, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0);
  MPI_Message message = MPI_MESSAGE_NO_PROC;
  flag = 1;
  EXPECT_MPI(MPI_Improbe(MPI_ANY_SOURCE, 73, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0);
  EXPECT_EQ(message, MPI_MESSAGE_NULL);
}

TEST_F(Probes, ProcNullIsFoundAtOnce) {
  MPI_Status status;
  EXPECT_MPI(MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  EXPECT_EQ(count_of(status, MPI_INT), 0);
  for (const bool blocking : {true, false}) {
    MPI_Message message = MPI_MESSAGE_NULL;
    int flag = 1;
    if (blocking) {
      EXPECT_MPI(MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status));
    } else {
      EXPECT_MPI(MPI_Improbe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &message, &status));
    }
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(message, MPI_MESSAGE_NO_PROC);
    int value = 7;
    MPI_Request request;
    if (blocking) {
      EXPECT_MPI(MPI_Mrecv(&value, 1, MPI_INT, &message, &status));
    } else {
      EXPECT_MPI(MPI_Imrecv(&value, 1, MPI_INT, &message, &request));
      EXPECT_MPI(MPI_Wait(&request, &status));
    }
    EXPECT_EQ(message, MPI_MESSAGE_NULL);
    EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
    EXPECT_EQ(value, 7);
  }
}

TEST_F(Probes, TruncatedMatchedReceivesAreToldAndOver) {
  const int out[4] = {1, 2, 3, rank()};
  MPI_Request request;
  EXPECT_MPI(MPI_Isend(out, 4, MPI_INT, next(), 74, MPI_COMM_WORLD, &request));
  MPI_Message message;
  EXPECT_MPI(MPI_Mprobe(previous(), 74, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
  int in[2] = {};
  MPI_Status status;
  EXPECT_CLASS(MPI_Mrecv(in, 2, MPI_INT, &message, &status), MPI_ERR_TRUNCATE);
  EXPECT_EQ(message, MPI_MESSAGE_NULL);
  EXPECT_EQ(in[1], 2);
  EXPECT_EQ(count_of(status, MPI_INT), 2);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

TEST_F(Probes, WrongArguments) {
  int flag = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Request request;
  int value = 0;
  EXPECT_CLASS(MPI_Probe(size(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Iprobe(0, -7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, MPI_STATUS_IGNORE), MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Isend(&value, 1, MPI_INT, rank(), 75, MPI_COMM_WORLD, &request));
  EXPECT_MPI(MPI_Mprobe(rank(), 75, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
  EXPECT_CLASS(MPI_Mrecv(nullptr, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Mrecv(&value, -1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
  const MPI_Message same = message;  // still valid after the errors, and freed by its receive
  EXPECT_MPI(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
  MPI_Message stale = same;
  EXPECT_CLASS(MPI_Mrecv(&value, 1, MPI_INT, &stale, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

}  // namespace
}  // namespace penstock::test
