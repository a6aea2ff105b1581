// PENSTOCK_CHECK=1: wrong programs give every rank an error, with the class and a message that names the communicator, the call
// and the ranks; right programs are left alone. The test needs at least four ranks.
#include <functional>

#include "every_coll.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;

// Each rank's call, and the error of every rank. The i-th text is in the message of all ranks.
struct Wrong {
  const char* name;
  int error_class;
  std::vector<std::string> says;
  std::function<int()> call;
};

int wait_for(int started, MPI_Request* request) {
  return started != MPI_SUCCESS ? started : MPI_Wait(request, MPI_STATUS_IGNORE);
}

class CollCheck : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    ASSERT_GE(size(), 4);
  }
  // The communicator is usable afterwards.
  void TearDown() override {
    const int mine = rank() + 1;
    int sum = 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, kWorld));
    EXPECT_EQ(sum, size() * (size() + 1) / 2);
  }
  void run(const std::vector<Wrong>& table) {
    int cases = 0;
    for (const Wrong& wrong : table) {
      const int code = wrong.call();
      EXPECT_EQ(class_of(code), wrong.error_class) << wrong.name << ", rank " << rank() << ": " << text_of(code);
      for (const std::string& text : wrong.says) {
        EXPECT_NE(text_of(code).find(text), std::string::npos) << wrong.name << ", rank " << rank() << ": " << text_of(code);
      }
      ++cases;
    }
    if (rank() == 0) std::printf("%d cases, 0 skipped\n", cases);
  }
  // Returns `other` on one rank, `usual` on the others.
  template <typename T>
  [[nodiscard]] static T odd(int who, T other, T usual) {
    return rank() == who ? other : usual;
  }
  [[nodiscard]] int* send() { return send_.data(); }
  [[nodiscard]] int* recv() { return recv_.data(); }

  std::vector<int> send_ = std::vector<int>(1000, 1);
  std::vector<int> recv_ = std::vector<int>(1000, 2);
  std::vector<int> ones_ = std::vector<int>(static_cast<std::size_t>(size()), 1);
  std::vector<int> places_ = [] {
    std::vector<int> places(static_cast<std::size_t>(size()));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(3 * i);
    return places;
  }();
};

TEST_F(CollCheck, Roots) {
  run({
      {"bcast",
       MPI_ERR_ROOT,
       {"MPI_COMM_WORLD: rank 3 calls MPI_Bcast with root 1, rank 0 with root 0"},
       [&] { return MPI_Bcast(send(), 1, MPI_INT, odd(3, 1, 0), kWorld); }},
      {"gather",
       MPI_ERR_ROOT,
       {"MPI_Gather with root 2, rank 0 with root 1"},
       [&] { return MPI_Gather(send(), 1, MPI_INT, recv(), 1, MPI_INT, rank() == 0 ? 1 : 2, kWorld); }},
      {"reduce",
       MPI_ERR_ROOT,
       {"MPI_COMM_WORLD: rank 1 calls MPI_Reduce with root 3, rank 0 with root 0"},
       [&] { return MPI_Reduce(send(), recv(), 1, MPI_INT, MPI_SUM, odd(1, 3, 0), kWorld); }},
      {"no such root", MPI_ERR_ROOT, {"MPI_Bcast"}, [&] { return MPI_Bcast(send(), 1, MPI_INT, odd(2, size(), 0), kWorld); }},
  });
}

