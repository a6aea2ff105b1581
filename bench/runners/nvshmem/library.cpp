// NVSHMEM 3 (libnvshmem_host.so.3). This file declares the part of its host interface that is needed.
#include <mpi.h>

#include <cstdlib>

#include "case.hpp"
#include "mpi_call.hpp"
#include "nvshmem.hpp"

namespace bench::nvshmem {
namespace {

using Team = std::int32_t;
constexpr Team kWorld = 0;
constexpr int kSignalSet = 9;
constexpr int kAtLeast = 5;
constexpr unsigned kWithUniqueId = 1U << 3;

// Structures of the first version, which every release of NVSHMEM 3 takes. A version is (1 << 16) + size.
struct UniqueId {
  int version = (1 << 16) + 128;
  char internal[124] = {};
};
struct UniqueIdArguments {
  int version = (1 << 16) + 24;
  UniqueId* id = nullptr;
  int rank = -1, ranks = -1;
};
struct InitArguments {
  int version = (1 << 16) + 128;
  UniqueIdArguments unique_id;
  char content[96] = {};
};
struct InitAttributes {
  int version = (1 << 16) + 144;
  void* mpi_comm = nullptr;
  InitArguments arguments;
};
static_assert(sizeof(UniqueId) == 128 && sizeof(UniqueIdArguments) == 24);
static_assert(sizeof(InitArguments) == 128 && sizeof(InitAttributes) == 144);

// The parts whose types differ from the table's: the handle of the team, the constants of signals.
struct Library {
  SharedLibrary library{"PENSTOCK_NVSHMEM_LIB", "libnvshmem_host.so.3"};
  void (*version)(int* major, int* minor, int* patch);
  int (*get_unique_id)(UniqueId* id);
  int (*set_unique_id)(int rank, int ranks, const UniqueId* id, InitAttributes* attributes);
  int (*init)(unsigned flags, InitAttributes* attributes);
  int (*float_sum)(Team team, float* to, const float* from, std::size_t count, void* stream);
  int (*float_sum_scatter)(Team team, float* to, const float* from, std::size_t count, void* stream);
  int (*broadcast)(Team team, void* to, const void* from, std::size_t bytes, int root, void* stream);
  int (*collect)(Team team, void* to, const void* from, std::size_t bytes, void* stream);
  int (*all_to_all)(Team team, void* to, const void* from, std::size_t bytes, void* stream);
  void (*put_signal)(void* to, const void* from, std::size_t bytes, std::uint64_t* signal, std::uint64_t value, int operation,
                     int rank, void* stream);
  void (*wait_signal)(std::uint64_t* signal, int comparison, std::uint64_t value, void* stream);

  Library() {
    library.find("nvshmemx_vendor_get_version_info", &version);
    library.find("nvshmemx_get_uniqueid", &get_unique_id);
    library.find("nvshmemx_set_attr_uniqueid_args", &set_unique_id);
    library.find("nvshmemx_hostlib_init_attr", &init);
    library.find("nvshmemx_float_sum_reduce_on_stream", &float_sum);
    library.find("nvshmemx_float_sum_reducescatter_on_stream", &float_sum_scatter);
    library.find("nvshmemx_broadcastmem_on_stream", &broadcast);
    library.find("nvshmemx_fcollectmem_on_stream", &collect);
    library.find("nvshmemx_alltoallmem_on_stream", &all_to_all);
    library.find_if_there("nvshmemx_putmem_signal_on_stream", &put_signal);
    library.find_if_there("nvshmemx_signal_wait_until_on_stream", &wait_signal);
  }
};

// Returns the library, which is loaded at the first call.
const Library& its() {
  static const Library loaded;
  return loaded;
}

std::string name() {
  int major = 0, minor = 0, patch = 0;
  its().version(&major, &minor, &patch);
  return "NVSHMEM " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch) + " (" +
         its().library.path() + ")";
}

// A size that the user has set takes precedence.
void begin(int rank, int ranks, std::size_t heap) {
  setenv("NVSHMEM_SYMMETRIC_SIZE", std::to_string(heap).c_str(), 0);
  UniqueId id;
  if (rank == 0) must(its().get_unique_id(&id), "nvshmemx_get_uniqueid");
  check(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD), "MPI_Bcast");
  InitAttributes attributes;
  must(its().set_unique_id(rank, ranks, &id, &attributes), "nvshmemx_set_attr_uniqueid_args");
  must(its().init(kWithUniqueId, &attributes), "nvshmemx_hostlib_init_attr");
}

int float_sum(float* to, const float* from, std::size_t count, void* stream) {
  return its().float_sum(kWorld, to, from, count, stream);
}
int float_sum_scatter(float* to, const float* from, std::size_t count, void* stream) {
  return its().float_sum_scatter(kWorld, to, from, count, stream);
}
int broadcast(void* to, const void* from, std::size_t bytes, int root, void* stream) {
  return its().broadcast(kWorld, to, from, bytes, root, stream);
}
int collect(void* to, const void* from, std::size_t bytes, void* stream) {
  return its().collect(kWorld, to, from, bytes, stream);
}
int all_to_all(void* to, const void* from, std::size_t bytes, void* stream) {
  return its().all_to_all(kWorld, to, from, bytes, stream);
}
void put_signal(void* to, const void* from, std::size_t bytes, std::uint64_t* signal, std::uint64_t value, int rank,
                void* stream) {
  its().put_signal(to, from, bytes, signal, value, kSignalSet, rank, stream);
}
void wait_signal(std::uint64_t* signal, std::uint64_t value, void* stream) {
  its().wait_signal(signal, kAtLeast, value, stream);
}

Api load() {
  Api out{};
  out.name = name;
  out.begin = begin;
  out.float_sum = float_sum;
  out.float_sum_scatter = float_sum_scatter;
  out.broadcast = broadcast;
  out.collect = collect;
  out.all_to_all = all_to_all;
  if (its().put_signal != nullptr && its().wait_signal != nullptr) {
    out.put_signal = put_signal;
    out.wait_signal = wait_signal;
  }
  its().library.find("nvshmemx_hostlib_finalize", &out.end);
  its().library.find("nvshmem_malloc", &out.allocate);
  its().library.find("nvshmem_free", &out.free);
  its().library.find("nvshmem_putmem", &out.put);
  its().library.find("nvshmem_getmem", &out.get);
  its().library.find("nvshmem_putmem_nbi", &out.put_nbi);
  its().library.find("nvshmem_getmem_nbi", &out.get_nbi);
  its().library.find("nvshmem_quiet", &out.quiet);
  its().library.find("nvshmemx_barrier_all_on_stream", &out.barrier_all);
  return out;
}

}  // namespace

const Api& api() {
  static const Api loaded = load();
  return loaded;
}

}  // namespace bench::nvshmem
