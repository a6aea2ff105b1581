// Info objects, hints of communicators, memory from MPI.
#include <cstring>
#include <string>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class Infos : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Info_create(&info_));
  }
  void TearDown() override {
    EXPECT_MPI(MPI_Info_free(&info_));
    EXPECT_EQ(info_, MPI_INFO_NULL);
  }
  static std::string get(MPI_Info info, const char* key) {
    char value[MPI_MAX_INFO_VAL] = "untouched";
    int length = sizeof(value);
    int flag = -1;
    EXPECT_MPI(MPI_Info_get_string(info, key, &length, value, &flag));
    if (flag == 0) return "none";
    EXPECT_EQ(static_cast<std::size_t>(length), std::strlen(value) + 1);
    return value;
  }
  MPI_Info info_ = MPI_INFO_NULL;
};

TEST_F(Infos, KeysKeepTheirOrderAndLastValue) {
  EXPECT_MPI(MPI_Info_set(info_, "first", "1"));
  EXPECT_MPI(MPI_Info_set(info_, "second", "2"));
  EXPECT_MPI(MPI_Info_set(info_, "first", "one"));
  int count = -1;
  EXPECT_MPI(MPI_Info_get_nkeys(info_, &count));
  EXPECT_EQ(count, 2);
  char key[MPI_MAX_INFO_KEY];
  EXPECT_MPI(MPI_Info_get_nthkey(info_, 1, key));
  EXPECT_STREQ(key, "second");
  EXPECT_EQ(get(info_, "first"), "one");
  MPI_Info copy = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_dup(info_, &copy));
  EXPECT_MPI(MPI_Info_delete(info_, "first"));
  EXPECT_EQ(get(info_, "first"), "none");
  EXPECT_EQ(get(copy, "first"), "one");
  EXPECT_MPI(MPI_Info_free(&copy));
}

TEST_F(Infos, WhatDoesNotFitIsCutAndItsLengthTold) {
  EXPECT_MPI(MPI_Info_set(info_, "key", "penstock"));
  char value[8] = "???????";
  int length = 5;
  int flag = 0;
  EXPECT_MPI(MPI_Info_get_string(info_, "key", &length, value, &flag));
  EXPECT_STREQ(value, "pens");
  EXPECT_EQ(length, 9);
  length = 0;
  EXPECT_MPI(MPI_Info_get_string(info_, "key", &length, nullptr, &flag));
  EXPECT_EQ(length, 9);
  EXPECT_MPI(MPI_Info_get(info_, "key", 3, value, &flag));
  EXPECT_STREQ(value, "pen");
  EXPECT_MPI(MPI_Info_get_valuelen(info_, "key", &length, &flag));
  EXPECT_EQ(length, 8);
}

TEST_F(Infos, WrongArguments) {
  const std::string long_key(MPI_MAX_INFO_KEY, 'k');
  const std::string long_value(MPI_MAX_INFO_VAL, 'v');
  EXPECT_CLASS(MPI_Info_set(info_, long_key.c_str(), "v"), MPI_ERR_INFO_KEY);
  EXPECT_CLASS(MPI_Info_set(info_, "", "v"), MPI_ERR_INFO_KEY);
  EXPECT_CLASS(MPI_Info_set(info_, "k", long_value.c_str()), MPI_ERR_INFO_VALUE);
  EXPECT_MPI(MPI_Info_set(info_, long_key.substr(1).c_str(), long_value.substr(1).c_str()));
  EXPECT_CLASS(MPI_Info_delete(info_, "missing"), MPI_ERR_INFO_NOKEY);
  char key[MPI_MAX_INFO_KEY];
  EXPECT_CLASS(MPI_Info_get_nthkey(info_, 1, key), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_Info_set(MPI_INFO_NULL, "k", "v"), MPI_ERR_INFO);
  MPI_Info freed = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&freed));
  const MPI_Info stale = freed;
  EXPECT_MPI(MPI_Info_free(&freed));
  EXPECT_CLASS(MPI_Info_set(stale, "k", "v"), MPI_ERR_INFO);
}

TEST_F(Infos, Environment) {
  EXPECT_NE(get(MPI_INFO_ENV, "command").find("mpi_test"), std::string::npos);
  EXPECT_EQ(get(MPI_INFO_ENV, "maxprocs"), std::to_string(size()));
  EXPECT_EQ(get(MPI_INFO_ENV, "thread_level").substr(0, 11), "MPI_THREAD_");
  EXPECT_CLASS(MPI_Info_set(MPI_INFO_ENV, "command", "other"), MPI_ERR_INFO);
  char program[] = "program";
  char argument[] = "--fast";
  char* arguments[] = {program, argument, nullptr};
  MPI_Info made = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create_env(2, arguments, &made));
  EXPECT_EQ(get(made, "command"), "program");
  EXPECT_EQ(get(made, "argv"), "--fast");
  EXPECT_MPI(MPI_Info_free(&made));
}

