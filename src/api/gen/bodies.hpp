// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// What each implemented function does, once its arguments are checked and its handles resolved.
// A datatype that comes as a pointer is null where this rank's call does not look at it.
// src/api/README.md tells the rest.
#pragma once

#include "api/call.hpp"
#include "api/types.hpp"
#include "core/process/lookup.hpp"
#include "mpix_device.h"
#include "mpix_stream.h"

namespace penstock::api::body {

[[nodiscard]] Status Abi_get_fortran_booleans(Call& call, int logical_size, void *logical_true, void *logical_false,
    int *is_set);
[[nodiscard]] Status Abi_get_fortran_info(Call& call, MPI_Info *info);
[[nodiscard]] Status Abi_get_info(Call& call, MPI_Info *info);
[[nodiscard]] Status Abi_get_version(Call& call, int *abi_major, int *abi_minor);
[[nodiscard]] Status Abi_set_fortran_booleans(Call& call, int logical_size, void *logical_true, void *logical_false);
[[nodiscard]] Status Abi_set_fortran_info(Call& call, core::Info* info);
[[nodiscard]] Status Abort(Call& call, core::Comm& comm, int errorcode);
[[nodiscard]] Status Add_error_class(Call& call, int *errorclass);
[[nodiscard]] Status Add_error_code(Call& call, int errorclass, int *errorcode);
[[nodiscard]] Status Add_error_string(Call& call, int errorcode, const char *string);
[[nodiscard]] Status Alloc_mem(Call& call, MPI_Aint size, core::Info* info, void *baseptr);
[[nodiscard]] Status Error_class(Call& call, int errorcode, int *errorclass);
[[nodiscard]] Status Error_string(Call& call, int errorcode, char *string, int *resultlen);
[[nodiscard]] Status Finalize(Call& call);
[[nodiscard]] Status Finalized(Call& call, int *flag);
[[nodiscard]] Status Free_mem(Call& call, void *base);
[[nodiscard]] Status Get_address(Call& call, const void *location, MPI_Aint *address);
[[nodiscard]] Status Get_library_version(Call& call, char *version, int *resultlen);
[[nodiscard]] Status Get_processor_name(Call& call, char *name, int *resultlen);
[[nodiscard]] Status Get_version(Call& call, int *version, int *subversion);
[[nodiscard]] Status Init(Call& call, int *argc, char ***argv);
[[nodiscard]] Status Init_thread(Call& call, int *argc, char ***argv, int required, int *provided);
[[nodiscard]] Status Initialized(Call& call, int *flag);
[[nodiscard]] Status Is_thread_main(Call& call, int *flag);
[[nodiscard]] Status Query_thread(Call& call, int *provided);
[[nodiscard]] Status Remove_error_class(Call& call, int errorclass);
[[nodiscard]] Status Remove_error_code(Call& call, int errorcode);
[[nodiscard]] Status Remove_error_string(Call& call, int errorcode);
[[nodiscard]] Status Bsend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Bsend_init(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Buffer_attach(Call& call, void *buffer, MPI_Count size);
[[nodiscard]] Status Buffer_detach(Call& call, void *buffer_addr, CountOut size);
[[nodiscard]] Status Buffer_flush(Call& call);
[[nodiscard]] Status Buffer_iflush(Call& call, MPI_Request *request);
[[nodiscard]] Status Cancel(Call& call, MPI_Request *request);
[[nodiscard]] Status Comm_attach_buffer(Call& call, core::Comm& comm, void *buffer, MPI_Count size);
[[nodiscard]] Status Comm_detach_buffer(Call& call, core::Comm& comm, void *buffer_addr, CountOut size);
[[nodiscard]] Status Comm_flush_buffer(Call& call, core::Comm& comm);
[[nodiscard]] Status Comm_iflush_buffer(Call& call, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Get_count(Call& call, const MPI_Status *status, core::Datatype& datatype, CountOut count);
[[nodiscard]] Status Get_elements(Call& call, const MPI_Status *status, core::Datatype& datatype, CountOut count);
[[nodiscard]] Status Get_elements_x(Call& call, const MPI_Status *status, core::Datatype& datatype, MPI_Count *count);
[[nodiscard]] Status Grequest_complete(Call& call, MPI_Request request);
[[nodiscard]] Status Grequest_start(Call& call, MPI_Grequest_query_function *query_fn,
    MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
    MPI_Request *request);
[[nodiscard]] Status Ibsend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Improbe(Call& call, int source, int tag, core::Comm& comm, int *flag, MPI_Message *message,
    MPI_Status *status);
[[nodiscard]] Status Imrecv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, MPI_Message *message,
    MPI_Request *request);
[[nodiscard]] Status Iprobe(Call& call, int source, int tag, core::Comm& comm, int *flag, MPI_Status *status);
[[nodiscard]] Status Irecv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Irsend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Isend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Isendrecv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype& sendtype,
    int dest, int sendtag, void *recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Isendrecv_replace(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int sendtag, int source, int recvtag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Issend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Mprobe(Call& call, int source, int tag, core::Comm& comm, MPI_Message *message,
    MPI_Status *status);
[[nodiscard]] Status Mrecv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, MPI_Message *message,
    MPI_Status *status);
[[nodiscard]] Status Parrived(Call& call, MPI_Request request, int partition, int *flag);
[[nodiscard]] Status Pready(Call& call, int partition, MPI_Request request);
[[nodiscard]] Status Pready_list(Call& call, int length, const int array_of_partitions[], MPI_Request request);
[[nodiscard]] Status Pready_range(Call& call, int partition_low, int partition_high, MPI_Request request);
[[nodiscard]] Status Precv_init(Call& call, void *buf, int partitions, MPI_Count count, core::Datatype& datatype,
    int source, int tag, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Probe(Call& call, int source, int tag, core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Psend_init(Call& call, const void *buf, int partitions, MPI_Count count, core::Datatype& datatype,
    int dest, int tag, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Recv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
    core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Recv_init(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Request_free(Call& call, MPI_Request *request);
[[nodiscard]] Status Request_get_status(Call& call, MPI_Request request, int *flag, MPI_Status *status);
[[nodiscard]] Status Request_get_status_all(Call& call, int count, const MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]);
[[nodiscard]] Status Request_get_status_any(Call& call, int count, const MPI_Request array_of_requests[], int *index,
    int *flag, MPI_Status *status);
[[nodiscard]] Status Request_get_status_some(Call& call, int incount, const MPI_Request array_of_requests[],
    int *outcount, int array_of_indices[], MPI_Status array_of_statuses[]);
[[nodiscard]] Status Rsend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Rsend_init(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Send(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Send_init(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Sendrecv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag,
    core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Sendrecv_replace(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int sendtag, int source, int recvtag, core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Ssend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Ssend_init(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Start(Call& call, MPI_Request *request);
[[nodiscard]] Status Startall(Call& call, int count, MPI_Request array_of_requests[]);
[[nodiscard]] Status Status_get_error(Call& call, const MPI_Status *status, int *err);
[[nodiscard]] Status Status_get_source(Call& call, const MPI_Status *status, int *source);
[[nodiscard]] Status Status_get_tag(Call& call, const MPI_Status *status, int *tag);
[[nodiscard]] Status Status_set_cancelled(Call& call, MPI_Status *status, int flag);
[[nodiscard]] Status Status_set_elements(Call& call, MPI_Status *status, core::Datatype& datatype, MPI_Count count);
[[nodiscard]] Status Status_set_elements_x(Call& call, MPI_Status *status, core::Datatype& datatype, MPI_Count count);
[[nodiscard]] Status Status_set_error(Call& call, MPI_Status *status, int err);
[[nodiscard]] Status Status_set_source(Call& call, MPI_Status *status, int source);
[[nodiscard]] Status Status_set_tag(Call& call, MPI_Status *status, int tag);
[[nodiscard]] Status Test(Call& call, MPI_Request *request, int *flag, MPI_Status *status);
[[nodiscard]] Status Test_cancelled(Call& call, const MPI_Status *status, int *flag);
[[nodiscard]] Status Testall(Call& call, int count, MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]);
[[nodiscard]] Status Testany(Call& call, int count, MPI_Request array_of_requests[], int *index, int *flag,
    MPI_Status *status);
[[nodiscard]] Status Testsome(Call& call, int incount, MPI_Request array_of_requests[], int *outcount,
    int array_of_indices[], MPI_Status array_of_statuses[]);
[[nodiscard]] Status Wait(Call& call, MPI_Request *request, MPI_Status *status);
[[nodiscard]] Status Waitall(Call& call, int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
[[nodiscard]] Status Waitany(Call& call, int count, MPI_Request array_of_requests[], int *index, MPI_Status *status);
[[nodiscard]] Status Waitsome(Call& call, int incount, MPI_Request array_of_requests[], int *outcount,
    int array_of_indices[], MPI_Status array_of_statuses[]);
[[nodiscard]] Status Allgather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Allgather_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info,
    MPI_Request *request);
[[nodiscard]] Status Allgatherv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Allgatherv_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm,
    core::Info* info, MPI_Request *request);
[[nodiscard]] Status Allreduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Allreduce_init(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Alltoall(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Alltoall_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, core::Info* info,
    MPI_Request *request);
[[nodiscard]] Status Alltoallv(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Alltoallv_init(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Alltoallw(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], core::Comm& comm);
[[nodiscard]] Status Alltoallw_init(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Barrier(Call& call, core::Comm& comm);
[[nodiscard]] Status Barrier_init(Call& call, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Bcast(Call& call, void *buffer, MPI_Count count, core::Datatype* datatype, int root,
    core::Comm& comm);
[[nodiscard]] Status Bcast_init(Call& call, void *buffer, MPI_Count count, core::Datatype* datatype, int root,
    core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Exscan(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype& datatype,
    core::Op& op, core::Comm& comm);
[[nodiscard]] Status Exscan_init(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Gather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Gather_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, core::Info* info,
    MPI_Request *request);
[[nodiscard]] Status Gatherv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root,
    core::Comm& comm);
[[nodiscard]] Status Gatherv_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root,
    core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Iallgather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Iallgatherv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm,
    MPI_Request *request);
[[nodiscard]] Status Iallreduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ialltoall(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ialltoallv(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    core::Datatype* recvtype, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ialltoallw(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ibarrier(Call& call, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ibcast(Call& call, void *buffer, MPI_Count count, core::Datatype* datatype, int root,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Iexscan(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype& datatype,
    core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Igather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Igatherv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ireduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype* datatype,
    core::Op& op, int root, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ireduce_scatter(Call& call, const void *sendbuf, void *recvbuf, CountArray recvcounts,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ireduce_scatter_block(Call& call, const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Iscan(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype& datatype,
    core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Iscatter(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Iscatterv(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm,
    MPI_Request *request);
[[nodiscard]] Status Op_commutative(Call& call, core::Op& op, int *commute);
[[nodiscard]] Status Op_create(Call& call, EitherFunction<MPI_User_function, MPI_User_function_c> user_fn, int commute,
    MPI_Op *op);
[[nodiscard]] Status Op_free(Call& call, MPI_Op *op);
[[nodiscard]] Status Reduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype* datatype,
    core::Op& op, int root, core::Comm& comm);
[[nodiscard]] Status Reduce_init(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype* datatype, core::Op& op, int root, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Reduce_local(Call& call, const void *inbuf, void *inoutbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op);
[[nodiscard]] Status Reduce_scatter(Call& call, const void *sendbuf, void *recvbuf, CountArray recvcounts,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Reduce_scatter_block(Call& call, const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Reduce_scatter_block_init(Call& call, const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Reduce_scatter_init(Call& call, const void *sendbuf, void *recvbuf, CountArray recvcounts,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Scan(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count, core::Datatype& datatype,
    core::Op& op, core::Comm& comm);
[[nodiscard]] Status Scan_init(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Scatter(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Scatter_init(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, core::Info* info,
    MPI_Request *request);
[[nodiscard]] Status Scatterv(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Scatterv_init(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm,
    core::Info* info, MPI_Request *request);
[[nodiscard]] Status Cart_coords(Call& call, core::Comm& comm, int rank, int maxdims, int coords[]);
[[nodiscard]] Status Cart_create(Call& call, core::Comm& comm_old, int ndims, const int dims[], const int periods[],
    int reorder, MPI_Comm *comm_cart);
[[nodiscard]] Status Cart_get(Call& call, core::Comm& comm, int maxdims, int dims[], int periods[], int coords[]);
[[nodiscard]] Status Cart_map(Call& call, core::Comm& comm, int ndims, const int dims[], const int periods[],
    int *newrank);
[[nodiscard]] Status Cart_rank(Call& call, core::Comm& comm, const int coords[], int *rank);
[[nodiscard]] Status Cart_shift(Call& call, core::Comm& comm, int direction, int disp, int *rank_source,
    int *rank_dest);
[[nodiscard]] Status Cart_sub(Call& call, core::Comm& comm, const int remain_dims[], MPI_Comm *newcomm);
[[nodiscard]] Status Cartdim_get(Call& call, core::Comm& comm, int *ndims);
[[nodiscard]] Status Dims_create(Call& call, int nnodes, int ndims, int dims[]);
[[nodiscard]] Status Dist_graph_create(Call& call, core::Comm& comm_old, int n, const int sources[],
    const int degrees[], const int destinations[], const int weights[], core::Info* info, int reorder,
    MPI_Comm *comm_dist_graph);
[[nodiscard]] Status Dist_graph_create_adjacent(Call& call, core::Comm& comm_old, int indegree, const int sources[],
    const int sourceweights[], int outdegree, const int destinations[], const int destweights[], core::Info* info,
    int reorder, MPI_Comm *comm_dist_graph);
[[nodiscard]] Status Dist_graph_neighbors(Call& call, core::Comm& comm, int maxindegree, int sources[],
    int sourceweights[], int maxoutdegree, int destinations[], int destweights[]);
[[nodiscard]] Status Dist_graph_neighbors_count(Call& call, core::Comm& comm, int *indegree, int *outdegree,
    int *weighted);
[[nodiscard]] Status Graph_create(Call& call, core::Comm& comm_old, int nnodes, const int index[], const int edges[],
    int reorder, MPI_Comm *comm_graph);
[[nodiscard]] Status Graph_get(Call& call, core::Comm& comm, int maxindex, int maxedges, int index[], int edges[]);
[[nodiscard]] Status Graph_map(Call& call, core::Comm& comm, int nnodes, const int index[], const int edges[],
    int *newrank);
[[nodiscard]] Status Graph_neighbors(Call& call, core::Comm& comm, int rank, int maxneighbors, int neighbors[]);
[[nodiscard]] Status Graph_neighbors_count(Call& call, core::Comm& comm, int rank, int *nneighbors);
[[nodiscard]] Status Graphdims_get(Call& call, core::Comm& comm, int *nnodes, int *nedges);
[[nodiscard]] Status Ineighbor_allgather(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm,
    MPI_Request *request);
[[nodiscard]] Status Ineighbor_allgatherv(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ineighbor_alltoall(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ineighbor_alltoallv(Call& call, const void *sendbuf, CountArray sendcounts,
    DisplacementArray sdispls, core::Datatype* sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray rdispls, core::Datatype* recvtype, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ineighbor_alltoallw(Call& call, const void *sendbuf, CountArray sendcounts,
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts,
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Neighbor_allgather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Neighbor_allgather_init(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm,
    core::Info* info, MPI_Request *request);
[[nodiscard]] Status Neighbor_allgatherv(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype,
    core::Comm& comm);
[[nodiscard]] Status Neighbor_allgatherv_init(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype,
    core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Neighbor_alltoall(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Neighbor_alltoall_init(Call& call, const void *sendbuf, MPI_Count sendcount,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm,
    core::Info* info, MPI_Request *request);
[[nodiscard]] Status Neighbor_alltoallv(Call& call, const void *sendbuf, CountArray sendcounts,
    DisplacementArray sdispls, core::Datatype* sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray rdispls, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Neighbor_alltoallv_init(Call& call, const void *sendbuf, CountArray sendcounts,
    DisplacementArray sdispls, core::Datatype* sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray rdispls, core::Datatype* recvtype, core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Neighbor_alltoallw(Call& call, const void *sendbuf, CountArray sendcounts,
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts,
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], core::Comm& comm);
[[nodiscard]] Status Neighbor_alltoallw_init(Call& call, const void *sendbuf, CountArray sendcounts,
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts,
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], core::Comm& comm, core::Info* info, MPI_Request *request);
[[nodiscard]] Status Topo_test(Call& call, MPI_Comm comm, int *status);
[[nodiscard]] Status Pack(Call& call, const void *inbuf, MPI_Count incount, core::Datatype& datatype, void *outbuf,
    MPI_Count outsize, CountInOut position, core::Comm& comm);
[[nodiscard]] Status Pack_external(Call& call, const char *datarep, const void *inbuf, MPI_Count incount,
    core::Datatype& datatype, void *outbuf, MPI_Count outsize, MPI_Count *position);
[[nodiscard]] Status Pack_external_size(Call& call, const char *datarep, MPI_Count incount, core::Datatype& datatype,
    CountOut size);
[[nodiscard]] Status Pack_size(Call& call, MPI_Count incount, core::Datatype& datatype, core::Comm& comm,
    CountOut size);
[[nodiscard]] Status Type_commit(Call& call, MPI_Datatype *datatype);
[[nodiscard]] Status Type_contiguous(Call& call, MPI_Count count, core::Datatype& oldtype, MPI_Datatype *newtype,
    Form form);
[[nodiscard]] Status Type_create_darray(Call& call, int size, int rank, int ndims, CountArray array_of_gsizes,
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_f90_complex(Call& call, int p, int r, MPI_Datatype *newtype);
[[nodiscard]] Status Type_create_f90_integer(Call& call, int r, MPI_Datatype *newtype);
[[nodiscard]] Status Type_create_f90_real(Call& call, int p, int r, MPI_Datatype *newtype);
[[nodiscard]] Status Type_create_hindexed(Call& call, MPI_Count count, CountArray array_of_blocklengths,
    CountArray array_of_displacements, core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_hindexed_block(Call& call, MPI_Count count, MPI_Count blocklength,
    CountArray array_of_displacements, core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_hvector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
    core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_indexed_block(Call& call, MPI_Count count, MPI_Count blocklength,
    CountArray array_of_displacements, core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_keyval(Call& call, MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state);
[[nodiscard]] Status Type_create_resized(Call& call, core::Datatype& oldtype, MPI_Count lb, MPI_Count extent,
    MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_struct(Call& call, MPI_Count count, CountArray array_of_blocklengths,
    CountArray array_of_displacements, const MPI_Datatype array_of_types[], MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_create_subarray(Call& call, int ndims, CountArray array_of_sizes,
    CountArray array_of_subsizes, CountArray array_of_starts, int order, core::Datatype& oldtype,
    MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_delete_attr(Call& call, core::Datatype& datatype, int type_keyval);
[[nodiscard]] Status Type_dup(Call& call, core::Datatype& oldtype, MPI_Datatype *newtype);
[[nodiscard]] Status Type_free(Call& call, MPI_Datatype *datatype);
[[nodiscard]] Status Type_free_keyval(Call& call, int *type_keyval);
[[nodiscard]] Status Type_get_attr(Call& call, core::Datatype& datatype, int type_keyval, void *attribute_val,
    int *flag);
[[nodiscard]] Status Type_get_contents(Call& call, core::Datatype& datatype, MPI_Count max_integers,
    MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[],
    MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[], Form form);
[[nodiscard]] Status Type_get_envelope(Call& call, core::Datatype& datatype, CountOut num_integers,
    CountOut num_addresses, MPI_Count *num_large_counts, CountOut num_datatypes, int *combiner, Form form);
[[nodiscard]] Status Type_get_extent(Call& call, core::Datatype& datatype, CountOut lb, CountOut extent);
[[nodiscard]] Status Type_get_extent_x(Call& call, core::Datatype& datatype, MPI_Count *lb, MPI_Count *extent);
[[nodiscard]] Status Type_get_name(Call& call, MPI_Datatype datatype, char *type_name, int *resultlen);
[[nodiscard]] Status Type_get_true_extent(Call& call, core::Datatype& datatype, CountOut true_lb, CountOut true_extent);
[[nodiscard]] Status Type_get_true_extent_x(Call& call, core::Datatype& datatype, MPI_Count *true_lb,
    MPI_Count *true_extent);
[[nodiscard]] Status Type_get_value_index(Call& call, core::Datatype& value_type, core::Datatype& index_type,
    MPI_Datatype *pair_type);
[[nodiscard]] Status Type_indexed(Call& call, MPI_Count count, CountArray array_of_blocklengths,
    CountArray array_of_displacements, core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Type_match_size(Call& call, int typeclass, int size, MPI_Datatype *datatype);
[[nodiscard]] Status Type_set_attr(Call& call, core::Datatype& datatype, int type_keyval, void *attribute_val);
[[nodiscard]] Status Type_set_name(Call& call, core::Datatype& datatype, const char *type_name);
[[nodiscard]] Status Type_size(Call& call, core::Datatype& datatype, CountOut size);
[[nodiscard]] Status Type_size_x(Call& call, core::Datatype& datatype, MPI_Count *size);
[[nodiscard]] Status Type_vector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
    core::Datatype& oldtype, MPI_Datatype *newtype, Form form);
[[nodiscard]] Status Unpack(Call& call, const void *inbuf, MPI_Count insize, CountInOut position, void *outbuf,
    MPI_Count outcount, core::Datatype& datatype, core::Comm& comm);
[[nodiscard]] Status Unpack_external(Call& call, const char *datarep, const void *inbuf, MPI_Count insize,
    MPI_Count *position, void *outbuf, MPI_Count outcount, core::Datatype& datatype);
[[nodiscard]] Status Group_compare(Call& call, core::Group& group1, core::Group& group2, int *result);
[[nodiscard]] Status Group_difference(Call& call, core::Group& group1, core::Group& group2, MPI_Group *newgroup);
[[nodiscard]] Status Group_excl(Call& call, core::Group& group, int n, const int ranks[], MPI_Group *newgroup);
[[nodiscard]] Status Group_free(Call& call, MPI_Group *group);
[[nodiscard]] Status Group_from_session_pset(Call& call, core::Session& session, const char *pset_name,
    MPI_Group *newgroup);
[[nodiscard]] Status Group_incl(Call& call, core::Group& group, int n, const int ranks[], MPI_Group *newgroup);
[[nodiscard]] Status Group_intersection(Call& call, core::Group& group1, core::Group& group2, MPI_Group *newgroup);
[[nodiscard]] Status Group_range_excl(Call& call, core::Group& group, int n, int ranges[][3], MPI_Group *newgroup);
[[nodiscard]] Status Group_range_incl(Call& call, core::Group& group, int n, int ranges[][3], MPI_Group *newgroup);
[[nodiscard]] Status Group_rank(Call& call, core::Group& group, int *rank);
[[nodiscard]] Status Group_size(Call& call, core::Group& group, int *size);
[[nodiscard]] Status Group_translate_ranks(Call& call, core::Group& group1, int n, const int ranks1[],
    core::Group& group2, int ranks2[]);
[[nodiscard]] Status Group_union(Call& call, core::Group& group1, core::Group& group2, MPI_Group *newgroup);
[[nodiscard]] Status Comm_call_errhandler(Call& call, core::Comm& comm, int errorcode);
[[nodiscard]] Status Comm_compare(Call& call, MPI_Comm comm1, MPI_Comm comm2, int *result);
[[nodiscard]] Status Comm_create(Call& call, core::Comm& comm, core::Group& group, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_create_errhandler(Call& call, MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler);
[[nodiscard]] Status Comm_create_from_group(Call& call, core::Group& group, const char *stringtag, core::Info* info,
    core::Errhandler& errhandler, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_create_group(Call& call, core::Comm& comm, core::Group& group, int tag, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_create_keyval(Call& call, MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state);
[[nodiscard]] Status Comm_delete_attr(Call& call, core::Comm& comm, int comm_keyval);
[[nodiscard]] Status Comm_disconnect(Call& call, MPI_Comm *comm);
[[nodiscard]] Status Comm_dup(Call& call, core::Comm& comm, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_dup_with_info(Call& call, core::Comm& comm, core::Info* info, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_free(Call& call, MPI_Comm *comm);
[[nodiscard]] Status Comm_free_keyval(Call& call, int *comm_keyval);
[[nodiscard]] Status Comm_get_attr(Call& call, core::Comm& comm, int comm_keyval, void *attribute_val, int *flag);
[[nodiscard]] Status Comm_get_errhandler(Call& call, core::Comm& comm, MPI_Errhandler *errhandler);
[[nodiscard]] Status Comm_get_info(Call& call, core::Comm& comm, MPI_Info *info_used);
[[nodiscard]] Status Comm_get_name(Call& call, MPI_Comm comm, char *comm_name, int *resultlen);
[[nodiscard]] Status Comm_get_parent(Call& call, MPI_Comm *parent);
[[nodiscard]] Status Comm_group(Call& call, MPI_Comm comm, MPI_Group *group);
[[nodiscard]] Status Comm_idup(Call& call, core::Comm& comm, MPI_Comm *newcomm, MPI_Request *request);
[[nodiscard]] Status Comm_idup_with_info(Call& call, core::Comm& comm, core::Info* info, MPI_Comm *newcomm,
    MPI_Request *request);
[[nodiscard]] Status Comm_rank(Call& call, MPI_Comm comm, int *rank);
[[nodiscard]] Status Comm_remote_group(Call& call, core::Comm& comm, MPI_Group *group);
[[nodiscard]] Status Comm_remote_size(Call& call, core::Comm& comm, int *size);
[[nodiscard]] Status Comm_set_attr(Call& call, core::Comm& comm, int comm_keyval, void *attribute_val);
[[nodiscard]] Status Comm_set_errhandler(Call& call, core::Comm& comm, core::Errhandler& errhandler);
[[nodiscard]] Status Comm_set_info(Call& call, core::Comm& comm, core::Info* info);
[[nodiscard]] Status Comm_set_name(Call& call, core::Comm& comm, const char *comm_name);
[[nodiscard]] Status Comm_size(Call& call, MPI_Comm comm, int *size);
[[nodiscard]] Status Comm_split(Call& call, core::Comm& comm, int color, int key, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_split_type(Call& call, core::Comm& comm, int split_type, int key, core::Info* info,
    MPI_Comm *newcomm);
[[nodiscard]] Status Comm_test_inter(Call& call, MPI_Comm comm, int *flag);
[[nodiscard]] Status Intercomm_create(Call& call, core::Comm& local_comm, int local_leader, MPI_Comm peer_comm,
    int remote_leader, int tag, MPI_Comm *newintercomm);
[[nodiscard]] Status Intercomm_create_from_groups(Call& call, core::Group& local_group, int local_leader,
    MPI_Group remote_group, int remote_leader, const char *stringtag, core::Info* info, core::Errhandler& errhandler,
    MPI_Comm *newintercomm);
[[nodiscard]] Status Intercomm_merge(Call& call, core::Comm& intercomm, int high, MPI_Comm *newintracomm);
[[nodiscard]] Status Attr_delete(Call& call, core::Comm& comm, int keyval);
[[nodiscard]] Status Attr_get(Call& call, core::Comm& comm, int keyval, void *attribute_val, int *flag);
[[nodiscard]] Status Attr_put(Call& call, core::Comm& comm, int keyval, void *attribute_val);
[[nodiscard]] Status Keyval_create(Call& call, MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
    void *extra_state);
[[nodiscard]] Status Keyval_free(Call& call, int *keyval);
[[nodiscard]] Status Info_create(Call& call, MPI_Info *info);
[[nodiscard]] Status Info_create_env(Call& call, int argc, char *argv[], MPI_Info *info);
[[nodiscard]] Status Info_delete(Call& call, core::Info* info, const char *key);
[[nodiscard]] Status Info_dup(Call& call, core::Info* info, MPI_Info *newinfo);
[[nodiscard]] Status Info_free(Call& call, MPI_Info *info);
[[nodiscard]] Status Info_get(Call& call, core::Info* info, const char *key, int valuelen, char *value, int *flag);
[[nodiscard]] Status Info_get_nkeys(Call& call, core::Info* info, int *nkeys);
[[nodiscard]] Status Info_get_nthkey(Call& call, core::Info* info, int n, char *key);
[[nodiscard]] Status Info_get_string(Call& call, core::Info* info, const char *key, int *buflen, char *value,
    int *flag);
[[nodiscard]] Status Info_get_valuelen(Call& call, core::Info* info, const char *key, int *valuelen, int *flag);
[[nodiscard]] Status Info_set(Call& call, core::Info* info, const char *key, const char *value);
[[nodiscard]] Status Errhandler_free(Call& call, MPI_Errhandler *errhandler);
[[nodiscard]] Status Session_attach_buffer(Call& call, core::Session& session, void *buffer, MPI_Count size);
[[nodiscard]] Status Session_call_errhandler(Call& call, core::Session& session, int errorcode);
[[nodiscard]] Status Session_create_errhandler(Call& call, MPI_Session_errhandler_function *session_errhandler_fn,
    MPI_Errhandler *errhandler);
[[nodiscard]] Status Session_detach_buffer(Call& call, core::Session& session, void *buffer_addr, CountOut size);
[[nodiscard]] Status Session_finalize(Call& call, MPI_Session *session);
[[nodiscard]] Status Session_flush_buffer(Call& call, core::Session& session);
[[nodiscard]] Status Session_get_errhandler(Call& call, core::Session& session, MPI_Errhandler *errhandler);
[[nodiscard]] Status Session_get_info(Call& call, core::Session& session, MPI_Info *info_used);
[[nodiscard]] Status Session_get_nth_pset(Call& call, core::Session& session, core::Info* info, int n, int *pset_len,
    char *pset_name);
[[nodiscard]] Status Session_get_num_psets(Call& call, core::Session& session, core::Info* info, int *npset_names);
[[nodiscard]] Status Session_get_pset_info(Call& call, core::Session& session, const char *pset_name, MPI_Info *info);
[[nodiscard]] Status Session_iflush_buffer(Call& call, core::Session& session, MPI_Request *request);
[[nodiscard]] Status Session_init(Call& call, core::Info* info, core::Errhandler& errhandler, MPI_Session *session);
[[nodiscard]] Status Session_set_errhandler(Call& call, core::Session& session, core::Errhandler& errhandler);
[[nodiscard]] Status Accumulate(Call& call, const void *origin_addr, MPI_Count origin_count,
    core::Datatype& origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    core::Datatype& target_datatype, core::Op& op, core::Window& win);
[[nodiscard]] Status Compare_and_swap(Call& call, const void *origin_addr, const void *compare_addr, void *result_addr,
    core::Datatype& datatype, int target_rank, MPI_Aint target_disp, core::Window& win);
[[nodiscard]] Status Fetch_and_op(Call& call, const void *origin_addr, void *result_addr, core::Datatype& datatype,
    int target_rank, MPI_Aint target_disp, core::Op& op, core::Window& win);
[[nodiscard]] Status Get(Call& call, void *origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win);
[[nodiscard]] Status Get_accumulate(Call& call, const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, core::Datatype& result_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
    core::Window& win);
[[nodiscard]] Status Get_hw_resource_info(Call& call, MPI_Info *hw_info);
[[nodiscard]] Status Put(Call& call, const void *origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win);
[[nodiscard]] Status Raccumulate(Call& call, const void *origin_addr, MPI_Count origin_count,
    core::Datatype& origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    core::Datatype& target_datatype, core::Op& op, core::Window& win, MPI_Request *request);
[[nodiscard]] Status Rget(Call& call, void *origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win,
    MPI_Request *request);
[[nodiscard]] Status Rget_accumulate(Call& call, const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, core::Datatype& result_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Op& op,
    core::Window& win, MPI_Request *request);
[[nodiscard]] Status Rput(Call& call, const void *origin_addr, MPI_Count origin_count, core::Datatype& origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, core::Datatype& target_datatype, core::Window& win,
    MPI_Request *request);
[[nodiscard]] Status Win_allocate(Call& call, MPI_Aint size, MPI_Aint disp_unit, core::Info* info, core::Comm& comm,
    void *baseptr, MPI_Win *win);
[[nodiscard]] Status Win_allocate_shared(Call& call, MPI_Aint size, MPI_Aint disp_unit, core::Info* info,
    core::Comm& comm, void *baseptr, MPI_Win *win);
[[nodiscard]] Status Win_attach(Call& call, core::Window& win, void *base, MPI_Aint size);
[[nodiscard]] Status Win_call_errhandler(Call& call, core::Window& win, int errorcode);
[[nodiscard]] Status Win_complete(Call& call, core::Window& win);
[[nodiscard]] Status Win_create(Call& call, void *base, MPI_Aint size, MPI_Aint disp_unit, core::Info* info,
    core::Comm& comm, MPI_Win *win);
[[nodiscard]] Status Win_create_dynamic(Call& call, core::Info* info, core::Comm& comm, MPI_Win *win);
[[nodiscard]] Status Win_create_errhandler(Call& call, MPI_Win_errhandler_function *win_errhandler_fn,
    MPI_Errhandler *errhandler);
[[nodiscard]] Status Win_create_keyval(Call& call, MPI_Win_copy_attr_function *win_copy_attr_fn,
    MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state);
[[nodiscard]] Status Win_delete_attr(Call& call, core::Window& win, int win_keyval);
[[nodiscard]] Status Win_detach(Call& call, core::Window& win, const void *base);
[[nodiscard]] Status Win_fence(Call& call, int assert, core::Window& win);
[[nodiscard]] Status Win_flush(Call& call, int rank, core::Window& win);
[[nodiscard]] Status Win_flush_all(Call& call, core::Window& win);
[[nodiscard]] Status Win_flush_local(Call& call, int rank, core::Window& win);
[[nodiscard]] Status Win_flush_local_all(Call& call, core::Window& win);
[[nodiscard]] Status Win_free(Call& call, MPI_Win *win);
[[nodiscard]] Status Win_free_keyval(Call& call, int *win_keyval);
[[nodiscard]] Status Win_get_attr(Call& call, core::Window& win, int win_keyval, void *attribute_val, int *flag);
[[nodiscard]] Status Win_get_errhandler(Call& call, core::Window& win, MPI_Errhandler *errhandler);
[[nodiscard]] Status Win_get_group(Call& call, core::Window& win, MPI_Group *group);
[[nodiscard]] Status Win_get_info(Call& call, core::Window& win, MPI_Info *info_used);
[[nodiscard]] Status Win_get_name(Call& call, MPI_Win win, char *win_name, int *resultlen);
[[nodiscard]] Status Win_lock(Call& call, int lock_type, int rank, int assert, core::Window& win);
[[nodiscard]] Status Win_lock_all(Call& call, int assert, core::Window& win);
[[nodiscard]] Status Win_post(Call& call, core::Group& group, int assert, core::Window& win);
[[nodiscard]] Status Win_set_attr(Call& call, core::Window& win, int win_keyval, void *attribute_val);
[[nodiscard]] Status Win_set_errhandler(Call& call, core::Window& win, core::Errhandler& errhandler);
[[nodiscard]] Status Win_set_info(Call& call, core::Window& win, core::Info* info);
[[nodiscard]] Status Win_set_name(Call& call, core::Window& win, const char *win_name);
[[nodiscard]] Status Win_shared_query(Call& call, core::Window& win, int rank, MPI_Aint *size, CountOut disp_unit,
    void *baseptr);
[[nodiscard]] Status Win_start(Call& call, core::Group& group, int assert, core::Window& win);
[[nodiscard]] Status Win_sync(Call& call, core::Window& win);
[[nodiscard]] Status Win_test(Call& call, core::Window& win, int *flag);
[[nodiscard]] Status Win_unlock(Call& call, int rank, core::Window& win);
[[nodiscard]] Status Win_unlock_all(Call& call, core::Window& win);
[[nodiscard]] Status Win_wait(Call& call, core::Window& win);
[[nodiscard]] Status File_call_errhandler(Call& call, MPI_File fh, int errorcode);
[[nodiscard]] Status File_close(Call& call, MPI_File *fh);
[[nodiscard]] Status File_create_errhandler(Call& call, MPI_File_errhandler_function *file_errhandler_fn,
    MPI_Errhandler *errhandler);
[[nodiscard]] Status File_delete(Call& call, const char *filename, core::Info* info);
[[nodiscard]] Status File_get_amode(Call& call, core::File& fh, int *amode);
[[nodiscard]] Status File_get_atomicity(Call& call, core::File& fh, int *flag);
[[nodiscard]] Status File_get_byte_offset(Call& call, core::File& fh, MPI_Offset offset, MPI_Offset *disp);
[[nodiscard]] Status File_get_errhandler(Call& call, MPI_File file, MPI_Errhandler *errhandler);
[[nodiscard]] Status File_get_group(Call& call, core::File& fh, MPI_Group *group);
[[nodiscard]] Status File_get_info(Call& call, core::File& fh, MPI_Info *info_used);
[[nodiscard]] Status File_get_position(Call& call, core::File& fh, MPI_Offset *offset);
[[nodiscard]] Status File_get_position_shared(Call& call, core::File& fh, MPI_Offset *offset);
[[nodiscard]] Status File_get_size(Call& call, core::File& fh, MPI_Offset *size);
[[nodiscard]] Status File_get_type_extent(Call& call, core::File& fh, core::Datatype& datatype, CountOut extent);
[[nodiscard]] Status File_get_view(Call& call, core::File& fh, MPI_Offset *disp, MPI_Datatype *etype,
    MPI_Datatype *filetype, char *datarep);
[[nodiscard]] Status File_iread(Call& call, core::File& fh, void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Request *request);
[[nodiscard]] Status File_iread_all(Call& call, core::File& fh, void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Request *request);
[[nodiscard]] Status File_iread_at(Call& call, core::File& fh, MPI_Offset offset, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iread_at_all(Call& call, core::File& fh, MPI_Offset offset, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iread_shared(Call& call, core::File& fh, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iwrite(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iwrite_all(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iwrite_at(Call& call, core::File& fh, MPI_Offset offset, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iwrite_at_all(Call& call, core::File& fh, MPI_Offset offset, const void *buf,
    MPI_Count count, core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_iwrite_shared(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Request *request);
[[nodiscard]] Status File_open(Call& call, core::Comm& comm, const char *filename, int amode, core::Info* info,
    MPI_File *fh);
[[nodiscard]] Status File_preallocate(Call& call, core::File& fh, MPI_Offset size);
[[nodiscard]] Status File_read(Call& call, core::File& fh, void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Status *status);
[[nodiscard]] Status File_read_all(Call& call, core::File& fh, void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Status *status);
[[nodiscard]] Status File_read_all_begin(Call& call, core::File& fh, void *buf, MPI_Count count,
    core::Datatype& datatype);
[[nodiscard]] Status File_read_all_end(Call& call, core::File& fh, void *buf, MPI_Status *status);
[[nodiscard]] Status File_read_at(Call& call, core::File& fh, MPI_Offset offset, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_read_at_all(Call& call, core::File& fh, MPI_Offset offset, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_read_at_all_begin(Call& call, core::File& fh, MPI_Offset offset, void *buf, MPI_Count count,
    core::Datatype& datatype);
[[nodiscard]] Status File_read_at_all_end(Call& call, core::File& fh, void *buf, MPI_Status *status);
[[nodiscard]] Status File_read_ordered(Call& call, core::File& fh, void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_read_ordered_begin(Call& call, core::File& fh, void *buf, MPI_Count count,
    core::Datatype& datatype);
[[nodiscard]] Status File_read_ordered_end(Call& call, core::File& fh, void *buf, MPI_Status *status);
[[nodiscard]] Status File_read_shared(Call& call, core::File& fh, void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Status *status);
[[nodiscard]] Status File_seek(Call& call, core::File& fh, MPI_Offset offset, int whence);
[[nodiscard]] Status File_seek_shared(Call& call, core::File& fh, MPI_Offset offset, int whence);
[[nodiscard]] Status File_set_atomicity(Call& call, core::File& fh, int flag);
[[nodiscard]] Status File_set_errhandler(Call& call, MPI_File file, core::Errhandler& errhandler);
[[nodiscard]] Status File_set_info(Call& call, core::File& fh, core::Info* info);
[[nodiscard]] Status File_set_size(Call& call, core::File& fh, MPI_Offset size);
[[nodiscard]] Status File_set_view(Call& call, core::File& fh, MPI_Offset disp, core::Datatype& etype,
    core::Datatype& filetype, const char *datarep, core::Info* info);
[[nodiscard]] Status File_sync(Call& call, core::File& fh);
[[nodiscard]] Status File_write(Call& call, core::File& fh, const void *buf, MPI_Count count, core::Datatype& datatype,
    MPI_Status *status);
[[nodiscard]] Status File_write_all(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_write_all_begin(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype);
[[nodiscard]] Status File_write_all_end(Call& call, core::File& fh, const void *buf, MPI_Status *status);
[[nodiscard]] Status File_write_at(Call& call, core::File& fh, MPI_Offset offset, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_write_at_all(Call& call, core::File& fh, MPI_Offset offset, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_write_at_all_begin(Call& call, core::File& fh, MPI_Offset offset, const void *buf,
    MPI_Count count, core::Datatype& datatype);
[[nodiscard]] Status File_write_at_all_end(Call& call, core::File& fh, const void *buf, MPI_Status *status);
[[nodiscard]] Status File_write_ordered(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status File_write_ordered_begin(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype);
[[nodiscard]] Status File_write_ordered_end(Call& call, core::File& fh, const void *buf, MPI_Status *status);
[[nodiscard]] Status File_write_shared(Call& call, core::File& fh, const void *buf, MPI_Count count,
    core::Datatype& datatype, MPI_Status *status);
[[nodiscard]] Status Info_set_hex(Call& call, core::Info* info, const char *key, const void *value, int value_size);
[[nodiscard]] Status Stream_create(Call& call, core::Info* info, MPIX_Stream *stream);
[[nodiscard]] Status Stream_free(Call& call, MPIX_Stream *stream);
[[nodiscard]] Status Stream_comm_create(Call& call, core::Comm& comm, MPIX_Stream stream, MPI_Comm *newcomm);
[[nodiscard]] Status Stream_comm_create_multiplex(Call& call, core::Comm& comm, int count,
    MPIX_Stream array_of_streams[], MPI_Comm *newcomm);
[[nodiscard]] Status Comm_get_stream(Call& call, core::Comm& comm, int idx, MPIX_Stream *stream);
[[nodiscard]] Status Stream_progress(Call& call, MPIX_Stream stream);
[[nodiscard]] Status Start_progress_thread(Call& call, MPIX_Stream stream);
[[nodiscard]] Status Stop_progress_thread(Call& call, MPIX_Stream stream);
[[nodiscard]] Status Send_enqueue(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm);
[[nodiscard]] Status Recv_enqueue(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source,
    int tag, core::Comm& comm, LateStatus status);
[[nodiscard]] Status Isend_enqueue(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Irecv_enqueue(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source,
    int tag, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Sendrecv_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype& sendtype,
    int dest, int sendtag, void *recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag,
    core::Comm& comm, LateStatus status);
[[nodiscard]] Status Wait_enqueue(Call& call, MPI_Request *request, LateStatus status);
[[nodiscard]] Status Waitall_enqueue(Call& call, int count, MPI_Request array_of_requests[],
    LateStatus array_of_statuses);
[[nodiscard]] Status Barrier_enqueue(Call& call, core::Comm& comm);
[[nodiscard]] Status Bcast_enqueue(Call& call, void *buffer, MPI_Count count, core::Datatype* datatype, int root,
    core::Comm& comm);
[[nodiscard]] Status Gather_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Gatherv_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, int root,
    core::Comm& comm);
[[nodiscard]] Status Scatter_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Scatterv_enqueue(Call& call, const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    core::Datatype* sendtype, void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Allgather_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Allgatherv_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Alltoall_enqueue(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Alltoallv_enqueue(Call& call, const void *sendbuf, CountArray sendcounts,
    DisplacementArray sdispls, core::Datatype* sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray rdispls, core::Datatype* recvtype, core::Comm& comm);
[[nodiscard]] Status Alltoallw_enqueue(Call& call, const void *sendbuf, CountArray sendcounts,
    DisplacementArray sdispls, const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts,
    DisplacementArray rdispls, const MPI_Datatype recvtypes[], core::Comm& comm);
[[nodiscard]] Status Reduce_enqueue(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype* datatype, core::Op& op, int root, core::Comm& comm);
[[nodiscard]] Status Allreduce_enqueue(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Reduce_scatter_block_enqueue(Call& call, const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Reduce_scatter_enqueue(Call& call, const void *sendbuf, void *recvbuf, CountArray recvcounts,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Scan_enqueue(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Exscan_enqueue(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Win_get_device_handle(Call& call, core::Window& win, penstock_device_window *handle);
[[nodiscard]] Status Prequest_create(Call& call, MPI_Request request, MPIX_Prequest *prequest);
[[nodiscard]] Status Prequest_free(Call& call, MPIX_Prequest *prequest);

}  // namespace penstock::api::body
