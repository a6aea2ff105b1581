// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions that all faces have, under C++ names; each one's symbol is the PMPI_ one. WEAK_NAME gives it the MPI_ one,
// beside its definition; WEAK_MPIX_NAME does so for PMPIX_ and MPIX_.
#pragma once

#include "faces/common/types.hpp"

#define WEAK_NAME(name) decltype(name) weak_##name asm("MPI_" #name) __attribute__((weak, alias("PMPI_" #name)))
#define WEAK_MPIX_NAME(name) decltype(name) weak_##name asm("MPIX_" #name) __attribute__((weak, alias("PMPIX_" #name)))

namespace penstock::faces::PENSTOCK_FACE {

int Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
    int *is_set) noexcept asm("PMPI_Abi_get_fortran_booleans");
int Abi_get_fortran_info(Info *info) noexcept asm("PMPI_Abi_get_fortran_info");
int Abi_get_info(Info *info) noexcept asm("PMPI_Abi_get_info");
int Abi_get_version(int *abi_major, int *abi_minor) noexcept asm("PMPI_Abi_get_version");
int Abi_set_fortran_booleans(int logical_size, void *logical_true,
    void *logical_false) noexcept asm("PMPI_Abi_set_fortran_booleans");
int Abi_set_fortran_info(Info info) noexcept asm("PMPI_Abi_set_fortran_info");
int Abort(Comm comm, int errorcode) noexcept asm("PMPI_Abort");
int Add_error_class(int *errorclass) noexcept asm("PMPI_Add_error_class");
int Add_error_code(int errorclass, int *errorcode) noexcept asm("PMPI_Add_error_code");
int Add_error_string(int errorcode, const char *string) noexcept asm("PMPI_Add_error_string");
MPI_Aint Aint_add(MPI_Aint base, MPI_Aint disp) noexcept asm("PMPI_Aint_add");
MPI_Aint Aint_diff(MPI_Aint addr1, MPI_Aint addr2) noexcept asm("PMPI_Aint_diff");
int Alloc_mem(MPI_Aint size, Info info, void *baseptr) noexcept asm("PMPI_Alloc_mem");
int Error_class(int errorcode, int *errorclass) noexcept asm("PMPI_Error_class");
int Error_string(int errorcode, char *string, int *resultlen) noexcept asm("PMPI_Error_string");
int Finalize(void) noexcept asm("PMPI_Finalize");
int Finalized(int *flag) noexcept asm("PMPI_Finalized");
int Free_mem(void *base) noexcept asm("PMPI_Free_mem");
int Get_address(const void *location, MPI_Aint *address) noexcept asm("PMPI_Get_address");
int Get_library_version(char *version, int *resultlen) noexcept asm("PMPI_Get_library_version");
int Get_processor_name(char *name, int *resultlen) noexcept asm("PMPI_Get_processor_name");
int Get_version(int *version, int *subversion) noexcept asm("PMPI_Get_version");
int Init(int *argc, char ***argv) noexcept asm("PMPI_Init");
int Init_thread(int *argc, char ***argv, int required, int *provided) noexcept asm("PMPI_Init_thread");
int Initialized(int *flag) noexcept asm("PMPI_Initialized");
int Is_thread_main(int *flag) noexcept asm("PMPI_Is_thread_main");
int Pcontrol(int level, ...) noexcept asm("PMPI_Pcontrol");
int Query_thread(int *provided) noexcept asm("PMPI_Query_thread");
int Remove_error_class(int errorclass) noexcept asm("PMPI_Remove_error_class");
int Remove_error_code(int errorcode) noexcept asm("PMPI_Remove_error_code");
int Remove_error_string(int errorcode) noexcept asm("PMPI_Remove_error_string");
double Wtick(void) noexcept asm("PMPI_Wtick");
double Wtime(void) noexcept asm("PMPI_Wtime");
int Bsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept asm("PMPI_Bsend");
int Bsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPI_Bsend_c");
int Bsend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Bsend_init");
int Bsend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Bsend_init_c");
int Buffer_attach(void *buffer, int size) noexcept asm("PMPI_Buffer_attach");
int Buffer_attach_c(void *buffer, MPI_Count size) noexcept asm("PMPI_Buffer_attach_c");
int Buffer_detach(void *buffer_addr, int *size) noexcept asm("PMPI_Buffer_detach");
int Buffer_detach_c(void *buffer_addr, MPI_Count *size) noexcept asm("PMPI_Buffer_detach_c");
int Buffer_flush(void) noexcept asm("PMPI_Buffer_flush");
int Buffer_iflush(Request *request) noexcept asm("PMPI_Buffer_iflush");
int Cancel(Request *request) noexcept asm("PMPI_Cancel");
int Comm_attach_buffer(Comm comm, void *buffer, int size) noexcept asm("PMPI_Comm_attach_buffer");
int Comm_attach_buffer_c(Comm comm, void *buffer, MPI_Count size) noexcept asm("PMPI_Comm_attach_buffer_c");
int Comm_detach_buffer(Comm comm, void *buffer_addr, int *size) noexcept asm("PMPI_Comm_detach_buffer");
int Comm_detach_buffer_c(Comm comm, void *buffer_addr, MPI_Count *size) noexcept asm("PMPI_Comm_detach_buffer_c");
int Comm_flush_buffer(Comm comm) noexcept asm("PMPI_Comm_flush_buffer");
int Comm_iflush_buffer(Comm comm, Request *request) noexcept asm("PMPI_Comm_iflush_buffer");
int Get_count(const Status *status, Datatype datatype, int *count) noexcept asm("PMPI_Get_count");
int Get_count_c(const Status *status, Datatype datatype, MPI_Count *count) noexcept asm("PMPI_Get_count_c");
int Get_elements(const Status *status, Datatype datatype, int *count) noexcept asm("PMPI_Get_elements");
int Get_elements_c(const Status *status, Datatype datatype, MPI_Count *count) noexcept asm("PMPI_Get_elements_c");
int Get_elements_x(const Status *status, Datatype datatype, MPI_Count *count) noexcept asm("PMPI_Get_elements_x");
int Grequest_complete(Request request) noexcept asm("PMPI_Grequest_complete");
int Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
    MPI_Grequest_cancel_function *cancel_fn, void *extra_state, Request *request) noexcept asm("PMPI_Grequest_start");
int Ibsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Ibsend");
int Ibsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Ibsend_c");
int Improbe(int source, int tag, Comm comm, int *flag, Message *message, Status *status) noexcept asm("PMPI_Improbe");
int Imrecv(void *buf, int count, Datatype datatype, Message *message, Request *request) noexcept asm("PMPI_Imrecv");
int Imrecv_c(void *buf, MPI_Count count, Datatype datatype, Message *message,
    Request *request) noexcept asm("PMPI_Imrecv_c");
int Iprobe(int source, int tag, Comm comm, int *flag, Status *status) noexcept asm("PMPI_Iprobe");
int Irecv(void *buf, int count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Irecv");
int Irecv_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Irecv_c");
int Irsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Irsend");
int Irsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Irsend_c");
int Isend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Isend");
int Isend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Isend_c");
int Isendrecv(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Request *request) noexcept asm("PMPI_Isendrecv");
int Isendrecv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Request *request) noexcept asm("PMPI_Isendrecv_c");
int Isendrecv_replace(void *buf, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Request *request) noexcept asm("PMPI_Isendrecv_replace");
int Isendrecv_replace_c(void *buf, MPI_Count count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Request *request) noexcept asm("PMPI_Isendrecv_replace_c");
int Issend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Issend");
int Issend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Issend_c");
Message Message_fromint(int message) noexcept asm("PMPI_Message_fromint");
int Message_toint(Message message) noexcept asm("PMPI_Message_toint");
int Mprobe(int source, int tag, Comm comm, Message *message, Status *status) noexcept asm("PMPI_Mprobe");
int Mrecv(void *buf, int count, Datatype datatype, Message *message, Status *status) noexcept asm("PMPI_Mrecv");
int Mrecv_c(void *buf, MPI_Count count, Datatype datatype, Message *message,
    Status *status) noexcept asm("PMPI_Mrecv_c");
