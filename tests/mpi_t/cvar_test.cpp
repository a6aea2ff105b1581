// Control variables: every tunable, its value, and the effect of setting it.
#include <cstdlib>
#include <cstring>
#include <set>

#include "mpi_t_test.hpp"

namespace penstock::test {
namespace {

constexpr int kNoIndex = 1 << 20;

struct Described {
  std::string name;
  std::string description;
  int verbosity = -1;
  int bind = -1;
  int scope = -1;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_T_enum names = MPI_T_ENUM_NULL;
};

Described describe(int index) {
  Described out;
  int name_length = 0;
  int description_length = 0;
  EXPECT_OK(MPI_T_cvar_get_info(index, nullptr, &name_length, nullptr, nullptr, nullptr, nullptr, &description_length, nullptr,
                                nullptr));
  std::vector<char> name(static_cast<std::size_t>(name_length), '?');
  std::vector<char> text(static_cast<std::size_t>(description_length), '?');
  EXPECT_OK(MPI_T_cvar_get_info(index, name.data(), &name_length, &out.verbosity, &out.datatype, &out.names, text.data(),
                                &description_length, &out.bind, &out.scope));
  out.name = name.data();
  out.description = text.data();
  EXPECT_EQ(out.name.size() + 1, name.size());
  EXPECT_EQ(out.description.size() + 1, text.size());
  return out;
}

void expect_all_described() {
  int all = 0;
  ASSERT_OK(MPI_T_cvar_get_num(&all));
  ASSERT_GT(all, 60);
  std::set<std::string> names;
  int users = 0;
  for (int i = 0; i < all; ++i) {
    const Described one = describe(i);
    EXPECT_TRUE(one.name.starts_with("PENSTOCK_")) << one.name;
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_FALSE(one.description.empty()) << one.name;
    EXPECT_GE(one.verbosity, MPI_T_VERBOSITY_USER_BASIC) << one.name;
    EXPECT_LE(one.verbosity, MPI_T_VERBOSITY_MPIDEV_ALL) << one.name;
    EXPECT_EQ(one.bind, MPI_T_BIND_NO_OBJECT) << one.name;
    EXPECT_GE(one.scope, MPI_T_SCOPE_CONSTANT) << one.name;
    EXPECT_LE(one.scope, MPI_T_SCOPE_ALL_EQ) << one.name;
    users += one.verbosity == MPI_T_VERBOSITY_USER_BASIC ? 1 : 0;
    int index = -1;
    EXPECT_OK(MPI_T_cvar_get_index(one.name.c_str(), &index));
    EXPECT_EQ(index, i);
  }
  EXPECT_GT(users, 0);
  EXPECT_LE(users, 10);
}

// Reads the whole table, and writes the values back: each is accepted unchanged or refused by the rules.
void expect_all_readable() {
  int all = 0;
  ASSERT_OK(MPI_T_cvar_get_num(&all));
  for (int i = 0; i < all; ++i) {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0;
    ASSERT_OK(MPI_T_cvar_handle_alloc(i, nullptr, &handle, &count));
    const Described one = describe(i);
    const std::size_t element = one.datatype == MPI_CHAR ? 1 : one.datatype == MPI_INT ? sizeof(int) : 8;
    std::vector<char> value(static_cast<std::size_t>(count) * element + 8, '?');
    EXPECT_OK(MPI_T_cvar_read(handle, value.data())) << one.name;
    EXPECT_EQ(std::string(value.end() - 8, value.end()), "????????") << one.name << " is longer than it says";
    if (one.datatype == MPI_INT && one.names != MPI_T_ENUM_NULL) {
      int number = -1;
      int items = 0;
      std::memcpy(&number, value.data(), sizeof number);
      EXPECT_OK(MPI_T_enum_get_info(one.names, &items, nullptr, nullptr));
      EXPECT_TRUE(number >= 0 && number < items) << one.name;
    }
    EXPECT_OK(MPI_T_cvar_handle_free(&handle));
  }
}

TEST(BeforeOpening, NothingAnswers) {
  int number = -1;
  EXPECT_EQ(MPI_T_cvar_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(MPI_T_pvar_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(MPI_T_category_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(MPI_T_event_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(number, -1);
}

TEST(BeforeOpening, IsCounted) {
  int provided = -1;
  ASSERT_OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
  EXPECT_EQ(provided, MPI_THREAD_MULTIPLE);
  ASSERT_OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  EXPECT_EQ(MPI_T_init_thread(12345, &provided), MPI_T_ERR_INVALID);
  int number = 0;
  EXPECT_OK(MPI_T_finalize());
  EXPECT_OK(MPI_T_cvar_get_num(&number));
  EXPECT_OK(MPI_T_finalize());
  EXPECT_EQ(MPI_T_cvar_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
}

class BeforeInit : public Tool {};

TEST_F(BeforeInit, EveryTunableIsDescribed) {
  expect_all_described();
}
TEST_F(BeforeInit, EveryTunableIsReadable) {
  expect_all_readable();
}

TEST_F(BeforeInit, MpiIsNotRunning) {
  int flag = -1;
  EXPECT_OK(MPI_Initialized(&flag));
  EXPECT_EQ(flag, 0);
}

// The environment of the test has PENSTOCK_SHM_CELLS=64.
TEST_F(BeforeInit, TheEnvironmentCounts) {
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 64);
}

// MPI_Init then starts with these values: see Cvars.WhatWasSetBeforeIsInForce.
TEST_F(BeforeInit, ValuesCanBeSet) {
  EXPECT_OK(write_cvar("PENSTOCK_UNEXPECTED_LIMIT", 65536UL));
  EXPECT_EQ(read_cvar<unsigned long>("PENSTOCK_UNEXPECTED_LIMIT"), 65536UL);
  EXPECT_OK(write_cvar("PENSTOCK_SHM_CELLS", 128));
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 128);
  EXPECT_EQ(write_cvar("PENSTOCK_SHM_CELLS", 1), MPI_T_ERR_INVALID);  // below its limits
  EXPECT_EQ(write_cvar("PENSTOCK_LOG", 17), MPI_T_ERR_INVALID);       // no such choice
  EXPECT_EQ(write_cvar("PENSTOCK_TUNE_FILE", "none"), MPI_T_ERR_CVAR_SET_NEVER);
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 128);
}

TEST_F(BeforeInit, TextsFollowTheRules) {
  int index = -1;
  ASSERT_OK(MPI_T_cvar_get_index("PENSTOCK_EAGER_LIMIT", &index));
  char name[64];
  std::memset(name, '?', sizeof name);
  int length = 9;
  EXPECT_OK(MPI_T_cvar_get_info(index, name, &length, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_STREQ(name, "PENSTOCK");
  EXPECT_EQ(length, 21);
  length = 0;
  name[0] = '?';
  EXPECT_OK(MPI_T_cvar_get_info(index, name, &length, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(name[0], '?');
  EXPECT_EQ(length, 21);
  EXPECT_OK(MPI_T_cvar_get_info(index, name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(name[0], '?');
}

class Cvars : public Running {};

TEST_F(Cvars, EveryTunableIsDescribed) {
  expect_all_described();
}
TEST_F(Cvars, EveryTunableIsReadable) {
  expect_all_readable();
}

TEST_F(Cvars, WhatWasSetBeforeIsInForce) {
  EXPECT_EQ(read_cvar<unsigned long>("PENSTOCK_UNEXPECTED_LIMIT"), 65536UL);
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 128);
}

TEST_F(Cvars, WhatIsReadAtTheStartCannotBeSetNow) {
  EXPECT_EQ(write_cvar("PENSTOCK_SHM_CELLS", 256), MPI_T_ERR_CVAR_SET_NOT_NOW);
  EXPECT_EQ(write_cvar("PENSTOCK_TUNE_FILE", "none"), MPI_T_ERR_CVAR_SET_NEVER);
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 128);
}

TEST_F(Cvars, WrongHandlesAndIndices) {
  int number = -1;
  int count = 0;
  MPI_T_cvar_handle handle = cvar("PENSTOCK_LOG");
  MPI_T_cvar_handle freed = handle;
  EXPECT_OK(MPI_T_cvar_handle_free(&handle));
  EXPECT_EQ(MPI_T_cvar_read(freed, &number), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_cvar_write(freed, &number), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_cvar_handle_free(&freed), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, &number), MPI_T_ERR_INVALID_HANDLE);
  for (const int wrong : {-1, kNoIndex}) {
    EXPECT_EQ(MPI_T_cvar_handle_alloc(wrong, nullptr, &handle, &count), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_cvar_get_info(wrong, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
              MPI_T_ERR_INVALID_INDEX);
  }
  EXPECT_EQ(MPI_T_cvar_get_index("PENSTOCK_NO_SUCH_THING", &number), MPI_T_ERR_INVALID_NAME);
  EXPECT_EQ(MPI_T_cvar_get_index(nullptr, &number), MPI_T_ERR_INVALID);
}

TEST_F(Cvars, FinalizeEndsHandles) {
  int provided = -1;
  MPI_T_cvar_handle handle = cvar("PENSTOCK_LOG");
  ASSERT_OK(MPI_T_finalize());
  ASSERT_OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  int number = -1;
  EXPECT_EQ(MPI_T_cvar_read(handle, &number), MPI_T_ERR_INVALID_HANDLE);
}

TEST_F(Cvars, Names) {
  const auto item_of = [](const char* name, int value) {
    int index = -1;
    MPI_T_enum names = MPI_T_ENUM_NULL;
    EXPECT_OK(MPI_T_cvar_get_index(name, &index));
    EXPECT_OK(MPI_T_cvar_get_info(index, nullptr, nullptr, nullptr, nullptr, &names, nullptr, nullptr, nullptr, nullptr));
    char text[32] = "";
    int length = sizeof text;
    int number = -1;
    EXPECT_OK(MPI_T_enum_get_item(names, value, &number, text, &length));
    EXPECT_EQ(number, value);
    EXPECT_EQ(MPI_T_enum_get_item(names, 1000, &number, text, &length), MPI_T_ERR_INVALID_INDEX);
    EXPECT_EQ(MPI_T_enum_get_item(names, -1, &number, text, &length), MPI_T_ERR_INVALID_INDEX);
    return std::string(text);
  };
  EXPECT_EQ(item_of("PENSTOCK_LOG", 1), "warn");
  EXPECT_EQ(item_of("PENSTOCK_CMA", 1), "yes");
  int number = 0;
  EXPECT_EQ(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &number, nullptr, nullptr), MPI_T_ERR_INVALID_HANDLE);
}

// MPI_T codes are ordinary error codes: they have classes and texts, and no handler is called.
TEST_F(Cvars, CodesHaveTexts) {
  for (int code = MPI_T_ERR_CANNOT_INIT; code <= MPI_T_ERR_PVAR_NO_ATOMIC; ++code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    int found = -1;
    EXPECT_OK(MPI_Error_string(code, text, &length));
    EXPECT_GT(length, 10);
    EXPECT_OK(MPI_Error_class(code, &found));
    EXPECT_EQ(found, code);
  }
}

class AfterFinalize : public Tool {};

TEST_F(AfterFinalize, EveryTunableIsReadable) {
  expect_all_described();
  expect_all_readable();
}
TEST_F(AfterFinalize, WhatWasSetStays) {
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 128);
  EXPECT_OK(write_cvar("PENSTOCK_SHM_CELLS", 256));
  EXPECT_EQ(read_cvar<int>("PENSTOCK_SHM_CELLS"), 256);
}

}  // namespace
}  // namespace penstock::test
