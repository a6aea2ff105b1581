// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions that all faces have, over the runtime's entries; compiled for each face.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "faces/common/gen/calls.hpp"

#include "api/face/stamp.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"

namespace api = penstock::api;

[[gnu::constructor]] static void check_runtime() { api::check_stamp(penstock::faces::PENSTOCK_FACE::kLibrary, api::kStamp); }

namespace penstock::faces::PENSTOCK_FACE {

int Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) noexcept {
  return code_out(api::Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set));
}
WEAK_NAME(Abi_get_fortran_booleans);

int Abi_get_fortran_info(Info *info) noexcept {
  return code_out(api::Abi_get_fortran_info(HandleOut(info)));
}
WEAK_NAME(Abi_get_fortran_info);

int Abi_get_info(Info *info) noexcept {
  return code_out(api::Abi_get_info(HandleOut(info)));
}
WEAK_NAME(Abi_get_info);

int Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) noexcept {
  return code_out(api::Abi_set_fortran_booleans(logical_size, logical_true, logical_false));
}
WEAK_NAME(Abi_set_fortran_booleans);

int Abi_set_fortran_info(Info info) noexcept {
  return code_out(api::Abi_set_fortran_info(in(info)));
}
WEAK_NAME(Abi_set_fortran_info);

int Abort(Comm comm, int errorcode) noexcept {
  return code_out(api::Abort(in(comm), errorcode));
}
WEAK_NAME(Abort);

int Add_error_class(int *errorclass) noexcept {
  return code_out(api::Add_error_class(NumberOut<code_out>(errorclass)));
}
WEAK_NAME(Add_error_class);

int Add_error_code(int errorclass, int *errorcode) noexcept {
  return code_out(api::Add_error_code(code_in(errorclass), NumberOut<code_out>(errorcode)));
}
WEAK_NAME(Add_error_code);

int Add_error_string(int errorcode, const char *string) noexcept {
  return code_out(api::Add_error_string(code_in(errorcode), string));
}
WEAK_NAME(Add_error_string);

MPI_Aint Aint_add(MPI_Aint base, MPI_Aint disp) noexcept {
  return api::Aint_add(base, disp);
}
WEAK_NAME(Aint_add);

MPI_Aint Aint_diff(MPI_Aint addr1, MPI_Aint addr2) noexcept {
  return api::Aint_diff(addr1, addr2);
}
WEAK_NAME(Aint_diff);

int Alloc_mem(MPI_Aint size, Info info, void *baseptr) noexcept {
  return code_out(api::Alloc_mem(size, in(info), baseptr));
}
WEAK_NAME(Alloc_mem);

int Finalize(void) noexcept {
  return code_out(api::Finalize());
}
WEAK_NAME(Finalize);

int Finalized(int *flag) noexcept {
  return code_out(api::Finalized(flag));
}
WEAK_NAME(Finalized);

int Free_mem(void *base) noexcept {
  return code_out(api::Free_mem(base));
}
WEAK_NAME(Free_mem);

int Get_address(const void *location, MPI_Aint *address) noexcept {
  return code_out(api::Get_address(location, address));
}
WEAK_NAME(Get_address);

int Get_version(int *version, int *subversion) noexcept {
  return code_out(api::Get_version(version, subversion));
}
WEAK_NAME(Get_version);

int Init(int *argc, char ***argv) noexcept {
  return code_out(api::Init(argc, argv));
}
WEAK_NAME(Init);

int Init_thread(int *argc, char ***argv, int required, int *provided) noexcept {
  return code_out(api::Init_thread(argc, argv, thread_level_in(required), NumberOut<thread_level_out>(provided)));
}
WEAK_NAME(Init_thread);

int Initialized(int *flag) noexcept {
  return code_out(api::Initialized(flag));
}
WEAK_NAME(Initialized);

int Is_thread_main(int *flag) noexcept {
  return code_out(api::Is_thread_main(flag));
}
WEAK_NAME(Is_thread_main);

int Pcontrol(int level, ...) noexcept {
  return code_out(api::Pcontrol(level));
}
WEAK_NAME(Pcontrol);

int Query_thread(int *provided) noexcept {
  return code_out(api::Query_thread(NumberOut<thread_level_out>(provided)));
}
WEAK_NAME(Query_thread);

int Remove_error_class(int errorclass) noexcept {
  return code_out(api::Remove_error_class(code_in(errorclass)));
}
WEAK_NAME(Remove_error_class);

int Remove_error_code(int errorcode) noexcept {
  return code_out(api::Remove_error_code(code_in(errorcode)));
}
WEAK_NAME(Remove_error_code);

int Remove_error_string(int errorcode) noexcept {
  return code_out(api::Remove_error_string(code_in(errorcode)));
}
WEAK_NAME(Remove_error_string);

double Wtick(void) noexcept {
  return api::Wtick();
}
WEAK_NAME(Wtick);

double Wtime(void) noexcept {
  return api::Wtime();
}
WEAK_NAME(Wtime);

int Bsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Bsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Bsend);

int Bsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Bsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Bsend_c);

int Bsend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Bsend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Bsend_init);

int Bsend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Bsend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Bsend_init_c);

int Buffer_attach(void *buffer, int size) noexcept {
  return code_out(api::Buffer_attach(attached(buffer), size));
}
WEAK_NAME(Buffer_attach);

int Buffer_attach_c(void *buffer, MPI_Count size) noexcept {
  return code_out(api::Buffer_attach(attached(buffer), size));
}
WEAK_NAME(Buffer_attach_c);

int Buffer_detach(void *buffer_addr, int *size) noexcept {
  return code_out(api::Buffer_detach(DetachedOut(buffer_addr), size));
}
WEAK_NAME(Buffer_detach);

int Buffer_detach_c(void *buffer_addr, MPI_Count *size) noexcept {
  return code_out(api::Buffer_detach(DetachedOut(buffer_addr), size));
}
WEAK_NAME(Buffer_detach_c);

int Buffer_flush(void) noexcept {
  return code_out(api::Buffer_flush());
}
WEAK_NAME(Buffer_flush);

int Buffer_iflush(Request *request) noexcept {
  return code_out(api::Buffer_iflush(HandleOut(request)));
}
WEAK_NAME(Buffer_iflush);

int Cancel(Request *request) noexcept {
  return code_out(api::Cancel(HandleInOut(request)));
}
WEAK_NAME(Cancel);

int Comm_attach_buffer(Comm comm, void *buffer, int size) noexcept {
  return code_out(api::Comm_attach_buffer(in(comm), attached(buffer), size));
}
WEAK_NAME(Comm_attach_buffer);

int Comm_attach_buffer_c(Comm comm, void *buffer, MPI_Count size) noexcept {
  return code_out(api::Comm_attach_buffer(in(comm), attached(buffer), size));
}
WEAK_NAME(Comm_attach_buffer_c);

int Comm_detach_buffer(Comm comm, void *buffer_addr, int *size) noexcept {
  return code_out(api::Comm_detach_buffer(in(comm), DetachedOut(buffer_addr), size));
}
WEAK_NAME(Comm_detach_buffer);

int Comm_detach_buffer_c(Comm comm, void *buffer_addr, MPI_Count *size) noexcept {
  return code_out(api::Comm_detach_buffer(in(comm), DetachedOut(buffer_addr), size));
}
WEAK_NAME(Comm_detach_buffer_c);

int Comm_flush_buffer(Comm comm) noexcept {
  return code_out(api::Comm_flush_buffer(in(comm)));
}
WEAK_NAME(Comm_flush_buffer);

int Comm_iflush_buffer(Comm comm, Request *request) noexcept {
  return code_out(api::Comm_iflush_buffer(in(comm), HandleOut(request)));
}
WEAK_NAME(Comm_iflush_buffer);

int Get_count(const Status *status, Datatype datatype, int *count) noexcept {
  return code_out(api::Get_count(StatusIn(status), in(datatype), count));
}
WEAK_NAME(Get_count);

int Get_count_c(const Status *status, Datatype datatype, MPI_Count *count) noexcept {
  return code_out(api::Get_count(StatusIn(status), in(datatype), count));
}
WEAK_NAME(Get_count_c);

int Get_elements(const Status *status, Datatype datatype, int *count) noexcept {
  return code_out(api::Get_elements(StatusIn(status), in(datatype), count));
}
WEAK_NAME(Get_elements);

int Get_elements_c(const Status *status, Datatype datatype, MPI_Count *count) noexcept {
  return code_out(api::Get_elements(StatusIn(status), in(datatype), count));
}
WEAK_NAME(Get_elements_c);

int Get_elements_x(const Status *status, Datatype datatype, MPI_Count *count) noexcept {
  return code_out(api::Get_elements_x(StatusIn(status), in(datatype), count));
}
WEAK_NAME(Get_elements_x);

int Grequest_complete(Request request) noexcept {
  return code_out(api::Grequest_complete(in(request)));
}
WEAK_NAME(Grequest_complete);

int Ibsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Ibsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Ibsend);

int Ibsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ibsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Ibsend_c);

int Improbe(int source, int tag, Comm comm, int *flag, Message *message, Status *status) noexcept {
  return code_out(api::Improbe(rank_in(source), tag_in(tag), in(comm), flag, HandleOut(message), StatusOut(status)));
}
WEAK_NAME(Improbe);

int Imrecv(void *buf, int count, Datatype datatype, Message *message, Request *request) noexcept {
  return code_out(api::Imrecv(buf, count, in(datatype), HandleInOut(message), HandleOut(request)));
}
WEAK_NAME(Imrecv);

int Imrecv_c(void *buf, MPI_Count count, Datatype datatype, Message *message, Request *request) noexcept {
  return code_out(api::Imrecv(buf, count, in(datatype), HandleInOut(message), HandleOut(request)));
}
WEAK_NAME(Imrecv_c);

int Iprobe(int source, int tag, Comm comm, int *flag, Status *status) noexcept {
  return code_out(api::Iprobe(rank_in(source), tag_in(tag), in(comm), flag, StatusOut(status)));
}
WEAK_NAME(Iprobe);

int Irecv(void *buf, int count, Datatype datatype, int source, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Irecv(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Irecv);

int Irecv_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Irecv(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Irecv_c);

int Irsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Irsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Irsend);

int Irsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Irsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Irsend_c);

int Isend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Isend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isend);

int Isend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Isend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isend_c);

int Isendrecv(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Request *request) noexcept {
  return code_out(api::Isendrecv(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount,
    in(recvtype), rank_in(source), tag_in(recvtag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isendrecv);

int Isendrecv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Request *request) noexcept {
  return code_out(api::Isendrecv(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount,
    in(recvtype), rank_in(source), tag_in(recvtag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isendrecv_c);

int Isendrecv_replace(void *buf, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Request *request) noexcept {
  return code_out(api::Isendrecv_replace(buf, count, in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source),
    tag_in(recvtag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isendrecv_replace);

int Isendrecv_replace_c(void *buf, MPI_Count count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Request *request) noexcept {
  return code_out(api::Isendrecv_replace(buf, count, in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source),
    tag_in(recvtag), in(comm), HandleOut(request)));
}
WEAK_NAME(Isendrecv_replace_c);

int Issend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Issend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Issend);

int Issend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Issend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Issend_c);

int Mprobe(int source, int tag, Comm comm, Message *message, Status *status) noexcept {
  return code_out(api::Mprobe(rank_in(source), tag_in(tag), in(comm), HandleOut(message), StatusOut(status)));
}
WEAK_NAME(Mprobe);

int Mrecv(void *buf, int count, Datatype datatype, Message *message, Status *status) noexcept {
  return code_out(api::Mrecv(buf, count, in(datatype), HandleInOut(message), StatusOut(status)));
}
WEAK_NAME(Mrecv);

int Mrecv_c(void *buf, MPI_Count count, Datatype datatype, Message *message, Status *status) noexcept {
  return code_out(api::Mrecv(buf, count, in(datatype), HandleInOut(message), StatusOut(status)));
}
WEAK_NAME(Mrecv_c);

int Parrived(Request request, int partition, int *flag) noexcept {
  return code_out(api::Parrived(in(request), partition, flag));
}
WEAK_NAME(Parrived);

int Pready(int partition, Request request) noexcept {
  return code_out(api::Pready(partition, in(request)));
}
WEAK_NAME(Pready);

int Pready_list(int length, const int array_of_partitions[], Request request) noexcept {
  return code_out(api::Pready_list(length, array_of_partitions, in(request)));
}
WEAK_NAME(Pready_list);

int Pready_range(int partition_low, int partition_high, Request request) noexcept {
  return code_out(api::Pready_range(partition_low, partition_high, in(request)));
}
WEAK_NAME(Pready_range);

int Precv_init(void *buf, int partitions, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Precv_init(buf, partitions, count, in(datatype), rank_in(source), tag_in(tag), in(comm),
    in(info), HandleOut(request)));
}
WEAK_NAME(Precv_init);

int Probe(int source, int tag, Comm comm, Status *status) noexcept {
  return code_out(api::Probe(rank_in(source), tag_in(tag), in(comm), StatusOut(status)));
}
WEAK_NAME(Probe);

int Psend_init(const void *buf, int partitions, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Psend_init(buf, partitions, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), in(info),
    HandleOut(request)));
}
WEAK_NAME(Psend_init);

int Recv(void *buf, int count, Datatype datatype, int source, int tag, Comm comm, Status *status) noexcept {
  return code_out(api::Recv(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), StatusOut(status)));
}
WEAK_NAME(Recv);