int Parrived(Request request, int partition, int *flag) noexcept asm("PMPI_Parrived");
int Pready(int partition, Request request) noexcept asm("PMPI_Pready");
int Pready_list(int length, const int array_of_partitions[], Request request) noexcept asm("PMPI_Pready_list");
int Pready_range(int partition_low, int partition_high, Request request) noexcept asm("PMPI_Pready_range");
int Precv_init(void *buf, int partitions, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Precv_init");
int Probe(int source, int tag, Comm comm, Status *status) noexcept asm("PMPI_Probe");
int Psend_init(const void *buf, int partitions, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Psend_init");
int Recv(void *buf, int count, Datatype datatype, int source, int tag, Comm comm,
    Status *status) noexcept asm("PMPI_Recv");
int Recv_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Status *status) noexcept asm("PMPI_Recv_c");
int Recv_init(void *buf, int count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Recv_init");
int Recv_init_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Recv_init_c");
int Request_free(Request *request) noexcept asm("PMPI_Request_free");
Request Request_fromint(int request) noexcept asm("PMPI_Request_fromint");
int Request_get_status(Request request, int *flag, Status *status) noexcept asm("PMPI_Request_get_status");
int Request_get_status_all(int count, const Request array_of_requests[], int *flag,
    Status array_of_statuses[]) noexcept asm("PMPI_Request_get_status_all");
int Request_get_status_any(int count, const Request array_of_requests[], int *index, int *flag,
    Status *status) noexcept asm("PMPI_Request_get_status_any");
int Request_get_status_some(int incount, const Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept asm("PMPI_Request_get_status_some");
int Request_toint(Request request) noexcept asm("PMPI_Request_toint");
int Rsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept asm("PMPI_Rsend");
int Rsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPI_Rsend_c");
int Rsend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Rsend_init");
int Rsend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Rsend_init_c");
int Send(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept asm("PMPI_Send");
int Send_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPI_Send_c");
int Send_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Send_init");
int Send_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Send_init_c");
int Sendrecv(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Status *status) noexcept asm("PMPI_Sendrecv");
int Sendrecv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Status *status) noexcept asm("PMPI_Sendrecv_c");
int Sendrecv_replace(void *buf, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Status *status) noexcept asm("PMPI_Sendrecv_replace");
int Sendrecv_replace_c(void *buf, MPI_Count count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Status *status) noexcept asm("PMPI_Sendrecv_replace_c");
int Ssend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept asm("PMPI_Ssend");
int Ssend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPI_Ssend_c");
int Ssend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Ssend_init");
int Ssend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPI_Ssend_init_c");
int Start(Request *request) noexcept asm("PMPI_Start");
int Startall(int count, Request array_of_requests[]) noexcept asm("PMPI_Startall");
int Status_get_error(const Status *status, int *err) noexcept asm("PMPI_Status_get_error");
int Status_get_source(const Status *status, int *source) noexcept asm("PMPI_Status_get_source");
int Status_get_tag(const Status *status, int *tag) noexcept asm("PMPI_Status_get_tag");
int Status_set_cancelled(Status *status, int flag) noexcept asm("PMPI_Status_set_cancelled");
int Status_set_elements(Status *status, Datatype datatype, int count) noexcept asm("PMPI_Status_set_elements");
int Status_set_elements_c(Status *status, Datatype datatype,
    MPI_Count count) noexcept asm("PMPI_Status_set_elements_c");
int Status_set_elements_x(Status *status, Datatype datatype,
    MPI_Count count) noexcept asm("PMPI_Status_set_elements_x");
int Status_set_error(Status *status, int err) noexcept asm("PMPI_Status_set_error");
int Status_set_source(Status *status, int source) noexcept asm("PMPI_Status_set_source");
int Status_set_tag(Status *status, int tag) noexcept asm("PMPI_Status_set_tag");
int Test(Request *request, int *flag, Status *status) noexcept asm("PMPI_Test");
int Test_cancelled(const Status *status, int *flag) noexcept asm("PMPI_Test_cancelled");
int Testall(int count, Request array_of_requests[], int *flag, Status array_of_statuses[]) noexcept asm("PMPI_Testall");
int Testany(int count, Request array_of_requests[], int *index, int *flag, Status *status) noexcept asm("PMPI_Testany");
int Testsome(int incount, Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept asm("PMPI_Testsome");
int Wait(Request *request, Status *status) noexcept asm("PMPI_Wait");
int Waitall(int count, Request array_of_requests[], Status array_of_statuses[]) noexcept asm("PMPI_Waitall");
int Waitany(int count, Request array_of_requests[], int *index, Status *status) noexcept asm("PMPI_Waitany");
int Waitsome(int incount, Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept asm("PMPI_Waitsome");
int Allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Allgather");
int Allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPI_Allgather_c");
int Allgather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Allgather_init");
int Allgather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Allgather_init_c");
int Allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept asm("PMPI_Allgatherv");
int Allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Allgatherv_c");
int Allgatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Allgatherv_init");
int Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Allgatherv_init_c");
int Allreduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Allreduce");
int Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Allreduce_c");
int Allreduce_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Allreduce_init");
int Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Allreduce_init_c");
int Alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Alltoall");
int Alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPI_Alltoall_c");
int Alltoall_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Alltoall_init");
int Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Alltoall_init_c");
int Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm) noexcept asm("PMPI_Alltoallv");
int Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Alltoallv_c");
int Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Alltoallv_init");
int Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Alltoallv_init_c");
int Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[],
    Comm comm) noexcept asm("PMPI_Alltoallw");
int Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept asm("PMPI_Alltoallw_c");
int Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Alltoallw_init");
int Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept asm("PMPI_Alltoallw_init_c");
int Barrier(Comm comm) noexcept asm("PMPI_Barrier");
int Barrier_init(Comm comm, Info info, Request *request) noexcept asm("PMPI_Barrier_init");
int Bcast(void *buffer, int count, Datatype datatype, int root, Comm comm) noexcept asm("PMPI_Bcast");
int Bcast_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm) noexcept asm("PMPI_Bcast_c");
int Bcast_init(void *buffer, int count, Datatype datatype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Bcast_init");
int Bcast_init_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Bcast_init_c");
int Exscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Exscan");
int Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Exscan_c");
int Exscan_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Exscan_init");
int Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Exscan_init_c");
int Gather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm) noexcept asm("PMPI_Gather");
int Gather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Gather_c");
int Gather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Info info, Request *request) noexcept asm("PMPI_Gather_init");
int Gather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept asm("PMPI_Gather_init_c");
int Gatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Gatherv");
int Gatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint displs[], Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Gatherv_c");
int Gatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Gatherv_init");
int Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Gatherv_init_c");
int Iallgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm, Request *request) noexcept asm("PMPI_Iallgather");
int Iallgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Iallgather_c");
int Iallgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Iallgatherv");
int Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm,
    Request *request) noexcept asm("PMPI_Iallgatherv_c");
int Iallreduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iallreduce");
int Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iallreduce_c");
int Ialltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm, Request *request) noexcept asm("PMPI_Ialltoall");
int Ialltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ialltoall_c");
int Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm,
    Request *request) noexcept asm("PMPI_Ialltoallv");
int Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm,
    Request *request) noexcept asm("PMPI_Ialltoallv_c");
int Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm,
    Request *request) noexcept asm("PMPI_Ialltoallw");
int Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept asm("PMPI_Ialltoallw_c");
int Ibarrier(Comm comm, Request *request) noexcept asm("PMPI_Ibarrier");
int Ibcast(void *buffer, int count, Datatype datatype, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Ibcast");
int Ibcast_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Ibcast_c");
int Iexscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iexscan");
int Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iexscan_c");
int Igather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Request *request) noexcept asm("PMPI_Igather");
int Igather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Request *request) noexcept asm("PMPI_Igather_c");
int Igatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm, Request *request) noexcept asm("PMPI_Igatherv");
int Igatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Igatherv_c");
int Ireduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Ireduce");
int Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Ireduce_c");
int Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Ireduce_scatter");
int Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm, Request *request) noexcept asm("PMPI_Ireduce_scatter_c");
int Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Ireduce_scatter_block");
int Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm, Request *request) noexcept asm("PMPI_Ireduce_scatter_block_c");
int Iscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iscan");
int Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept asm("PMPI_Iscan_c");
int Iscatter(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Request *request) noexcept asm("PMPI_Iscatter");
int Iscatter_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Request *request) noexcept asm("PMPI_Iscatter_c");
int Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm, Request *request) noexcept asm("PMPI_Iscatterv");
int Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm,
    Request *request) noexcept asm("PMPI_Iscatterv_c");
int Op_commutative(Op op, int *commute) noexcept asm("PMPI_Op_commutative");
int Op_create(MPI_User_function *user_fn, int commute, Op *op) noexcept asm("PMPI_Op_create");
int Op_create_c(MPI_User_function_c *user_fn, int commute, Op *op) noexcept asm("PMPI_Op_create_c");
int Op_free(Op *op) noexcept asm("PMPI_Op_free");
Op Op_fromint(int op) noexcept asm("PMPI_Op_fromint");
int Op_toint(Op op) noexcept asm("PMPI_Op_toint");
int Reduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root,
    Comm comm) noexcept asm("PMPI_Reduce");
int Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root,
    Comm comm) noexcept asm("PMPI_Reduce_c");
int Reduce_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Reduce_init");
int Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Reduce_init_c");
int Reduce_local(const void *inbuf, void *inoutbuf, int count, Datatype datatype,
    Op op) noexcept asm("PMPI_Reduce_local");
int Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, Datatype datatype,
    Op op) noexcept asm("PMPI_Reduce_local_c");
int Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Reduce_scatter");
int Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Reduce_scatter_c");
int Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Reduce_scatter_block");
int Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Reduce_scatter_block_c");
int Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op, Comm comm,
    Info info, Request *request) noexcept asm("PMPI_Reduce_scatter_block_init");
int Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept asm("PMPI_Reduce_scatter_block_init_c");
int Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept asm("PMPI_Reduce_scatter_init");
int Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept asm("PMPI_Reduce_scatter_init_c");
int Scan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept asm("PMPI_Scan");
int Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPI_Scan_c");
int Scan_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Scan_init");
int Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Scan_init_c");
int Scatter(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm) noexcept asm("PMPI_Scatter");
int Scatter_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Scatter_c");
int Scatter_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept asm("PMPI_Scatter_init");
int Scatter_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept asm("PMPI_Scatter_init_c");
int Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Scatterv");
int Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm) noexcept asm("PMPI_Scatterv_c");
int Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Scatterv_init");
int Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Scatterv_init_c");
int Cart_coords(Comm comm, int rank, int maxdims, int coords[]) noexcept asm("PMPI_Cart_coords");
int Cart_create(Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
    Comm *comm_cart) noexcept asm("PMPI_Cart_create");
int Cart_get(Comm comm, int maxdims, int dims[], int periods[], int coords[]) noexcept asm("PMPI_Cart_get");
int Cart_map(Comm comm, int ndims, const int dims[], const int periods[], int *newrank) noexcept asm("PMPI_Cart_map");
int Cart_rank(Comm comm, const int coords[], int *rank) noexcept asm("PMPI_Cart_rank");
int Cart_shift(Comm comm, int direction, int disp, int *rank_source, int *rank_dest) noexcept asm("PMPI_Cart_shift");
int Cart_sub(Comm comm, const int remain_dims[], Comm *newcomm) noexcept asm("PMPI_Cart_sub");
int Cartdim_get(Comm comm, int *ndims) noexcept asm("PMPI_Cartdim_get");
int Dims_create(int nnodes, int ndims, int dims[]) noexcept asm("PMPI_Dims_create");
int Dist_graph_create(Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
    const int weights[], Info info, int reorder, Comm *comm_dist_graph) noexcept asm("PMPI_Dist_graph_create");
int Dist_graph_create_adjacent(Comm comm_old, int indegree, const int sources[], const int sourceweights[],
    int outdegree, const int destinations[], const int destweights[], Info info, int reorder,
    Comm *comm_dist_graph) noexcept asm("PMPI_Dist_graph_create_adjacent");
int Dist_graph_neighbors(Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
    int destinations[], int destweights[]) noexcept asm("PMPI_Dist_graph_neighbors");
int Dist_graph_neighbors_count(Comm comm, int *indegree, int *outdegree,
    int *weighted) noexcept asm("PMPI_Dist_graph_neighbors_count");
int Graph_create(Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
    Comm *comm_graph) noexcept asm("PMPI_Graph_create");
int Graph_get(Comm comm, int maxindex, int maxedges, int index[], int edges[]) noexcept asm("PMPI_Graph_get");
int Graph_map(Comm comm, int nnodes, const int index[], const int edges[], int *newrank) noexcept asm("PMPI_Graph_map");
int Graph_neighbors(Comm comm, int rank, int maxneighbors, int neighbors[]) noexcept asm("PMPI_Graph_neighbors");
int Graph_neighbors_count(Comm comm, int rank, int *nneighbors) noexcept asm("PMPI_Graph_neighbors_count");
int Graphdims_get(Comm comm, int *nnodes, int *nedges) noexcept asm("PMPI_Graphdims_get");
int Ineighbor_allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_allgather");
int Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_allgather_c");
int Ineighbor_allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_allgatherv");
int Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm,
    Request *request) noexcept asm("PMPI_Ineighbor_allgatherv_c");
int Ineighbor_alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_alltoall");
int Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_alltoall_c");
int Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm,
    Request *request) noexcept asm("PMPI_Ineighbor_alltoallv");
int Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_alltoallv_c");
int Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_alltoallw");
int Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept asm("PMPI_Ineighbor_alltoallw_c");
int Neighbor_allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPI_Neighbor_allgather");
int Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept asm("PMPI_Neighbor_allgather_c");
int Neighbor_allgather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Neighbor_allgather_init");
int Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Neighbor_allgather_init_c");
int Neighbor_allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept asm("PMPI_Neighbor_allgatherv");
int Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Neighbor_allgatherv_c");
int Neighbor_allgatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Neighbor_allgatherv_init");
int Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Neighbor_allgatherv_init_c");
int Neighbor_alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPI_Neighbor_alltoall");
int Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept asm("PMPI_Neighbor_alltoall_c");
int Neighbor_alltoall_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept asm("PMPI_Neighbor_alltoall_init");
int Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Neighbor_alltoall_init_c");
int Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Neighbor_alltoallv");
int Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm) noexcept asm("PMPI_Neighbor_alltoallv_c");
int Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept asm("PMPI_Neighbor_alltoallv_init");
int Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm, Info info, Request *request) noexcept asm("PMPI_Neighbor_alltoallv_init_c");
int Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept asm("PMPI_Neighbor_alltoallw");
int Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept asm("PMPI_Neighbor_alltoallw_c");
int Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept asm("PMPI_Neighbor_alltoallw_init");
int Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept asm("PMPI_Neighbor_alltoallw_init_c");
int Topo_test(Comm comm, int *status) noexcept asm("PMPI_Topo_test");
int Pack(const void *inbuf, int incount, Datatype datatype, void *outbuf, int outsize, int *position,
    Comm comm) noexcept asm("PMPI_Pack");
