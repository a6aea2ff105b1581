// Operations of the application: order of operands, both forms of the function, calls of MPI inside, handles freed meanwhile.
#include <array>

#include "forms.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;

// Two by two matrices do not commute. Entries are taken modulo a prime, so that nothing overflows.
using Matrix = std::array<int, 4>;
constexpr int kPrime = 9973;

Matrix product(const Matrix& a, const Matrix& b) {
  const auto entry = [&](std::size_t row, std::size_t column) {
    return (a[row * 2] * b[column] + a[row * 2 + 1] * b[2 + column]) % kPrime;
  };
  return {entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)};
}

// The observations of the function about MPI.
int g_calls = 0;
int g_wrong = 0;

void multiply(const void* in, void* inout, std::size_t count, MPI_Datatype type) {
  ++g_calls;
  int size = 0;
  if (MPI_Type_size(type, &size) != MPI_SUCCESS || size != sizeof(Matrix)) ++g_wrong;
  int initialized = 0;
  if (MPI_Initialized(&initialized) != MPI_SUCCESS || initialized == 0) ++g_wrong;
  const auto* left = static_cast<const Matrix*>(in);
  auto* right = static_cast<Matrix*>(inout);
  for (std::size_t i = 0; i < count; ++i) right[i] = product(left[i], right[i]);
}
void multiply_small(void* in, void* inout, int* length, MPI_Datatype* type) {
  multiply(in, inout, static_cast<std::size_t>(*length), *type);
}
void multiply_large(void* in, void* inout, MPI_Count* length, MPI_Datatype* type) {
  multiply(in, inout, static_cast<std::size_t>(*length), *type);
}

class UserOperations : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    g_calls = 0;
    g_wrong = 0;
    EXPECT_MPI(MPI_Type_contiguous(4, MPI_INT, &type_));
    EXPECT_MPI(MPI_Type_commit(&type_));
    EXPECT_MPI(MPI_Op_create(multiply_small, 0, &small_));
    EXPECT_MPI(MPI_Op_create_c(multiply_large, 0, &large_));
  }
  void TearDown() override {
    EXPECT_EQ(g_wrong, 0);
    if (type_ != MPI_DATATYPE_NULL) EXPECT_MPI(MPI_Type_free(&type_));
    if (small_ != MPI_OP_NULL) EXPECT_MPI(MPI_Op_free(&small_));
    if (large_ != MPI_OP_NULL) EXPECT_MPI(MPI_Op_free(&large_));
  }
  static std::vector<std::size_t> counts() { return {0, 1, 7, 500, 3000}; }
  static std::vector<Matrix> matrices(int from, std::size_t count) {
    std::vector<Matrix> made(count);
    for (std::size_t i = 0; i < count; ++i) {
      const int seed = from * 7 + static_cast<int>(i % 101);
      made[i] = {seed + 1, 2 * seed + 3, seed % 5, seed + 2};
    }
    return made;
  }
  // Returns the products of ranks 0 to ranks - 1, from left to right.
  static std::vector<Matrix> products(int ranks, std::size_t count) {
    std::vector<Matrix> made = matrices(0, count);
    for (int r = 1; r < ranks; ++r) {
      const std::vector<Matrix> next = matrices(r, count);
      for (std::size_t i = 0; i < count; ++i) made[i] = product(made[i], next[i]);
    }
    return made;
  }
  static std::vector<Matrix> slice(const std::vector<Matrix>& all, std::size_t first, std::size_t count) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Op small_ = MPI_OP_NULL;
  MPI_Op large_ = MPI_OP_NULL;
};

TEST_F(UserOperations, CombineInRankOrder) {
  for (const Form form : kForms) {
    for (const MPI_Op op : {small_, large_}) {
      for (const std::size_t n : counts()) {
        const int count = static_cast<int>(n);
        const Array<Matrix> mine(matrices(rank(), n));
        const Array<Matrix> result(n);
        EXPECT_MPI(call(form, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, mine.data(), result.data(), count, type_, op,
                        kWorld));
        ASSERT_EQ(result.get(), products(size(), n)) << "allreduce of " << n;
        const int root = size() / 2;
        EXPECT_MPI(
            call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, mine.data(), result.data(), count, type_, op, root, kWorld));
        if (rank() == root) {
          ASSERT_EQ(result.get(), products(size(), n)) << "reduce of " << n;
        }
        EXPECT_MPI(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, mine.data(), result.data(), count, type_, op, kWorld));
        ASSERT_EQ(result.get(), products(rank() + 1, n)) << "scan of " << n;
        EXPECT_MPI(call(form, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, mine.data(), result.data(), count, type_, op, kWorld));
        if (rank() > 0) {
          ASSERT_EQ(result.get(), products(rank(), n)) << "exscan of " << n;
        }
      }
    }
  }
}

