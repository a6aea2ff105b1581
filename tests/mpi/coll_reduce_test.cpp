// Collectives that compute, with predefined operations: every form, in place, on this run's memory.
#include <algorithm>

#include "forms.hpp"

namespace penstock::test {
namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;
constexpr int kNothing = -77;

class Reducing : public Mpi {
 protected:
  static std::vector<int> counts() { return {0, 1, 3, 1000, 5000, 60001}; }
  static int operand(int from, std::size_t i) { return from * 31 + static_cast<int>(i % 977) - 100; }
  static std::vector<int> operands(int from, std::size_t count) {
    std::vector<int> made(count);
    for (std::size_t i = 0; i < count; ++i) made[i] = operand(from, i);
    return made;
  }
  // Returns the sums of the operands of the first `ranks` ranks.
  static std::vector<int> sums(int ranks, std::size_t count) {
    std::vector<int> made(count, 0);
    for (int r = 0; r < ranks; ++r) {
      for (std::size_t i = 0; i < count; ++i) made[i] += operand(r, i);
    }
    return made;
  }
  static std::vector<int> slice(const std::vector<int>& all, std::size_t first, std::size_t count) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  static std::vector<int> nothing(std::size_t count) { return std::vector<int>(count, kNothing); }
};

TEST_F(Reducing, Reduce) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      const auto n = static_cast<std::size_t>(count);
      for (int root = 0; root < size(); root += count > 5000 ? size() : 1) {
        const bool here = rank() == root;
        const Array<int> mine(operands(rank(), n));
        const Array<int> result(nothing(here ? n : 0));
        EXPECT_MPI(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, mine.data(), here ? result.data() : nullptr, count,
                        MPI_INT, MPI_SUM, root, kWorld));
        ASSERT_EQ(mine.get(), operands(rank(), n)) << "what is sent stays";
        if (here) {
          ASSERT_EQ(result.get(), sums(size(), n)) << count << " at " << root;
        }
        EXPECT_MPI(call(form, MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, here ? MPI_IN_PLACE : mine.data(),
                        here ? mine.data() : nullptr, count, MPI_INT, MPI_SUM, root, kWorld));
        if (here) {
          ASSERT_EQ(mine.get(), sums(size(), n)) << count << " in place at " << root;
        }
      }
    }
  }
}

TEST_F(Reducing, AllreduceStarted) {
  for (const int count : counts()) {
    const auto n = static_cast<std::size_t>(count);
    const Array<int> mine(operands(rank(), n));
    const Array<int> result(nothing(n));
    EXPECT_MPI(call(Form::kStarted, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, mine.data(), result.data(), count,
                    MPI_INT, MPI_SUM, kWorld));
    ASSERT_EQ(result.get(), sums(size(), n)) << count;
    EXPECT_MPI(call(Form::kStarted, MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, MPI_IN_PLACE, mine.data(), count,
                    MPI_INT, MPI_SUM, kWorld));
    ASSERT_EQ(mine.get(), sums(size(), n)) << count << " in place";
  }
}

TEST_F(Reducing, Scan) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      const auto n = static_cast<std::size_t>(count);
      const Array<int> mine(operands(rank(), n));
      const Array<int> result(nothing(n));
      EXPECT_MPI(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, mine.data(), result.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(result.get(), sums(rank() + 1, n)) << count;
      EXPECT_MPI(call(form, MPI_Scan, MPI_Iscan, MPI_Scan_init, MPI_IN_PLACE, mine.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(mine.get(), sums(rank() + 1, n)) << count << " in place";
    }
  }
}

