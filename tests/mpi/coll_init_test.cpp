// Persistent collectives: made once, started again and again. The other tests of collectives start each of theirs once.
#include "every_coll.hpp"

namespace penstock::test {
namespace {

class PersistentCollectives : public Mpi {};

void start(MPI_Request* request) {
  EXPECT_MPI(MPI_Start(request));
}
void end(MPI_Request* request) {
  EXPECT_MPI(MPI_Wait(request, MPI_STATUS_IGNORE));
}

// Each round has data of its own; blocking collectives of the same communicator run in between.
TEST_F(PersistentCollectives, AllAgainAndAgain) {
  int cases = 0;
  for (const int part : {0, 1, 5, 3000, 20'000}) {
    for (const CallRow& row : all_calls()) {
      Operands o(MPI_COMM_WORLD, part, 0);
      MPI_Request request = MPI_REQUEST_NULL;
      EXPECT_MPI(o.begin(row, Form::kPersistent, &request));
      for (int round = 1; round < 5; ++round) {
        o.fill(round);
        const std::vector<int> answer = answer_of(row, o, round);
        start(&request);
        end(&request);
        ASSERT_EQ(o.recv.get(), answer) << row.name << ", " << part << " integers, round " << round << ", rank " << rank();
        ++cases;
      }
      EXPECT_MPI(MPI_Request_free(&request));
      EXPECT_EQ(request, MPI_REQUEST_NULL);
    }
  }
  if (rank() == 0) std::printf("%d cases, 0 skipped\n", cases);
}

// Each rank has its own order of starts (section 6.13): only a communicator with the hint must
// have the same order on all ranks.
TEST_F(PersistentCollectives, StartedInAnyOrder) {
  constexpr std::size_t kRequests = kCalls;
  std::vector<std::unique_ptr<Operands>> operands;
  std::vector<MPI_Request> requests(kRequests, MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < kRequests; ++i) {
    operands.push_back(std::make_unique<Operands>(MPI_COMM_WORLD, 7, static_cast<int>(i)));
    EXPECT_MPI(operands[i]->begin(all_calls()[i], Form::kPersistent, &requests[i]));
  }
  for (int round = 1; round < 4; ++round) {
    std::vector<std::vector<int>> answers;
    for (std::size_t i = 0; i < kRequests; ++i) {
      const int seed = static_cast<int>(i) + 20 * round;
      operands[i]->fill(seed);
      answers.push_back(answer_of(all_calls()[i], *operands[i], seed));
    }
    const auto first = static_cast<std::size_t>(rank()) * 5 * static_cast<std::size_t>(round);
    for (std::size_t i = 0; i < kRequests; ++i) start(&requests[(first + i) % kRequests]);
    EXPECT_MPI(MPI_Waitall(static_cast<int>(kRequests), requests.data(), MPI_STATUSES_IGNORE));
    for (std::size_t i = 0; i < kRequests; ++i) ASSERT_EQ(operands[i]->recv.get(), answers[i]) << all_calls()[i].name;
  }
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

TEST_F(PersistentCollectives, AllStartedByOneCall) {
  constexpr int kRequests = static_cast<int>(kCalls);
  std::vector<std::unique_ptr<Operands>> operands;
  std::vector<MPI_Request> requests(kRequests, MPI_REQUEST_NULL);
  std::vector<std::vector<int>> answers;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    operands.push_back(std::make_unique<Operands>(MPI_COMM_WORLD, 11, static_cast<int>(i)));
    answers.push_back(answer_of(all_calls()[i], *operands[i], static_cast<int>(i)));
    EXPECT_MPI(operands[i]->begin(all_calls()[i], Form::kPersistent, &requests[i]));
  }
  EXPECT_MPI(MPI_Startall(kRequests, requests.data()));
  EXPECT_MPI(MPI_Waitall(kRequests, requests.data(), MPI_STATUSES_IGNORE));
  for (std::size_t i = 0; i < requests.size(); ++i) EXPECT_EQ(operands[i]->recv.get(), answers[i]) << all_calls()[i].name;
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Request_free(&request));
}

void add(void* in, void* inout, int* length, MPI_Datatype* /*type*/) {
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

// The objects that the call named are kept until the request is freed.
TEST_F(PersistentCollectives, OutlivesItsHandles) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  EXPECT_MPI(MPI_Type_contiguous(1, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_commit(&type));
  EXPECT_MPI(MPI_Op_create(add, 1, &op));
  EXPECT_MPI(MPI_Info_create(&info));
  EXPECT_MPI(MPI_Info_set(info, "some_key_of_another_library", "1"));
  Array<int> mine(std::vector<int>{rank() + 1});
  const Array<int> sum(1);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Allreduce_init(mine.data(), sum.data(), 1, type, op, comm, info, &request));
  EXPECT_MPI(MPI_Info_free(&info));
  EXPECT_MPI(MPI_Op_free(&op));
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Comm_free(&comm));
  for (int round = 1; round < 4; ++round) {
    mine.set({round * (rank() + 1)});
    start(&request);
    end(&request);
    EXPECT_EQ(sum.get().front(), round * size() * (size() + 1) / 2);
  }
  EXPECT_MPI(MPI_Request_free(&request));
}

TEST_F(PersistentCollectives, FreedWhileActive) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "nothing tells when a freed request is over: the test looks at memory that may be written meanwhile";
#endif
  Operands o(MPI_COMM_WORLD, 3000, 1);
  const CallRow& allgather = row_of(Call::kAllgather);
  const std::vector<int> answer = answer_of(allgather, o, 1);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(o.begin(allgather, Form::kPersistent, &request));
  start(&request);
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  // The operation continues: all ranks have their data when every rank has seen them, whenever that is.
  for (int equal = 0; equal == 0;) {
    const int mine = o.recv.get() == answer ? 1 : 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &equal, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  }
}

