// The guarantees about what ranks see of each other: order, completion and exclusion, and targets that make no MPI call.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "window.hpp"

namespace penstock::test {
namespace {

class WindowLitmus : public Mpi {};
using Words = Windowed<std::int64_t>;

std::int64_t fetch(const Words& window, int target, int index) {
  std::int64_t got = 0;
  const std::int64_t unused = 0;
  EXPECT_MPI(MPI_Fetch_and_op(&unused, &got, MPI_INT64_T, target, window.at(target, index), MPI_NO_OP, window.win()));
  EXPECT_MPI(MPI_Win_flush(target, window.win()));
  return got;
}
void replace(const Words& window, int target, int index, std::int64_t value) {
  EXPECT_MPI(
      MPI_Accumulate(&value, 1, MPI_INT64_T, target, window.at(target, index), 1, MPI_INT64_T, MPI_REPLACE, window.win()));
  EXPECT_MPI(MPI_Win_flush(target, window.win()));
}

// Data, flush, flag: a rank that sees the flag sees the data.
TEST_F(WindowLitmus, MessagePassing) {
  on_every_window([](WindowKind kind) {
    const Words window(kind, 2);
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (std::int64_t round = 1; round <= repeats(500); ++round) {
      replace(window, next(), 0, 10 * round);
      replace(window, next(), 1, round);
      while (fetch(window, rank(), 1) < round) {
      }
      EXPECT_GE(fetch(window, rank(), 0), 10 * round);
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// Each rank stores, flushes, and reads the other's variable: at least one of the two sees the other's value.
TEST_F(WindowLitmus, StoreBuffering) {
  if (size() < 2) GTEST_SKIP() << "takes two ranks";
  on_every_window([](WindowKind kind) {
    const Words window(kind, 2);
    int both_missed = 0;
    for (std::int64_t round = 1; round <= repeats(500); ++round) {
      EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
      std::int64_t seen = round;
      if (rank() < 2) {
        EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
        EXPECT_MPI(MPI_Put(&round, 1, MPI_INT64_T, 0, window.at(0, rank()), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Win_flush(0, window.win()));
        EXPECT_MPI(MPI_Get(&seen, 1, MPI_INT64_T, 0, window.at(0, 1 - rank()), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Win_unlock_all(window.win()));
      }
      int missed = seen != round ? 1 : 0;
      int all = 0;
      EXPECT_MPI(MPI_Allreduce(&missed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
      if (all == 2) ++both_missed;
    }
    EXPECT_EQ(both_missed, 0);
  });
}

// The application has a lock of its own, by compare and swap: the next holder sees all writes within it.
TEST_F(WindowLitmus, MutexByCompareAndSwap) {
  on_every_window([](WindowKind kind) {
    const int each = repeats(100);
    const Words window(kind, 3);
    const std::int64_t free = 0;
    const std::int64_t taken = rank() + 1;
    EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
    for (int i = 0; i < each; ++i) {
      for (std::int64_t old = -1; old != free;) {
        EXPECT_MPI(MPI_Compare_and_swap(&taken, &free, &old, MPI_INT64_T, 0, window.at(0, 0), window.win()));
        EXPECT_MPI(MPI_Win_flush(0, window.win()));
      }
      std::int64_t pair[2] = {-1, -1};
      EXPECT_MPI(MPI_Get(pair, 2, MPI_INT64_T, 0, window.at(0, 1), 2, MPI_INT64_T, window.win()));
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
      EXPECT_EQ(pair[0], pair[1]);
      ++pair[0];
      ++pair[1];
      EXPECT_MPI(MPI_Put(pair, 2, MPI_INT64_T, 0, window.at(0, 1), 2, MPI_INT64_T, window.win()));
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
      replace(window, 0, 0, free);
    }
    EXPECT_MPI(MPI_Win_unlock_all(window.win()));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 0) {
      EXPECT_EQ(window.now()[1], each * size());
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// Locks of every kind contend for one rank: the others see an exclusive holder's changes all or not at all.
TEST_F(WindowLitmus, LocksHandDataOver) {
  on_every_window([](WindowKind kind) {
    const int turns = repeats(200);  // four kinds of locks in turn
    const Words window(kind, 2);
    for (int i = 0; i < turns; ++i) {
      std::int64_t pair[2] = {-1, -2};
      const int what = (i + rank()) % 4;
      if (what == 2) {
        EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
      } else {
        EXPECT_MPI(MPI_Win_lock(what == 3 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, window.win()));
      }
      EXPECT_MPI(MPI_Get(pair, 2, MPI_INT64_T, 0, window.at(0, 0), 2, MPI_INT64_T, window.win()));
      EXPECT_MPI(MPI_Win_flush(0, window.win()));
      EXPECT_EQ(pair[0], pair[1]);
      if (what < 2) {
        for (std::int64_t& each : pair) ++each;
        EXPECT_MPI(MPI_Put(&pair[0], 1, MPI_INT64_T, 0, window.at(0, 0), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Put(&pair[1], 1, MPI_INT64_T, 0, window.at(0, 1), 1, MPI_INT64_T, window.win()));
      }
      EXPECT_MPI(what == 2 ? MPI_Win_unlock_all(window.win()) : MPI_Win_unlock(0, window.win()));
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 0) {
      EXPECT_EQ(window.now()[0], turns / 2 * size());
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// A rank takes locks of several ranks at a time, among others that lock all.
TEST_F(WindowLitmus, NestedLocks) {
  const Words window(WindowKind::kAllocate, 1);
  for (int i = 0; i < repeats(100); ++i) {
    if ((i + rank()) % 3 == 0) {
      EXPECT_MPI(MPI_Win_lock_all(0, window.win()));
      EXPECT_MPI(MPI_Win_unlock_all(window.win()));
      continue;
    }
    // All ranks take them in the same order.
    for (int peer = 0; peer < size(); ++peer) EXPECT_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, window.win()));
    const std::int64_t one = 1;
    EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, 0, 0, 1, MPI_INT64_T, MPI_SUM, window.win()));
    for (int peer = 0; peer < size(); ++peer) EXPECT_MPI(MPI_Win_unlock(peer, window.win()));
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// A named pipe of rank 0: reading from it returns when rank 0 has closed its end.
class Sleeper {
 public:
  Sleeper() {
    if (rank() == 0) {
      std::strncpy(path_, "/tmp/penstock-window-XXXXXX", sizeof path_);
      EXPECT_NE(mkdtemp(path_), nullptr);
      folder_ = path_;
      std::strncat(path_, "/pipe", sizeof path_ - std::strlen(path_) - 1);
      EXPECT_EQ(mkfifo(path_, 0600), 0);
    }
    MPI_Bcast(path_, sizeof path_, MPI_CHAR, 0, MPI_COMM_WORLD);
  }
  ~Sleeper() {
    if (rank() != 0) return;
    unlink(path_);
    rmdir(folder_.c_str());
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  // Blocks in open(2) and read(2), without an MPI call.
  void sleep() const {
    const int pipe = open(path_, O_RDONLY | O_CLOEXEC);
    char byte = 0;
    EXPECT_EQ(read(pipe, &byte, 1), 1);
    close(pipe);
  }
  void wake() const {
    const int pipe = open(path_, O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(write(pipe, "x", 1), 1);
    close(pipe);
  }

 private:
  char path_[64] = {};
  std::string folder_;
};

TEST_F(WindowLitmus, TargetsThatCallNothing) {
  if (size() < 2) GTEST_SKIP() << "takes two ranks";
  if (!on_one_host()) GTEST_SKIP() << "between hosts without an RDMA device a target has to look";
  on_every_window([](WindowKind kind) {
    const Words window(kind, 4);
    const Sleeper sleeper;
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 1) sleeper.sleep();
    const std::int64_t rounds = repeats(20000);  // rounds of four operations, a thousand under each lock
    if (rank() == 0) {
      std::int64_t old = -1;
      std::int64_t got = -1;
      const std::int64_t one = 1;
      for (std::int64_t i = 0; i < rounds; ++i) {
        if (i % 1000 == 0) EXPECT_MPI(MPI_Win_lock(i % 2000 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, window.win()));
        EXPECT_MPI(MPI_Put(&i, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, 1, window.at(1, 1), 1, MPI_INT64_T, MPI_SUM, window.win()));
        EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 1, window.at(1, 2), MPI_SUM, window.win()));
        EXPECT_MPI(MPI_Win_flush(1, window.win()));
        EXPECT_MPI(MPI_Get(&got, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, window.win()));
        EXPECT_MPI(MPI_Win_flush(1, window.win()));
        if (got != i || old != i) ADD_FAILURE() << "round " << i << ": " << got << ", " << old;
        if (i % 1000 == 999) EXPECT_MPI(MPI_Win_unlock(1, window.win()));
      }
      sleeper.wake();
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 1) {
      EXPECT_EQ(window.now()[1], rounds);
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

}  // namespace
}  // namespace penstock::test
