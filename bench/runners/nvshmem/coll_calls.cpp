// The collectives, blocking: each is put on the stream and then waited for, as a caller has to that uses the data.
#include "coll.hpp"
#include "mpi_call.hpp"
#include "nvshmem.hpp"

namespace bench {
namespace {

using nvshmem::api;
using A = Arguments;

void* stream() {
  return nvshmem::Session::get().stream().handle();
}

int finish(int result, const char* call) {
  nvshmem::must(result, call);
  nvshmem::Session::get().stream().wait();
  return MPI_SUCCESS;
}

std::size_t count_of(const A& a) {
  return static_cast<std::size_t>(a.count);
}
float* floats(void* buffer) {
  return static_cast<float*>(buffer);
}
const float* floats(const void* buffer) {
  return static_cast<const float*>(buffer);
}

int barrier(const A&) {
  api().barrier_all(stream());
  return finish(0, "nvshmemx_barrier_all_on_stream");
}
int allreduce(const A& a) {
  return finish(api().float_sum(floats(a.recv), floats(a.send), count_of(a), stream()), "nvshmemx_float_sum_reduce_on_stream");
}
int reduce_scatter_block(const A& a) {
  if (api().float_sum_scatter == nullptr) throw Unsupported("this library has no such operation");
  return finish(api().float_sum_scatter(floats(a.recv), floats(a.send), static_cast<std::size_t>(a.parts[0]), stream()),
                "nvshmemx_float_sum_reducescatter_on_stream");
}
int bcast(const A& a) {
  return finish(api().broadcast(a.recv, a.recv, count_of(a), kRoot, stream()), "nvshmemx_broadcastmem_on_stream");
}
int allgather(const A& a) {
  return finish(api().collect(a.recv, a.send, count_of(a), stream()), "nvshmemx_fcollectmem_on_stream");
}
int alltoall(const A& a) {
  return finish(api().all_to_all(a.recv, a.send, count_of(a), stream()), "nvshmemx_alltoallmem_on_stream");
}

}  // namespace

const std::vector<Coll>& colls() {
  static const std::vector<Coll> all = {
      {"barrier", "nvshmemx_barrier_all_on_stream", Flow::kNone, false, barrier},
      {"allreduce", "nvshmemx_float_sum_reduce_on_stream", Flow::kAllreduce, false, allreduce},
      {"reduce_scatter_block", "nvshmemx_float_sum_reducescatter_on_stream", Flow::kScatterSum, true, reduce_scatter_block},
      {"bcast", "nvshmemx_broadcastmem_on_stream", Flow::kBcast, false, bcast},
      {"allgather", "nvshmemx_fcollectmem_on_stream", Flow::kAllgather, false, allgather},
      {"alltoall", "nvshmemx_alltoallmem_on_stream", Flow::kAlltoall, false, alltoall},
  };
  return all;
}

}  // namespace bench