TEST_F(PersistentCollectives, InactiveOnesAreEmptyAtOnce) {
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request));
  const MPI_Request handle = request;
  MPI_Status status;
  EXPECT_MPI(MPI_Wait(&request, &status));
  EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
  int flag = 0;
  EXPECT_MPI(MPI_Request_get_status(request, &flag, &status));
  EXPECT_EQ(flag, 1);
  EXPECT_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
  start(&request);
  EXPECT_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
  for (flag = 0; flag == 0;) EXPECT_MPI(MPI_Request_get_status(request, &flag, &status));
  EXPECT_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
  EXPECT_MPI(MPI_Test(&request, &flag, &status));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(request, handle);
  EXPECT_MPI(MPI_Request_free(&request));
}

// Ranks that disagree on the count fail at every start (some get the failure from another rank), and the request and the
// communicator stay usable.
TEST_F(PersistentCollectives, FailuresLeaveNothingBehind) {
  if (size() < 2) return;
  const Array<int> data(4);
  MPI_Request wrong = MPI_REQUEST_NULL;
  MPI_Request right = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Bcast_init(data.data(), rank() == 0 ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &wrong));
  EXPECT_MPI(MPI_Bcast_init(data.data(), 4, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &right));
  for (int round = 0; round < 3; ++round) {
    start(&wrong);
    if (rank() == 0) {
      end(&wrong);
    } else {
      const int code = MPI_Wait(&wrong, MPI_STATUS_IGNORE);
      EXPECT_NE(code, MPI_SUCCESS);
      if (rank() == 1) EXPECT_CLASS(code, MPI_ERR_TRUNCATE);
    }
    start(&right);
    end(&right);
  }
  EXPECT_MPI(MPI_Request_free(&wrong));
  EXPECT_MPI(MPI_Request_free(&right));
}

// Every algorithm that is selected by name gives the same sums; tests/tools/explain_test.py checks which one is used.
TEST_F(PersistentCollectives, TakeTheAlgorithmThatTheirInfoNames) {
  constexpr int kCount = 1000;
  for (const char* name : {"ring", "rabenseifner", "recursive_doubling", "tree", "star", "pairwise", "allreduce=ring:8"}) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    Array<int> mine(kCount);
    const Array<int> sum(kCount);
    EXPECT_MPI(MPI_Info_create(&info));
    EXPECT_MPI(MPI_Info_set(info, "penstock_coll_algorithm", name));
    EXPECT_MPI(MPI_Allreduce_init(mine.data(), sum.data(), kCount, MPI_INT, MPI_SUM, MPI_COMM_WORLD, info, &request));
    EXPECT_MPI(MPI_Info_free(&info));
    for (int round = 1; round < 4; ++round) {
      mine.set(std::vector<int>(kCount, round + rank()));
      start(&request);
      end(&request);
      EXPECT_EQ(sum.get(), std::vector<int>(kCount, round * size() + size() * (size() - 1) / 2)) << name;
    }
    EXPECT_MPI(MPI_Request_free(&request));
  }
}

// All ranks get the error, and the communicator stays usable.
TEST_F(PersistentCollectives, RefuseAnAlgorithmThatThereIsNot) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  const Array<int> data(4);
  EXPECT_MPI(MPI_Info_create(&info));
  for (const char* name : {"rings", "bcast=ring", "binomial:many", "bcats=binomial"}) {
    EXPECT_MPI(MPI_Info_set(info, "penstock_coll_algorithm", name));
    EXPECT_CLASS(MPI_Bcast_init(data.data(), 4, MPI_INT, 0, MPI_COMM_WORLD, info, &request), MPI_ERR_INFO_VALUE);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  }
  EXPECT_MPI(MPI_Info_set(info, "penstock_coll_algorithm", "allreduce=ring"));  // of another collective
  EXPECT_MPI(MPI_Bcast_init(data.data(), 4, MPI_INT, 0, MPI_COMM_WORLD, info, &request));
  start(&request);
  end(&request);
  EXPECT_MPI(MPI_Request_free(&request));
  EXPECT_MPI(MPI_Info_free(&info));
}

}  // namespace
}  // namespace penstock::test