TEST_F(CollCheck, Calls) {
  MPI_Request request = MPI_REQUEST_NULL;
  run({
      {"barrier and bcast",
       MPI_ERR_ARG,
       {"MPI_COMM_WORLD: rank 1 calls MPI_Barrier, rank 0 MPI_Bcast"},
       [&] { return rank() == 1 ? MPI_Barrier(kWorld) : MPI_Bcast(send(), 1, MPI_INT, 0, kWorld); }},
      {"alltoallv and barrier",
       MPI_ERR_ARG,
       {"MPI_COMM_WORLD: rank 2 calls MPI_Alltoallv, rank 0 MPI_Barrier"},
       [&] {
         if (rank() != 2) return MPI_Barrier(kWorld);
         return MPI_Alltoallv(send(), ones_.data(), places_.data(), MPI_INT, recv(), ones_.data(), places_.data(), MPI_INT,
                              kWorld);
       }},
      {"blocking and not",
       MPI_ERR_ARG,
       {"call MPI_Ibarrier, rank 0 MPI_Barrier"},
       [&] { return rank() == 0 ? MPI_Barrier(kWorld) : wait_for(MPI_Ibarrier(kWorld, &request), &request); }},
      {"persistent and not",
       MPI_ERR_ARG,
       {"rank 3 calls MPI_Barrier_init, rank 0 MPI_Barrier"},
       [&] { return rank() == 3 ? MPI_Barrier_init(kWorld, MPI_INFO_NULL, &request) : MPI_Barrier(kWorld); }},
      {"fails on one rank",
       MPI_ERR_TRUNCATE,
       {"MPI_Allgather"},
       [&] { return MPI_Allgather(send(), odd(2, 2, 1), MPI_INT, recv(), 1, MPI_INT, kWorld); }},
      {"fails on one rank, not blocking",
       MPI_ERR_ROOT,
       {"MPI_Ibcast"},
       [&] { return wait_for(MPI_Ibcast(send(), 1, MPI_INT, odd(1, -7, 0), kWorld, &request), &request); }},
  });
}

TEST_F(CollCheck, OthersHearWhyACallFailed) {
  const int code = MPI_Bcast(send(), 1, MPI_INT, odd(2, -7, 0), kWorld);
  EXPECT_EQ(class_of(code), MPI_ERR_ROOT);
  const std::string text = text_of(code);
  EXPECT_NE(text.find("root is -7"), std::string::npos) << text;
  if (rank() == 2) return;
  EXPECT_NE(text.find("the call of rank 2 to MPI_Bcast failed before anything was moved"), std::string::npos) << text;
}

