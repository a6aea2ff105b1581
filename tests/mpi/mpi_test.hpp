// The fixture and helpers of the MPI tests. Every rank runs every test.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memory.hpp"

namespace penstock::test {

inline int rank_in(MPI_Comm comm) {
  int rank = -1;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
inline int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}
inline int rank() {
  return rank_in(MPI_COMM_WORLD);
}
inline int size() {
  return size_of(MPI_COMM_WORLD);
}
inline int next() {
  return (rank() + 1) % size();
}
inline int previous() {
  return (rank() + size() - 1) % size();
}

inline std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return {text, static_cast<std::size_t>(length)};
}
inline int class_of(int code) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  return error_class;
}

#define EXPECT_MPI(call)                                                                \
  do {                                                                                  \
    const int code_of_call = (call);                                                    \
    EXPECT_EQ(code_of_call, MPI_SUCCESS) << "rank " << ::penstock::test::rank() << ": " \
                                         << ::penstock::test::text_of(code_of_call);    \
  } while (false)

#define EXPECT_CLASS(call, expected)                                                                          \
  do {                                                                                                        \
    const int code_of_call = (call);                                                                          \
    EXPECT_EQ(::penstock::test::class_of(code_of_call), expected) << ::penstock::test::text_of(code_of_call); \
  } while (false)

// Returns contents that depend on sender, size and place.
inline std::vector<std::uint8_t> pattern(std::size_t bytes, int seed) {
  std::vector<std::uint8_t> values(bytes);
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761U + static_cast<std::uint32_t>(bytes) + 1;
  for (std::uint8_t& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<std::uint8_t>(state >> 24);
  }
  return values;
}

// Returns sizes around every threshold of the protocols.
inline std::vector<std::size_t> sizes() {
  return {0,    1,     7,     8,     63,    64,    65,     1000,   4095,    4096,    8191,   8192,
          8193, 16383, 16384, 16385, 65536, 65537, 262144, 262145, 1048576, 1048577, 4194304};
}

// MPI_COMM_WORLD and MPI_COMM_SELF return errors for the length of a test; all ranks begin a test together.
class Mpi : public ::testing::Test {
 protected:
  void SetUp() override { MPI_Barrier(MPI_COMM_WORLD); }
};

}  // namespace penstock::test
