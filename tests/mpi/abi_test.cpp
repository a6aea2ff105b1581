// Queries of the library's ABI and of the machine, and splits by parts of the machine.
#include <sched.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Abi : public ::testing::Test {
 protected:
  static std::string value_of(MPI_Info info, const char* key) {
    char value[64] = "";
    int length = sizeof value;
    int flag = 0;
    EXPECT_MPI(MPI_Info_get_string(info, key, &length, value, &flag));
    return flag != 0 ? value : "(none)";
  }
};

TEST_F(Abi, SizesOfIntegers) {
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Abi_get_info(&info));
  for (const char* key : {"mpi_aint_size", "mpi_count_size", "mpi_offset_size"}) EXPECT_EQ(value_of(info, key), "8") << key;
  EXPECT_MPI(MPI_Info_free(&info));
}

TEST_F(Abi, FortranTypesAreToldOnce) {
  MPI_Info info = MPI_INFO_ENV;
  EXPECT_MPI(MPI_Abi_get_fortran_info(&info));
  EXPECT_EQ(info, MPI_INFO_NULL);
  MPI_Info told = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&told));
  EXPECT_MPI(MPI_Info_set(told, "mpi_integer_size", "8"));
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_info(told)), MPI_ERR_ABI);  // ours have 4
  EXPECT_MPI(MPI_Info_set(told, "mpi_integer_size", "4"));
  EXPECT_MPI(MPI_Info_set(told, "mpi_real16_supported", "true"));
  EXPECT_MPI(MPI_Abi_set_fortran_info(told));
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_info(told)), MPI_ERR_ABI);
  EXPECT_MPI(MPI_Info_free(&told));
  EXPECT_MPI(MPI_Abi_get_fortran_info(&info));
  ASSERT_NE(info, MPI_INFO_NULL);
  EXPECT_EQ(value_of(info, "mpi_integer_size"), "4");
  EXPECT_EQ(value_of(info, "mpi_real16_supported"), "true");
  EXPECT_MPI(MPI_Info_free(&info));
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_info(MPI_INFO_NULL)), MPI_ERR_INFO);
}

TEST_F(Abi, FortranTruthIsToldOnce) {
  int yes = -1;
  int no = 0;
  int is_set = -1;
  EXPECT_MPI(MPI_Abi_get_fortran_booleans(4, &yes, &no, &is_set));
  EXPECT_EQ(is_set, 0);
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_booleans(4, &yes, &no)), MPI_ERR_ABI);  // reductions give 1
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_booleans(3, &yes, &no)), MPI_ERR_ARG);
  yes = 1;
  EXPECT_MPI(MPI_Abi_set_fortran_booleans(4, &yes, &no));
  EXPECT_EQ(class_of(MPI_Abi_set_fortran_booleans(4, &yes, &no)), MPI_ERR_ABI);
  yes = 7;
  no = 7;
  EXPECT_MPI(MPI_Abi_get_fortran_booleans(4, &yes, &no, &is_set));
  EXPECT_EQ(is_set, 1);
  EXPECT_EQ(yes, 1);
  EXPECT_EQ(no, 0);
}

class Hardware : public Abi {
 protected:
  static MPI_Comm split(const std::string& type) {
    MPI_Info hints = MPI_INFO_NULL;
    EXPECT_MPI(MPI_Info_create(&hints));
    EXPECT_MPI(MPI_Info_set(hints, "mpi_hw_resource_type", type.c_str()));
    MPI_Comm out = MPI_COMM_WORLD;
    EXPECT_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, hints, &out));
    EXPECT_MPI(MPI_Info_free(&hints));
    return out;
  }
};

TEST_F(Hardware, IsTold) {
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Get_hw_resource_info(&info));
  int keys = 0;
  EXPECT_MPI(MPI_Info_get_nkeys(info, &keys));
  EXPECT_GE(keys, 1);
  for (int i = 0; i < keys; ++i) {
    char key[MPI_MAX_INFO_KEY];
    EXPECT_MPI(MPI_Info_get_nthkey(info, i, key));
    EXPECT_NE(std::strstr(key, "://"), nullptr) << key;
    const std::string value = value_of(info, key);
    EXPECT_TRUE(value == "true" || value == "false") << key << ": " << value;
  }
  EXPECT_EQ(value_of(info, "penstock://Machine"), "true");
  EXPECT_MPI(MPI_Info_free(&info));
}

