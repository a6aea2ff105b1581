// More guarantees about what ranks see of each other: reads of one word, a third rank, elements of every width at every place,
// the order of one origin's accumulates, and memory that comes and goes beside memory in use.
#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "window.hpp"

namespace penstock::test {
namespace {

class WindowOrder : public Mpi {};
using Words = Windowed<std::int64_t>;

std::int64_t fetch(const Words& window, int target, int index) {
  std::int64_t got = -1;
  EXPECT_MPI(MPI_Fetch_and_op(nullptr, &got, MPI_INT64_T, target, window.at(target, index), MPI_NO_OP, window.win()));
  EXPECT_MPI(MPI_Win_flush(target, window.win()));
  return got;
}
void replace(const Words& window, int target, int index, std::int64_t value) {
  EXPECT_MPI(
      MPI_Accumulate(&value, 1, MPI_INT64_T, target, window.at(target, index), 1, MPI_INT64_T, MPI_REPLACE, window.win()));
  EXPECT_MPI(MPI_Win_flush(target, window.win()));
}

// No rank sees a word shrink that only grows, whichever call it reads by.
TEST_F(WindowOrder, ReadsOfAWordDoNotGoBack) {
  on_every_window([](WindowKind kind) {
    const Words window(kind, size());
    std::vector<std::int64_t> last(static_cast<std::size_t>(size()));
    std::int64_t back = 0;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (std::int64_t round = 1; round <= repeats(2000); ++round) {
      replace(window, 0, rank(), round);
      std::vector<std::int64_t> seen(last.size());
      if (round % 2 == 0) {
        EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, MPI_INT64_T, seen.data(), size(), MPI_INT64_T, 0, window.at(0, 0), size(),
                                      MPI_INT64_T, MPI_NO_OP, window.win()));
        EXPECT_MPI(MPI_Win_flush(0, window.win()));
      } else {
        for (int i = 0; i < size(); ++i) seen[static_cast<std::size_t>(i)] = fetch(window, 0, i);
      }
      for (std::size_t i = 0; i < seen.size(); ++i) back += seen[i] < last[i] ? 1 : 0;
      back += seen[static_cast<std::size_t>(rank())] != round ? 1 : 0;
      last = seen;
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_EQ(back, 0);
  });
}

// Rank 0 stores at rank 1 and sends to rank 2, which sends to the last rank, which reads at rank 1.
TEST_F(WindowOrder, WhatAThirdRankWasToldIsThere) {
  if (size() < 3) GTEST_SKIP() << "takes three ranks";
  on_every_window([](WindowKind kind) {
    const Words window(kind, 2);
    const int last = size() - 1;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (std::int64_t round = 1; round <= repeats(2000); ++round) {
      if (rank() == 0) {
        const std::int64_t value = 7 * round;
        EXPECT_MPI(MPI_Put(&value, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Win_flush(1, window.win()));
        replace(window, 2, 1, round);
      }
      if (rank() == 2) {
        while (fetch(window, 2, 1) < round) {
        }
        replace(window, last, 0, round);
      }
      if (rank() == last) {
        while (fetch(window, last, 0) < round) {
        }
        std::int64_t value = -1;
        EXPECT_MPI(MPI_Get(&value, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Win_flush(1, window.win()));
        EXPECT_EQ(value, 7 * round);
      }
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  });
}

// Writers replace an element by one whose bytes are all alike; readers must find no other. Elements lie at
// `offset` bytes, aligned or not.
void no_element_is_torn(const Windowed<std::uint8_t>& window, MPI_Datatype type, int bytes, int offset) {
  std::array<std::uint8_t, 16> mine{};
  std::array<std::uint8_t, 16> seen{};
  int torn = 0;
  EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
  for (int round = 1; round <= repeats(200); ++round) {
    mine.fill(static_cast<std::uint8_t>(round + 64 * (rank() % 3)));
    if ((round + rank()) % 2 == 0) {
      EXPECT_MPI(MPI_Accumulate(mine.data(), 1, type, 0, window.at(0, offset), 1, type, MPI_REPLACE, window.win()));
    } else {
      EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, type, seen.data(), 1, type, 0, window.at(0, offset), 1, type, MPI_NO_OP,
                                    window.win()));
    }
    EXPECT_MPI(MPI_Win_flush(0, window.win()));
    for (int i = 1; i < bytes; ++i) torn += seen[static_cast<std::size_t>(i)] != seen[0] ? 1 : 0;
  }
  EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  EXPECT_EQ(torn, 0) << bytes << " bytes at " << offset;
}

TEST_F(WindowOrder, ElementsOfEveryWidthAtEveryPlaceAreWhole) {
  on_every_window([](WindowKind kind) {
    const Windowed<std::uint8_t> window(kind, 64);
    const std::array<MPI_Datatype, 4> types = {MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_C_DOUBLE_COMPLEX};
    for (MPI_Datatype type : types) {
      int bytes = 0;
      EXPECT_MPI(MPI_Type_size(type, &bytes));
      for (int offset = 0; offset <= bytes; ++offset) {
        no_element_is_torn(window, type, bytes, offset);
        EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
        if (rank() == 0) {
          EXPECT_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.win()));
          std::memset(window.base(), 0, 64);
          EXPECT_MPI(MPI_Win_unlock(0, window.win()));
        }
        EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      }
    }
  });
}

