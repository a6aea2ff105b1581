#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Requests : public Mpi {};

TEST_F(Requests, NullRequestsAreDone) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
  int flag = 0;
  EXPECT_MPI(MPI_Test(&request, &flag, &status));
  EXPECT_EQ(flag, 1);
  MPI_Request two[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int index = 0;
  EXPECT_MPI(MPI_Waitany(2, two, &index, &status));
  EXPECT_EQ(index, MPI_UNDEFINED);
  int count = 0;
  int indices[2];
  EXPECT_MPI(MPI_Waitsome(2, two, &count, indices, MPI_STATUSES_IGNORE));
  EXPECT_EQ(count, MPI_UNDEFINED);
  EXPECT_MPI(MPI_Testsome(2, two, &count, indices, MPI_STATUSES_IGNORE));
  EXPECT_EQ(count, MPI_UNDEFINED);
  flag = 0;
  EXPECT_MPI(MPI_Testall(2, two, &flag, MPI_STATUSES_IGNORE));
  EXPECT_EQ(flag, 1);
  EXPECT_MPI(MPI_Waitall(0, nullptr, MPI_STATUSES_IGNORE));
}

TEST_F(Requests, TestSaysNoUntilTheMessageComes) {
  const Array<int> in(1);
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(in.data(), 1, MPI_INT, previous(), 20, MPI_COMM_WORLD, &request));
  int flag = 1;
  EXPECT_MPI(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0);
  EXPECT_NE(request, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const Array<int> out(std::vector<int>{rank()});
  MPI_Request sending;
  EXPECT_MPI(MPI_Isend(out.data(), 1, MPI_INT, next(), 20, MPI_COMM_WORLD, &sending));
  while (flag == 0) EXPECT_MPI(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_EQ(in.get()[0], previous());
  EXPECT_MPI(MPI_Wait(&sending, MPI_STATUS_IGNORE));
}

// Every rank posts receives and is served in the order that its neighbour likes.
class ManyReceives : public Requests {
 protected:
  static constexpr int kCount = 8;
  void post() {
    for (int i = 0; i < kCount; ++i) {
      in.push_back(std::make_unique<Array<int>>(std::size_t{1}));
      EXPECT_MPI(MPI_Irecv(in.back()->data(), 1, MPI_INT, previous(), 30 + i, MPI_COMM_WORLD, &requests[i]));
    }
    for (int i = kCount; i-- > 0;) {
      out.push_back(std::make_unique<Array<int>>(std::vector<int>{i * 100 + rank()}));
      EXPECT_MPI(MPI_Isend(out.back()->data(), 1, MPI_INT, next(), 30 + i, MPI_COMM_WORLD, &sends[i]));
    }
  }
  void finish() {
    EXPECT_MPI(MPI_Waitall(kCount, sends, MPI_STATUSES_IGNORE));
    for (int i = 0; i < kCount; ++i) {
      EXPECT_EQ(in[static_cast<std::size_t>(i)]->get()[0], i * 100 + previous());
      EXPECT_EQ(requests[i], MPI_REQUEST_NULL);
    }
  }
  std::vector<std::unique_ptr<Array<int>>> in, out;
  MPI_Request requests[kCount];
  MPI_Request sends[kCount];
};

TEST_F(ManyReceives, Waitany) {
  post();
  std::vector<int> seen(kCount, 0);
  for (int i = 0; i < kCount; ++i) {
    int index = -1;
    MPI_Status status;
    EXPECT_MPI(MPI_Waitany(kCount, requests, &index, &status));
    ASSERT_GE(index, 0);
    EXPECT_EQ(status.MPI_TAG, 30 + index);
    ++seen[static_cast<std::size_t>(index)];
  }
  EXPECT_EQ(seen, std::vector<int>(kCount, 1));
  finish();
}

TEST_F(ManyReceives, Waitsome) {
  post();
  int done = 0;
  while (done < kCount) {
    int count = 0;
    int indices[kCount];
    MPI_Status statuses[kCount];
    EXPECT_MPI(MPI_Waitsome(kCount, requests, &count, indices, statuses));
    ASSERT_GE(count, 1);
    for (int i = 0; i < count; ++i) EXPECT_EQ(statuses[i].MPI_TAG, 30 + indices[i]);
    done += count;
  }
  finish();
}

TEST_F(ManyReceives, TestanyAndTestsome) {
  post();
  int done = 0;
  while (done < kCount) {
    int index = 0;
    int flag = 0;
    EXPECT_MPI(MPI_Testany(kCount, requests, &index, &flag, MPI_STATUS_IGNORE));
    if (flag != 0) {
      if (index == MPI_UNDEFINED) break;
      ++done;
    }
    int count = 0;
    int indices[kCount];
    EXPECT_MPI(MPI_Testsome(kCount, requests, &count, indices, MPI_STATUSES_IGNORE));
    if (count == MPI_UNDEFINED) break;
    done += count;
  }
  EXPECT_EQ(done, kCount);
  finish();
}

TEST_F(ManyReceives, Testall) {
  post();
  int flag = 0;
  while (flag == 0) EXPECT_MPI(MPI_Testall(kCount, requests, &flag, MPI_STATUSES_IGNORE));
  finish();
}

TEST_F(Requests, FreedRequestsFinishByThemselves) {
  const Array<int> in(1);
  const Array<int> out(std::vector<int>{rank() + 7});
  MPI_Request request;
  EXPECT_MPI(MPI_Isend(out.data(), 1, MPI_INT, next(), 21, MPI_COMM_WORLD, &request));
  const MPI_Request stale = request;
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Recv(in.data(), 1, MPI_INT, previous(), 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(in.get()[0], previous() + 7);
  MPI_Request copy = stale;
  EXPECT_CLASS(MPI_Wait(&copy, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// One of three receives is too short: its status tells, the others are good, and the call says MPI_ERR_IN_STATUS.
TEST_F(Requests, WaitallTellsWhichFailed) {
  std::vector<std::unique_ptr<Array<int>>> in, out;
  MPI_Request requests[6];
  for (int i = 0; i < 3; ++i) {
    in.push_back(std::make_unique<Array<int>>(std::size_t{4}));
    const int room = i == 1 ? 2 : 4;
    EXPECT_MPI(MPI_Irecv(in.back()->data(), room, MPI_INT, previous(), 50 + i, MPI_COMM_WORLD, &requests[i]));
  }
  for (int i = 0; i < 3; ++i) {
    out.push_back(std::make_unique<Array<int>>(std::vector<int>{i, 2, 3, rank()}));
    EXPECT_MPI(MPI_Isend(out.back()->data(), 4, MPI_INT, next(), 50 + i, MPI_COMM_WORLD, &requests[3 + i]));
  }
  MPI_Status statuses[6];
  EXPECT_CLASS(MPI_Waitall(6, requests, statuses), MPI_ERR_IN_STATUS);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(class_of(statuses[i].MPI_ERROR), i == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS) << i;
    EXPECT_EQ(requests[i], MPI_REQUEST_NULL);
  }
  EXPECT_EQ(in[2]->get(), (std::vector<int>{2, 2, 3, previous()}));
}

TEST_F(Requests, MoreThanFitInline) {
  constexpr int kMany = 300;
  std::vector<int> in(kMany, -1);
  std::vector<int> out(kMany);
  std::vector<MPI_Request> requests(2 * kMany);
  for (int i = 0; i < kMany; ++i) {
    const auto at = static_cast<std::size_t>(i);
    out[at] = i * 3 + rank();
    EXPECT_MPI(MPI_Irecv(&in[at], 1, MPI_INT, previous(), i, MPI_COMM_WORLD, &requests[at]));
    EXPECT_MPI(MPI_Isend(&out[at], 1, MPI_INT, next(), i, MPI_COMM_WORLD, &requests[at + kMany]));
  }
  EXPECT_MPI(MPI_Waitall(2 * kMany, requests.data(), MPI_STATUSES_IGNORE));
  for (int i = 0; i < kMany; ++i) ASSERT_EQ(in[static_cast<std::size_t>(i)], i * 3 + previous());
}

// A type freed while a message of it is under way stays in use until the message is through.
TEST_F(Requests, FreedTypesAndCommunicatorsLiveOnInOperations) {
  MPI_Comm comm;
  MPI_Datatype type;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  EXPECT_MPI(MPI_Type_vector(1000, 1, 2, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  const Array<int> in(2000);
  const Array<int> out(std::vector<int>(2000, rank()));
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Irecv(in.data(), 1, type, previous(), 22, comm, &requests[0]));
  EXPECT_MPI(MPI_Isend(out.data(), 1, type, next(), 22, comm, &requests[1]));
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Comm_free(&comm));
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  EXPECT_EQ(in.get()[1998], previous());
  EXPECT_NE(in.get()[1999], previous());
}

}  // namespace
}  // namespace penstock::test
