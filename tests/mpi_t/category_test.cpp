// Every variable is in a category, and each category returns the numbers of its contents.
#include <functional>
#include <set>

#include "mpi_t_test.hpp"

namespace penstock::test {
namespace {

class Categories : public Running {};
class BeforeInitCategories : public Tool {};

using GetList = int (*)(int, int, int[]);

// Returns a list of a category's contents; a request for fewer returns fewer.
std::vector<int> list_of(GetList get, int category, int count) {
  std::vector<int> out(static_cast<std::size_t>(count) + 1, -7);
  EXPECT_OK(get(category, count, out.data()));
  EXPECT_EQ(out.back(), -7);
  if (count > 1) {
    std::vector<int> fewer(2, -7);
    EXPECT_OK(get(category, 1, fewer.data()));
    EXPECT_EQ(fewer[0], out[0]);
    EXPECT_EQ(fewer[1], -7);
  }
  EXPECT_OK(get(category, 0, nullptr));
  out.pop_back();
  return out;
}

void expect_all_in_one(GetList get, int category, int count, std::set<int>* seen) {
  for (const int one : list_of(get, category, count)) {
    EXPECT_GE(one, 0);
    EXPECT_TRUE(seen->insert(one).second) << one << " is in two categories";
  }
}

void expect_complete() {
  int all = 0;
  ASSERT_OK(MPI_T_category_get_num(&all));
  std::set<int> cvars;
  std::set<int> pvars;
  std::set<int> events;
  std::set<int> below;
  for (int i = 0; i < all; ++i) {
    char name[64] = "";
    char description[256] = "";
    int name_length = sizeof name;
    int length = sizeof description;
    int num_cvars = -1;
    int num_pvars = -1;
    int num_categories = -1;
    int num_events = -1;
    ASSERT_OK(MPI_T_category_get_info(i, name, &name_length, description, &length, &num_cvars, &num_pvars, &num_categories));
    ASSERT_OK(MPI_T_category_get_num_events(i, &num_events));
    int index = -1;
    EXPECT_OK(MPI_T_category_get_index(name, &index));
    EXPECT_EQ(index, i);
    EXPECT_GT(num_cvars + num_pvars + num_categories + num_events, 0) << name;
    expect_all_in_one(MPI_T_category_get_cvars, i, num_cvars, &cvars);
    expect_all_in_one(MPI_T_category_get_pvars, i, num_pvars, &pvars);
    expect_all_in_one(MPI_T_category_get_events, i, num_events, &events);
    expect_all_in_one(MPI_T_category_get_categories, i, num_categories, &below);
  }
  int number = 0;
  ASSERT_OK(MPI_T_cvar_get_num(&number));
  EXPECT_EQ(cvars.size(), static_cast<std::size_t>(number));
  ASSERT_OK(MPI_T_pvar_get_num(&number));
  EXPECT_EQ(pvars.size(), static_cast<std::size_t>(number));
  ASSERT_OK(MPI_T_event_get_num(&number));
  EXPECT_EQ(events.size(), static_cast<std::size_t>(number));
  EXPECT_EQ(below.size(), static_cast<std::size_t>(all) - 1);
}

TEST_F(BeforeInitCategories, HoldEverything) {
  expect_complete();
}
TEST_F(Categories, HoldEverything) {
  expect_complete();
}

TEST_F(Categories, DoNotChange) {
  int before = -1;
  int after = -2;
  ASSERT_OK(MPI_T_category_changed(&before));
  ASSERT_OK(MPI_Barrier(MPI_COMM_WORLD));
  ASSERT_OK(MPI_T_category_changed(&after));
  EXPECT_EQ(before, after);
}

TEST_F(Categories, WrongArguments) {
  int number = 0;
  int indices[4];
  EXPECT_EQ(MPI_T_category_get_index("no_such_category", &number), MPI_T_ERR_INVALID_NAME);
  for (const int wrong : {-1, 1 << 20}) {
    EXPECT_EQ(MPI_T_category_get_info(wrong, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
              MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_category_get_num_events(wrong, &number), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_category_get_cvars(wrong, 4, indices), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_category_get_pvars(wrong, 4, indices), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_category_get_events(wrong, 4, indices), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_category_get_categories(wrong, 4, indices), MPI_T_ERR_INVALID_INDEX);
  }
}

}  // namespace
}  // namespace penstock::test
