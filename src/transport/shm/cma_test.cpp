// The tests cover single copy of strided shapes, systems that refuse it, and processes that are not the expected ones.
#include "transport/shm/cma.hpp"
#include "base/barrier.hpp"

#include <gtest/gtest.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <random>

#include "transport/shm/segment.hpp"
#include "transport/shm/shm.hpp"
#include "transport/testing/job.hpp"
#include "transport/testing/no_gpu.hpp"

namespace penstock::transport {
namespace {

using namespace testing;
using kernels::Strided;

bool run(int size, const Config& config, const Make& make, const Body& body, const Log::Sink& sink = {}) {
  Board* board = Board::make(size);
  return run_processes(size, [&](int rank) {
    NoGpu accel;
    return run_rank(rank, size, *board, config, accel, make, body, sink);
  });
}

const Make kReal = [](const Environment& environment, std::unique_ptr<Transport>* out) { return make_shm(environment, out); };

// This system's calls behave as the test says; where they succeed, this process reads its own memory.
ssize_t refuse(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long) {
  errno = EPERM;
  return -1;
}
ssize_t misread(pid_t, const iovec* local, unsigned long, const iovec*, unsigned long, unsigned long) {
  std::memset(local->iov_base, 0x5a, local->iov_len);
  return static_cast<ssize_t>(local->iov_len);
}
// Stops in the middle of the first piece, as the kernel may.
ssize_t read_a_bit(pid_t pid, const iovec* local, unsigned long, const iovec* remote, unsigned long, unsigned long) {
  static int calls = 0;
  if (++calls % 5 == 0) return errno = EINTR, -1;
  const std::size_t most = std::min({local->iov_len, remote->iov_len, std::size_t{3}});
  const iovec near{local->iov_base, most};
  const iovec far{remote->iov_base, most};
  return process_vm_readv(pid, &near, 1, &far, 1, 0);
}

Strided block_of(void* memory, std::size_t bytes) {
  return {.base = reinterpret_cast<std::uint64_t>(memory), .block = bytes};
}

TEST(VmCopy, ContinuesShortTransfers) {
  std::vector<std::uint8_t> from(1000);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint8_t>(i * 7);
  std::vector<std::uint8_t> to(1000);
  const shm::VmCalls calls{read_a_bit, process_vm_writev};
  const auto result =
      shm::vm_copy(calls, shm::Direction::kRead, getpid(), block_of(from.data(), 1000), block_of(to.data(), 1000), 0, 1000);
  EXPECT_EQ(result.error, 0);
  EXPECT_EQ(result.moved, 1000U);
  EXPECT_EQ(from, to);
}

// The shapes of both sides are random, with more pieces than one call takes, and any part of the whole is moved.
TEST(VmCopy, MovesAnyShapeToAnyShape) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const std::size_t block = 1 + random() % 12;
    const std::size_t count = 1 + random() % 2500;
    const std::size_t total = block * count;
    std::vector<std::uint8_t> from(total * 2);
    for (auto& byte : from) byte = static_cast<std::uint8_t>(random());
    const Strided strided{.base = reinterpret_cast<std::uint64_t>(from.data()),
                          .block = block,
                          .dims = 1,
                          .count = {count},
                          .stride = {static_cast<std::int64_t>(block * 2)}};
    const std::uint64_t first = random() % total;
    const std::uint64_t bytes = random() % (total - first + 1);
    std::vector<std::uint8_t> to(total, 1);
    std::vector<std::uint8_t> expected(total, 1);
    for (std::uint64_t i = first; i < first + bytes; ++i) expected[i] = from[i / block * block * 2 + i % block];
    const auto read = shm::vm_copy({}, shm::Direction::kRead, getpid(), strided, block_of(to.data(), total), first, bytes);
    ASSERT_EQ(read.error, 0);
    ASSERT_EQ(to, expected);
    for (auto& byte : to) byte = static_cast<std::uint8_t>(byte + 1);
    const auto write = shm::vm_copy({}, shm::Direction::kWrite, getpid(), strided, block_of(to.data(), total), first, bytes);
    ASSERT_EQ(write.error, 0);
    for (std::uint64_t i = first; i < first + bytes; ++i) ASSERT_EQ(from[i / block * block * 2 + i % block], to[i]);
  }
}

