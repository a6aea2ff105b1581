// Collective communication (chapter 6).
#include <utility>

#include "api/gen/bodies.hpp"
#include "core/collective.hpp"

namespace penstock::api::body {

Status Barrier(Call& /*call*/, core::Comm& comm) {
  core::Collective made;
  PENSTOCK_TRY(core::make_barrier(comm, &made));
  return core::run(comm, std::move(made));
}

Status Ibarrier(Call& /*call*/, core::Comm& comm, MPI_Request* request) {
  core::Collective made;
  PENSTOCK_TRY(core::make_barrier(comm, &made));
  return core::start(comm, std::move(made), request);
}

Status Bcast(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm) {
  core::Collective made;
  PENSTOCK_TRY(core::make_bcast(comm, buffer, count, *datatype, root, &made));
  return core::run(comm, std::move(made));
}

Status Ibcast(Call& /*call*/, void* buffer, MPI_Count count, core::Datatype* datatype, int root, core::Comm& comm,
              MPI_Request* request) {
  core::Collective made;
  PENSTOCK_TRY(core::make_bcast(comm, buffer, count, *datatype, root, &made));
  return core::start(comm, std::move(made), request);
}

Status Allreduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                 core::Comm& comm) {
  core::Collective made;
  PENSTOCK_TRY(core::make_allreduce(comm, sendbuf, recvbuf, count, datatype, op, &made));
  return core::run(comm, std::move(made));
}

Status Iallreduce(Call& /*call*/, const void* sendbuf, void* recvbuf, MPI_Count count, core::Datatype& datatype, core::Op& op,
                  core::Comm& comm, MPI_Request* request) {
  core::Collective made;
  PENSTOCK_TRY(core::make_allreduce(comm, sendbuf, recvbuf, count, datatype, op, &made));
  return core::start(comm, std::move(made), request);
}

Status Gather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
              MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm) {
  core::Collective made;
  PENSTOCK_TRY(core::make_gather(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &made));
  return core::run(comm, std::move(made));
}

Status Igather(Call& /*call*/, const void* sendbuf, MPI_Count sendcount, core::Datatype* sendtype, void* recvbuf,
               MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request* request) {
  core::Collective made;
  PENSTOCK_TRY(core::make_gather(comm, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &made));
  return core::start(comm, std::move(made), request);
}

}  // namespace penstock::api::body
