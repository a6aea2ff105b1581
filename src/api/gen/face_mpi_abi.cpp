// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// libmpi_abi.so.1: every MPI_ and PMPI_ name of the standard ABI, and those beyond it. A tool replaces the weak MPI_ names.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/face/stamp.hpp"
#include "api/gen/entry.hpp"

namespace api = penstock::api;

[[gnu::constructor]] static void check_runtime() { api::check_stamp("libmpi_abi.so.1", api::kStamp); }

#define WEAK_ALIAS(name) [[gnu::weak, gnu::alias("P" #name)]] decltype(P##name) name

extern "C" {

int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) {
  return api::Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set);
}
WEAK_ALIAS(MPI_Abi_get_fortran_booleans);

int PMPI_Abi_get_fortran_info(MPI_Info *info) {
  return api::Abi_get_fortran_info(info);
}
WEAK_ALIAS(MPI_Abi_get_fortran_info);

int PMPI_Abi_get_info(MPI_Info *info) {
  return api::Abi_get_info(info);
}
WEAK_ALIAS(MPI_Abi_get_info);

int PMPI_Abi_get_version(int *abi_major, int *abi_minor) {
  return api::Abi_get_version(abi_major, abi_minor);
}
WEAK_ALIAS(MPI_Abi_get_version);

int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) {
  return api::Abi_set_fortran_booleans(logical_size, logical_true, logical_false);
}
WEAK_ALIAS(MPI_Abi_set_fortran_booleans);

int PMPI_Abi_set_fortran_info(MPI_Info info) {
  return api::Abi_set_fortran_info(info);
}
WEAK_ALIAS(MPI_Abi_set_fortran_info);

int PMPI_Abort(MPI_Comm comm, int errorcode) {
  return api::Abort(comm, errorcode);
}
WEAK_ALIAS(MPI_Abort);

int PMPI_Add_error_class(int *errorclass) {
  return api::Add_error_class(errorclass);
}
WEAK_ALIAS(MPI_Add_error_class);

int PMPI_Add_error_code(int errorclass, int *errorcode) {
  return api::Add_error_code(errorclass, errorcode);
}
WEAK_ALIAS(MPI_Add_error_code);

int PMPI_Add_error_string(int errorcode, const char *string) {
  return api::Add_error_string(errorcode, string);
}
WEAK_ALIAS(MPI_Add_error_string);

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp) {
  return api::Aint_add(base, disp);
}
WEAK_ALIAS(MPI_Aint_add);

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) {
  return api::Aint_diff(addr1, addr2);
}
WEAK_ALIAS(MPI_Aint_diff);

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) {
  return api::Alloc_mem(size, info, baseptr);
}
WEAK_ALIAS(MPI_Alloc_mem);

int PMPI_Error_class(int errorcode, int *errorclass) {
  return api::Error_class(errorcode, errorclass);
}
WEAK_ALIAS(MPI_Error_class);

int PMPI_Error_string(int errorcode, char *string, int *resultlen) {
  return api::Error_string(errorcode, string, resultlen);
}
WEAK_ALIAS(MPI_Error_string);

int PMPI_Finalize(void) {
  return api::Finalize();
}
WEAK_ALIAS(MPI_Finalize);

int PMPI_Finalized(int *flag) {
  return api::Finalized(flag);
}
WEAK_ALIAS(MPI_Finalized);

int PMPI_Free_mem(void *base) {
  return api::Free_mem(base);
}
WEAK_ALIAS(MPI_Free_mem);

int PMPI_Get_address(const void *location, MPI_Aint *address) {
  return api::Get_address(location, address);
}
WEAK_ALIAS(MPI_Get_address);

int PMPI_Get_library_version(char *version, int *resultlen) {
  return api::Get_library_version(version, resultlen);
}
WEAK_ALIAS(MPI_Get_library_version);

int PMPI_Get_processor_name(char *name, int *resultlen) {
  return api::Get_processor_name(name, resultlen);
}
WEAK_ALIAS(MPI_Get_processor_name);

int PMPI_Get_version(int *version, int *subversion) {
  return api::Get_version(version, subversion);
}
WEAK_ALIAS(MPI_Get_version);

int PMPI_Init(int *argc, char ***argv) {
  return api::Init(argc, argv);
}
WEAK_ALIAS(MPI_Init);

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  return api::Init_thread(argc, argv, required, provided);
}
WEAK_ALIAS(MPI_Init_thread);

int PMPI_Initialized(int *flag) {
  return api::Initialized(flag);
}
WEAK_ALIAS(MPI_Initialized);

int PMPI_Is_thread_main(int *flag) {
  return api::Is_thread_main(flag);
}
WEAK_ALIAS(MPI_Is_thread_main);

int PMPI_Pcontrol(int level, ...) {
  return api::Pcontrol(level);
}
WEAK_ALIAS(MPI_Pcontrol);

int PMPI_Query_thread(int *provided) {
  return api::Query_thread(provided);
}
WEAK_ALIAS(MPI_Query_thread);

int PMPI_Remove_error_class(int errorclass) {
  return api::Remove_error_class(errorclass);
}
WEAK_ALIAS(MPI_Remove_error_class);

int PMPI_Remove_error_code(int errorcode) {
  return api::Remove_error_code(errorcode);
}
WEAK_ALIAS(MPI_Remove_error_code);

int PMPI_Remove_error_string(int errorcode) {
  return api::Remove_error_string(errorcode);
}
WEAK_ALIAS(MPI_Remove_error_string);

double PMPI_Wtick(void) {
  return api::Wtick();
}
WEAK_ALIAS(MPI_Wtick);

double PMPI_Wtime(void) {
  return api::Wtime();
}
WEAK_ALIAS(MPI_Wtime);

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Bsend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Bsend);

int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Bsend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Bsend_c);

int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Bsend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Bsend_init);

int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Bsend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Bsend_init_c);

int PMPI_Buffer_attach(void *buffer, int size) {
  return api::Buffer_attach(buffer, size);
}
WEAK_ALIAS(MPI_Buffer_attach);

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size) {
  return api::Buffer_attach(buffer, size);
}
WEAK_ALIAS(MPI_Buffer_attach_c);

int PMPI_Buffer_detach(void *buffer_addr, int *size) {
  return api::Buffer_detach(buffer_addr, size);
}
WEAK_ALIAS(MPI_Buffer_detach);

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size) {
  return api::Buffer_detach(buffer_addr, size);
}
WEAK_ALIAS(MPI_Buffer_detach_c);

int PMPI_Buffer_flush(void) {
  return api::Buffer_flush();
}
WEAK_ALIAS(MPI_Buffer_flush);

int PMPI_Buffer_iflush(MPI_Request *request) {
  return api::Buffer_iflush(request);
}
WEAK_ALIAS(MPI_Buffer_iflush);

int PMPI_Cancel(MPI_Request *request) {
  return api::Cancel(request);
}
WEAK_ALIAS(MPI_Cancel);

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size) {
  return api::Comm_attach_buffer(comm, buffer, size);
}
WEAK_ALIAS(MPI_Comm_attach_buffer);

int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size) {
  return api::Comm_attach_buffer(comm, buffer, size);
}
WEAK_ALIAS(MPI_Comm_attach_buffer_c);

int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size) {
  return api::Comm_detach_buffer(comm, buffer_addr, size);
}
WEAK_ALIAS(MPI_Comm_detach_buffer);

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size) {
  return api::Comm_detach_buffer(comm, buffer_addr, size);
}
WEAK_ALIAS(MPI_Comm_detach_buffer_c);

int PMPI_Comm_flush_buffer(MPI_Comm comm) {
  return api::Comm_flush_buffer(comm);
}
WEAK_ALIAS(MPI_Comm_flush_buffer);

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) {
  return api::Comm_iflush_buffer(comm, request);
}
WEAK_ALIAS(MPI_Comm_iflush_buffer);

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) {
  return api::Get_count(status, datatype, count);
}
WEAK_ALIAS(MPI_Get_count);

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  return api::Get_count(status, datatype, count);
}
WEAK_ALIAS(MPI_Get_count_c);

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) {
  return api::Get_elements(status, datatype, count);
}
WEAK_ALIAS(MPI_Get_elements);

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  return api::Get_elements(status, datatype, count);
}
WEAK_ALIAS(MPI_Get_elements_c);

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
  return api::Get_elements_x(status, datatype, count);
}
WEAK_ALIAS(MPI_Get_elements_x);

int PMPI_Grequest_complete(MPI_Request request) {
  return api::Grequest_complete(request);
}
WEAK_ALIAS(MPI_Grequest_complete);

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
    MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request) {
  return api::Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request);
}
WEAK_ALIAS(MPI_Grequest_start);

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ibsend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Ibsend);

int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ibsend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Ibsend_c);

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
  return api::Improbe(source, tag, comm, flag, message, status);
}
WEAK_ALIAS(MPI_Improbe);

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
  return api::Imrecv(buf, count, datatype, message, request);
}
WEAK_ALIAS(MPI_Imrecv);

int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
  return api::Imrecv(buf, count, datatype, message, request);
}
WEAK_ALIAS(MPI_Imrecv_c);

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  return api::Iprobe(source, tag, comm, flag, status);
}
WEAK_ALIAS(MPI_Iprobe);

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  return api::Irecv(buf, count, datatype, source, tag, comm, request);
}
WEAK_ALIAS(MPI_Irecv);

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Irecv(buf, count, datatype, source, tag, comm, request);
}
WEAK_ALIAS(MPI_Irecv_c);

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Irsend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Irsend);

int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Irsend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Irsend_c);

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Isend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Isend);

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Isend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Isend_c);

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  return api::Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
    comm, request);
}
WEAK_ALIAS(MPI_Isendrecv);

int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
    comm, request);
}
WEAK_ALIAS(MPI_Isendrecv_c);

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
    MPI_Comm comm, MPI_Request *request) {
  return api::Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
WEAK_ALIAS(MPI_Isendrecv_replace);

int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Request *request) {
  return api::Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
WEAK_ALIAS(MPI_Isendrecv_replace_c);

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Issend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Issend);