// A number that was drawn after another one, as a message proves, is greater.
TEST_F(WindowOrder, NumbersDrawnInTurnGrow) {
  on_every_window([](WindowKind kind) {
    const Words window(kind, 1);
    const std::int64_t one = 1;
    std::int64_t before = -1;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (int round = 0; round < repeats(1000); ++round) {
      std::int64_t drawn = -1;
      EXPECT_MPI(MPI_Fetch_and_op(&one, &drawn, MPI_INT64_T, 0, window.at(0, 0), MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
      EXPECT_GT(drawn, before);
      EXPECT_MPI(MPI_Sendrecv(&drawn, 1, MPI_INT64_T, next(), 3, &before, 1, MPI_INT64_T, previous(), 3, MPI_COMM_WORLD,
                              MPI_STATUS_IGNORE));
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  });
}

// Reads after reads and writes, and writes after both, arrive in program order if they are of one
// origin, without a flush between.
TEST_F(WindowOrder, AccumulatesOfOneOriginComeInTheirOrder) {
  on_every_window([](WindowKind kind) {
    const Words window(kind, size());
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (std::int64_t round = 1; round <= repeats(2000); ++round) {
      const int target = static_cast<int>(round) % size();
      const MPI_Aint place = window.at(target, rank());
      const std::int64_t first = 1000 * round;
      const std::int64_t more = 5;
      const std::int64_t sum = first + more;
      const std::int64_t swapped = -round;
      std::array<std::int64_t, 5> seen{};
      const auto read = [&](std::int64_t* into) {
        EXPECT_MPI(MPI_Get_accumulate(nullptr, 0, MPI_INT64_T, into, 1, MPI_INT64_T, target, place, 1, MPI_INT64_T, MPI_NO_OP,
                                      window.win()));
      };
      EXPECT_MPI(MPI_Accumulate(&first, 1, MPI_INT64_T, target, place, 1, MPI_INT64_T, MPI_REPLACE, window.win()));
      read(&seen[0]);
      EXPECT_MPI(MPI_Accumulate(&more, 1, MPI_INT64_T, target, place, 1, MPI_INT64_T, MPI_SUM, window.win()));
      read(&seen[1]);
      read(&seen[2]);
      EXPECT_MPI(MPI_Compare_and_swap(&swapped, &sum, &seen[3], MPI_INT64_T, target, place, window.win()));
      EXPECT_MPI(MPI_Fetch_and_op(&more, &seen[4], MPI_INT64_T, target, place, MPI_SUM, window.win()));
      EXPECT_MPI(MPI_Win_flush_local(target, window.win()));
      EXPECT_EQ(seen, (std::array{first, sum, sum, sum, swapped}));
      EXPECT_EQ(fetch(window, target, rank()), swapped + more);
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
  });
}

// Every rank attaches and detaches memory of its own beside memory on which others operate, which they always find.
TEST_F(WindowOrder, MemoryComesAndGoesBesideOthers) {
  constexpr int kKept = 40;
  const int turns = repeats(20);
  const std::int64_t one = 1;
  for (int turn = 0; turn < turns; ++turn) {
    MPI_Win win = MPI_WIN_NULL;
    EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    EXPECT_MPI(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    std::vector<std::vector<std::int64_t>> kept(kKept, std::vector<std::int64_t>(3));
    std::vector<std::vector<std::int64_t>> guests(8, std::vector<std::int64_t>(50, 99));
    std::vector<MPI_Aint> mine(kKept);
    // Temporary memory lies in front, between and behind in the table, so that rows move as it goes.
    for (std::size_t i = 0; i < kKept; ++i) {
      if (i < 4) EXPECT_MPI(MPI_Win_attach(win, guests[i].data(), 400));
      EXPECT_MPI(MPI_Win_attach(win, kept[i].data(), 24));
      EXPECT_MPI(MPI_Get_address(kept[i].data(), &mine[i]));
    }
    std::vector<MPI_Aint> theirs(static_cast<std::size_t>(kKept) * static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Allgather(mine.data(), kKept, MPI_AINT, theirs.data(), kKept, MPI_AINT, MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Win_lock_all(0, win));
    std::mt19937 random(static_cast<unsigned>(turn * size() + rank()));
    for (int i = 0; i < 3 * kKept; ++i) {
      const auto place = static_cast<std::size_t>(i % kKept + kKept * next());
      EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, next(), theirs[place] + 8, 1, MPI_INT64_T, MPI_SUM, win));
      const std::size_t guest = random() % 8;
      if (i < 4) {
        EXPECT_MPI(MPI_Win_detach(win, guests[static_cast<std::size_t>(i)].data()));
      } else {
        EXPECT_MPI(MPI_Win_attach(win, guests[guest].data(), 400));
        EXPECT_MPI(MPI_Win_detach(win, guests[guest].data()));
      }
    }
    EXPECT_MPI(MPI_Win_unlock_all(win));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    for (const std::vector<std::int64_t>& each : kept) EXPECT_EQ(each, (std::vector<std::int64_t>{0, 3, 0}));
    for (const std::vector<std::int64_t>& each : guests) EXPECT_EQ(each, std::vector<std::int64_t>(50, 99));
    for (const std::vector<std::int64_t>& each : kept) EXPECT_MPI(MPI_Win_detach(win, each.data()));
    EXPECT_MPI(MPI_Win_free(&win));
  }
}

}  // namespace
}  // namespace penstock::test
