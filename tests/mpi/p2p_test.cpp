#include <algorithm>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

class P2p : public Mpi {};

TEST_F(P2p, SendrecvRoundTheRing) {
  for (std::size_t bytes : sizes()) {
    const Array<std::uint8_t> out(pattern(bytes, rank()));
    const Array<std::uint8_t> in(bytes);
    MPI_Status status;
    status.MPI_ERROR = 4711;
    EXPECT_MPI(MPI_Sendrecv(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 5, in.data(), static_cast<int>(bytes),
                            MPI_BYTE, previous(), 5, MPI_COMM_WORLD, &status));
    ASSERT_EQ(in.get(), pattern(bytes, previous())) << bytes << " bytes";
    int count = -1;
    EXPECT_MPI(MPI_Get_count(&status, MPI_BYTE, &count));
    EXPECT_EQ(count, static_cast<int>(bytes));
    EXPECT_EQ(status.MPI_SOURCE, previous());
    EXPECT_EQ(status.MPI_TAG, 5);
    EXPECT_EQ(status.MPI_ERROR, 4711) << "single completion leaves MPI_ERROR alone";
  }
}

using Start = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

void non_blocking_ring(Start start) {
  for (std::size_t bytes : sizes()) {
    const Array<std::uint8_t> out(pattern(bytes, rank() + 100));
    const Array<std::uint8_t> in(bytes + 3);
    MPI_Request requests[2];
    EXPECT_MPI(start(out.data(), static_cast<int>(bytes), MPI_BYTE, next(), 6, MPI_COMM_WORLD, &requests[0]));
    EXPECT_MPI(MPI_Irecv(in.data(), static_cast<int>(bytes + 3), MPI_BYTE, previous(), 6, MPI_COMM_WORLD, &requests[1]));
    MPI_Status statuses[2];
    EXPECT_MPI(MPI_Waitall(2, requests, statuses));
    EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
    EXPECT_EQ(requests[1], MPI_REQUEST_NULL);
    Bytes expected = pattern(bytes, previous() + 100);
    expected.resize(bytes + 3, 0xa5);
    ASSERT_EQ(in.get(), expected) << bytes << " bytes";
    int count = -1;
    EXPECT_MPI(MPI_Get_count(&statuses[1], MPI_BYTE, &count));
    EXPECT_EQ(count, static_cast<int>(bytes));
  }
}

TEST_F(P2p, IsendAndIrecv) {
  non_blocking_ring(MPI_Isend);
}
TEST_F(P2p, IssendAndIrecv) {
  non_blocking_ring(MPI_Issend);
}

using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);