int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Issend(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Issend_c);

MPI_Message PMPI_Message_fromint(int message) {
  return api::Message_fromint(message);
}
WEAK_ALIAS(MPI_Message_fromint);

int PMPI_Message_toint(MPI_Message message) {
  return api::Message_toint(message);
}
WEAK_ALIAS(MPI_Message_toint);

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  return api::Mprobe(source, tag, comm, message, status);
}
WEAK_ALIAS(MPI_Mprobe);

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
  return api::Mrecv(buf, count, datatype, message, status);
}
WEAK_ALIAS(MPI_Mrecv);

int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
  return api::Mrecv(buf, count, datatype, message, status);
}
WEAK_ALIAS(MPI_Mrecv_c);

int PMPI_Parrived(MPI_Request request, int partition, int *flag) {
  return api::Parrived(request, partition, flag);
}
WEAK_ALIAS(MPI_Parrived);

int PMPI_Pready(int partition, MPI_Request request) {
  return api::Pready(partition, request);
}
WEAK_ALIAS(MPI_Pready);

int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request) {
  return api::Pready_list(length, array_of_partitions, request);
}
WEAK_ALIAS(MPI_Pready_list);

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
  return api::Pready_range(partition_low, partition_high, request);
}
WEAK_ALIAS(MPI_Pready_range);

int PMPI_Precv_init(void *buf, int partitions, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
}
WEAK_ALIAS(MPI_Precv_init);

int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
}
WEAK_ALIAS(MPI_Precv_init_c);

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return api::Probe(source, tag, comm, status);
}
WEAK_ALIAS(MPI_Probe);

int PMPI_Psend_init(const void *buf, int partitions, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
WEAK_ALIAS(MPI_Psend_init);

int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
WEAK_ALIAS(MPI_Psend_init_c);

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return api::Recv(buf, count, datatype, source, tag, comm, status);
}
WEAK_ALIAS(MPI_Recv);

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) {
  return api::Recv(buf, count, datatype, source, tag, comm, status);
}
WEAK_ALIAS(MPI_Recv_c);

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Recv_init(buf, count, datatype, source, tag, comm, request);
}
WEAK_ALIAS(MPI_Recv_init);

int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Recv_init(buf, count, datatype, source, tag, comm, request);
}
WEAK_ALIAS(MPI_Recv_init_c);

int PMPI_Request_free(MPI_Request *request) {
  return api::Request_free(request);
}
WEAK_ALIAS(MPI_Request_free);

MPI_Request PMPI_Request_fromint(int request) {
  return api::Request_fromint(request);
}
WEAK_ALIAS(MPI_Request_fromint);

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  return api::Request_get_status(request, flag, status);
}
WEAK_ALIAS(MPI_Request_get_status);

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]) {
  return api::Request_get_status_all(count, array_of_requests, flag, array_of_statuses);
}
WEAK_ALIAS(MPI_Request_get_status_all);

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag,
    MPI_Status *status) {
  return api::Request_get_status_any(count, array_of_requests, index, flag, status);
}
WEAK_ALIAS(MPI_Request_get_status_any);

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
    int array_of_indices[], MPI_Status array_of_statuses[]) {
  return api::Request_get_status_some(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
WEAK_ALIAS(MPI_Request_get_status_some);

int PMPI_Request_toint(MPI_Request request) {
  return api::Request_toint(request);
}
WEAK_ALIAS(MPI_Request_toint);

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Rsend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Rsend);

int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Rsend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Rsend_c);

int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Rsend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Rsend_init);

int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Rsend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Rsend_init_c);

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Send(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Send);

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Send(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Send_c);

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Send_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Send_init);

int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Send_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Send_init_c);

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  return api::Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
    comm, status);
}
WEAK_ALIAS(MPI_Sendrecv);

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) {
  return api::Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag,
    comm, status);
}
WEAK_ALIAS(MPI_Sendrecv_c);

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
    MPI_Comm comm, MPI_Status *status) {
  return api::Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
WEAK_ALIAS(MPI_Sendrecv_replace);

int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Status *status) {
  return api::Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
WEAK_ALIAS(MPI_Sendrecv_replace_c);

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Ssend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Ssend);

int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Ssend(buf, count, datatype, dest, tag, comm);
}
WEAK_ALIAS(MPI_Ssend_c);

int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ssend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Ssend_init);

int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ssend_init(buf, count, datatype, dest, tag, comm, request);
}
WEAK_ALIAS(MPI_Ssend_init_c);

int PMPI_Start(MPI_Request *request) {
  return api::Start(request);
}
WEAK_ALIAS(MPI_Start);

int PMPI_Startall(int count, MPI_Request array_of_requests[]) {
  return api::Startall(count, array_of_requests);
}
WEAK_ALIAS(MPI_Startall);

int PMPI_Status_get_error(const MPI_Status *status, int *err) {
  return api::Status_get_error(status, err);
}
WEAK_ALIAS(MPI_Status_get_error);

int PMPI_Status_get_source(const MPI_Status *status, int *source) {
  return api::Status_get_source(status, source);
}
WEAK_ALIAS(MPI_Status_get_source);

int PMPI_Status_get_tag(const MPI_Status *status, int *tag) {
  return api::Status_get_tag(status, tag);
}
WEAK_ALIAS(MPI_Status_get_tag);

int PMPI_Status_set_cancelled(MPI_Status *status, int flag) {
  return api::Status_set_cancelled(status, flag);
}
WEAK_ALIAS(MPI_Status_set_cancelled);

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) {
  return api::Status_set_elements(status, datatype, count);
}
WEAK_ALIAS(MPI_Status_set_elements);

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
  return api::Status_set_elements(status, datatype, count);
}
WEAK_ALIAS(MPI_Status_set_elements_c);

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
  return api::Status_set_elements_x(status, datatype, count);
}
WEAK_ALIAS(MPI_Status_set_elements_x);

int PMPI_Status_set_error(MPI_Status *status, int err) {
  return api::Status_set_error(status, err);
}
WEAK_ALIAS(MPI_Status_set_error);

int PMPI_Status_set_source(MPI_Status *status, int source) {
  return api::Status_set_source(status, source);
}
WEAK_ALIAS(MPI_Status_set_source);

int PMPI_Status_set_tag(MPI_Status *status, int tag) {
  return api::Status_set_tag(status, tag);
}
WEAK_ALIAS(MPI_Status_set_tag);

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  return api::Test(request, flag, status);
}
WEAK_ALIAS(MPI_Test);

int PMPI_Test_cancelled(const MPI_Status *status, int *flag) {
  return api::Test_cancelled(status, flag);
}
WEAK_ALIAS(MPI_Test_cancelled);

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]) {
  return api::Testall(count, array_of_requests, flag, array_of_statuses);
}
WEAK_ALIAS(MPI_Testall);

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status) {
  return api::Testany(count, array_of_requests, index, flag, status);
}
WEAK_ALIAS(MPI_Testany);

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) {
  return api::Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
WEAK_ALIAS(MPI_Testsome);

int PMPI_Wait(MPI_Request *request, MPI_Status *status) {
  return api::Wait(request, status);
}
WEAK_ALIAS(MPI_Wait);

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  return api::Waitall(count, array_of_requests, array_of_statuses);
}
WEAK_ALIAS(MPI_Waitall);

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) {
  return api::Waitany(count, array_of_requests, index, status);
}
WEAK_ALIAS(MPI_Waitany);

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) {
  return api::Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
WEAK_ALIAS(MPI_Waitsome);

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Allgather);

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Allgather_c);

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Allgather_init);

int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Allgather_init_c);

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
WEAK_ALIAS(MPI_Allgatherv);

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
WEAK_ALIAS(MPI_Allgatherv_c);

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Allgatherv_init);

int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Allgatherv_init_c);

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Allreduce);

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Allreduce_c);

int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Allreduce_init);

int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Allreduce_init_c);

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Alltoall);

int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Alltoall_c);

int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Alltoall_init);

int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Alltoall_init_c);

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
WEAK_ALIAS(MPI_Alltoallv);

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
WEAK_ALIAS(MPI_Alltoallv_c);

int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
    info, request);
}
WEAK_ALIAS(MPI_Alltoallv_init);

int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
    info, request);
}
WEAK_ALIAS(MPI_Alltoallv_init_c);

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
WEAK_ALIAS(MPI_Alltoallw);

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
WEAK_ALIAS(MPI_Alltoallw_c);

int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
    info, request);
}
WEAK_ALIAS(MPI_Alltoallw_init);

int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
    info, request);
}
WEAK_ALIAS(MPI_Alltoallw_init_c);

int PMPI_Barrier(MPI_Comm comm) {
  return api::Barrier(comm);
}
WEAK_ALIAS(MPI_Barrier);

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Barrier_init(comm, info, request);
}
WEAK_ALIAS(MPI_Barrier_init);

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return api::Bcast(buffer, count, datatype, root, comm);
}
WEAK_ALIAS(MPI_Bcast);

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return api::Bcast(buffer, count, datatype, root, comm);
}
WEAK_ALIAS(MPI_Bcast_c);

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Bcast_init(buffer, count, datatype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Bcast_init);

int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Bcast_init(buffer, count, datatype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Bcast_init_c);

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Exscan(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Exscan);

int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Exscan(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Exscan_c);

int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Exscan_init);

int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Exscan_init_c);

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Gather);

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Gather_c);

int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Gather_init);

int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Gather_init_c);

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Gatherv);

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Gatherv_c);

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info,
    request);
}
WEAK_ALIAS(MPI_Gatherv_init);

int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info,
    request);
}
WEAK_ALIAS(MPI_Gatherv_init_c);

int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Iallgather);

int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Iallgather_c);

int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Iallgatherv);

int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Iallgatherv_c);

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) {
  return api::Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iallreduce);

