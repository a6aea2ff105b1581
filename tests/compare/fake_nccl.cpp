// Stands in for libnccl.so.2, so that its runner runs without GPUs: the calls that the runner makes, on a memory map shared by
// the ranks and the copies of the (stand-in) CUDA driver. Everything is done when a call returns; the stream is not used.
// FAKE_NCCL_FAIL=init makes ncclCommInitRank fail, FAKE_NCCL_WRONG=1 spoils a byte of whatever is received.
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kRanks = 8, kSuccess = 0, kSystemError = 2, kInvalidUsage = 5, kFloat32 = 7;
constexpr std::size_t kChunk = 16384;

// From one rank to another, a chunk at a time.
struct Mailbox {
  std::atomic<int> full;
  std::size_t bytes;
  unsigned char data[kChunk];
};

struct Shared {
  std::atomic<int> joined;
  Mailbox boxes[kRanks][kRanks];  // from, to
};

struct UniqueId {
  char bytes[128];
};

using Memory = std::vector<unsigned char>;

int copy(void* to, const void* from, std::size_t bytes) {
  using Copy = int(unsigned long long, unsigned long long, std::size_t);
  static auto* const call = reinterpret_cast<Copy*>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuMemcpy"));
  return bytes == 0 ? 0 : call(reinterpret_cast<unsigned long long>(to), reinterpret_cast<unsigned long long>(from), bytes);
}

}  // namespace

struct ncclComm {
  int rank, size;
  Shared* shared;
};

namespace {

struct Transfer {
  bool send;
  int peer;
  ncclComm* comm;
  const void* from;
  void* to;
  Memory bytes;
  std::size_t done = 0;
};

int group_depth = 0;
std::vector<Transfer> group;

// One chunk, if the mailbox lets it. An empty message is one empty chunk.
bool advance(Transfer& one) {
  Shared& shared = *one.comm->shared;
  Mailbox& box = one.send ? shared.boxes[one.comm->rank][one.peer] : shared.boxes[one.peer][one.comm->rank];
  if (box.full.load(std::memory_order_acquire) != (one.send ? 0 : 1)) return false;
  if (one.send) {
    box.bytes = std::min(kChunk, one.bytes.size() - one.done);
    std::memcpy(box.data, one.bytes.data() + one.done, box.bytes);
  } else {
    std::memcpy(one.bytes.data() + one.done, box.data, std::min(box.bytes, one.bytes.size() - one.done));
  }
  one.done += box.bytes;
  box.full.store(one.send ? 1 : 0, std::memory_order_release);
  return one.done >= one.bytes.size();
}

// Between two ranks messages keep their order; those of different pairs overtake each other.
void run(std::vector<Transfer>& all) {
  std::vector<bool> over(all.size());
  for (std::size_t left = all.size(); left > 0;) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      bool first = !over[i];
      for (std::size_t j = 0; j < i && first; ++j) first = over[j] || all[j].send != all[i].send || all[j].peer != all[i].peer;
      if (!first || !advance(all[i])) continue;
      over[i] = true;
      --left;
    }
    sched_yield();
  }
}

int finish(std::vector<Transfer>& all) {
  run(all);
  for (Transfer& one : all) {
    if (one.send) continue;
    if (std::getenv("FAKE_NCCL_WRONG") != nullptr && !one.bytes.empty()) one.bytes[one.bytes.size() / 2] ^= 1U;
    if (copy(one.to, one.bytes.data(), one.bytes.size()) != 0) return kSystemError;
  }
  all.clear();
  return kSuccess;
}

int begin(Transfer one) {
  if (one.send && copy(one.bytes.data(), one.from, one.bytes.size()) != 0) return kSystemError;
  group.push_back(std::move(one));
  return group_depth > 0 ? kSuccess : finish(group);
}

// Every rank's bytes, on every rank.
int everything(ncclComm* comm, const void* from, std::size_t bytes, std::vector<Memory>* out) {
  Memory mine(bytes);
  if (copy(mine.data(), from, bytes) != 0) return kSystemError;
  std::vector<Transfer> all;
  for (int peer = 0; peer < comm->size; ++peer) {
    all.push_back({true, peer, comm, nullptr, nullptr, mine});
    all.push_back({false, peer, comm, nullptr, nullptr, Memory(bytes)});
  }
  run(all);
  out->resize(static_cast<std::size_t>(comm->size));
  for (Transfer& one : all) {
    if (!one.send) (*out)[static_cast<std::size_t>(one.peer)] = std::move(one.bytes);
  }
  return kSuccess;
}