int Recv_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm, Status *status) noexcept {
  return code_out(api::Recv(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), StatusOut(status)));
}
WEAK_NAME(Recv_c);

int Recv_init(void *buf, int count, Datatype datatype, int source, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Recv_init(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Recv_init);

int Recv_init_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Recv_init(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Recv_init_c);

int Request_free(Request *request) noexcept {
  return code_out(api::Request_free(HandleInOut(request)));
}
WEAK_NAME(Request_free);

int Request_get_status(Request request, int *flag, Status *status) noexcept {
  return code_out(api::Request_get_status(in(request), flag, StatusOut(status)));
}
WEAK_NAME(Request_get_status);

int Request_get_status_all(int count, const Request array_of_requests[], int *flag,
    Status array_of_statuses[]) noexcept {
  return code_out(api::Request_get_status_all(count, HandlesIn<Request>(count, array_of_requests), flag,
    StatusesOut(count, array_of_statuses)));
}
WEAK_NAME(Request_get_status_all);

int Request_get_status_any(int count, const Request array_of_requests[], int *index, int *flag,
    Status *status) noexcept {
  return code_out(api::Request_get_status_any(count, HandlesIn<Request>(count, array_of_requests), index, flag,
    StatusOut(status)));
}
WEAK_NAME(Request_get_status_any);

int Request_get_status_some(int incount, const Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept {
  return code_out(api::Request_get_status_some(incount, HandlesIn<Request>(incount, array_of_requests), outcount,
    array_of_indices, StatusesOut(incount, array_of_statuses)));
}
WEAK_NAME(Request_get_status_some);

int Rsend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Rsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Rsend);

int Rsend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Rsend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Rsend_c);

int Rsend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Rsend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Rsend_init);

int Rsend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Rsend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Rsend_init_c);

int Send(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Send(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Send);

int Send_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Send(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Send_c);

int Send_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Send_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Send_init);

int Send_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Send_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Send_init_c);

int Sendrecv(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Status *status) noexcept {
  return code_out(api::Sendrecv(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount,
    in(recvtype), rank_in(source), tag_in(recvtag), in(comm), StatusOut(status)));
}
WEAK_NAME(Sendrecv);

int Sendrecv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Status *status) noexcept {
  return code_out(api::Sendrecv(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf, recvcount,
    in(recvtype), rank_in(source), tag_in(recvtag), in(comm), StatusOut(status)));
}
WEAK_NAME(Sendrecv_c);

int Sendrecv_replace(void *buf, int count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Status *status) noexcept {
  return code_out(api::Sendrecv_replace(buf, count, in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source),
    tag_in(recvtag), in(comm), StatusOut(status)));
}
WEAK_NAME(Sendrecv_replace);

int Sendrecv_replace_c(void *buf, MPI_Count count, Datatype datatype, int dest, int sendtag, int source, int recvtag,
    Comm comm, Status *status) noexcept {
  return code_out(api::Sendrecv_replace(buf, count, in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source),
    tag_in(recvtag), in(comm), StatusOut(status)));
}
WEAK_NAME(Sendrecv_replace_c);

int Ssend(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Ssend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Ssend);

int Ssend_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Ssend(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_NAME(Ssend_c);

int Ssend_init(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Ssend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Ssend_init);

int Ssend_init_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ssend_init(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm), HandleOut(request)));
}
WEAK_NAME(Ssend_init_c);

int Start(Request *request) noexcept {
  return code_out(api::Start(HandleInOut(request)));
}
WEAK_NAME(Start);

int Startall(int count, Request array_of_requests[]) noexcept {
  return code_out(api::Startall(count, HandlesInOut<Request>(count, array_of_requests)));
}
WEAK_NAME(Startall);

int Status_get_error(const Status *status, int *err) noexcept {
  return code_out(api::Status_get_error(StatusIn(status), NumberOut<code_out>(err)));
}
WEAK_NAME(Status_get_error);

int Status_get_source(const Status *status, int *source) noexcept {
  return code_out(api::Status_get_source(StatusIn(status), NumberOut<rank_out>(source)));
}
WEAK_NAME(Status_get_source);

int Status_get_tag(const Status *status, int *tag) noexcept {
  return code_out(api::Status_get_tag(StatusIn(status), NumberOut<tag_out>(tag)));
}
WEAK_NAME(Status_get_tag);

int Status_set_cancelled(Status *status, int flag) noexcept {
  return code_out(api::Status_set_cancelled(StatusInOut(status), flag));
}
WEAK_NAME(Status_set_cancelled);

int Status_set_elements(Status *status, Datatype datatype, int count) noexcept {
  return code_out(api::Status_set_elements(StatusInOut(status), in(datatype), count));
}
WEAK_NAME(Status_set_elements);

int Status_set_elements_c(Status *status, Datatype datatype, MPI_Count count) noexcept {
  return code_out(api::Status_set_elements(StatusInOut(status), in(datatype), count));
}
WEAK_NAME(Status_set_elements_c);

int Status_set_elements_x(Status *status, Datatype datatype, MPI_Count count) noexcept {
  return code_out(api::Status_set_elements_x(StatusInOut(status), in(datatype), count));
}
WEAK_NAME(Status_set_elements_x);

int Status_set_error(Status *status, int err) noexcept {
  return code_out(api::Status_set_error(StatusInOut(status), code_in(err)));
}
WEAK_NAME(Status_set_error);

int Status_set_source(Status *status, int source) noexcept {
  return code_out(api::Status_set_source(StatusInOut(status), rank_in(source)));
}
WEAK_NAME(Status_set_source);

int Status_set_tag(Status *status, int tag) noexcept {
  return code_out(api::Status_set_tag(StatusInOut(status), tag_in(tag)));
}
WEAK_NAME(Status_set_tag);

int Test(Request *request, int *flag, Status *status) noexcept {
  return code_out(api::Test(HandleInOut(request), flag, StatusOut(status)));
}
WEAK_NAME(Test);

int Test_cancelled(const Status *status, int *flag) noexcept {
  return code_out(api::Test_cancelled(StatusIn(status), flag));
}
WEAK_NAME(Test_cancelled);

int Testall(int count, Request array_of_requests[], int *flag, Status array_of_statuses[]) noexcept {
  return code_out(api::Testall(count, HandlesInOut<Request>(count, array_of_requests), flag, StatusesOut(count,
    array_of_statuses)));
}
WEAK_NAME(Testall);

int Testany(int count, Request array_of_requests[], int *index, int *flag, Status *status) noexcept {
  return code_out(api::Testany(count, HandlesInOut<Request>(count, array_of_requests), index, flag, StatusOut(status)));
}
WEAK_NAME(Testany);

int Testsome(int incount, Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept {
  return code_out(api::Testsome(incount, HandlesInOut<Request>(incount, array_of_requests), outcount, array_of_indices,
    StatusesOut(incount, array_of_statuses)));
}
WEAK_NAME(Testsome);

int Wait(Request *request, Status *status) noexcept {
  return code_out(api::Wait(HandleInOut(request), StatusOut(status)));
}
WEAK_NAME(Wait);

int Waitall(int count, Request array_of_requests[], Status array_of_statuses[]) noexcept {
  return code_out(api::Waitall(count, HandlesInOut<Request>(count, array_of_requests), StatusesOut(count,
    array_of_statuses)));
}
WEAK_NAME(Waitall);

int Waitany(int count, Request array_of_requests[], int *index, Status *status) noexcept {
  return code_out(api::Waitany(count, HandlesInOut<Request>(count, array_of_requests), index, StatusOut(status)));
}
WEAK_NAME(Waitany);

int Waitsome(int incount, Request array_of_requests[], int *outcount, int array_of_indices[],
    Status array_of_statuses[]) noexcept {
  return code_out(api::Waitsome(incount, HandlesInOut<Request>(incount, array_of_requests), outcount, array_of_indices,
    StatusesOut(incount, array_of_statuses)));
}
WEAK_NAME(Waitsome);

int Allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm) noexcept {
  return code_out(api::Allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Allgather);

int Allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Allgather_c);

int Allgather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Allgather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Allgather_init);

int Allgather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Allgather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Allgather_init_c);

int Allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), in(comm)));
}
WEAK_NAME(Allgatherv);

int Allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), in(comm)));
}
WEAK_NAME(Allgatherv_c);

int Allgatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Allgatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Allgatherv_init);

int Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Allgatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Allgatherv_init_c);

int Allreduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Allreduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Allreduce);

int Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Allreduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Allreduce_c);

int Allreduce_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Allreduce_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    in(info), HandleOut(request)));
}
WEAK_NAME(Allreduce_init);

int Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Allreduce_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    in(info), HandleOut(request)));
}
WEAK_NAME(Allreduce_init_c);

int Alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm) noexcept {
  return code_out(api::Alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    in(comm)));
}
WEAK_NAME(Alltoall);

int Alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    in(comm)));
}
WEAK_NAME(Alltoall_c);

int Alltoall_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Alltoall_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoall_init);

int Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Alltoall_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoall_init_c);

int Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf), recvcounts,
    rdispls, in(recvtype), in(comm)));
}
WEAK_NAME(Alltoallv);

int Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf), recvcounts,
    rdispls, in(recvtype), in(comm)));
}
WEAK_NAME(Alltoallv_c);

int Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Alltoallv_init(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoallv_init);

int Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Alltoallv_init(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoallv_init_c);

int Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Alltoallw(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm)));
}
WEAK_NAME(Alltoallw);

int Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Alltoallw(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm)));
}
WEAK_NAME(Alltoallw_c);

int Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Alltoallw_init(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoallw_init);

int Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Alltoallw_init(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Alltoallw_init_c);

int Barrier(Comm comm) noexcept {
  return code_out(api::Barrier(in(comm)));
}
WEAK_NAME(Barrier);

int Barrier_init(Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Barrier_init(in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Barrier_init);

int Bcast(void *buffer, int count, Datatype datatype, int root, Comm comm) noexcept {
  return code_out(api::Bcast(in_place(buffer), count, in(datatype), rank_in(root), in(comm)));
}
WEAK_NAME(Bcast);

int Bcast_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm) noexcept {
  return code_out(api::Bcast(in_place(buffer), count, in(datatype), rank_in(root), in(comm)));
}
WEAK_NAME(Bcast_c);

int Bcast_init(void *buffer, int count, Datatype datatype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Bcast_init(in_place(buffer), count, in(datatype), rank_in(root), in(comm), in(info),
    HandleOut(request)));
}
WEAK_NAME(Bcast_init);

int Bcast_init_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Bcast_init(in_place(buffer), count, in(datatype), rank_in(root), in(comm), in(info),
    HandleOut(request)));
}
WEAK_NAME(Bcast_init_c);

int Exscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Exscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Exscan);

int Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Exscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Exscan_c);

int Exscan_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Exscan_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    in(info), HandleOut(request)));
}
WEAK_NAME(Exscan_init);

int Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Exscan_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    in(info), HandleOut(request)));
}
WEAK_NAME(Exscan_init_c);

int Gather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm) noexcept {
  return code_out(api::Gather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm)));
}
WEAK_NAME(Gather);

int Gather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm)));
}
WEAK_NAME(Gather_c);

int Gather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Gather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Gather_init);

int Gather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Gather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Gather_init_c);

int Gatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_NAME(Gatherv);

int Gatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint displs[], Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_NAME(Gatherv_c);

int Gatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Gatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Gatherv_init);

int Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Gatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Gatherv_init_c);

int Iallgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm, Request *request) noexcept {
  return code_out(api::Iallgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Iallgather);

int Iallgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Iallgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Iallgather_c);

int Iallgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Iallgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Iallgatherv);

int Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Iallgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Iallgatherv_c);

int Iallreduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iallreduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iallreduce);

int Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iallreduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iallreduce_c);

int Ialltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    Comm comm, Request *request) noexcept {
  return code_out(api::Ialltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoall);

int Ialltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ialltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoall_c);

int Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ialltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf), recvcounts,
    rdispls, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoallv);

int Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ialltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf), recvcounts,
    rdispls, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoallv_c);

int Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm,
    Request *request) noexcept {
  return code_out(api::Ialltoallw(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoallw);

int Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept {
  return code_out(api::Ialltoallw(in_place(sendbuf), sendcounts, sdispls, HandlesIn<Datatype>(members_of(in(comm),
    sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls, HandlesIn<Datatype>(members_of(in(comm)), recvtypes),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ialltoallw_c);

int Ibarrier(Comm comm, Request *request) noexcept {
  return code_out(api::Ibarrier(in(comm), HandleOut(request)));
}
WEAK_NAME(Ibarrier);

int Ibcast(void *buffer, int count, Datatype datatype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Ibcast(in_place(buffer), count, in(datatype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Ibcast);

int Ibcast_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Ibcast(in_place(buffer), count, in(datatype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Ibcast_c);

int Iexscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iexscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iexscan);

int Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iexscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iexscan_c);

int Igather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Request *request) noexcept {
  return code_out(api::Igather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Igather);

int Igather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Igather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Igather_c);

int Igatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Igatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Igatherv);

int Igatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root, Comm comm,
    Request *request) noexcept {
  return code_out(api::Igatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts, displs,
    in(recvtype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Igatherv_c);

int Ireduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ireduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce);

int Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ireduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce_c);

int Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ireduce_scatter(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce_scatter);

int Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm, Request *request) noexcept {
  return code_out(api::Ireduce_scatter(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce_scatter_c);

int Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ireduce_scatter_block(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce_scatter_block);

int Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm, Request *request) noexcept {
  return code_out(api::Ireduce_scatter_block(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm), HandleOut(request)));
}
WEAK_NAME(Ireduce_scatter_block_c);

int Iscan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iscan);

int Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm,
    Request *request) noexcept {
  return code_out(api::Iscan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm),
    HandleOut(request)));
}
WEAK_NAME(Iscan_c);

int Iscatter(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm, Request *request) noexcept {
  return code_out(api::Iscatter(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Iscatter);

int Iscatter_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Iscatter(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Iscatter_c);

int Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Iscatterv(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Iscatterv);

int Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm, Request *request) noexcept {
  return code_out(api::Iscatterv(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), HandleOut(request)));
}
WEAK_NAME(Iscatterv_c);

int Op_commutative(Op op, int *commute) noexcept {
  return code_out(api::Op_commutative(in(op), commute));
}
WEAK_NAME(Op_commutative);

int Op_free(Op *op) noexcept {
  return code_out(api::Op_free(HandleInOut(op)));
}
WEAK_NAME(Op_free);

int Reduce(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root, Comm comm) noexcept {
  return code_out(api::Reduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm)));
}
WEAK_NAME(Reduce);

int Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root,
    Comm comm) noexcept {
  return code_out(api::Reduce(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm)));
}
WEAK_NAME(Reduce_c);

int Reduce_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Reduce_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_init);

int Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Reduce_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_init_c);

int Reduce_local(const void *inbuf, void *inoutbuf, int count, Datatype datatype, Op op) noexcept {
  return code_out(api::Reduce_local(in_place(inbuf), in_place(inoutbuf), count, in(datatype), in(op)));
}
WEAK_NAME(Reduce_local);

int Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, Datatype datatype, Op op) noexcept {
  return code_out(api::Reduce_local(in_place(inbuf), in_place(inoutbuf), count, in(datatype), in(op)));
}
WEAK_NAME(Reduce_local_c);

int Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm)));
}
WEAK_NAME(Reduce_scatter);

int Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm)));
}
WEAK_NAME(Reduce_scatter_c);

int Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter_block(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm)));
}
WEAK_NAME(Reduce_scatter_block);

int Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter_block(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm)));
}
WEAK_NAME(Reduce_scatter_block_c);

int Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op, Comm comm,
    Info info, Request *request) noexcept {
  return code_out(api::Reduce_scatter_block_init(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_scatter_block_init);

int Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Reduce_scatter_block_init(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype), in(op),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_scatter_block_init_c);

int Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Reduce_scatter_init(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_scatter_init);

int Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype, Op op,
    Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Reduce_scatter_init(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Reduce_scatter_init_c);

int Scan(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Scan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Scan);

int Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Scan(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_NAME(Scan_c);

int Scan_init(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Scan_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm), in(info),
    HandleOut(request)));
}
WEAK_NAME(Scan_init);

int Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Scan_init(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm), in(info),
    HandleOut(request)));
}
WEAK_NAME(Scan_init_c);

int Scatter(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount, Datatype recvtype,
    int root, Comm comm) noexcept {
  return code_out(api::Scatter(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm)));
}
WEAK_NAME(Scatter);

int Scatter_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatter(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount, in(recvtype),
    rank_in(root), in(comm)));
}
WEAK_NAME(Scatter_c);

int Scatter_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Scatter_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Scatter_init);

int Scatter_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Scatter_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Scatter_init_c);

int Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatterv(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_NAME(Scatterv);

int Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatterv(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_NAME(Scatterv_c);

int Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Scatterv_init(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Scatterv_init);

int Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Scatterv_init(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Scatterv_init_c);

int Cart_coords(Comm comm, int rank, int maxdims, int coords[]) noexcept {
  return code_out(api::Cart_coords(in(comm), rank_in(rank), maxdims, coords));
}
WEAK_NAME(Cart_coords);

int Cart_create(Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
    Comm *comm_cart) noexcept {
  return code_out(api::Cart_create(in(comm_old), ndims, dims, periods, reorder, HandleOut(comm_cart)));
}
WEAK_NAME(Cart_create);

int Cart_get(Comm comm, int maxdims, int dims[], int periods[], int coords[]) noexcept {
  return code_out(api::Cart_get(in(comm), maxdims, dims, periods, coords));
}
WEAK_NAME(Cart_get);

int Cart_map(Comm comm, int ndims, const int dims[], const int periods[], int *newrank) noexcept {
  return code_out(api::Cart_map(in(comm), ndims, dims, periods, NumberOut<rank_out>(newrank)));
}
WEAK_NAME(Cart_map);

int Cart_rank(Comm comm, const int coords[], int *rank) noexcept {
  return code_out(api::Cart_rank(in(comm), coords, NumberOut<rank_out>(rank)));
}
WEAK_NAME(Cart_rank);

int Cart_shift(Comm comm, int direction, int disp, int *rank_source, int *rank_dest) noexcept {
  return code_out(api::Cart_shift(in(comm), direction, disp, NumberOut<rank_out>(rank_source),
    NumberOut<rank_out>(rank_dest)));
}
WEAK_NAME(Cart_shift);

int Cart_sub(Comm comm, const int remain_dims[], Comm *newcomm) noexcept {
  return code_out(api::Cart_sub(in(comm), remain_dims, HandleOut(newcomm)));
}
WEAK_NAME(Cart_sub);

int Cartdim_get(Comm comm, int *ndims) noexcept {
  return code_out(api::Cartdim_get(in(comm), ndims));
}
WEAK_NAME(Cartdim_get);

int Dims_create(int nnodes, int ndims, int dims[]) noexcept {
  return code_out(api::Dims_create(nnodes, ndims, dims));
}
WEAK_NAME(Dims_create);

int Dist_graph_create(Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
    const int weights[], Info info, int reorder, Comm *comm_dist_graph) noexcept {
  return code_out(api::Dist_graph_create(in(comm_old), n, sources, degrees, destinations, weights_in(weights),
    in(info), reorder, HandleOut(comm_dist_graph)));
}
WEAK_NAME(Dist_graph_create);

int Dist_graph_create_adjacent(Comm comm_old, int indegree, const int sources[], const int sourceweights[],
    int outdegree, const int destinations[], const int destweights[], Info info, int reorder,
    Comm *comm_dist_graph) noexcept {
  return code_out(api::Dist_graph_create_adjacent(in(comm_old), indegree, sources, weights_in(sourceweights),
    outdegree, destinations, weights_in(destweights), in(info), reorder, HandleOut(comm_dist_graph)));
}
WEAK_NAME(Dist_graph_create_adjacent);

int Dist_graph_neighbors(Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
    int destinations[], int destweights[]) noexcept {
  return code_out(api::Dist_graph_neighbors(in(comm), maxindegree, sources, weights_in(sourceweights), maxoutdegree,
    destinations, weights_in(destweights)));
}
WEAK_NAME(Dist_graph_neighbors);

int Dist_graph_neighbors_count(Comm comm, int *indegree, int *outdegree, int *weighted) noexcept {
  return code_out(api::Dist_graph_neighbors_count(in(comm), indegree, outdegree, weighted));
}
WEAK_NAME(Dist_graph_neighbors_count);

int Graph_create(Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
    Comm *comm_graph) noexcept {
  return code_out(api::Graph_create(in(comm_old), nnodes, index, edges, reorder, HandleOut(comm_graph)));
}
WEAK_NAME(Graph_create);

int Graph_get(Comm comm, int maxindex, int maxedges, int index[], int edges[]) noexcept {
  return code_out(api::Graph_get(in(comm), maxindex, maxedges, index, edges));
}
WEAK_NAME(Graph_get);

int Graph_map(Comm comm, int nnodes, const int index[], const int edges[], int *newrank) noexcept {
  return code_out(api::Graph_map(in(comm), nnodes, index, edges, NumberOut<rank_out>(newrank)));
}
WEAK_NAME(Graph_map);

int Graph_neighbors(Comm comm, int rank, int maxneighbors, int neighbors[]) noexcept {
  return code_out(api::Graph_neighbors(in(comm), rank_in(rank), maxneighbors, neighbors));
}
WEAK_NAME(Graph_neighbors);

int Graph_neighbors_count(Comm comm, int rank, int *nneighbors) noexcept {
  return code_out(api::Graph_neighbors_count(in(comm), rank_in(rank), nneighbors));
}
WEAK_NAME(Graph_neighbors_count);

int Graphdims_get(Comm comm, int *nnodes, int *nedges) noexcept {
  return code_out(api::Graphdims_get(in(comm), nnodes, nedges));
}
WEAK_NAME(Graphdims_get);

int Ineighbor_allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_allgather);

int Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_allgather_c);

int Ineighbor_allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_allgatherv);

int Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_allgatherv_c);

int Ineighbor_alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoall);

int Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoall_c);

int Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm,
    Request *request) noexcept {
  return code_out(api::Ineighbor_alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoallv);

int Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoallv_c);

int Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_alltoallw(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoallw);

int Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Request *request) noexcept {
  return code_out(api::Ineighbor_alltoallw(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm), HandleOut(request)));
}
WEAK_NAME(Ineighbor_alltoallw_c);

int Neighbor_allgather(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_allgather);

int Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_allgather(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_allgather_c);

int Neighbor_allgather_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_allgather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf),
    recvcount, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_allgather_init);

int Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_allgather_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf),
    recvcount, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_allgather_init_c);

int Neighbor_allgatherv(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_allgatherv);

int Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_allgatherv(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_allgatherv_c);

int Neighbor_allgatherv_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_allgatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf),
    recvcounts, displs, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_allgatherv_init);

int Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Neighbor_allgatherv_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf),
    recvcounts, displs, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_allgatherv_init_c);

int Neighbor_alltoall(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_alltoall);

int Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_alltoall(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_alltoall_c);

int Neighbor_alltoall_init(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_alltoall_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoall_init);

int Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_alltoall_init(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoall_init_c);

int Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Neighbor_alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_alltoallv);

int Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm) noexcept {
  return code_out(api::Neighbor_alltoallv(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm)));
}
WEAK_NAME(Neighbor_alltoallv_c);

int Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm, Info info,
    Request *request) noexcept {
  return code_out(api::Neighbor_alltoallv_init(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoallv_init);

int Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_alltoallv_init(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoallv_init_c);

int Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Neighbor_alltoallw(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm)));
}
WEAK_NAME(Neighbor_alltoallw);

int Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Neighbor_alltoallw(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm)));
}
WEAK_NAME(Neighbor_alltoallw_c);

int Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_alltoallw_init(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoallw_init);

int Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm, Info info, Request *request) noexcept {
  return code_out(api::Neighbor_alltoallw_init(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(destinations_of(in(comm)), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(sources_of(in(comm)), recvtypes), in(comm), in(info), HandleOut(request)));
}
WEAK_NAME(Neighbor_alltoallw_init_c);

int Topo_test(Comm comm, int *status) noexcept {
  return code_out(api::Topo_test(in(comm), NumberOut<topology_out>(status)));
}
WEAK_NAME(Topo_test);

int Pack(const void *inbuf, int incount, Datatype datatype, void *outbuf, int outsize, int *position,
    Comm comm) noexcept {
  return code_out(api::Pack(inbuf, incount, in(datatype), outbuf, outsize, position, in(comm)));
}
WEAK_NAME(Pack);

int Pack_c(const void *inbuf, MPI_Count incount, Datatype datatype, void *outbuf, MPI_Count outsize,
    MPI_Count *position, Comm comm) noexcept {
  return code_out(api::Pack(inbuf, incount, in(datatype), outbuf, outsize, position, in(comm)));
}
WEAK_NAME(Pack_c);

int Pack_external(const char *datarep, const void *inbuf, int incount, Datatype datatype, void *outbuf,
    MPI_Aint outsize, MPI_Aint *position) noexcept {
  return code_out(api::Pack_external(datarep, inbuf, incount, in(datatype), outbuf, outsize, position));
}
WEAK_NAME(Pack_external);

int Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position) noexcept {
  return code_out(api::Pack_external(datarep, inbuf, incount, in(datatype), outbuf, outsize, position));
}
WEAK_NAME(Pack_external_c);

int Pack_external_size(const char *datarep, int incount, Datatype datatype, MPI_Aint *size) noexcept {
  return code_out(api::Pack_external_size(datarep, incount, in(datatype), size));
}
WEAK_NAME(Pack_external_size);

int Pack_external_size_c(const char *datarep, MPI_Count incount, Datatype datatype, MPI_Count *size) noexcept {
  return code_out(api::Pack_external_size(datarep, incount, in(datatype), size));
}
WEAK_NAME(Pack_external_size_c);

int Pack_size(int incount, Datatype datatype, Comm comm, int *size) noexcept {
  return code_out(api::Pack_size(incount, in(datatype), in(comm), size));
}
WEAK_NAME(Pack_size);

int Pack_size_c(MPI_Count incount, Datatype datatype, Comm comm, MPI_Count *size) noexcept {
  return code_out(api::Pack_size(incount, in(datatype), in(comm), size));
}
WEAK_NAME(Pack_size_c);

int Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
    MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) noexcept {
  return code_out(api::unsupported(api::Function::kRegister_datarep, MPI_COMM_NULL));
}
WEAK_NAME(Register_datarep);

int Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
    MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
    void *extra_state) noexcept {
  return code_out(api::unsupported(api::Function::kRegister_datarep, MPI_COMM_NULL));
}
WEAK_NAME(Register_datarep_c);

int Type_commit(Datatype *datatype) noexcept {
  return code_out(api::Type_commit(HandleInOut(datatype)));
}
WEAK_NAME(Type_commit);

int Type_contiguous(int count, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_contiguous(count, in(oldtype), HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_contiguous);

int Type_contiguous_c(MPI_Count count, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_contiguous(count, in(oldtype), HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_contiguous_c);

int Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[],
    const int array_of_dargs[], const int array_of_psizes[], int order, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_darray(size, rank_in(rank), ndims, array_of_gsizes,
    NumbersIn<distribution_in>(ndims, array_of_distribs), NumbersIn<distribution_argument_in>(ndims, array_of_dargs),
    array_of_psizes, order_in(order), in(oldtype), HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_darray);

int Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_darray(size, rank_in(rank), ndims, array_of_gsizes,
    NumbersIn<distribution_in>(ndims, array_of_distribs), NumbersIn<distribution_argument_in>(ndims, array_of_dargs),
    array_of_psizes, order_in(order), in(oldtype), HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_darray_c);

int Type_create_f90_complex(int p, int r, Datatype *newtype) noexcept {
  return code_out(api::Type_create_f90_complex(p, r, HandleOut(newtype)));
}
WEAK_NAME(Type_create_f90_complex);

int Type_create_f90_integer(int r, Datatype *newtype) noexcept {
  return code_out(api::Type_create_f90_integer(r, HandleOut(newtype)));
}
WEAK_NAME(Type_create_f90_integer);

int Type_create_f90_real(int p, int r, Datatype *newtype) noexcept {
  return code_out(api::Type_create_f90_real(p, r, HandleOut(newtype)));
}
WEAK_NAME(Type_create_f90_real);

int Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_hindexed);

int Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_hindexed_c);

int Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept {
  return code_out(api::Type_create_hindexed_block(count, blocklength, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_hindexed_block);

int Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_hindexed_block(count, blocklength, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_hindexed_block_c);

int Type_create_hvector(int count, int blocklength, MPI_Aint stride, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_hvector(count, blocklength, stride, in(oldtype), HandleOut(newtype),
    api::Form::kSmall));
}
WEAK_NAME(Type_create_hvector);

int Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, Datatype oldtype,
    Datatype *newtype) noexcept {
  return code_out(api::Type_create_hvector(count, blocklength, stride, in(oldtype), HandleOut(newtype),
    api::Form::kLarge));
}
WEAK_NAME(Type_create_hvector_c);

int Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept {
  return code_out(api::Type_create_indexed_block(count, blocklength, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_indexed_block);

int Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_indexed_block(count, blocklength, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_indexed_block_c);

int Type_create_resized(Datatype oldtype, MPI_Aint lb, MPI_Aint extent, Datatype *newtype) noexcept {
  return code_out(api::Type_create_resized(in(oldtype), lb, extent, HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_resized);

int Type_create_resized_c(Datatype oldtype, MPI_Count lb, MPI_Count extent, Datatype *newtype) noexcept {
  return code_out(api::Type_create_resized(in(oldtype), lb, extent, HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_resized_c);

int Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
    const Datatype array_of_types[], Datatype *newtype) noexcept {
  return code_out(api::Type_create_struct(count, array_of_blocklengths, array_of_displacements,
    HandlesIn<Datatype>(count, array_of_types), HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_struct);

int Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
    const MPI_Count array_of_displacements[], const Datatype array_of_types[], Datatype *newtype) noexcept {
  return code_out(api::Type_create_struct(count, array_of_blocklengths, array_of_displacements,
    HandlesIn<Datatype>(count, array_of_types), HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_struct_c);

int Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
    const int array_of_starts[], int order, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order),
    in(oldtype), HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_create_subarray);

int Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[],
    const MPI_Count array_of_starts[], int order, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order),
    in(oldtype), HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_create_subarray_c);

int Type_delete_attr(Datatype datatype, int type_keyval) noexcept {
  return code_out(api::Type_delete_attr(in(datatype), keyval_in(type_keyval)));
}
WEAK_NAME(Type_delete_attr);

int Type_dup(Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_dup(in(oldtype), HandleOut(newtype)));
}
WEAK_NAME(Type_dup);

int Type_free(Datatype *datatype) noexcept {
  return code_out(api::Type_free(HandleInOut(datatype)));
}
WEAK_NAME(Type_free);

int Type_free_keyval(int *type_keyval) noexcept {
  return code_out(api::Type_free_keyval(NumberOut<keyval_out, keyval_in>(type_keyval)));
}
WEAK_NAME(Type_free_keyval);

int Type_get_attr(Datatype datatype, int type_keyval, void *attribute_val, int *flag) noexcept {
  return code_out(api::Type_get_attr(in(datatype), keyval_in(type_keyval), attribute_val, flag));
}
WEAK_NAME(Type_get_attr);

int Type_get_envelope(Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes,
    int *combiner) noexcept {
  return code_out(api::Type_get_envelope(in(datatype), num_integers, num_addresses, nullptr, num_datatypes,
    NumberOut<combiner_out>(combiner), api::Form::kSmall));
}
WEAK_NAME(Type_get_envelope);

int Type_get_envelope_c(Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
    MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) noexcept {
  return code_out(api::Type_get_envelope(in(datatype), num_integers, num_addresses, num_large_counts, num_datatypes,
    NumberOut<combiner_out>(combiner), api::Form::kLarge));
}
WEAK_NAME(Type_get_envelope_c);

int Type_get_extent(Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) noexcept {
  return code_out(api::Type_get_extent(in(datatype), lb, extent));
}
WEAK_NAME(Type_get_extent);

int Type_get_extent_c(Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept {
  return code_out(api::Type_get_extent(in(datatype), lb, extent));
}
WEAK_NAME(Type_get_extent_c);

int Type_get_extent_x(Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept {
  return code_out(api::Type_get_extent_x(in(datatype), lb, extent));
}
WEAK_NAME(Type_get_extent_x);

int Type_get_true_extent(Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) noexcept {
  return code_out(api::Type_get_true_extent(in(datatype), true_lb, true_extent));
}
WEAK_NAME(Type_get_true_extent);

int Type_get_true_extent_c(Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) noexcept {
  return code_out(api::Type_get_true_extent(in(datatype), true_lb, true_extent));
}
WEAK_NAME(Type_get_true_extent_c);

int Type_get_true_extent_x(Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) noexcept {
  return code_out(api::Type_get_true_extent_x(in(datatype), true_lb, true_extent));
}
WEAK_NAME(Type_get_true_extent_x);

int Type_get_value_index(Datatype value_type, Datatype index_type, Datatype *pair_type) noexcept {
  return code_out(api::Type_get_value_index(in(value_type), in(index_type), HandleOut(pair_type)));
}
WEAK_NAME(Type_get_value_index);

int Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], Datatype oldtype,
    Datatype *newtype) noexcept {
  return code_out(api::Type_indexed(count, array_of_blocklengths, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_indexed);

int Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[],
    Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_indexed(count, array_of_blocklengths, array_of_displacements, in(oldtype),
    HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_indexed_c);

int Type_match_size(int typeclass, int size, Datatype *datatype) noexcept {
  return code_out(api::Type_match_size(typeclass_in(typeclass), size, HandleOut(datatype)));
}
WEAK_NAME(Type_match_size);

int Type_set_attr(Datatype datatype, int type_keyval, void *attribute_val) noexcept {
  return code_out(api::Type_set_attr(in(datatype), keyval_in(type_keyval), attribute_val));
}
WEAK_NAME(Type_set_attr);

int Type_set_name(Datatype datatype, const char *type_name) noexcept {
  return code_out(api::Type_set_name(in(datatype), type_name));
}
WEAK_NAME(Type_set_name);

int Type_size(Datatype datatype, int *size) noexcept {
  return code_out(api::Type_size(in(datatype), size));
}
WEAK_NAME(Type_size);

int Type_size_c(Datatype datatype, MPI_Count *size) noexcept {
  return code_out(api::Type_size(in(datatype), size));
}
WEAK_NAME(Type_size_c);

int Type_size_x(Datatype datatype, MPI_Count *size) noexcept {
  return code_out(api::Type_size_x(in(datatype), size));
}
WEAK_NAME(Type_size_x);

int Type_vector(int count, int blocklength, int stride, Datatype oldtype, Datatype *newtype) noexcept {
  return code_out(api::Type_vector(count, blocklength, stride, in(oldtype), HandleOut(newtype), api::Form::kSmall));
}
WEAK_NAME(Type_vector);

int Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, Datatype oldtype,
    Datatype *newtype) noexcept {
  return code_out(api::Type_vector(count, blocklength, stride, in(oldtype), HandleOut(newtype), api::Form::kLarge));
}
WEAK_NAME(Type_vector_c);

int Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, Datatype datatype,
    Comm comm) noexcept {
  return code_out(api::Unpack(inbuf, insize, position, outbuf, outcount, in(datatype), in(comm)));
}
WEAK_NAME(Unpack);

int Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
    Datatype datatype, Comm comm) noexcept {
  return code_out(api::Unpack(inbuf, insize, position, outbuf, outcount, in(datatype), in(comm)));
}
WEAK_NAME(Unpack_c);

int Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf,
    int outcount, Datatype datatype) noexcept {
  return code_out(api::Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, in(datatype)));
}
WEAK_NAME(Unpack_external);

int Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, Datatype datatype) noexcept {
  return code_out(api::Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, in(datatype)));
}
WEAK_NAME(Unpack_external_c);