// Ranks form pairs; a rank without a partner does nothing.
void blocking_pairs(Send send) {
  const int peer = rank() ^ 1;
  if (peer >= size()) return;
  for (std::size_t bytes : sizes()) {
    const int count = static_cast<int>(bytes);
    if (rank() % 2 == 0) {
      const Array<std::uint8_t> out(pattern(bytes, rank()));
      EXPECT_MPI(send(out.data(), count, MPI_BYTE, peer, 7, MPI_COMM_WORLD));
    } else {
      const Array<std::uint8_t> in(bytes);
      EXPECT_MPI(MPI_Recv(in.data(), count, MPI_BYTE, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      ASSERT_EQ(in.get(), pattern(bytes, peer)) << bytes << " bytes";
    }
  }
}

TEST_F(P2p, SendAndRecv) {
  blocking_pairs(MPI_Send);
}
TEST_F(P2p, SsendAndRecv) {
  blocking_pairs(MPI_Ssend);
}

TEST_F(P2p, WildcardsTellWhoSentWhat) {
  if (rank() != 0) {
    const Array<int> out(std::vector<int>{rank(), rank() * 10});
    EXPECT_MPI(MPI_Send(out.data(), 2, MPI_INT, 0, 40 + rank(), MPI_COMM_WORLD));
    return;
  }
  std::vector<int> heard(static_cast<std::size_t>(size()), 0);
  for (int i = 1; i < size(); ++i) {
    const Array<int> in(2);
    MPI_Status status;
    EXPECT_MPI(MPI_Recv(in.data(), 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    ASSERT_EQ(in.get(), (std::vector<int>{status.MPI_SOURCE, status.MPI_SOURCE * 10}));
    EXPECT_EQ(status.MPI_TAG, 40 + status.MPI_SOURCE);
    ++heard[static_cast<std::size_t>(status.MPI_SOURCE)];
  }
  EXPECT_EQ(std::count(heard.begin() + 1, heard.end(), 1), size() - 1);
}

// Messages of one sender and tag arrive in the order of sending, whatever their sizes, in posted and in late receives.
TEST_F(P2p, MessagesDoNotOvertake) {
  constexpr int kMessages = 60;
  const auto bytes_of = [](int i) { return std::vector<std::size_t>{4, 100, 9000, 40000, 0}[static_cast<std::size_t>(i % 5)]; };
  std::vector<std::unique_ptr<Array<std::uint8_t>>> out;
  std::vector<std::unique_ptr<Array<std::uint8_t>>> in;
  std::vector<MPI_Request> requests;
  for (int i = 0; i < kMessages; ++i) {
    out.push_back(std::make_unique<Array<std::uint8_t>>(pattern(bytes_of(i), i)));
    MPI_Request request;
    EXPECT_MPI(MPI_Isend(out.back()->data(), static_cast<int>(bytes_of(i)), MPI_BYTE, next(), 8, MPI_COMM_WORLD, &request));
    requests.push_back(request);
  }
  for (int i = 0; i < kMessages; ++i) {
    in.push_back(std::make_unique<Array<std::uint8_t>>(std::size_t{40000}));
    const int source = i % 2 == 0 ? MPI_ANY_SOURCE : previous();
    MPI_Request request;
    EXPECT_MPI(MPI_Irecv(in.back()->data(), 40000, MPI_BYTE, source, 8, MPI_COMM_WORLD, &request));
    requests.push_back(request);
  }
  std::vector<MPI_Status> statuses(requests.size());
  EXPECT_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data()));
  for (int i = 0; i < kMessages; ++i) {
    int count = -1;
    MPI_Get_count(&statuses[static_cast<std::size_t>(kMessages + i)], MPI_BYTE, &count);
    ASSERT_EQ(count, static_cast<int>(bytes_of(i))) << "message " << i;
    Bytes got = in[static_cast<std::size_t>(i)]->get();
    got.resize(bytes_of(i));
    ASSERT_EQ(got, pattern(bytes_of(i), i)) << "message " << i;
  }
}

TEST_F(P2p, UnexpectedMessagesAreFoundByTag) {
  constexpr int kMessages = 40;
  const std::vector<int> numbers{rank(), 1, 2, 3};
  const Array<int> out(numbers);
  std::vector<MPI_Request> requests(kMessages);
  for (int i = 0; i < kMessages; ++i) {
    EXPECT_MPI(MPI_Isend(out.data(), 4, MPI_INT, next(), 1000 + i, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]));
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = kMessages; i-- > 0;) {
    const Array<int> in(4);
    MPI_Status status;
    EXPECT_MPI(MPI_Recv(in.data(), 4, MPI_INT, previous(), 1000 + i, MPI_COMM_WORLD, &status));
    ASSERT_EQ(in.get()[0], previous());
    ASSERT_EQ(status.MPI_TAG, 1000 + i);
  }
  EXPECT_MPI(MPI_Waitall(kMessages, requests.data(), MPI_STATUSES_IGNORE));
}

TEST_F(P2p, CommunicatorsAreSeparateWorlds) {
  MPI_Comm other;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
  const Array<int> first(std::vector<int>{1});
  const Array<int> second(std::vector<int>{2});
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Isend(first.data(), 1, MPI_INT, next(), 9, MPI_COMM_WORLD, &requests[0]));
  EXPECT_MPI(MPI_Isend(second.data(), 1, MPI_INT, next(), 9, other, &requests[1]));
  const Array<int> in(1);
  EXPECT_MPI(MPI_Recv(in.data(), 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE));
  EXPECT_EQ(in.get()[0], 2);
  EXPECT_MPI(MPI_Recv(in.data(), 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(in.get()[0], 1);
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  EXPECT_MPI(MPI_Comm_free(&other));
  EXPECT_EQ(other, MPI_COMM_NULL);
}

void truncated(std::size_t sent, std::size_t room) {
  const Array<std::uint8_t> out(pattern(sent, rank()));
  const Array<std::uint8_t> in(room);
  MPI_Request request;
  EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(sent), MPI_BYTE, next(), 10, MPI_COMM_WORLD, &request));
  MPI_Status status;
  EXPECT_CLASS(MPI_Recv(in.data(), static_cast<int>(room), MPI_BYTE, previous(), 10, MPI_COMM_WORLD, &status),
               MPI_ERR_TRUNCATE);
  EXPECT_EQ(status.MPI_SOURCE, previous());
  Bytes expected = pattern(sent, previous());
  expected.resize(room);
  EXPECT_EQ(in.get(), expected) << "what fits is delivered";
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  // Nothing is lost afterwards.
  const Array<int> more(std::vector<int>{rank()});
  const Array<int> answer(1);
  EXPECT_MPI(MPI_Sendrecv(more.data(), 1, MPI_INT, next(), 11, answer.data(), 1, MPI_INT, previous(), 11, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE));
  EXPECT_EQ(answer.get()[0], previous());
}

TEST_F(P2p, TruncationOfAShortMessage) {
  truncated(400, 40);
}
TEST_F(P2p, TruncationOfALongMessage) {
  truncated(1 << 20, 5000);
}
TEST_F(P2p, TruncationToNothing) {
  truncated(100000, 0);
}

TEST_F(P2p, ProcNull) {
  int value = 5;
  MPI_Status status;
  EXPECT_MPI(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status));
  EXPECT_EQ(value, 5);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  int count = -1;
  EXPECT_MPI(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT_EQ(count, 0);
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request));
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
}

TEST_F(P2p, MessagesToOneself) {
  for (std::size_t bytes : {std::size_t{0}, std::size_t{10}, std::size_t{300000}}) {
    const Array<std::uint8_t> out(pattern(bytes, 3));
    const Array<std::uint8_t> in(bytes);
    MPI_Request request;
    EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(bytes), MPI_BYTE, 0, 12, MPI_COMM_SELF, &request));
    EXPECT_MPI(MPI_Recv(in.data(), static_cast<int>(bytes), MPI_BYTE, 0, 12, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EXPECT_EQ(in.get(), pattern(bytes, 3));
  }
}

TEST_F(P2p, LargeCountForms) {
  const Array<double> out(std::vector<double>{1.5, 2.5, static_cast<double>(rank())});
  const Array<double> in(3);
  MPI_Status status;
  EXPECT_MPI(MPI_Sendrecv_c(out.data(), MPI_Count{3}, MPI_DOUBLE, next(), 13, in.data(), MPI_Count{3}, MPI_DOUBLE, previous(),
                            13, MPI_COMM_WORLD, &status));
  MPI_Count count = -1;
  EXPECT_MPI(MPI_Get_count_c(&status, MPI_DOUBLE, &count));
  EXPECT_EQ(count, 3);
  EXPECT_EQ(in.get()[2], previous());
}

}  // namespace
}  // namespace penstock::test
