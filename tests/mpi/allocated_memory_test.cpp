// Memory of MPI_Alloc_mem: pieces of every size, and windows over parts of it, which ranks of the
// host access by loads and stores.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "window.hpp"

namespace penstock::test {
namespace {

class AllocatedMemory : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before_));
    EXPECT_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    EXPECT_MPI(MPI_Info_create(&info_));
  }
  void TearDown() override {
    EXPECT_MPI(MPI_Info_free(&info_));
    EXPECT_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, before_));
    EXPECT_MPI(MPI_Errhandler_free(&before_));
  }

  MPI_Info info_ = MPI_INFO_NULL;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

template <typename T = std::uint8_t>
T* allocate(MPI_Aint bytes, MPI_Info info = MPI_INFO_NULL) {
  void* made = nullptr;
  EXPECT_MPI(MPI_Alloc_mem(bytes, info, static_cast<void*>(&made)));
  EXPECT_NE(made, nullptr);
  return static_cast<T*>(made);
}

// The parts lie in the middle of small, middling and large pieces: the test makes puts and sums, and other ranks read the
// results by their own loads.
TEST_F(AllocatedMemory, WindowsOverPartsAreReachedByLoadsAndStores) {
  const bool one_host = on_one_host();
  for (const int count : {3, 1000, 5000, 300000}) {
    SCOPED_TRACE(count);
    auto* const piece = allocate<std::int64_t>(static_cast<MPI_Aint>(sizeof(std::int64_t)) * (count + 10));
    std::fill_n(piece, count + 10, -1);
    MPI_Win win = MPI_WIN_NULL;
    const MPI_Aint bytes = static_cast<MPI_Aint>(sizeof(std::int64_t)) * count;
    EXPECT_MPI(MPI_Win_create(piece + 5, bytes, sizeof(std::int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    const std::vector<std::int64_t> mine(static_cast<std::size_t>(count), 10 + rank());
    const std::int64_t one = 1;
    EXPECT_MPI(MPI_Win_fence(0, win));
    EXPECT_MPI(MPI_Put(mine.data(), count, MPI_INT64_T, next(), 0, count, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Win_fence(0, win));
    for (int i = 0; i < size(); ++i) {
      EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, i, count - 1, 1, MPI_INT64_T, MPI_SUM, win));
    }
    EXPECT_MPI(MPI_Win_fence(0, win));
    MPI_Aint told = -1;
    int unit = 0;
    std::int64_t* theirs = nullptr;
    EXPECT_MPI(MPI_Win_shared_query(win, next(), &told, &unit, static_cast<void*>(&theirs)));
    if (one_host) {
      ASSERT_NE(theirs, nullptr);
      EXPECT_EQ(told, bytes);
      EXPECT_EQ(theirs[0], 10 + rank() + (count == 1 ? size() : 0));
      EXPECT_EQ(theirs[count - 1], 10 + rank() + size());
    }
    EXPECT_MPI(MPI_Win_free(&win));
    EXPECT_EQ(piece[5], 10 + previous());
    EXPECT_EQ(piece[4], -1);
    EXPECT_EQ(piece[count + 5], -1);
    EXPECT_MPI(MPI_Free_mem(piece));
  }
}

TEST_F(AllocatedMemory, SeveralWindowsAndAttachedPartsOfOnePiece) {
  constexpr int kCount = 4096;
  int* const piece = allocate<int>(sizeof(int) * kCount);
  std::fill_n(piece, kCount, 0);
  MPI_Win low = MPI_WIN_NULL;
  MPI_Win high = MPI_WIN_NULL;
  EXPECT_MPI(MPI_Win_create(piece, sizeof(int) * 100, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &low));
  EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &high));
  EXPECT_MPI(MPI_Win_attach(high, piece + 2000, sizeof(int) * 50));
  MPI_Aint place = 0;
  std::vector<MPI_Aint> places(static_cast<std::size_t>(size()));
  EXPECT_MPI(MPI_Get_address(piece + 2000, &place));
  EXPECT_MPI(MPI_Allgather(&place, 1, MPI_AINT, places.data(), 1, MPI_AINT, MPI_COMM_WORLD));
  const int values[2] = {rank() + 1, rank() + 101};
  EXPECT_MPI(MPI_Win_lock_all(0, low));
  EXPECT_MPI(MPI_Win_lock_all(0, high));
  EXPECT_MPI(MPI_Put(&values[0], 1, MPI_INT, next(), 99, 1, MPI_INT, low));
  const MPI_Aint there = places[static_cast<std::size_t>(next())] + 49 * static_cast<MPI_Aint>(sizeof(int));
  EXPECT_MPI(MPI_Put(&values[1], 1, MPI_INT, next(), there, 1, MPI_INT, high));
  EXPECT_MPI(MPI_Win_unlock_all(high));
  EXPECT_MPI(MPI_Win_unlock_all(low));
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_EQ(piece[99], previous() + 1);
  EXPECT_EQ(piece[2049], previous() + 101);
  EXPECT_MPI(MPI_Win_detach(high, piece + 2000));
  EXPECT_MPI(MPI_Win_free(&high));
  EXPECT_MPI(MPI_Win_free(&low));
  EXPECT_MPI(MPI_Free_mem(piece));
}

