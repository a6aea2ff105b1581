// Windows over memory of the kinds that the command line names: the target's memory, and operands, of a GPU for instance.
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "mpi_test.hpp"
#include "penstock_gpu.h"

namespace penstock::test {
namespace {

class WindowMemory : public Mpi {};

// Makes a window over `memory`, by MPI_Win_create or by attaching it.
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

// The type takes every second element of the target, and every second of the origin.
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
  // One of them finds the expected value.
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

// MPI allocates the memory of a GPU: by MPI_Win_allocate, and by MPI_Alloc_mem for a window over a part of it.
class WindowOnGpu : public WindowMemory {
 protected:
  static constexpr int kCount = 3000;
  static constexpr const char* kKinds[] = {"device", "managed", "pinned"};

  // A rank with host memory may have no GPU, and all ranks make windows.
  [[nodiscard]] static bool all_on_gpus() {
    const int mine = memory_kind().where == Where::kHost ? 0 : 1;
    int all = 0;
    EXPECT_MPI(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    return all != 0;
  }
  void make(const char* kind, bool by_alloc_mem) {
    constexpr MPI_Aint kBytes = static_cast<MPI_Aint>(sizeof(double)) * kCount;
    MPI_Info info = MPI_INFO_NULL;
    EXPECT_MPI(MPI_Info_create(&info));
    EXPECT_MPI(MPI_Info_set(info, "penstock_memory_kind", kind));
    EXPECT_MPI(MPI_Info_set(info, "mpi_minimum_memory_alignment", "1024"));
    if (by_alloc_mem) {
      EXPECT_MPI(MPI_Alloc_mem(kBytes + 80, info, static_cast<void*>(&piece_)));
      base_ = piece_ + 10;
      EXPECT_MPI(MPI_Win_create(base_, kBytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win_));
    } else {
      EXPECT_MPI(MPI_Win_allocate(kBytes, sizeof(double), info, MPI_COMM_WORLD, static_cast<void*>(&base_), &win_));
    }
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(by_alloc_mem ? piece_ : base_) % 1024, 0U);
    EXPECT_MPI(MPI_Info_free(&info));
  }
  void give_back() {
    EXPECT_MPI(MPI_Win_free(&win_));
    if (piece_ != nullptr) EXPECT_MPI(MPI_Free_mem(piece_));
    piece_ = nullptr;
  }
  // Returns the contents of the GPU memory.
  [[nodiscard]] std::vector<double> now() const {
    std::vector<double> values(kCount);
    need(penstock_gpu_copy(values.data(), base_, sizeof(double) * kCount), "reading a window");
    return values;
  }
  void set(const std::vector<double>& values) const {
    need(penstock_gpu_copy(base_, values.data(), sizeof(double) * kCount), "writing a window");
  }
  [[nodiscard]] std::string told() const {
    MPI_Info info = MPI_INFO_NULL;
    char value[MPI_MAX_INFO_VAL] = "";
    int room = sizeof value;
    int flag = 0;
    EXPECT_MPI(MPI_Win_get_info(win_, &info));
    EXPECT_MPI(MPI_Info_get_string(info, "penstock_memory_kind", &room, value, &flag));
    EXPECT_MPI(MPI_Info_free(&info));
    return value;
  }