int Pack_c(const void *inbuf, MPI_Count incount, Datatype datatype, void *outbuf, MPI_Count outsize,
    MPI_Count *position, Comm comm) noexcept asm("PMPI_Pack_c");
int Pack_external(const char *datarep, const void *inbuf, int incount, Datatype datatype, void *outbuf,
    MPI_Aint outsize, MPI_Aint *position) noexcept asm("PMPI_Pack_external");
int Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position) noexcept asm("PMPI_Pack_external_c");
int Pack_external_size(const char *datarep, int incount, Datatype datatype,
    MPI_Aint *size) noexcept asm("PMPI_Pack_external_size");
int Pack_external_size_c(const char *datarep, MPI_Count incount, Datatype datatype,
    MPI_Count *size) noexcept asm("PMPI_Pack_external_size_c");
int Pack_size(int incount, Datatype datatype, Comm comm, int *size) noexcept asm("PMPI_Pack_size");
int Pack_size_c(MPI_Count incount, Datatype datatype, Comm comm, MPI_Count *size) noexcept asm("PMPI_Pack_size_c");
int Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
    MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) noexcept asm("PMPI_Register_datarep");
int Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
    MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) noexcept asm("PMPI_Register_datarep_c");
int Type_commit(Datatype *datatype) noexcept asm("PMPI_Type_commit");
int Type_contiguous(int count, Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_contiguous");
int Type_contiguous_c(MPI_Count count, Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_contiguous_c");
int Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
    const int array_of_dargs[], const int array_of_psizes[], int order, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_darray");
int Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_create_darray_c");
int Type_create_f90_complex(int p, int r, Datatype *newtype) noexcept asm("PMPI_Type_create_f90_complex");
int Type_create_f90_integer(int r, Datatype *newtype) noexcept asm("PMPI_Type_create_f90_integer");
int Type_create_f90_real(int p, int r, Datatype *newtype) noexcept asm("PMPI_Type_create_f90_real");
int Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_create_hindexed");
int Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_hindexed_c");
int Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_hindexed_block");
int Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_create_hindexed_block_c");
int Type_create_hvector(int count, int blocklength, MPI_Aint stride, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_hvector");
int Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_hvector_c");
int Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_indexed_block");
int Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_create_indexed_block_c");
int Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
    void *extra_state) noexcept asm("PMPI_Type_create_keyval");
int Type_create_resized(Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
    Datatype *newtype) noexcept asm("PMPI_Type_create_resized");
int Type_create_resized_c(Datatype oldtype, MPI_Count lb, MPI_Count extent,
    Datatype *newtype) noexcept asm("PMPI_Type_create_resized_c");
int Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    const Datatype array_of_types[], Datatype *newtype) noexcept asm("PMPI_Type_create_struct");
int Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], const Datatype array_of_types[],
    Datatype *newtype) noexcept asm("PMPI_Type_create_struct_c");
int Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
    const int array_of_starts[], int order, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_subarray");
int Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
    const MPI_Count array_of_starts[], int order, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_create_subarray_c");
int Type_delete_attr(Datatype datatype, int type_keyval) noexcept asm("PMPI_Type_delete_attr");
int Type_dup(Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_dup");
int Type_free(Datatype *datatype) noexcept asm("PMPI_Type_free");
int Type_free_keyval(int *type_keyval) noexcept asm("PMPI_Type_free_keyval");
Datatype Type_fromint(int datatype) noexcept asm("PMPI_Type_fromint");
int Type_get_attr(Datatype datatype, int type_keyval, void *attribute_val,
    int *flag) noexcept asm("PMPI_Type_get_attr");
int Type_get_contents(Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
    int array_of_integers[], MPI_Aint array_of_addresses[],
    Datatype array_of_datatypes[]) noexcept asm("PMPI_Type_get_contents");
int Type_get_contents_c(Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
    MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
    Datatype array_of_datatypes[]) noexcept asm("PMPI_Type_get_contents_c");
int Type_get_envelope(Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes,
    int *combiner) noexcept asm("PMPI_Type_get_envelope");
int Type_get_envelope_c(Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
    MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) noexcept asm("PMPI_Type_get_envelope_c");
int Type_get_extent(Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) noexcept asm("PMPI_Type_get_extent");
int Type_get_extent_c(Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept asm("PMPI_Type_get_extent_c");
int Type_get_extent_x(Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept asm("PMPI_Type_get_extent_x");
int Type_get_name(Datatype datatype, char *type_name, int *resultlen) noexcept asm("PMPI_Type_get_name");
int Type_get_true_extent(Datatype datatype, MPI_Aint *true_lb,
    MPI_Aint *true_extent) noexcept asm("PMPI_Type_get_true_extent");
int Type_get_true_extent_c(Datatype datatype, MPI_Count *true_lb,
    MPI_Count *true_extent) noexcept asm("PMPI_Type_get_true_extent_c");
int Type_get_true_extent_x(Datatype datatype, MPI_Count *true_lb,
    MPI_Count *true_extent) noexcept asm("PMPI_Type_get_true_extent_x");
int Type_get_value_index(Datatype value_type, Datatype index_type,
    Datatype *pair_type) noexcept asm("PMPI_Type_get_value_index");
int Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_indexed");
int Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept asm("PMPI_Type_indexed_c");
int Type_match_size(int typeclass, int size, Datatype *datatype) noexcept asm("PMPI_Type_match_size");
int Type_set_attr(Datatype datatype, int type_keyval, void *attribute_val) noexcept asm("PMPI_Type_set_attr");
int Type_set_name(Datatype datatype, const char *type_name) noexcept asm("PMPI_Type_set_name");
int Type_size(Datatype datatype, int *size) noexcept asm("PMPI_Type_size");
int Type_size_c(Datatype datatype, MPI_Count *size) noexcept asm("PMPI_Type_size_c");
int Type_size_x(Datatype datatype, MPI_Count *size) noexcept asm("PMPI_Type_size_x");
int Type_toint(Datatype datatype) noexcept asm("PMPI_Type_toint");
int Type_vector(int count, int blocklength, int stride, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_vector");
int Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, Datatype oldtype,
    Datatype *newtype) noexcept asm("PMPI_Type_vector_c");
int Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, Datatype datatype,
    Comm comm) noexcept asm("PMPI_Unpack");
int Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
    Datatype datatype, Comm comm) noexcept asm("PMPI_Unpack_c");
int Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
    int outcount, Datatype datatype) noexcept asm("PMPI_Unpack_external");
int Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, Datatype datatype) noexcept asm("PMPI_Unpack_external_c");
int Group_compare(Group group1, Group group2, int *result) noexcept asm("PMPI_Group_compare");
int Group_difference(Group group1, Group group2, Group *newgroup) noexcept asm("PMPI_Group_difference");
int Group_excl(Group group, int n, const int ranks[], Group *newgroup) noexcept asm("PMPI_Group_excl");
int Group_free(Group *group) noexcept asm("PMPI_Group_free");
int Group_from_session_pset(Session session, const char *pset_name,
    Group *newgroup) noexcept asm("PMPI_Group_from_session_pset");
