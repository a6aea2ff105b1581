// Performance variables count actual events, in each session by itself.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>

#include <sched.h>

#include "mpi_t_test.hpp"

namespace penstock::test {
namespace {

using Number = unsigned long long;

int index_of(const char* name, int pvar_class) {
  int index = -1;
  EXPECT_OK(MPI_T_pvar_get_index(name, pvar_class, &index)) << name;
  return index;
}

class Pvars : public Running {
 protected:
  void SetUp() override {
    Running::SetUp();
    ASSERT_OK(MPI_T_pvar_session_create(&session_));
  }
  void TearDown() override {
    EXPECT_OK(MPI_T_pvar_session_free(&session_));
    EXPECT_EQ(session_, MPI_T_PVAR_SESSION_NULL);
    Running::TearDown();
  }
  MPI_T_pvar_handle handle_of(const char* name, int pvar_class, void* object = nullptr) const {
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = 0;
    EXPECT_OK(MPI_T_pvar_handle_alloc(session_, index_of(name, pvar_class), object, &handle, &count)) << name;
    EXPECT_EQ(count, 1);
    return handle;
  }
  [[nodiscard]] Number read(MPI_T_pvar_handle handle) const {
    Number value = 0;
    EXPECT_OK(MPI_T_pvar_read(session_, handle, &value));
    return value;
  }
  [[nodiscard]] Number level(const char* name) const { return read(handle_of(name, MPI_T_PVAR_CLASS_LEVEL)); }
  // The body runs on one rank after another, while all others wait for its message: no rank sends it anything meanwhile, as
  // ranks do that are further on.
  template <typename Body>
  static void in_turn(Body&& body) {
    for (int turn = 0; turn < size(); ++turn) {
      if (turn != rank()) {
        EXPECT_OK(MPI_Recv(nullptr, 0, MPI_BYTE, turn, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        continue;
      }
      body();
      for (int to = 0; to < size(); ++to) {
        if (to != turn) EXPECT_OK(MPI_Send(nullptr, 0, MPI_BYTE, to, 6, MPI_COMM_WORLD));
      }
    }
  }
  // Sends a message of `bytes` to this process itself, through the counters that the test reads.
  static void send_to_self(std::size_t bytes) {
    std::vector<char> from(bytes, 'x');
    std::vector<char> to(bytes, '?');
    EXPECT_OK(MPI_Sendrecv(from.data(), static_cast<int>(bytes), MPI_BYTE, 0, 5, to.data(), static_cast<int>(bytes), MPI_BYTE,
                           0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    EXPECT_EQ(to, from);
  }

  // Sends two unexpected messages of this process to itself, and posts a receive.
  void expect_levels() const {
    const char out[4] = {};
    char in[4];
    const Number kept = level("penstock_unexpected_messages");
    const Number posted = level("penstock_posted_receives");
    const Number live = level("penstock_live_requests");
    MPI_Request sends[2];
    for (MPI_Request& send : sends) ASSERT_OK(MPI_Isend(out, 4, MPI_BYTE, 0, 1, MPI_COMM_SELF, &send));
    MPI_Request receive = MPI_REQUEST_NULL;
    ASSERT_OK(MPI_Irecv(in, 4, MPI_BYTE, 0, 2, MPI_COMM_SELF, &receive));
    int flag = 0;
    while (flag == 0) ASSERT_OK(MPI_Iprobe(0, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE));
    EXPECT_GE(level("penstock_unexpected_messages"), kept + 1);
    EXPECT_EQ(level("penstock_posted_receives"), posted + 1);
    EXPECT_GE(level("penstock_live_requests"), live + 1);
    for (MPI_Request& send : sends) {
      ASSERT_OK(MPI_Recv(in, 4, MPI_BYTE, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE));
      ASSERT_OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    }
    ASSERT_OK(MPI_Send(out, 4, MPI_BYTE, 0, 2, MPI_COMM_SELF));
    ASSERT_OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    EXPECT_EQ(level("penstock_unexpected_messages"), kept);
    EXPECT_EQ(level("penstock_posted_receives"), posted);
    EXPECT_EQ(level("penstock_live_requests"), live);
    EXPECT_GE(read(handle_of("penstock_unexpected_messages_most", MPI_T_PVAR_CLASS_HIGHWATERMARK)), kept + 1);
  }

  MPI_T_pvar_session session_ = MPI_T_PVAR_SESSION_NULL;
};

void expect_all_described() {
  int all = 0;
  ASSERT_OK(MPI_T_pvar_get_num(&all));
  ASSERT_GT(all, 30);
  std::set<std::string> names;
  for (int i = 0; i < all; ++i) {
    char name[128] = "";
    char description[512] = "";
    int name_length = sizeof name;
    int length = sizeof description;
    int verbosity = -1;
    int pvar_class = -1;
    int bind = -1;
    int readonly = -1;
    int continuous = -1;
    int atomic = -1;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    ASSERT_OK(MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &pvar_class, &datatype, &enumtype, description, &length,
                                  &bind, &readonly, &continuous, &atomic));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_LE(name_length, static_cast<int>(sizeof name)) << name;
    EXPECT_LE(length, static_cast<int>(sizeof description)) << name;
    EXPECT_GT(length, 10) << name;
    EXPECT_TRUE(pvar_class >= MPI_T_PVAR_CLASS_STATE && pvar_class <= MPI_T_PVAR_CLASS_GENERIC) << name;
    const bool state = pvar_class == MPI_T_PVAR_CLASS_STATE;
    EXPECT_EQ(datatype == MPI_INT, state) << name;
    EXPECT_EQ(enumtype != MPI_T_ENUM_NULL, state) << name;
    EXPECT_EQ(index_of(name, pvar_class), i);
    int index = -1;
    EXPECT_EQ(MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_GENERIC, &index), MPI_T_ERR_INVALID_NAME);
  }
}

class BeforeInitPvars : public Tool {};

TEST_F(BeforeInitPvars, AreDescribedAndZero) {
  expect_all_described();
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  ASSERT_OK(MPI_T_pvar_session_create(&session));
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  const int index = index_of("penstock_messages_eager", MPI_T_PVAR_CLASS_COUNTER);
  ASSERT_OK(MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count));
  ASSERT_OK(MPI_T_pvar_start(session, handle));
  Number value = 1;
  EXPECT_OK(MPI_T_pvar_read(session, handle, &value));
  EXPECT_EQ(value, 0U);
  MPI_Comm world = MPI_COMM_WORLD;
  EXPECT_EQ(
      MPI_T_pvar_handle_alloc(session, index_of("penstock_collectives", MPI_T_PVAR_CLASS_COUNTER), &world, &handle, &count),
      MPI_T_ERR_NOT_ACCESSIBLE);
  EXPECT_OK(MPI_T_pvar_session_free(&session));
}

TEST_F(Pvars, AreDescribed) {
  expect_all_described();
}

TEST_F(Pvars, ACounterCountsWhileItIsStarted) {
  const MPI_T_pvar_handle messages = handle_of("penstock_messages_eager", MPI_T_PVAR_CLASS_COUNTER);
  const MPI_T_pvar_handle bytes = handle_of("penstock_bytes_eager", MPI_T_PVAR_CLASS_AGGREGATE);
  send_to_self(100);
  EXPECT_EQ(read(messages), 0U);
  ASSERT_OK(MPI_T_pvar_start(session_, MPI_T_PVAR_ALL_HANDLES));
  send_to_self(100);
  send_to_self(100);
  EXPECT_EQ(read(messages), 2U);
  EXPECT_EQ(read(bytes), 200U);
  ASSERT_OK(MPI_T_pvar_stop(session_, messages));
  send_to_self(100);
  EXPECT_EQ(read(messages), 2U);
  EXPECT_EQ(read(bytes), 300U);
  ASSERT_OK(MPI_T_pvar_start(session_, messages));
  send_to_self(100);
  EXPECT_EQ(read(messages), 3U);
  const Number ten = 10;
  ASSERT_OK(MPI_T_pvar_write(session_, messages, &ten));
  send_to_self(100);
  Number value = 0;
  EXPECT_OK(MPI_T_pvar_readreset(session_, messages, &value));
  EXPECT_EQ(value, 11U);
  EXPECT_EQ(read(messages), 0U);
  ASSERT_OK(MPI_T_pvar_reset(session_, MPI_T_PVAR_ALL_HANDLES));
  EXPECT_EQ(read(bytes), 0U);
}

TEST_F(Pvars, SessionsCountByThemselves) {
  MPI_T_pvar_session other = MPI_T_PVAR_SESSION_NULL;
  ASSERT_OK(MPI_T_pvar_session_create(&other));
  const MPI_T_pvar_handle mine = handle_of("penstock_messages_eager", MPI_T_PVAR_CLASS_COUNTER);
  MPI_T_pvar_handle theirs = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  const int index = index_of("penstock_messages_eager", MPI_T_PVAR_CLASS_COUNTER);
  ASSERT_OK(MPI_T_pvar_handle_alloc(other, index, nullptr, &theirs, &count));
  ASSERT_OK(MPI_T_pvar_start(session_, mine));
  send_to_self(10);
  ASSERT_OK(MPI_T_pvar_start(other, MPI_T_PVAR_ALL_HANDLES));
  ASSERT_OK(MPI_T_pvar_reset(session_, MPI_T_PVAR_ALL_HANDLES));
  send_to_self(10);
  Number value = 0;
  ASSERT_OK(MPI_T_pvar_read(other, theirs, &value));
  EXPECT_EQ(value, 1U);
  EXPECT_EQ(read(mine), 1U);
  EXPECT_EQ(MPI_T_pvar_read(other, mine, &value), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_pvar_handle_free(session_, &theirs), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_OK(MPI_T_pvar_handle_free(other, &theirs));
  EXPECT_EQ(theirs, MPI_T_PVAR_HANDLE_NULL);
  EXPECT_OK(MPI_T_pvar_session_free(&other));
  EXPECT_EQ(MPI_T_pvar_start(other, mine), MPI_T_ERR_INVALID_SESSION);
}

// The started counts of windows.
class WindowPvars : public Pvars {
 protected:
  void SetUp() override {
    Pvars::SetUp();
    for (const char* way : {"direct", "shm", "ipc", "net", "served"}) {
      operations_[way] = handle_of((std::string("penstock_rma_operations_") + way).c_str(), MPI_T_PVAR_CLASS_COUNTER);
      bytes_[way] = handle_of((std::string("penstock_rma_bytes_") + way).c_str(), MPI_T_PVAR_CLASS_AGGREGATE);
    }
    for (const char* name : {"accumulates_atomic", "accumulates_lock", "accumulates_owner", "flushes", "lock_waits"}) {
      operations_[name] = handle_of((std::string("penstock_rma_") + name).c_str(), MPI_T_PVAR_CLASS_COUNTER);
    }
    ASSERT_OK(MPI_T_pvar_start(session_, MPI_T_PVAR_ALL_HANDLES));
  }
  [[nodiscard]] Number operations(const char* way) { return read(operations_[way]); }
  [[nodiscard]] Number bytes(const char* way) { return read(bytes_[way]); }
  static int next() { return (rank() + 1) % size(); }

  // 3 puts of 8 bytes, 2 gets of 16, 5 integer operations, 4 of another type; a flush behind each kind.
  static void operate(MPI_Win win) {
    std::int64_t words[2] = {1, 2};
    double terms[2] = {1, 2};
    std::int64_t old = 0;
    ASSERT_OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < 3; ++i) ASSERT_OK(MPI_Put(words, 8, MPI_BYTE, next(), 0, 8, MPI_BYTE, win));
    ASSERT_OK(MPI_Win_flush(next(), win));
    for (int i = 0; i < 2; ++i) ASSERT_OK(MPI_Get(words, 2, MPI_INT64_T, next(), 0, 2, MPI_INT64_T, win));
    ASSERT_OK(MPI_Win_flush(next(), win));
    for (int i = 0; i < 3; ++i) ASSERT_OK(MPI_Accumulate(words, 2, MPI_INT64_T, next(), 0, 2, MPI_INT64_T, MPI_SUM, win));
    ASSERT_OK(MPI_Fetch_and_op(words, &old, MPI_INT64_T, next(), 0, MPI_SUM, win));
    ASSERT_OK(MPI_Compare_and_swap(words, words, &old, MPI_INT64_T, next(), 0, win));
    ASSERT_OK(MPI_Win_flush(next(), win));
    for (int i = 0; i < 4; ++i) ASSERT_OK(MPI_Accumulate(terms, 2, MPI_DOUBLE, next(), 0, 2, MPI_DOUBLE, MPI_SUM, win));
    ASSERT_OK(MPI_Win_flush(next(), win));
    ASSERT_OK(MPI_Win_unlock_all(win));
  }

 private:
  std::map<std::string, MPI_T_pvar_handle> operations_;
  std::map<std::string, MPI_T_pvar_handle> bytes_;
};

TEST_F(WindowPvars, MemoryOfTheLibrary) {
  MPI_Win win = MPI_WIN_NULL;
  void* base = nullptr;
  ASSERT_OK(MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  operate(win);
  ASSERT_OK(MPI_Win_free(&win));
  EXPECT_EQ(operations("direct"), 5U);
  EXPECT_EQ(bytes("direct"), 3U * 8 + 2U * 16);
  for (const char* other : {"shm", "ipc", "net", "served"}) EXPECT_EQ(operations(other) + bytes(other), 0U) << other;
  EXPECT_EQ(operations("accumulates_atomic"), 5U);
  EXPECT_EQ(operations("accumulates_lock"), 4U);
  EXPECT_EQ(operations("accumulates_owner"), 0U);
  EXPECT_EQ(operations("flushes"), 4U);
}

// If the system does not let a rank copy another's memory, that rank serves the operation.
TEST_F(WindowPvars, MemoryOfTheProgram) {
  alignas(8) char memory[64] = {};
  MPI_Win win = MPI_WIN_NULL;
  ASSERT_OK(MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  operate(win);
  ASSERT_OK(MPI_Win_free(&win));
  const char* const way = size() == 1 ? "direct" : operations("served") != 0 ? "served" : "shm";
  EXPECT_EQ(operations(way), 5U);
  EXPECT_EQ(bytes(way), 3U * 8 + 2U * 16);
  EXPECT_EQ(operations("direct") + operations("shm") + operations("served"), 5U);
  EXPECT_EQ(operations("accumulates_lock") + operations("accumulates_owner"), 9U);
  EXPECT_EQ(operations("accumulates_atomic"), 0U);
  EXPECT_EQ(operations("flushes"), 4U);
}

// Ranks that want one lock conflict at some time.
TEST_F(WindowPvars, LocksThatOthersHave) {
  MPI_Win win = MPI_WIN_NULL;
  std::int64_t* base = nullptr;
  ASSERT_OK(MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  int waited = size() == 1 ? 1 : 0;
  for (int round = 0; waited == 0; ++round) {
    ASSERT_LT(round, 10000);
    for (int i = 0; i < 100; ++i) {
      ASSERT_OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
      if (i == 50) sched_yield();
      ASSERT_OK(MPI_Win_unlock(0, win));
    }
    const int mine = operations("lock_waits") != 0 ? 1 : 0;
    ASSERT_OK(MPI_Allreduce(&mine, &waited, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
  }
  if (size() == 1) {
    ASSERT_OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    ASSERT_OK(MPI_Win_unlock(0, win));
    EXPECT_EQ(operations("lock_waits"), 0U);
  }
  ASSERT_OK(MPI_Win_free(&win));
}

TEST_F(Pvars, LevelsAreWhatWaits) {
  in_turn([this] { expect_levels(); });
}

TEST_F(Pvars, LiveObjects) {
  const Number types = level("penstock_live_datatypes");
  const Number comms = level("penstock_live_communicators");
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  ASSERT_OK(MPI_Type_contiguous(3, MPI_INT, &type));
  ASSERT_OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  EXPECT_EQ(level("penstock_live_datatypes"), types + 1);
  EXPECT_EQ(level("penstock_live_communicators"), comms + 1);
  ASSERT_OK(MPI_Type_free(&type));
  ASSERT_OK(MPI_Comm_free(&comm));
  EXPECT_EQ(level("penstock_live_datatypes"), types);
  EXPECT_EQ(level("penstock_live_communicators"), comms);
}

TEST_F(Pvars, BoundToACommunicator) {
  MPI_Comm comm = MPI_COMM_NULL;
  ASSERT_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  const MPI_T_pvar_handle begun = handle_of("penstock_collectives", MPI_T_PVAR_CLASS_COUNTER, &comm);
  ASSERT_OK(MPI_T_pvar_start(session_, begun));
  for (int i = 0; i < 3; ++i) ASSERT_OK(MPI_Barrier(comm));
  const Number mine = read(begun);
  EXPECT_GE(mine, 3U);
  ASSERT_OK(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_EQ(read(begun), mine);
  ASSERT_OK(MPI_Comm_free(&comm));
  Number value = 0;
  EXPECT_EQ(MPI_T_pvar_read(session_, begun, &value), MPI_T_ERR_INVALID_HANDLE);
  int count = 0;
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  const int index = index_of("penstock_collectives", MPI_T_PVAR_CLASS_COUNTER);
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session_, index, &comm, &handle, &count), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session_, index, nullptr, &handle, &count), MPI_T_ERR_INVALID);
}

TEST_F(Pvars, WhatIsNoSumOnlyReads) {
  const MPI_T_pvar_handle handle = handle_of("penstock_live_requests", MPI_T_PVAR_CLASS_LEVEL);
  Number value = 0;
  EXPECT_EQ(MPI_T_pvar_start(session_, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
  EXPECT_EQ(MPI_T_pvar_stop(session_, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
  EXPECT_EQ(MPI_T_pvar_write(session_, handle, &value), MPI_T_ERR_PVAR_NO_WRITE);
  EXPECT_EQ(MPI_T_pvar_reset(session_, handle), MPI_T_ERR_PVAR_NO_WRITE);
  EXPECT_EQ(MPI_T_pvar_readreset(session_, handle, &value), MPI_T_ERR_PVAR_NO_ATOMIC);
  EXPECT_EQ(MPI_T_pvar_read(session_, MPI_T_PVAR_ALL_HANDLES, &value), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_OK(MPI_T_pvar_start(session_, MPI_T_PVAR_ALL_HANDLES));
  EXPECT_OK(MPI_T_pvar_reset(session_, MPI_T_PVAR_ALL_HANDLES));
  EXPECT_OK(MPI_T_pvar_stop(session_, MPI_T_PVAR_ALL_HANDLES));
}

TEST_F(Pvars, States) {
  int running = -1;
  ASSERT_OK(MPI_T_pvar_read(session_, handle_of("penstock_phase", MPI_T_PVAR_CLASS_STATE), &running));
  EXPECT_EQ(running, 1);
}

TEST_F(Pvars, TimeIsSeconds) {
  const MPI_T_pvar_handle handle = handle_of("penstock_time_copy", MPI_T_PVAR_CLASS_TIMER);
  double seconds = -1;
  ASSERT_OK(MPI_T_pvar_read(session_, handle, &seconds));
  EXPECT_EQ(seconds, 0);
  seconds = 1.5;
  ASSERT_OK(MPI_T_pvar_write(session_, handle, &seconds));
  seconds = 0;
  ASSERT_OK(MPI_T_pvar_read(session_, handle, &seconds));
  EXPECT_EQ(seconds, 1.5);
}

// A tool sets a value that is read whenever it is needed, and sees the effect in the counters.
TEST_F(Pvars, TheEagerLimitCanChangeNow) {
  if (size() < 2) GTEST_SKIP() << "needs two ranks";
  const auto exchange = [&] {
    std::vector<char> data(2048);
    if (rank() == 0) {
      EXPECT_OK(MPI_Send(data.data(), 2048, MPI_BYTE, 1, 3, MPI_COMM_WORLD));
    } else if (rank() == 1) {
      EXPECT_OK(MPI_Recv(data.data(), 2048, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
  };
  const auto before = read_cvar<unsigned long>("PENSTOCK_EAGER_LIMIT");
  const MPI_T_pvar_handle bytes = handle_of("penstock_bytes_eager", MPI_T_PVAR_CLASS_AGGREGATE);
  ASSERT_OK(MPI_T_pvar_start(session_, bytes));
  exchange();
  const bool receives = rank() == 1;
  EXPECT_TRUE(!receives || read(bytes) >= 2048U);
  ASSERT_OK(MPI_Barrier(MPI_COMM_WORLD));
  ASSERT_OK(write_cvar("PENSTOCK_EAGER_LIMIT", 1024UL));
  EXPECT_EQ(read_cvar<unsigned long>("PENSTOCK_EAGER_LIMIT"), 1024UL);
  ASSERT_OK(MPI_Barrier(MPI_COMM_WORLD));
  ASSERT_OK(MPI_T_pvar_reset(session_, bytes));
  exchange();
  EXPECT_TRUE(!receives || read(bytes) < 2048U);
  ASSERT_OK(MPI_Barrier(MPI_COMM_WORLD));
  ASSERT_OK(write_cvar("PENSTOCK_EAGER_LIMIT", before));
}

class AfterFinalizePvars : public Tool {};

TEST_F(AfterFinalizePvars, CountsAreKept) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  ASSERT_OK(MPI_T_pvar_session_create(&session));
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  ASSERT_OK(MPI_T_pvar_handle_alloc(session, index_of("penstock_phase", MPI_T_PVAR_CLASS_STATE), nullptr, &handle, &count));
  int running = -1;
  EXPECT_OK(MPI_T_pvar_read(session, handle, &running));
  EXPECT_EQ(running, 0);
  const int most = index_of("penstock_unexpected_messages_most", MPI_T_PVAR_CLASS_HIGHWATERMARK);
  ASSERT_OK(MPI_T_pvar_handle_alloc(session, most, nullptr, &handle, &count));
  Number value = 0;
  EXPECT_OK(MPI_T_pvar_read(session, handle, &value));
  EXPECT_GE(value, 1U);
  EXPECT_OK(MPI_T_pvar_session_free(&session));
}

}  // namespace
}  // namespace penstock::test
