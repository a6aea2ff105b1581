// The fixtures of the tests of the tool interface. The tests are of three kinds, which run in this order in all files: before
// MPI_Init, while MPI runs, after MPI_Finalize.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <vector>

namespace penstock::test {

#define EXPECT_OK(call) EXPECT_EQ(call, MPI_SUCCESS)
#define ASSERT_OK(call) ASSERT_EQ(call, MPI_SUCCESS)

// The interface is initialised for the length of a test.
class Tool : public ::testing::Test {
 protected:
  void SetUp() override {
    int provided = -1;
    ASSERT_OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  }
  void TearDown() override { EXPECT_OK(MPI_T_finalize()); }

  static MPI_T_cvar_handle cvar(const char* name, int* count = nullptr) {
    int index = -1;
    int elements = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    EXPECT_OK(MPI_T_cvar_get_index(name, &index));
    EXPECT_OK(MPI_T_cvar_handle_alloc(index, nullptr, &handle, &elements));
    if (count != nullptr) *count = elements;
    return handle;
  }
  template <typename T>
  static T read_cvar(const char* name) {
    MPI_T_cvar_handle handle = cvar(name);
    T value{};
    EXPECT_OK(MPI_T_cvar_read(handle, &value));
    EXPECT_OK(MPI_T_cvar_handle_free(&handle));
    EXPECT_EQ(handle, MPI_T_CVAR_HANDLE_NULL);
    return value;
  }
  template <typename T>
  static int write_cvar(const char* name, const T& value) {
    MPI_T_cvar_handle handle = cvar(name);
    const int answer = MPI_T_cvar_write(handle, &value);
    EXPECT_OK(MPI_T_cvar_handle_free(&handle));
    return answer;
  }
};

// The interface is initialised while MPI runs.
class Running : public Tool {
 protected:
  static int rank() {
    int rank = -1;
    EXPECT_OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    return rank;
  }
  static int size() {
    int size = -1;
    EXPECT_OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    return size;
  }
};

}  // namespace penstock::test