Group Group_fromint(int group) noexcept asm("PMPI_Group_fromint");
int Group_incl(Group group, int n, const int ranks[], Group *newgroup) noexcept asm("PMPI_Group_incl");
int Group_intersection(Group group1, Group group2, Group *newgroup) noexcept asm("PMPI_Group_intersection");
int Group_range_excl(Group group, int n, int ranges[][3], Group *newgroup) noexcept asm("PMPI_Group_range_excl");
int Group_range_incl(Group group, int n, int ranges[][3], Group *newgroup) noexcept asm("PMPI_Group_range_incl");
int Group_rank(Group group, int *rank) noexcept asm("PMPI_Group_rank");
int Group_size(Group group, int *size) noexcept asm("PMPI_Group_size");
int Group_toint(Group group) noexcept asm("PMPI_Group_toint");
int Group_translate_ranks(Group group1, int n, const int ranks1[], Group group2,
    int ranks2[]) noexcept asm("PMPI_Group_translate_ranks");
int Group_union(Group group1, Group group2, Group *newgroup) noexcept asm("PMPI_Group_union");
int Comm_accept(const char *port_name, Info info, int root, Comm comm, Comm *newcomm) noexcept asm("PMPI_Comm_accept");
int Comm_call_errhandler(Comm comm, int errorcode) noexcept asm("PMPI_Comm_call_errhandler");
int Comm_compare(Comm comm1, Comm comm2, int *result) noexcept asm("PMPI_Comm_compare");
int Comm_connect(const char *port_name, Info info, int root, Comm comm,
    Comm *newcomm) noexcept asm("PMPI_Comm_connect");
int Comm_create(Comm comm, Group group, Comm *newcomm) noexcept asm("PMPI_Comm_create");
int Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
    Errhandler *errhandler) noexcept asm("PMPI_Comm_create_errhandler");
int Comm_create_from_group(Group group, const char *stringtag, Info info, Errhandler errhandler,
    Comm *newcomm) noexcept asm("PMPI_Comm_create_from_group");
int Comm_create_group(Comm comm, Group group, int tag, Comm *newcomm) noexcept asm("PMPI_Comm_create_group");
int Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
    void *extra_state) noexcept asm("PMPI_Comm_create_keyval");
int Comm_delete_attr(Comm comm, int comm_keyval) noexcept asm("PMPI_Comm_delete_attr");
int Comm_disconnect(Comm *comm) noexcept asm("PMPI_Comm_disconnect");
int Comm_dup(Comm comm, Comm *newcomm) noexcept asm("PMPI_Comm_dup");
int Comm_dup_with_info(Comm comm, Info info, Comm *newcomm) noexcept asm("PMPI_Comm_dup_with_info");
int Comm_free(Comm *comm) noexcept asm("PMPI_Comm_free");
int Comm_free_keyval(int *comm_keyval) noexcept asm("PMPI_Comm_free_keyval");
Comm Comm_fromint(int comm) noexcept asm("PMPI_Comm_fromint");
int Comm_get_attr(Comm comm, int comm_keyval, void *attribute_val, int *flag) noexcept asm("PMPI_Comm_get_attr");
int Comm_get_errhandler(Comm comm, Errhandler *errhandler) noexcept asm("PMPI_Comm_get_errhandler");
int Comm_get_info(Comm comm, Info *info_used) noexcept asm("PMPI_Comm_get_info");
int Comm_get_name(Comm comm, char *comm_name, int *resultlen) noexcept asm("PMPI_Comm_get_name");
int Comm_get_parent(Comm *parent) noexcept asm("PMPI_Comm_get_parent");
int Comm_group(Comm comm, Group *group) noexcept asm("PMPI_Comm_group");
int Comm_idup(Comm comm, Comm *newcomm, Request *request) noexcept asm("PMPI_Comm_idup");
int Comm_idup_with_info(Comm comm, Info info, Comm *newcomm, Request *request) noexcept asm("PMPI_Comm_idup_with_info");
int Comm_join(int fd, Comm *intercomm) noexcept asm("PMPI_Comm_join");
int Comm_rank(Comm comm, int *rank) noexcept asm("PMPI_Comm_rank");
int Comm_remote_group(Comm comm, Group *group) noexcept asm("PMPI_Comm_remote_group");
int Comm_remote_size(Comm comm, int *size) noexcept asm("PMPI_Comm_remote_size");
int Comm_set_attr(Comm comm, int comm_keyval, void *attribute_val) noexcept asm("PMPI_Comm_set_attr");
int Comm_set_errhandler(Comm comm, Errhandler errhandler) noexcept asm("PMPI_Comm_set_errhandler");
int Comm_set_info(Comm comm, Info info) noexcept asm("PMPI_Comm_set_info");
int Comm_set_name(Comm comm, const char *comm_name) noexcept asm("PMPI_Comm_set_name");
int Comm_size(Comm comm, int *size) noexcept asm("PMPI_Comm_size");
int Comm_spawn(const char *command, char *argv[], int maxprocs, Info info, int root, Comm comm, Comm *intercomm,
    int array_of_errcodes[]) noexcept asm("PMPI_Comm_spawn");
int Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[],
    const Info array_of_info[], int root, Comm comm, Comm *intercomm,
    int array_of_errcodes[]) noexcept asm("PMPI_Comm_spawn_multiple");
int Comm_split(Comm comm, int color, int key, Comm *newcomm) noexcept asm("PMPI_Comm_split");
int Comm_split_type(Comm comm, int split_type, int key, Info info, Comm *newcomm) noexcept asm("PMPI_Comm_split_type");
int Comm_test_inter(Comm comm, int *flag) noexcept asm("PMPI_Comm_test_inter");
int Comm_toint(Comm comm) noexcept asm("PMPI_Comm_toint");
int Intercomm_create(Comm local_comm, int local_leader, Comm peer_comm, int remote_leader, int tag,
    Comm *newintercomm) noexcept asm("PMPI_Intercomm_create");
int Intercomm_create_from_groups(Group local_group, int local_leader, Group remote_group, int remote_leader,
    const char *stringtag, Info info, Errhandler errhandler,
    Comm *newintercomm) noexcept asm("PMPI_Intercomm_create_from_groups");
int Intercomm_merge(Comm intercomm, int high, Comm *newintracomm) noexcept asm("PMPI_Intercomm_merge");
int Attr_delete(Comm comm, int keyval) noexcept asm("PMPI_Attr_delete");
int Attr_get(Comm comm, int keyval, void *attribute_val, int *flag) noexcept asm("PMPI_Attr_get");
int Attr_put(Comm comm, int keyval, void *attribute_val) noexcept asm("PMPI_Attr_put");
int Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
    void *extra_state) noexcept asm("PMPI_Keyval_create");
int Keyval_free(int *keyval) noexcept asm("PMPI_Keyval_free");
int Info_create(Info *info) noexcept asm("PMPI_Info_create");
int Info_create_env(int argc, char *argv[], Info *info) noexcept asm("PMPI_Info_create_env");
int Info_delete(Info info, const char *key) noexcept asm("PMPI_Info_delete");
int Info_dup(Info info, Info *newinfo) noexcept asm("PMPI_Info_dup");
int Info_free(Info *info) noexcept asm("PMPI_Info_free");
Info Info_fromint(int info) noexcept asm("PMPI_Info_fromint");
int Info_get(Info info, const char *key, int valuelen, char *value, int *flag) noexcept asm("PMPI_Info_get");
int Info_get_nkeys(Info info, int *nkeys) noexcept asm("PMPI_Info_get_nkeys");
int Info_get_nthkey(Info info, int n, char *key) noexcept asm("PMPI_Info_get_nthkey");
int Info_get_string(Info info, const char *key, int *buflen, char *value,
    int *flag) noexcept asm("PMPI_Info_get_string");
