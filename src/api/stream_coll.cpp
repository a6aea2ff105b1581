// Collectives on streams: one mechanism over the makers of all forms.
#include <utility>

#include "api/gen/bodies.hpp"
#include "core/collective/collective.hpp"
#include "core/stream/enqueue.hpp"
#include "core/stream/team.hpp"

namespace penstock::api::body {
namespace {

// The stream is marked before the maker runs, so that a failure of the maker leaves
// nothing on the stream that anybody waits for.
template <auto kMake, typename... Arguments>
Status enqueue_in(core::StreamTurn& turn, core::Comm& comm, const Arguments&... arguments) {
  core::Comm* on = nullptr;
  auto form = core::CallForm::kEnqueued;
  PENSTOCK_TRY(core::mark_collective(comm, &turn, &on, &form));
  core::Collective made({form, nullptr});
  Status status = kMake(*on, arguments..., &made);
  if (!status.is_ok()) return core::refuse(*on, std::move(made), std::move(status));
  return core::enqueue_collective(comm, &turn, std::move(made));
}

template <auto kMake, typename... Arguments>
Status enqueue(core::Comm& comm, const Arguments&... arguments) {
  core::StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  return enqueue_in<kMake>(turn, comm, arguments...);
}

// Enqueues in the same way a collective that may run from GPU to GPU.
template <auto kMake, auto kOnDevice, typename... Arguments>
Status enqueue_short(core::Comm& comm, const Arguments&... arguments) {
  core::StreamTurn turn;
  PENSTOCK_TRY(turn.open(comm));
  Status status;
  if (kOnDevice(comm, turn, arguments..., &status)) return status;
  return enqueue_in<kMake>(turn, comm, arguments...);
}

}  // namespace

Status Barrier_enqueue(Call& /*call*/, core::Comm& comm) {
  return enqueue_short<core::make_barrier, core::barrier_on_device>(comm);
}

Status Bcast_enqueue(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm) {
  return enqueue<core::make_bcast>(comm, core::Data{buffer, count, datatype}, root);
}

Status Gather_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                      MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  return enqueue<core::make_gather>(comm, core::Data{sendbuf, sendcount, sendtype}, core::Data{recvbuf, recvcount, recvtype},
                                    root);
}

Status Gatherv_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                       CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root, core::Comm& comm) {
  return enqueue<core::make_gatherv>(comm, core::Data{sendbuf, sendcount, sendtype},
                                     core::Parts{recvbuf, recvcounts, displs, recvtype}, root);
}

Status Scatter_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                       MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  return enqueue<core::make_scatter>(comm, core::Data{sendbuf, sendcount, sendtype}, core::Data{recvbuf, recvcount, recvtype},
                                     root);
}

Status Scatterv_enqueue(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray displs,
                        core::Datatype* sendtype, void* recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root,
                        core::Comm& comm) {
  return enqueue<core::make_scatterv>(comm, core::Parts{sendbuf, sendcounts, displs, sendtype},
                                      core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Allgather_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                         MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return enqueue<core::make_allgather>(comm, core::Data{sendbuf, sendcount, sendtype},
                                       core::Data{recvbuf, recvcount, recvtype});
}

Status Allgatherv_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                          CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm) {
  return enqueue<core::make_allgatherv>(comm, core::Data{sendbuf, sendcount, sendtype},
                                        core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Alltoall_enqueue(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                        MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return enqueue<core::make_alltoall>(comm, core::Data{sendbuf, sendcount, sendtype}, core::Data{recvbuf, recvcount, recvtype});
}

Status Alltoallv_enqueue(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                         core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                         core::Datatype* recvtype, core::Comm& comm) {
  return enqueue<core::make_alltoallv>(comm, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                       core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Alltoallw_enqueue(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                         const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                         const MPI_Datatype recvtypes[], core::Comm& comm) {
  return enqueue<core::make_alltoallw>(comm, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                       core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Reduce_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype* datatype,
                      core::Op& op, int root, core::Comm& comm) {
  return enqueue_short<core::make_reduce, core::reduce_on_device>(comm, core::Operands{sendbuf, recvbuf, count, datatype}, op,
                                                                  root);
}

Status Allreduce_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype,
                         core::Op& op, core::Comm& comm) {
  return enqueue_short<core::make_allreduce, core::allreduce_on_device>(comm,
                                                                        core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Reduce_scatter_block_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                    core::Datatype& datatype, core::Op& op, core::Comm& comm) {
  return enqueue<core::make_reduce_scatter_block>(comm, core::Operands{sendbuf, recvbuf, recvcount, &datatype}, op);
}

Status Reduce_scatter_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, CountArray recvcounts,
                              core::Datatype& datatype, core::Op& op, core::Comm& comm) {
  return enqueue<core::make_reduce_scatter>(comm, core::Operands{sendbuf, recvbuf, 0, &datatype}, recvcounts, op);
}

Status Scan_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                    core::Comm& comm) {
  return enqueue<core::make_scan>(comm, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Exscan_enqueue(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype,
                      core::Op& op, core::Comm& comm) {
  return enqueue<core::make_exscan>(comm, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

}  // namespace penstock::api::body