int counted_calls = 0;
ssize_t count_and_read(pid_t pid, const iovec* local, unsigned long near, const iovec* remote, unsigned long far,
                       unsigned long flags) {
  ++counted_calls;
  return process_vm_readv(pid, local, near, remote, far, flags);
}

// Makes `count` pieces of a memory, of random lengths and `bytes` in all, which do not touch each other, in random order.
std::vector<iovec> pieces_of(std::vector<std::uint8_t>* memory, std::size_t bytes, std::size_t count, std::mt19937* random) {
  std::vector<std::size_t> lengths(count, bytes / count);
  lengths.back() += bytes % count;
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t moved = (*random)() % lengths[i - 1];
    lengths[i - 1] -= moved;
    lengths[i] += moved;
  }
  std::vector<iovec> out;
  std::size_t at = 0;
  for (const std::size_t length : lengths) {
    out.push_back({memory->data() + at, length});
    at += length + 1 + (*random)() % 3;
  }
  EXPECT_LE(at, memory->size());
  std::shuffle(out.begin(), out.end(), *random);
  return out;
}

std::vector<std::uint8_t> packed(const std::vector<iovec>& list) {
  std::vector<std::uint8_t> out;
  for (const iovec& piece : list) {
    const auto* const first = static_cast<const std::uint8_t*>(piece.iov_base);
    out.insert(out.end(), first, first + piece.iov_len);
  }
  return out;
}

// The lists of the two sides have different lengths: one call moves as much as fits.
TEST(VmCopy, MovesListsInOneCall) {
  std::mt19937 random(17);
  for (int round = 0; round < 60; ++round) {
    const std::size_t far = 1 + random() % 1024;
    const std::size_t near = round == 0 ? 1024 : 1 + random() % 1024;
    const std::size_t bytes = std::max(far, near) * (1 + random() % 20) + random() % 7;
    std::vector<std::uint8_t> from(bytes + 4 * far);
    std::vector<std::uint8_t> to(bytes + 4 * near, 1);
    for (auto& byte : from) byte = static_cast<std::uint8_t>(random());
    const std::vector<iovec> remote = pieces_of(&from, bytes, far, &random);
    const std::vector<iovec> local = pieces_of(&to, bytes, near, &random);
    std::vector<iovec> a = remote;
    std::vector<iovec> b = local;
    counted_calls = 0;
    const auto read = shm::vm_copy({count_and_read, process_vm_writev}, shm::Direction::kRead, getpid(), a, b);
    ASSERT_EQ(read.error, 0);
    ASSERT_EQ(read.moved, bytes);
    ASSERT_EQ(counted_calls, 1);
    ASSERT_EQ(packed(local), packed(remote));
    for (auto& byte : to) byte = static_cast<std::uint8_t>(byte + 1);
    a = remote;
    b = local;
    ASSERT_EQ(shm::vm_copy({}, shm::Direction::kWrite, getpid(), a, b).moved, bytes);
    ASSERT_EQ(packed(local), packed(remote));
  }
}