// Every rank is bound to a processor of its own choice: ranks with the same processor get one communicator.
TEST_F(Hardware, SplitsGoByWhatRanksAreRestrictedTo) {
  MPI_Comm none = split("penstock://NoSuchThing");
  EXPECT_EQ(none, MPI_COMM_NULL);
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  const bool bound = rank() % 2 == 0 || CPU_COUNT(&before) == 1;
  if (bound) {
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  const int mine = bound ? first : -1;
  std::vector<int> chosen(static_cast<std::size_t>(size()));
  EXPECT_MPI(MPI_Allgather(&mine, 1, MPI_INT, chosen.data(), 1, MPI_INT, MPI_COMM_WORLD));
  MPI_Comm same = split("penstock://PU");
  if (bound) {
    ASSERT_NE(same, MPI_COMM_NULL);
    int members = 0;
    EXPECT_MPI(MPI_Comm_size(same, &members));
    EXPECT_EQ(members, std::ranges::count(chosen, mine));
    EXPECT_MPI(MPI_Comm_free(&same));
  } else {
    EXPECT_EQ(same, MPI_COMM_NULL);
  }
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

// Unguided splits end at groups that nothing divides: each step is smaller than the one before, and is named.
TEST_F(Hardware, UnguidedSplitsGoDown) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  std::vector<int> allowed;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &before)) allowed.push_back(cpu);
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(allowed[static_cast<std::size_t>(rank()) % allowed.size()], &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  MPI_Comm at = MPI_COMM_WORLD;
  int members = size();
  for (int depth = 0; at != MPI_COMM_NULL; ++depth) {
    ASSERT_LT(depth, 8);
    MPI_Info told = MPI_INFO_NULL;
    EXPECT_MPI(MPI_Info_create(&told));
    MPI_Comm below = MPI_COMM_WORLD;
    EXPECT_MPI(MPI_Comm_split_type(at, MPI_COMM_TYPE_HW_UNGUIDED, 0, told, &below));
    if (below != MPI_COMM_NULL) {
      int fewer = 0;
      EXPECT_MPI(MPI_Comm_size(below, &fewer));
      EXPECT_LT(fewer, members);
      members = fewer;
      const std::string type = value_of(told, "mpi_hw_resource_type");
      EXPECT_TRUE(type == "mpi_shared_memory" || type.starts_with("penstock://")) << type;
    }
    EXPECT_MPI(MPI_Info_free(&told));
    if (at != MPI_COMM_WORLD) EXPECT_MPI(MPI_Comm_free(&at));
    at = below;
  }
  // In the end all ranks that share a processor are together; a rank that has one alone is alone.
  const auto cpus = static_cast<int>(allowed.size());
  if (size() <= cpus) {
    EXPECT_EQ(members, 1);
  }
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST_F(Hardware, SplitsGoByProcessSets) {
  const auto split_by = [](const char* set) {
    MPI_Info hints = MPI_INFO_NULL;
    EXPECT_MPI(MPI_Info_create(&hints));
    EXPECT_MPI(MPI_Info_set(hints, "mpi_pset_name", set));
    MPI_Comm out = MPI_COMM_WORLD;
    EXPECT_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, hints, &out));
    EXPECT_MPI(MPI_Info_free(&hints));
    return out;
  };
  const auto members_of = [](MPI_Comm comm) {
    int members = 0;
    EXPECT_MPI(MPI_Comm_size(comm, &members));
    EXPECT_MPI(MPI_Comm_free(&comm));
    return members;
  };
  EXPECT_EQ(members_of(split_by("mpi://WORLD")), size());
  EXPECT_EQ(members_of(split_by("mpi://SELF")), 1);
  EXPECT_EQ(split_by("mpi://NOBODY"), MPI_COMM_NULL);
}

}  // namespace
}  // namespace penstock::test