int Info_get_valuelen(Info info, const char *key, int *valuelen, int *flag) noexcept asm("PMPI_Info_get_valuelen");
int Info_set(Info info, const char *key, const char *value) noexcept asm("PMPI_Info_set");
int Info_toint(Info info) noexcept asm("PMPI_Info_toint");
int Errhandler_free(Errhandler *errhandler) noexcept asm("PMPI_Errhandler_free");
Errhandler Errhandler_fromint(int errhandler) noexcept asm("PMPI_Errhandler_fromint");
int Errhandler_toint(Errhandler errhandler) noexcept asm("PMPI_Errhandler_toint");
int Session_attach_buffer(Session session, void *buffer, int size) noexcept asm("PMPI_Session_attach_buffer");
int Session_attach_buffer_c(Session session, void *buffer, MPI_Count size) noexcept asm("PMPI_Session_attach_buffer_c");
int Session_call_errhandler(Session session, int errorcode) noexcept asm("PMPI_Session_call_errhandler");
int Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
    Errhandler *errhandler) noexcept asm("PMPI_Session_create_errhandler");
int Session_detach_buffer(Session session, void *buffer_addr, int *size) noexcept asm("PMPI_Session_detach_buffer");
int Session_detach_buffer_c(Session session, void *buffer_addr,
    MPI_Count *size) noexcept asm("PMPI_Session_detach_buffer_c");
int Session_finalize(Session *session) noexcept asm("PMPI_Session_finalize");
int Session_flush_buffer(Session session) noexcept asm("PMPI_Session_flush_buffer");
Session Session_fromint(int session) noexcept asm("PMPI_Session_fromint");
int Session_get_errhandler(Session session, Errhandler *errhandler) noexcept asm("PMPI_Session_get_errhandler");
int Session_get_info(Session session, Info *info_used) noexcept asm("PMPI_Session_get_info");
int Session_get_nth_pset(Session session, Info info, int n, int *pset_len,
    char *pset_name) noexcept asm("PMPI_Session_get_nth_pset");
int Session_get_num_psets(Session session, Info info, int *npset_names) noexcept asm("PMPI_Session_get_num_psets");
int Session_get_pset_info(Session session, const char *pset_name,
    Info *info) noexcept asm("PMPI_Session_get_pset_info");
int Session_iflush_buffer(Session session, Request *request) noexcept asm("PMPI_Session_iflush_buffer");
int Session_init(Info info, Errhandler errhandler, Session *session) noexcept asm("PMPI_Session_init");
int Session_set_errhandler(Session session, Errhandler errhandler) noexcept asm("PMPI_Session_set_errhandler");
int Session_toint(Session session) noexcept asm("PMPI_Session_toint");
int Accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, Datatype target_datatype, Op op, Win win) noexcept asm("PMPI_Accumulate");
int Accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Op op,
    Win win) noexcept asm("PMPI_Accumulate_c");
int Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, Datatype datatype,
    int target_rank, MPI_Aint target_disp, Win win) noexcept asm("PMPI_Compare_and_swap");
int Fetch_and_op(const void *origin_addr, void *result_addr, Datatype datatype, int target_rank, MPI_Aint target_disp,
    Op op, Win win) noexcept asm("PMPI_Fetch_and_op");
int Get(void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win) noexcept asm("PMPI_Get");
int Get_c(void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, Datatype target_datatype, Win win) noexcept asm("PMPI_Get_c");
int Get_accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, void *result_addr,
    int result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    Datatype target_datatype, Op op, Win win) noexcept asm("PMPI_Get_accumulate");
int Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    Datatype target_datatype, Op op, Win win) noexcept asm("PMPI_Get_accumulate_c");
int Get_hw_resource_info(Info *hw_info) noexcept asm("PMPI_Get_hw_resource_info");
int Put(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win) noexcept asm("PMPI_Put");
int Put_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Win win) noexcept asm("PMPI_Put_c");
int Raccumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, Datatype target_datatype, Op op, Win win,
    Request *request) noexcept asm("PMPI_Raccumulate");
int Raccumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Op op, Win win,
    Request *request) noexcept asm("PMPI_Raccumulate_c");
int Rget(void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win, Request *request) noexcept asm("PMPI_Rget");
int Rget_c(void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, Datatype target_datatype, Win win, Request *request) noexcept asm("PMPI_Rget_c");
int Rget_accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, void *result_addr,
    int result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    Datatype target_datatype, Op op, Win win, Request *request) noexcept asm("PMPI_Rget_accumulate");
int Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    Datatype target_datatype, Op op, Win win, Request *request) noexcept asm("PMPI_Rget_accumulate_c");
int Rput(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win, Request *request) noexcept asm("PMPI_Rput");
int Rput_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Win win,
    Request *request) noexcept asm("PMPI_Rput_c");
int Win_allocate(MPI_Aint size, int disp_unit, Info info, Comm comm, void *baseptr,
    Win *win) noexcept asm("PMPI_Win_allocate");
int Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm, void *baseptr,
    Win *win) noexcept asm("PMPI_Win_allocate_c");
int Win_allocate_shared(MPI_Aint size, int disp_unit, Info info, Comm comm, void *baseptr,
    Win *win) noexcept asm("PMPI_Win_allocate_shared");
int Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm, void *baseptr,
    Win *win) noexcept asm("PMPI_Win_allocate_shared_c");
int Win_attach(Win win, void *base, MPI_Aint size) noexcept asm("PMPI_Win_attach");
int Win_call_errhandler(Win win, int errorcode) noexcept asm("PMPI_Win_call_errhandler");
int Win_complete(Win win) noexcept asm("PMPI_Win_complete");
int Win_create(void *base, MPI_Aint size, int disp_unit, Info info, Comm comm,
    Win *win) noexcept asm("PMPI_Win_create");
int Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm,
    Win *win) noexcept asm("PMPI_Win_create_c");
int Win_create_dynamic(Info info, Comm comm, Win *win) noexcept asm("PMPI_Win_create_dynamic");
int Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
    Errhandler *errhandler) noexcept asm("PMPI_Win_create_errhandler");
int Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn,
    int *win_keyval, void *extra_state) noexcept asm("PMPI_Win_create_keyval");
int Win_delete_attr(Win win, int win_keyval) noexcept asm("PMPI_Win_delete_attr");
int Win_detach(Win win, const void *base) noexcept asm("PMPI_Win_detach");
int Win_fence(int assert, Win win) noexcept asm("PMPI_Win_fence");
int Win_flush(int rank, Win win) noexcept asm("PMPI_Win_flush");
int Win_flush_all(Win win) noexcept asm("PMPI_Win_flush_all");
int Win_flush_local(int rank, Win win) noexcept asm("PMPI_Win_flush_local");
int Win_flush_local_all(Win win) noexcept asm("PMPI_Win_flush_local_all");
int Win_free(Win *win) noexcept asm("PMPI_Win_free");
int Win_free_keyval(int *win_keyval) noexcept asm("PMPI_Win_free_keyval");
Win Win_fromint(int win) noexcept asm("PMPI_Win_fromint");
int Win_get_attr(Win win, int win_keyval, void *attribute_val, int *flag) noexcept asm("PMPI_Win_get_attr");
int Win_get_errhandler(Win win, Errhandler *errhandler) noexcept asm("PMPI_Win_get_errhandler");
int Win_get_group(Win win, Group *group) noexcept asm("PMPI_Win_get_group");
int Win_get_info(Win win, Info *info_used) noexcept asm("PMPI_Win_get_info");
int Win_get_name(Win win, char *win_name, int *resultlen) noexcept asm("PMPI_Win_get_name");
int Win_lock(int lock_type, int rank, int assert, Win win) noexcept asm("PMPI_Win_lock");
int Win_lock_all(int assert, Win win) noexcept asm("PMPI_Win_lock_all");
int Win_post(Group group, int assert, Win win) noexcept asm("PMPI_Win_post");
int Win_set_attr(Win win, int win_keyval, void *attribute_val) noexcept asm("PMPI_Win_set_attr");
int Win_set_errhandler(Win win, Errhandler errhandler) noexcept asm("PMPI_Win_set_errhandler");
int Win_set_info(Win win, Info info) noexcept asm("PMPI_Win_set_info");
int Win_set_name(Win win, const char *win_name) noexcept asm("PMPI_Win_set_name");
int Win_shared_query(Win win, int rank, MPI_Aint *size, int *disp_unit,
    void *baseptr) noexcept asm("PMPI_Win_shared_query");