TEST(VmCopy, ContinuesListsThatStopShort) {
  std::mt19937 random(23);
  std::vector<std::uint8_t> from(1200);
  std::vector<std::uint8_t> to(1200);
  for (auto& byte : from) byte = static_cast<std::uint8_t>(random());
  std::vector<iovec> remote = pieces_of(&from, 900, 40, &random);
  std::vector<iovec> local = pieces_of(&to, 900, 70, &random);
  const std::vector<iovec> kept_remote = remote;
  const std::vector<iovec> kept_local = local;
  const auto result = shm::vm_copy({read_a_bit, process_vm_writev}, shm::Direction::kRead, getpid(), remote, local);
  EXPECT_EQ(result.error, 0);
  EXPECT_EQ(result.moved, 900U);
  EXPECT_EQ(packed(kept_local), packed(kept_remote));
  std::uint64_t word = 0;
  iovec nowhere{reinterpret_cast<void*>(16), 8};
  iovec here{&word, 8};
  EXPECT_EQ(shm::vm_copy({}, shm::Direction::kRead, getpid(), {&nowhere, 1}, {&here, 1}).error, EFAULT);
}

TEST(VmCopy, ReportsWhereThereIsNoMemory) {
  std::uint64_t word = 0;
  const auto result = shm::vm_copy({}, shm::Direction::kRead, getpid(), {.base = 16, .block = 8}, block_of(&word, 8), 0, 8);
  EXPECT_EQ(result.error, EFAULT);
  EXPECT_FALSE(shm::is_refusal(result.error));
}

// Describes a column of rank 0's matrix, as rank 1 accesses it. Rank 0's addresses are in the shared buffer.
Bulk column_of_rank_0(const Rank& me, void* local) {
  Bulk bulk;
  bulk.remote.owner = accel::this_process(me.config);
  bulk.remote.owner.pid = static_cast<std::uint32_t>(me.board.words[0]);
  bulk.remote_shape = {.base = me.board.words[1], .block = 8, .dims = 1, .count = {100}, .stride = {80}};
  bulk.local_shape = block_of(local, 800);
  bulk.bytes = 800;
  return bulk;
}

// Rank 0 owns a matrix; rank 1 does `act` with a bulk over its first column.
bool with_matrix(const Rank& me, const std::function<bool(Bulk*, std::uint64_t*)>& act,
                 const std::function<bool(const std::uint64_t*)>& check = {}) {
  std::vector<std::uint64_t> matrix(1000);
  if (me.rank == 0) {
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = i;
    me.board.words[0] = static_cast<std::uint64_t>(getpid());
    me.board.words[1] = reinterpret_cast<std::uint64_t>(matrix.data());
  }
  me.barrier();
  bool good = true;
  if (me.rank == 1) {
    Bulk bulk = column_of_rank_0(me, matrix.data());
    good = act(&bulk, matrix.data());
    if (!good) me.board.failed = true;
  }
  me.barrier();
  return me.rank == 0 && check ? check(matrix.data()) : good;
}

TEST(SingleCopy, GetsAndPuts) {
  EXPECT_TRUE(run(2, Config{}, kReal, [](const Rank& me) {
    return with_matrix(
        me,
        [&](Bulk* bulk, std::uint64_t* column) {
          Cost cost;
          BulkHandle handle;
          PENSTOCK_DEMAND(me.transport.can_get(0, *bulk, &cost) && me.transport.can_put(0, *bulk, &cost));
          PENSTOCK_DEMAND(cost.of(800) > 0);
          PENSTOCK_DEMAND(me.transport.get(0, *bulk, &handle).is_ok() && handle.ticket.sequence == 0);
          for (std::uint64_t i = 0; i < 100; ++i) PENSTOCK_DEMAND(column[i] == i * 10);
          for (std::uint64_t i = 0; i < 100; ++i) column[i] += 7;
          PENSTOCK_DEMAND(me.transport.put(0, *bulk, &handle).is_ok());
          return true;
        },
        [](const std::uint64_t* matrix) {
          for (std::uint64_t i = 0; i < 1000; ++i) PENSTOCK_DEMAND(matrix[i] == (i % 10 == 0 ? i + 7 : i));
          return true;
        });
  }));
}

