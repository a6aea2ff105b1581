// Groups: every call that makes one, ranges, comparison and translation, wrong arguments.
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Groups : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world_));
  }
  void TearDown() override { EXPECT_MPI(MPI_Group_free(&world_)); }

  // Returns the ranks of MPI_COMM_WORLD in a group, which is freed.
  std::vector<int> take(MPI_Group group) {
    int count = 0;
    EXPECT_MPI(MPI_Group_size(group, &count));
    std::vector<int> ranks(static_cast<std::size_t>(count));
    std::vector<int> translated(ranks.size(), -7);
    for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = static_cast<int>(i);
    EXPECT_MPI(MPI_Group_translate_ranks(group, count, ranks.data(), world_, translated.data()));
    EXPECT_MPI(MPI_Group_free(&group));
    EXPECT_EQ(group, MPI_GROUP_NULL);
    return translated;
  }
  MPI_Group of(const std::vector<int>& ranks) {
    MPI_Group made = MPI_GROUP_NULL;
    EXPECT_MPI(MPI_Group_incl(world_, static_cast<int>(ranks.size()), ranks.data(), &made));
    return made;
  }
  std::vector<int> everyone(int first, int step) {
    std::vector<int> ranks;
    for (int i = first; i >= 0 && i < size(); i += step) ranks.push_back(i);
    return ranks;
  }

  MPI_Group world_ = MPI_GROUP_NULL;
};

TEST_F(Groups, InclKeepsTheOrderAndExclLeavesTheRest) {
  const std::vector<int> backwards = everyone(size() - 1, -1);
  EXPECT_EQ(take(of(backwards)), backwards);
  MPI_Group rest = MPI_GROUP_NULL;
  const int last = size() - 1;
  EXPECT_MPI(MPI_Group_excl(world_, 1, &last, &rest));
  std::vector<int> expected = everyone(0, 1);
  expected.pop_back();
  EXPECT_EQ(rest == MPI_GROUP_EMPTY, expected.empty());
  EXPECT_EQ(take(rest), expected);
}

TEST_F(Groups, SetCalls) {
  MPI_Group even = of(everyone(0, 2));
  MPI_Group low = of(everyone(size() / 2, -1));
  MPI_Group made = MPI_GROUP_NULL;
  std::vector<int> both = everyone(0, 2);
  std::vector<int> only_even;
  std::vector<int> in_both;
  for (const int i : both) (i <= size() / 2 ? in_both : only_even).push_back(i);
  for (const int i : everyone(size() / 2, -1)) {
    if (i % 2 != 0) both.push_back(i);
  }
  EXPECT_MPI(MPI_Group_union(even, low, &made));
  EXPECT_EQ(take(made), both) << "members of the first, then those of the second that the first has not";
  EXPECT_MPI(MPI_Group_intersection(even, low, &made));
  EXPECT_EQ(take(made), in_both) << "in the order of the first";
  EXPECT_MPI(MPI_Group_difference(even, low, &made));
  EXPECT_EQ(take(made), only_even);
  EXPECT_MPI(MPI_Group_difference(even, even, &made));
  EXPECT_EQ(made, MPI_GROUP_EMPTY);
  EXPECT_MPI(MPI_Group_union(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &made));
  EXPECT_EQ(made, MPI_GROUP_EMPTY);
  EXPECT_MPI(MPI_Group_free(&even));
  EXPECT_MPI(MPI_Group_free(&low));
}

TEST_F(Groups, Ranges) {
  int ranges[2][3] = {{size() - 1, 0, -2}, {0, 0, 1}};
  MPI_Group made = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_Group_range_incl(world_, 1, ranges, &made));
  EXPECT_EQ(take(made), everyone(size() - 1, -2));
  EXPECT_MPI(MPI_Group_range_excl(world_, 1, ranges, &made));
  EXPECT_EQ(take(made), everyone((size() + 1) % 2 == 0 ? 1 : 0, 2));
  EXPECT_MPI(MPI_Group_range_incl(world_, 0, nullptr, &made));
  EXPECT_EQ(made, MPI_GROUP_EMPTY);
  int no_stride[1][3] = {{0, 0, 0}};
  EXPECT_CLASS(MPI_Group_range_incl(world_, 1, no_stride, &made), MPI_ERR_ARG);
  int wrong_way[1][3] = {{1, 0, 1}};
  EXPECT_CLASS(MPI_Group_range_incl(world_, 1, wrong_way, &made), MPI_ERR_ARG);
  int outside[1][3] = {{0, size(), 1}};
  EXPECT_CLASS(MPI_Group_range_incl(world_, 1, outside, &made), MPI_ERR_RANK);
  int twice[2][3] = {{0, 0, 1}, {0, 0, 1}};
  EXPECT_CLASS(MPI_Group_range_excl(world_, 2, twice, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Group_range_excl(world_, -1, twice, &made), MPI_ERR_ARG);
}

TEST_F(Groups, Compare) {
  MPI_Group same = of(everyone(0, 1));
  MPI_Group turned = of(everyone(size() - 1, -1));
  int result = -1;
  EXPECT_MPI(MPI_Group_compare(world_, same, &result));
  EXPECT_EQ(result, MPI_IDENT);
  EXPECT_MPI(MPI_Group_compare(world_, turned, &result));
  EXPECT_EQ(result, size() > 1 ? MPI_SIMILAR : MPI_IDENT);
  EXPECT_MPI(MPI_Group_compare(world_, MPI_GROUP_EMPTY, &result));
  EXPECT_EQ(result, MPI_UNEQUAL);
  EXPECT_MPI(MPI_Group_compare(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &result));
  EXPECT_EQ(result, MPI_IDENT);
  EXPECT_MPI(MPI_Group_free(&same));
  EXPECT_MPI(MPI_Group_free(&turned));
}

TEST_F(Groups, WrongArguments) {
  MPI_Group made = MPI_GROUP_NULL;
  const int outside[2] = {0, size()};
  const int twice[2] = {0, 0};
  EXPECT_CLASS(MPI_Group_incl(world_, 2, outside, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Group_incl(world_, 2, twice, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Group_excl(world_, 2, twice, &made), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Group_incl(world_, -1, twice, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Group_incl(world_, 1, nullptr, &made), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Group_incl(MPI_GROUP_NULL, 0, nullptr, &made), MPI_ERR_GROUP);
  int translated = -1;
  EXPECT_CLASS(MPI_Group_translate_ranks(world_, 1, &outside[1], world_, &translated), MPI_ERR_RANK);
  EXPECT_MPI(MPI_Group_translate_ranks(world_, 1, outside, MPI_GROUP_EMPTY, &translated));
  EXPECT_EQ(translated, MPI_UNDEFINED);
}

}  // namespace
}  // namespace penstock::test