TEST_F(CollCheck, LengthsAndTypes) {
  MPI_Request request = MPI_REQUEST_NULL;
  std::vector<int> counts = ones_;
  std::vector<int> total = ones_;
  run({
      {"bcast, root has more",
       MPI_ERR_TRUNCATE,
       {"rank 0 calls MPI_Bcast with 2 elements of MPI_INT (8 bytes) for ranks 1, 2 and 3",
        "which expect 1 element of MPI_INT (4 bytes)"},
       [&] { return MPI_Bcast(send(), odd(0, 2, 1), MPI_INT, 0, kWorld); }},
      {"bcast, root has less",
       MPI_ERR_COUNT,
       {"rank 0 calls MPI_Bcast with 1 element", "for rank 3, which expects 5 elements"},
       [&] { return MPI_Bcast(send(), odd(3, 5, 1), MPI_INT, 0, kWorld); }},
      {"bcast, same length",
       MPI_ERR_TYPE,
       {"4 elements of MPI_INT (16 bytes) for rank 1", "MPI_FLOAT (16 bytes)"},
       [&] { return MPI_Bcast(send(), 4, odd(1, MPI_FLOAT, MPI_INT), 0, kWorld); }},
      {"bcast, same count",
       MPI_ERR_TYPE,
       {"MPI_DOUBLE (32 bytes)"},
       [&] { return MPI_Bcast(send(), 4, odd(1, MPI_DOUBLE, MPI_INT), 0, kWorld); }},
      {"ibcast",
       MPI_ERR_COUNT,
       {"MPI_Ibcast"},
       [&] { return wait_for(MPI_Ibcast(send(), odd(3, 5, 1), MPI_INT, 0, kWorld, &request), &request); }},
      {"allreduce, count",
       MPI_ERR_COUNT,
       {"rank 2 calls MPI_Allreduce with 3 elements of MPI_INT (12 bytes), rank 0 with 4 elements of MPI_INT (16 bytes)"},
       [&] { return MPI_Allreduce(send(), recv(), odd(2, 3, 4), MPI_INT, MPI_SUM, kWorld); }},
      {"allreduce, type",
       MPI_ERR_TYPE,
       {"MPI_COMM_WORLD: rank 2 calls MPI_Allreduce", "MPI_FLOAT"},
       [&] { return MPI_Allreduce(send(), recv(), 4, odd(2, MPI_FLOAT, MPI_INT), MPI_SUM, kWorld); }},
      {"gather",
       MPI_ERR_TRUNCATE,
       {"rank 2 calls MPI_Gather with 2 elements", "for rank 0, which expects 1 element"},
       [&] { return MPI_Gather(send(), odd(2, 2, 1), MPI_INT, recv(), 1, MPI_INT, 0, kWorld); }},
      {"gatherv",
       MPI_ERR_COUNT,
       {"rank 1 calls MPI_Gatherv with 1 element", "for rank 0, which expects 2 elements"},
       [&] {
         counts[1] = 2;
         return MPI_Gatherv(send(), 1, MPI_INT, recv(), counts.data(), places_.data(), MPI_INT, 0, kWorld);
       }},
      {"scatter",
       MPI_ERR_COUNT,
       {"rank 0 calls MPI_Scatter with 1 element", "for rank 3, which expects 2 elements"},
       [&] { return MPI_Scatter(send(), 1, MPI_INT, recv(), odd(3, 2, 1), MPI_INT, 0, kWorld); }},
      {"scatterv",
       MPI_ERR_TRUNCATE,
       {"rank 0 calls MPI_Scatterv with 2 elements", "for rank 1, which expects 1 element"},
       [&] { return MPI_Scatterv(send(), counts.data(), places_.data(), MPI_INT, recv(), 1, MPI_INT, 0, kWorld); }},
      {"allgatherv",
       MPI_ERR_COUNT,
       {"rank 1 calls MPI_Allgatherv with 1 element", "for rank 3, which expects 2 elements"},
       [&] {
         counts[1] = rank() == 3 ? 2 : 1;
         return MPI_Allgatherv(send(), 1, MPI_INT, recv(), counts.data(), places_.data(), MPI_INT, kWorld);
       }},
      {"alltoall",
       MPI_ERR_TYPE,
       {"MPI_Alltoall with 1 element of MPI_FLOAT (4 bytes) for rank"},
       [&] {
         const MPI_Datatype type = odd(1, MPI_FLOAT, MPI_INT);
         return MPI_Alltoall(send(), 1, type, recv(), 1, MPI_INT, kWorld);
       }},
      {"alltoallv",
       MPI_ERR_TRUNCATE,
       {"rank 1 calls MPI_Alltoallv with 2 elements", "for rank 2, which expects 1 element"},
       [&] {
         counts = ones_;
         counts[2] = rank() == 1 ? 2 : 1;
         return MPI_Alltoallv(send(), counts.data(), places_.data(), MPI_INT, recv(), ones_.data(), places_.data(), MPI_INT,
                              kWorld);
       }},
      {"alltoallw",
       MPI_ERR_TYPE,
       {"rank 3 calls MPI_Alltoallw with 1 element of MPI_FLOAT", "for rank 0, which expects"},
       [&] {
         std::vector<MPI_Datatype> ints(ones_.size(), MPI_INT);
         std::vector<MPI_Datatype> types = ints;
         if (rank() == 3) types[0] = MPI_FLOAT;
         return MPI_Alltoallw(send(), ones_.data(), places_.data(), types.data(), recv(), ones_.data(), places_.data(),
                              ints.data(), kWorld);
       }},
      {"reduce_scatter",
       MPI_ERR_COUNT,
       {"rank 2 calls MPI_Reduce_scatter with 0 elements for rank 0, rank 0 with 1"},
       [&] {
         if (rank() == 2) {
           total[0] = 0;
           total[1] = 2;
         }
         return MPI_Reduce_scatter(send(), recv(), total.data(), MPI_INT, MPI_SUM, kWorld);
       }},
      {"reduce_scatter_block",
       MPI_ERR_COUNT,
       {"rank 1 calls MPI_Reduce_scatter_block with"},
       [&] { return MPI_Reduce_scatter_block(send(), recv(), odd(1, 2, 1), MPI_INT, MPI_SUM, kWorld); }},
      {"in place on one rank",
       MPI_ERR_BUFFER,
       {"rank 1 calls MPI_Allgather with MPI_IN_PLACE, rank 0 with a buffer to send"},
       [&] { return MPI_Allgather(odd<void*>(1, MPI_IN_PLACE, send()), 1, MPI_INT, recv(), 1, MPI_INT, kWorld); }},
  });
}