TEST_F(UserOperations, ScatteredResults) {
  for (const Form form : kForms) {
    for (const std::size_t n : counts()) {
      const int count = static_cast<int>(n);
      const std::size_t all = n * static_cast<std::size_t>(size());
      const auto expected = slice(products(size(), all), n * static_cast<std::size_t>(rank()), n);
      const Array<Matrix> mine(matrices(rank(), all));
      const Array<Matrix> result(n);
      EXPECT_MPI(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, mine.data(),
                      result.data(), count, type_, small_, kWorld));
      ASSERT_EQ(result.get(), expected) << n;
      const std::vector<int> parts(static_cast<std::size_t>(size()), count);
      EXPECT_MPI(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, MPI_IN_PLACE, mine.data(),
                      parts.data(), type_, large_, kWorld));
      ASSERT_EQ(slice(mine.get(), 0, n), expected) << n << " in place";
    }
  }
}

TEST_F(UserOperations, LocalReduction) {
  for (const MPI_Op op : {small_, large_}) {
    const Array<Matrix> in(matrices(0, 50));
    const Array<Matrix> inout(matrices(1, 50));
    const int before = g_calls;
    EXPECT_MPI(MPI_Reduce_local(in.data(), inout.data(), 50, type_, op));
    EXPECT_EQ(inout.get(), products(2, 50));
    EXPECT_EQ(in.get(), matrices(0, 50));
    EXPECT_EQ(g_calls, before + 1);
  }
}

TEST_F(UserOperations, TellWhetherTheyCommute) {
  int commute = -1;
  EXPECT_MPI(MPI_Op_commutative(small_, &commute));
  EXPECT_EQ(commute, 0);
  MPI_Op other = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(multiply_small, 7, &other));
  EXPECT_MPI(MPI_Op_commutative(other, &commute));
  EXPECT_EQ(commute, 1);
  EXPECT_MPI(MPI_Op_free(&other));
  EXPECT_EQ(other, MPI_OP_NULL);
}

TEST_F(UserOperations, WrongArguments) {
  MPI_Op none = MPI_OP_NULL;
  EXPECT_CLASS(MPI_Op_create(nullptr, 1, &none), MPI_ERR_ARG);
  EXPECT_EQ(none, MPI_OP_NULL);
  EXPECT_CLASS(MPI_Op_free(&none), MPI_ERR_OP);
  const MPI_Op stale = small_;
  EXPECT_MPI(MPI_Op_free(&small_));
  const Array<Matrix> data(matrices(0, 1));
  EXPECT_CLASS(MPI_Allreduce(MPI_IN_PLACE, data.data(), 1, type_, stale, kWorld), MPI_ERR_OP);
}

// Both handles are freed while the collective is under way: it still completes, and the function's datatype has a handle.
TEST_F(UserOperations, FreedMeanwhile) {
  const std::size_t n = 2000;
  const Array<Matrix> mine(matrices(rank(), n));
  const Array<Matrix> result(n);
  MPI_Request requests[2];
  EXPECT_MPI(MPI_Iallreduce(mine.data(), result.data(), static_cast<int>(n), type_, small_, kWorld, &requests[0]));
  EXPECT_MPI(MPI_Ibarrier(kWorld, &requests[1]));
  EXPECT_MPI(MPI_Op_free(&small_));
  EXPECT_MPI(MPI_Type_free(&type_));
  EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  EXPECT_EQ(result.get(), products(size(), n));
}

// The type has gaps: elements are one extent apart for the function, which must not write between them.
void add_first_of_three(void* in, void* inout, int* length, MPI_Datatype* type) {
  MPI_Aint low = 0;
  MPI_Aint extent = 0;
  if (MPI_Type_get_extent(*type, &low, &extent) != MPI_SUCCESS || extent != 3 * static_cast<MPI_Aint>(sizeof(int))) ++g_wrong;
  for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i * 3] += static_cast<const int*>(in)[i * 3];
}

TEST_F(UserOperations, DatatypesWithGaps) {
  const int sizes[1] = {3};
  const int ones[1] = {1};
  const int starts[1] = {0};
  MPI_Datatype spaced = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_create_subarray(1, sizes, ones, starts, MPI_ORDER_C, MPI_INT, &spaced));
  EXPECT_MPI(MPI_Type_commit(&spaced));
  MPI_Op add = MPI_OP_NULL;
  EXPECT_MPI(MPI_Op_create(add_first_of_three, 1, &add));
  for (const int count : {1, 40, 9000}) {
    const auto n = static_cast<std::size_t>(count) * 3;
    std::vector<int> start(n), expected(n);
    for (std::size_t i = 0; i < n; ++i) {
      start[i] = rank() + static_cast<int>(i);
      expected[i] = i % 3 != 0 ? -5 : size() * static_cast<int>(i) + size() * (size() - 1) / 2;
    }
    const Array<int> mine(start);
    const Array<int> result(std::vector<int>(n, -5));
    EXPECT_MPI(MPI_Allreduce(mine.data(), result.data(), count, spaced, add, kWorld));
    ASSERT_EQ(result.get(), expected) << count;
  }
  EXPECT_MPI(MPI_Op_free(&add));
  EXPECT_MPI(MPI_Type_free(&spaced));
}

}  // namespace
}  // namespace penstock::test
