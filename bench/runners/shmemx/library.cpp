// The OpenSHMEM of this project in GPU or host memory, by the routines of shmemx.h that have NVSHMEM's names.
#include <shmem.h>
#include <shmemx.h>

#include <cstdlib>

#include "case.hpp"
#include "mpi_call.hpp"
#include "nvshmem/nvshmem.hpp"

namespace bench::nvshmem {
namespace {

shmemx_stream_t lane(void* stream) {
  return static_cast<shmemx_stream_t>(stream);
}

std::string name() {
  char text[SHMEM_MAX_NAME_LEN] = "";
  shmem_info_get_name(text);
  return std::string(text) + " (OpenSHMEM on streams)";
}

void begin(int rank, int /*ranks*/, std::size_t /*heap*/) {
  shmem_init();
  if (shmem_my_pe() != rank) throw Failure("rank " + std::to_string(rank) + " is PE " + std::to_string(shmem_my_pe()));
}

int float_sum(float* to, const float* from, std::size_t count, void* stream) {
  return shmemx_float_sum_reduce_on_stream(SHMEM_TEAM_WORLD, to, from, count, lane(stream));
}
int broadcast(void* to, const void* from, std::size_t bytes, int root, void* stream) {
  return shmemx_broadcastmem_on_stream(SHMEM_TEAM_WORLD, to, from, bytes, root, lane(stream));
}
int collect(void* to, const void* from, std::size_t bytes, void* stream) {
  return shmemx_fcollectmem_on_stream(SHMEM_TEAM_WORLD, to, from, bytes, lane(stream));
}
int all_to_all(void* to, const void* from, std::size_t bytes, void* stream) {
  return shmemx_alltoallmem_on_stream(SHMEM_TEAM_WORLD, to, from, bytes, lane(stream));
}
void barrier_all(void* stream) {
  shmemx_barrier_all_on_stream(lane(stream));
}
void put_signal(void* to, const void* from, std::size_t bytes, std::uint64_t* signal, std::uint64_t value, int rank,
                void* stream) {
  shmemx_putmem_signal_on_stream(to, from, bytes, signal, value, SHMEM_SIGNAL_SET, rank, lane(stream));
}
void wait_signal(std::uint64_t* signal, std::uint64_t value, void* stream) {
  shmemx_signal_wait_until_on_stream(signal, SHMEM_CMP_GE, value, lane(stream));
}

}  // namespace

const Api& api() {
  static const Api table = {.name = name,
                            .begin = begin,
                            .end = shmem_finalize,
                            .allocate = shmemx_malloc_device,
                            .allocate_host = shmem_malloc,
                            .free = shmem_free,
                            .put = shmem_putmem,
                            .get = shmem_getmem,
                            .put_nbi = shmem_putmem_nbi,
                            .get_nbi = shmem_getmem_nbi,
                            .quiet = shmem_quiet,
                            .barrier_all = barrier_all,
                            .float_sum = float_sum,
                            .float_sum_scatter = nullptr,
                            .broadcast = broadcast,
                            .collect = collect,
                            .all_to_all = all_to_all,
                            .put_signal = put_signal,
                            .wait_signal = wait_signal};
  return table;
}

}  // namespace bench::nvshmem