  double* piece_ = nullptr;
  double* base_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
};

TEST_F(WindowOnGpu, PutGetAndAccumulate) {
  if (!all_on_gpus()) GTEST_SKIP() << "of GPU memory";
  constexpr int kHalf = kCount / 2;
  for (const char* kind : kKinds) {
    for (const bool by_alloc_mem : {false, true}) {
      SCOPED_TRACE(std::string(kind) + (by_alloc_mem ? ", MPI_Alloc_mem" : ", MPI_Win_allocate"));
      make(kind, by_alloc_mem);
      EXPECT_EQ(told(), by_alloc_mem ? "" : kind);
      set(numbers(kCount, 1000.0 * rank()));
      const Array<double> operand(numbers(kHalf, 7.0 * rank()));
      const Array<double> result(std::size_t{kCount});
      EXPECT_MPI(MPI_Win_fence(0, win_));
      EXPECT_MPI(MPI_Put(operand.data(), kHalf, MPI_DOUBLE, next(), 0, kHalf, MPI_DOUBLE, win_));
      EXPECT_MPI(MPI_Accumulate(operand.data(), kHalf, MPI_DOUBLE, next(), kHalf, kHalf, MPI_DOUBLE, MPI_SUM, win_));
      EXPECT_MPI(MPI_Win_fence(0, win_));
      std::vector<double> expected = numbers(kHalf, 7.0 * previous());
      for (int i = 0; i < kHalf; ++i) expected.push_back(1000.0 * rank() + kHalf + i + 7.0 * previous() + i);
      EXPECT_EQ(now(), expected);
      EXPECT_MPI(MPI_Get(result.data(), kCount, MPI_DOUBLE, next(), 0, kCount, MPI_DOUBLE, win_));
      EXPECT_MPI(MPI_Win_fence(0, win_));
      EXPECT_EQ(result.get()[0], 7.0 * rank());
      EXPECT_EQ(result.get()[kCount - 1], 1000.0 * next() + kCount - 1 + 7.0 * rank() + kHalf - 1);
      give_back();
    }
  }
}

// Pinned memory is host memory, and shared like other host memory; ranks may have different kinds.
TEST_F(WindowOnGpu, EachRankItsKind) {
  if (!all_on_gpus()) GTEST_SKIP() << "of GPU memory";
  make(kKinds[rank() % 3], false);
  set(numbers(kCount, 0));
  const double mine = rank() + 0.5;
  EXPECT_MPI(MPI_Win_fence(0, win_));
  for (int i = 0; i < size(); ++i) EXPECT_MPI(MPI_Put(&mine, 1, MPI_DOUBLE, i, rank(), 1, MPI_DOUBLE, win_));
  EXPECT_MPI(MPI_Win_fence(0, win_));
  const std::vector<double> there = now();
  for (int i = 0; i < size(); ++i) EXPECT_EQ(there[static_cast<std::size_t>(i)], i + 0.5);
  give_back();
  make("pinned", false);
  *base_ = rank();
  EXPECT_MPI(MPI_Win_fence(0, win_));
  MPI_Aint bytes = 0;
  int unit = 0;
  double* theirs = nullptr;
  EXPECT_MPI(MPI_Win_shared_query(win_, next(), &bytes, &unit, static_cast<void*>(&theirs)));
  MPI_Comm near = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near));
  if (size_of(near) == size()) {
    EXPECT_NE(theirs, nullptr);
    if (theirs != nullptr) {
      EXPECT_EQ(*theirs, next());
    }
  }
  EXPECT_MPI(MPI_Comm_free(&near));
  give_back();
}

TEST_F(WindowOnGpu, WhatCannotBe) {
  if (!all_on_gpus()) GTEST_SKIP() << "of GPU memory";
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before));
  EXPECT_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  MPI_Info info = MPI_INFO_NULL;
  EXPECT_MPI(MPI_Info_create(&info));
  for (const char* kind : kKinds) {
    EXPECT_MPI(MPI_Info_set(info, "penstock_memory_kind", kind));
    EXPECT_CLASS(MPI_Win_allocate(MPI_Aint{1} << 60, 1, info, MPI_COMM_WORLD, static_cast<void*>(&base_), &win_),
                 MPI_ERR_NO_MEM);
  }
  EXPECT_CLASS(MPI_Win_allocate_shared(8, 1, info, MPI_COMM_SELF, static_cast<void*>(&base_), &win_), MPI_ERR_INFO_VALUE);
  EXPECT_MPI(MPI_Info_free(&info));
  EXPECT_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, before));
  EXPECT_MPI(MPI_Errhandler_free(&before));
}

}  // namespace
}  // namespace penstock::test
