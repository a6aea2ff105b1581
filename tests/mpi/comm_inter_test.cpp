// Inter-communicators are made of two communicators or two groups, merged, split and duplicated;
// messages go between the groups.
#include <string>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// The lower half and the upper half of the ranks; a job of one rank has no two groups.
class Inter : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    if (size() < 2) GTEST_SKIP() << "two groups need two ranks";
    middle_ = size() / 2;
    upper_ = rank() >= middle_;
    EXPECT_MPI(MPI_Comm_split(MPI_COMM_WORLD, upper_ ? 1 : 0, 0, &local_));
    EXPECT_MPI(MPI_Intercomm_create(local_, 0, rank_in(local_) == 0 ? MPI_COMM_WORLD : MPI_COMM_NULL, upper_ ? 0 : middle_, 3,
                                    &inter_));
    ASSERT_NE(inter_, MPI_COMM_NULL);
  }
  void TearDown() override {
    if (inter_ != MPI_COMM_NULL) EXPECT_MPI(MPI_Comm_free(&inter_));
    if (local_ != MPI_COMM_NULL) EXPECT_MPI(MPI_Comm_free(&local_));
  }
  static int remote_size(MPI_Comm comm) {
    int count = -1;
    EXPECT_MPI(MPI_Comm_remote_size(comm, &count));
    return count;
  }
  // Every rank sends to every rank of the other group, and checks the sources.
  static void expect_alive(MPI_Comm comm) {
    const int remotes = remote_size(comm);
    const int mine = rank();
    std::vector<int> got(static_cast<std::size_t>(remotes), -1);
    std::vector<MPI_Request> requests;
    MPI_Group theirs = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    EXPECT_MPI(MPI_Comm_remote_group(comm, &theirs));
    EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
    for (int i = 0; i < remotes; ++i) {
      requests.push_back(MPI_REQUEST_NULL);
      EXPECT_MPI(MPI_Isend(&mine, 1, MPI_INT, i, 4, comm, &requests.back()));
    }
    for (int i = 0; i < remotes; ++i) {
      int value = -1;
      MPI_Status status;
      EXPECT_MPI(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 4, comm, &status));
      int expected = -1;
      EXPECT_MPI(MPI_Group_translate_ranks(theirs, 1, &status.MPI_SOURCE, world, &expected));
      EXPECT_EQ(value, expected);
    }
    EXPECT_MPI(MPI_Waitall(remotes, requests.data(), MPI_STATUSES_IGNORE));
    EXPECT_MPI(MPI_Group_free(&theirs));
    EXPECT_MPI(MPI_Group_free(&world));
    EXPECT_MPI(MPI_Barrier(comm));
  }

  int middle_ = 0;
  bool upper_ = false;
  MPI_Comm local_ = MPI_COMM_NULL;
  MPI_Comm inter_ = MPI_COMM_NULL;
};

TEST_F(Inter, SizesRanksAndMessages) {
  int flag = 0;
  EXPECT_MPI(MPI_Comm_test_inter(inter_, &flag));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(size_of(inter_), size_of(local_));
  EXPECT_EQ(rank_in(inter_), rank_in(local_));
  EXPECT_EQ(remote_size(inter_), size() - size_of(local_));
  expect_alive(inter_);
  int count = 0;
  EXPECT_CLASS(MPI_Comm_remote_size(local_, &count), MPI_ERR_COMM);
}

TEST_F(Inter, Duplicates) {
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(inter_, &copy));
  int result = -1;
  EXPECT_MPI(MPI_Comm_compare(inter_, copy, &result));
  EXPECT_EQ(result, MPI_CONGRUENT);
  EXPECT_MPI(MPI_Comm_compare(inter_, local_, &result));
  EXPECT_EQ(result, MPI_UNEQUAL);
  expect_alive(copy);
  MPI_Comm second = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Comm_idup(copy, &second, &request));
  expect_alive(copy);
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  expect_alive(second);
  EXPECT_MPI(MPI_Comm_free(&second));
  EXPECT_MPI(MPI_Comm_free(&copy));
}

TEST_F(Inter, MergeHighBehindLow) {
  for (const bool turned : {false, true}) {
    MPI_Comm merged = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Intercomm_merge(inter_, upper_ != turned ? 1 : 0, &merged));
    const int expected = turned ? (upper_ ? rank() - middle_ : rank() + size() - middle_) : rank();
    EXPECT_EQ(rank_in(merged), expected);
    EXPECT_EQ(size_of(merged), size());
    EXPECT_MPI(MPI_Barrier(merged));
    EXPECT_MPI(MPI_Comm_free(&merged));
  }
  for (const int high : {0, 1}) {  // all give the same value: the order of the groups is undefined, but equal on all ranks
    MPI_Comm merged = MPI_COMM_NULL;
    EXPECT_MPI(MPI_Intercomm_merge(inter_, high, &merged));
    int order = rank_in(merged) - rank_in(local_);
    int first = order;
    EXPECT_MPI(MPI_Bcast(&first, 1, MPI_INT, 0, local_));
    EXPECT_EQ(order, first);
    EXPECT_MPI(MPI_Comm_free(&merged));
  }
  MPI_Comm none = MPI_COMM_NULL;
  EXPECT_CLASS(MPI_Intercomm_merge(local_, 0, &none), MPI_ERR_COMM);
}