// The sum of floats [first, first + count) of all ranks.
Memory sum_of(const std::vector<Memory>& all, std::size_t first, std::size_t count) {
  std::vector<float> sum(count), one(count);
  for (const Memory& memory : all) {
    std::memcpy(one.data(), memory.data() + first * sizeof(float), count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) sum[i] += one[i];
  }
  Memory out(count * sizeof(float));
  if (!out.empty()) std::memcpy(out.data(), sum.data(), out.size());
  return out;
}

int deliver(void* to, Memory bytes) {
  if (std::getenv("FAKE_NCCL_WRONG") != nullptr && !bytes.empty()) bytes[bytes.size() / 2] ^= 1U;
  return copy(to, bytes.data(), bytes.size()) == 0 ? kSuccess : kSystemError;
}

std::size_t bytes_of(std::size_t count, int type) {
  return count * (type == kFloat32 ? sizeof(float) : 1);
}

}  // namespace

extern "C" {

int ncclGetVersion(int* version) {
  return *version = 22803, kSuccess;
}
const char* ncclGetErrorString(int result) {
  return result == kInvalidUsage ? "invalid usage" : "unhandled system error";
}
const char* ncclGetLastError(ncclComm*) {
  return "fake: Duplicate GPU detected";
}

int ncclGetUniqueId(UniqueId* id) {
  std::snprintf(id->bytes, sizeof id->bytes, "/dev/shm/penstock-fake-nccl-%d-XXXXXX", getpid());
  const int file = mkstemp(id->bytes);
  if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) return kSystemError;
  close(file);
  return kSuccess;
}

int ncclCommInitRank(ncclComm** comm, int ranks, UniqueId id, int rank) {
  if (std::getenv("FAKE_NCCL_FAIL") != nullptr) return unlink(id.bytes), kInvalidUsage;
  if (ranks > kRanks) return kInvalidUsage;
  const int file = open(id.bytes, O_RDWR | O_CLOEXEC);
  if (file < 0) return kSystemError;
  void* const at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED) return kSystemError;
  *comm = new ncclComm{rank, ranks, static_cast<Shared*>(at)};
  for (++(*comm)->shared->joined; (*comm)->shared->joined < ranks;) sched_yield();
  if (rank == 0) unlink(id.bytes);
  return kSuccess;
}

int ncclCommDestroy(ncclComm* comm) {
  munmap(comm->shared, sizeof(Shared));
  delete comm;
  return kSuccess;
}

int ncclGroupStart() {
  return ++group_depth, kSuccess;
}
int ncclGroupEnd() {
  return --group_depth > 0 ? kSuccess : finish(group);
}

int ncclSend(const void* from, std::size_t count, int type, int peer, ncclComm* comm, void*) {
  return begin({true, peer, comm, from, nullptr, Memory(bytes_of(count, type))});
}
int ncclRecv(void* to, std::size_t count, int type, int peer, ncclComm* comm, void*) {
  return begin({false, peer, comm, nullptr, to, Memory(bytes_of(count, type))});
}

int ncclAllReduce(const void* from, void* to, std::size_t count, int type, int, ncclComm* comm, void*) {
  std::vector<Memory> all;
  const int result = everything(comm, from, bytes_of(count, type), &all);
  return result != kSuccess ? result : deliver(to, sum_of(all, 0, count));
}
int ncclReduce(const void* from, void* to, std::size_t count, int type, int, int root, ncclComm* comm, void*) {
  std::vector<Memory> all;
  const int result = everything(comm, from, bytes_of(count, type), &all);
  return result != kSuccess || comm->rank != root ? result : deliver(to, sum_of(all, 0, count));
}
int ncclReduceScatter(const void* from, void* to, std::size_t count, int type, int, ncclComm* comm, void*) {
  std::vector<Memory> all;
  const int result = everything(comm, from, bytes_of(count, type) * static_cast<std::size_t>(comm->size), &all);
  return result != kSuccess ? result : deliver(to, sum_of(all, count * static_cast<std::size_t>(comm->rank), count));
}
int ncclBroadcast(const void* from, void* to, std::size_t count, int type, int root, ncclComm* comm, void*) {
  std::vector<Memory> all;
  const int result = everything(comm, from, bytes_of(count, type), &all);
  return result != kSuccess ? result : deliver(to, all[static_cast<std::size_t>(root)]);
}
int ncclAllGather(const void* from, void* to, std::size_t count, int type, ncclComm* comm, void*) {
  std::vector<Memory> all;
  const int result = everything(comm, from, bytes_of(count, type), &all);
  if (result != kSuccess) return result;
  Memory whole;
  for (const Memory& one : all) whole.insert(whole.end(), one.begin(), one.end());
  return deliver(to, std::move(whole));
}

}  // extern "C"