struct Piece {
  std::uint8_t* base;
  std::vector<std::uint8_t> contents;
};

// The sizes range from nothing to more than small pieces may have, freed in another order: no piece lies in another.
TEST_F(AllocatedMemory, ManyPieces) {
  std::mt19937 random(static_cast<unsigned>(rank()));
  std::vector<Piece> pieces;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 400; ++i) {
      const std::size_t bytes = random() % (std::size_t{1} << random() % 17);
      const int log = static_cast<int>(6 + random() % 8);
      EXPECT_MPI(MPI_Info_set(info_, "mpi_minimum_memory_alignment", std::to_string(1 << log).c_str()));
      auto* const base = allocate(static_cast<MPI_Aint>(bytes), info_);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(base) % (1U << log), 0U) << bytes << " bytes at 2^" << log;
      pieces.push_back({base, pattern(bytes, static_cast<int>(random() % 1000))});
      if (bytes != 0) std::memcpy(base, pieces.back().contents.data(), bytes);
    }
    std::shuffle(pieces.begin(), pieces.end(), random);
    const std::size_t kept = round == 3 ? 0 : pieces.size() / 2;
    while (pieces.size() > kept) {
      const Piece piece = std::move(pieces.back());
      pieces.pop_back();
      ASSERT_TRUE(std::equal(piece.contents.begin(), piece.contents.end(), piece.base)) << piece.contents.size() << " bytes";
      EXPECT_MPI(MPI_Free_mem(piece.base));
    }
  }
}

TEST_F(AllocatedMemory, Alignment) {
  for (const int alignment : {1, 64, 4096, 65536, 1 << 21}) {
    EXPECT_MPI(MPI_Info_set(info_, "mpi_minimum_memory_alignment", std::to_string(alignment).c_str()));
    for (const MPI_Aint bytes : {0, 1, 100, 40000}) {
      auto* const base = allocate(bytes, info_);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % static_cast<unsigned>(std::max(alignment, 64)), 0U);
      std::memset(base, 7, static_cast<std::size_t>(bytes));
      EXPECT_MPI(MPI_Free_mem(base));
    }
  }
}

TEST_F(AllocatedMemory, WhatCannotBe) {
  auto* const small = allocate(100);
  auto* const large = allocate(100000);
  EXPECT_CLASS(MPI_Free_mem(small + 64), MPI_ERR_BASE);
  EXPECT_CLASS(MPI_Free_mem(large + 4096), MPI_ERR_BASE);
  EXPECT_CLASS(MPI_Free_mem(&info_), MPI_ERR_BASE);
  EXPECT_MPI(MPI_Free_mem(small));
  EXPECT_MPI(MPI_Free_mem(large));
  EXPECT_CLASS(MPI_Free_mem(small), MPI_ERR_BASE);
  EXPECT_CLASS(MPI_Free_mem(large), MPI_ERR_BASE);
  void* none = nullptr;
  EXPECT_CLASS(MPI_Alloc_mem(-1, MPI_INFO_NULL, static_cast<void*>(&none)), MPI_ERR_ARG);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // where ranks share no memory they call it an error
  EXPECT_CLASS(MPI_Alloc_mem(MPI_Aint{1} << 60, MPI_INFO_NULL, static_cast<void*>(&none)), MPI_ERR_NO_MEM);
  EXPECT_CLASS(MPI_Alloc_mem(~(MPI_Aint{1} << 63), MPI_INFO_NULL, static_cast<void*>(&none)), MPI_ERR_NO_MEM);
#endif
  EXPECT_MPI(MPI_Info_set(info_, "penstock_memory_kind", "marble"));
  EXPECT_CLASS(MPI_Alloc_mem(8, info_, static_cast<void*>(&none)), MPI_ERR_INFO_VALUE);
  MPI_Win win = MPI_WIN_NULL;
  EXPECT_CLASS(MPI_Win_allocate(8, 1, info_, MPI_COMM_WORLD, static_cast<void*>(&none), &win), MPI_ERR_INFO_VALUE);
}

// If only one rank requests memory that does not exist, all ranks get an error.
TEST_F(AllocatedMemory, NoWindowOnAGpuWhereThereIsNone) {
  if (memory_kind().where != Where::kHost) return;
  void* none = nullptr;
  MPI_Win win = MPI_WIN_NULL;
  for (const char* kind : {"device", "managed", "pinned"}) {
    SCOPED_TRACE(kind);
    EXPECT_MPI(MPI_Info_set(info_, "penstock_memory_kind", kind));
    EXPECT_CLASS(MPI_Alloc_mem(8, info_, static_cast<void*>(&none)), MPI_ERR_INFO_VALUE);
    EXPECT_CLASS(MPI_Win_allocate(8, 1, rank() == 0 ? info_ : MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&none), &win),
                 MPI_ERR_INFO_VALUE);
  }
  EXPECT_MPI(MPI_Info_set(info_, "penstock_memory_kind", "host"));
  EXPECT_MPI(MPI_Alloc_mem(8, info_, static_cast<void*>(&none)));
  EXPECT_MPI(MPI_Free_mem(none));
}

}  // namespace
}  // namespace penstock::test