TEST_F(Reducing, Exscan) {
  for (const Form form : kForms) {
    for (const int count : counts()) {
      const auto n = static_cast<std::size_t>(count);
      const Array<int> mine(operands(rank(), n));
      const Array<int> result(nothing(n));
      EXPECT_MPI(
          call(form, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, mine.data(), result.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(result.get(), rank() == 0 ? nothing(n) : sums(rank(), n)) << count;
      EXPECT_MPI(
          call(form, MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, MPI_IN_PLACE, mine.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(mine.get(), rank() == 0 ? operands(0, n) : sums(rank(), n)) << count << " in place";
    }
  }
}

TEST_F(Reducing, ReduceScatterBlock) {
  for (const Form form : kForms) {
    for (const int count : {0, 1, 3, 1000, 20000}) {
      const auto n = static_cast<std::size_t>(count);
      const std::size_t all = n * static_cast<std::size_t>(size());
      const auto expected = slice(sums(size(), all), n * static_cast<std::size_t>(rank()), n);
      const Array<int> mine(operands(rank(), all));
      const Array<int> result(nothing(n));
      EXPECT_MPI(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, mine.data(),
                      result.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(result.get(), expected) << count;
      ASSERT_EQ(mine.get(), operands(rank(), all));
      EXPECT_MPI(call(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, MPI_IN_PLACE,
                      mine.data(), count, MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(slice(mine.get(), 0, n), expected) << count << " in place";
    }
  }
}

TEST_F(Reducing, ReduceScatter) {
  for (const Form form : kForms) {
    for (const int unit : {0, 1, 300, 20000}) {
      std::vector<int> parts;
      std::size_t first = 0;
      std::size_t all = 0;
      for (int r = 0; r < size(); ++r) {
        parts.push_back((r * 5 + 1) % 3 * unit);
        if (r < rank()) first += static_cast<std::size_t>(parts.back());
        all += static_cast<std::size_t>(parts.back());
      }
      const auto n = static_cast<std::size_t>(parts[static_cast<std::size_t>(rank())]);
      const auto expected = slice(sums(size(), all), first, n);
      const Array<int> mine(operands(rank(), all));
      const Array<int> result(nothing(n));
      EXPECT_MPI(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, mine.data(), result.data(),
                      parts.data(), MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(result.get(), expected) << unit;
      EXPECT_MPI(call(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, MPI_IN_PLACE, mine.data(),
                      parts.data(), MPI_INT, MPI_SUM, kWorld));
      ASSERT_EQ(slice(mine.get(), 0, n), expected) << unit << " in place";
    }
  }
}

// Every kind of collective is active at the same time, completed in another order than begun, on two communicators.
TEST_F(Reducing, ManyAtOnce) {
  MPI_Comm other = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(kWorld, &other));
  const std::size_t n = 2500;
  const Array<int> mine(operands(rank(), n));
  const Array<int> scanned(n), reduced(n), summed(n), block(n);
  const Array<int> parts(operands(rank(), n * static_cast<std::size_t>(size())));
  MPI_Request requests[6];
  const int count = static_cast<int>(n);
  const int root = size() - 1;
  EXPECT_MPI(MPI_Iscan(mine.data(), scanned.data(), count, MPI_INT, MPI_SUM, kWorld, &requests[0]));
  EXPECT_MPI(MPI_Ireduce(mine.data(), reduced.data(), count, MPI_INT, MPI_SUM, root, other, &requests[1]));
  EXPECT_MPI(MPI_Iallreduce(mine.data(), summed.data(), count, MPI_INT, MPI_SUM, kWorld, &requests[2]));
  EXPECT_MPI(MPI_Ireduce_scatter_block(parts.data(), block.data(), count, MPI_INT, MPI_SUM, other, &requests[3]));
  EXPECT_MPI(MPI_Ibarrier(kWorld, &requests[4]));
  EXPECT_MPI(MPI_Ibarrier(other, &requests[5]));
  EXPECT_MPI(MPI_Wait(&requests[5], MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Wait(&requests[3], MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
  EXPECT_EQ(scanned.get(), sums(rank() + 1, n));
  EXPECT_EQ(summed.get(), sums(size(), n));
  if (rank() == root) {
    EXPECT_EQ(reduced.get(), sums(size(), n));
  }
  const std::size_t first = n * static_cast<std::size_t>(rank());
  EXPECT_EQ(block.get(), slice(sums(size(), n * static_cast<std::size_t>(size())), first, n));
  EXPECT_MPI(MPI_Comm_free(&other));
}

}  // namespace
}  // namespace penstock::test