int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  return api::Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iallreduce_c);

int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ialltoall);

int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ialltoall_c);

int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ialltoallv);

int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ialltoallv_c);

int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
    MPI_Request *request) {
  return api::Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
    request);
}
WEAK_ALIAS(MPI_Ialltoallw);

int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
  return api::Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
    request);
}
WEAK_ALIAS(MPI_Ialltoallw_c);

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
  return api::Ibarrier(comm, request);
}
WEAK_ALIAS(MPI_Ibarrier);

int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Ibcast(buffer, count, datatype, root, comm, request);
}
WEAK_ALIAS(MPI_Ibcast);

int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Ibcast(buffer, count, datatype, root, comm, request);
}
WEAK_ALIAS(MPI_Ibcast_c);

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) {
  return api::Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iexscan);

int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  return api::Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iexscan_c);

int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Igather);

int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Igather_c);

int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Igatherv);

int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request *request) {
  return api::Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Igatherv_c);

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
WEAK_ALIAS(MPI_Ireduce);

int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
WEAK_ALIAS(MPI_Ireduce_c);

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Ireduce_scatter);

int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Ireduce_scatter_c);

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Ireduce_scatter_block);

int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  return api::Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Ireduce_scatter_block_c);

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) {
  return api::Iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iscan);

int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) {
  return api::Iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
WEAK_ALIAS(MPI_Iscan_c);

int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Iscatter);

int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Iscatter_c);

int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Iscatterv);

int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  return api::Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
WEAK_ALIAS(MPI_Iscatterv_c);

int PMPI_Op_commutative(MPI_Op op, int *commute) {
  return api::Op_commutative(op, commute);
}
WEAK_ALIAS(MPI_Op_commutative);

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op) {
  return api::Op_create(user_fn, commute, op);
}
WEAK_ALIAS(MPI_Op_create);

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op) {
  return api::Op_create(user_fn, commute, op);
}
WEAK_ALIAS(MPI_Op_create_c);

int PMPI_Op_free(MPI_Op *op) {
  return api::Op_free(op);
}
WEAK_ALIAS(MPI_Op_free);

MPI_Op PMPI_Op_fromint(int op) {
  return api::Op_fromint(op);
}
WEAK_ALIAS(MPI_Op_fromint);

int PMPI_Op_toint(MPI_Op op) {
  return api::Op_toint(op);
}
WEAK_ALIAS(MPI_Op_toint);

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) {
  return api::Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
}
WEAK_ALIAS(MPI_Reduce);

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) {
  return api::Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
}
WEAK_ALIAS(MPI_Reduce_c);

int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_init);

int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_init_c);

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
  return api::Reduce_local(inbuf, inoutbuf, count, datatype, op);
}
WEAK_ALIAS(MPI_Reduce_local);

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
  return api::Reduce_local(inbuf, inoutbuf, count, datatype, op);
}
WEAK_ALIAS(MPI_Reduce_local_c);

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
WEAK_ALIAS(MPI_Reduce_scatter);

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
WEAK_ALIAS(MPI_Reduce_scatter_c);

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
}
WEAK_ALIAS(MPI_Reduce_scatter_block);

int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
}
WEAK_ALIAS(MPI_Reduce_scatter_block_c);

int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_scatter_block_init);

int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_scatter_block_init_c);

int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_scatter_init);

int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Reduce_scatter_init_c);

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Scan(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Scan);

int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Scan(sendbuf, recvbuf, count, datatype, op, comm);
}
WEAK_ALIAS(MPI_Scan_c);

int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Scan_init);

int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
WEAK_ALIAS(MPI_Scan_init_c);

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Scatter);

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Scatter_c);

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Scatter_init);

int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
WEAK_ALIAS(MPI_Scatter_init_c);

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Scatterv);

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
WEAK_ALIAS(MPI_Scatterv_c);

int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
    request);
}
WEAK_ALIAS(MPI_Scatterv_init);

int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) {
  return api::Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info,
    request);
}
WEAK_ALIAS(MPI_Scatterv_init_c);

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
  return api::Cart_coords(comm, rank, maxdims, coords);
}
WEAK_ALIAS(MPI_Cart_coords);

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
    MPI_Comm *comm_cart) {
  return api::Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart);
}
WEAK_ALIAS(MPI_Cart_create);

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
  return api::Cart_get(comm, maxdims, dims, periods, coords);
}
WEAK_ALIAS(MPI_Cart_get);

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
  return api::Cart_map(comm, ndims, dims, periods, newrank);
}
WEAK_ALIAS(MPI_Cart_map);

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
  return api::Cart_rank(comm, coords, rank);
}
WEAK_ALIAS(MPI_Cart_rank);

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) {
  return api::Cart_shift(comm, direction, disp, rank_source, rank_dest);
}
WEAK_ALIAS(MPI_Cart_shift);

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) {
  return api::Cart_sub(comm, remain_dims, newcomm);
}
WEAK_ALIAS(MPI_Cart_sub);

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims) {
  return api::Cartdim_get(comm, ndims);
}
WEAK_ALIAS(MPI_Cartdim_get);

int PMPI_Dims_create(int nnodes, int ndims, int dims[]) {
  return api::Dims_create(nnodes, ndims, dims);
}
WEAK_ALIAS(MPI_Dims_create);

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
    const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) {
  return api::Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
}
WEAK_ALIAS(MPI_Dist_graph_create);

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[],
    int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder,
    MPI_Comm *comm_dist_graph) {
  return api::Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations,
    destweights, info, reorder, comm_dist_graph);
}
WEAK_ALIAS(MPI_Dist_graph_create_adjacent);

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
    int destinations[], int destweights[]) {
  return api::Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
}
WEAK_ALIAS(MPI_Dist_graph_neighbors);

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
  return api::Dist_graph_neighbors_count(comm, indegree, outdegree, weighted);
}
WEAK_ALIAS(MPI_Dist_graph_neighbors_count);

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
    MPI_Comm *comm_graph) {
  return api::Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph);
}
WEAK_ALIAS(MPI_Graph_create);

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
  return api::Graph_get(comm, maxindex, maxedges, index, edges);
}
WEAK_ALIAS(MPI_Graph_get);

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
  return api::Graph_map(comm, nnodes, index, edges, newrank);
}
WEAK_ALIAS(MPI_Graph_map);

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
  return api::Graph_neighbors(comm, rank, maxneighbors, neighbors);
}
WEAK_ALIAS(MPI_Graph_neighbors);

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
  return api::Graph_neighbors_count(comm, rank, nneighbors);
}
WEAK_ALIAS(MPI_Graph_neighbors_count);

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
  return api::Graphdims_get(comm, nnodes, nedges);
}
WEAK_ALIAS(MPI_Graphdims_get);

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_allgather);

int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_allgather_c);

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_allgatherv);

int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_allgatherv_c);

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoall);

int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoall_c);

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) {
  return api::Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
    request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoallv);

int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
    request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoallv_c);

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoallw);

int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
  return api::Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm, request);
}
WEAK_ALIAS(MPI_Ineighbor_alltoallw_c);

int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_allgather);

int PMPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_allgather_c);

int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_allgather_init);

int PMPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_allgather_init_c);

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_allgatherv);

int PMPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_allgatherv_c);

int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
    request);
}
WEAK_ALIAS(MPI_Neighbor_allgatherv_init);

int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) {
  return api::Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info,
    request);
}
WEAK_ALIAS(MPI_Neighbor_allgatherv_init_c);

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoall);

int PMPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoall_c);

int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoall_init);

int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoall_init_c);

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoallv);

int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoallv_c);

int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
    comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoallv_init);

int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
    comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoallv_init_c);

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoallw);

int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm);
}
WEAK_ALIAS(MPI_Neighbor_alltoallw_c);

int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoallw_init);

int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  return api::Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    comm, info, request);
}
WEAK_ALIAS(MPI_Neighbor_alltoallw_init_c);

int PMPI_Topo_test(MPI_Comm comm, int *status) {
  return api::Topo_test(comm, status);
}
WEAK_ALIAS(MPI_Topo_test);

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
    MPI_Comm comm) {
  return api::Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
}
WEAK_ALIAS(MPI_Pack);

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
    MPI_Count *position, MPI_Comm comm) {
  return api::Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
}
WEAK_ALIAS(MPI_Pack_c);

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
    MPI_Aint outsize, MPI_Aint *position) {
  return api::Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
WEAK_ALIAS(MPI_Pack_external);

int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
    void *outbuf, MPI_Count outsize, MPI_Count *position) {
  return api::Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
WEAK_ALIAS(MPI_Pack_external_c);

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) {
  return api::Pack_external_size(datarep, incount, datatype, size);
}
WEAK_ALIAS(MPI_Pack_external_size);

int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size) {
  return api::Pack_external_size(datarep, incount, datatype, size);
}
WEAK_ALIAS(MPI_Pack_external_size_c);

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
  return api::Pack_size(incount, datatype, comm, size);
}
WEAK_ALIAS(MPI_Pack_size);

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
  return api::Pack_size(incount, datatype, comm, size);
}
WEAK_ALIAS(MPI_Pack_size_c);

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
    MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) {
  return api::unsupported(api::Function::kRegister_datarep, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Register_datarep);

int PMPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
    MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) {
  return api::unsupported(api::Function::kRegister_datarep, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Register_datarep_c);

int PMPI_Type_commit(MPI_Datatype *datatype) {
  return api::Type_commit(datatype);
}
WEAK_ALIAS(MPI_Type_commit);

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_contiguous(count, oldtype, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_contiguous);

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_contiguous(count, oldtype, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_contiguous_c);

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
    const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs,
    array_of_psizes, order, oldtype, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_darray);

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs,
    array_of_psizes, order, oldtype, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_darray_c);

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) {
  return api::Type_create_f90_complex(p, r, newtype);
}
WEAK_ALIAS(MPI_Type_create_f90_complex);

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype) {
  return api::Type_create_f90_integer(r, newtype);
}
WEAK_ALIAS(MPI_Type_create_f90_integer);

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype) {
  return api::Type_create_f90_real(p, r, newtype);
}
WEAK_ALIAS(MPI_Type_create_f90_real);

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_hindexed);

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_hindexed_c);

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_hindexed_block);

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_hindexed_block_c);

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_hvector(count, blocklength, stride, oldtype, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_hvector);

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) {
  return api::Type_create_hvector(count, blocklength, stride, oldtype, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_hvector_c);

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_indexed_block);

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_indexed_block_c);

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state) {
  return api::Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
}
WEAK_ALIAS(MPI_Type_create_keyval);

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype) {
  return api::Type_create_resized(oldtype, lb, extent, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_resized);

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype) {
  return api::Type_create_resized(oldtype, lb, extent, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_resized_c);

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    const MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
  return api::Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_struct);

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
  return api::Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_struct_c);

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
    const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_create_subarray);

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
    const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_create_subarray_c);

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval) {
  return api::Type_delete_attr(datatype, type_keyval);
}
WEAK_ALIAS(MPI_Type_delete_attr);

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_dup(oldtype, newtype);
}
WEAK_ALIAS(MPI_Type_dup);

