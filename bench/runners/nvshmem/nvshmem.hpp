// NVSHMEM's host interface, as much of it as the benchmark needs, declared here (NVSHMEM 3: libnvshmem_host.so.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/library.hpp"

namespace bench::nvshmem {

using Team = std::int32_t;
constexpr Team kWorld = 0;

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

struct Api {
  SharedLibrary library{"PENSTOCK_NVSHMEM_LIB", "libnvshmem_host.so.3"};
  void (*version)(int* major, int* minor, int* patch);
  int (*get_unique_id)(UniqueId* id);
  int (*set_unique_id)(int rank, int ranks, const UniqueId* id, InitAttributes* attributes);
  int (*init)(unsigned flags, InitAttributes* attributes);
  void (*finalize)();
  void* (*allocate)(std::size_t bytes);
  void (*free)(void* memory);
  void (*put)(void* to, const void* from, std::size_t bytes, int rank);
  void (*get)(void* to, const void* from, std::size_t bytes, int rank);
  void (*put_nbi)(void* to, const void* from, std::size_t bytes, int rank);
  void (*get_nbi)(void* to, const void* from, std::size_t bytes, int rank);
  void (*quiet)();
  void (*barrier_all)(void* stream);
  int (*float_sum)(Team team, float* to, const float* from, std::size_t count, void* stream);
  int (*float_sum_scatter)(Team team, float* to, const float* from, std::size_t count, void* stream);
  int (*broadcast)(Team team, void* to, const void* from, std::size_t bytes, int root, void* stream);
  int (*collect)(Team team, void* to, const void* from, std::size_t bytes, void* stream);
  int (*all_to_all)(Team team, void* to, const void* from, std::size_t bytes, void* stream);

  Api();
};

// Loaded at the first call, once. Throws Failure.
[[nodiscard]] const Api& api();
// Throws Failure for anything but 0; `call` is what failed.
void must(int result, const char* call);

// NVSHMEM over all ranks of the job, begun at the first call, which is collective over MPI_COMM_WORLD; the GPU to use is
// selected by then. It holds one symmetric allocation that buffers are cut from, and the stream of the collectives.
class Session {
 public:
  static Session& get();

  // A piece of the symmetric allocation. All ranks that take part in a case ask for the same in the same order, so that it lies
  // at the same place for each of them. Null where it does not fit.
  [[nodiscard]] void* take(std::size_t bytes);
  void give_back();
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }

  // Collective over the job.
  void end();

 private:
  Session();

  Stream stream_;
  char* memory_ = nullptr;
  std::size_t capacity_, used_ = 0, pieces_ = 0;
};

}  // namespace bench::nvshmem