TEST_F(Infos, HintsOfACommunicator) {
  EXPECT_MPI(MPI_Info_set(info_, "mpi_assert_no_any_tag", "true"));
  EXPECT_MPI(MPI_Info_set(info_, "nobody_knows_this", "true"));
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info_, &comm));
  MPI_Info used = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Comm_get_info(comm, &used));
  EXPECT_EQ(get(used, "mpi_assert_no_any_tag"), "true");
  EXPECT_EQ(get(used, "nobody_knows_this"), "none");
  EXPECT_MPI(MPI_Info_free(&used));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(comm, &copy));
  EXPECT_MPI(MPI_Comm_get_info(copy, &used));
  EXPECT_EQ(get(used, "mpi_assert_no_any_tag"), "none") << "a plain duplicate has no hints";
  EXPECT_MPI(MPI_Info_free(&used));
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

// Every query returns the supported kinds; CUDA's kinds are among them if this process has them.
TEST_F(Infos, KindsOfMemory) {
  constexpr const char* kKey = "mpi_memory_alloc_kinds";
  MPI_Info used = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Comm_get_info(MPI_COMM_WORLD, &used));
  const std::string world = get(used, kKey);
  EXPECT_MPI(MPI_Info_free(&used));
  EXPECT_TRUE(world.starts_with("mpi,system")) << world;
  EXPECT_TRUE(get(MPI_INFO_ENV, kKey).starts_with("mpi,system"));
  if (memory_kind().where != Where::kHost) {
    for (const char* kind : {",cuda,", ",cuda:host,", ",cuda:device,", ",cuda:managed,"}) {
      EXPECT_NE((world + ",").find(kind), std::string::npos) << world;
    }
  }
  MPI_Session session = MPI_SESSION_NULL;
  EXPECT_MPI(MPI_Info_set(info_, kKey, "cuda:device,nobody:knows:this,,"));
  EXPECT_MPI(MPI_Session_init(info_, MPI_ERRORS_RETURN, &session));
  EXPECT_MPI(MPI_Session_get_info(session, &used));
  EXPECT_EQ(get(used, kKey), world);
  EXPECT_MPI(MPI_Info_free(&used));
  EXPECT_MPI(MPI_Session_finalize(&session));
  MPI_Comm comm = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Info_set(info_, "mpi_assert_memory_alloc_kinds", "system"));
  EXPECT_MPI(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info_, &comm));
  EXPECT_MPI(MPI_Comm_get_info(comm, &used));
  EXPECT_EQ(get(used, kKey), world);
  EXPECT_EQ(get(used, "mpi_assert_memory_alloc_kinds"), "system");
  EXPECT_MPI(MPI_Info_free(&used));
  EXPECT_MPI(MPI_Comm_free(&comm));
}

TEST_F(Infos, Memory) {
  void* memory = nullptr;
  EXPECT_MPI(MPI_Info_set(info_, "mpi_minimum_memory_alignment", "4096"));
  EXPECT_MPI(MPI_Alloc_mem(100, info_, static_cast<void*>(&memory)));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 4096, 0U);
  std::memset(memory, 7, 100);
  EXPECT_MPI(MPI_Free_mem(memory));
  int mine = 0;
  EXPECT_CLASS(MPI_Free_mem(&mine), MPI_ERR_BASE);
  EXPECT_CLASS(MPI_Alloc_mem(-1, MPI_INFO_NULL, static_cast<void*>(&memory)), MPI_ERR_ARG);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // the sanitizers report it as an error of the application
  EXPECT_CLASS(MPI_Alloc_mem(MPI_Aint{1} << 61, MPI_INFO_NULL, static_cast<void*>(&memory)), MPI_ERR_NO_MEM);
#endif
  EXPECT_MPI(MPI_Info_set(info_, "mpi_minimum_memory_alignment", "48"));
  EXPECT_CLASS(MPI_Alloc_mem(1, info_, static_cast<void*>(&memory)), MPI_ERR_INFO_VALUE);
  EXPECT_MPI(MPI_Alloc_mem(0, MPI_INFO_NULL, static_cast<void*>(&memory)));
  EXPECT_MPI(MPI_Free_mem(memory));
}

}  // namespace
}  // namespace penstock::test
