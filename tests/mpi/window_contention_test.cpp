// Many ranks at one rank's locks: everybody gets in, and nothing is lost.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "window.hpp"

namespace penstock::test {
namespace {

class Contention : public Mpi {};
using Words = Windowed<std::int64_t>;

constexpr int kRoundsOfEach = 200;
enum Word : std::uint8_t { kExclusive, kEntries, kWords };

std::int64_t add_one(const Words& window, Word word) {
  const std::int64_t one = 1;
  std::int64_t old = -1;
  EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 0, window.at(0, word), MPI_SUM, window.win()));
  EXPECT_MPI(MPI_Win_flush(0, window.win()));
  return old;
}

// What an exclusive holder alone may do: a read and a write apart from each other. Returns what was there.
std::int64_t add_within_a_lock(const Words& window) {
  std::int64_t value = -1;
  EXPECT_MPI(MPI_Get(&value, 1, MPI_INT64_T, 0, window.at(0, kExclusive), 1, MPI_INT64_T, window.win()));
  EXPECT_MPI(MPI_Win_flush(0, window.win()));
  ++value;
  EXPECT_MPI(MPI_Put(&value, 1, MPI_INT64_T, 0, window.at(0, kExclusive), 1, MPI_INT64_T, window.win()));
  return value - 1;
}

// Takes locks until the ranks have taken so many together. Returns how many were this rank's; those that were exclusive in
// *exclusive.
std::int64_t contend(const Words& window, std::int64_t entries, std::int64_t* exclusive) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank()) + 1);
  for (std::int64_t mine = 0;; ++mine) {
    const auto what = random() % 4;
    if (what == 0) {
      EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    } else {
      EXPECT_MPI(MPI_Win_lock(what == 1 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, window.win()));
    }
    const bool over = add_one(window, kEntries) >= entries;
    if (!over && what >= 2) {
      add_within_a_lock(window);
      ++*exclusive;
    }
    EXPECT_MPI(what == 0 ? MPI_Win_unlock_all(window.win()) : MPI_Win_unlock(0, window.win()));
    if (over) return mine;
  }
}

TEST_F(Contention, NobodyStarvesAtLocks) {
  const bool near = on_one_host();
  on_every_window([&](WindowKind kind) {
    const Words window(kind, kWords);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    std::array<std::int64_t, 2> counts{};
    counts[0] = contend(window, std::int64_t{kRoundsOfEach} * size(), &counts[1]);
    std::vector<std::int64_t> all(2 * static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Gather(counts.data(), 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, 0, MPI_COMM_WORLD));
    if (rank() == 0) {
      std::int64_t exclusive = 0;
      std::int64_t fewest = all[0];
      std::int64_t most = 0;
      for (std::size_t i = 0; i < all.size(); i += 2) {
        fewest = std::min(fewest, all[i]);
        most = std::max(most, all[i]);
        exclusive += all[i + 1];
      }
      std::printf("%s: a rank took locks %lld to %lld times, %d on the average\n", name_of(kind),
                  static_cast<long long>(fewest), static_cast<long long>(most), kRoundsOfEach);
      // Who waits is served in turn; a rank of another host takes longer until it asks again.
      EXPECT_GE(fewest, near ? kRoundsOfEach / 4 : 1) << "of " << kRoundsOfEach << " on the average";
      if (near) EXPECT_LE(most, 4 * kRoundsOfEach) << "of " << kRoundsOfEach << " on the average";
      EXPECT_EQ(window.now()[kExclusive], exclusive);
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// Of ranks that ask again at once: a wait is over when each of the others has had its turn, and has been back a few times. A
// rank that loses its processor before it asks may find more of them gone by, so half of the waits of each have to be so short.
TEST_F(Contention, WaitsAreBounded) {
  if (!on_one_host()) GTEST_SKIP() << "who asks by messages is passed by";
  constexpr std::int64_t kHoldersOfEach = 16;  // docs/design/windows.md
  const Words window(WindowKind::kAllocate, kWords);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  std::int64_t last = -1;
  int in_time = 0;
  for (int i = 0; i < kRoundsOfEach; ++i) {
    EXPECT_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.win()));
    const std::int64_t before = add_within_a_lock(window);
    EXPECT_MPI(MPI_Win_unlock(0, window.win()));
    if (before - last - 1 <= kHoldersOfEach * (size() - 1)) ++in_time;
    last = before;
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_GE(in_time, kRoundsOfEach / 2);
  if (rank() == 0) {
    EXPECT_EQ(window.now()[kExclusive], std::int64_t{kRoundsOfEach} * size());
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

}  // namespace
}  // namespace penstock::test