TEST_F(Inter, Split) {
  MPI_Comm part = MPI_COMM_WORLD;
  const int color = rank_in(inter_) % 2;
  EXPECT_MPI(MPI_Comm_split(inter_, color, -rank_in(inter_), &part));
  const int mine = (size_of(inter_) + 1 - color) / 2;
  const int theirs = (remote_size(inter_) + 1 - color) / 2;
  EXPECT_EQ(part == MPI_COMM_NULL, theirs == 0);
  if (part != MPI_COMM_NULL) {
    EXPECT_EQ(size_of(part), mine);
    EXPECT_EQ(remote_size(part), theirs);
    EXPECT_EQ(rank_in(part), mine - 1 - rank_in(inter_) / 2);
    expect_alive(part);
    EXPECT_MPI(MPI_Comm_free(&part));
  }
  EXPECT_MPI(MPI_Comm_split(inter_, upper_ ? 1 : 0, 0, &part));
  EXPECT_EQ(part, MPI_COMM_NULL) << "the other side has nobody of that color";
  EXPECT_MPI(MPI_Comm_split_type(inter_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
  expect_alive(part);
  EXPECT_MPI(MPI_Comm_free(&part));
}

TEST_F(Inter, CreateFromPartsOfBothSides) {
  MPI_Group group = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(inter_, &group));
  const int zero = 0;
  MPI_Group first = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Group_incl(group, 1, &zero, &first));
  MPI_Comm made = MPI_COMM_WORLD;
  EXPECT_MPI(MPI_Comm_create(inter_, first, &made));
  EXPECT_EQ(made == MPI_COMM_NULL, rank_in(inter_) != 0);
  if (made != MPI_COMM_NULL) {
    EXPECT_EQ(size_of(made), 1);
    EXPECT_EQ(remote_size(made), 1);
    expect_alive(made);
    EXPECT_MPI(MPI_Comm_free(&made));
  }
  EXPECT_MPI(MPI_Comm_create(inter_, upper_ ? first : MPI_GROUP_EMPTY, &made));
  EXPECT_EQ(made, MPI_COMM_NULL) << "one side is empty";
  EXPECT_MPI(MPI_Group_free(&first));
  EXPECT_MPI(MPI_Group_free(&group));
}

TEST_F(Inter, FromGroups) {
  MPI_Group mine = MPI_GROUP_NULL;
  MPI_Group theirs = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Comm_group(inter_, &mine));
  EXPECT_MPI(MPI_Comm_remote_group(inter_, &theirs));
  const int leader = size_of(inter_) - 1;
  const bool leads = rank_in(inter_) == leader;
  MPI_Comm made[2] = {};
  const std::string tags[2] = {"one", "two"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_MPI(MPI_Intercomm_create_from_groups(mine, leader, leads ? theirs : MPI_GROUP_NULL, remote_size(inter_) - 1,
                                                tags[i].c_str(), MPI_INFO_NULL, MPI_ERRORS_RETURN, &made[i]));
    int result = -1;
    EXPECT_MPI(MPI_Comm_compare(inter_, made[i], &result));
    EXPECT_EQ(result, MPI_CONGRUENT);
  }
  for (MPI_Comm& comm : made) {
    expect_alive(comm);
    EXPECT_MPI(MPI_Comm_free(&comm));
  }
  EXPECT_MPI(MPI_Group_free(&mine));
  EXPECT_MPI(MPI_Group_free(&theirs));
}

// An error that each rank can see is returned without communication; the other ranks are informed of an
// error that only the leader can see.
TEST_F(Inter, WrongArguments) {
  MPI_Comm made = MPI_COMM_WORLD;
  EXPECT_CLASS(MPI_Intercomm_create(local_, size(), MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Intercomm_create(local_, 0, MPI_COMM_WORLD, 0, -1, &made), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Intercomm_create(inter_, 0, MPI_COMM_WORLD, 0, 0, &made), MPI_ERR_COMM);
  const bool leads = rank_in(local_) == 0;
  EXPECT_CLASS(MPI_Intercomm_create(local_, 0, MPI_COMM_WORLD, size(), 0, &made), leads ? MPI_ERR_RANK : MPI_ERR_COMM);
  EXPECT_CLASS(MPI_Intercomm_create(local_, 0, MPI_COMM_NULL, 0, 0, &made), MPI_ERR_COMM);
  // The two communicators share all ranks.
  EXPECT_CLASS(MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_WORLD, 0, 0, &made), rank() == 0 ? MPI_ERR_RANK : MPI_ERR_COMM);
  expect_alive(inter_);
}

}  // namespace
}  // namespace penstock::test
