// Collective communication (chapter 6).
#include "api/collective_forms.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {

Status Barrier(Call& /*call*/, core::Comm& comm) {
  return run_short<core::make_barrier, core::barrier_at_once>(comm);
}

Status Ibarrier(Call& /*call*/, core::Comm& comm, MPI_Request* request) {
  return start<core::make_barrier>(comm, request);
}

Status Bcast(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm) {
  return run_short<core::make_bcast, core::bcast_at_once>(comm, core::Data{buffer, count, datatype}, root);
}

Status Ibcast(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm,
              MPI_Request* request) {
  return start<core::make_bcast>(comm, request, core::Data{buffer, count, datatype}, root);
}

Status Gather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
              MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  return run_short<core::make_gather, core::gather_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                            core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Igather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
               MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request* request) {
  return start<core::make_gather>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                  core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Gatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
               CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root, core::Comm& comm) {
  return run_short<core::make_gatherv, core::gatherv_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                              core::Parts{recvbuf, recvcounts, displs, recvtype}, root);
}

Status Igatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root, core::Comm& comm,
                MPI_Request* request) {
  return start<core::make_gatherv>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                   core::Parts{recvbuf, recvcounts, displs, recvtype}, root);
}

Status Scatter(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
               MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  return run_short<core::make_scatter, core::scatter_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                              core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Iscatter(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request* request) {
  return start<core::make_scatter>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                   core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Scatterv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray displs, core::Datatype* sendtype,
                void* recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  return run_short<core::make_scatterv, core::scatterv_at_once>(comm, core::Parts{sendbuf, sendcounts, displs, sendtype},
                                                                core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Iscatterv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray displs, core::Datatype* sendtype,
                 void* recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm,
                 MPI_Request* request) {
  return start<core::make_scatterv>(comm, request, core::Parts{sendbuf, sendcounts, displs, sendtype},
                                    core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Allgather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                 MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return run_short<core::make_allgather, core::allgather_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                                  core::Data{recvbuf, recvcount, recvtype});
}

Status Iallgather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                  MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_allgather>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                     core::Data{recvbuf, recvcount, recvtype});
}

Status Allgatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                  CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm) {
  return run_short<core::make_allgatherv, core::allgatherv_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                                    core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Iallgatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                   CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm,
                   MPI_Request* request) {
  return start<core::make_allgatherv>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                      core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Alltoall(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return run_short<core::make_alltoall, core::alltoall_at_once>(comm, core::Data{sendbuf, sendcount, sendtype},
                                                                core::Data{recvbuf, recvcount, recvtype});
}

Status Ialltoall(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                 MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_alltoall>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                    core::Data{recvbuf, recvcount, recvtype});
}

Status Alltoallv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                 core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                 core::Datatype* recvtype, core::Comm& comm) {
  return run_short<core::make_alltoallv, core::alltoallv_at_once>(comm, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                                                  core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Ialltoallv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                  core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                  core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_alltoallv>(comm, request, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                     core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Alltoallw(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                 const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                 const MPI_Datatype recvtypes[], core::Comm& comm) {
  return run_short<core::make_alltoallw, core::alltoallw_at_once>(comm,
                                                                  core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                                                  core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Ialltoallw(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                  const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                  const MPI_Datatype recvtypes[], core::Comm& comm, MPI_Request* request) {
  return start<core::make_alltoallw>(comm, request, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                     core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Reduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype* datatype, core::Op& op,
              int root, core::Comm& comm) {
  return run_short<core::make_reduce, core::reduce_at_once>(comm, core::Operands{sendbuf, recvbuf, count, datatype}, op, root);
}

Status Ireduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype* datatype, core::Op& op,
               int root, core::Comm& comm, MPI_Request* request) {
  return start<core::make_reduce>(comm, request, core::Operands{sendbuf, recvbuf, count, datatype}, op, root);
}

Status Allreduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                 core::Comm& comm) {
  return run_short<core::make_allreduce, core::allreduce_at_once>(comm, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Iallreduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                  core::Comm& comm, MPI_Request* request) {
  return start<core::make_allreduce>(comm, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Reduce_scatter_block(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count recvcount, core::Datatype& datatype,
                            core::Op& op, core::Comm& comm) {
  return run_short<core::make_reduce_scatter_block, core::reduce_scatter_block_at_once>(
      comm, core::Operands{sendbuf, recvbuf, recvcount, &datatype}, op);
}

Status Ireduce_scatter_block(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count recvcount, core::Datatype& datatype,
                             core::Op& op, core::Comm& comm, MPI_Request* request) {
  return start<core::make_reduce_scatter_block>(comm, request, core::Operands{sendbuf, recvbuf, recvcount, &datatype}, op);
}

Status Reduce_scatter(Call& /*call*/, const void* sendbuf, void* recvbuf, CountArray recvcounts, core::Datatype& datatype,
                      core::Op& op, core::Comm& comm) {
  return run_short<core::make_reduce_scatter, core::reduce_scatter_at_once>(
      comm, core::Operands{sendbuf, recvbuf, 0, &datatype}, recvcounts, op);
}

Status Ireduce_scatter(Call& /*call*/, const void* sendbuf, void* recvbuf, CountArray recvcounts, core::Datatype& datatype,
                       core::Op& op, core::Comm& comm, MPI_Request* request) {
  return start<core::make_reduce_scatter>(comm, request, core::Operands{sendbuf, recvbuf, 0, &datatype}, recvcounts, op);
}

Status Scan(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
            core::Comm& comm) {
  return run_short<core::make_scan, core::scan_at_once>(comm, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Iscan(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
             core::Comm& comm, MPI_Request* request) {
  return start<core::make_scan>(comm, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Exscan(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
              core::Comm& comm) {
  return run_short<core::make_exscan, core::exscan_at_once>(comm, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Iexscan(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
               core::Comm& comm, MPI_Request* request) {
  return start<core::make_exscan>(comm, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

}  // namespace penstock::api::body