int PMPI_Type_free(MPI_Datatype *datatype) {
  return api::Type_free(datatype);
}
WEAK_ALIAS(MPI_Type_free);

int PMPI_Type_free_keyval(int *type_keyval) {
  return api::Type_free_keyval(type_keyval);
}
WEAK_ALIAS(MPI_Type_free_keyval);

MPI_Datatype PMPI_Type_fromint(int datatype) {
  return api::Type_fromint(datatype);
}
WEAK_ALIAS(MPI_Type_fromint);

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag) {
  return api::Type_get_attr(datatype, type_keyval, attribute_val, flag);
}
WEAK_ALIAS(MPI_Type_get_attr);

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
    int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
  return api::Type_get_contents(datatype, max_integers, max_addresses, 0, max_datatypes, array_of_integers,
    array_of_addresses, nullptr, array_of_datatypes, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_get_contents);

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
    MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
    MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
  return api::Type_get_contents(datatype, max_integers, max_addresses, max_large_counts, max_datatypes,
    array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_get_contents_c);

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes,
    int *combiner) {
  return api::Type_get_envelope(datatype, num_integers, num_addresses, nullptr, num_datatypes, combiner,
    api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_get_envelope);

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
    MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) {
  return api::Type_get_envelope(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner,
    api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_get_envelope_c);

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
  return api::Type_get_extent(datatype, lb, extent);
}
WEAK_ALIAS(MPI_Type_get_extent);

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  return api::Type_get_extent(datatype, lb, extent);
}
WEAK_ALIAS(MPI_Type_get_extent_c);

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
  return api::Type_get_extent_x(datatype, lb, extent);
}
WEAK_ALIAS(MPI_Type_get_extent_x);

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen) {
  return api::Type_get_name(datatype, type_name, resultlen);
}
WEAK_ALIAS(MPI_Type_get_name);

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) {
  return api::Type_get_true_extent(datatype, true_lb, true_extent);
}
WEAK_ALIAS(MPI_Type_get_true_extent);

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
  return api::Type_get_true_extent(datatype, true_lb, true_extent);
}
WEAK_ALIAS(MPI_Type_get_true_extent_c);

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
  return api::Type_get_true_extent_x(datatype, true_lb, true_extent);
}
WEAK_ALIAS(MPI_Type_get_true_extent_x);

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype *pair_type) {
  return api::Type_get_value_index(value_type, index_type, pair_type);
}
WEAK_ALIAS(MPI_Type_get_value_index);

int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_indexed);

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_indexed_c);

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) {
  return api::Type_match_size(typeclass, size, datatype);
}
WEAK_ALIAS(MPI_Type_match_size);

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val) {
  return api::Type_set_attr(datatype, type_keyval, attribute_val);
}
WEAK_ALIAS(MPI_Type_set_attr);

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name) {
  return api::Type_set_name(datatype, type_name);
}
WEAK_ALIAS(MPI_Type_set_name);

int PMPI_Type_size(MPI_Datatype datatype, int *size) {
  return api::Type_size(datatype, size);
}
WEAK_ALIAS(MPI_Type_size);

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
  return api::Type_size(datatype, size);
}
WEAK_ALIAS(MPI_Type_size_c);

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) {
  return api::Type_size_x(datatype, size);
}
WEAK_ALIAS(MPI_Type_size_x);

int PMPI_Type_toint(MPI_Datatype datatype) {
  return api::Type_toint(datatype);
}
WEAK_ALIAS(MPI_Type_toint);

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) {
  return api::Type_vector(count, blocklength, stride, oldtype, newtype, api::Form::kSmall);
}
WEAK_ALIAS(MPI_Type_vector);

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) {
  return api::Type_vector(count, blocklength, stride, oldtype, newtype, api::Form::kLarge);
}
WEAK_ALIAS(MPI_Type_vector_c);

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
    MPI_Comm comm) {
  return api::Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
}
WEAK_ALIAS(MPI_Unpack);

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
    MPI_Datatype datatype, MPI_Comm comm) {
  return api::Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
}
WEAK_ALIAS(MPI_Unpack_c);

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
    int outcount, MPI_Datatype datatype) {
  return api::Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
WEAK_ALIAS(MPI_Unpack_external);

int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, MPI_Datatype datatype) {
  return api::Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
WEAK_ALIAS(MPI_Unpack_external_c);

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) {
  return api::Group_compare(group1, group2, result);
}
WEAK_ALIAS(MPI_Group_compare);

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
  return api::Group_difference(group1, group2, newgroup);
}
WEAK_ALIAS(MPI_Group_difference);

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
  return api::Group_excl(group, n, ranks, newgroup);
}
WEAK_ALIAS(MPI_Group_excl);

int PMPI_Group_free(MPI_Group *group) {
  return api::Group_free(group);
}
WEAK_ALIAS(MPI_Group_free);

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) {
  return api::Group_from_session_pset(session, pset_name, newgroup);
}
WEAK_ALIAS(MPI_Group_from_session_pset);

MPI_Group PMPI_Group_fromint(int group) {
  return api::Group_fromint(group);
}
WEAK_ALIAS(MPI_Group_fromint);

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
  return api::Group_incl(group, n, ranks, newgroup);
}
WEAK_ALIAS(MPI_Group_incl);

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
  return api::Group_intersection(group1, group2, newgroup);
}
WEAK_ALIAS(MPI_Group_intersection);

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
  return api::Group_range_excl(group, n, ranges, newgroup);
}
WEAK_ALIAS(MPI_Group_range_excl);

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
  return api::Group_range_incl(group, n, ranges, newgroup);
}
WEAK_ALIAS(MPI_Group_range_incl);

int PMPI_Group_rank(MPI_Group group, int *rank) {
  return api::Group_rank(group, rank);
}
WEAK_ALIAS(MPI_Group_rank);

int PMPI_Group_size(MPI_Group group, int *size) {
  return api::Group_size(group, size);
}
WEAK_ALIAS(MPI_Group_size);

int PMPI_Group_toint(MPI_Group group) {
  return api::Group_toint(group);
}
WEAK_ALIAS(MPI_Group_toint);

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) {
  return api::Group_translate_ranks(group1, n, ranks1, group2, ranks2);
}
WEAK_ALIAS(MPI_Group_translate_ranks);

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
  return api::Group_union(group1, group2, newgroup);
}
WEAK_ALIAS(MPI_Group_union);

int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm) {
  return api::unsupported(api::Function::kComm_accept, comm);
}
WEAK_ALIAS(MPI_Comm_accept);

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
  return api::Comm_call_errhandler(comm, errorcode);
}
WEAK_ALIAS(MPI_Comm_call_errhandler);

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
  return api::Comm_compare(comm1, comm2, result);
}
WEAK_ALIAS(MPI_Comm_compare);

int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm) {
  return api::unsupported(api::Function::kComm_connect, comm);
}
WEAK_ALIAS(MPI_Comm_connect);

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
  return api::Comm_create(comm, group, newcomm);
}
WEAK_ALIAS(MPI_Comm_create);

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler) {
  return api::Comm_create_errhandler(comm_errhandler_fn, errhandler);
}
WEAK_ALIAS(MPI_Comm_create_errhandler);

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
    MPI_Comm *newcomm) {
  return api::Comm_create_from_group(group, stringtag, info, errhandler, newcomm);
}
WEAK_ALIAS(MPI_Comm_create_from_group);

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
  return api::Comm_create_group(comm, group, tag, newcomm);
}
WEAK_ALIAS(MPI_Comm_create_group);

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state) {
  return api::Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
}
WEAK_ALIAS(MPI_Comm_create_keyval);

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
  return api::Comm_delete_attr(comm, comm_keyval);
}
WEAK_ALIAS(MPI_Comm_delete_attr);

int PMPI_Comm_disconnect(MPI_Comm *comm) {
  return api::Comm_disconnect(comm);
}
WEAK_ALIAS(MPI_Comm_disconnect);

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
  return api::Comm_dup(comm, newcomm);
}
WEAK_ALIAS(MPI_Comm_dup);

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
  return api::Comm_dup_with_info(comm, info, newcomm);
}
WEAK_ALIAS(MPI_Comm_dup_with_info);

int PMPI_Comm_free(MPI_Comm *comm) {
  return api::Comm_free(comm);
}
WEAK_ALIAS(MPI_Comm_free);

int PMPI_Comm_free_keyval(int *comm_keyval) {
  return api::Comm_free_keyval(comm_keyval);
}
WEAK_ALIAS(MPI_Comm_free_keyval);

