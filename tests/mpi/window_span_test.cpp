// Accesses to a dynamic window that no single region contains: regions that are attached one behind the other, and datatypes
// that step from one to another.
#include <cstdint>
#include <numeric>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

// Every rank has kRegions regions of kEach elements, one behind the other, in memory of the kind under
// test; element i is 1000 * rank + i.
class WindowMemorySpan : public Mpi {
 protected:
  static constexpr int kEach = 500;
  static constexpr int kRegions = 3;
  static constexpr int kAll = kEach * kRegions;

  void SetUp() override {
    Mpi::SetUp();
    memory_.set(numbers(kAll, 1000 * rank()));
    EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win_));
    EXPECT_MPI(MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN));
    for (int i = 0; i < kRegions; ++i) attach(i);
    MPI_Aint mine = 0;
    EXPECT_MPI(MPI_Get_address(memory_.data(), &mine));
    places_.resize(static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, places_.data(), 1, MPI_AINT, MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Win_lock_all(0, win_));
  }
  void TearDown() override {
    EXPECT_MPI(MPI_Win_unlock_all(win_));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Win_free(&win_));
  }

  [[nodiscard]] void* base(int region) const { return static_cast<std::int64_t*>(memory_.data()) + region * kEach; }
  void attach(int region) { EXPECT_MPI(MPI_Win_attach(win_, base(region), sizeof(std::int64_t) * kEach)); }
  void detach(int region) { EXPECT_MPI(MPI_Win_detach(win_, base(region))); }
  [[nodiscard]] MPI_Aint at(int rank, int index) const {
    return places_[static_cast<std::size_t>(rank)] + static_cast<MPI_Aint>(sizeof(std::int64_t)) * index;
  }
  // Completes the operations on all ranks.
  void complete() const {
    EXPECT_MPI(MPI_Win_flush_all(win_));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  // No rank continues before all have compared.
  void expect(const std::vector<std::int64_t>& values) const {
    EXPECT_EQ(memory_.get(), values);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  static std::vector<std::int64_t> numbers(int count, std::int64_t first) {
    std::vector<std::int64_t> out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), first);
    return out;
  }

  Array<std::int64_t> memory_{std::size_t{kAll}};
  MPI_Win win_ = MPI_WIN_NULL;
  std::vector<MPI_Aint> places_;
};

TEST_F(WindowMemorySpan, Puts) {
  constexpr int kCount = 2 * kEach;
  const Array<std::int64_t> operand(numbers(kCount, 7000 + rank()));
  EXPECT_MPI(MPI_Put(operand.data(), kCount, MPI_INT64_T, next(), at(next(), kEach / 2), kCount, MPI_INT64_T, win_));
  complete();
  std::vector<std::int64_t> expected = numbers(kAll, 1000 * rank());
  for (int i = 0; i < kCount; ++i) expected[static_cast<std::size_t>(kEach / 2 + i)] = 7000 + previous() + i;
  expect(expected);
}

TEST_F(WindowMemorySpan, GetsWithARequest) {
  constexpr int kCount = 2 * kEach + 1;
  const Array<std::int64_t> result(std::size_t{kCount});
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Rget(result.data(), kCount, MPI_INT64_T, next(), at(next(), kEach - 1), kCount, MPI_INT64_T, win_, &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(result.get(), numbers(kCount, 1000 * next() + kEach - 1));
  const Array<std::int64_t> zeros(std::vector<std::int64_t>(4));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_MPI(MPI_Rput(zeros.data(), 4, MPI_INT64_T, next(), at(next(), kEach - 2), 4, MPI_INT64_T, win_, &request));
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  complete();
  std::vector<std::int64_t> expected = numbers(kAll, 1000 * rank());
  for (int i = kEach - 2; i < kEach + 2; ++i) expected[static_cast<std::size_t>(i)] = 0;
  expect(expected);
}

TEST_F(WindowMemorySpan, Accumulates) {
  constexpr int kCount = kEach + 2;
  const Array<std::int64_t> ones(std::vector<std::int64_t>(kCount, 1));
  const Array<std::int64_t> old(std::size_t{kCount});
  EXPECT_MPI(
      MPI_Accumulate(ones.data(), kCount, MPI_INT64_T, next(), at(next(), kEach - 1), kCount, MPI_INT64_T, MPI_SUM, win_));
  complete();
  EXPECT_MPI(MPI_Get_accumulate(ones.data(), kCount, MPI_INT64_T, old.data(), kCount, MPI_INT64_T, next(),
                                at(next(), kEach - 1), kCount, MPI_INT64_T, MPI_SUM, win_));
  complete();
  EXPECT_EQ(old.get(), numbers(kCount, 1000 * next() + kEach));
  std::vector<std::int64_t> expected = numbers(kAll, 1000 * rank());
  for (int i = 0; i < kCount; ++i) expected[static_cast<std::size_t>(kEach - 1 + i)] += 2;
  expect(expected);
  EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, MPI_INT64_T, old.data(), kCount, MPI_INT64_T, next(), at(next(), kEach - 1), kCount,
                                MPI_INT64_T, MPI_NO_OP, win_));
  complete();
  EXPECT_EQ(old.get(), numbers(kCount, 1000 * next() + kEach + 1));
}

