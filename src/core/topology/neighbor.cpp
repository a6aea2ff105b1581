#include "core/topology/neighbor.hpp"

#include "coll/select/select.hpp"
#include "core/collective/call_arguments.hpp"

namespace penstock::core {
namespace {

constexpr CallShape kNeighborAllgather{"Neighbor_allgather", coll::Collective::kNeighborAllgather};
constexpr CallShape kNeighborAllgatherv{"Neighbor_allgatherv", coll::Collective::kNeighborAllgather};
constexpr CallShape kNeighborAlltoall{"Neighbor_alltoall", coll::Collective::kNeighborAlltoall};
constexpr CallShape kNeighborAlltoallv{"Neighbor_alltoallv", coll::Collective::kNeighborAlltoall};
constexpr CallShape kNeighborAlltoallw{"Neighbor_alltoallw", coll::Collective::kNeighborAlltoall};

template <typename Recv>
Status allgather(Comm& comm, const Data& send, const Recv& recv, const CallShape& shape, Collective* out) {
  CollectiveCall call(comm, out, shape);
  PENSTOCK_TRY(call.set_neighbors());
  PENSTOCK_TRY(call.send(send));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_neighbor_allgather);
}

template <typename Parts>
Status alltoall(Comm& comm, const Parts& send, const Parts& recv, const CallShape& shape, Collective* out) {
  CollectiveCall call(comm, out, shape);
  PENSTOCK_TRY(call.set_neighbors());
  PENSTOCK_TRY(call.sends(send));
  PENSTOCK_TRY(call.recvs(recv));
  return call.build(coll::build_neighbor_alltoall);
}

}  // namespace

Status make_neighbor_allgather(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  return allgather(comm, send, recv, kNeighborAllgather, out);
}

Status make_neighbor_allgatherv(Comm& comm, const Data& send, const Parts& recv, Collective* out) {
  return allgather(comm, send, recv, kNeighborAllgatherv, out);
}

Status make_neighbor_alltoall(Comm& comm, const Data& send, const Data& recv, Collective* out) {
  return alltoall(comm, send, recv, kNeighborAlltoall, out);
}

Status make_neighbor_alltoallv(Comm& comm, const Parts& send, const Parts& recv, Collective* out) {
  return alltoall(comm, send, recv, kNeighborAlltoallv, out);
}

Status make_neighbor_alltoallw(Comm& comm, const TypedParts& send, const TypedParts& recv, Collective* out) {
  return alltoall(comm, send, recv, kNeighborAlltoallw, out);
}

}  // namespace penstock::core
