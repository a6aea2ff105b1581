// Neighbourhood collective communication (sections 8.6 to 8.8).
#include "core/topology/neighbor.hpp"

#include "api/collective_forms.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {

Status Neighbor_allgather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                          MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return run<core::make_neighbor_allgather>(comm, core::Data{sendbuf, sendcount, sendtype},
                                            core::Data{recvbuf, recvcount, recvtype});
}

Status Ineighbor_allgather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                           MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_neighbor_allgather>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                              core::Data{recvbuf, recvcount, recvtype});
}

Status Neighbor_allgather_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
                               void* recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info,
                               MPI_Request* request) {
  return init<core::make_neighbor_allgather>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                             core::Data{recvbuf, recvcount, recvtype});
}

Status Neighbor_allgatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                           CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm) {
  return run<core::make_neighbor_allgatherv>(comm, core::Data{sendbuf, sendcount, sendtype},
                                             core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Ineighbor_allgatherv(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                            CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm,
                            MPI_Request* request) {
  return start<core::make_neighbor_allgatherv>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                               core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Neighbor_allgatherv_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
                                void* recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype,
                                core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_neighbor_allgatherv>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                              core::Parts{recvbuf, recvcounts, displs, recvtype});
}

Status Neighbor_alltoall(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                         MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm) {
  return run<core::make_neighbor_alltoall>(comm, core::Data{sendbuf, sendcount, sendtype},
                                           core::Data{recvbuf, recvcount, recvtype});
}

Status Ineighbor_alltoall(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                          MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_neighbor_alltoall>(comm, request, core::Data{sendbuf, sendcount, sendtype},
                                             core::Data{recvbuf, recvcount, recvtype});
}

Status Neighbor_alltoall_init(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
                              MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info,
                              MPI_Request* request) {
  return init<core::make_neighbor_alltoall>(comm, info, request, core::Data{sendbuf, sendcount, sendtype},
                                            core::Data{recvbuf, recvcount, recvtype});
}

Status Neighbor_alltoallv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                          core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                          core::Datatype* recvtype, core::Comm& comm) {
  return run<core::make_neighbor_alltoallv>(comm, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                            core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Ineighbor_alltoallv(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                           core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                           core::Datatype* recvtype, core::Comm& comm, MPI_Request* request) {
  return start<core::make_neighbor_alltoallv>(comm, request, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                              core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Neighbor_alltoallv_init(Call& /*call*/, const void* sendbuf, CountArray sendcounts, DisplacementArray sdispls,
                               core::Datatype* sendtype, void* recvbuf, CountArray recvcounts, DisplacementArray rdispls,
                               core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_neighbor_alltoallv>(comm, info, request, core::Parts{sendbuf, sendcounts, sdispls, sendtype},
                                             core::Parts{recvbuf, recvcounts, rdispls, recvtype});
}

Status Neighbor_alltoallw(Call& /*call*/, const void* sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
                          const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
                          const MPI_Datatype recvtypes[], core::Comm& comm) {
  return run<core::make_neighbor_alltoallw>(comm, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                            core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Ineighbor_alltoallw(Call& /*call*/, const void* sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], core::Comm& comm, MPI_Request* request) {
  return start<core::make_neighbor_alltoallw>(comm, request, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                              core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

Status Neighbor_alltoallw_init(Call& /*call*/, const void* sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
                               const MPI_Datatype sendtypes[], void* recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
                               const MPI_Datatype recvtypes[], core::Comm& comm, core::Info* info, MPI_Request* request) {
  return init<core::make_neighbor_alltoallw>(comm, info, request, core::TypedParts{sendbuf, sendcounts, sdispls, sendtypes},
                                             core::TypedParts{recvbuf, recvcounts, rdispls, recvtypes});
}

}  // namespace penstock::api::body
