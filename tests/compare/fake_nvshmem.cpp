// Stands in for libnvshmem_host.so.3, so that its runner runs without GPUs: it has the calls that the runner makes,
// on IPC handles and copies of the (stand-in) CUDA driver. Every operation is complete when its call returns; streams
// are not used. The structures are those of NVSHMEM 3, written from its documentation independently of the runner's,
// and their versions are checked.
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kRanks = 8, kWrong = 7;
constexpr unsigned kWithUniqueId = 8;

struct IpcHandle {
  char bytes[64];
};

struct Shared {
  std::atomic<int> arrived, round;
  IpcHandle handles[kRanks];
};

struct UniqueId {
  int version;
  char path[124];
};
struct UniqueIdArguments {
  int version;
  UniqueId* id;
  int rank, ranks;
};
struct Attributes {
  int version;
  void* mpi;
  int arguments_version;
  UniqueIdArguments unique_id;
  char rest[96];
};

using Address = unsigned long long;

template <typename Function>
Function* driver(const char* name) {
  return reinterpret_cast<Function*>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), name));
}

int rank = 0, ranks = 0;
Shared* shared = nullptr;
Address bases[kRanks];

void copy(Address to, Address from, std::size_t bytes) {
  static auto* const call = driver<int(Address, Address, std::size_t)>("cuMemcpy");
  if (bytes != 0 && call(to, from, bytes) != 0) std::abort();
}

Address at(const void* pointer) {
  return reinterpret_cast<Address>(pointer);
}
// Returns the same place in the memory of another rank.
Address there(const void* mine, int peer) {
  return at(mine) - bases[rank] + bases[peer];
}

void barrier() {
  const int round = shared->round;
  if (++shared->arrived == ranks) {
    shared->arrived = 0;
    ++shared->round;
  } else {
    while (shared->round == round) sched_yield();
  }
}

std::vector<float> sum_of(const float* from, std::size_t first, std::size_t count) {
  std::vector<float> sum(count), one(count);
  for (int peer = 0; peer < ranks; ++peer) {
    copy(at(one.data()), there(from + first, peer), count * sizeof(float));
    for (std::size_t i = 0; i < count; ++i) sum[i] += one[i];
  }
  return sum;
}

}  // namespace

extern "C" {

void nvshmemx_vendor_get_version_info(int* major, int* minor, int* patch) {
  *major = 3, *minor = 4, *patch = 5;
}

int nvshmemx_get_uniqueid(UniqueId* id) {
  if (id->version != (1 << 16) + 128) return kWrong;
  std::snprintf(id->path, sizeof id->path, "/dev/shm/penstock-fake-nvshmem-%d-XXXXXX", getpid());
  const int file = mkstemp(id->path);
  if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) return kWrong;
  close(file);
  return 0;
}

int nvshmemx_set_attr_uniqueid_args(int mine, int all, const UniqueId* id, Attributes* attributes) {
  attributes->unique_id = {(1 << 16) + 24, const_cast<UniqueId*>(id), mine, all};
  return 0;
}

int nvshmemx_hostlib_init_attr(unsigned flags, Attributes* attributes) {
  const bool known = attributes->version == (1 << 16) + 144 && attributes->arguments_version == (1 << 16) + 128;
  if (flags != kWithUniqueId || !known || sizeof(Attributes) != 144) return kWrong;
  const int file = open(attributes->unique_id.id->path, O_RDWR | O_CLOEXEC);
  if (file < 0) return kWrong;
  shared = static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  close(file);
  rank = attributes->unique_id.rank;
  ranks = attributes->unique_id.ranks;
  barrier();
  if (rank == 0) unlink(attributes->unique_id.id->path);
  return 0;
}

void nvshmemx_hostlib_finalize() {
  barrier();
  std::fprintf(stderr, "fake nvshmem: rank %d finalized\n", rank);
}

void* nvshmem_malloc(std::size_t bytes) {
  if (driver<int(Address*, std::size_t)>("cuMemAlloc_v2")(&bases[rank], bytes) != 0) return nullptr;
  if (driver<int(IpcHandle*, Address)>("cuIpcGetMemHandle")(&shared->handles[rank], bases[rank]) != 0) return nullptr;
  barrier();
  for (int peer = 0; peer < ranks; ++peer) {
    if (peer == rank) continue;
    if (driver<int(Address*, IpcHandle, unsigned)>("cuIpcOpenMemHandle_v2")(&bases[peer], shared->handles[peer], 1) != 0)
      return nullptr;
  }
  barrier();
  return reinterpret_cast<void*>(bases[rank]);
}

void nvshmem_free(void* memory) {
  barrier();
  for (int peer = 0; peer < ranks; ++peer) {
    if (peer != rank) driver<int(Address)>("cuIpcCloseMemHandle")(bases[peer]);
  }
  barrier();
  driver<int(Address)>("cuMemFree_v2")(at(memory));
}

void nvshmem_putmem(void* to, const void* from, std::size_t bytes, int peer) {
  copy(there(to, peer), at(from), bytes);
}
void nvshmem_getmem(void* to, const void* from, std::size_t bytes, int peer) {
  copy(at(to), there(from, peer), bytes);
}
void nvshmem_putmem_nbi(void* to, const void* from, std::size_t bytes, int peer) {
  nvshmem_putmem(to, from, bytes, peer);
}
void nvshmem_getmem_nbi(void* to, const void* from, std::size_t bytes, int peer) {
  nvshmem_getmem(to, from, bytes, peer);
}
void nvshmem_quiet() {}
void nvshmemx_barrier_all_on_stream(void*) {
  barrier();
}

int nvshmemx_float_sum_reduce_on_stream(int, float* to, const float* from, std::size_t count, void*) {
  barrier();
  const std::vector<float> sum = sum_of(from, 0, count);
  barrier();
  return copy(at(to), at(sum.data()), count * sizeof(float)), 0;
}
int nvshmemx_float_sum_reducescatter_on_stream(int, float* to, const float* from, std::size_t count, void*) {
  barrier();
  const std::vector<float> sum = sum_of(from, count * static_cast<std::size_t>(rank), count);
  barrier();
  return copy(at(to), at(sum.data()), count * sizeof(float)), 0;
}
int nvshmemx_broadcastmem_on_stream(int, void* to, const void* from, std::size_t bytes, int root, void*) {
  barrier();
  if (rank != root) copy(at(to), there(from, root), bytes);
  return barrier(), 0;
}
int nvshmemx_fcollectmem_on_stream(int, void* to, const void* from, std::size_t bytes, void*) {
  barrier();
  for (int peer = 0; peer < ranks; ++peer) copy(at(to) + static_cast<std::size_t>(peer) * bytes, there(from, peer), bytes);
  return barrier(), 0;
}
int nvshmemx_alltoallmem_on_stream(int, void* to, const void* from, std::size_t bytes, void*) {
  barrier();
  for (int peer = 0; peer < ranks; ++peer) {
    const Address place = there(from, peer) + static_cast<std::size_t>(rank) * bytes;
    copy(at(to) + static_cast<std::size_t>(peer) * bytes, place, bytes);
  }
  return barrier(), 0;
}

}  // extern "C"
