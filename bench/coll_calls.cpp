#include "coll.hpp"

namespace bench {
namespace {

using A = Arguments;

// Persistent collectives came with MPI 4.0; libraries before it have none.
#if MPI_VERSION >= 4
#define BENCH_INIT(name) MPI_##name##_init
#else
#define BENCH_INIT(name) [](auto...) { return MPI_ERR_UNSUPPORTED_OPERATION; }
#endif

template <typename Blocking, typename Immediate, typename Init, typename... Values>
int one_of(const A& a, Blocking blocking, Immediate immediate, Init init, Values... values) {
  if (a.make) return init(values..., MPI_INFO_NULL, a.request);
  return a.request != nullptr ? immediate(values..., a.request) : blocking(values...);
}

int barrier(const A& a) {
  return one_of(a, MPI_Barrier, MPI_Ibarrier, BENCH_INIT(Barrier), a.comm);
}
int bcast(const A& a) {
  return one_of(a, MPI_Bcast, MPI_Ibcast, BENCH_INIT(Bcast), a.recv, a.count, a.type, kRoot, a.comm);
}
int gather(const A& a) {
  return one_of(a, MPI_Gather, MPI_Igather, BENCH_INIT(Gather), a.send, a.count, a.type, a.recv, a.count, a.type, kRoot,
                a.comm);
}
int gatherv(const A& a) {
  return one_of(a, MPI_Gatherv, MPI_Igatherv, BENCH_INIT(Gatherv), a.send, a.count, a.type, a.recv, a.counts.data(),
                a.places.data(), a.type, kRoot, a.comm);
}
int scatter(const A& a) {
  return one_of(a, MPI_Scatter, MPI_Iscatter, BENCH_INIT(Scatter), a.send, a.count, a.type, a.recv, a.count, a.type, kRoot,
                a.comm);
}
int scatterv(const A& a) {
  return one_of(a, MPI_Scatterv, MPI_Iscatterv, BENCH_INIT(Scatterv), a.send, a.counts.data(), a.places.data(), a.type, a.recv,
                a.count, a.type, kRoot, a.comm);
}
int allgather(const A& a) {
  return one_of(a, MPI_Allgather, MPI_Iallgather, BENCH_INIT(Allgather), a.send, a.count, a.type, a.recv, a.count, a.type,
                a.comm);
}
int allgatherv(const A& a) {
  return one_of(a, MPI_Allgatherv, MPI_Iallgatherv, BENCH_INIT(Allgatherv), a.send, a.count, a.type, a.recv, a.counts.data(),
                a.places.data(), a.type, a.comm);
}
int alltoall(const A& a) {
  return one_of(a, MPI_Alltoall, MPI_Ialltoall, BENCH_INIT(Alltoall), a.send, a.count, a.type, a.recv, a.count, a.type, a.comm);
}
int alltoallv(const A& a) {
  return one_of(a, MPI_Alltoallv, MPI_Ialltoallv, BENCH_INIT(Alltoallv), a.send, a.counts.data(), a.places.data(), a.type,
                a.recv, a.counts.data(), a.places.data(), a.type, a.comm);
}
int alltoallw(const A& a) {
  return one_of(a, MPI_Alltoallw, MPI_Ialltoallw, BENCH_INIT(Alltoallw), a.send, a.counts.data(), a.byte_places.data(),
                a.types.data(), a.recv, a.counts.data(), a.byte_places.data(), a.types.data(), a.comm);
}
int reduce(const A& a) {
  return one_of(a, MPI_Reduce, MPI_Ireduce, BENCH_INIT(Reduce), a.send, a.recv, a.count, a.type, MPI_SUM, kRoot, a.comm);
}
int allreduce(const A& a) {
  return one_of(a, MPI_Allreduce, MPI_Iallreduce, BENCH_INIT(Allreduce), a.send, a.recv, a.count, a.type, MPI_SUM, a.comm);
}
int reduce_scatter(const A& a) {
  return one_of(a, MPI_Reduce_scatter, MPI_Ireduce_scatter, BENCH_INIT(Reduce_scatter), a.send, a.recv, a.parts.data(), a.type,
                MPI_SUM, a.comm);
}
int reduce_scatter_block(const A& a) {
  return one_of(a, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, BENCH_INIT(Reduce_scatter_block), a.send, a.recv,
                a.parts[0], a.type, MPI_SUM, a.comm);
}
int scan(const A& a) {
  return one_of(a, MPI_Scan, MPI_Iscan, BENCH_INIT(Scan), a.send, a.recv, a.count, a.type, MPI_SUM, a.comm);
}
int exscan(const A& a) {
  return one_of(a, MPI_Exscan, MPI_Iexscan, BENCH_INIT(Exscan), a.send, a.recv, a.count, a.type, MPI_SUM, a.comm);
}

}  // namespace

const std::vector<Coll>& colls() {
  static const std::vector<Coll> rows = {
      {"barrier", "MPI_Barrier", Flow::kNone, false, barrier},
      {"bcast", "MPI_Bcast", Flow::kBcast, false, bcast},
      {"reduce", "MPI_Reduce", Flow::kReduce, false, reduce},
      {"allreduce", "MPI_Allreduce", Flow::kAllreduce, false, allreduce},
      {"gather", "MPI_Gather", Flow::kGather, false, gather},
      {"gatherv", "MPI_Gatherv", Flow::kGather, false, gatherv, true},
      {"scatter", "MPI_Scatter", Flow::kScatter, false, scatter},
      {"scatterv", "MPI_Scatterv", Flow::kScatter, false, scatterv, true},
      {"allgather", "MPI_Allgather", Flow::kAllgather, false, allgather},
      {"allgatherv", "MPI_Allgatherv", Flow::kAllgather, false, allgatherv, true},
      {"alltoall", "MPI_Alltoall", Flow::kAlltoall, false, alltoall},
      {"alltoallv", "MPI_Alltoallv", Flow::kAlltoall, false, alltoallv, true},
      {"alltoallw", "MPI_Alltoallw", Flow::kAlltoall, false, alltoallw, true},
      {"reduce_scatter", "MPI_Reduce_scatter", Flow::kScatterSum, false, reduce_scatter},
      {"reduce_scatter_block", "MPI_Reduce_scatter_block", Flow::kScatterSum, true, reduce_scatter_block},
      {"scan", "MPI_Scan", Flow::kScan, false, scan},
      {"exscan", "MPI_Exscan", Flow::kExscan, false, exscan},
  };
  return rows;
}

#undef BENCH_INIT

}  // namespace bench