int Win_shared_query_c(Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
    void *baseptr) noexcept asm("PMPI_Win_shared_query_c");
int Win_start(Group group, int assert, Win win) noexcept asm("PMPI_Win_start");
int Win_sync(Win win) noexcept asm("PMPI_Win_sync");
int Win_test(Win win, int *flag) noexcept asm("PMPI_Win_test");
int Win_toint(Win win) noexcept asm("PMPI_Win_toint");
int Win_unlock(int rank, Win win) noexcept asm("PMPI_Win_unlock");
int Win_unlock_all(Win win) noexcept asm("PMPI_Win_unlock_all");
int Win_wait(Win win) noexcept asm("PMPI_Win_wait");
int Close_port(const char *port_name) noexcept asm("PMPI_Close_port");
int Lookup_name(const char *service_name, Info info, char *port_name) noexcept asm("PMPI_Lookup_name");
int Open_port(Info info, char *port_name) noexcept asm("PMPI_Open_port");
int Publish_name(const char *service_name, Info info, const char *port_name) noexcept asm("PMPI_Publish_name");
int Unpublish_name(const char *service_name, Info info, const char *port_name) noexcept asm("PMPI_Unpublish_name");
int File_call_errhandler(File fh, int errorcode) noexcept asm("PMPI_File_call_errhandler");
int File_close(File *fh) noexcept asm("PMPI_File_close");
int File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
    Errhandler *errhandler) noexcept asm("PMPI_File_create_errhandler");
int File_delete(const char *filename, Info info) noexcept asm("PMPI_File_delete");
File File_fromint(int file) noexcept asm("PMPI_File_fromint");
int File_get_amode(File fh, int *amode) noexcept asm("PMPI_File_get_amode");
int File_get_atomicity(File fh, int *flag) noexcept asm("PMPI_File_get_atomicity");
int File_get_byte_offset(File fh, MPI_Offset offset, MPI_Offset *disp) noexcept asm("PMPI_File_get_byte_offset");
int File_get_errhandler(File file, Errhandler *errhandler) noexcept asm("PMPI_File_get_errhandler");
int File_get_group(File fh, Group *group) noexcept asm("PMPI_File_get_group");
int File_get_info(File fh, Info *info_used) noexcept asm("PMPI_File_get_info");
int File_get_position(File fh, MPI_Offset *offset) noexcept asm("PMPI_File_get_position");
int File_get_position_shared(File fh, MPI_Offset *offset) noexcept asm("PMPI_File_get_position_shared");
int File_get_size(File fh, MPI_Offset *size) noexcept asm("PMPI_File_get_size");
int File_get_type_extent(File fh, Datatype datatype, MPI_Aint *extent) noexcept asm("PMPI_File_get_type_extent");
int File_get_type_extent_c(File fh, Datatype datatype, MPI_Count *extent) noexcept asm("PMPI_File_get_type_extent_c");
int File_get_view(File fh, MPI_Offset *disp, Datatype *etype, Datatype *filetype,
    char *datarep) noexcept asm("PMPI_File_get_view");