void add(void* /*in*/, void* /*inout*/, int* /*length*/, MPI_Datatype* /*type*/) {}

TEST_F(CollCheck, Operations) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Op commutes = MPI_OP_NULL;
  MPI_Op does_not = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(add, 1, &commutes));
  EXPECT_MPI(MPI_Op_create(add, 0, &does_not));
  run({
      {"allreduce",
       MPI_ERR_OP,
       {"MPI_COMM_WORLD: rank 1 calls MPI_Allreduce with MPI_MAX, rank 0 MPI_Allreduce with MPI_SUM"},
       [&] { return MPI_Allreduce(send(), recv(), 1, MPI_INT, odd(1, MPI_MAX, MPI_SUM), kWorld); }},
      {"reduce",
       MPI_ERR_OP,
       {"rank 3 calls MPI_Reduce with MPI_PROD"},
       [&] { return MPI_Reduce(send(), recv(), 1, MPI_INT, odd(3, MPI_PROD, MPI_SUM), 1, kWorld); }},
      {"scan",
       MPI_ERR_OP,
       {"MPI_Scan with MPI_MIN"},
       [&] { return MPI_Scan(send(), recv(), 1, MPI_INT, odd(2, MPI_MIN, MPI_SUM), kWorld); }},
      {"of the program",
       MPI_ERR_OP,
       {"rank 2 calls MPI_Exscan with a non-commutative operation"},
       [&] { return MPI_Exscan(send(), recv(), 1, MPI_INT, odd(2, does_not, commutes), kWorld); }},
      {"persistent",
       MPI_ERR_OP,
       {"rank 1 calls MPI_Allreduce_init with MPI_MAX"},
       [&] {
         return MPI_Allreduce_init(send(), recv(), 1, MPI_INT, odd(1, MPI_MAX, MPI_SUM), kWorld, MPI_INFO_NULL, &request);
       }},
      {"not blocking",
       MPI_ERR_OP,
       {"rank 1 calls MPI_Iallreduce with MPI_MAX"},
       [&] {
         return wait_for(MPI_Iallreduce(send(), recv(), 1, MPI_INT, odd(1, MPI_MAX, MPI_SUM), kWorld, &request), &request);
       }},
  });
  EXPECT_MPI(MPI_Op_free(&commutes));
  EXPECT_MPI(MPI_Op_free(&does_not));
}

// A failed check ends no sooner and no later than any other collective: others are active beside it.
TEST_F(CollCheck, AmongOthersOfACommunicatorWithAName) {
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(kWorld, &comm));
  EXPECT_MPI(MPI_Comm_set_name(comm, "the solver's"));
  MPI_Request requests[3];
  const int mine = rank() + 1;
  int sums[2] = {0, 0};
  EXPECT_MPI(MPI_Iallreduce(&mine, &sums[0], 1, MPI_INT, MPI_SUM, comm, &requests[0]));
  EXPECT_MPI(MPI_Iallgather(send(), 1, odd(1, MPI_FLOAT, MPI_INT), recv(), 1, odd(1, MPI_FLOAT, MPI_INT), comm, &requests[1]));
  EXPECT_MPI(MPI_Iallreduce(&mine, &sums[1], 1, MPI_INT, MPI_SUM, comm, &requests[2]));
  EXPECT_MPI(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
  const int code = MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(code), MPI_ERR_TYPE);
  EXPECT_NE(text_of(code).find("the solver's: rank 0 calls MPI_Iallgather"), std::string::npos) << text_of(code);
  EXPECT_MPI(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  EXPECT_EQ(sums[0], size() * (size() + 1) / 2);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_MPI(MPI_Comm_free(&comm));
}