// The type takes every third element, from every second element of the origin; elements of pairs
// never cross a border, but runs do.
TEST_F(WindowMemorySpan, Datatypes) {
  constexpr int kBlocks = 2 * kEach / 3;
  MPI_Datatype thirds = MPI_DATATYPE_NULL;
  MPI_Datatype seconds = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_vector(kBlocks, 1, 3, MPI_INT64_T, &thirds));
  EXPECT_MPI(MPI_Type_vector(kBlocks, 1, 2, MPI_INT64_T, &seconds));
  EXPECT_MPI(MPI_Type_commit(&thirds));
  EXPECT_MPI(MPI_Type_commit(&seconds));
  const Array<std::int64_t> operand(numbers(2 * kBlocks, 7000));
  EXPECT_MPI(MPI_Put(operand.data(), 1, seconds, next(), at(next(), 5), 1, thirds, win_));
  complete();
  EXPECT_MPI(MPI_Accumulate(operand.data(), 1, seconds, next(), at(next(), 5), 1, thirds, MPI_SUM, win_));
  complete();
  std::vector<std::int64_t> expected = numbers(kAll, 1000 * rank());
  for (int i = 0; i < kBlocks; ++i) expected[static_cast<std::size_t>(5 + 3 * i)] = 2 * (7000 + 2 * i);
  expect(expected);
  const Array<std::int64_t> result(std::vector<std::int64_t>(2 * kBlocks, -1));
  EXPECT_MPI(MPI_Get(result.data(), 1, seconds, next(), at(next(), 5), 1, thirds, win_));
  complete();
  std::vector<std::int64_t> got(2 * kBlocks, -1);
  for (int i = 0; i < kBlocks; ++i) got[static_cast<std::size_t>(2 * i)] = 2 * (7000 + 2 * i);
  EXPECT_EQ(result.get(), got);
  EXPECT_MPI(MPI_Type_free(&thirds));
  EXPECT_MPI(MPI_Type_free(&seconds));
}

// A type steps over a region that is not attached; an access to that region is an error, and then nothing is written.
TEST_F(WindowMemorySpan, Gaps) {
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  detach(1);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const Array<std::int64_t> operand(numbers(kAll, 7000));
  EXPECT_CLASS(MPI_Put(operand.data(), kAll, MPI_INT64_T, next(), at(next(), 0), kAll, MPI_INT64_T, win_), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(MPI_Get(operand.data(), 2, MPI_INT64_T, next(), at(next(), kEach - 1), 2, MPI_INT64_T, win_), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(MPI_Accumulate(operand.data(), 2, MPI_INT64_T, next(), at(next(), kAll - 1), 2, MPI_INT64_T, MPI_SUM, win_),
               MPI_ERR_RMA_RANGE);
  complete();
  expect(numbers(kAll, 1000 * rank()));
  MPI_Datatype ends = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_vector(2, 10, kAll - 10, MPI_INT64_T, &ends));
  EXPECT_MPI(MPI_Type_commit(&ends));
  EXPECT_MPI(MPI_Put(operand.data(), 20, MPI_INT64_T, next(), at(next(), 0), 1, ends, win_));
  complete();
  EXPECT_MPI(MPI_Type_free(&ends));
  std::vector<std::int64_t> expected = numbers(kAll, 1000 * rank());
  for (int i = 0; i < 10; ++i) {
    expected[static_cast<std::size_t>(i)] = 7000 + i;
    expected[static_cast<std::size_t>(kAll - 10 + i)] = 7010 + i;
  }
  expect(expected);
}

// An accumulate cannot cross a border within an element.
TEST_F(WindowMemorySpan, AnElementOfAnAccumulateLiesInOneRegion) {
  const std::int64_t one = 1;
  std::int64_t old = 0;
  const MPI_Aint across = at(next(), kEach) - 4;
  EXPECT_CLASS(MPI_Accumulate(&one, 1, MPI_INT64_T, next(), across, 1, MPI_INT64_T, MPI_SUM, win_), MPI_ERR_RMA_RANGE);
  EXPECT_CLASS(MPI_Compare_and_swap(&one, &one, &old, MPI_INT64_T, next(), across, win_), MPI_ERR_RMA_RANGE);
  EXPECT_MPI(MPI_Get(&old, 1, MPI_INT64_T, next(), across, 1, MPI_INT64_T, win_));
  complete();
}

}  // namespace
}  // namespace penstock::test
