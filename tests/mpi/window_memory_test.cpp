// Windows over memory of the kinds that the command line names: the target's memory, and operands, of a GPU for instance.
#include <cstdint>
#include <numeric>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

class WindowMemory : public Mpi {};

// A window over `memory`, by MPI_Win_create or by attaching it.
template <typename T>
class Over {
 public:
  Over(const Array<T>& memory, std::size_t count, bool dynamic) : base_(memory.data()), dynamic_(dynamic) {
    const auto bytes = static_cast<MPI_Aint>(count * sizeof(T));
    if (dynamic) {
      EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win_));
      EXPECT_MPI(MPI_Win_attach(win_, base_, bytes));
    } else {
      EXPECT_MPI(MPI_Win_create(base_, bytes, sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &win_));
    }
    MPI_Aint mine = 0;
    EXPECT_MPI(MPI_Get_address(base_, &mine));
    places_.resize(static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, places_.data(), 1, MPI_AINT, MPI_COMM_WORLD));
  }
  Over(const Over&) = delete;
  Over& operator=(const Over&) = delete;
  ~Over() {
    if (dynamic_) {
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      EXPECT_MPI(MPI_Win_detach(win_, base_));
    }
    EXPECT_MPI(MPI_Win_free(&win_));
  }

  [[nodiscard]] MPI_Win win() const { return win_; }
  [[nodiscard]] MPI_Aint at(int rank, int index) const {
    return dynamic_ ? places_[static_cast<std::size_t>(rank)] + static_cast<MPI_Aint>(sizeof(T)) * index : index;
  }

 private:
  void* base_;
  bool dynamic_;
  MPI_Win win_ = MPI_WIN_NULL;
  std::vector<MPI_Aint> places_;
};

std::vector<double> numbers(int count, double first) {
  std::vector<double> out(static_cast<std::size_t>(count));
  std::iota(out.begin(), out.end(), first);
  return out;
}

TEST_F(WindowMemory, PutGetAndAccumulate) {
  constexpr int kCount = 40000;
  constexpr int kHalf = kCount / 2;
  for (const bool dynamic : {false, true}) {
    const Array<double> memory(numbers(kCount, 1000.0 * rank()));
    const Array<double> operand(numbers(kHalf, 7.0 * rank()));
    const Array<double> result(std::size_t{kCount});
    const Over<double> window(memory, kCount, dynamic);
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_MPI(MPI_Put(operand.data(), kHalf, MPI_DOUBLE, next(), window.at(next(), 0), kHalf, MPI_DOUBLE, window.win()));
    EXPECT_MPI(MPI_Accumulate(operand.data(), kHalf, MPI_DOUBLE, next(), window.at(next(), kHalf), kHalf, MPI_DOUBLE, MPI_SUM,
                              window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    std::vector<double> expected = numbers(kHalf, 7.0 * previous());
    for (int i = 0; i < kHalf; ++i) expected.push_back(1000.0 * rank() + kHalf + i + 7.0 * previous() + i);
    EXPECT_EQ(memory.get(), expected);
    EXPECT_MPI(MPI_Get(result.data(), kCount, MPI_DOUBLE, next(), window.at(next(), 0), kCount, MPI_DOUBLE, window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_EQ(result.get()[0], 7.0 * rank());
    EXPECT_EQ(result.get()[kCount - 1], 1000.0 * next() + kCount - 1 + 7.0 * rank() + kHalf - 1);
  }
}

// Every second element of the target, from every second of the origin.
TEST_F(WindowMemory, Vectors) {
  constexpr int kBlocks = 500;
  MPI_Datatype comb = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_vector(kBlocks, 1, 2, MPI_DOUBLE, &comb));
  EXPECT_MPI(MPI_Type_commit(&comb));
  const Array<double> memory(std::vector<double>(2 * kBlocks, -1));
  const Array<double> operand(numbers(2 * kBlocks, 10.0 * rank()));
  {
    const Over<double> window(memory, 2 * kBlocks, false);
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_MPI(MPI_Put(operand.data(), 1, comb, next(), 1, 1, comb, window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
    EXPECT_MPI(MPI_Accumulate(operand.data(), 1, comb, next(), 1, 1, comb, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Win_fence(0, window.win()));
  }
  EXPECT_MPI(MPI_Type_free(&comb));
  std::vector<double> expected(2 * kBlocks, -1);
  for (std::size_t i = 0; i < kBlocks; ++i) expected[2 * i + 1] = 2 * (10.0 * previous() + 2.0 * static_cast<double>(i));
  EXPECT_EQ(memory.get(), expected);
}

TEST_F(WindowMemory, CountersLoseNothing) {
  constexpr int kEach = 50;
  const Array<std::int64_t> memory(std::vector<std::int64_t>(2));
  const Array<std::int64_t> one(std::vector<std::int64_t>{1});
  const Array<std::int64_t> old(std::size_t{1});
  const Over<std::int64_t> window(memory, 2, false);
  EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
  std::int64_t last = -1;
  for (int i = 0; i < kEach; ++i) {
    EXPECT_MPI(MPI_Fetch_and_op(one.data(), old.data(), MPI_INT64_T, 0, 0, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Accumulate(one.data(), 1, MPI_INT64_T, 0, 1, 1, MPI_INT64_T, MPI_SUM, window.win()));
    EXPECT_MPI(MPI_Win_flush(0, window.win()));
    EXPECT_GT(old.get()[0], last);
    last = old.get()[0];
  }
  EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  const std::int64_t all = std::int64_t{kEach} * size();
  if (rank() == 0) {
    EXPECT_EQ(memory.get(), (std::vector<std::int64_t>{all, all}));
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  // One of them finds what is there.
  const Array<std::int64_t> wanted(std::vector<std::int64_t>{-1 - rank()});
  const Array<std::int64_t> there(std::vector<std::int64_t>{all});
  EXPECT_MPI(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window.win()));
  EXPECT_MPI(MPI_Compare_and_swap(wanted.data(), there.data(), old.data(), MPI_INT64_T, 0, 0, window.win()));
  EXPECT_MPI(MPI_Win_unlock(0, window.win()));
  int swapped = old.get()[0] == all ? 1 : 0;
  int swaps = 0;
  EXPECT_MPI(MPI_Allreduce(&swapped, &swaps, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  EXPECT_EQ(swaps, 1);
}

}  // namespace
}  // namespace penstock::test
