// Communicators made from groups, non-blocking duplicates, names, and memory after many of them.
#include <malloc.h>

#include <string>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class CommsOfGroups : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world_));
  }
  void TearDown() override { EXPECT_MPI(MPI_Group_free(&world_)); }

  static void expect_alive(MPI_Comm comm) {
    const int mine = rank_in(comm);
    int sum = 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm));
    EXPECT_EQ(sum, size_of(comm) * (size_of(comm) - 1) / 2);
  }
  // Returns the ranks with this rank's parity, the highest first.
  [[nodiscard]] MPI_Group parity() const {
    MPI_Group made = MPI_GROUP_NULL;
    const int last = size() - 1;
    int range[1][3] = {{last - (last + rank()) % 2, rank() % 2, -2}};
    EXPECT_MPI(MPI_Group_range_incl(world_, 1, range, &made));
    return made;
  }
  static void expect_parity(MPI_Comm* comm) {
    ASSERT_NE(*comm, MPI_COMM_NULL);
    EXPECT_EQ(rank_in(*comm), (size() - 1 - rank()) / 2);
    expect_alive(*comm);
    EXPECT_MPI(MPI_Comm_free(comm));
  }

  MPI_Group world_ = MPI_GROUP_NULL;
};

TEST_F(CommsOfGroups, CreateOfGroupsThatShareNobody) {
  MPI_Group mine = parity();
  MPI_Comm made = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_create(MPI_COMM_WORLD, mine, &made));
  expect_parity(&made);
  EXPECT_MPI(MPI_Group_free(&mine));
}

TEST_F(CommsOfGroups, CreateLeavesTheOthersOut) {
  const int last = size() - 1;
  MPI_Group one = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Group_incl(world_, 1, &last, &one));
  MPI_Comm made = MPI_COMM_WORLD;
  EXPECT_MPI(MPI_Comm_create(MPI_COMM_WORLD, rank() == 0 && last != 0 ? MPI_GROUP_EMPTY : one, &made));
  EXPECT_EQ(made == MPI_COMM_NULL, rank() != last);
  if (made != MPI_COMM_NULL) EXPECT_MPI(MPI_Comm_free(&made));
  if (size() > 1) {
    EXPECT_CLASS(MPI_Comm_create(MPI_COMM_SELF, world_, &made), MPI_ERR_GROUP);
  }
  EXPECT_MPI(MPI_Group_free(&one));
}

TEST_F(CommsOfGroups, CreateGroupAsksTheGroupAlone) {
  MPI_Group mine = parity();
  for (int round = 0; round < 3; ++round) {
    MPI_Comm made = MPI_COMM_NULL;
    if (rank() % 2 == 0) {  // the others do not call
      EXPECT_MPI(MPI_Comm_create_group(MPI_COMM_WORLD, mine, 5, &made));
      expect_parity(&made);
    }
  }
  MPI_Comm made = MPI_COMM_WORLD;
  EXPECT_CLASS(MPI_Comm_create_group(MPI_COMM_WORLD, mine, -1, &made), MPI_ERR_TAG);
  if (size() > 1) {
    EXPECT_CLASS(MPI_Comm_create_group(MPI_COMM_SELF, world_, 0, &made), MPI_ERR_GROUP);
  }
  EXPECT_MPI(MPI_Comm_create_group(MPI_COMM_WORLD, MPI_GROUP_EMPTY, 0, &made));
  EXPECT_EQ(made, MPI_COMM_NULL);
  EXPECT_MPI(MPI_Group_free(&mine));
}

TEST_F(CommsOfGroups, FromAGroupWithoutACommunicator) {
  MPI_Group mine = parity();
  MPI_Comm made[2] = {};
  const std::string tags[2] = {"penstock://first", "penstock://second"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_MPI(MPI_Comm_create_from_group(mine, tags[i].c_str(), MPI_INFO_NULL, MPI_ERRORS_RETURN, &made[i]));
  }
  int result = -1;
  EXPECT_MPI(MPI_Comm_compare(made[0], made[1], &result));
  EXPECT_EQ(result, MPI_CONGRUENT);
  for (MPI_Comm& comm : made) expect_parity(&comm);
  const std::string too_long(MPI_MAX_STRINGTAG_LEN, 't');
  EXPECT_CLASS(MPI_Comm_create_from_group(mine, too_long.c_str(), MPI_INFO_NULL, MPI_ERRORS_RETURN, &made[0]), MPI_ERR_ARG);
  EXPECT_MPI(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made[0]));
  EXPECT_EQ(made[0], MPI_COMM_NULL);
  EXPECT_MPI(MPI_Group_free(&mine));
}

