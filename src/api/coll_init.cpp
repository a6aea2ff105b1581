// Persistent collective communication (section 6.13).
#include "api/collective_forms.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {

Status Barrier_init(Call& /*call*/, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_barrier>(comm, info, request);
}

Status Bcast_init(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm,
                  core::Info* info, MPI_Request* request) {
  return init<core::make_bcast>(comm, info, request, core::Data{buffer, count, datatype}, root);
}

Status Gather_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                   MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, core::Info* info,
                   MPI_Request* request) {
  return init<core::make_gather>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                 core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Gatherv_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                    CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root, core::Comm& comm,
                    core::Info* info, MPI_Request* request) {
  return init<core::make_gatherv>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                  core::Parts{recvbuf, recvcounts, displs, recvtype}, root);
}

Status Scatter_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                    MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, core::Info* info,
                    MPI_Request* request) {
  return init<core::make_scatter>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                  core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Scatterv_init(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray displs,
                     core::Datatype* sendtype, void* recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root,
                     core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_scatterv>(comm, info, request, core::Parts{sendbuf, sendcounts, displs, sendtype},
                                   core::Data{recvbuf, recvcount, recvtype}, root);
}

Status Allgather_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                      MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_allgather>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                    core::Data{recvbuf, recvcount, recvtype});
}

Status Allgatherv_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                       CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm,
                       core::Info* info, MPI_Request* request) {
  return init<core::make_allgatherv>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                     core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Alltoall_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                     MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_alltoall>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                   core::Data{recvbuf, recvcount, recvtype});
}

Status Alltoallv_init(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                      core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                      core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_alltoallv>(comm, info, request, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                    core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Alltoallw_init(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                      const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                      const MPI_Datatype recvtypes[], core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_alltoallw>(comm, info, request, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                    core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Reduce_init(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype* datatype, core::Op& op,
                   int root, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_reduce>(comm, info, request, core::Operands{sendbuf, recvbuf, count, datatype}, op, root);
}

Status Allreduce_init(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype,
                      core::Op& op, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_allreduce>(comm, info, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Reduce_scatter_block_init(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                 core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info,
                                 MPI_Request* request) {
  return init<core::make_reduce_scatter_block>(comm, info, request, core::Operands{sendbuf, recvbuf, recvcount, &datatype}, op);
}

Status Reduce_scatter_init(Call& /*call*/, const void* sendbuf, void* recvbuf, CountArray recvcounts, core::Datatype& datatype,
                           core::Op& op, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_reduce_scatter>(comm, info, request, core::Operands{sendbuf, recvbuf, 0, &datatype}, recvcounts, op);
}

Status Scan_init(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                 core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_scan>(comm, info, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

Status Exscan_init(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                   core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_exscan>(comm, info, request, core::Operands{sendbuf, recvbuf, count, &datatype}, op);
}

}  // namespace penstock::api::body
