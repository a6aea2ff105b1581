// Collectives as the OSU Micro-Benchmarks call them: over the active set of all PEs, elements of 4 bytes.
#include <shmem.h>

#include "coll.hpp"
#include "moves.hpp"
#include "session.hpp"

namespace bench {
namespace {

using A = Arguments;

std::size_t elements(const A& a) {
  return static_cast<std::size_t>(a.count);
}
long* sync() {
  return pe::Session::get().sync();
}

int broadcast(const A& a) {
  shmem_broadcast32(a.recv, a.send, elements(a), kRoot, 0, 0, shmem_n_pes(), sync());
  return MPI_SUCCESS;
}
int collect(const A& a) {
  shmem_collect32(a.recv, a.send, elements(a), 0, 0, shmem_n_pes(), sync());
  return MPI_SUCCESS;
}
int fcollect(const A& a) {
  shmem_fcollect32(a.recv, a.send, elements(a), 0, 0, shmem_n_pes(), sync());
  return MPI_SUCCESS;
}
int alltoall(const A& a) {
  shmem_alltoall32(a.recv, a.send, elements(a), 0, 0, shmem_n_pes(), sync());
  return MPI_SUCCESS;
}
int reduce(const A& a) {
  shmem_float_sum_to_all(static_cast<float*>(a.recv), static_cast<const float*>(a.send), a.count, 0, 0, shmem_n_pes(),
                         pe::Session::get().work(), sync());
  return MPI_SUCCESS;
}

}  // namespace

// The names are those of cases behind "shmem_".
const std::vector<Coll>& colls() {
  static const std::vector<Coll> all = {
      {"broadcast", "shmem_broadcast32", Flow::kBcast, false, broadcast, false, shmem_barrier_all},
      {"collect", "shmem_collect32", Flow::kAllgather, false, collect, false, shmem_barrier_all},
      {"fcollect", "shmem_fcollect32", Flow::kAllgather, false, fcollect, false, shmem_barrier_all},
      {"alltoall", "shmem_alltoall32", Flow::kAlltoall, false, alltoall, false, shmem_barrier_all},
      {"reduce", "shmem_float_sum_to_all", Flow::kAllreduce, false, reduce, false, shmem_barrier_all},
  };
  return all;
}

Row pe::collective(Scene& scene) {
  must_be_plain(scene);
  return blocking(scene);
}

}  // namespace bench
