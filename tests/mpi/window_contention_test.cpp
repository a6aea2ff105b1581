// Many ranks contend for one rank's locks: each gets them, and nothing is lost.
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
enum Word : std::uint8_t { kExclusive, kEntries, kServed, kWords };

std::int64_t fetch_and(MPI_Op op, const Words& window, Word word) {
  const std::int64_t one = 1;
  std::int64_t old = -1;
  EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 0, window.at(0, word), op, window.win()));
  EXPECT_MPI(MPI_Win_flush(0, window.win()));
  return old;
}

// Makes an update that only an exclusive holder may make: a separate read and write. Returns the old value.
std::int64_t add_within_a_lock(const Words& window) {
  std::int64_t value = -1;
  EXPECT_MPI(MPI_Get(&value, 1, MPI_INT64_T, 0, window.at(0, kExclusive), 1, MPI_INT64_T, window.win()));
  EXPECT_MPI(MPI_Win_flush(0, window.win()));
  ++value;
  EXPECT_MPI(MPI_Put(&value, 1, MPI_INT64_T, 0, window.at(0, kExclusive), 1, MPI_INT64_T, window.win()));
  return value - 1;
}

struct Contest {
  std::int64_t share = 0;  // a rank is served when it has had this many locks
  std::int64_t limit = 0;  // this many locks of all ranks end the contest, even if some rank is not served
};

struct Taken {
  std::int64_t locks = 0;
  std::int64_t exclusive = 0;
};

// Takes locks until each rank is served. A rank that has no processor for a while cannot ask: it is no starvation that the
// others take many locks meanwhile, but it is if they reach the limit.
Taken contend(const Words& window, const Contest& contest) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank()) + 1);
  for (Taken taken;;) {
    const auto what = random() % 4;
    if (what == 0) {
      EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    } else {
      EXPECT_MPI(MPI_Win_lock(what == 1 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, window.win()));
    }
    const bool over = fetch_and(MPI_NO_OP, window, kServed) == size() || fetch_and(MPI_SUM, window, kEntries) >= contest.limit;
    if (!over) {
      if (what >= 2) {
        add_within_a_lock(window);
        ++taken.exclusive;
      }
      if (++taken.locks == contest.share) fetch_and(MPI_SUM, window, kServed);
    }
    EXPECT_MPI(what == 0 ? MPI_Win_unlock_all(window.win()) : MPI_Win_unlock(0, window.win()));
    if (over) return taken;
  }
}

TEST_F(Contention, NobodyStarvesAtLocks) {
  // A waiting rank is served in turn; a rank of another host takes longer until it asks again.
  const Contest contest{.share = on_one_host() ? kRoundsOfEach / 4 : 1, .limit = std::int64_t{100'000} * size()};
  on_every_window([&](WindowKind kind) {
    const Words window(kind, kWords);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    const Taken taken = contend(window, contest);
    const std::array<std::int64_t, 2> counts{taken.locks, taken.exclusive};
    std::vector<std::int64_t> all(2 * static_cast<std::size_t>(size()));
    EXPECT_MPI(MPI_Gather(counts.data(), 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, 0, MPI_COMM_WORLD));
    if (rank() == 0) {
      std::int64_t exclusive = 0;
      for (std::size_t i = 0; i < all.size(); i += 2) {
        EXPECT_GE(all[i], contest.share) << "rank " << i / 2 << " of " << name_of(kind);
        exclusive += all[i + 1];
      }
      EXPECT_EQ(window.now()[kExclusive], exclusive);
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// The ranks ask again at once: a wait ends when each of the others has had its turn, and a few more. More turns may pass before
// a rank that loses its processor asks, so only half of each rank's waits must be that short.
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