int Group_compare(Group group1, Group group2, int *result) noexcept {
  return code_out(api::Group_compare(in(group1), in(group2), NumberOut<comparison_out>(result)));
}
WEAK_NAME(Group_compare);

int Group_difference(Group group1, Group group2, Group *newgroup) noexcept {
  return code_out(api::Group_difference(in(group1), in(group2), HandleOut(newgroup)));
}
WEAK_NAME(Group_difference);

int Group_excl(Group group, int n, const int ranks[], Group *newgroup) noexcept {
  return code_out(api::Group_excl(in(group), n, ranks, HandleOut(newgroup)));
}
WEAK_NAME(Group_excl);

int Group_free(Group *group) noexcept {
  return code_out(api::Group_free(HandleInOut(group)));
}
WEAK_NAME(Group_free);

int Group_from_session_pset(Session session, const char *pset_name, Group *newgroup) noexcept {
  return code_out(api::Group_from_session_pset(in(session), pset_name, HandleOut(newgroup)));
}
WEAK_NAME(Group_from_session_pset);

int Group_incl(Group group, int n, const int ranks[], Group *newgroup) noexcept {
  return code_out(api::Group_incl(in(group), n, ranks, HandleOut(newgroup)));
}
WEAK_NAME(Group_incl);

int Group_intersection(Group group1, Group group2, Group *newgroup) noexcept {
  return code_out(api::Group_intersection(in(group1), in(group2), HandleOut(newgroup)));
}
WEAK_NAME(Group_intersection);

int Group_range_excl(Group group, int n, int ranges[][3], Group *newgroup) noexcept {
  return code_out(api::Group_range_excl(in(group), n, ranges, HandleOut(newgroup)));
}
WEAK_NAME(Group_range_excl);

int Group_range_incl(Group group, int n, int ranges[][3], Group *newgroup) noexcept {
  return code_out(api::Group_range_incl(in(group), n, ranges, HandleOut(newgroup)));
}
WEAK_NAME(Group_range_incl);

int Group_rank(Group group, int *rank) noexcept {
  return code_out(api::Group_rank(in(group), NumberOut<rank_out>(rank)));
}
WEAK_NAME(Group_rank);

int Group_size(Group group, int *size) noexcept {
  return code_out(api::Group_size(in(group), size));
}
WEAK_NAME(Group_size);

int Group_translate_ranks(Group group1, int n, const int ranks1[], Group group2, int ranks2[]) noexcept {
  return code_out(api::Group_translate_ranks(in(group1), n, NumbersIn<rank_in>(n, ranks1), in(group2),
    NumbersOut<rank_out>(n, ranks2)));
}
WEAK_NAME(Group_translate_ranks);

int Group_union(Group group1, Group group2, Group *newgroup) noexcept {
  return code_out(api::Group_union(in(group1), in(group2), HandleOut(newgroup)));
}
WEAK_NAME(Group_union);

int Comm_accept(const char *port_name, Info info, int root, Comm comm, Comm *newcomm) noexcept {
  return code_out(api::unsupported(api::Function::kComm_accept, in(comm)));
}
WEAK_NAME(Comm_accept);

int Comm_call_errhandler(Comm comm, int errorcode) noexcept {
  return code_out(api::Comm_call_errhandler(in(comm), code_in(errorcode)));
}
WEAK_NAME(Comm_call_errhandler);

int Comm_compare(Comm comm1, Comm comm2, int *result) noexcept {
  return code_out(api::Comm_compare(in(comm1), in(comm2), NumberOut<comparison_out>(result)));
}
WEAK_NAME(Comm_compare);

int Comm_connect(const char *port_name, Info info, int root, Comm comm, Comm *newcomm) noexcept {
  return code_out(api::unsupported(api::Function::kComm_connect, in(comm)));
}
WEAK_NAME(Comm_connect);

int Comm_create(Comm comm, Group group, Comm *newcomm) noexcept {
  return code_out(api::Comm_create(in(comm), in(group), HandleOut(newcomm)));
}
WEAK_NAME(Comm_create);

int Comm_create_from_group(Group group, const char *stringtag, Info info, Errhandler errhandler,
    Comm *newcomm) noexcept {
  return code_out(api::Comm_create_from_group(in(group), stringtag, in(info), in(errhandler), HandleOut(newcomm)));
}
WEAK_NAME(Comm_create_from_group);

int Comm_create_group(Comm comm, Group group, int tag, Comm *newcomm) noexcept {
  return code_out(api::Comm_create_group(in(comm), in(group), tag_in(tag), HandleOut(newcomm)));
}
WEAK_NAME(Comm_create_group);

int Comm_delete_attr(Comm comm, int comm_keyval) noexcept {
  return code_out(api::Comm_delete_attr(in(comm), keyval_in(comm_keyval)));
}
WEAK_NAME(Comm_delete_attr);

int Comm_disconnect(Comm *comm) noexcept {
  return code_out(api::Comm_disconnect(HandleInOut(comm)));
}
WEAK_NAME(Comm_disconnect);

int Comm_dup(Comm comm, Comm *newcomm) noexcept {
  return code_out(api::Comm_dup(in(comm), HandleOut(newcomm)));
}
WEAK_NAME(Comm_dup);

int Comm_dup_with_info(Comm comm, Info info, Comm *newcomm) noexcept {
  return code_out(api::Comm_dup_with_info(in(comm), in(info), HandleOut(newcomm)));
}
WEAK_NAME(Comm_dup_with_info);

int Comm_free(Comm *comm) noexcept {
  return code_out(api::Comm_free(HandleInOut(comm)));
}
WEAK_NAME(Comm_free);

int Comm_free_keyval(int *comm_keyval) noexcept {
  return code_out(api::Comm_free_keyval(NumberOut<keyval_out, keyval_in>(comm_keyval)));
}
WEAK_NAME(Comm_free_keyval);

int Comm_get_errhandler(Comm comm, Errhandler *errhandler) noexcept {
  return code_out(api::Comm_get_errhandler(in(comm), HandleOut(errhandler)));
}
WEAK_NAME(Comm_get_errhandler);

int Comm_get_info(Comm comm, Info *info_used) noexcept {
  return code_out(api::Comm_get_info(in(comm), HandleOut(info_used)));
}
WEAK_NAME(Comm_get_info);

int Comm_get_parent(Comm *parent) noexcept {
  return code_out(api::Comm_get_parent(HandleOut(parent)));
}
WEAK_NAME(Comm_get_parent);

int Comm_group(Comm comm, Group *group) noexcept {
  return code_out(api::Comm_group(in(comm), HandleOut(group)));
}
WEAK_NAME(Comm_group);

int Comm_join(int fd, Comm *intercomm) noexcept {
  return code_out(api::unsupported(api::Function::kComm_join, MPI_COMM_NULL));
}
WEAK_NAME(Comm_join);

int Comm_rank(Comm comm, int *rank) noexcept {
  return code_out(api::Comm_rank(in(comm), NumberOut<rank_out>(rank)));
}
WEAK_NAME(Comm_rank);

int Comm_remote_group(Comm comm, Group *group) noexcept {
  return code_out(api::Comm_remote_group(in(comm), HandleOut(group)));
}
WEAK_NAME(Comm_remote_group);

int Comm_remote_size(Comm comm, int *size) noexcept {
  return code_out(api::Comm_remote_size(in(comm), size));
}
WEAK_NAME(Comm_remote_size);

int Comm_set_attr(Comm comm, int comm_keyval, void *attribute_val) noexcept {
  return code_out(api::Comm_set_attr(in(comm), keyval_in(comm_keyval), attribute_val));
}
WEAK_NAME(Comm_set_attr);

int Comm_set_errhandler(Comm comm, Errhandler errhandler) noexcept {
  return code_out(api::Comm_set_errhandler(in(comm), in(errhandler)));
}
WEAK_NAME(Comm_set_errhandler);

int Comm_set_info(Comm comm, Info info) noexcept {
  return code_out(api::Comm_set_info(in(comm), in(info)));
}
WEAK_NAME(Comm_set_info);

int Comm_set_name(Comm comm, const char *comm_name) noexcept {
  return code_out(api::Comm_set_name(in(comm), comm_name));
}
WEAK_NAME(Comm_set_name);

int Comm_size(Comm comm, int *size) noexcept {
  return code_out(api::Comm_size(in(comm), size));
}
WEAK_NAME(Comm_size);

int Comm_spawn(const char *command, char *argv[], int maxprocs, Info info, int root, Comm comm, Comm *intercomm,
    int array_of_errcodes[]) noexcept {
  return code_out(api::unsupported(api::Function::kComm_spawn, in(comm)));
}
WEAK_NAME(Comm_spawn);

int Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[],
    const Info array_of_info[], int root, Comm comm, Comm *intercomm, int array_of_errcodes[]) noexcept {
  return code_out(api::unsupported(api::Function::kComm_spawn_multiple, in(comm)));
}
WEAK_NAME(Comm_spawn_multiple);

int Comm_split(Comm comm, int color, int key, Comm *newcomm) noexcept {
  return code_out(api::Comm_split(in(comm), color, key, HandleOut(newcomm)));
}
WEAK_NAME(Comm_split);

int Comm_split_type(Comm comm, int split_type, int key, Info info, Comm *newcomm) noexcept {
  return code_out(api::Comm_split_type(in(comm), split_type_in(split_type), key, in(info), HandleOut(newcomm)));
}
WEAK_NAME(Comm_split_type);

int Comm_test_inter(Comm comm, int *flag) noexcept {
  return code_out(api::Comm_test_inter(in(comm), flag));
}
WEAK_NAME(Comm_test_inter);

int Intercomm_create(Comm local_comm, int local_leader, Comm peer_comm, int remote_leader, int tag,
    Comm *newintercomm) noexcept {
  return code_out(api::Intercomm_create(in(local_comm), rank_in(local_leader), in(peer_comm), rank_in(remote_leader),
    tag_in(tag), HandleOut(newintercomm)));
}
WEAK_NAME(Intercomm_create);

int Intercomm_create_from_groups(Group local_group, int local_leader, Group remote_group, int remote_leader,
    const char *stringtag, Info info, Errhandler errhandler, Comm *newintercomm) noexcept {
  return code_out(api::Intercomm_create_from_groups(in(local_group), rank_in(local_leader), in(remote_group),
    rank_in(remote_leader), stringtag, in(info), in(errhandler), HandleOut(newintercomm)));
}
WEAK_NAME(Intercomm_create_from_groups);

int Intercomm_merge(Comm intercomm, int high, Comm *newintracomm) noexcept {
  return code_out(api::Intercomm_merge(in(intercomm), high, HandleOut(newintracomm)));
}
WEAK_NAME(Intercomm_merge);

int Attr_delete(Comm comm, int keyval) noexcept {
  return code_out(api::Attr_delete(in(comm), keyval_in(keyval)));
}
WEAK_NAME(Attr_delete);

int Attr_put(Comm comm, int keyval, void *attribute_val) noexcept {
  return code_out(api::Attr_put(in(comm), keyval_in(keyval), attribute_val));
}
WEAK_NAME(Attr_put);

int Keyval_free(int *keyval) noexcept {
  return code_out(api::Keyval_free(NumberOut<keyval_out, keyval_in>(keyval)));
}
WEAK_NAME(Keyval_free);

int Info_create(Info *info) noexcept {
  return code_out(api::Info_create(HandleOut(info)));
}
WEAK_NAME(Info_create);

int Info_create_env(int argc, char *argv[], Info *info) noexcept {
  return code_out(api::Info_create_env(argc, argv, HandleOut(info)));
}
WEAK_NAME(Info_create_env);

int Info_delete(Info info, const char *key) noexcept {
  return code_out(api::Info_delete(in(info), key));
}
WEAK_NAME(Info_delete);

int Info_dup(Info info, Info *newinfo) noexcept {
  return code_out(api::Info_dup(in(info), HandleOut(newinfo)));
}
WEAK_NAME(Info_dup);

int Info_free(Info *info) noexcept {
  return code_out(api::Info_free(HandleInOut(info)));
}
WEAK_NAME(Info_free);

int Info_get(Info info, const char *key, int valuelen, char *value, int *flag) noexcept {
  return code_out(api::Info_get(in(info), key, valuelen, value, flag));
}
WEAK_NAME(Info_get);

int Info_get_nkeys(Info info, int *nkeys) noexcept {
  return code_out(api::Info_get_nkeys(in(info), nkeys));
}
WEAK_NAME(Info_get_nkeys);