MPI_Comm PMPI_Comm_fromint(int comm) {
  return api::Comm_fromint(comm);
}
WEAK_ALIAS(MPI_Comm_fromint);

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) {
  return api::Comm_get_attr(comm, comm_keyval, attribute_val, flag);
}
WEAK_ALIAS(MPI_Comm_get_attr);

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) {
  return api::Comm_get_errhandler(comm, errhandler);
}
WEAK_ALIAS(MPI_Comm_get_errhandler);

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) {
  return api::Comm_get_info(comm, info_used);
}
WEAK_ALIAS(MPI_Comm_get_info);

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) {
  return api::Comm_get_name(comm, comm_name, resultlen);
}
WEAK_ALIAS(MPI_Comm_get_name);

int PMPI_Comm_get_parent(MPI_Comm *parent) {
  return api::Comm_get_parent(parent);
}
WEAK_ALIAS(MPI_Comm_get_parent);

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
  return api::Comm_group(comm, group);
}
WEAK_ALIAS(MPI_Comm_group);

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
  return api::Comm_idup(comm, newcomm, request);
}
WEAK_ALIAS(MPI_Comm_idup);

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
  return api::Comm_idup_with_info(comm, info, newcomm, request);
}
WEAK_ALIAS(MPI_Comm_idup_with_info);

int PMPI_Comm_join(int fd, MPI_Comm *intercomm) {
  return api::unsupported(api::Function::kComm_join, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Comm_join);

int PMPI_Comm_rank(MPI_Comm comm, int *rank) {
  return api::Comm_rank(comm, rank);
}
WEAK_ALIAS(MPI_Comm_rank);

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
  return api::Comm_remote_group(comm, group);
}
WEAK_ALIAS(MPI_Comm_remote_group);

int PMPI_Comm_remote_size(MPI_Comm comm, int *size) {
  return api::Comm_remote_size(comm, size);
}
WEAK_ALIAS(MPI_Comm_remote_size);

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) {
  return api::Comm_set_attr(comm, comm_keyval, attribute_val);
}
WEAK_ALIAS(MPI_Comm_set_attr);

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
  return api::Comm_set_errhandler(comm, errhandler);
}
WEAK_ALIAS(MPI_Comm_set_errhandler);

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return api::Comm_set_info(comm, info);
}
WEAK_ALIAS(MPI_Comm_set_info);

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name) {
  return api::Comm_set_name(comm, comm_name);
}
WEAK_ALIAS(MPI_Comm_set_name);

int PMPI_Comm_size(MPI_Comm comm, int *size) {
  return api::Comm_size(comm, size);
}
WEAK_ALIAS(MPI_Comm_size);

int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm,
    MPI_Comm *intercomm, int array_of_errcodes[]) {
  return api::unsupported(api::Function::kComm_spawn, comm);
}
WEAK_ALIAS(MPI_Comm_spawn);

int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
    const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm,
    int array_of_errcodes[]) {
  return api::unsupported(api::Function::kComm_spawn_multiple, comm);
}
WEAK_ALIAS(MPI_Comm_spawn_multiple);

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
  return api::Comm_split(comm, color, key, newcomm);
}
WEAK_ALIAS(MPI_Comm_split);

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
  return api::Comm_split_type(comm, split_type, key, info, newcomm);
}
WEAK_ALIAS(MPI_Comm_split_type);

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag) {
  return api::Comm_test_inter(comm, flag);
}
WEAK_ALIAS(MPI_Comm_test_inter);

int PMPI_Comm_toint(MPI_Comm comm) {
  return api::Comm_toint(comm);
}
WEAK_ALIAS(MPI_Comm_toint);

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
    MPI_Comm *newintercomm) {
  return api::Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
}
WEAK_ALIAS(MPI_Intercomm_create);

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
    int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm) {
  return api::Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info,
    errhandler, newintercomm);
}
WEAK_ALIAS(MPI_Intercomm_create_from_groups);

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
  return api::Intercomm_merge(intercomm, high, newintracomm);
}
WEAK_ALIAS(MPI_Intercomm_merge);

int PMPI_Attr_delete(MPI_Comm comm, int keyval) {
  return api::Attr_delete(comm, keyval);
}
WEAK_ALIAS(MPI_Attr_delete);

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag) {
  return api::Attr_get(comm, keyval, attribute_val, flag);
}
WEAK_ALIAS(MPI_Attr_get);

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val) {
  return api::Attr_put(comm, keyval, attribute_val);
}
WEAK_ALIAS(MPI_Attr_put);

int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state) {
  return api::Keyval_create(copy_fn, delete_fn, keyval, extra_state);
}
WEAK_ALIAS(MPI_Keyval_create);

int PMPI_Keyval_free(int *keyval) {
  return api::Keyval_free(keyval);
}
WEAK_ALIAS(MPI_Keyval_free);

int PMPI_Info_create(MPI_Info *info) {
  return api::Info_create(info);
}
WEAK_ALIAS(MPI_Info_create);

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info) {
  return api::Info_create_env(argc, argv, info);
}
WEAK_ALIAS(MPI_Info_create_env);

int PMPI_Info_delete(MPI_Info info, const char *key) {
  return api::Info_delete(info, key);
}
WEAK_ALIAS(MPI_Info_delete);

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo) {
  return api::Info_dup(info, newinfo);
}
WEAK_ALIAS(MPI_Info_dup);

int PMPI_Info_free(MPI_Info *info) {
  return api::Info_free(info);
}
WEAK_ALIAS(MPI_Info_free);

MPI_Info PMPI_Info_fromint(int info) {
  return api::Info_fromint(info);
}
WEAK_ALIAS(MPI_Info_fromint);

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) {
  return api::Info_get(info, key, valuelen, value, flag);
}
WEAK_ALIAS(MPI_Info_get);

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys) {
  return api::Info_get_nkeys(info, nkeys);
}
WEAK_ALIAS(MPI_Info_get_nkeys);

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key) {
  return api::Info_get_nthkey(info, n, key);
}
WEAK_ALIAS(MPI_Info_get_nthkey);

int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) {
  return api::Info_get_string(info, key, buflen, value, flag);
}
WEAK_ALIAS(MPI_Info_get_string);

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) {
  return api::Info_get_valuelen(info, key, valuelen, flag);
}
WEAK_ALIAS(MPI_Info_get_valuelen);

int PMPI_Info_set(MPI_Info info, const char *key, const char *value) {
  return api::Info_set(info, key, value);
}
WEAK_ALIAS(MPI_Info_set);

int PMPI_Info_toint(MPI_Info info) {
  return api::Info_toint(info);
}
WEAK_ALIAS(MPI_Info_toint);

int PMPI_Errhandler_free(MPI_Errhandler *errhandler) {
  return api::Errhandler_free(errhandler);
}
WEAK_ALIAS(MPI_Errhandler_free);

MPI_Errhandler PMPI_Errhandler_fromint(int errhandler) {
  return api::Errhandler_fromint(errhandler);
}
WEAK_ALIAS(MPI_Errhandler_fromint);

int PMPI_Errhandler_toint(MPI_Errhandler errhandler) {
  return api::Errhandler_toint(errhandler);
}
WEAK_ALIAS(MPI_Errhandler_toint);

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size) {
  return api::Session_attach_buffer(session, buffer, size);
}
WEAK_ALIAS(MPI_Session_attach_buffer);

int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size) {
  return api::Session_attach_buffer(session, buffer, size);
}
WEAK_ALIAS(MPI_Session_attach_buffer_c);

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode) {
  return api::Session_call_errhandler(session, errorcode);
}
WEAK_ALIAS(MPI_Session_call_errhandler);

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler) {
  return api::Session_create_errhandler(session_errhandler_fn, errhandler);
}
WEAK_ALIAS(MPI_Session_create_errhandler);

int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size) {
  return api::Session_detach_buffer(session, buffer_addr, size);
}
WEAK_ALIAS(MPI_Session_detach_buffer);

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size) {
  return api::Session_detach_buffer(session, buffer_addr, size);
}
WEAK_ALIAS(MPI_Session_detach_buffer_c);

int PMPI_Session_finalize(MPI_Session *session) {
  return api::Session_finalize(session);
}
WEAK_ALIAS(MPI_Session_finalize);

int PMPI_Session_flush_buffer(MPI_Session session) {
  return api::Session_flush_buffer(session);
}
WEAK_ALIAS(MPI_Session_flush_buffer);

MPI_Session PMPI_Session_fromint(int session) {
  return api::Session_fromint(session);
}
WEAK_ALIAS(MPI_Session_fromint);

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) {
  return api::Session_get_errhandler(session, errhandler);
}
WEAK_ALIAS(MPI_Session_get_errhandler);

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used) {
  return api::Session_get_info(session, info_used);
}
WEAK_ALIAS(MPI_Session_get_info);

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name) {
  return api::Session_get_nth_pset(session, info, n, pset_len, pset_name);
}
WEAK_ALIAS(MPI_Session_get_nth_pset);

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) {
  return api::Session_get_num_psets(session, info, npset_names);
}
WEAK_ALIAS(MPI_Session_get_num_psets);

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) {
  return api::Session_get_pset_info(session, pset_name, info);
}
WEAK_ALIAS(MPI_Session_get_pset_info);

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request) {
  return api::Session_iflush_buffer(session, request);
}
WEAK_ALIAS(MPI_Session_iflush_buffer);

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
  return api::Session_init(info, errhandler, session);
}
WEAK_ALIAS(MPI_Session_init);

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
  return api::Session_set_errhandler(session, errhandler);
}
WEAK_ALIAS(MPI_Session_set_errhandler);

int PMPI_Session_toint(MPI_Session session) {
  return api::Session_toint(session);
}
WEAK_ALIAS(MPI_Session_toint);

int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return api::Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win);
}
WEAK_ALIAS(MPI_Accumulate);

int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return api::Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win);
}
WEAK_ALIAS(MPI_Accumulate_c);

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
    int target_rank, MPI_Aint target_disp, MPI_Win win) {
  return api::Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}
WEAK_ALIAS(MPI_Compare_and_swap);

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
    MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
  return api::Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
