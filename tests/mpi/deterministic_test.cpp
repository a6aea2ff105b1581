// PENSTOCK_DETERMINISTIC=1: every reduction gives the bits of combining the operands one after another, ((a0 + a1) + a2) + ...
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

using Values = std::vector<float>;

// Sums of these operands depend on the order.
float operand_of(int from, std::size_t i) {
  const auto mixed = static_cast<std::uint32_t>((static_cast<std::size_t>(from) * 1000003 + i + 1) * 2654435761U);
  const float size = std::ldexp(1.0F + static_cast<float>(mixed & 0xffffU) / 65536, static_cast<int>(mixed >> 16 & 31U) - 16);
  return mixed >> 31 != 0 ? -size : size;
}
Values operands_of(int from, std::size_t count) {
  Values values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = operand_of(from, i);
  return values;
}
Values sums_of(int ranks, std::size_t count) {
  Values sums = operands_of(0, count);
  for (int from = 1; from < ranks; ++from) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += operand_of(from, i);
  }
  return sums;
}

void expect_bits(const Values& got, const Values& wanted, const char* what) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]), std::bit_cast<std::uint32_t>(wanted[i]))
        << what << " of " << wanted.size() << ", element " << i << " on rank " << rank();
  }
}
Values part_of(const Values& whole, std::size_t first, std::size_t count) {
  return {whole.begin() + static_cast<std::ptrdiff_t>(first), whole.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

class Deterministic : public Mpi {
 protected:
  static std::vector<std::size_t> counts() { return {1, 3, 100, 1500, 20000}; }
};

TEST_F(Deterministic, Allreduce) {
  for (const std::size_t count : counts()) {
    const Values wanted = sums_of(size(), count);
    const Values mine = operands_of(rank(), count);
    Values got(count);
    EXPECT_MPI(MPI_Allreduce(mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
    expect_bits(got, wanted, "allreduce");
    got = mine;
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_MPI(MPI_Iallreduce(MPI_IN_PLACE, got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request));
    EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    expect_bits(got, wanted, "allreduce in place");
  }
}

TEST_F(Deterministic, ReduceToEachRoot) {
  for (const std::size_t count : counts()) {
    const Values wanted = sums_of(size(), count);
    for (int root = 0; root < size(); ++root) {
      const bool here = rank() == root;
      const bool in_place = here && root % 2 == 1;
      const Values mine = operands_of(rank(), count);
      Values got = in_place ? mine : Values(count);
      EXPECT_MPI(MPI_Reduce(in_place ? MPI_IN_PLACE : mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM,
                            root, MPI_COMM_WORLD));
      if (here) expect_bits(got, wanted, "reduce");
    }
  }
}

TEST_F(Deterministic, ReduceScatter) {
  for (const std::size_t count : counts()) {
    const auto ranks = static_cast<std::size_t>(size());
    const auto me = static_cast<std::size_t>(rank());
    const Values wanted = sums_of(size(), count * ranks);
    const Values mine = operands_of(rank(), count * ranks);
    Values got(count);
    EXPECT_MPI(MPI_Reduce_scatter_block(mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
    expect_bits(got, part_of(wanted, me * count, count), "reduce_scatter_block");
    const std::vector<int> lengths(ranks, static_cast<int>(count));
    got = mine;
    EXPECT_MPI(MPI_Reduce_scatter(MPI_IN_PLACE, got.data(), lengths.data(), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
    expect_bits(got, part_of(wanted, me * count, count), "reduce_scatter in place");
  }
}

TEST_F(Deterministic, Scans) {
  for (const std::size_t count : counts()) {
    const Values mine = operands_of(rank(), count);
    Values got(count);
    EXPECT_MPI(MPI_Scan(mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
    expect_bits(got, sums_of(rank() + 1, count), "scan");
    EXPECT_MPI(MPI_Exscan(mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD));
    if (rank() > 0) expect_bits(got, sums_of(rank(), count), "exscan");
  }
}

// The left one of equal values is kept: the result 0 or -0 shows the order.
TEST_F(Deterministic, TheMinimumOfZeros) {
  Values mine(4000, rank() % 2 == 0 ? 0.0F : -0.0F);
  Values got(mine.size());
  EXPECT_MPI(MPI_Allreduce(mine.data(), got.data(), static_cast<int>(mine.size()), MPI_FLOAT, MPI_MIN, MPI_COMM_WORLD));
  expect_bits(got, Values(mine.size(), 0.0F), "minimum");
  EXPECT_MPI(MPI_Allreduce(MPI_IN_PLACE, mine.data(), 3, MPI_FLOAT, MPI_MIN, MPI_COMM_WORLD));
  expect_bits(mine, Values(3, 0.0F), "minimum in place");
}

void add_small(void* in, void* inout, int* length, MPI_Datatype* /*type*/) {
  for (int i = 0; i < *length; ++i) static_cast<float*>(inout)[i] = static_cast<float*>(in)[i] + static_cast<float*>(inout)[i];
}

TEST_F(Deterministic, FunctionsOfTheProgram) {
  MPI_Op add = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(add_small, 1, &add));
  for (const std::size_t count : counts()) {
    const Values mine = operands_of(rank(), count);
    Values got(count);
    EXPECT_MPI(MPI_Allreduce(mine.data(), got.data(), static_cast<int>(count), MPI_FLOAT, add, MPI_COMM_WORLD));
    expect_bits(got, sums_of(size(), count), "allreduce by a function of the program");
  }
  EXPECT_MPI(MPI_Op_free(&add));
}

}  // namespace
}  // namespace penstock::test