// Several duplications are active at the same time, ended in another order than begun, with messages on the parent meanwhile.
TEST_F(CommsOfGroups, DuplicatesThatDoNotBlock) {
  constexpr int kCount = 5;
  MPI_Comm copies[kCount];
  MPI_Request requests[kCount];
  for (int i = 0; i < kCount; ++i) EXPECT_MPI(MPI_Comm_idup(MPI_COMM_WORLD, &copies[i], &requests[i]));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = kCount - 1; i >= 0; --i) EXPECT_MPI(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
  for (int i = 0; i < kCount; ++i) {
    for (int j = 0; j < i; ++j) EXPECT_NE(copies[i], copies[j]);
  }
  // A message of each rank waits while those of the others are received.
  int got = -1;
  const int numbers[kCount] = {0, 1, 2, 3, 4};
  for (int i = 0; i < kCount; ++i) EXPECT_MPI(MPI_Isend(&numbers[i], 1, MPI_INT, next(), 0, copies[i], &requests[i]));
  for (int i = kCount - 1; i >= 0; --i) {
    EXPECT_MPI(MPI_Recv(&got, 1, MPI_INT, previous(), 0, copies[i], MPI_STATUS_IGNORE));
    EXPECT_EQ(got, i);
    EXPECT_MPI(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
    EXPECT_MPI(MPI_Comm_disconnect(&copies[i]));
    EXPECT_EQ(copies[i], MPI_COMM_NULL);
  }
}

// A communicator that is freed while messages are under way serves them to the end.
TEST_F(CommsOfGroups, FreedWithMessagesUnderWay) {
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  const std::vector<int> out(100000, rank());
  std::vector<int> in(out.size(), -1);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Irecv(in.data(), static_cast<int>(in.size()), MPI_INT, MPI_ANY_SOURCE, 1, copy, &requests[0]));
  EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(out.size()), MPI_INT, next(), 1, copy, &requests[1]));
  EXPECT_MPI(MPI_Comm_free(&copy));
  MPI_Status statuses[2];
  EXPECT_MPI(MPI_Waitall(2, requests, statuses));
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous());
  EXPECT_EQ(in, std::vector<int>(in.size(), previous()));

  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  EXPECT_MPI(MPI_Irecv(in.data(), static_cast<int>(in.size()), MPI_INT, next(), 1, copy, &requests[0]));
  EXPECT_MPI(MPI_Isend(out.data(), static_cast<int>(out.size()), MPI_INT, previous(), 1, copy, &requests[1]));
  EXPECT_MPI(MPI_Comm_disconnect(&copy));
  int done = 0;
  EXPECT_MPI(MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE));
  EXPECT_EQ(done, 1) << "MPI_Comm_disconnect waits for what is under way";
  EXPECT_EQ(in, std::vector<int>(in.size(), next()));
}

TEST_F(CommsOfGroups, Names) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  EXPECT_MPI(MPI_Comm_get_name(MPI_COMM_WORLD, name, &length));
  EXPECT_STREQ(name, "MPI_COMM_WORLD");
  EXPECT_MPI(MPI_Comm_get_name(MPI_COMM_NULL, name, &length));
  EXPECT_STREQ(name, "MPI_COMM_NULL");
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  EXPECT_MPI(MPI_Comm_get_name(copy, name, &length));
  EXPECT_EQ(length, 0);
  const std::string long_name(MPI_MAX_OBJECT_NAME + 20, 'n');
  EXPECT_MPI(MPI_Comm_set_name(copy, long_name.c_str()));
  EXPECT_MPI(MPI_Comm_get_name(copy, name, &length));
  EXPECT_EQ(length, MPI_MAX_OBJECT_NAME - 1);
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Type_get_name(MPI_INT, name, &length));
  EXPECT_STREQ(name, "MPI_INT");
  MPI_Datatype type = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_dup(MPI_INT, &type));
  EXPECT_MPI(MPI_Type_get_name(type, name, &length));
  EXPECT_EQ(length, 0);
  EXPECT_MPI(MPI_Type_set_name(type, "mine"));
  EXPECT_MPI(MPI_Type_get_name(type, name, &length));
  EXPECT_STREQ(name, "mine");
  EXPECT_MPI(MPI_Type_free(&type));
}

TEST_F(CommsOfGroups, NoParentNoTopology) {
  MPI_Comm parent = MPI_COMM_WORLD;
  EXPECT_MPI(MPI_Comm_get_parent(&parent));
  EXPECT_EQ(parent, MPI_COMM_NULL);
  int topology = 0;
  EXPECT_MPI(MPI_Topo_test(MPI_COMM_WORLD, &topology));
  EXPECT_EQ(topology, MPI_UNDEFINED);
}

// Communicators are made and freed many times, on a communicator of one rank so that it is fast: nothing grows.
TEST_F(CommsOfGroups, ChurnGrowsNothing) {
  MPI_Group self = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(MPI_COMM_SELF, &self));
  const auto cycle = [&](int times) {
    for (int i = 0; i < times; ++i) {
      MPI_Comm made = MPI_COMM_NULL;
      switch (i % 4) {
        case 0: ASSERT_EQ(MPI_Comm_dup(MPI_COMM_SELF, &made), MPI_SUCCESS); break;
        case 1: ASSERT_EQ(MPI_Comm_split(MPI_COMM_SELF, 1, 0, &made), MPI_SUCCESS); break;
        case 2: ASSERT_EQ(MPI_Comm_create_group(MPI_COMM_SELF, self, 0, &made), MPI_SUCCESS); break;
        default: ASSERT_EQ(MPI_Comm_create_from_group(self, "t", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made), MPI_SUCCESS);
      }
      ASSERT_EQ(MPI_Comm_free(&made), MPI_SUCCESS);
    }
  };
  cycle(400);
  const std::size_t before = mallinfo2().uordblks;
  cycle(4000);
  EXPECT_LT(mallinfo2().uordblks, before + 16384);
  EXPECT_MPI(MPI_Group_free(&self));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));  // what ranks send that are further on would be kept, in memory
}

}  // namespace
}  // namespace penstock::test