int Info_get_string(Info info, const char *key, int *buflen, char *value, int *flag) noexcept {
  return code_out(api::Info_get_string(in(info), key, buflen, value, flag));
}
WEAK_NAME(Info_get_string);

int Info_get_valuelen(Info info, const char *key, int *valuelen, int *flag) noexcept {
  return code_out(api::Info_get_valuelen(in(info), key, valuelen, flag));
}
WEAK_NAME(Info_get_valuelen);

int Info_set(Info info, const char *key, const char *value) noexcept {
  return code_out(api::Info_set(in(info), key, value));
}
WEAK_NAME(Info_set);

int Errhandler_free(Errhandler *errhandler) noexcept {
  return code_out(api::Errhandler_free(HandleInOut(errhandler)));
}
WEAK_NAME(Errhandler_free);

int Session_attach_buffer(Session session, void *buffer, int size) noexcept {
  return code_out(api::Session_attach_buffer(in(session), attached(buffer), size));
}
WEAK_NAME(Session_attach_buffer);

int Session_attach_buffer_c(Session session, void *buffer, MPI_Count size) noexcept {
  return code_out(api::Session_attach_buffer(in(session), attached(buffer), size));
}
WEAK_NAME(Session_attach_buffer_c);

int Session_call_errhandler(Session session, int errorcode) noexcept {
  return code_out(api::Session_call_errhandler(in(session), code_in(errorcode)));
}
WEAK_NAME(Session_call_errhandler);

int Session_detach_buffer(Session session, void *buffer_addr, int *size) noexcept {
  return code_out(api::Session_detach_buffer(in(session), DetachedOut(buffer_addr), size));
}
WEAK_NAME(Session_detach_buffer);

int Session_detach_buffer_c(Session session, void *buffer_addr, MPI_Count *size) noexcept {
  return code_out(api::Session_detach_buffer(in(session), DetachedOut(buffer_addr), size));
}
WEAK_NAME(Session_detach_buffer_c);

int Session_finalize(Session *session) noexcept {
  return code_out(api::Session_finalize(HandleInOut(session)));
}
WEAK_NAME(Session_finalize);

int Session_flush_buffer(Session session) noexcept {
  return code_out(api::Session_flush_buffer(in(session)));
}
WEAK_NAME(Session_flush_buffer);

int Session_get_errhandler(Session session, Errhandler *errhandler) noexcept {
  return code_out(api::Session_get_errhandler(in(session), HandleOut(errhandler)));
}
WEAK_NAME(Session_get_errhandler);

int Session_get_info(Session session, Info *info_used) noexcept {
  return code_out(api::Session_get_info(in(session), HandleOut(info_used)));
}
WEAK_NAME(Session_get_info);

int Session_get_nth_pset(Session session, Info info, int n, int *pset_len, char *pset_name) noexcept {
  return code_out(api::Session_get_nth_pset(in(session), in(info), n, pset_len, pset_name));
}
WEAK_NAME(Session_get_nth_pset);

int Session_get_num_psets(Session session, Info info, int *npset_names) noexcept {
  return code_out(api::Session_get_num_psets(in(session), in(info), npset_names));
}
WEAK_NAME(Session_get_num_psets);

int Session_get_pset_info(Session session, const char *pset_name, Info *info) noexcept {
  return code_out(api::Session_get_pset_info(in(session), pset_name, HandleOut(info)));
}
WEAK_NAME(Session_get_pset_info);

int Session_iflush_buffer(Session session, Request *request) noexcept {
  return code_out(api::Session_iflush_buffer(in(session), HandleOut(request)));
}
WEAK_NAME(Session_iflush_buffer);

int Session_init(Info info, Errhandler errhandler, Session *session) noexcept {
  return code_out(api::Session_init(in(info), in(errhandler), HandleOut(session)));
}
WEAK_NAME(Session_init);

int Session_set_errhandler(Session session, Errhandler errhandler) noexcept {
  return code_out(api::Session_set_errhandler(in(session), in(errhandler)));
}
WEAK_NAME(Session_set_errhandler);

int Accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, Datatype target_datatype, Op op, Win win) noexcept {
  return code_out(api::Accumulate(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(op), in(win)));
}
WEAK_NAME(Accumulate);

int Accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Op op, Win win) noexcept {
  return code_out(api::Accumulate(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(op), in(win)));
}
WEAK_NAME(Accumulate_c);

int Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, Datatype datatype,
    int target_rank, MPI_Aint target_disp, Win win) noexcept {
  return code_out(api::Compare_and_swap(origin_addr, compare_addr, result_addr, in(datatype), rank_in(target_rank),
    target_disp, in(win)));
}
WEAK_NAME(Compare_and_swap);

int Fetch_and_op(const void *origin_addr, void *result_addr, Datatype datatype, int target_rank, MPI_Aint target_disp,
    Op op, Win win) noexcept {
  return code_out(api::Fetch_and_op(origin_addr, result_addr, in(datatype), rank_in(target_rank), target_disp, in(op),
    in(win)));
}
WEAK_NAME(Fetch_and_op);

int Get(void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win) noexcept {
  return code_out(api::Get(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win)));
}
WEAK_NAME(Get);

int Get_c(void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, Datatype target_datatype, Win win) noexcept {
  return code_out(api::Get(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win)));
}
WEAK_NAME(Get_c);

int Get_accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, void *result_addr,
    int result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    Datatype target_datatype, Op op, Win win) noexcept {
  return code_out(api::Get_accumulate(origin_addr, origin_count, in(origin_datatype), result_addr, result_count,
    in(result_datatype), rank_in(target_rank), target_disp, target_count, in(target_datatype), in(op), in(win)));
}
WEAK_NAME(Get_accumulate);

int Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    Datatype target_datatype, Op op, Win win) noexcept {
  return code_out(api::Get_accumulate(origin_addr, origin_count, in(origin_datatype), result_addr, result_count,
    in(result_datatype), rank_in(target_rank), target_disp, target_count, in(target_datatype), in(op), in(win)));
}
WEAK_NAME(Get_accumulate_c);

int Get_hw_resource_info(Info *hw_info) noexcept {
  return code_out(api::Get_hw_resource_info(HandleOut(hw_info)));
}
WEAK_NAME(Get_hw_resource_info);

int Put(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win) noexcept {
  return code_out(api::Put(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win)));
}
WEAK_NAME(Put);

int Put_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Win win) noexcept {
  return code_out(api::Put(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win)));
}
WEAK_NAME(Put_c);

int Raccumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, Datatype target_datatype, Op op, Win win, Request *request) noexcept {
  return code_out(api::Raccumulate(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(op), in(win), HandleOut(request)));
}
WEAK_NAME(Raccumulate);

int Raccumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Op op, Win win, Request *request) noexcept {
  return code_out(api::Raccumulate(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(op), in(win), HandleOut(request)));
}
WEAK_NAME(Raccumulate_c);

int Rget(void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win, Request *request) noexcept {
  return code_out(api::Rget(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win), HandleOut(request)));
}
WEAK_NAME(Rget);

int Rget_c(void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, Datatype target_datatype, Win win, Request *request) noexcept {
  return code_out(api::Rget(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win), HandleOut(request)));
}
WEAK_NAME(Rget_c);

int Rget_accumulate(const void *origin_addr, int origin_count, Datatype origin_datatype, void *result_addr,
    int result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    Datatype target_datatype, Op op, Win win, Request *request) noexcept {
  return code_out(api::Rget_accumulate(origin_addr, origin_count, in(origin_datatype), result_addr, result_count,
    in(result_datatype), rank_in(target_rank), target_disp, target_count, in(target_datatype), in(op), in(win),
    HandleOut(request)));
}
WEAK_NAME(Rget_accumulate);

int Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    Datatype target_datatype, Op op, Win win, Request *request) noexcept {
  return code_out(api::Rget_accumulate(origin_addr, origin_count, in(origin_datatype), result_addr, result_count,
    in(result_datatype), rank_in(target_rank), target_disp, target_count, in(target_datatype), in(op), in(win),
    HandleOut(request)));
}
WEAK_NAME(Rget_accumulate_c);

int Rput(const void *origin_addr, int origin_count, Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, Datatype target_datatype, Win win, Request *request) noexcept {
  return code_out(api::Rput(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win), HandleOut(request)));
}
WEAK_NAME(Rput);

int Rput_c(const void *origin_addr, MPI_Count origin_count, Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, Datatype target_datatype, Win win, Request *request) noexcept {
  return code_out(api::Rput(origin_addr, origin_count, in(origin_datatype), rank_in(target_rank), target_disp,
    target_count, in(target_datatype), in(win), HandleOut(request)));
}
WEAK_NAME(Rput_c);

int Win_allocate(MPI_Aint size, int disp_unit, Info info, Comm comm, void *baseptr, Win *win) noexcept {
  return code_out(api::Win_allocate(size, disp_unit, in(info), in(comm), baseptr, HandleOut(win)));
}
WEAK_NAME(Win_allocate);

int Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm, void *baseptr, Win *win) noexcept {
  return code_out(api::Win_allocate(size, disp_unit, in(info), in(comm), baseptr, HandleOut(win)));
}
WEAK_NAME(Win_allocate_c);

int Win_allocate_shared(MPI_Aint size, int disp_unit, Info info, Comm comm, void *baseptr, Win *win) noexcept {
  return code_out(api::Win_allocate_shared(size, disp_unit, in(info), in(comm), baseptr, HandleOut(win)));
}
WEAK_NAME(Win_allocate_shared);

int Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm, void *baseptr, Win *win) noexcept {
  return code_out(api::Win_allocate_shared(size, disp_unit, in(info), in(comm), baseptr, HandleOut(win)));
}
WEAK_NAME(Win_allocate_shared_c);

int Win_attach(Win win, void *base, MPI_Aint size) noexcept {
  return code_out(api::Win_attach(in(win), base, size));
}
WEAK_NAME(Win_attach);

int Win_call_errhandler(Win win, int errorcode) noexcept {
  return code_out(api::Win_call_errhandler(in(win), code_in(errorcode)));
}
WEAK_NAME(Win_call_errhandler);

int Win_complete(Win win) noexcept {
  return code_out(api::Win_complete(in(win)));
}
WEAK_NAME(Win_complete);

int Win_create(void *base, MPI_Aint size, int disp_unit, Info info, Comm comm, Win *win) noexcept {
  return code_out(api::Win_create(base, size, disp_unit, in(info), in(comm), HandleOut(win)));
}
WEAK_NAME(Win_create);

int Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, Info info, Comm comm, Win *win) noexcept {
  return code_out(api::Win_create(base, size, disp_unit, in(info), in(comm), HandleOut(win)));
}
WEAK_NAME(Win_create_c);

int Win_create_dynamic(Info info, Comm comm, Win *win) noexcept {
  return code_out(api::Win_create_dynamic(in(info), in(comm), HandleOut(win)));
}
WEAK_NAME(Win_create_dynamic);

int Win_delete_attr(Win win, int win_keyval) noexcept {
  return code_out(api::Win_delete_attr(in(win), keyval_in(win_keyval)));
}
WEAK_NAME(Win_delete_attr);

int Win_detach(Win win, const void *base) noexcept {
  return code_out(api::Win_detach(in(win), base));
}
WEAK_NAME(Win_detach);

int Win_fence(int assert, Win win) noexcept {
  return code_out(api::Win_fence(assertion_in(assert), in(win)));
}
WEAK_NAME(Win_fence);

int Win_flush(int rank, Win win) noexcept {
  return code_out(api::Win_flush(rank_in(rank), in(win)));
}
WEAK_NAME(Win_flush);

int Win_flush_all(Win win) noexcept {
  return code_out(api::Win_flush_all(in(win)));
}
WEAK_NAME(Win_flush_all);

int Win_flush_local(int rank, Win win) noexcept {
  return code_out(api::Win_flush_local(rank_in(rank), in(win)));
}
WEAK_NAME(Win_flush_local);

int Win_flush_local_all(Win win) noexcept {
  return code_out(api::Win_flush_local_all(in(win)));
}
WEAK_NAME(Win_flush_local_all);

int Win_free(Win *win) noexcept {
  return code_out(api::Win_free(HandleInOut(win)));
}
WEAK_NAME(Win_free);

int Win_free_keyval(int *win_keyval) noexcept {
  return code_out(api::Win_free_keyval(NumberOut<keyval_out, keyval_in>(win_keyval)));
}
WEAK_NAME(Win_free_keyval);

