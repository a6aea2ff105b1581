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

// Every rank posts receives, and its neighbour chooses the order in which they are served.
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
  EXPECT_MPI(MPI_Issend(out.data(), 1, MPI_INT, next(), 21, MPI_COMM_WORLD, &request));
  const MPI_Request stale = request;
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Recv(in.data(), 1, MPI_INT, previous(), 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  EXPECT_EQ(in.get()[0], previous() + 7);
  MPI_Request copy = stale;
  EXPECT_CLASS(MPI_Wait(&copy, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// Sends that complete at once may share a handle: completing one in any way leaves the others unchanged.
TEST_F(Requests, SmallSendsEndInAnyWay) {
  constexpr int kSends = 6;
  std::vector<std::unique_ptr<Array<int>>> out;
  MPI_Request requests[kSends];
  for (int i = 0; i < kSends; ++i) {
    out.push_back(std::make_unique<Array<int>>(std::vector<int>{rank() * 10 + i}));
    EXPECT_MPI(MPI_Isend(out.back()->data(), 1, MPI_INT, next(), i, MPI_COMM_WORLD, &requests[i]));
  }
  for (int i = 0; i < kSends; ++i) {
    const Array<int> in(1);
    EXPECT_MPI(MPI_Recv(in.data(), 1, MPI_INT, previous(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EXPECT_EQ(in.get()[0], previous() * 10 + i);
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));  // a send that is not received yet would be cancelled
  MPI_Status status;
  int flag = 0;
  EXPECT_MPI(MPI_Request_free(&requests[0]));
  EXPECT_MPI(MPI_Cancel(&requests[1]));
  EXPECT_MPI(MPI_Wait(&requests[1], &status));
  EXPECT_MPI(MPI_Test_cancelled(&status, &flag));
  EXPECT_EQ(flag, 0);
  while (flag == 0) EXPECT_MPI(MPI_Request_get_status(requests[2], &flag, &status));
  EXPECT_NE(requests[2], MPI_REQUEST_NULL);
  while (flag = 0, MPI_Test(&requests[2], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag == 0) {
  }
  EXPECT_MPI(MPI_Waitall(kSends, requests, MPI_STATUSES_IGNORE));
  for (const MPI_Request request : requests) EXPECT_EQ(request, MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// One of three receives is too short: its status has the error, the others are right, and the call returns MPI_ERR_IN_STATUS.
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

// A type that is freed while a message of it is under way stays in use until the message is complete.
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

TEST_F(Requests, StatusesWithoutEndingTheRequest) {
  int in[3] = {};
  MPI_Request requests[4];
  for (int i = 0; i < 3; ++i) EXPECT_MPI(MPI_Irecv(&in[i], 1, MPI_INT, previous(), 60 + i, MPI_COMM_WORLD, &requests[i]));
  requests[3] = MPI_REQUEST_NULL;
  int flag = 1;
  EXPECT_MPI(MPI_Request_get_status_all(4, requests, &flag, MPI_STATUSES_IGNORE));
  EXPECT_EQ(flag, 0);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const int mine = rank();
  for (int i = 0; i < 3; ++i) EXPECT_MPI(MPI_Send(&mine, 1, MPI_INT, next(), 60 + i, MPI_COMM_WORLD));
  MPI_Status statuses[4];
  for (flag = 0; flag == 0;) EXPECT_MPI(MPI_Request_get_status_all(4, requests, &flag, statuses));
  EXPECT_EQ(statuses[2].MPI_TAG, 62);
  EXPECT_EQ(statuses[3].MPI_SOURCE, MPI_ANY_SOURCE);
  int index = -1;
  EXPECT_MPI(MPI_Request_get_status_any(4, requests, &index, &flag, statuses));
  EXPECT_EQ(index, 0);
  int count = 0;
  int indices[4];
  EXPECT_MPI(MPI_Request_get_status_some(4, requests, &count, indices, statuses));
  EXPECT_EQ(count, 3);
  EXPECT_EQ(indices[2], 2);
  EXPECT_MPI(MPI_Request_get_status(requests[1], &flag, statuses));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous());
  for (int i = 0; i < 3; ++i) ASSERT_NE(requests[i], MPI_REQUEST_NULL);
  EXPECT_MPI(MPI_Waitall(4, requests, statuses));
  for (const int value : in) EXPECT_EQ(value, previous());
}

TEST_F(Requests, CancelledReceivesTakeNoMessage) {
  int value = -1;
  MPI_Request request;
  EXPECT_MPI(MPI_Irecv(&value, 1, MPI_INT, previous(), 65, MPI_COMM_WORLD, &request));
  EXPECT_MPI(MPI_Cancel(&request));
  MPI_Status status;
  EXPECT_MPI(MPI_Wait(&request, &status));
  int cancelled = 0;
  EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
  EXPECT_EQ(cancelled, 1);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const int mine = rank();
  EXPECT_MPI(MPI_Isend(&mine, 1, MPI_INT, next(), 65, MPI_COMM_WORLD, &request));
  int got = -1;
  EXPECT_MPI(MPI_Recv(&got, 1, MPI_INT, previous(), 65, MPI_COMM_WORLD, &status));
  EXPECT_EQ(got, previous());
  EXPECT_EQ(value, -1);
  EXPECT_MPI(MPI_Test_cancelled(&status, &cancelled));
  EXPECT_EQ(cancelled, 0);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

TEST_F(Requests, ExchangesInOneCall) {
  for (std::size_t bytes : sizes()) {
    const int count = static_cast<int>(bytes);
    const Array<std::uint8_t> out(pattern(bytes, rank()));
    const Array<std::uint8_t> in(bytes);
    MPI_Request request;
    MPI_Status status;
    EXPECT_MPI(MPI_Isendrecv(out.data(), count, MPI_BYTE, next(), 66, in.data(), count, MPI_BYTE, previous(), 66,
                             MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Wait(&request, &status));
    ASSERT_EQ(in.get(), pattern(bytes, previous())) << bytes << " bytes";
    EXPECT_EQ(status.MPI_SOURCE, previous());
    const Array<std::uint8_t> both(pattern(bytes, rank() + 50));
    EXPECT_MPI(MPI_Sendrecv_replace(both.data(), count, MPI_BYTE, next(), 67, previous(), 67, MPI_COMM_WORLD, &status));
    ASSERT_EQ(both.get(), pattern(bytes, previous() + 50)) << bytes << " bytes";
    EXPECT_MPI(MPI_Isendrecv_replace(both.data(), count, MPI_BYTE, previous(), 68, next(), 68, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Wait(&request, &status));
    ASSERT_EQ(both.get(), pattern(bytes, rank() + 50)) << bytes << " bytes";
  }
}

// Every second element is exchanged; the bytes between stay unchanged.
TEST_F(Requests, ReplaceInStrides) {
  MPI_Datatype type;
  EXPECT_MPI(MPI_Type_vector(5000, 1, 2, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  const Array<int> both(std::vector<int>(10'000, rank()));
  EXPECT_MPI(MPI_Sendrecv_replace(both.data(), 1, type, next(), 69, previous(), 69, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  const std::vector<int> got = both.get();
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], i % 2 == 0 ? previous() : rank()) << i;
  EXPECT_MPI(MPI_Type_free(&type));
}

struct Calls {
  int queries = 0, frees = 0, cancels = 0;
  int query_code = MPI_SUCCESS, free_code = MPI_SUCCESS;
  int complete = -1;  // as the cancel function heard
};

// Each callback calls MPI, which is allowed.
int query(void* state, MPI_Status* status) {
  auto* calls = static_cast<Calls*>(state);
  ++calls->queries;
  MPI_Status_set_elements(status, MPI_INT, 12);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 3;
  status->MPI_TAG = 44;
  return calls->query_code;
}
int release(void* state) {
  auto* calls = static_cast<Calls*>(state);
  ++calls->frees;
  int flag = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, 69, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
  return calls->free_code;
}
int cancel(void* state, int complete) {
  auto* calls = static_cast<Calls*>(state);
  ++calls->cancels;
  calls->complete = complete;
  return MPI_SUCCESS;
}

TEST_F(Requests, GeneralisedOnesCallTheProgram) {
  Calls calls;
  MPI_Request request;
  EXPECT_MPI(MPI_Grequest_start(query, release, cancel, &calls, &request));
  int flag = 1;
  EXPECT_MPI(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
  EXPECT_EQ(flag, 0);
  EXPECT_MPI(MPI_Cancel(&request));
  EXPECT_EQ(calls.complete, 0);
  EXPECT_MPI(MPI_Grequest_complete(request));
  EXPECT_CLASS(MPI_Grequest_complete(request), MPI_ERR_REQUEST);
  MPI_Status status;
  EXPECT_MPI(MPI_Request_get_status(request, &flag, &status));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(calls.frees, 0);
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  int count = 0;
  EXPECT_MPI(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT_EQ(count, 12);
  EXPECT_EQ(status.MPI_SOURCE, 3);
  EXPECT_EQ(status.MPI_TAG, 44);
  EXPECT_EQ(calls.queries, 2);
  EXPECT_EQ(calls.frees, 1);
}

// The call returns the code of the callback called last; in an array call the code is in the status.
TEST_F(Requests, GeneralisedOnesFailWithTheProgramsCode) {
  Calls calls;
  calls.query_code = MPI_ERR_DIMS;
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Grequest_start(query, release, cancel, &calls, &requests[0]));
  EXPECT_MPI(MPI_Grequest_complete(requests[0]));
  EXPECT_EQ(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_ERR_DIMS);
  EXPECT_EQ(calls.frees, 1);
  calls.free_code = MPI_ERR_TOPOLOGY;
  for (MPI_Request& request : requests) {
    EXPECT_MPI(MPI_Grequest_start(query, release, cancel, &calls, &request));
    EXPECT_MPI(MPI_Grequest_complete(request));
  }
  MPI_Status statuses[2];
  EXPECT_CLASS(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
  for (const MPI_Status& status : statuses) EXPECT_EQ(status.MPI_ERROR, MPI_ERR_TOPOLOGY);
}

// A request that is freed first lives until it is complete; its free callback runs then.
TEST_F(Requests, GeneralisedOnesMayBeFreedBeforeTheyAreComplete) {
  Calls calls;
  MPI_Request request;
  EXPECT_MPI(MPI_Grequest_start(query, release, cancel, &calls, &request));
  MPI_Request copy = request;
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_EQ(calls.frees, 0);
  EXPECT_CLASS(MPI_Wait(&copy, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Grequest_complete(copy));
  EXPECT_EQ(calls.frees, 1);
  EXPECT_EQ(calls.queries, 0);
  EXPECT_CLASS(MPI_Grequest_complete(copy), MPI_ERR_REQUEST);
}

TEST_F(Requests, OthersAreNotGeneralised) {
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
  EXPECT_CLASS(MPI_Request_free(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Irecv(&value, 1, MPI_INT, rank(), 64, MPI_COMM_WORLD, &request));
  EXPECT_CLASS(MPI_Grequest_complete(request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Cancel(&request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Ibarrier(MPI_COMM_WORLD, &request));
  EXPECT_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

}  // namespace
}  // namespace penstock::test
