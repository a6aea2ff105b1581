// Targets that cannot make calls: stopped by a signal, or asleep. Operations on their windows complete meanwhile: a million if
// the origin executes them, some if messages go to the target.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "window.hpp"

namespace penstock::test {
namespace {

class Passive : public Mpi {
 protected:
  void SetUp() override {
    if (size() < 2) GTEST_SKIP() << "takes two ranks";
    if (!on_one_host()) GTEST_SKIP() << "between hosts without an RDMA device a target has to look";
  }
};
using Words = Windowed<std::int64_t>;

const std::int64_t rounds = repeats(250'000);  // of four operations, a thousand under each lock
constexpr int kBlock = 64;

// Stops rank 1 while this object lives. Its state is read from /proc, because a signal takes time.
class Stopped {
 public:
  explicit Stopped(pid_t pid) : pid_(pid) {
    EXPECT_EQ(kill(pid, SIGSTOP), 0);
    while (state() != 'T') {
    }
  }
  Stopped(const Stopped&) = delete;
  Stopped& operator=(const Stopped&) = delete;
  ~Stopped() {
    EXPECT_EQ(state(), 'T') << "somebody has let it go on";
    EXPECT_EQ(kill(pid_, SIGCONT), 0);
  }

 private:
  [[nodiscard]] char state() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name = line.rfind(") ");
    return name != std::string::npos ? line[name + 2] : '?';
  }
  pid_t pid_;
};

pid_t pid_of_rank(int wanted) {
  int pid = getpid();
  EXPECT_MPI(MPI_Bcast(&pid, 1, MPI_INT, wanted, MPI_COMM_WORLD));
  return pid;
}

// Makes puts, gets, accumulates and fetches to rank 1, under locks of both kinds; some of them are blocks.
// *wrong: rounds with wrong results.
void operate(const Words& window, int* wrong) {
  std::vector<std::int64_t> block(kBlock);
  std::vector<std::int64_t> back(kBlock);
  const std::int64_t one = 1;
  std::int64_t old = -1;
  std::int64_t got = -1;
  const MPI_Win win = window.win();
  for (std::int64_t i = 0; i < rounds; ++i) {
    if (i % 1000 == 0) EXPECT_MPI(MPI_Win_lock(i % 2000 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, win));
    EXPECT_MPI(MPI_Put(&i, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, 1, window.at(1, 1), 1, MPI_INT64_T, MPI_SUM, win));
    EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 1, window.at(1, 2), MPI_SUM, win));
    EXPECT_MPI(MPI_Win_flush(1, win));
    EXPECT_MPI(MPI_Get(&got, 1, MPI_INT64_T, 1, window.at(1, 0), 1, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Win_flush(1, win));
    if (got != i || old != i) ++*wrong;
    if (i % 1000 != 999) continue;
    std::iota(block.begin(), block.end(), i);
    EXPECT_MPI(MPI_Put(block.data(), kBlock, MPI_INT64_T, 1, window.at(1, 3), kBlock, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Win_flush(1, win));
    EXPECT_MPI(MPI_Get(back.data(), kBlock, MPI_INT64_T, 1, window.at(1, 3), kBlock, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Win_unlock(1, win));
    if (back != block) ++*wrong;
  }
}

void expect_all(const std::vector<std::int64_t>& values) {
  EXPECT_EQ(values[0], rounds - 1);
  EXPECT_EQ(values[1], rounds);
  EXPECT_EQ(values[2], rounds);
  for (int i = 0; i < kBlock; ++i) ASSERT_EQ(values[static_cast<std::size_t>(3 + i)], rounds - 1 + i);
}

TEST_F(Passive, TargetsThatAreStopped) {
  const pid_t pid = pid_of_rank(1);
  on_every_window([&](WindowKind kind) {
    const Words window(kind, 3 + kBlock);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 0) {
      int wrong = 0;
      // Its table is read, and its memory attached, while it is stopped.
      const Stopped stopped(pid);
      operate(window, &wrong);
      EXPECT_EQ(wrong, 0);
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 1) expect_all(window.now());
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  });
}

// The target sleeps for five seconds in nanosleep, again until everything has arrived, however slow the machine is.
TEST_F(Passive, TargetsThatSleep) {
  const Words ours(WindowKind::kAllocate, 4 + kBlock);
  const Words theirs(WindowKind::kCreate, 4 + kBlock);
  std::atomic_ref<std::int64_t> over(ours.base()[3 + kBlock]);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  if (rank() == 1) {
    int turns = 0;
    do {
      const timespec five{5, 0};
      EXPECT_EQ(nanosleep(&five, nullptr), 0);
    } while (over.load(std::memory_order_acquire) == 0 && ++turns < 20);
    EXPECT_EQ(over.load(std::memory_order_acquire), 1) << "nobody came while this rank slept";
  } else if (rank() == 0) {
    int wrong = 0;
    operate(ours, &wrong);
    operate(theirs, &wrong);
    EXPECT_EQ(wrong, 0);
    const std::int64_t one = 1;
    EXPECT_MPI(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, ours.win()));
    EXPECT_MPI(MPI_Accumulate(&one, 1, MPI_INT64_T, 1, ours.at(1, 3 + kBlock), 1, MPI_INT64_T, MPI_REPLACE, ours.win()));
    EXPECT_MPI(MPI_Win_unlock(1, ours.win()));
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  if (rank() == 1) {
    expect_all(ours.now());
    expect_all(theirs.now());
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

// A named pipe from which rank 1 reads, so that it makes no MPI call, until another rank writes.
class Pipe {
 public:
  Pipe() {
    char path[64] = "/tmp/penstock-window-XXXXXX";
    if (rank() == 0) {
      EXPECT_NE(mkdtemp(path), nullptr);
      EXPECT_EQ(mkfifo((std::string(path) + "/pipe").c_str(), 0600), 0);
    }
    EXPECT_MPI(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD));
    folder_ = path;
    file_ = open((folder_ + "/pipe").c_str(), O_RDWR | O_CLOEXEC);
    EXPECT_GE(file_, 0);
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(file_);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() != 0) return;
    unlink((folder_ + "/pipe").c_str());
    rmdir(folder_.c_str());
  }

  void write_word() const { EXPECT_EQ(write(file_, "w", 1), 1); }
  // Returns false if nothing was written for two minutes.
  [[nodiscard]] bool read_word() const {
    pollfd what{file_, POLLIN, 0};
    char word = 0;
    if (poll(&what, 1, 120'000) != 1) return false;
    return read(file_, &word, 1) == 1;
  }

 private:
  std::string folder_;
  int file_ = -1;
};

// Here operations are messages: other hosts, memory that no other process may copy, memory of GPUs. The target has made the
// window and sleeps in a system call until the others have done all operations on it, and have their results.
class Served : public Mpi {
 protected:
  void SetUp() override {
    if (size() < 2) GTEST_SKIP() << "takes two ranks";
  }
};

void operate_on_sleeper(MPI_Win win, const std::vector<MPI_Aint>& places) {
  constexpr int kTurns = 50;
  const std::int64_t one = 1;
  for (std::int64_t i = 0; i < kTurns; ++i) {
    std::int64_t old = -1;
    std::int64_t got = -1;
    EXPECT_MPI(MPI_Win_lock(i % 2 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, win));
    EXPECT_MPI(MPI_Put(&i, 1, MPI_INT64_T, 1, places[0], 1, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Win_flush(1, win));
    EXPECT_MPI(MPI_Get(&got, 1, MPI_INT64_T, 1, places[0], 1, MPI_INT64_T, win));
    EXPECT_MPI(MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 1, places[1], MPI_SUM, win));
    EXPECT_MPI(MPI_Win_flush(1, win));
    EXPECT_EQ(got, i);
    EXPECT_EQ(old, i);
    EXPECT_MPI(MPI_Win_unlock(1, win));
  }
}

TEST_F(Served, TargetsThatReadAPipe) {
  const bool one_host = on_one_host();
  const Pipe pipe;
  for (const bool dynamic : {false, true}) {
    SCOPED_TRACE(dynamic ? "attached" : "created");
    const Array<std::int64_t> memory(std::vector<std::int64_t>(2));
    MPI_Win win = MPI_WIN_NULL;
    MPI_Aint place = 0;
    if (dynamic) {
      EXPECT_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
      EXPECT_MPI(MPI_Win_attach(win, memory.data(), 16));
      EXPECT_MPI(MPI_Get_address(memory.data(), &place));
    } else {
      EXPECT_MPI(MPI_Win_create(memory.data(), 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    }
    EXPECT_MPI(MPI_Bcast(&place, 1, MPI_AINT, 1, MPI_COMM_WORLD));
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (rank() == 1) {
      EXPECT_TRUE(pipe.read_word()) << "nobody got on while this rank read";
    }
    if (rank() == 0) {
      operate_on_sleeper(win, {place, place + 8});
      pipe.write_word();
    }
    EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    if (dynamic) EXPECT_MPI(MPI_Win_detach(win, memory.data()));
    EXPECT_MPI(MPI_Win_free(&win));
    if (rank() == 1) {
      EXPECT_EQ(memory.get(), (std::vector<std::int64_t>{49, 50}));
    }
  }
  if (one_host) return;
  const Words window(WindowKind::kAllocate, 2);
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
  if (rank() == 1) {
    EXPECT_TRUE(pipe.read_word()) << "nobody got on while this rank read";
  }
  if (rank() == 0) {
    operate_on_sleeper(window.win(), {0, 1});
    pipe.write_word();
  }
  EXPECT_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

}  // namespace
}  // namespace penstock::test