TEST(SingleCopy, RefusesWhatIsNotThePeersOrNotHost) {
  EXPECT_TRUE(run(2, Config{}, kReal, [](const Rank& me) {
    return with_matrix(me, [&](Bulk* bulk, std::uint64_t*) {
      Cost cost;
      Bulk other = *bulk;
      other.remote.owner.pid += 1;
      PENSTOCK_DEMAND(!me.transport.can_get(0, other, &cost));
      other = *bulk;
      other.remote.kind = accel::MemoryKind::kDevice;
      PENSTOCK_DEMAND(!me.transport.can_get(0, other, &cost));
      other = *bulk;
      other.local.kind = accel::MemoryKind::kManaged;
      PENSTOCK_DEMAND(!me.transport.can_put(0, other, &cost));
      other = *bulk;
      other.remote_shape.dims = 99;
      BulkHandle handle;
      PENSTOCK_DEMAND(!me.transport.can_get(0, other, &cost));
      PENSTOCK_DEMAND(me.transport.get(0, other, &handle).code() == Code::kProtocol);
      PENSTOCK_DEMAND(!me.transport.can_get(1, *bulk, &cost));
      // An address that is not mapped fails only that operation.
      other = *bulk;
      other.remote_shape.base = 4096;
      PENSTOCK_DEMAND(me.transport.can_get(0, other, &cost));
      PENSTOCK_DEMAND(me.transport.get(0, other, &handle).code() == Code::kBuffer);
      PENSTOCK_DEMAND(me.transport.can_get(0, *bulk, &cost));
      return true;
    });
  }));
}

Make with_calls(const shm::VmCalls& calls) {
  return [calls](const Environment& e, std::unique_ptr<Transport>* out) { return make_shm(e, out, calls); };
}

// Checks that rank 1 cannot use single copy, and has its staging slots.
bool is_refused(const Rank& me) {
  return with_matrix(me, [&](Bulk* bulk, std::uint64_t*) {
    Cost cost;
    BulkHandle handle;
    PENSTOCK_DEMAND(!me.transport.can_get(0, *bulk, &cost));
    PENSTOCK_DEMAND(!me.transport.can_put(0, *bulk, &cost));
    PENSTOCK_DEMAND(me.transport.get(0, *bulk, &handle).code() == Code::kTransport);
    PENSTOCK_DEMAND(me.transport.staging() != nullptr);
    return true;
  });
}

// Makes a sink, in each rank, that counts the lines that its transport logged.
Log::Sink counting(int* lines, std::string_view word) {
  return [lines, word](base::Level, std::string_view line) {
    if (line.find(word) != std::string_view::npos) ++*lines;
  };
}

TEST(SingleCopy, RefusedBySystemIsSaidOnce) {
  int lines = 0;
  const Body body = [&lines](const Rank& me) {
    if (!is_refused(me)) return false;
    PENSTOCK_DEMAND(me.rank == 0 || lines == 1);
    return true;
  };
  EXPECT_TRUE(run(2, Config{}, with_calls({refuse, refuse}), body, counting(&lines, "Remedy")));
}

TEST(SingleCopy, NotUsedWhereAnotherProcessAnswers) {
  int lines = 0;
  const Body body = [&lines](const Rank& me) {
    if (!is_refused(me)) return false;
    PENSTOCK_DEMAND(me.rank == 0 || lines == 1);
    return true;
  };
  EXPECT_TRUE(run(2, Config{}, with_calls({misread, refuse}), body, counting(&lines, "another one")));
}

TEST(SingleCopy, OffByTunable) {
  Config config;
  config.cma = false;
  EXPECT_TRUE(run(2, config, kReal, [](const Rank& me) {
    PENSTOCK_DEMAND((me.transport.capabilities().flags & (kCanGet | kCanPut)) == 0);
    return is_refused(me);
  }));
}

// The probe succeeds, then the permission is withdrawn, as when a program calls prctl(PR_SET_DUMPABLE).
int g_allowed_calls = 0;
ssize_t allow_some(pid_t pid, const iovec* local, unsigned long locals, const iovec* remote, unsigned long remotes,
                   unsigned long flags) {
  if (g_allowed_calls-- > 0) return process_vm_readv(pid, local, locals, remote, remotes, flags);
  errno = EPERM;
  return -1;
}