WEAK_ALIAS(MPI_Fetch_and_op);

int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return api::Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win);
}
WEAK_ALIAS(MPI_Get);

int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return api::Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win);
}
WEAK_ALIAS(MPI_Get_c);

int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
    int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return api::Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
    target_rank, target_disp, target_count, target_datatype, op, win);
}
WEAK_ALIAS(MPI_Get_accumulate);

int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  return api::Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
    target_rank, target_disp, target_count, target_datatype, op, win);
}
WEAK_ALIAS(MPI_Get_accumulate_c);

int PMPI_Get_hw_resource_info(MPI_Info *hw_info) {
  return api::Get_hw_resource_info(hw_info);
}
WEAK_ALIAS(MPI_Get_hw_resource_info);

int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return api::Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win);
}
WEAK_ALIAS(MPI_Put);

int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
  return api::Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win);
}
WEAK_ALIAS(MPI_Put_c);

int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
    MPI_Request *request) {
  return api::Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win, request);
}
WEAK_ALIAS(MPI_Raccumulate);

int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
    MPI_Request *request) {
  return api::Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win, request);
}
WEAK_ALIAS(MPI_Raccumulate_c);

int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
  return api::Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win, request);
}
WEAK_ALIAS(MPI_Rget);

int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
  return api::Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win, request);
}
WEAK_ALIAS(MPI_Rget_c);

int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
    int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
  return api::Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
    target_rank, target_disp, target_count, target_datatype, op, win, request);
}
WEAK_ALIAS(MPI_Rget_accumulate);

int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
  return api::Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
    target_rank, target_disp, target_count, target_datatype, op, win, request);
}
WEAK_ALIAS(MPI_Rget_accumulate_c);

int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
  return api::Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win, request);
}
WEAK_ALIAS(MPI_Rput);

int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
  return api::Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype,
    win, request);
}
WEAK_ALIAS(MPI_Rput_c);

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  return api::Win_allocate(size, disp_unit, info, comm, baseptr, win);
}
WEAK_ALIAS(MPI_Win_allocate);

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  return api::Win_allocate(size, disp_unit, info, comm, baseptr, win);
}
WEAK_ALIAS(MPI_Win_allocate_c);

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  return api::Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
}
WEAK_ALIAS(MPI_Win_allocate_shared);

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) {
  return api::Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
}
WEAK_ALIAS(MPI_Win_allocate_shared_c);

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
  return api::Win_attach(win, base, size);
}
WEAK_ALIAS(MPI_Win_attach);

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode) {
  return api::Win_call_errhandler(win, errorcode);
}
WEAK_ALIAS(MPI_Win_call_errhandler);

int PMPI_Win_complete(MPI_Win win) {
  return api::Win_complete(win);
}
WEAK_ALIAS(MPI_Win_complete);

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  return api::Win_create(base, size, disp_unit, info, comm, win);
}
WEAK_ALIAS(MPI_Win_create);

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  return api::Win_create(base, size, disp_unit, info, comm, win);
}
WEAK_ALIAS(MPI_Win_create_c);

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  return api::Win_create_dynamic(info, comm, win);
}
WEAK_ALIAS(MPI_Win_create_dynamic);

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler) {
  return api::Win_create_errhandler(win_errhandler_fn, errhandler);
}
WEAK_ALIAS(MPI_Win_create_errhandler);

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
    MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state) {
  return api::Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
}
WEAK_ALIAS(MPI_Win_create_keyval);

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval) {
  return api::Win_delete_attr(win, win_keyval);
}
WEAK_ALIAS(MPI_Win_delete_attr);

int PMPI_Win_detach(MPI_Win win, const void *base) {
  return api::Win_detach(win, base);
}
WEAK_ALIAS(MPI_Win_detach);

int PMPI_Win_fence(int assert, MPI_Win win) {
  return api::Win_fence(assert, win);
}
WEAK_ALIAS(MPI_Win_fence);

int PMPI_Win_flush(int rank, MPI_Win win) {
  return api::Win_flush(rank, win);
}
WEAK_ALIAS(MPI_Win_flush);

int PMPI_Win_flush_all(MPI_Win win) {
  return api::Win_flush_all(win);
}
WEAK_ALIAS(MPI_Win_flush_all);

int PMPI_Win_flush_local(int rank, MPI_Win win) {
  return api::Win_flush_local(rank, win);
}
WEAK_ALIAS(MPI_Win_flush_local);

int PMPI_Win_flush_local_all(MPI_Win win) {
  return api::Win_flush_local_all(win);
}
WEAK_ALIAS(MPI_Win_flush_local_all);

int PMPI_Win_free(MPI_Win *win) {
  return api::Win_free(win);
}
WEAK_ALIAS(MPI_Win_free);

int PMPI_Win_free_keyval(int *win_keyval) {
  return api::Win_free_keyval(win_keyval);
}
WEAK_ALIAS(MPI_Win_free_keyval);

MPI_Win PMPI_Win_fromint(int win) {
  return api::Win_fromint(win);
}
WEAK_ALIAS(MPI_Win_fromint);

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) {
  return api::Win_get_attr(win, win_keyval, attribute_val, flag);
}
WEAK_ALIAS(MPI_Win_get_attr);

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
  return api::Win_get_errhandler(win, errhandler);
}
WEAK_ALIAS(MPI_Win_get_errhandler);

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group) {
  return api::Win_get_group(win, group);
}
WEAK_ALIAS(MPI_Win_get_group);

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used) {
  return api::Win_get_info(win, info_used);
}
WEAK_ALIAS(MPI_Win_get_info);

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen) {
  return api::Win_get_name(win, win_name, resultlen);
}
WEAK_ALIAS(MPI_Win_get_name);

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
  return api::Win_lock(lock_type, rank, assert, win);
}
WEAK_ALIAS(MPI_Win_lock);

int PMPI_Win_lock_all(int assert, MPI_Win win) {
  return api::Win_lock_all(assert, win);
}
WEAK_ALIAS(MPI_Win_lock_all);

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
  return api::Win_post(group, assert, win);
}
WEAK_ALIAS(MPI_Win_post);

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) {
  return api::Win_set_attr(win, win_keyval, attribute_val);
}
WEAK_ALIAS(MPI_Win_set_attr);

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  return api::Win_set_errhandler(win, errhandler);
}
WEAK_ALIAS(MPI_Win_set_errhandler);

int PMPI_Win_set_info(MPI_Win win, MPI_Info info) {
  return api::Win_set_info(win, info);
}
WEAK_ALIAS(MPI_Win_set_info);

int PMPI_Win_set_name(MPI_Win win, const char *win_name) {
  return api::Win_set_name(win, win_name);
}
WEAK_ALIAS(MPI_Win_set_name);

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
  return api::Win_shared_query(win, rank, size, disp_unit, baseptr);
}
WEAK_ALIAS(MPI_Win_shared_query);

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) {
  return api::Win_shared_query(win, rank, size, disp_unit, baseptr);
}
WEAK_ALIAS(MPI_Win_shared_query_c);

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
  return api::Win_start(group, assert, win);
}
WEAK_ALIAS(MPI_Win_start);

int PMPI_Win_sync(MPI_Win win) {
  return api::Win_sync(win);
}
WEAK_ALIAS(MPI_Win_sync);

int PMPI_Win_test(MPI_Win win, int *flag) {
  return api::Win_test(win, flag);
}
WEAK_ALIAS(MPI_Win_test);

int PMPI_Win_toint(MPI_Win win) {
  return api::Win_toint(win);
}
WEAK_ALIAS(MPI_Win_toint);

int PMPI_Win_unlock(int rank, MPI_Win win) {
  return api::Win_unlock(rank, win);
}
WEAK_ALIAS(MPI_Win_unlock);

int PMPI_Win_unlock_all(MPI_Win win) {
  return api::Win_unlock_all(win);
}
WEAK_ALIAS(MPI_Win_unlock_all);

int PMPI_Win_wait(MPI_Win win) {
  return api::Win_wait(win);
}
WEAK_ALIAS(MPI_Win_wait);

int PMPI_Close_port(const char *port_name) {
  return api::unsupported(api::Function::kClose_port, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Close_port);

int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name) {
  return api::unsupported(api::Function::kLookup_name, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Lookup_name);

int PMPI_Open_port(MPI_Info info, char *port_name) {
  return api::unsupported(api::Function::kOpen_port, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Open_port);

int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name) {
  return api::unsupported(api::Function::kPublish_name, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Publish_name);

int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name) {
  return api::unsupported(api::Function::kUnpublish_name, MPI_COMM_NULL);
}
WEAK_ALIAS(MPI_Unpublish_name);

int PMPI_File_call_errhandler(MPI_File fh, int errorcode) {
  return api::File_call_errhandler(fh, errorcode);
}
WEAK_ALIAS(MPI_File_call_errhandler);

int PMPI_File_close(MPI_File *fh) {
  return api::File_close(fh);
}
WEAK_ALIAS(MPI_File_close);

int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler) {
  return api::File_create_errhandler(file_errhandler_fn, errhandler);
}
WEAK_ALIAS(MPI_File_create_errhandler);

int PMPI_File_delete(const char *filename, MPI_Info info) {
  return api::File_delete(filename, info);
}
WEAK_ALIAS(MPI_File_delete);

MPI_File PMPI_File_fromint(int file) {
  return api::File_fromint(file);
}
WEAK_ALIAS(MPI_File_fromint);

int PMPI_File_get_amode(MPI_File fh, int *amode) {
  return api::File_get_amode(fh, amode);
}
WEAK_ALIAS(MPI_File_get_amode);

int PMPI_File_get_atomicity(MPI_File fh, int *flag) {
  return api::File_get_atomicity(fh, flag);
}
WEAK_ALIAS(MPI_File_get_atomicity);

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
  return api::File_get_byte_offset(fh, offset, disp);
}
WEAK_ALIAS(MPI_File_get_byte_offset);

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) {
  return api::File_get_errhandler(file, errhandler);
}
WEAK_ALIAS(MPI_File_get_errhandler);