int Win_get_errhandler(Win win, Errhandler *errhandler) noexcept {
  return code_out(api::Win_get_errhandler(in(win), HandleOut(errhandler)));
}
WEAK_NAME(Win_get_errhandler);

int Win_get_group(Win win, Group *group) noexcept {
  return code_out(api::Win_get_group(in(win), HandleOut(group)));
}
WEAK_NAME(Win_get_group);

int Win_get_info(Win win, Info *info_used) noexcept {
  return code_out(api::Win_get_info(in(win), HandleOut(info_used)));
}
WEAK_NAME(Win_get_info);

int Win_lock(int lock_type, int rank, int assert, Win win) noexcept {
  return code_out(api::Win_lock(lock_type_in(lock_type), rank_in(rank), assertion_in(assert), in(win)));
}
WEAK_NAME(Win_lock);

int Win_lock_all(int assert, Win win) noexcept {
  return code_out(api::Win_lock_all(assertion_in(assert), in(win)));
}
WEAK_NAME(Win_lock_all);

int Win_post(Group group, int assert, Win win) noexcept {
  return code_out(api::Win_post(in(group), assertion_in(assert), in(win)));
}
WEAK_NAME(Win_post);

int Win_set_attr(Win win, int win_keyval, void *attribute_val) noexcept {
  return code_out(api::Win_set_attr(in(win), keyval_in(win_keyval), attribute_val));
}
WEAK_NAME(Win_set_attr);

int Win_set_errhandler(Win win, Errhandler errhandler) noexcept {
  return code_out(api::Win_set_errhandler(in(win), in(errhandler)));
}
WEAK_NAME(Win_set_errhandler);

int Win_set_info(Win win, Info info) noexcept {
  return code_out(api::Win_set_info(in(win), in(info)));
}
WEAK_NAME(Win_set_info);

int Win_set_name(Win win, const char *win_name) noexcept {
  return code_out(api::Win_set_name(in(win), win_name));
}
WEAK_NAME(Win_set_name);

int Win_shared_query(Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) noexcept {
  return code_out(api::Win_shared_query(in(win), rank_in(rank), size, disp_unit, baseptr));
}
WEAK_NAME(Win_shared_query);

int Win_shared_query_c(Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) noexcept {
  return code_out(api::Win_shared_query(in(win), rank_in(rank), size, disp_unit, baseptr));
}
WEAK_NAME(Win_shared_query_c);

int Win_start(Group group, int assert, Win win) noexcept {
  return code_out(api::Win_start(in(group), assertion_in(assert), in(win)));
}
WEAK_NAME(Win_start);

int Win_sync(Win win) noexcept {
  return code_out(api::Win_sync(in(win)));
}
WEAK_NAME(Win_sync);

int Win_test(Win win, int *flag) noexcept {
  return code_out(api::Win_test(in(win), flag));
}
WEAK_NAME(Win_test);

int Win_unlock(int rank, Win win) noexcept {
  return code_out(api::Win_unlock(rank_in(rank), in(win)));
}
WEAK_NAME(Win_unlock);

int Win_unlock_all(Win win) noexcept {
  return code_out(api::Win_unlock_all(in(win)));
}
WEAK_NAME(Win_unlock_all);

int Win_wait(Win win) noexcept {
  return code_out(api::Win_wait(in(win)));
}
WEAK_NAME(Win_wait);

int Close_port(const char *port_name) noexcept {
  return code_out(api::unsupported(api::Function::kClose_port, MPI_COMM_NULL));
}
WEAK_NAME(Close_port);

int Lookup_name(const char *service_name, Info info, char *port_name) noexcept {
  return code_out(api::unsupported(api::Function::kLookup_name, MPI_COMM_NULL));
}
WEAK_NAME(Lookup_name);

int Open_port(Info info, char *port_name) noexcept {
  return code_out(api::unsupported(api::Function::kOpen_port, MPI_COMM_NULL));
}
WEAK_NAME(Open_port);

int Publish_name(const char *service_name, Info info, const char *port_name) noexcept {
  return code_out(api::unsupported(api::Function::kPublish_name, MPI_COMM_NULL));
}
WEAK_NAME(Publish_name);

int Unpublish_name(const char *service_name, Info info, const char *port_name) noexcept {
  return code_out(api::unsupported(api::Function::kUnpublish_name, MPI_COMM_NULL));
}
WEAK_NAME(Unpublish_name);

int File_call_errhandler(File fh, int errorcode) noexcept {
  return code_out(api::File_call_errhandler(in(fh), code_in(errorcode)));
}
WEAK_NAME(File_call_errhandler);

int File_delete(const char *filename, Info info) noexcept {
  return code_out(api::File_delete(filename, in(info)));
}
WEAK_NAME(File_delete);

int File_get_amode(File fh, int *amode) noexcept {
  return code_out(api::File_get_amode(in(fh), NumberOut<mode_out>(amode)));
}
WEAK_NAME(File_get_amode);

int File_get_atomicity(File fh, int *flag) noexcept {
  return code_out(api::File_get_atomicity(in(fh), flag));
}
WEAK_NAME(File_get_atomicity);

int File_get_byte_offset(File fh, MPI_Offset offset, MPI_Offset *disp) noexcept {
  return code_out(api::File_get_byte_offset(in(fh), offset, disp));
}
WEAK_NAME(File_get_byte_offset);

int File_get_errhandler(File file, Errhandler *errhandler) noexcept {
  return code_out(api::File_get_errhandler(in(file), HandleOut(errhandler)));
}
WEAK_NAME(File_get_errhandler);

int File_get_group(File fh, Group *group) noexcept {
  return code_out(api::File_get_group(in(fh), HandleOut(group)));
}
WEAK_NAME(File_get_group);

int File_get_info(File fh, Info *info_used) noexcept {
  return code_out(api::File_get_info(in(fh), HandleOut(info_used)));
}
WEAK_NAME(File_get_info);

int File_get_position(File fh, MPI_Offset *offset) noexcept {
  return code_out(api::File_get_position(in(fh), offset));
}
WEAK_NAME(File_get_position);

int File_get_position_shared(File fh, MPI_Offset *offset) noexcept {
  return code_out(api::File_get_position_shared(in(fh), offset));
}
WEAK_NAME(File_get_position_shared);

int File_get_size(File fh, MPI_Offset *size) noexcept {
  return code_out(api::File_get_size(in(fh), size));
}
WEAK_NAME(File_get_size);

int File_get_type_extent(File fh, Datatype datatype, MPI_Aint *extent) noexcept {
  return code_out(api::File_get_type_extent(in(fh), in(datatype), extent));
}
WEAK_NAME(File_get_type_extent);

int File_get_type_extent_c(File fh, Datatype datatype, MPI_Count *extent) noexcept {
  return code_out(api::File_get_type_extent(in(fh), in(datatype), extent));
}
WEAK_NAME(File_get_type_extent_c);

int File_get_view(File fh, MPI_Offset *disp, Datatype *etype, Datatype *filetype, char *datarep) noexcept {
  return code_out(api::File_get_view(in(fh), disp, HandleOut(etype), HandleOut(filetype), datarep));
}
WEAK_NAME(File_get_view);

int File_iread(File fh, void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread);

int File_iread_c(File fh, void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_c);