TEST(SingleCopy, RefusedLaterEndsIt) {
  EXPECT_TRUE(run(2, Config{}, with_calls({allow_some, process_vm_writev}), [](const Rank& me) {
    return with_matrix(me, [&](Bulk* bulk, std::uint64_t* column) {
      g_allowed_calls = 2;
      Cost cost;
      BulkHandle handle;
      PENSTOCK_DEMAND(me.transport.can_get(0, *bulk, &cost));
      PENSTOCK_DEMAND(me.transport.get(0, *bulk, &handle).is_ok() && column[1] == 10);
      PENSTOCK_DEMAND(me.transport.can_get(0, *bulk, &cost));
      PENSTOCK_DEMAND(me.transport.get(0, *bulk, &handle).code() == Code::kTransport);
      PENSTOCK_DEMAND(!me.transport.can_get(0, *bulk, &cost));
      return true;
    });
  }));
}

// The fast path reads only the peer's own memory, only after this peer has been read once, and logs nothing if it fails.
TEST(SingleCopy, ReadsAtOnceWhatIsKnownToWork) {
  EXPECT_TRUE(run(2, Config{}, with_calls({allow_some, process_vm_writev}), [](const Rank& me) {
    return with_matrix(me, [&](Bulk* bulk, std::uint64_t* to) {
      g_allowed_calls = 3;  // the probe, then two
      Cost cost;
      const std::uint64_t from = bulk->remote_shape.base + 80;
      accel::ProcessId other = bulk->remote.owner;
      other.pid += 1;
      PENSTOCK_DEMAND(!me.transport.read_now(0, bulk->remote.owner, from, to, 800));
      PENSTOCK_DEMAND(me.transport.can_get(0, *bulk, &cost));
      PENSTOCK_DEMAND(!me.transport.read_now(0, other, from, to, 800));
      PENSTOCK_DEMAND(!me.transport.read_now(7, bulk->remote.owner, from, to, 800));
      PENSTOCK_DEMAND(me.transport.read_now(0, bulk->remote.owner, from, to, 800) && to[0] == 10 && to[99] == 109);
      PENSTOCK_DEMAND(!me.transport.read_now(0, bulk->remote.owner, 4096, to, 800));
      PENSTOCK_DEMAND(!me.transport.read_now(0, bulk->remote.owner, from, to, 800));
      return true;
    });
  }));
}

// The kernel itself refuses two calls, as a container's seccomp profile makes it.
bool forbid(unsigned one, unsigned two) {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, one, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, two, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(code)), code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(SingleCopy, RefusedBySeccomp) {
  EXPECT_TRUE(run(2, Config{}, kReal, [](const Rank& me) {
    PENSTOCK_DEMAND(forbid(SYS_process_vm_readv, SYS_process_vm_writev));
    return is_refused(me);
  }));
}

// A rank that cannot order its peers' stores any more reports this once, and still sees messages that have come.
TEST(Sleep, SaysThatBarriersAreGone) {
  if (!base::join_barriers() || !base::barrier_on_all()) FAIL() << "this system has no membarrier";
  int lines = 0;
  const Body body = [&lines](const Rank& me) {
    PENSTOCK_DEMAND(me.transport.arm());
    me.transport.disarm();
    PENSTOCK_DEMAND(lines == 0 && forbid(SYS_membarrier, SYS_membarrier));
    for (int i = 0; i < 3; ++i) {
      PENSTOCK_DEMAND(me.transport.arm());
      me.transport.disarm();
    }
    return lines == 1;
  };
  EXPECT_TRUE(run(2, Config{}, kReal, body, counting(&lines, "membarrier")));
}

}  // namespace
}  // namespace penstock::transport