int PMPI_File_get_group(MPI_File fh, MPI_Group *group) {
  return api::File_get_group(fh, group);
}
WEAK_ALIAS(MPI_File_get_group);

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
  return api::File_get_info(fh, info_used);
}
WEAK_ALIAS(MPI_File_get_info);

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
  return api::File_get_position(fh, offset);
}
WEAK_ALIAS(MPI_File_get_position);

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
  return api::File_get_position_shared(fh, offset);
}
WEAK_ALIAS(MPI_File_get_position_shared);

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size) {
  return api::File_get_size(fh, size);
}
WEAK_ALIAS(MPI_File_get_size);

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) {
  return api::File_get_type_extent(fh, datatype, extent);
}
WEAK_ALIAS(MPI_File_get_type_extent);

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
  return api::File_get_type_extent(fh, datatype, extent);
}
WEAK_ALIAS(MPI_File_get_type_extent_c);

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep) {
  return api::File_get_view(fh, disp, etype, filetype, datarep);
}
WEAK_ALIAS(MPI_File_get_view);

int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread);

int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_c);

int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread_all(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_all);

int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread_all(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_all_c);

int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iread_at(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_at);

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iread_at(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_at_c);

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iread_at_all(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_at_all);

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iread_at_all(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_at_all_c);

int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread_shared(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_shared);

int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iread_shared(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iread_shared_c);

int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iwrite(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite);

int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iwrite(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_c);

int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iwrite_all(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_all);

int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iwrite_all(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_all_c);

int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iwrite_at(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_at);

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iwrite_at(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_at_c);

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iwrite_at_all(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_at_all);

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iwrite_at_all(fh, offset, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_at_all_c);

int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
  return api::File_iwrite_shared(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_shared);

int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) {
  return api::File_iwrite_shared(fh, buf, count, datatype, request);
}
WEAK_ALIAS(MPI_File_iwrite_shared_c);

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
  return api::File_open(comm, filename, amode, info, fh);
}
WEAK_ALIAS(MPI_File_open);

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  return api::File_preallocate(fh, size);
}
WEAK_ALIAS(MPI_File_preallocate);

int PMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read);

int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_c);

int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_all(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_all);

int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_all(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_all_c);

int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
  return api::File_read_all_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_all_begin);

int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  return api::File_read_all_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_all_begin_c);

int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) {
  return api::File_read_all_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_read_all_end);

int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_at(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_at);

int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_read_at(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_at_c);

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_read_at_all(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_at_all);

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_read_at_all(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_at_all_c);

int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype) {
  return api::File_read_at_all_begin(fh, offset, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_at_all_begin);

int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype) {
  return api::File_read_at_all_begin(fh, offset, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_at_all_begin_c);

int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) {
  return api::File_read_at_all_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_read_at_all_end);

int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_ordered(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_ordered);

int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_ordered(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_ordered_c);

int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
  return api::File_read_ordered_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_ordered_begin);

int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  return api::File_read_ordered_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_read_ordered_begin_c);

int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) {
  return api::File_read_ordered_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_read_ordered_end);

int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_shared(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_shared);

int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_read_shared(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_read_shared_c);

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  return api::File_seek(fh, offset, whence);
}
WEAK_ALIAS(MPI_File_seek);

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  return api::File_seek_shared(fh, offset, whence);
}
WEAK_ALIAS(MPI_File_seek_shared);

int PMPI_File_set_atomicity(MPI_File fh, int flag) {
  return api::File_set_atomicity(fh, flag);
}
WEAK_ALIAS(MPI_File_set_atomicity);

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
  return api::File_set_errhandler(file, errhandler);
}
WEAK_ALIAS(MPI_File_set_errhandler);

int PMPI_File_set_info(MPI_File fh, MPI_Info info) {
  return api::File_set_info(fh, info);
}
WEAK_ALIAS(MPI_File_set_info);

int PMPI_File_set_size(MPI_File fh, MPI_Offset size) {
  return api::File_set_size(fh, size);
}
WEAK_ALIAS(MPI_File_set_size);

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
    MPI_Info info) {
  return api::File_set_view(fh, disp, etype, filetype, datarep, info);
}
WEAK_ALIAS(MPI_File_set_view);

int PMPI_File_sync(MPI_File fh) {
  return api::File_sync(fh);
}
WEAK_ALIAS(MPI_File_sync);

int PMPI_File_toint(MPI_File file) {
  return api::File_toint(file);
}
WEAK_ALIAS(MPI_File_toint);

int PMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write);

int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_c);

int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write_all(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_all);

int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write_all(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_all_c);

int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
  return api::File_write_all_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_all_begin);

int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  return api::File_write_all_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_all_begin_c);

int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
  return api::File_write_all_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_write_all_end);

int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_write_at(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_at);

int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_write_at(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_at_c);

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_write_at_all(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_at_all);

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_write_at_all(fh, offset, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_at_all_c);

int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype) {
  return api::File_write_at_all_begin(fh, offset, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_at_all_begin);

int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype) {
  return api::File_write_at_all_begin(fh, offset, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_at_all_begin_c);

int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
  return api::File_write_at_all_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_write_at_all_end);

int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write_ordered(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_ordered);

int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) {
  return api::File_write_ordered(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_ordered_c);

int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
  return api::File_write_ordered_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_ordered_begin);

int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  return api::File_write_ordered_begin(fh, buf, count, datatype);
}
WEAK_ALIAS(MPI_File_write_ordered_begin_c);

int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) {
  return api::File_write_ordered_end(fh, buf, status);
}
WEAK_ALIAS(MPI_File_write_ordered_end);

int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write_shared(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_shared);

int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  return api::File_write_shared(fh, buf, count, datatype, status);
}
WEAK_ALIAS(MPI_File_write_shared_c);

int PMPI_T_category_changed(int *update_number) {
  return api::T_category_changed(update_number);
}
WEAK_ALIAS(MPI_T_category_changed);

int PMPI_T_category_get_categories(int cat_index, int len, int indices[]) {
  return api::T_category_get_categories(cat_index, len, indices);
}
WEAK_ALIAS(MPI_T_category_get_categories);

int PMPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
  return api::T_category_get_cvars(cat_index, len, indices);
}
WEAK_ALIAS(MPI_T_category_get_cvars);

int PMPI_T_category_get_events(int cat_index, int len, int indices[]) {
  return api::T_category_get_events(cat_index, len, indices);
}
WEAK_ALIAS(MPI_T_category_get_events);

int PMPI_T_category_get_index(const char *name, int *cat_index) {
  return api::T_category_get_index(name, cat_index);
}
WEAK_ALIAS(MPI_T_category_get_index);

int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
    int *num_pvars, int *num_categories) {
  return api::T_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories);
}
WEAK_ALIAS(MPI_T_category_get_info);

int PMPI_T_category_get_num(int *num_cat) {
  return api::T_category_get_num(num_cat);
}
WEAK_ALIAS(MPI_T_category_get_num);

int PMPI_T_category_get_num_events(int cat_index, int *num_events) {
  return api::T_category_get_num_events(cat_index, num_events);
}
WEAK_ALIAS(MPI_T_category_get_num_events);

int PMPI_T_category_get_pvars(int cat_index, int len, int indices[]) {
  return api::T_category_get_pvars(cat_index, len, indices);
}
WEAK_ALIAS(MPI_T_category_get_pvars);

int PMPI_T_cvar_get_index(const char *name, int *cvar_index) {
  return api::T_cvar_get_index(name, cvar_index);
}
WEAK_ALIAS(MPI_T_cvar_get_index);

int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) {
  return api::T_cvar_get_info(cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len, bind, scope);
}
WEAK_ALIAS(MPI_T_cvar_get_info);

int PMPI_T_cvar_get_num(int *num_cvar) {
  return api::T_cvar_get_num(num_cvar);
}
WEAK_ALIAS(MPI_T_cvar_get_num);

int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) {
  return api::T_cvar_handle_alloc(cvar_index, obj_handle, handle, count);
}
WEAK_ALIAS(MPI_T_cvar_handle_alloc);

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
  return api::T_cvar_handle_free(handle);
}
WEAK_ALIAS(MPI_T_cvar_handle_free);

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) {
  return api::T_cvar_read(handle, buf);
}
WEAK_ALIAS(MPI_T_cvar_read);

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf) {
  return api::T_cvar_write(handle, buf);
}
WEAK_ALIAS(MPI_T_cvar_write);

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) {
  return api::T_enum_get_info(enumtype, num, name, name_len);
}
WEAK_ALIAS(MPI_T_enum_get_info);

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) {
  return api::T_enum_get_item(enumtype, index, value, name, name_len);
}
WEAK_ALIAS(MPI_T_enum_get_item);

int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info *info_used) {
  return api::T_event_callback_get_info(event_registration, cb_safety, info_used);
}
WEAK_ALIAS(MPI_T_event_callback_get_info);

int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info info) {
  return api::T_event_callback_set_info(event_registration, cb_safety, info);
}
WEAK_ALIAS(MPI_T_event_callback_set_info);

int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer) {
  return api::T_event_copy(event_instance, buffer);
}
WEAK_ALIAS(MPI_T_event_copy);

int PMPI_T_event_get_index(const char *name, int *event_index) {
  return api::T_event_get_index(name, event_index);
}
WEAK_ALIAS(MPI_T_event_get_index);

int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
    MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype,
    MPI_Info *info, char *desc, int *desc_len, int *bind) {
  return api::T_event_get_info(event_index, name, name_len, verbosity, array_of_datatypes, array_of_displacements,
    num_elements, enumtype, info, desc, desc_len, bind);
}
WEAK_ALIAS(MPI_T_event_get_info);

int PMPI_T_event_get_num(int *num_events) {
  return api::T_event_get_num(num_events);
}
WEAK_ALIAS(MPI_T_event_get_num);