int File_iread_all(File fh, void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_all(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_all);

int File_iread_all_c(File fh, void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_all(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_all_c);

int File_iread_at(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_at(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_at);

int File_iread_at_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iread_at(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_at_c);

int File_iread_at_all(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_at_all(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_at_all);

int File_iread_at_all_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iread_at_all(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_at_all_c);

int File_iread_shared(File fh, void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_shared(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_shared);

int File_iread_shared_c(File fh, void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iread_shared(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iread_shared_c);

int File_iwrite(File fh, const void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite);

int File_iwrite_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_c);

int File_iwrite_all(File fh, const void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite_all(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_all);

int File_iwrite_all_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite_all(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_all_c);

int File_iwrite_at(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iwrite_at(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_at);

int File_iwrite_at_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iwrite_at(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_at_c);

int File_iwrite_at_all(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iwrite_at_all(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_at_all);

int File_iwrite_at_all_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Request *request) noexcept {
  return code_out(api::File_iwrite_at_all(in(fh), offset, buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_at_all_c);

int File_iwrite_shared(File fh, const void *buf, int count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite_shared(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_shared);

int File_iwrite_shared_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Request *request) noexcept {
  return code_out(api::File_iwrite_shared(in(fh), buf, count, in(datatype), HandleOut(request)));
}
WEAK_NAME(File_iwrite_shared_c);

int File_preallocate(File fh, MPI_Offset size) noexcept {
  return code_out(api::File_preallocate(in(fh), size));
}
WEAK_NAME(File_preallocate);

int File_read(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read);

int File_read_c(File fh, void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_c);

int File_read_all(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_all(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_all);

int File_read_all_c(File fh, void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_all(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_all_c);

int File_read_all_begin(File fh, void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_read_all_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_read_all_begin);

int File_read_all_begin_c(File fh, void *buf, MPI_Count count, Datatype datatype) noexcept {
  return code_out(api::File_read_all_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_read_all_begin_c);

int File_read_all_end(File fh, void *buf, Status *status) noexcept {
  return code_out(api::File_read_all_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_read_all_end);

int File_read_at(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_at(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_at);

int File_read_at_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_at(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_at_c);

int File_read_at_all(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_at_all(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_at_all);

int File_read_at_all_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept {
  return code_out(api::File_read_at_all(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_at_all_c);

int File_read_at_all_begin(File fh, MPI_Offset offset, void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_read_at_all_begin(in(fh), offset, buf, count, in(datatype)));
}
WEAK_NAME(File_read_at_all_begin);

int File_read_at_all_begin_c(File fh, MPI_Offset offset, void *buf, MPI_Count count, Datatype datatype) noexcept {
  return code_out(api::File_read_at_all_begin(in(fh), offset, buf, count, in(datatype)));
}
WEAK_NAME(File_read_at_all_begin_c);

int File_read_at_all_end(File fh, void *buf, Status *status) noexcept {
  return code_out(api::File_read_at_all_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_read_at_all_end);

int File_read_ordered(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_ordered(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_ordered);

int File_read_ordered_c(File fh, void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_ordered(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_ordered_c);

int File_read_ordered_begin(File fh, void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_read_ordered_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_read_ordered_begin);

int File_read_ordered_begin_c(File fh, void *buf, MPI_Count count, Datatype datatype) noexcept {
  return code_out(api::File_read_ordered_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_read_ordered_begin_c);

int File_read_ordered_end(File fh, void *buf, Status *status) noexcept {
  return code_out(api::File_read_ordered_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_read_ordered_end);

int File_read_shared(File fh, void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_shared(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_shared);

int File_read_shared_c(File fh, void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_read_shared(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_read_shared_c);

int File_seek(File fh, MPI_Offset offset, int whence) noexcept {
  return code_out(api::File_seek(in(fh), offset, whence_in(whence)));
}
WEAK_NAME(File_seek);

int File_seek_shared(File fh, MPI_Offset offset, int whence) noexcept {
  return code_out(api::File_seek_shared(in(fh), offset, whence_in(whence)));
}
WEAK_NAME(File_seek_shared);

int File_set_atomicity(File fh, int flag) noexcept {
  return code_out(api::File_set_atomicity(in(fh), flag));
}
WEAK_NAME(File_set_atomicity);

int File_set_errhandler(File file, Errhandler errhandler) noexcept {
  return code_out(api::File_set_errhandler(in(file), in(errhandler)));
}
WEAK_NAME(File_set_errhandler);

int File_set_info(File fh, Info info) noexcept {
  return code_out(api::File_set_info(in(fh), in(info)));
}
WEAK_NAME(File_set_info);

int File_set_size(File fh, MPI_Offset size) noexcept {
  return code_out(api::File_set_size(in(fh), size));
}
WEAK_NAME(File_set_size);

int File_set_view(File fh, MPI_Offset disp, Datatype etype, Datatype filetype, const char *datarep,
    Info info) noexcept {
  return code_out(api::File_set_view(in(fh), disp == kDisplacementCurrent ? MPI_DISPLACEMENT_CURRENT : disp, in(etype),
    in(filetype), datarep, in(info)));
}
WEAK_NAME(File_set_view);

int File_sync(File fh) noexcept {
  return code_out(api::File_sync(in(fh)));
}
WEAK_NAME(File_sync);

int File_write(File fh, const void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write);

int File_write_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_c);

int File_write_all(File fh, const void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_all(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_all);

int File_write_all_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_all(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_all_c);

int File_write_all_begin(File fh, const void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_write_all_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_write_all_begin);

int File_write_all_begin_c(File fh, const void *buf, MPI_Count count, Datatype datatype) noexcept {
  return code_out(api::File_write_all_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_write_all_begin_c);

int File_write_all_end(File fh, const void *buf, Status *status) noexcept {
  return code_out(api::File_write_all_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_write_all_end);

int File_write_at(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_at(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_at);

int File_write_at_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept {
  return code_out(api::File_write_at(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_at_c);

int File_write_at_all(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype,
    Status *status) noexcept {
  return code_out(api::File_write_at_all(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_at_all);

int File_write_at_all_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count, Datatype datatype,
    Status *status) noexcept {
  return code_out(api::File_write_at_all(in(fh), offset, buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_at_all_c);

int File_write_at_all_begin(File fh, MPI_Offset offset, const void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_write_at_all_begin(in(fh), offset, buf, count, in(datatype)));
}
WEAK_NAME(File_write_at_all_begin);

int File_write_at_all_begin_c(File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    Datatype datatype) noexcept {
  return code_out(api::File_write_at_all_begin(in(fh), offset, buf, count, in(datatype)));
}
WEAK_NAME(File_write_at_all_begin_c);

int File_write_at_all_end(File fh, const void *buf, Status *status) noexcept {
  return code_out(api::File_write_at_all_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_write_at_all_end);

int File_write_ordered(File fh, const void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_ordered(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_ordered);

int File_write_ordered_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_ordered(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_ordered_c);

int File_write_ordered_begin(File fh, const void *buf, int count, Datatype datatype) noexcept {
  return code_out(api::File_write_ordered_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_write_ordered_begin);

int File_write_ordered_begin_c(File fh, const void *buf, MPI_Count count, Datatype datatype) noexcept {
  return code_out(api::File_write_ordered_begin(in(fh), buf, count, in(datatype)));
}
WEAK_NAME(File_write_ordered_begin_c);

int File_write_ordered_end(File fh, const void *buf, Status *status) noexcept {
  return code_out(api::File_write_ordered_end(in(fh), buf, StatusOut(status)));
}
WEAK_NAME(File_write_ordered_end);

int File_write_shared(File fh, const void *buf, int count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_shared(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_shared);

int File_write_shared_c(File fh, const void *buf, MPI_Count count, Datatype datatype, Status *status) noexcept {
  return code_out(api::File_write_shared(in(fh), buf, count, in(datatype), StatusOut(status)));
}
WEAK_NAME(File_write_shared_c);

int T_category_changed(int *update_number) noexcept {
  return code_out(api::T_category_changed(update_number));
}
WEAK_NAME(T_category_changed);

int T_category_get_categories(int cat_index, int len, int indices[]) noexcept {
  return code_out(api::T_category_get_categories(cat_index, len, indices));
}
WEAK_NAME(T_category_get_categories);

int T_category_get_cvars(int cat_index, int len, int indices[]) noexcept {
  return code_out(api::T_category_get_cvars(cat_index, len, indices));
}
WEAK_NAME(T_category_get_cvars);

int T_category_get_events(int cat_index, int len, int indices[]) noexcept {
  return code_out(api::T_category_get_events(cat_index, len, indices));
}
WEAK_NAME(T_category_get_events);

int T_category_get_index(const char *name, int *cat_index) noexcept {
  return code_out(api::T_category_get_index(name, cat_index));
}
WEAK_NAME(T_category_get_index);

int T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
    int *num_pvars, int *num_categories) noexcept {
  return code_out(api::T_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars,
    num_categories));
}
WEAK_NAME(T_category_get_info);

int T_category_get_num(int *num_cat) noexcept {
  return code_out(api::T_category_get_num(num_cat));
}
WEAK_NAME(T_category_get_num);

int T_category_get_num_events(int cat_index, int *num_events) noexcept {
  return code_out(api::T_category_get_num_events(cat_index, num_events));
}
WEAK_NAME(T_category_get_num_events);

int T_category_get_pvars(int cat_index, int len, int indices[]) noexcept {
  return code_out(api::T_category_get_pvars(cat_index, len, indices));
}
WEAK_NAME(T_category_get_pvars);

int T_cvar_get_index(const char *name, int *cvar_index) noexcept {
  return code_out(api::T_cvar_get_index(name, cvar_index));
}
WEAK_NAME(T_cvar_get_index);

int T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) noexcept {
  return code_out(api::T_cvar_get_info(cvar_index, name, name_len, NumberOut<verbosity_out>(verbosity),
    HandleOut(datatype), enumtype, desc, desc_len, NumberOut<binding_out>(bind), NumberOut<scope_out>(scope)));
}
WEAK_NAME(T_cvar_get_info);

int T_cvar_get_num(int *num_cvar) noexcept {
  return code_out(api::T_cvar_get_num(num_cvar));
}
WEAK_NAME(T_cvar_get_num);

int T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) noexcept {
  return code_out(api::T_cvar_handle_alloc(cvar_index, obj_handle, handle, count));
}
WEAK_NAME(T_cvar_handle_alloc);

int T_cvar_handle_free(MPI_T_cvar_handle *handle) noexcept {
  return code_out(api::T_cvar_handle_free(handle));
}
WEAK_NAME(T_cvar_handle_free);

int T_cvar_read(MPI_T_cvar_handle handle, void *buf) noexcept {
  return code_out(api::T_cvar_read(handle, buf));
}
WEAK_NAME(T_cvar_read);

int T_cvar_write(MPI_T_cvar_handle handle, const void *buf) noexcept {
  return code_out(api::T_cvar_write(handle, buf));
}
WEAK_NAME(T_cvar_write);

int T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) noexcept {
  return code_out(api::T_enum_get_info(enumtype, num, name, name_len));
}
WEAK_NAME(T_enum_get_info);

int T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) noexcept {
  return code_out(api::T_enum_get_item(enumtype, index, value, name, name_len));
}
WEAK_NAME(T_enum_get_item);

int T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    Info *info_used) noexcept {
  return code_out(api::T_event_callback_get_info(event_registration,
    static_cast<MPI_T_cb_safety>(safety_in(cb_safety)), HandleOut(info_used)));
}
WEAK_NAME(T_event_callback_get_info);

int T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    Info info) noexcept {
  return code_out(api::T_event_callback_set_info(event_registration,
    static_cast<MPI_T_cb_safety>(safety_in(cb_safety)), in(info)));
}
WEAK_NAME(T_event_callback_set_info);

int T_event_copy(MPI_T_event_instance event_instance, void *buffer) noexcept {
  return code_out(api::T_event_copy(event_instance, buffer));
}
WEAK_NAME(T_event_copy);

int T_event_get_index(const char *name, int *event_index) noexcept {
  return code_out(api::T_event_get_index(name, event_index));
}
WEAK_NAME(T_event_get_index);

int T_event_get_num(int *num_events) noexcept {
  return code_out(api::T_event_get_num(num_events));
}
WEAK_NAME(T_event_get_num);

int T_event_get_source(MPI_T_event_instance event_instance, int *source_index) noexcept {
  return code_out(api::T_event_get_source(event_instance, source_index));
}
WEAK_NAME(T_event_get_source);

int T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) noexcept {
  return code_out(api::T_event_get_timestamp(event_instance, event_timestamp));
}
WEAK_NAME(T_event_get_timestamp);

int T_event_handle_alloc(int event_index, void *obj_handle, Info info,
    MPI_T_event_registration *event_registration) noexcept {
  return code_out(api::T_event_handle_alloc(event_index, obj_handle, in(info), event_registration));
}
WEAK_NAME(T_event_handle_alloc);

int T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function) noexcept {
  return code_out(api::T_event_handle_free(event_registration, user_data, free_cb_function));
}
WEAK_NAME(T_event_handle_free);

int T_event_handle_get_info(MPI_T_event_registration event_registration, Info *info_used) noexcept {
  return code_out(api::T_event_handle_get_info(event_registration, HandleOut(info_used)));
}
WEAK_NAME(T_event_handle_get_info);

int T_event_handle_set_info(MPI_T_event_registration event_registration, Info info) noexcept {
  return code_out(api::T_event_handle_set_info(event_registration, in(info)));
}
WEAK_NAME(T_event_handle_set_info);

int T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) noexcept {
  return code_out(api::T_event_read(event_instance, element_index, buffer));
}
WEAK_NAME(T_event_read);

int T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, Info info,
    void *user_data, MPI_T_event_cb_function *event_cb_function) noexcept {
  return code_out(api::T_event_register_callback(event_registration,
    static_cast<MPI_T_cb_safety>(safety_in(cb_safety)), in(info), user_data, event_cb_function));
}
WEAK_NAME(T_event_register_callback);

int T_event_set_dropped_handler(MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function) noexcept {
  return code_out(api::T_event_set_dropped_handler(event_registration, dropped_cb_function));
}
WEAK_NAME(T_event_set_dropped_handler);

int T_finalize(void) noexcept {
  return code_out(api::T_finalize());
}
WEAK_NAME(T_finalize);

int T_init_thread(int required, int *provided) noexcept {
  return code_out(api::T_init_thread(thread_level_in(required), NumberOut<thread_level_out>(provided)));
}
WEAK_NAME(T_init_thread);

int T_pvar_get_index(const char *name, int var_class, int *pvar_index) noexcept {
  return code_out(api::T_pvar_get_index(name, pvar_class_in(var_class), pvar_index));
}
WEAK_NAME(T_pvar_get_index);

int T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) noexcept {
  return code_out(api::T_pvar_get_info(pvar_index, name, name_len, NumberOut<verbosity_out>(verbosity),
    NumberOut<pvar_class_out>(var_class), HandleOut(datatype), enumtype, desc, desc_len, NumberOut<binding_out>(bind),
    readonly, continuous, atomic));
}
WEAK_NAME(T_pvar_get_info);

int T_pvar_get_num(int *num_pvar) noexcept {
  return code_out(api::T_pvar_get_num(num_pvar));
}
WEAK_NAME(T_pvar_get_num);

int T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) noexcept {
  return code_out(api::T_pvar_handle_free(pe_session, handle));
}
WEAK_NAME(T_pvar_handle_free);

int T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept {
  return code_out(api::T_pvar_read(pe_session, pvar_handle(handle), buf));
}
WEAK_NAME(T_pvar_read);

int T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept {
  return code_out(api::T_pvar_readreset(pe_session, pvar_handle(handle), buf));
}
WEAK_NAME(T_pvar_readreset);

int T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return code_out(api::T_pvar_reset(pe_session, pvar_handle(handle)));
}
WEAK_NAME(T_pvar_reset);

int T_pvar_session_create(MPI_T_pvar_session *pe_session) noexcept {
  return code_out(api::T_pvar_session_create(pe_session));
}
WEAK_NAME(T_pvar_session_create);

int T_pvar_session_free(MPI_T_pvar_session *pe_session) noexcept {
  return code_out(api::T_pvar_session_free(pe_session));
}
WEAK_NAME(T_pvar_session_free);

int T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return code_out(api::T_pvar_start(pe_session, pvar_handle(handle)));
}
WEAK_NAME(T_pvar_start);

int T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return code_out(api::T_pvar_stop(pe_session, pvar_handle(handle)));
}
WEAK_NAME(T_pvar_stop);

int T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) noexcept {
  return code_out(api::T_pvar_write(pe_session, pvar_handle(handle), buf));
}
WEAK_NAME(T_pvar_write);

int T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
    MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, Info *info) noexcept {
  return code_out(api::T_source_get_info(source_index, name, name_len, desc, desc_len,
    EnumerationOut<MPI_T_source_order, source_order_out>(ordering), ticks_per_second, max_ticks, HandleOut(info)));
}
WEAK_NAME(T_source_get_info);

int T_source_get_num(int *num_sources) noexcept {
  return code_out(api::T_source_get_num(num_sources));
}
WEAK_NAME(T_source_get_num);

int T_source_get_timestamp(int source_index, MPI_Count *timestamp) noexcept {
  return code_out(api::T_source_get_timestamp(source_index, timestamp));
}
WEAK_NAME(T_source_get_timestamp);

}  // namespace penstock::faces::PENSTOCK_FACE
