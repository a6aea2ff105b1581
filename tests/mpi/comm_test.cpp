#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Comms : public Mpi {
 protected:
  // Checks that the communicator works: all its members add up.
  static void expect_alive(MPI_Comm comm) {
    const int one = 1;
    int sum = 0;
    EXPECT_MPI(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    EXPECT_EQ(sum, size_of(comm));
    const int peer = (rank_in(comm) + 1) % size_of(comm);
    const int from = (rank_in(comm) + size_of(comm) - 1) % size_of(comm);
    const int mine = rank();
    int theirs = -1;
    MPI_Status status;
    EXPECT_MPI(MPI_Sendrecv(&mine, 1, MPI_INT, peer, 1, &theirs, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &status));
    EXPECT_EQ(status.MPI_SOURCE, from) << "sources are ranks of the communicator";
  }
};

TEST_F(Comms, WorldAndSelf) {
  EXPECT_EQ(size_of(MPI_COMM_SELF), 1);
  EXPECT_EQ(rank_in(MPI_COMM_SELF), 0);
  expect_alive(MPI_COMM_WORLD);
  expect_alive(MPI_COMM_SELF);
}

TEST_F(Comms, Dup) {
  MPI_Comm copy;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  int result = -1;
  EXPECT_MPI(MPI_Comm_compare(MPI_COMM_WORLD, copy, &result));
  EXPECT_EQ(result, MPI_CONGRUENT);
  EXPECT_MPI(MPI_Comm_compare(copy, copy, &result));
  EXPECT_EQ(result, MPI_IDENT);
  EXPECT_EQ(rank_in(copy), rank());
  expect_alive(copy);
  EXPECT_MPI(MPI_Comm_free(&copy));
}

TEST_F(Comms, SplitByParityInReverseOrder) {
  MPI_Comm half;
  EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, -rank(), &half));
  const int members = (size() + 1 - rank() % 2) / 2;
  EXPECT_EQ(size_of(half), members);
  EXPECT_EQ(rank_in(half), members - 1 - rank() / 2);
  expect_alive(half);
  // Split and dup again, several levels deep.
  MPI_Comm copy;
  MPI_Comm quarter;
  EXPECT_MPI(MPI_Comm_dup(half, &copy));
  EXPECT_MPI(MPI_Comm_split(copy, rank_in(copy) / 2, 0, &quarter));
  expect_alive(copy);
  expect_alive(quarter);
  expect_alive(half);
  EXPECT_MPI(MPI_Comm_free(&quarter));
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Comm_free(&half));
}

TEST_F(Comms, SplitWithoutSome) {
  MPI_Comm made = MPI_COMM_WORLD;
  EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank() == 0 ? MPI_UNDEFINED : 5, 0, &made));
  if (rank() == 0) {
    EXPECT_EQ(made, MPI_COMM_NULL);
    return;
  }
  EXPECT_EQ(size_of(made), size() - 1);
  EXPECT_EQ(rank_in(made), rank() - 1);
  expect_alive(made);
  int result = -1;
  EXPECT_MPI(MPI_Comm_compare(MPI_COMM_WORLD, made, &result));
  EXPECT_EQ(result, MPI_UNEQUAL);
  EXPECT_MPI(MPI_Comm_free(&made));
}

TEST_F(Comms, SplitTypeShared) {
  MPI_Comm host;
  EXPECT_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
  EXPECT_EQ(size_of(host), size()) << "all ranks of this test run on one host";
  expect_alive(host);
  EXPECT_MPI(MPI_Comm_free(&host));
  EXPECT_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &host));
  EXPECT_EQ(host, MPI_COMM_NULL);
}

// Contexts never run out, and a communicator that is made while another's message waits does not match it.
TEST_F(Comms, Churn) {
  MPI_Comm first;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &first));
  const int value = 31;
  MPI_Request request;
  EXPECT_MPI(MPI_Isend(&value, 1, MPI_INT, next(), 2, first, &request));
  for (int i = 0; i < 200; ++i) {
    MPI_Comm copy;
    ASSERT_EQ(MPI_Comm_dup(MPI_COMM_WORLD, &copy), MPI_SUCCESS);
    EXPECT_MPI(MPI_Comm_free(&copy));
  }
  int got = 0;
  EXPECT_MPI(MPI_Recv(&got, 1, MPI_INT, previous(), 2, first, MPI_STATUS_IGNORE));
  EXPECT_EQ(got, 31);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Comm_free(&first));
}

TEST_F(Comms, Groups) {
  MPI_Comm rest;
  EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, rank() == 0 && size() > 1 ? 0 : 1, -rank(), &rest));
  MPI_Group all;
  MPI_Group some;
  EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &all));
  EXPECT_MPI(MPI_Comm_group(rest, &some));
  int group_size = 0;
  int group_rank = -1;
  EXPECT_MPI(MPI_Group_size(all, &group_size));
  EXPECT_MPI(MPI_Group_rank(all, &group_rank));
  EXPECT_EQ(group_size, size());
  EXPECT_EQ(group_rank, rank());
  const int zero[2] = {0, MPI_PROC_NULL};
  int translated[2] = {-1, -1};
  EXPECT_MPI(MPI_Group_translate_ranks(some, 2, zero, all, translated));
  EXPECT_EQ(translated[0], rank() == 0 ? 0 : size() - 1);
  EXPECT_EQ(translated[1], MPI_PROC_NULL);
  EXPECT_MPI(MPI_Group_free(&all));
  EXPECT_MPI(MPI_Group_free(&some));
  EXPECT_EQ(all, MPI_GROUP_NULL);
  EXPECT_MPI(MPI_Comm_free(&rest));
}

}  // namespace
}  // namespace penstock::test