int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index) {
  return api::T_event_get_source(event_instance, source_index);
}
WEAK_ALIAS(MPI_T_event_get_source);

int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) {
  return api::T_event_get_timestamp(event_instance, event_timestamp);
}
WEAK_ALIAS(MPI_T_event_get_timestamp);

int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
    MPI_T_event_registration *event_registration) {
  return api::T_event_handle_alloc(event_index, obj_handle, info, event_registration);
}
WEAK_ALIAS(MPI_T_event_handle_alloc);

int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function) {
  return api::T_event_handle_free(event_registration, user_data, free_cb_function);
}
WEAK_ALIAS(MPI_T_event_handle_free);

int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) {
  return api::T_event_handle_get_info(event_registration, info_used);
}
WEAK_ALIAS(MPI_T_event_handle_get_info);

int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info) {
  return api::T_event_handle_set_info(event_registration, info);
}
WEAK_ALIAS(MPI_T_event_handle_set_info);

int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) {
  return api::T_event_read(event_instance, element_index, buffer);
}
WEAK_ALIAS(MPI_T_event_read);

int PMPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info info, void *user_data, MPI_T_event_cb_function *event_cb_function) {
  return api::T_event_register_callback(event_registration, cb_safety, info, user_data, event_cb_function);
}
WEAK_ALIAS(MPI_T_event_register_callback);

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function) {
  return api::T_event_set_dropped_handler(event_registration, dropped_cb_function);
}
WEAK_ALIAS(MPI_T_event_set_dropped_handler);

int PMPI_T_finalize(void) {
  return api::T_finalize();
}
WEAK_ALIAS(MPI_T_finalize);

int PMPI_T_init_thread(int required, int *provided) {
  return api::T_init_thread(required, provided);
}
WEAK_ALIAS(MPI_T_init_thread);

int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) {
  return api::T_pvar_get_index(name, var_class, pvar_index);
}
WEAK_ALIAS(MPI_T_pvar_get_index);

int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
    MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous,
    int *atomic) {
  return api::T_pvar_get_info(pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc, desc_len,
    bind, readonly, continuous, atomic);
}
WEAK_ALIAS(MPI_T_pvar_get_info);

int PMPI_T_pvar_get_num(int *num_pvar) {
  return api::T_pvar_get_num(num_pvar);
}
WEAK_ALIAS(MPI_T_pvar_get_num);

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle,
    MPI_T_pvar_handle *handle, int *count) {
  return api::T_pvar_handle_alloc(pe_session, pvar_index, obj_handle, handle, count);
}
WEAK_ALIAS(MPI_T_pvar_handle_alloc);

int PMPI_T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) {
  return api::T_pvar_handle_free(pe_session, handle);
}
WEAK_ALIAS(MPI_T_pvar_handle_free);

int PMPI_T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) {
  return api::T_pvar_read(pe_session, handle, buf);
}
WEAK_ALIAS(MPI_T_pvar_read);

int PMPI_T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) {
  return api::T_pvar_readreset(pe_session, handle, buf);
}
WEAK_ALIAS(MPI_T_pvar_readreset);

int PMPI_T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return api::T_pvar_reset(pe_session, handle);
}
WEAK_ALIAS(MPI_T_pvar_reset);

int PMPI_T_pvar_session_create(MPI_T_pvar_session *pe_session) {
  return api::T_pvar_session_create(pe_session);
}
WEAK_ALIAS(MPI_T_pvar_session_create);

int PMPI_T_pvar_session_free(MPI_T_pvar_session *pe_session) {
  return api::T_pvar_session_free(pe_session);
}
WEAK_ALIAS(MPI_T_pvar_session_free);

int PMPI_T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return api::T_pvar_start(pe_session, handle);
}
WEAK_ALIAS(MPI_T_pvar_start);

int PMPI_T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) {
  return api::T_pvar_stop(pe_session, handle);
}
WEAK_ALIAS(MPI_T_pvar_stop);

int PMPI_T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) {
  return api::T_pvar_write(pe_session, handle, buf);
}
WEAK_ALIAS(MPI_T_pvar_write);

int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
    MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info) {
  return api::T_source_get_info(source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks,
    info);
}
WEAK_ALIAS(MPI_T_source_get_info);

int PMPI_T_source_get_num(int *num_sources) {
  return api::T_source_get_num(num_sources);
}
WEAK_ALIAS(MPI_T_source_get_num);

int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp) {
  return api::T_source_get_timestamp(source_index, timestamp);
}
WEAK_ALIAS(MPI_T_source_get_timestamp);

int MPIX_Info_set_hex(MPI_Info info, const char *key, const void *value, int value_size) {
  return api::Info_set_hex(info, key, value, value_size);
}

int MPIX_Stream_create(MPI_Info info, MPIX_Stream *stream) {
  return api::Stream_create(info, stream);
}

int MPIX_Stream_free(MPIX_Stream *stream) {
  return api::Stream_free(stream);
}

int MPIX_Stream_comm_create(MPI_Comm comm, MPIX_Stream stream, MPI_Comm *newcomm) {
  return api::Stream_comm_create(comm, stream, newcomm);
}

int MPIX_Stream_comm_create_multiplex(MPI_Comm comm, int count, MPIX_Stream array_of_streams[], MPI_Comm *newcomm) {
  return api::Stream_comm_create_multiplex(comm, count, array_of_streams, newcomm);
}

int MPIX_Comm_get_stream(MPI_Comm comm, int idx, MPIX_Stream *stream) {
  return api::Comm_get_stream(comm, idx, stream);
}

int MPIX_Stream_progress(MPIX_Stream stream) {
  return api::Stream_progress(stream);
}

int MPIX_Start_progress_thread(MPIX_Stream stream) {
  return api::Start_progress_thread(stream);
}

int MPIX_Stop_progress_thread(MPIX_Stream stream) {
  return api::Stop_progress_thread(stream);
}

int MPIX_Send_enqueue(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Send_enqueue(buf, count, datatype, dest, tag, comm);
}

int MPIX_Send_enqueue_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return api::Send_enqueue(buf, count, datatype, dest, tag, comm);
}

int MPIX_Recv_enqueue(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) {
  return api::Recv_enqueue(buf, count, datatype, source, tag, comm, status);
}

int MPIX_Recv_enqueue_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) {
  return api::Recv_enqueue(buf, count, datatype, source, tag, comm, status);
}

int MPIX_Isend_enqueue(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Isend_enqueue(buf, count, datatype, dest, tag, comm, request);
}

int MPIX_Isend_enqueue_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Isend_enqueue(buf, count, datatype, dest, tag, comm, request);
}

int MPIX_Irecv_enqueue(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Irecv_enqueue(buf, count, datatype, source, tag, comm, request);
}

int MPIX_Irecv_enqueue_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) {
  return api::Irecv_enqueue(buf, count, datatype, source, tag, comm, request);
}

int MPIX_Sendrecv_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  return api::Sendrecv_enqueue(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
    recvtag, comm, status);
}

int MPIX_Sendrecv_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) {
  return api::Sendrecv_enqueue(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
    recvtag, comm, status);
}

int MPIX_Wait_enqueue(MPI_Request *request, MPI_Status *status) {
  return api::Wait_enqueue(request, status);
}

int MPIX_Waitall_enqueue(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  return api::Waitall_enqueue(count, array_of_requests, array_of_statuses);
}

int MPIX_Barrier_enqueue(MPI_Comm comm) {
  return api::Barrier_enqueue(comm);
}

int MPIX_Bcast_enqueue(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return api::Bcast_enqueue(buffer, count, datatype, root, comm);
}

int MPIX_Bcast_enqueue_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return api::Bcast_enqueue(buffer, count, datatype, root, comm);
}

int MPIX_Gather_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gather_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Gather_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gather_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Gatherv_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gatherv_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}

int MPIX_Gatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Gatherv_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}

int MPIX_Scatter_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatter_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Scatter_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatter_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Scatterv_enqueue(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatterv_enqueue(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Scatterv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return api::Scatterv_enqueue(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}

int MPIX_Allgather_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgather_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPIX_Allgather_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgather_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPIX_Allgatherv_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgatherv_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int MPIX_Allgatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Allgatherv_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}

int MPIX_Alltoall_enqueue(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoall_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPIX_Alltoall_enqueue_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoall_enqueue(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

int MPIX_Alltoallv_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoallv_enqueue(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPIX_Alltoallv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm) {
  return api::Alltoallv_enqueue(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}

int MPIX_Alltoallw_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Alltoallw_enqueue(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int MPIX_Alltoallw_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return api::Alltoallw_enqueue(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}

int MPIX_Reduce_enqueue(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) {
  return api::Reduce_enqueue(sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPIX_Reduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm) {
  return api::Reduce_enqueue(sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPIX_Allreduce_enqueue(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Allreduce_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Allreduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Allreduce_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Reduce_scatter_block_enqueue(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter_block_enqueue(sendbuf, recvbuf, recvcount, datatype, op, comm);
}

int MPIX_Reduce_scatter_block_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter_block_enqueue(sendbuf, recvbuf, recvcount, datatype, op, comm);
}

int MPIX_Reduce_scatter_enqueue(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter_enqueue(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}

int MPIX_Reduce_scatter_enqueue_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Reduce_scatter_enqueue(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}

int MPIX_Scan_enqueue(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return api::Scan_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Scan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Scan_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Exscan_enqueue(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Exscan_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Exscan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) {
  return api::Exscan_enqueue(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPIX_Win_get_device_handle(MPI_Win win, penstock_device_window *handle) {
  return api::Win_get_device_handle(win, handle);
}

int MPIX_Prequest_create(MPI_Request request, MPIX_Prequest *prequest) {
  return api::Prequest_create(request, prequest);
}

int MPIX_Prequest_free(MPIX_Prequest *prequest) {
  return api::Prequest_free(prequest);
}

}  // extern "C"
