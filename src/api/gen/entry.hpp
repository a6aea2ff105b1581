// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// What libpenstock.so exports to faces: one entry for both forms of each implemented function.
#pragma once

#include "api/call.hpp"
#include "api/export.hpp"
#include "api/types.hpp"
#include "mpix_device.h"
#include "mpix_stream.h"

namespace penstock::api {

// Made from the declarations below: a face and a runtime that differ in it do not fit.
inline constexpr std::uint64_t kStamp = 0x05c1b272fc69361d;

PENSTOCK_EXPORT int Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
    int *is_set) noexcept;
PENSTOCK_EXPORT int Abi_get_fortran_info(MPI_Info *info) noexcept;
PENSTOCK_EXPORT int Abi_get_info(MPI_Info *info) noexcept;
PENSTOCK_EXPORT int Abi_get_version(int *abi_major, int *abi_minor) noexcept;
PENSTOCK_EXPORT int Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) noexcept;
PENSTOCK_EXPORT int Abi_set_fortran_info(MPI_Info info) noexcept;
PENSTOCK_EXPORT int Abort(MPI_Comm comm, int errorcode) noexcept;
PENSTOCK_EXPORT int Add_error_class(int *errorclass) noexcept;
PENSTOCK_EXPORT int Add_error_code(int errorclass, int *errorcode) noexcept;
PENSTOCK_EXPORT int Add_error_string(int errorcode, const char *string) noexcept;
PENSTOCK_EXPORT MPI_Aint Aint_add(MPI_Aint base, MPI_Aint disp) noexcept;
PENSTOCK_EXPORT MPI_Aint Aint_diff(MPI_Aint addr1, MPI_Aint addr2) noexcept;
PENSTOCK_EXPORT int Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) noexcept;
PENSTOCK_EXPORT int Error_class(int errorcode, int *errorclass) noexcept;
PENSTOCK_EXPORT int Error_string(int errorcode, char *string, int *resultlen) noexcept;
PENSTOCK_EXPORT int Finalize() noexcept;
PENSTOCK_EXPORT int Finalized(int *flag) noexcept;
PENSTOCK_EXPORT int Free_mem(void *base) noexcept;
PENSTOCK_EXPORT int Get_address(const void *location, MPI_Aint *address) noexcept;
PENSTOCK_EXPORT int Get_library_version(char *version, int *resultlen) noexcept;
PENSTOCK_EXPORT int Get_processor_name(char *name, int *resultlen) noexcept;
PENSTOCK_EXPORT int Get_version(int *version, int *subversion) noexcept;
PENSTOCK_EXPORT int Init(int *argc, char ***argv) noexcept;
PENSTOCK_EXPORT int Init_thread(int *argc, char ***argv, int required, int *provided) noexcept;
PENSTOCK_EXPORT int Initialized(int *flag) noexcept;
PENSTOCK_EXPORT int Is_thread_main(int *flag) noexcept;
PENSTOCK_EXPORT int Pcontrol(int level) noexcept;
PENSTOCK_EXPORT int Query_thread(int *provided) noexcept;
PENSTOCK_EXPORT int Remove_error_class(int errorclass) noexcept;
PENSTOCK_EXPORT int Remove_error_code(int errorcode) noexcept;
PENSTOCK_EXPORT int Remove_error_string(int errorcode) noexcept;
PENSTOCK_EXPORT double Wtick() noexcept;
PENSTOCK_EXPORT double Wtime() noexcept;
PENSTOCK_EXPORT int Bsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Bsend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Buffer_attach(void *buffer, MPI_Count size) noexcept;
PENSTOCK_EXPORT int Buffer_detach(void *buffer_addr, CountOut size) noexcept;
PENSTOCK_EXPORT int Buffer_flush() noexcept;
PENSTOCK_EXPORT int Buffer_iflush(MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Cancel(MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Comm_attach_buffer(MPI_Comm comm, void *buffer, MPI_Count size) noexcept;
PENSTOCK_EXPORT int Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, CountOut size) noexcept;
PENSTOCK_EXPORT int Comm_flush_buffer(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Get_count(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept;
PENSTOCK_EXPORT int Get_elements(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept;
PENSTOCK_EXPORT int Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) noexcept;
PENSTOCK_EXPORT int Grequest_complete(MPI_Request request) noexcept;
PENSTOCK_EXPORT int Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
    MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ibsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Imrecv(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Irecv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Irsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Isend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Isendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Isendrecv_replace(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Issend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT MPI_Message Message_fromint(int message) noexcept;
PENSTOCK_EXPORT int Message_toint(MPI_Message message) noexcept;
PENSTOCK_EXPORT int Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Mrecv(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Parrived(MPI_Request request, int partition, int *flag) noexcept;
PENSTOCK_EXPORT int Pready(int partition, MPI_Request request) noexcept;
PENSTOCK_EXPORT int Pready_list(int length, const int array_of_partitions[], MPI_Request request) noexcept;
PENSTOCK_EXPORT int Pready_range(int partition_low, int partition_high, MPI_Request request) noexcept;
PENSTOCK_EXPORT int Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Recv_init(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Request_free(MPI_Request *request) noexcept;
PENSTOCK_EXPORT MPI_Request Request_fromint(int request) noexcept;
PENSTOCK_EXPORT int Request_get_status(MPI_Request request, int *flag, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
    int array_of_indices[], MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Request_toint(MPI_Request request) noexcept;
PENSTOCK_EXPORT int Rsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Rsend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Send_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Sendrecv_replace(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Ssend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Ssend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Start(MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Startall(int count, MPI_Request array_of_requests[]) noexcept;
PENSTOCK_EXPORT int Status_get_error(const MPI_Status *status, int *err) noexcept;
PENSTOCK_EXPORT int Status_get_source(const MPI_Status *status, int *source) noexcept;
PENSTOCK_EXPORT int Status_get_tag(const MPI_Status *status, int *tag) noexcept;
PENSTOCK_EXPORT int Status_set_cancelled(MPI_Status *status, int flag) noexcept;
PENSTOCK_EXPORT int Status_set_elements(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) noexcept;
PENSTOCK_EXPORT int Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) noexcept;
PENSTOCK_EXPORT int Status_set_error(MPI_Status *status, int err) noexcept;
PENSTOCK_EXPORT int Status_set_source(MPI_Status *status, int source) noexcept;
PENSTOCK_EXPORT int Status_set_tag(MPI_Status *status, int tag) noexcept;
PENSTOCK_EXPORT int Test(MPI_Request *request, int *flag, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Test_cancelled(const MPI_Status *status, int *flag) noexcept;
PENSTOCK_EXPORT int Testall(int count, MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Wait(MPI_Request *request, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) noexcept;
PENSTOCK_EXPORT int Allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allgather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allgatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Allreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allreduce_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoall_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoallv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Alltoallw(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoallw_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Barrier(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Bcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Bcast_init(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Exscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Exscan_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Gather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Gather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Gatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Gatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iallgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iallgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iallreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ialltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ialltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ialltoallw(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ibarrier(MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ibcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iexscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Igather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Igatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ireduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ireduce_scatter(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ireduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iscatter(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Iscatterv(const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Op_commutative(MPI_Op op, int *commute) noexcept;
PENSTOCK_EXPORT int Op_create(EitherFunction<MPI_User_function, MPI_User_function_c> user_fn, int commute,
    MPI_Op *op) noexcept;
PENSTOCK_EXPORT int Op_free(MPI_Op *op) noexcept;
PENSTOCK_EXPORT MPI_Op Op_fromint(int op) noexcept;
PENSTOCK_EXPORT int Op_toint(MPI_Op op) noexcept;
PENSTOCK_EXPORT int Reduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Reduce_local(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op) noexcept;
PENSTOCK_EXPORT int Reduce_scatter(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Reduce_scatter_init(const void *sendbuf, void *recvbuf, CountArray recvcounts,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Scan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scan_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Scatter(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scatter_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Scatterv(const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scatterv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) noexcept;
PENSTOCK_EXPORT int Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
    MPI_Comm *comm_cart) noexcept;
PENSTOCK_EXPORT int Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) noexcept;
PENSTOCK_EXPORT int Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) noexcept;
PENSTOCK_EXPORT int Cart_rank(MPI_Comm comm, const int coords[], int *rank) noexcept;
PENSTOCK_EXPORT int Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) noexcept;
PENSTOCK_EXPORT int Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Cartdim_get(MPI_Comm comm, int *ndims) noexcept;
PENSTOCK_EXPORT int Dims_create(int nnodes, int ndims, int dims[]) noexcept;
PENSTOCK_EXPORT int Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
    const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) noexcept;
PENSTOCK_EXPORT int Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
    const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info,
    int reorder, MPI_Comm *comm_dist_graph) noexcept;
PENSTOCK_EXPORT int Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
    int maxoutdegree, int destinations[], int destweights[]) noexcept;
PENSTOCK_EXPORT int Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) noexcept;
PENSTOCK_EXPORT int Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
    MPI_Comm *comm_graph) noexcept;
PENSTOCK_EXPORT int Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) noexcept;
PENSTOCK_EXPORT int Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) noexcept;
PENSTOCK_EXPORT int Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) noexcept;
PENSTOCK_EXPORT int Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) noexcept;
PENSTOCK_EXPORT int Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) noexcept;
PENSTOCK_EXPORT int Ineighbor_allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ineighbor_allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ineighbor_alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ineighbor_alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ineighbor_alltoallw(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Neighbor_allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Neighbor_allgather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Neighbor_allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Neighbor_allgatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoall_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoallv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoallw(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Neighbor_alltoallw_init(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Topo_test(MPI_Comm comm, int *status) noexcept;
PENSTOCK_EXPORT int Pack(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
    CountInOut position, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Pack_external(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position) noexcept;
PENSTOCK_EXPORT int Pack_external_size(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
    CountOut size) noexcept;
PENSTOCK_EXPORT int Pack_size(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, CountOut size) noexcept;
PENSTOCK_EXPORT int Type_commit(MPI_Datatype *datatype) noexcept;
PENSTOCK_EXPORT int Type_contiguous(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_darray(int size, int rank, int ndims, CountArray array_of_gsizes,
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_create_f90_integer(int r, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_create_f90_real(int p, int r, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_create_hindexed(MPI_Count count, CountArray array_of_blocklengths,
    CountArray array_of_displacements, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_hindexed_block(MPI_Count count, MPI_Count blocklength,
    CountArray array_of_displacements, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_indexed_block(MPI_Count count, MPI_Count blocklength,
    CountArray array_of_displacements, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state) noexcept;
PENSTOCK_EXPORT int Type_create_resized(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype,
    Form form) noexcept;
PENSTOCK_EXPORT int Type_create_struct(MPI_Count count, CountArray array_of_blocklengths,
    CountArray array_of_displacements, const MPI_Datatype array_of_types[], MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_create_subarray(int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
    CountArray array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_delete_attr(MPI_Datatype datatype, int type_keyval) noexcept;
PENSTOCK_EXPORT int Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_free(MPI_Datatype *datatype) noexcept;
PENSTOCK_EXPORT int Type_free_keyval(int *type_keyval) noexcept;
PENSTOCK_EXPORT MPI_Datatype Type_fromint(int datatype) noexcept;
PENSTOCK_EXPORT int Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag) noexcept;
PENSTOCK_EXPORT int Type_get_contents(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
    MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
    MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[], Form form) noexcept;
PENSTOCK_EXPORT int Type_get_envelope(MPI_Datatype datatype, CountOut num_integers, CountOut num_addresses,
    MPI_Count *num_large_counts, CountOut num_datatypes, int *combiner, Form form) noexcept;
PENSTOCK_EXPORT int Type_get_extent(MPI_Datatype datatype, CountOut lb, CountOut extent) noexcept;
PENSTOCK_EXPORT int Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept;
PENSTOCK_EXPORT int Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen) noexcept;
PENSTOCK_EXPORT int Type_get_true_extent(MPI_Datatype datatype, CountOut true_lb, CountOut true_extent) noexcept;
PENSTOCK_EXPORT int Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) noexcept;
PENSTOCK_EXPORT int Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
    MPI_Datatype *pair_type) noexcept;
PENSTOCK_EXPORT int Type_indexed(MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Type_match_size(int typeclass, int size, MPI_Datatype *datatype) noexcept;
PENSTOCK_EXPORT int Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val) noexcept;
PENSTOCK_EXPORT int Type_set_name(MPI_Datatype datatype, const char *type_name) noexcept;
PENSTOCK_EXPORT int Type_size(MPI_Datatype datatype, CountOut size) noexcept;
PENSTOCK_EXPORT int Type_size_x(MPI_Datatype datatype, MPI_Count *size) noexcept;
PENSTOCK_EXPORT int Type_toint(MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int Type_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype, Form form) noexcept;
PENSTOCK_EXPORT int Unpack(const void *inbuf, MPI_Count insize, CountInOut position, void *outbuf, MPI_Count outcount,
    MPI_Datatype datatype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Unpack_external(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position,
    void *outbuf, MPI_Count outcount, MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int Group_compare(MPI_Group group1, MPI_Group group2, int *result) noexcept;
PENSTOCK_EXPORT int Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_free(MPI_Group *group) noexcept;
PENSTOCK_EXPORT int Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT MPI_Group Group_fromint(int group) noexcept;
PENSTOCK_EXPORT int Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Group_rank(MPI_Group group, int *rank) noexcept;
PENSTOCK_EXPORT int Group_size(MPI_Group group, int *size) noexcept;
PENSTOCK_EXPORT int Group_toint(MPI_Group group) noexcept;
PENSTOCK_EXPORT int Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
    int ranks2[]) noexcept;
PENSTOCK_EXPORT int Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept;
PENSTOCK_EXPORT int Comm_call_errhandler(MPI_Comm comm, int errorcode) noexcept;
PENSTOCK_EXPORT int Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept;
PENSTOCK_EXPORT int Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
    MPI_Errhandler errhandler, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state) noexcept;
PENSTOCK_EXPORT int Comm_delete_attr(MPI_Comm comm, int comm_keyval) noexcept;
PENSTOCK_EXPORT int Comm_disconnect(MPI_Comm *comm) noexcept;
PENSTOCK_EXPORT int Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_free(MPI_Comm *comm) noexcept;
PENSTOCK_EXPORT int Comm_free_keyval(int *comm_keyval) noexcept;
PENSTOCK_EXPORT MPI_Comm Comm_fromint(int comm) noexcept;
PENSTOCK_EXPORT int Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) noexcept;
PENSTOCK_EXPORT int Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Comm_get_info(MPI_Comm comm, MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) noexcept;
PENSTOCK_EXPORT int Comm_get_parent(MPI_Comm *parent) noexcept;
PENSTOCK_EXPORT int Comm_group(MPI_Comm comm, MPI_Group *group) noexcept;
PENSTOCK_EXPORT int Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Comm_rank(MPI_Comm comm, int *rank) noexcept;
PENSTOCK_EXPORT int Comm_remote_group(MPI_Comm comm, MPI_Group *group) noexcept;
PENSTOCK_EXPORT int Comm_remote_size(MPI_Comm comm, int *size) noexcept;
PENSTOCK_EXPORT int Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) noexcept;
PENSTOCK_EXPORT int Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int Comm_set_info(MPI_Comm comm, MPI_Info info) noexcept;
PENSTOCK_EXPORT int Comm_set_name(MPI_Comm comm, const char *comm_name) noexcept;
PENSTOCK_EXPORT int Comm_size(MPI_Comm comm, int *size) noexcept;
PENSTOCK_EXPORT int Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_test_inter(MPI_Comm comm, int *flag) noexcept;
PENSTOCK_EXPORT int Comm_toint(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
    int tag, MPI_Comm *newintercomm) noexcept;
PENSTOCK_EXPORT int Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
    int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
    MPI_Comm *newintercomm) noexcept;
PENSTOCK_EXPORT int Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) noexcept;
PENSTOCK_EXPORT int Attr_delete(MPI_Comm comm, int keyval) noexcept;
PENSTOCK_EXPORT int Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag) noexcept;
PENSTOCK_EXPORT int Attr_put(MPI_Comm comm, int keyval, void *attribute_val) noexcept;
PENSTOCK_EXPORT int Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
    void *extra_state) noexcept;
PENSTOCK_EXPORT int Keyval_free(int *keyval) noexcept;
PENSTOCK_EXPORT int Info_create(MPI_Info *info) noexcept;
PENSTOCK_EXPORT int Info_create_env(int argc, char *argv[], MPI_Info *info) noexcept;
PENSTOCK_EXPORT int Info_delete(MPI_Info info, const char *key) noexcept;
PENSTOCK_EXPORT int Info_dup(MPI_Info info, MPI_Info *newinfo) noexcept;
PENSTOCK_EXPORT int Info_free(MPI_Info *info) noexcept;
PENSTOCK_EXPORT MPI_Info Info_fromint(int info) noexcept;
PENSTOCK_EXPORT int Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) noexcept;
PENSTOCK_EXPORT int Info_get_nkeys(MPI_Info info, int *nkeys) noexcept;
PENSTOCK_EXPORT int Info_get_nthkey(MPI_Info info, int n, char *key) noexcept;
PENSTOCK_EXPORT int Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) noexcept;
PENSTOCK_EXPORT int Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) noexcept;
PENSTOCK_EXPORT int Info_set(MPI_Info info, const char *key, const char *value) noexcept;
PENSTOCK_EXPORT int Info_toint(MPI_Info info) noexcept;
PENSTOCK_EXPORT int Errhandler_free(MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT MPI_Errhandler Errhandler_fromint(int errhandler) noexcept;
PENSTOCK_EXPORT int Errhandler_toint(MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int Session_attach_buffer(MPI_Session session, void *buffer, MPI_Count size) noexcept;
PENSTOCK_EXPORT int Session_call_errhandler(MPI_Session session, int errorcode) noexcept;
PENSTOCK_EXPORT int Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Session_detach_buffer(MPI_Session session, void *buffer_addr, CountOut size) noexcept;
PENSTOCK_EXPORT int Session_finalize(MPI_Session *session) noexcept;
PENSTOCK_EXPORT int Session_flush_buffer(MPI_Session session) noexcept;
PENSTOCK_EXPORT MPI_Session Session_fromint(int session) noexcept;
PENSTOCK_EXPORT int Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Session_get_info(MPI_Session session, MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len,
    char *pset_name) noexcept;
PENSTOCK_EXPORT int Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) noexcept;
PENSTOCK_EXPORT int Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) noexcept;
PENSTOCK_EXPORT int Session_iflush_buffer(MPI_Session session, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept;
PENSTOCK_EXPORT int Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int Session_toint(MPI_Session session) noexcept;
PENSTOCK_EXPORT int Accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
    MPI_Win win) noexcept;
PENSTOCK_EXPORT int Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
    MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
    MPI_Aint target_disp, MPI_Op op, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Get(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Get_accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Get_hw_resource_info(MPI_Info *hw_info) noexcept;
PENSTOCK_EXPORT int Put(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Raccumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
    MPI_Win win, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Rget(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Rget_accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Rput(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Win_allocate(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) noexcept;
PENSTOCK_EXPORT int Win_allocate_shared(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) noexcept;
PENSTOCK_EXPORT int Win_attach(MPI_Win win, void *base, MPI_Aint size) noexcept;
PENSTOCK_EXPORT int Win_call_errhandler(MPI_Win win, int errorcode) noexcept;
PENSTOCK_EXPORT int Win_complete(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_create(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win) noexcept;
PENSTOCK_EXPORT int Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) noexcept;
PENSTOCK_EXPORT int Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
    MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state) noexcept;
PENSTOCK_EXPORT int Win_delete_attr(MPI_Win win, int win_keyval) noexcept;
PENSTOCK_EXPORT int Win_detach(MPI_Win win, const void *base) noexcept;
PENSTOCK_EXPORT int Win_fence(int assert, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_flush(int rank, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_flush_all(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_flush_local(int rank, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_flush_local_all(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_free(MPI_Win *win) noexcept;
PENSTOCK_EXPORT int Win_free_keyval(int *win_keyval) noexcept;
PENSTOCK_EXPORT MPI_Win Win_fromint(int win) noexcept;
PENSTOCK_EXPORT int Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) noexcept;
PENSTOCK_EXPORT int Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Win_get_group(MPI_Win win, MPI_Group *group) noexcept;
PENSTOCK_EXPORT int Win_get_info(MPI_Win win, MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int Win_get_name(MPI_Win win, char *win_name, int *resultlen) noexcept;
PENSTOCK_EXPORT int Win_lock(int lock_type, int rank, int assert, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_lock_all(int assert, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_post(MPI_Group group, int assert, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) noexcept;
PENSTOCK_EXPORT int Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int Win_set_info(MPI_Win win, MPI_Info info) noexcept;
PENSTOCK_EXPORT int Win_set_name(MPI_Win win, const char *win_name) noexcept;
PENSTOCK_EXPORT int Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, CountOut disp_unit, void *baseptr) noexcept;
PENSTOCK_EXPORT int Win_start(MPI_Group group, int assert, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_sync(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_test(MPI_Win win, int *flag) noexcept;
PENSTOCK_EXPORT int Win_toint(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_unlock(int rank, MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_unlock_all(MPI_Win win) noexcept;
PENSTOCK_EXPORT int Win_wait(MPI_Win win) noexcept;
PENSTOCK_EXPORT int File_call_errhandler(MPI_File fh, int errorcode) noexcept;
PENSTOCK_EXPORT int File_close(MPI_File *fh) noexcept;
PENSTOCK_EXPORT int File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int File_delete(const char *filename, MPI_Info info) noexcept;
PENSTOCK_EXPORT MPI_File File_fromint(int file) noexcept;
PENSTOCK_EXPORT int File_get_amode(MPI_File fh, int *amode) noexcept;
PENSTOCK_EXPORT int File_get_atomicity(MPI_File fh, int *flag) noexcept;
PENSTOCK_EXPORT int File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) noexcept;
PENSTOCK_EXPORT int File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int File_get_group(MPI_File fh, MPI_Group *group) noexcept;
PENSTOCK_EXPORT int File_get_info(MPI_File fh, MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int File_get_position(MPI_File fh, MPI_Offset *offset) noexcept;
PENSTOCK_EXPORT int File_get_position_shared(MPI_File fh, MPI_Offset *offset) noexcept;
PENSTOCK_EXPORT int File_get_size(MPI_File fh, MPI_Offset *size) noexcept;
PENSTOCK_EXPORT int File_get_type_extent(MPI_File fh, MPI_Datatype datatype, CountOut extent) noexcept;
PENSTOCK_EXPORT int File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
    char *datarep) noexcept;
PENSTOCK_EXPORT int File_iread(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iread_all(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iread_shared(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iwrite(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iwrite_all(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_iwrite_shared(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) noexcept;
PENSTOCK_EXPORT int File_preallocate(MPI_File fh, MPI_Offset size) noexcept;
PENSTOCK_EXPORT int File_read(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_all(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_all_begin(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_at(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
    MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_ordered(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_ordered_begin(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_read_shared(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_seek(MPI_File fh, MPI_Offset offset, int whence) noexcept;
PENSTOCK_EXPORT int File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) noexcept;
PENSTOCK_EXPORT int File_set_atomicity(MPI_File fh, int flag) noexcept;
PENSTOCK_EXPORT int File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int File_set_info(MPI_File fh, MPI_Info info) noexcept;
PENSTOCK_EXPORT int File_set_size(MPI_File fh, MPI_Offset size) noexcept;
PENSTOCK_EXPORT int File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
    const char *datarep, MPI_Info info) noexcept;
PENSTOCK_EXPORT int File_sync(MPI_File fh) noexcept;
PENSTOCK_EXPORT int File_toint(MPI_File file) noexcept;
PENSTOCK_EXPORT int File_write(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_all(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_all_begin(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_ordered(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_ordered_begin(MPI_File fh, const void *buf, MPI_Count count,
    MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept;
PENSTOCK_EXPORT int File_write_shared(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int T_category_changed(int *update_number) noexcept;
PENSTOCK_EXPORT int T_category_get_categories(int cat_index, int len, int indices[]) noexcept;
PENSTOCK_EXPORT int T_category_get_cvars(int cat_index, int len, int indices[]) noexcept;
PENSTOCK_EXPORT int T_category_get_events(int cat_index, int len, int indices[]) noexcept;
PENSTOCK_EXPORT int T_category_get_index(const char *name, int *cat_index) noexcept;
PENSTOCK_EXPORT int T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
    int *num_cvars, int *num_pvars, int *num_categories) noexcept;
PENSTOCK_EXPORT int T_category_get_num(int *num_cat) noexcept;
PENSTOCK_EXPORT int T_category_get_num_events(int cat_index, int *num_events) noexcept;
PENSTOCK_EXPORT int T_category_get_pvars(int cat_index, int len, int indices[]) noexcept;
PENSTOCK_EXPORT int T_cvar_get_index(const char *name, int *cvar_index) noexcept;
PENSTOCK_EXPORT int T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) noexcept;
PENSTOCK_EXPORT int T_cvar_get_num(int *num_cvar) noexcept;
PENSTOCK_EXPORT int T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
    int *count) noexcept;
PENSTOCK_EXPORT int T_cvar_handle_free(MPI_T_cvar_handle *handle) noexcept;
PENSTOCK_EXPORT int T_cvar_read(MPI_T_cvar_handle handle, void *buf) noexcept;
PENSTOCK_EXPORT int T_cvar_write(MPI_T_cvar_handle handle, const void *buf) noexcept;
PENSTOCK_EXPORT int T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) noexcept;
PENSTOCK_EXPORT int T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) noexcept;
PENSTOCK_EXPORT int T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info info) noexcept;
PENSTOCK_EXPORT int T_event_copy(MPI_T_event_instance event_instance, void *buffer) noexcept;
PENSTOCK_EXPORT int T_event_get_index(const char *name, int *event_index) noexcept;
PENSTOCK_EXPORT int T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
    MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype,
    MPI_Info *info, char *desc, int *desc_len, int *bind) noexcept;
PENSTOCK_EXPORT int T_event_get_num(int *num_events) noexcept;
PENSTOCK_EXPORT int T_event_get_source(MPI_T_event_instance event_instance, int *source_index) noexcept;
PENSTOCK_EXPORT int T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) noexcept;
PENSTOCK_EXPORT int T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
    MPI_T_event_registration *event_registration) noexcept;
PENSTOCK_EXPORT int T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function) noexcept;
PENSTOCK_EXPORT int T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) noexcept;
PENSTOCK_EXPORT int T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info) noexcept;
PENSTOCK_EXPORT int T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) noexcept;
PENSTOCK_EXPORT int T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info info, void *user_data, MPI_T_event_cb_function *event_cb_function) noexcept;
PENSTOCK_EXPORT int T_event_set_dropped_handler(MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function) noexcept;
PENSTOCK_EXPORT int T_finalize() noexcept;
PENSTOCK_EXPORT int T_init_thread(int required, int *provided) noexcept;
PENSTOCK_EXPORT int T_pvar_get_index(const char *name, int var_class, int *pvar_index) noexcept;
PENSTOCK_EXPORT int T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
    MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
    int *atomic) noexcept;
PENSTOCK_EXPORT int T_pvar_get_num(int *num_pvar) noexcept;
PENSTOCK_EXPORT int T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle,
    MPI_T_pvar_handle *handle, int *count) noexcept;
PENSTOCK_EXPORT int T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) noexcept;
PENSTOCK_EXPORT int T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept;
PENSTOCK_EXPORT int T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept;
PENSTOCK_EXPORT int T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept;
PENSTOCK_EXPORT int T_pvar_session_create(MPI_T_pvar_session *pe_session) noexcept;
PENSTOCK_EXPORT int T_pvar_session_free(MPI_T_pvar_session *pe_session) noexcept;
PENSTOCK_EXPORT int T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept;
PENSTOCK_EXPORT int T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept;
PENSTOCK_EXPORT int T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) noexcept;
PENSTOCK_EXPORT int T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
    MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info) noexcept;
PENSTOCK_EXPORT int T_source_get_num(int *num_sources) noexcept;
PENSTOCK_EXPORT int T_source_get_timestamp(int source_index, MPI_Count *timestamp) noexcept;
PENSTOCK_EXPORT int Info_set_hex(MPI_Info info, const char *key, const void *value, int value_size) noexcept;
PENSTOCK_EXPORT int Stream_create(MPI_Info info, MPIX_Stream *stream) noexcept;
PENSTOCK_EXPORT int Stream_free(MPIX_Stream *stream) noexcept;
PENSTOCK_EXPORT int Stream_comm_create(MPI_Comm comm, MPIX_Stream stream, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Stream_comm_create_multiplex(MPI_Comm comm, int count, MPIX_Stream array_of_streams[],
    MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_get_stream(MPI_Comm comm, int idx, MPIX_Stream *stream) noexcept;
PENSTOCK_EXPORT int Stream_progress(MPIX_Stream stream) noexcept;
PENSTOCK_EXPORT int Start_progress_thread(MPIX_Stream stream) noexcept;
PENSTOCK_EXPORT int Stop_progress_thread(MPIX_Stream stream) noexcept;
PENSTOCK_EXPORT int Send_enqueue(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Recv_enqueue(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    LateStatus status) noexcept;
PENSTOCK_EXPORT int Isend_enqueue(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Irecv_enqueue(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Sendrecv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    LateStatus status) noexcept;
PENSTOCK_EXPORT int Wait_enqueue(MPI_Request *request, LateStatus status) noexcept;
PENSTOCK_EXPORT int Waitall_enqueue(int count, MPI_Request array_of_requests[], LateStatus array_of_statuses) noexcept;
PENSTOCK_EXPORT int Barrier_enqueue(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Bcast_enqueue(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Gather_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Gatherv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scatter_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scatterv_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray displs,
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allgather_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allgatherv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoall_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoallv_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Alltoallw_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Allreduce_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_scatter_block_enqueue(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Reduce_scatter_enqueue(const void *sendbuf, void *recvbuf, CountArray recvcounts,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Scan_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Exscan_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Win_get_device_handle(MPI_Win win, penstock_device_window *handle) noexcept;
PENSTOCK_EXPORT int Prequest_create(MPI_Request request, MPIX_Prequest *prequest) noexcept;
PENSTOCK_EXPORT int Prequest_free(MPIX_Prequest *prequest) noexcept;

}  // namespace penstock::api