int File_iread(File fh, void *buf, int count, Datatype datatype, Request *request) noexcept asm("PMPI_File_iread");
int File_iread_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_c");
int File_iread_all(File fh, void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_all");
int File_iread_all_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_all_c");
int File_iread_at(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_at");
int File_iread_at_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_at_c");
int File_iread_at_all(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_at_all");
int File_iread_at_all_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_at_all_c");
int File_iread_shared(File fh, void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_shared");
int File_iread_shared_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iread_shared_c");
int File_iwrite(File fh, const void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite");
int File_iwrite_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_c");
int File_iwrite_all(File fh, const void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_all");
int File_iwrite_all_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_all_c");
int File_iwrite_at(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_at");
int File_iwrite_at_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_at_c");
int File_iwrite_at_all(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_at_all");
int File_iwrite_at_all_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_at_all_c");
int File_iwrite_shared(File fh, const void *buf, int count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_shared");
int File_iwrite_shared_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept asm("PMPI_File_iwrite_shared_c");
int File_open(Comm comm, const char *filename, int amode, Info info, File *fh) noexcept asm("PMPI_File_open");
int File_preallocate(File fh, MPI_Offset size) noexcept asm("PMPI_File_preallocate");
int File_read(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept asm("PMPI_File_read");
int File_read_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_c");
int File_read_all(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept asm("PMPI_File_read_all");
int File_read_all_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_all_c");
int File_read_all_begin(File fh, void *buf, int count, Datatype datatype) noexcept asm("PMPI_File_read_all_begin");
int File_read_all_begin_c(File fh, void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_read_all_begin_c");
int File_read_all_end(File fh, void *buf, Status *status) noexcept asm("PMPI_File_read_all_end");
int File_read_at(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_at");
int File_read_at_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_at_c");
int File_read_at_all(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_at_all");
int File_read_at_all_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_at_all_c");
int File_read_at_all_begin(File fh, MPI_Offset offset, void *buf, int count,
    Datatype datatype) noexcept asm("PMPI_File_read_at_all_begin");
int File_read_at_all_begin_c(File fh, MPI_Offset offset, void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_read_at_all_begin_c");
int File_read_at_all_end(File fh, void *buf, Status *status) noexcept asm("PMPI_File_read_at_all_end");
int File_read_ordered(File fh, void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_ordered");
int File_read_ordered_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_ordered_c");
int File_read_ordered_begin(File fh, void *buf, int count,
    Datatype datatype) noexcept asm("PMPI_File_read_ordered_begin");
int File_read_ordered_begin_c(File fh, void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_read_ordered_begin_c");
int File_read_ordered_end(File fh, void *buf, Status *status) noexcept asm("PMPI_File_read_ordered_end");
int File_read_shared(File fh, void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_shared");
int File_read_shared_c(File fh, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_read_shared_c");
int File_seek(File fh, MPI_Offset offset, int whence) noexcept asm("PMPI_File_seek");
int File_seek_shared(File fh, MPI_Offset offset, int whence) noexcept asm("PMPI_File_seek_shared");
int File_set_atomicity(File fh, int flag) noexcept asm("PMPI_File_set_atomicity");
int File_set_errhandler(File file, Errhandler errhandler) noexcept asm("PMPI_File_set_errhandler");
int File_set_info(File fh, Info info) noexcept asm("PMPI_File_set_info");
int File_set_size(File fh, MPI_Offset size) noexcept asm("PMPI_File_set_size");
int File_set_view(File fh, MPI_Offset disp, Datatype etype, Datatype filetype, const char *datarep,
    Info info) noexcept asm("PMPI_File_set_view");
int File_sync(File fh) noexcept asm("PMPI_File_sync");
int File_toint(File file) noexcept asm("PMPI_File_toint");
int File_write(File fh, const void *buf, int count, Datatype datatype, Status *status) noexcept asm("PMPI_File_write");
int File_write_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_c");
int File_write_all(File fh, const void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_all");
int File_write_all_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_all_c");
int File_write_all_begin(File fh, const void *buf, int count,
    Datatype datatype) noexcept asm("PMPI_File_write_all_begin");
int File_write_all_begin_c(File fh, const void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_write_all_begin_c");
int File_write_all_end(File fh, const void *buf, Status *status) noexcept asm("PMPI_File_write_all_end");
int File_write_at(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_at");
int File_write_at_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_at_c");
int File_write_at_all(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_at_all");
int File_write_at_all_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_at_all_c");
int File_write_at_all_begin(File fh, MPI_Offset offset, const void *buf, int count,
    Datatype datatype) noexcept asm("PMPI_File_write_at_all_begin");
int File_write_at_all_begin_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_write_at_all_begin_c");
int File_write_at_all_end(File fh, const void *buf, Status *status) noexcept asm("PMPI_File_write_at_all_end");
int File_write_ordered(File fh, const void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_ordered");
int File_write_ordered_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_ordered_c");
int File_write_ordered_begin(File fh, const void *buf, int count,
    Datatype datatype) noexcept asm("PMPI_File_write_ordered_begin");
int File_write_ordered_begin_c(File fh, const void *buf, MPI_Count count,
    Datatype datatype) noexcept asm("PMPI_File_write_ordered_begin_c");
int File_write_ordered_end(File fh, const void *buf, Status *status) noexcept asm("PMPI_File_write_ordered_end");
int File_write_shared(File fh, const void *buf, int count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_shared");
int File_write_shared_c(File fh, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept asm("PMPI_File_write_shared_c");
int T_category_changed(int *update_number) noexcept asm("PMPI_T_category_changed");
int T_category_get_categories(int cat_index, int len, int indices[]) noexcept asm("PMPI_T_category_get_categories");
int T_category_get_cvars(int cat_index, int len, int indices[]) noexcept asm("PMPI_T_category_get_cvars");
int T_category_get_events(int cat_index, int len, int indices[]) noexcept asm("PMPI_T_category_get_events");
int T_category_get_index(const char *name, int *cat_index) noexcept asm("PMPI_T_category_get_index");
int T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
    int *num_pvars, int *num_categories) noexcept asm("PMPI_T_category_get_info");
int T_category_get_num(int *num_cat) noexcept asm("PMPI_T_category_get_num");
int T_category_get_num_events(int cat_index, int *num_events) noexcept asm("PMPI_T_category_get_num_events");
int T_category_get_pvars(int cat_index, int len, int indices[]) noexcept asm("PMPI_T_category_get_pvars");
int T_cvar_get_index(const char *name, int *cvar_index) noexcept asm("PMPI_T_cvar_get_index");
int T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) noexcept asm("PMPI_T_cvar_get_info");
int T_cvar_get_num(int *num_cvar) noexcept asm("PMPI_T_cvar_get_num");
int T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
    int *count) noexcept asm("PMPI_T_cvar_handle_alloc");
int T_cvar_handle_free(MPI_T_cvar_handle *handle) noexcept asm("PMPI_T_cvar_handle_free");
int T_cvar_read(MPI_T_cvar_handle handle, void *buf) noexcept asm("PMPI_T_cvar_read");
int T_cvar_write(MPI_T_cvar_handle handle, const void *buf) noexcept asm("PMPI_T_cvar_write");
int T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) noexcept asm("PMPI_T_enum_get_info");
int T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name,
    int *name_len) noexcept asm("PMPI_T_enum_get_item");
int T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    Info *info_used) noexcept asm("PMPI_T_event_callback_get_info");
int T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    Info info) noexcept asm("PMPI_T_event_callback_set_info");
int T_event_copy(MPI_T_event_instance event_instance, void *buffer) noexcept asm("PMPI_T_event_copy");
int T_event_get_index(const char *name, int *event_index) noexcept asm("PMPI_T_event_get_index");
int T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, Datatype array_of_datatypes[],
    MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, Info *info, char *desc, int *desc_len,
    int *bind) noexcept asm("PMPI_T_event_get_info");
int T_event_get_num(int *num_events) noexcept asm("PMPI_T_event_get_num");
int T_event_get_source(MPI_T_event_instance event_instance, int *source_index) noexcept asm("PMPI_T_event_get_source");
int T_event_get_timestamp(MPI_T_event_instance event_instance,
    MPI_Count *event_timestamp) noexcept asm("PMPI_T_event_get_timestamp");
int T_event_handle_alloc(int event_index, void *obj_handle, Info info,
    MPI_T_event_registration *event_registration) noexcept asm("PMPI_T_event_handle_alloc");
int T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function) noexcept asm("PMPI_T_event_handle_free");
int T_event_handle_get_info(MPI_T_event_registration event_registration,
    Info *info_used) noexcept asm("PMPI_T_event_handle_get_info");
int T_event_handle_set_info(MPI_T_event_registration event_registration,
    Info info) noexcept asm("PMPI_T_event_handle_set_info");
int T_event_read(MPI_T_event_instance event_instance, int element_index,
    void *buffer) noexcept asm("PMPI_T_event_read");
int T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, Info info,
    void *user_data, MPI_T_event_cb_function *event_cb_function) noexcept asm("PMPI_T_event_register_callback");
int T_event_set_dropped_handler(MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function) noexcept asm("PMPI_T_event_set_dropped_handler");
int T_finalize(void) noexcept asm("PMPI_T_finalize");
int T_init_thread(int required, int *provided) noexcept asm("PMPI_T_init_thread");
int T_pvar_get_index(const char *name, int var_class, int *pvar_index) noexcept asm("PMPI_T_pvar_get_index");
int T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
    int *atomic) noexcept asm("PMPI_T_pvar_get_info");
int T_pvar_get_num(int *num_pvar) noexcept asm("PMPI_T_pvar_get_num");
int T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle,
    int *count) noexcept asm("PMPI_T_pvar_handle_alloc");
int T_pvar_handle_free(MPI_T_pvar_session pe_session,
    MPI_T_pvar_handle *handle) noexcept asm("PMPI_T_pvar_handle_free");
int T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept asm("PMPI_T_pvar_read");
int T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle,
    void *buf) noexcept asm("PMPI_T_pvar_readreset");
int T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept asm("PMPI_T_pvar_reset");
int T_pvar_session_create(MPI_T_pvar_session *pe_session) noexcept asm("PMPI_T_pvar_session_create");
int T_pvar_session_free(MPI_T_pvar_session *pe_session) noexcept asm("PMPI_T_pvar_session_free");
int T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept asm("PMPI_T_pvar_start");
int T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept asm("PMPI_T_pvar_stop");
int T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle,
    const void *buf) noexcept asm("PMPI_T_pvar_write");
int T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
    MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks,
    Info *info) noexcept asm("PMPI_T_source_get_info");
int T_source_get_num(int *num_sources) noexcept asm("PMPI_T_source_get_num");
int T_source_get_timestamp(int source_index, MPI_Count *timestamp) noexcept asm("PMPI_T_source_get_timestamp");

}  // namespace penstock::faces::PENSTOCK_FACE