TEST_F(CollCheck, BetweenGroups) {
  const bool low = rank() < 2;
  MPI_Comm local = MPI_COMM_NULL;
  MPI_Comm inter = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split(kWorld, low ? 0 : 1, 0, &local));
  EXPECT_MPI(MPI_Intercomm_create(local, 0, kWorld, low ? 2 : 0, 7, &inter));
  EXPECT_MPI(MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN));
  const int beside = rank() == 0 ? MPI_ROOT : MPI_PROC_NULL;
  run({
      {"two roots",
       MPI_ERR_ROOT,
       {"call MPI_Bcast with MPI_ROOT"},
       [&] { return MPI_Bcast(send(), 1, MPI_INT, low ? MPI_ROOT : 0, inter); }},
      {"another root",
       MPI_ERR_ROOT,
       {"rank 1 of the second group calls MPI_Bcast with root 1"},
       [&] {
         return MPI_Bcast(send(), 1, MPI_INT, low ? beside : rank() == 3 ? 1 : 0, inter);
       }},
      {"lengths",
       MPI_ERR_TRUNCATE,
       {"rank 0 of the first group calls MPI_Bcast with 2 elements"},
       [&] { return MPI_Bcast(send(), low ? 2 : 1, MPI_INT, low ? beside : 0, inter); }},
      {"operations",
       MPI_ERR_OP,
       {"MPI_Allreduce with MPI_MAX"},
       [&] { return MPI_Allreduce(send(), recv(), 1, MPI_INT, low ? MPI_SUM : MPI_MAX, inter); }},
      {"right",
       MPI_SUCCESS,
       {},
       [&] { return MPI_Allgather(send(), low ? 2 : 1, MPI_INT, recv(), low ? 1 : 2, MPI_INT, inter); }},
  });
  EXPECT_MPI(MPI_Comm_free(&inter));
  EXPECT_MPI(MPI_Comm_free(&local));
}

TEST_F(CollCheck, RightProgramsAreLeftAlone) {
  int cases = 0;
  for (const CallRow& row : all_calls()) {
    for (const Form form : kForms) {
      for (const int part : {0, 5, 3000}) {
        Operands o(kWorld, part, 4);
        MPI_Request request = MPI_REQUEST_NULL;
        EXPECT_MPI(complete(form, o.begin(row, form, &request), &request));
        ++cases;
      }
    }
  }
  if (rank() == 0) std::printf("%d cases, 0 skipped\n", cases);
}

// One sequence of predefined elements may be described in many ways.
TEST_F(CollCheck, TypesThatHoldTheSameFit) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  MPI_Datatype pairs = MPI_DATATYPE_NULL;
  MPI_Datatype structure = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_INT, &pair));
  EXPECT_MPI(MPI_Type_vector(3, 1, 2, pair, &pairs));
  const int lengths[2] = {1, 4};
  const MPI_Aint offsets[2] = {0, 32};
  const MPI_Datatype parts[2] = {pair, MPI_INT};
  EXPECT_MPI(MPI_Type_create_struct(2, lengths, offsets, parts, &structure));
  for (MPI_Datatype* type : {&pair, &pairs, &structure}) EXPECT_MPI(MPI_Type_commit(type));
  EXPECT_MPI(rank() == 1 ? MPI_Bcast(send(), 1, pairs, 0, kWorld) : MPI_Bcast(send(), 6, MPI_INT, 0, kWorld));
  EXPECT_MPI(rank() == 2 ? MPI_Bcast(send(), 1, structure, 0, kWorld) : MPI_Bcast(send(), 3, pair, 0, kWorld));
  EXPECT_MPI(rank() == 3 ? MPI_Bcast(send(), 24, MPI_PACKED, 0, kWorld) : MPI_Bcast(send(), 6, MPI_INT, 0, kWorld));
  const int code = rank() == 2 ? MPI_Bcast(send(), 1, structure, 0, kWorld) : MPI_Bcast(send(), 6, MPI_FLOAT, 0, kWorld);
  EXPECT_EQ(class_of(code), MPI_ERR_TYPE) << text_of(code);
  for (MPI_Datatype* type : {&pair, &pairs, &structure}) EXPECT_MPI(MPI_Type_free(type));
}

}  // namespace
}  // namespace penstock::test
