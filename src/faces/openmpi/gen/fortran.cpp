// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions of the Open MPI ABI under their Fortran names.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/gen/entry.hpp"
#include "faces/openmpi/fortran/arguments.hpp"

namespace api = penstock::api;

namespace penstock::faces::openmpi::fortran {

extern "C" {

void pmpi_abort_(int* comm, int* errorcode, int* ierror) noexcept {
  give(ierror, Abort(Comm_f2c(*comm), *errorcode));
}
FORTRAN_NAMES(abort);

void pmpi_add_error_class_(int* errorclass, int* ierror) noexcept {
  give(ierror, Add_error_class(errorclass));
}
FORTRAN_NAMES(add_error_class);

void pmpi_add_error_code_(int* errorclass, int* errorcode, int* ierror) noexcept {
  give(ierror, Add_error_code(*errorclass, errorcode));
}
FORTRAN_NAMES(add_error_code);

void pmpi_add_error_string_(int* errorcode, char* string, int* ierror, std::size_t string_bytes) noexcept {
  give(ierror, Add_error_string(*errorcode, Text(string, string_bytes)));
}
FORTRAN_NAMES(add_error_string);

MPI_Aint pmpi_aint_add_(MPI_Aint* base, MPI_Aint* disp) noexcept {
  return Aint_add(*base, *disp);
}
FORTRAN_NAMES(aint_add);

MPI_Aint pmpi_aint_diff_(MPI_Aint* addr1, MPI_Aint* addr2) noexcept {
  return Aint_diff(*addr1, *addr2);
}
FORTRAN_NAMES(aint_diff);

void pmpi_alloc_mem_(MPI_Aint* size, int* info, void* baseptr, int* ierror) noexcept {
  give(ierror, Alloc_mem(*size, Info_f2c(*info), baseptr));
}
FORTRAN_NAMES(alloc_mem);

void pmpi_error_class_(int* errorcode, int* errorclass, int* ierror) noexcept {
  give(ierror, Error_class(*errorcode, errorclass));
}
FORTRAN_NAMES(error_class);

void pmpi_error_string_(int* errorcode, char* string, int* resultlen, int* ierror, std::size_t string_bytes) noexcept {
  give(ierror, Error_string(*errorcode, TextOut(string, string_bytes), resultlen));
}
FORTRAN_NAMES(error_string);

void pmpi_finalize_(int* ierror) noexcept {
  give(ierror, Finalize());
}
FORTRAN_NAMES(finalize);

void pmpi_finalized_(int* flag, int* ierror) noexcept {
  give(ierror, Finalized(flag));
}
FORTRAN_NAMES(finalized);

void pmpi_free_mem_(void* base, int* ierror) noexcept {
  give(ierror, Free_mem(sent(base)));
}
FORTRAN_NAMES(free_mem);

void pmpi_get_address_(void* location, MPI_Aint* address, int* ierror) noexcept {
  give(ierror, Get_address(sent(location), address));
}
FORTRAN_NAMES(get_address);

void pmpi_get_library_version_(char* version, int* resultlen, int* ierror, std::size_t version_bytes) noexcept {
  give(ierror, Get_library_version(TextOut(version, version_bytes), resultlen));
}
FORTRAN_NAMES(get_library_version);

void pmpi_get_processor_name_(char* name, int* resultlen, int* ierror, std::size_t name_bytes) noexcept {
  give(ierror, Get_processor_name(TextOut(name, name_bytes), resultlen));
}
FORTRAN_NAMES(get_processor_name);

void pmpi_get_version_(int* version, int* subversion, int* ierror) noexcept {
  give(ierror, Get_version(version, subversion));
}
FORTRAN_NAMES(get_version);

void pmpi_init_(int* ierror) noexcept {
  give(ierror, Init(nullptr, nullptr));
}
FORTRAN_NAMES(init);

void pmpi_init_thread_(int* required, int* provided, int* ierror) noexcept {
  give(ierror, Init_thread(nullptr, nullptr, *required, provided));
}
FORTRAN_NAMES(init_thread);

void pmpi_initialized_(int* flag, int* ierror) noexcept {
  give(ierror, Initialized(flag));
}
FORTRAN_NAMES(initialized);

void pmpi_is_thread_main_(int* flag, int* ierror) noexcept {
  give(ierror, Is_thread_main(flag));
}
FORTRAN_NAMES(is_thread_main);

void pmpi_query_thread_(int* provided, int* ierror) noexcept {
  give(ierror, Query_thread(provided));
}
FORTRAN_NAMES(query_thread);

void pmpi_remove_error_class_(int* errorclass, int* ierror) noexcept {
  give(ierror, Remove_error_class(*errorclass));
}
FORTRAN_NAMES(remove_error_class);

void pmpi_remove_error_code_(int* errorcode, int* ierror) noexcept {
  give(ierror, Remove_error_code(*errorcode));
}
FORTRAN_NAMES(remove_error_code);

void pmpi_remove_error_string_(int* errorcode, int* ierror) noexcept {
  give(ierror, Remove_error_string(*errorcode));
}
FORTRAN_NAMES(remove_error_string);

double pmpi_wtick_() noexcept {
  return Wtick();
}
FORTRAN_NAMES(wtick);

double pmpi_wtime_() noexcept {
  return Wtime();
}
FORTRAN_NAMES(wtime);

void pmpi_bsend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* ierror) noexcept {
  give(ierror, Bsend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm)));
}
FORTRAN_NAMES(bsend);

void pmpi_bsend_init_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Bsend_init(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(bsend_init);

void pmpi_buffer_attach_(void* buffer, int* size, int* ierror) noexcept {
  give(ierror, Buffer_attach(sent(buffer), *size));
}
FORTRAN_NAMES(buffer_attach);

void pmpi_buffer_detach_(void* buffer_addr, int* size, int* ierror) noexcept {
  give(ierror, Buffer_detach(Discarded(), size));
}
FORTRAN_NAMES(buffer_detach);

void pmpi_buffer_flush_(int* ierror) noexcept {
  give(ierror, Buffer_flush());
}
FORTRAN_NAMES(buffer_flush);

void pmpi_buffer_iflush_(int* request, int* ierror) noexcept {
  give(ierror, Buffer_iflush(RequestOut(request)));
}
FORTRAN_NAMES(buffer_iflush);

void pmpi_cancel_(int* request, int* ierror) noexcept {
  give(ierror, Cancel(RequestInOut(request)));
}
FORTRAN_NAMES(cancel);

void pmpi_comm_attach_buffer_(int* comm, void* buffer, int* size, int* ierror) noexcept {
  give(ierror, Comm_attach_buffer(Comm_f2c(*comm), sent(buffer), *size));
}
FORTRAN_NAMES(comm_attach_buffer);

void pmpi_comm_detach_buffer_(int* comm, void* buffer_addr, int* size, int* ierror) noexcept {
  give(ierror, Comm_detach_buffer(Comm_f2c(*comm), Discarded(), size));
}
FORTRAN_NAMES(comm_detach_buffer);

void pmpi_comm_flush_buffer_(int* comm, int* ierror) noexcept {
  give(ierror, Comm_flush_buffer(Comm_f2c(*comm)));
}
FORTRAN_NAMES(comm_flush_buffer);

void pmpi_comm_iflush_buffer_(int* comm, int* request, int* ierror) noexcept {
  give(ierror, Comm_iflush_buffer(Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(comm_iflush_buffer);

void pmpi_get_count_(int* status, int* datatype, int* count, int* ierror) noexcept {
  give(ierror, Get_count(Statuses(1, status), Type_f2c(*datatype), count));
}
FORTRAN_NAMES(get_count);

void pmpi_get_elements_(int* status, int* datatype, int* count, int* ierror) noexcept {
  give(ierror, Get_elements(Statuses(1, status), Type_f2c(*datatype), count));
}
FORTRAN_NAMES(get_elements);

void pmpi_get_elements_x_(int* status, int* datatype, MPI_Count* count, int* ierror) noexcept {
  give(ierror, Get_elements_x(Statuses(1, status), Type_f2c(*datatype), count));
}
FORTRAN_NAMES(get_elements_x);

void pmpi_grequest_complete_(int* request, int* ierror) noexcept {
  give(ierror, Grequest_complete(Request_f2c(*request)));
}
FORTRAN_NAMES(grequest_complete);

void pmpi_grequest_start_(int* query_fn, int* free_fn, int* cancel_fn, int* extra_state, int* request,
    int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kGrequest_start, MPI_COMM_NULL)));
}
FORTRAN_NAMES(grequest_start);

void pmpi_ibsend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Ibsend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ibsend);

void pmpi_improbe_(int* source, int* tag, int* comm, int* flag, int* message, int* status, int* ierror) noexcept {
  give(ierror, Improbe(*source, *tag, Comm_f2c(*comm), flag, MessageOut(message), Statuses(1, status)));
}
FORTRAN_NAMES(improbe);

void pmpi_imrecv_(void* buf, int* count, int* datatype, int* message, int* request, int* ierror) noexcept {
  give(ierror, Imrecv(sent(buf), *count, Type_f2c(*datatype), MessageInOut(message), RequestOut(request)));
}
FORTRAN_NAMES(imrecv);

void pmpi_iprobe_(int* source, int* tag, int* comm, int* flag, int* status, int* ierror) noexcept {
  give(ierror, Iprobe(*source, *tag, Comm_f2c(*comm), flag, Statuses(1, status)));
}
FORTRAN_NAMES(iprobe);

void pmpi_irecv_(void* buf, int* count, int* datatype, int* source, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Irecv(sent(buf), *count, Type_f2c(*datatype), *source, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(irecv);

void pmpi_irsend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Irsend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(irsend);

void pmpi_isend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Isend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(isend);

void pmpi_isendrecv_(void* sendbuf, int* sendcount, int* sendtype, int* dest, int* sendtag, void* recvbuf,
    int* recvcount, int* recvtype, int* source, int* recvtag, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Isendrecv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), *dest, *sendtag, sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *source, *recvtag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(isendrecv);

void pmpi_isendrecv_replace_(void* buf, int* count, int* datatype, int* dest, int* sendtag, int* source, int* recvtag,
    int* comm, int* request, int* ierror) noexcept {
  give(ierror, Isendrecv_replace(sent(buf), *count, Type_f2c(*datatype), *dest, *sendtag, *source, *recvtag,
    Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(isendrecv_replace);

void pmpi_issend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Issend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(issend);

void pmpi_mprobe_(int* source, int* tag, int* comm, int* message, int* status, int* ierror) noexcept {
  give(ierror, Mprobe(*source, *tag, Comm_f2c(*comm), MessageOut(message), Statuses(1, status)));
}
FORTRAN_NAMES(mprobe);

void pmpi_mrecv_(void* buf, int* count, int* datatype, int* message, int* status, int* ierror) noexcept {
  give(ierror, Mrecv(sent(buf), *count, Type_f2c(*datatype), MessageInOut(message), Statuses(1, status)));
}
FORTRAN_NAMES(mrecv);

void pmpi_parrived_(int* request, int* partition, int* flag, int* ierror) noexcept {
  give(ierror, Parrived(Request_f2c(*request), *partition, flag));
}
FORTRAN_NAMES(parrived);

void pmpi_pready_(int* partition, int* request, int* ierror) noexcept {
  give(ierror, Pready(*partition, Request_f2c(*request)));
}
FORTRAN_NAMES(pready);

void pmpi_pready_list_(int* length, int* array_of_partitions, int* request, int* ierror) noexcept {
  give(ierror, Pready_list(*length, array_of_partitions, Request_f2c(*request)));
}
FORTRAN_NAMES(pready_list);

void pmpi_pready_range_(int* partition_low, int* partition_high, int* request, int* ierror) noexcept {
  give(ierror, Pready_range(*partition_low, *partition_high, Request_f2c(*request)));
}
FORTRAN_NAMES(pready_range);

void pmpi_precv_init_(void* buf, int* partitions, int* count, int* datatype, int* source, int* tag, int* comm,
    int* info, int* request, int* ierror) noexcept {
  give(ierror, Precv_init(sent(buf), *partitions, *count, Type_f2c(*datatype), *source, *tag, Comm_f2c(*comm),
    Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(precv_init);

void pmpi_probe_(int* source, int* tag, int* comm, int* status, int* ierror) noexcept {
  give(ierror, Probe(*source, *tag, Comm_f2c(*comm), Statuses(1, status)));
}
FORTRAN_NAMES(probe);

void pmpi_psend_init_(void* buf, int* partitions, int* count, int* datatype, int* dest, int* tag, int* comm, int* info,
    int* request, int* ierror) noexcept {
  give(ierror, Psend_init(sent(buf), *partitions, *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm),
    Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(psend_init);

void pmpi_recv_(void* buf, int* count, int* datatype, int* source, int* tag, int* comm, int* status,
    int* ierror) noexcept {
  give(ierror, Recv(sent(buf), *count, Type_f2c(*datatype), *source, *tag, Comm_f2c(*comm), Statuses(1, status)));
}
FORTRAN_NAMES(recv);

void pmpi_recv_init_(void* buf, int* count, int* datatype, int* source, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Recv_init(sent(buf), *count, Type_f2c(*datatype), *source, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(recv_init);

void pmpi_request_free_(int* request, int* ierror) noexcept {
  give(ierror, Request_free(RequestInOut(request)));
}
FORTRAN_NAMES(request_free);

void pmpi_request_get_status_(int* request, int* flag, int* status, int* ierror) noexcept {
  give(ierror, Request_get_status(Request_f2c(*request), flag, Statuses(1, status)));
}
FORTRAN_NAMES(request_get_status);

void pmpi_request_get_status_all_(int* count, int* array_of_requests, int* flag, int* array_of_statuses,
    int* ierror) noexcept {
  give(ierror, Request_get_status_all(*count, RequestsIn(*count, array_of_requests), flag, Statuses(*count,
    array_of_statuses)));
}
FORTRAN_NAMES(request_get_status_all);

void pmpi_request_get_status_any_(int* count, int* array_of_requests, int* index, int* flag, int* status,
    int* ierror) noexcept {
  give(ierror, Request_get_status_any(*count, RequestsIn(*count, array_of_requests), Place(index), flag, Statuses(1,
    status)));
}
FORTRAN_NAMES(request_get_status_any);

void pmpi_request_get_status_some_(int* incount, int* array_of_requests, int* outcount, int* array_of_indices,
    int* array_of_statuses, int* ierror) noexcept {
  give(ierror, Request_get_status_some(*incount, RequestsIn(*incount, array_of_requests), outcount, Places(outcount,
    array_of_indices), Statuses(*incount, array_of_statuses)));
}
FORTRAN_NAMES(request_get_status_some);

void pmpi_rsend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* ierror) noexcept {
  give(ierror, Rsend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm)));
}
FORTRAN_NAMES(rsend);

void pmpi_rsend_init_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Rsend_init(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(rsend_init);

void pmpi_send_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* ierror) noexcept {
  give(ierror, Send(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm)));
}
FORTRAN_NAMES(send);

void pmpi_send_init_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Send_init(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(send_init);

void pmpi_sendrecv_(void* sendbuf, int* sendcount, int* sendtype, int* dest, int* sendtag, void* recvbuf,
    int* recvcount, int* recvtype, int* source, int* recvtag, int* comm, int* status, int* ierror) noexcept {
  give(ierror, Sendrecv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), *dest, *sendtag, sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *source, *recvtag, Comm_f2c(*comm), Statuses(1, status)));
}
FORTRAN_NAMES(sendrecv);

void pmpi_sendrecv_replace_(void* buf, int* count, int* datatype, int* dest, int* sendtag, int* source, int* recvtag,
    int* comm, int* status, int* ierror) noexcept {
  give(ierror, Sendrecv_replace(sent(buf), *count, Type_f2c(*datatype), *dest, *sendtag, *source, *recvtag,
    Comm_f2c(*comm), Statuses(1, status)));
}
FORTRAN_NAMES(sendrecv_replace);

void pmpi_ssend_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* ierror) noexcept {
  give(ierror, Ssend(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm)));
}
FORTRAN_NAMES(ssend);

void pmpi_ssend_init_(void* buf, int* count, int* datatype, int* dest, int* tag, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Ssend_init(sent(buf), *count, Type_f2c(*datatype), *dest, *tag, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ssend_init);

void pmpi_start_(int* request, int* ierror) noexcept {
  give(ierror, Start(RequestInOut(request)));
}
FORTRAN_NAMES(start);

void pmpi_startall_(int* count, int* array_of_requests, int* ierror) noexcept {
  give(ierror, Startall(*count, RequestsInOut(*count, array_of_requests)));
}
FORTRAN_NAMES(startall);

void pmpi_status_get_error_(int* status, int* err, int* ierror) noexcept {
  give(ierror, Status_get_error(Statuses(1, status), err));
}
FORTRAN_NAMES(status_get_error);

void pmpi_status_get_source_(int* status, int* source, int* ierror) noexcept {
  give(ierror, Status_get_source(Statuses(1, status), source));
}
FORTRAN_NAMES(status_get_source);

void pmpi_status_get_tag_(int* status, int* tag, int* ierror) noexcept {
  give(ierror, Status_get_tag(Statuses(1, status), tag));
}
FORTRAN_NAMES(status_get_tag);

void pmpi_status_set_cancelled_(int* status, int* flag, int* ierror) noexcept {
  give(ierror, Status_set_cancelled(Statuses(1, status), *flag));
}
FORTRAN_NAMES(status_set_cancelled);

void pmpi_status_set_elements_(int* status, int* datatype, int* count, int* ierror) noexcept {
  give(ierror, Status_set_elements(Statuses(1, status), Type_f2c(*datatype), *count));
}
FORTRAN_NAMES(status_set_elements);

void pmpi_status_set_elements_x_(int* status, int* datatype, MPI_Count* count, int* ierror) noexcept {
  give(ierror, Status_set_elements_x(Statuses(1, status), Type_f2c(*datatype), *count));
}
FORTRAN_NAMES(status_set_elements_x);

void pmpi_status_set_error_(int* status, int* err, int* ierror) noexcept {
  give(ierror, Status_set_error(Statuses(1, status), *err));
}
FORTRAN_NAMES(status_set_error);

void pmpi_status_set_source_(int* status, int* source, int* ierror) noexcept {
  give(ierror, Status_set_source(Statuses(1, status), *source));
}
FORTRAN_NAMES(status_set_source);

void pmpi_status_set_tag_(int* status, int* tag, int* ierror) noexcept {
  give(ierror, Status_set_tag(Statuses(1, status), *tag));
}
FORTRAN_NAMES(status_set_tag);

void pmpi_test_(int* request, int* flag, int* status, int* ierror) noexcept {
  give(ierror, Test(RequestInOut(request), flag, Statuses(1, status)));
}
FORTRAN_NAMES(test);

void pmpi_test_cancelled_(int* status, int* flag, int* ierror) noexcept {
  give(ierror, Test_cancelled(Statuses(1, status), flag));
}
FORTRAN_NAMES(test_cancelled);

void pmpi_testall_(int* count, int* array_of_requests, int* flag, int* array_of_statuses, int* ierror) noexcept {
  give(ierror, Testall(*count, RequestsInOut(*count, array_of_requests), flag, Statuses(*count, array_of_statuses)));
}
FORTRAN_NAMES(testall);

void pmpi_testany_(int* count, int* array_of_requests, int* index, int* flag, int* status, int* ierror) noexcept {
  give(ierror, Testany(*count, RequestsInOut(*count, array_of_requests), Place(index), flag, Statuses(1, status)));
}
FORTRAN_NAMES(testany);

void pmpi_testsome_(int* incount, int* array_of_requests, int* outcount, int* array_of_indices, int* array_of_statuses,
    int* ierror) noexcept {
  give(ierror, Testsome(*incount, RequestsInOut(*incount, array_of_requests), outcount, Places(outcount,
    array_of_indices), Statuses(*incount, array_of_statuses)));
}
FORTRAN_NAMES(testsome);

void pmpi_wait_(int* request, int* status, int* ierror) noexcept {
  give(ierror, Wait(RequestInOut(request), Statuses(1, status)));
}
FORTRAN_NAMES(wait);

void pmpi_waitall_(int* count, int* array_of_requests, int* array_of_statuses, int* ierror) noexcept {
  give(ierror, Waitall(*count, RequestsInOut(*count, array_of_requests), Statuses(*count, array_of_statuses)));
}
FORTRAN_NAMES(waitall);

void pmpi_waitany_(int* count, int* array_of_requests, int* index, int* status, int* ierror) noexcept {
  give(ierror, Waitany(*count, RequestsInOut(*count, array_of_requests), Place(index), Statuses(1, status)));
}
FORTRAN_NAMES(waitany);

void pmpi_waitsome_(int* incount, int* array_of_requests, int* outcount, int* array_of_indices, int* array_of_statuses,
    int* ierror) noexcept {
  give(ierror, Waitsome(*incount, RequestsInOut(*incount, array_of_requests), outcount, Places(outcount,
    array_of_indices), Statuses(*incount, array_of_statuses)));
}
FORTRAN_NAMES(waitsome);

void pmpi_allgather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* ierror) noexcept {
  give(ierror, Allgather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(allgather);

void pmpi_allgather_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Allgather_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(allgather_init);

void pmpi_allgatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Allgatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(allgatherv);

void pmpi_allgatherv_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Allgatherv_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(allgatherv_init);

void pmpi_allreduce_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm,
    int* ierror) noexcept {
  give(ierror, Allreduce(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm)));
}
FORTRAN_NAMES(allreduce);

void pmpi_allreduce_init_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* info,
    int* request, int* ierror) noexcept {
  give(ierror, Allreduce_init(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(allreduce_init);

void pmpi_alltoall_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* ierror) noexcept {
  give(ierror, Alltoall(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount, Type_f2c(*recvtype),
    Comm_f2c(*comm)));
}
FORTRAN_NAMES(alltoall);

void pmpi_alltoall_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Alltoall_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(alltoall_init);

void pmpi_alltoallv_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Alltoallv(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf), recvcounts, rdispls,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(alltoallv);

void pmpi_alltoallv_init_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Alltoallv_init(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf), recvcounts,
    rdispls, Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(alltoallv_init);

void pmpi_alltoallw_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtypes, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtypes, int* comm, int* ierror) noexcept {
  give(ierror, Alltoallw(sent(sendbuf), sendcounts, sdispls, TypesIn(members_of(*comm), sendtypes), sent(recvbuf),
    recvcounts, rdispls, TypesIn(members_of(*comm), recvtypes), Comm_f2c(*comm)));
}
FORTRAN_NAMES(alltoallw);

void pmpi_alltoallw_init_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtypes, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtypes, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Alltoallw_init(sent(sendbuf), sendcounts, sdispls, TypesIn(members_of(*comm), sendtypes), sent(recvbuf),
    recvcounts, rdispls, TypesIn(members_of(*comm), recvtypes), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(alltoallw_init);

void pmpi_barrier_(int* comm, int* ierror) noexcept {
  give(ierror, Barrier(Comm_f2c(*comm)));
}
FORTRAN_NAMES(barrier);

void pmpi_barrier_init_(int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Barrier_init(Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(barrier_init);

void pmpi_bcast_(void* buffer, int* count, int* datatype, int* root, int* comm, int* ierror) noexcept {
  give(ierror, Bcast(sent(buffer), *count, Type_f2c(*datatype), *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(bcast);

void pmpi_bcast_init_(void* buffer, int* count, int* datatype, int* root, int* comm, int* info, int* request,
    int* ierror) noexcept {
  give(ierror, Bcast_init(sent(buffer), *count, Type_f2c(*datatype), *root, Comm_f2c(*comm), Info_f2c(*info),
    RequestOut(request)));
}
FORTRAN_NAMES(bcast_init);

void pmpi_exscan_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* ierror) noexcept {
  give(ierror, Exscan(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm)));
}
FORTRAN_NAMES(exscan);

void pmpi_exscan_init_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* info,
    int* request, int* ierror) noexcept {
  give(ierror, Exscan_init(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(exscan_init);

void pmpi_gather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* ierror) noexcept {
  give(ierror, Gather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount, Type_f2c(*recvtype),
    *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(gather);

void pmpi_gather_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Gather_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(gather_init);

void pmpi_gatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* root, int* comm, int* ierror) noexcept {
  give(ierror, Gatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(gatherv);

void pmpi_gatherv_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* root, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Gatherv_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(gatherv_init);

void pmpi_iallgather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* request, int* ierror) noexcept {
  give(ierror, Iallgather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(iallgather);

void pmpi_iallgatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Iallgatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(iallgatherv);

void pmpi_iallreduce_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Iallreduce(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    RequestOut(request)));
}
FORTRAN_NAMES(iallreduce);

void pmpi_ialltoall_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ialltoall(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ialltoall);

void pmpi_ialltoallv_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ialltoallv(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf), recvcounts, rdispls,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ialltoallv);

void pmpi_ialltoallw_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtypes, void* recvbuf, int* recvcounts,
    int* rdispls, int* recvtypes, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ialltoallw(sent(sendbuf), sendcounts, sdispls, TypesIn(members_of(*comm), sendtypes), sent(recvbuf),
    recvcounts, rdispls, TypesIn(members_of(*comm), recvtypes), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ialltoallw);

void pmpi_ibarrier_(int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ibarrier(Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ibarrier);

void pmpi_ibcast_(void* buffer, int* count, int* datatype, int* root, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ibcast(sent(buffer), *count, Type_f2c(*datatype), *root, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ibcast);

void pmpi_iexscan_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Iexscan(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    RequestOut(request)));
}
FORTRAN_NAMES(iexscan);

void pmpi_igather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Igather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount, Type_f2c(*recvtype),
    *root, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(igather);

void pmpi_igatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts, int* displs,
    int* recvtype, int* root, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Igatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(igatherv);

void pmpi_ireduce_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* root, int* comm,
    int* request, int* ierror) noexcept {
  give(ierror, Ireduce(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), *root, Comm_f2c(*comm),
    RequestOut(request)));
}
FORTRAN_NAMES(ireduce);

void pmpi_ireduce_scatter_(void* sendbuf, void* recvbuf, int* recvcounts, int* datatype, int* op, int* comm,
    int* request, int* ierror) noexcept {
  give(ierror, Ireduce_scatter(sent(sendbuf), sent(recvbuf), recvcounts, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ireduce_scatter);

void pmpi_ireduce_scatter_block_(void* sendbuf, void* recvbuf, int* recvcount, int* datatype, int* op, int* comm,
    int* request, int* ierror) noexcept {
  give(ierror, Ireduce_scatter_block(sent(sendbuf), sent(recvbuf), *recvcount, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ireduce_scatter_block);

void pmpi_iscan_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* request,
    int* ierror) noexcept {
  give(ierror, Iscan(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    RequestOut(request)));
}
FORTRAN_NAMES(iscan);

void pmpi_iscatter_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Iscatter(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount, Type_f2c(*recvtype),
    *root, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(iscatter);

void pmpi_iscatterv_(void* sendbuf, int* sendcounts, int* displs, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* root, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Iscatterv(sent(sendbuf), sendcounts, displs, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(iscatterv);

void pmpi_op_commutative_(int* op, int* commute, int* ierror) noexcept {
  give(ierror, Op_commutative(Op_f2c(*op), commute));
}
FORTRAN_NAMES(op_commutative);

void pmpi_op_free_(int* op, int* ierror) noexcept {
  give(ierror, Op_free(OpInOut(op)));
}
FORTRAN_NAMES(op_free);

void pmpi_reduce_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* root, int* comm,
    int* ierror) noexcept {
  give(ierror, Reduce(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(reduce);

void pmpi_reduce_init_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* root, int* comm,
    int* info, int* request, int* ierror) noexcept {
  give(ierror, Reduce_init(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), *root,
    Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(reduce_init);

void pmpi_reduce_local_(void* inbuf, void* inoutbuf, int* count, int* datatype, int* op, int* ierror) noexcept {
  give(ierror, Reduce_local(sent(inbuf), sent(inoutbuf), *count, Type_f2c(*datatype), Op_f2c(*op)));
}
FORTRAN_NAMES(reduce_local);

void pmpi_reduce_scatter_(void* sendbuf, void* recvbuf, int* recvcounts, int* datatype, int* op, int* comm,
    int* ierror) noexcept {
  give(ierror, Reduce_scatter(sent(sendbuf), sent(recvbuf), recvcounts, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm)));
}
FORTRAN_NAMES(reduce_scatter);

void pmpi_reduce_scatter_block_(void* sendbuf, void* recvbuf, int* recvcount, int* datatype, int* op, int* comm,
    int* ierror) noexcept {
  give(ierror, Reduce_scatter_block(sent(sendbuf), sent(recvbuf), *recvcount, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm)));
}
FORTRAN_NAMES(reduce_scatter_block);

void pmpi_reduce_scatter_block_init_(void* sendbuf, void* recvbuf, int* recvcount, int* datatype, int* op, int* comm,
    int* info, int* request, int* ierror) noexcept {
  give(ierror, Reduce_scatter_block_init(sent(sendbuf), sent(recvbuf), *recvcount, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(reduce_scatter_block_init);

void pmpi_reduce_scatter_init_(void* sendbuf, void* recvbuf, int* recvcounts, int* datatype, int* op, int* comm,
    int* info, int* request, int* ierror) noexcept {
  give(ierror, Reduce_scatter_init(sent(sendbuf), sent(recvbuf), recvcounts, Type_f2c(*datatype), Op_f2c(*op),
    Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(reduce_scatter_init);

void pmpi_scan_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* ierror) noexcept {
  give(ierror, Scan(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm)));
}
FORTRAN_NAMES(scan);

void pmpi_scan_init_(void* sendbuf, void* recvbuf, int* count, int* datatype, int* op, int* comm, int* info,
    int* request, int* ierror) noexcept {
  give(ierror, Scan_init(sent(sendbuf), sent(recvbuf), *count, Type_f2c(*datatype), Op_f2c(*op), Comm_f2c(*comm),
    Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(scan_init);

void pmpi_scatter_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* ierror) noexcept {
  give(ierror, Scatter(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount, Type_f2c(*recvtype),
    *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(scatter);

void pmpi_scatter_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount, int* recvtype,
    int* root, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Scatter_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(scatter_init);

void pmpi_scatterv_(void* sendbuf, int* sendcounts, int* displs, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* root, int* comm, int* ierror) noexcept {
  give(ierror, Scatterv(sent(sendbuf), sendcounts, displs, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm)));
}
FORTRAN_NAMES(scatterv);

void pmpi_scatterv_init_(void* sendbuf, int* sendcounts, int* displs, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* root, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Scatterv_init(sent(sendbuf), sendcounts, displs, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), *root, Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(scatterv_init);

void pmpi_cart_coords_(int* comm, int* rank, int* maxdims, int* coords, int* ierror) noexcept {
  give(ierror, Cart_coords(Comm_f2c(*comm), *rank, *maxdims, coords));
}
FORTRAN_NAMES(cart_coords);

void pmpi_cart_create_(int* comm_old, int* ndims, int* dims, int* periods, int* reorder, int* comm_cart,
    int* ierror) noexcept {
  give(ierror, Cart_create(Comm_f2c(*comm_old), *ndims, dims, periods, *reorder, CommOut(comm_cart)));
}
FORTRAN_NAMES(cart_create);

void pmpi_cart_get_(int* comm, int* maxdims, int* dims, int* periods, int* coords, int* ierror) noexcept {
  give(ierror, Cart_get(Comm_f2c(*comm), *maxdims, dims, periods, coords));
}
FORTRAN_NAMES(cart_get);

void pmpi_cart_map_(int* comm, int* ndims, int* dims, int* periods, int* newrank, int* ierror) noexcept {
  give(ierror, Cart_map(Comm_f2c(*comm), *ndims, dims, periods, newrank));
}
FORTRAN_NAMES(cart_map);

void pmpi_cart_rank_(int* comm, int* coords, int* rank, int* ierror) noexcept {
  give(ierror, Cart_rank(Comm_f2c(*comm), coords, rank));
}
FORTRAN_NAMES(cart_rank);

void pmpi_cart_shift_(int* comm, int* direction, int* disp, int* rank_source, int* rank_dest, int* ierror) noexcept {
  give(ierror, Cart_shift(Comm_f2c(*comm), *direction, *disp, rank_source, rank_dest));
}
FORTRAN_NAMES(cart_shift);

void pmpi_cart_sub_(int* comm, int* remain_dims, int* newcomm, int* ierror) noexcept {
  give(ierror, Cart_sub(Comm_f2c(*comm), remain_dims, CommOut(newcomm)));
}
FORTRAN_NAMES(cart_sub);

void pmpi_cartdim_get_(int* comm, int* ndims, int* ierror) noexcept {
  give(ierror, Cartdim_get(Comm_f2c(*comm), ndims));
}
FORTRAN_NAMES(cartdim_get);

void pmpi_dims_create_(int* nnodes, int* ndims, int* dims, int* ierror) noexcept {
  give(ierror, Dims_create(*nnodes, *ndims, dims));
}
FORTRAN_NAMES(dims_create);

void pmpi_dist_graph_create_(int* comm_old, int* n, int* sources, int* degrees, int* destinations, int* weights,
    int* info, int* reorder, int* comm_dist_graph, int* ierror) noexcept {
  give(ierror, Dist_graph_create(Comm_f2c(*comm_old), *n, sources, degrees, destinations, weighed(weights),
    Info_f2c(*info), *reorder, CommOut(comm_dist_graph)));
}
FORTRAN_NAMES(dist_graph_create);

void pmpi_dist_graph_create_adjacent_(int* comm_old, int* indegree, int* sources, int* sourceweights, int* outdegree,
    int* destinations, int* destweights, int* info, int* reorder, int* comm_dist_graph, int* ierror) noexcept {
  give(ierror, Dist_graph_create_adjacent(Comm_f2c(*comm_old), *indegree, sources, weighed(sourceweights), *outdegree,
    destinations, weighed(destweights), Info_f2c(*info), *reorder, CommOut(comm_dist_graph)));
}
FORTRAN_NAMES(dist_graph_create_adjacent);

void pmpi_dist_graph_neighbors_(int* comm, int* maxindegree, int* sources, int* sourceweights, int* maxoutdegree,
    int* destinations, int* destweights, int* ierror) noexcept {
  give(ierror, Dist_graph_neighbors(Comm_f2c(*comm), *maxindegree, sources, weighed(sourceweights), *maxoutdegree,
    destinations, weighed(destweights)));
}
FORTRAN_NAMES(dist_graph_neighbors);

void pmpi_dist_graph_neighbors_count_(int* comm, int* indegree, int* outdegree, int* weighted, int* ierror) noexcept {
  give(ierror, Dist_graph_neighbors_count(Comm_f2c(*comm), indegree, outdegree, weighted));
}
FORTRAN_NAMES(dist_graph_neighbors_count);

void pmpi_graph_create_(int* comm_old, int* nnodes, int* index, int* edges, int* reorder, int* comm_graph,
    int* ierror) noexcept {
  give(ierror, Graph_create(Comm_f2c(*comm_old), *nnodes, index, edges, *reorder, CommOut(comm_graph)));
}
FORTRAN_NAMES(graph_create);

void pmpi_graph_get_(int* comm, int* maxindex, int* maxedges, int* index, int* edges, int* ierror) noexcept {
  give(ierror, Graph_get(Comm_f2c(*comm), *maxindex, *maxedges, index, edges));
}
FORTRAN_NAMES(graph_get);

void pmpi_graph_map_(int* comm, int* nnodes, int* index, int* edges, int* newrank, int* ierror) noexcept {
  give(ierror, Graph_map(Comm_f2c(*comm), *nnodes, index, edges, newrank));
}
FORTRAN_NAMES(graph_map);

void pmpi_graph_neighbors_(int* comm, int* rank, int* maxneighbors, int* neighbors, int* ierror) noexcept {
  give(ierror, Graph_neighbors(Comm_f2c(*comm), *rank, *maxneighbors, neighbors));
}
FORTRAN_NAMES(graph_neighbors);

void pmpi_graph_neighbors_count_(int* comm, int* rank, int* nneighbors, int* ierror) noexcept {
  give(ierror, Graph_neighbors_count(Comm_f2c(*comm), *rank, nneighbors));
}
FORTRAN_NAMES(graph_neighbors_count);

void pmpi_graphdims_get_(int* comm, int* nnodes, int* nedges, int* ierror) noexcept {
  give(ierror, Graphdims_get(Comm_f2c(*comm), nnodes, nedges));
}
FORTRAN_NAMES(graphdims_get);

void pmpi_ineighbor_allgather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ineighbor_allgather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ineighbor_allgather);

void pmpi_ineighbor_allgatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts,
    int* displs, int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ineighbor_allgatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ineighbor_allgatherv);

void pmpi_ineighbor_alltoall_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ineighbor_alltoall(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ineighbor_alltoall);

void pmpi_ineighbor_alltoallv_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf,
    int* recvcounts, int* rdispls, int* recvtype, int* comm, int* request, int* ierror) noexcept {
  give(ierror, Ineighbor_alltoallv(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf), recvcounts,
    rdispls, Type_f2c(*recvtype), Comm_f2c(*comm), RequestOut(request)));
}
FORTRAN_NAMES(ineighbor_alltoallv);

void pmpi_ineighbor_alltoallw_(void* sendbuf, int* sendcounts, MPI_Aint* sdispls, int* sendtypes, void* recvbuf,
    int* recvcounts, MPI_Aint* rdispls, int* recvtypes, int* comm, int* request, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kIneighbor_alltoallw, MPI_COMM_NULL)));
}
FORTRAN_NAMES(ineighbor_alltoallw);

void pmpi_neighbor_allgather_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Neighbor_allgather(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(neighbor_allgather);

void pmpi_neighbor_allgather_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Neighbor_allgather_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(neighbor_allgather_init);

void pmpi_neighbor_allgatherv_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts,
    int* displs, int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Neighbor_allgatherv(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts, displs,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(neighbor_allgatherv);

void pmpi_neighbor_allgatherv_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcounts,
    int* displs, int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Neighbor_allgatherv_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), recvcounts,
    displs, Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(neighbor_allgatherv_init);

void pmpi_neighbor_alltoall_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Neighbor_alltoall(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(neighbor_alltoall);

void pmpi_neighbor_alltoall_init_(void* sendbuf, int* sendcount, int* sendtype, void* recvbuf, int* recvcount,
    int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Neighbor_alltoall_init(sent(sendbuf), *sendcount, Type_f2c(*sendtype), sent(recvbuf), *recvcount,
    Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(neighbor_alltoall_init);

void pmpi_neighbor_alltoallv_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf,
    int* recvcounts, int* rdispls, int* recvtype, int* comm, int* ierror) noexcept {
  give(ierror, Neighbor_alltoallv(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf), recvcounts,
    rdispls, Type_f2c(*recvtype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(neighbor_alltoallv);

void pmpi_neighbor_alltoallv_init_(void* sendbuf, int* sendcounts, int* sdispls, int* sendtype, void* recvbuf,
    int* recvcounts, int* rdispls, int* recvtype, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, Neighbor_alltoallv_init(sent(sendbuf), sendcounts, sdispls, Type_f2c(*sendtype), sent(recvbuf),
    recvcounts, rdispls, Type_f2c(*recvtype), Comm_f2c(*comm), Info_f2c(*info), RequestOut(request)));
}
FORTRAN_NAMES(neighbor_alltoallv_init);

void pmpi_neighbor_alltoallw_(void* sendbuf, int* sendcounts, MPI_Aint* sdispls, int* sendtypes, void* recvbuf,
    int* recvcounts, MPI_Aint* rdispls, int* recvtypes, int* comm, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kNeighbor_alltoallw, MPI_COMM_NULL)));
}
FORTRAN_NAMES(neighbor_alltoallw);

void pmpi_neighbor_alltoallw_init_(void* sendbuf, int* sendcounts, MPI_Aint* sdispls, int* sendtypes, void* recvbuf,
    int* recvcounts, MPI_Aint* rdispls, int* recvtypes, int* comm, int* info, int* request, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kNeighbor_alltoallw_init, MPI_COMM_NULL)));
}
FORTRAN_NAMES(neighbor_alltoallw_init);

void pmpi_topo_test_(int* comm, int* status, int* ierror) noexcept {
  give(ierror, Topo_test(Comm_f2c(*comm), status));
}
FORTRAN_NAMES(topo_test);

void pmpi_pack_(void* inbuf, int* incount, int* datatype, void* outbuf, int* outsize, int* position, int* comm,
    int* ierror) noexcept {
  give(ierror, Pack(sent(inbuf), *incount, Type_f2c(*datatype), sent(outbuf), *outsize, position, Comm_f2c(*comm)));
}
FORTRAN_NAMES(pack);

void pmpi_pack_external_(char* datarep, void* inbuf, int* incount, int* datatype, void* outbuf, MPI_Aint* outsize,
    MPI_Aint* position, int* ierror, std::size_t datarep_bytes) noexcept {
  give(ierror, Pack_external(Text(datarep, datarep_bytes), sent(inbuf), *incount, Type_f2c(*datatype), sent(outbuf),
    *outsize, position));
}
FORTRAN_NAMES(pack_external);

void pmpi_pack_external_size_(char* datarep, int* incount, int* datatype, MPI_Aint* size, int* ierror,
    std::size_t datarep_bytes) noexcept {
  give(ierror, Pack_external_size(Text(datarep, datarep_bytes), *incount, Type_f2c(*datatype), size));
}
FORTRAN_NAMES(pack_external_size);

void pmpi_pack_size_(int* incount, int* datatype, int* comm, int* size, int* ierror) noexcept {
  give(ierror, Pack_size(*incount, Type_f2c(*datatype), Comm_f2c(*comm), size));
}
FORTRAN_NAMES(pack_size);

void pmpi_register_datarep_(char* datarep, int* read_conversion_fn, int* write_conversion_fn,
    int* dtype_file_extent_fn, int* extra_state, int* ierror, std::size_t datarep_bytes) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kRegister_datarep, MPI_COMM_NULL)));
}
FORTRAN_NAMES(register_datarep);

void pmpi_type_commit_(int* datatype, int* ierror) noexcept {
  give(ierror, Type_commit(TypeInOut(datatype)));
}
FORTRAN_NAMES(type_commit);

void pmpi_type_contiguous_(int* count, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_contiguous(*count, Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_contiguous);

void pmpi_type_create_darray_(int* size, int* rank, int* ndims, int* array_of_gsizes, int* array_of_distribs,
    int* array_of_dargs, int* array_of_psizes, int* order, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_darray(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs,
    array_of_psizes, *order, Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_darray);

void pmpi_type_create_f90_complex_(int* p, int* r, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_f90_complex(*p, *r, TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_f90_complex);

void pmpi_type_create_f90_integer_(int* r, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_f90_integer(*r, TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_f90_integer);

void pmpi_type_create_f90_real_(int* p, int* r, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_f90_real(*p, *r, TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_f90_real);

void pmpi_type_create_hindexed_(int* count, int* array_of_blocklengths, MPI_Aint* array_of_displacements, int* oldtype,
    int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_hindexed(*count, array_of_blocklengths, array_of_displacements, Type_f2c(*oldtype),
    TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_hindexed);

void pmpi_type_create_hindexed_block_(int* count, int* blocklength, MPI_Aint* array_of_displacements, int* oldtype,
    int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_hindexed_block(*count, *blocklength, array_of_displacements, Type_f2c(*oldtype),
    TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_hindexed_block);

void pmpi_type_create_hvector_(int* count, int* blocklength, MPI_Aint* stride, int* oldtype, int* newtype,
    int* ierror) noexcept {
  give(ierror, Type_create_hvector(*count, *blocklength, *stride, Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_hvector);

void pmpi_type_create_indexed_block_(int* count, int* blocklength, int* array_of_displacements, int* oldtype,
    int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_indexed_block(*count, *blocklength, array_of_displacements, Type_f2c(*oldtype),
    TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_indexed_block);

void pmpi_type_create_keyval_(int* type_copy_attr_fn, int* type_delete_attr_fn, int* type_keyval, int* extra_state,
    int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kType_create_keyval, MPI_COMM_NULL)));
}
FORTRAN_NAMES(type_create_keyval);

void pmpi_type_create_resized_(int* oldtype, MPI_Aint* lb, MPI_Aint* extent, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_resized(Type_f2c(*oldtype), *lb, *extent, TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_resized);

void pmpi_type_create_struct_(int* count, int* array_of_blocklengths, MPI_Aint* array_of_displacements,
    int* array_of_types, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_struct(*count, array_of_blocklengths, array_of_displacements, TypesIn(*count,
    array_of_types), TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_struct);

void pmpi_type_create_subarray_(int* ndims, int* array_of_sizes, int* array_of_subsizes, int* array_of_starts,
    int* order, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_create_subarray(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order,
    Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_create_subarray);

void pmpi_type_delete_attr_(int* datatype, int* type_keyval, int* ierror) noexcept {
  give(ierror, Type_delete_attr(Type_f2c(*datatype), *type_keyval));
}
FORTRAN_NAMES(type_delete_attr);

void pmpi_type_dup_(int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_dup(Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_dup);

void pmpi_type_free_(int* datatype, int* ierror) noexcept {
  give(ierror, Type_free(TypeInOut(datatype)));
}
FORTRAN_NAMES(type_free);

void pmpi_type_free_keyval_(int* type_keyval, int* ierror) noexcept {
  give(ierror, Type_free_keyval(type_keyval));
}
FORTRAN_NAMES(type_free_keyval);

void pmpi_type_get_attr_(int* datatype, int* type_keyval, int* attribute_val, int* flag, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kType_get_attr, MPI_COMM_NULL)));
}
FORTRAN_NAMES(type_get_attr);

void pmpi_type_get_contents_(int* datatype, int* max_integers, int* max_addresses, int* max_datatypes,
    int* array_of_integers, MPI_Aint* array_of_addresses, int* array_of_datatypes, int* ierror) noexcept {
  give(ierror, Type_get_contents(Type_f2c(*datatype), *max_integers, *max_addresses, *max_datatypes, array_of_integers,
    array_of_addresses, TypesOut(*max_datatypes, array_of_datatypes)));
}
FORTRAN_NAMES(type_get_contents);

void pmpi_type_get_envelope_(int* datatype, int* num_integers, int* num_addresses, int* num_datatypes, int* combiner,
    int* ierror) noexcept {
  give(ierror, Type_get_envelope(Type_f2c(*datatype), num_integers, num_addresses, num_datatypes, combiner));
}
FORTRAN_NAMES(type_get_envelope);

void pmpi_type_get_extent_(int* datatype, MPI_Aint* lb, MPI_Aint* extent, int* ierror) noexcept {
  give(ierror, Type_get_extent(Type_f2c(*datatype), lb, extent));
}
FORTRAN_NAMES(type_get_extent);

void pmpi_type_get_extent_x_(int* datatype, MPI_Count* lb, MPI_Count* extent, int* ierror) noexcept {
  give(ierror, Type_get_extent_x(Type_f2c(*datatype), lb, extent));
}
FORTRAN_NAMES(type_get_extent_x);

void pmpi_type_get_name_(int* datatype, char* type_name, int* resultlen, int* ierror,
    std::size_t type_name_bytes) noexcept {
  give(ierror, Type_get_name(Type_f2c(*datatype), TextOut(type_name, type_name_bytes), resultlen));
}
FORTRAN_NAMES(type_get_name);

void pmpi_type_get_true_extent_(int* datatype, MPI_Aint* true_lb, MPI_Aint* true_extent, int* ierror) noexcept {
  give(ierror, Type_get_true_extent(Type_f2c(*datatype), true_lb, true_extent));
}
FORTRAN_NAMES(type_get_true_extent);

void pmpi_type_get_true_extent_x_(int* datatype, MPI_Count* true_lb, MPI_Count* true_extent, int* ierror) noexcept {
  give(ierror, Type_get_true_extent_x(Type_f2c(*datatype), true_lb, true_extent));
}
FORTRAN_NAMES(type_get_true_extent_x);

void pmpi_type_get_value_index_(int* value_type, int* index_type, int* pair_type, int* ierror) noexcept {
  give(ierror, Type_get_value_index(Type_f2c(*value_type), Type_f2c(*index_type), TypeOut(pair_type)));
}
FORTRAN_NAMES(type_get_value_index);

void pmpi_type_indexed_(int* count, int* array_of_blocklengths, int* array_of_displacements, int* oldtype,
    int* newtype, int* ierror) noexcept {
  give(ierror, Type_indexed(*count, array_of_blocklengths, array_of_displacements, Type_f2c(*oldtype),
    TypeOut(newtype)));
}
FORTRAN_NAMES(type_indexed);

void pmpi_type_match_size_(int* typeclass, int* size, int* datatype, int* ierror) noexcept {
  give(ierror, Type_match_size(*typeclass, *size, TypeOut(datatype)));
}
FORTRAN_NAMES(type_match_size);

void pmpi_type_set_attr_(int* datatype, int* type_keyval, int* attribute_val, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kType_set_attr, MPI_COMM_NULL)));
}
FORTRAN_NAMES(type_set_attr);

void pmpi_type_set_name_(int* datatype, char* type_name, int* ierror, std::size_t type_name_bytes) noexcept {
  give(ierror, Type_set_name(Type_f2c(*datatype), Text(type_name, type_name_bytes)));
}
FORTRAN_NAMES(type_set_name);

void pmpi_type_size_(int* datatype, int* size, int* ierror) noexcept {
  give(ierror, Type_size(Type_f2c(*datatype), size));
}
FORTRAN_NAMES(type_size);

void pmpi_type_size_x_(int* datatype, MPI_Count* size, int* ierror) noexcept {
  give(ierror, Type_size_x(Type_f2c(*datatype), size));
}
FORTRAN_NAMES(type_size_x);

void pmpi_type_vector_(int* count, int* blocklength, int* stride, int* oldtype, int* newtype, int* ierror) noexcept {
  give(ierror, Type_vector(*count, *blocklength, *stride, Type_f2c(*oldtype), TypeOut(newtype)));
}
FORTRAN_NAMES(type_vector);

void pmpi_unpack_(void* inbuf, int* insize, int* position, void* outbuf, int* outcount, int* datatype, int* comm,
    int* ierror) noexcept {
  give(ierror, Unpack(sent(inbuf), *insize, position, sent(outbuf), *outcount, Type_f2c(*datatype), Comm_f2c(*comm)));
}
FORTRAN_NAMES(unpack);

void pmpi_unpack_external_(char* datarep, void* inbuf, MPI_Aint* insize, MPI_Aint* position, void* outbuf,
    int* outcount, int* datatype, int* ierror, std::size_t datarep_bytes) noexcept {
  give(ierror, Unpack_external(Text(datarep, datarep_bytes), sent(inbuf), *insize, position, sent(outbuf), *outcount,
    Type_f2c(*datatype)));
}
FORTRAN_NAMES(unpack_external);

void pmpi_group_compare_(int* group1, int* group2, int* result, int* ierror) noexcept {
  give(ierror, Group_compare(Group_f2c(*group1), Group_f2c(*group2), result));
}
FORTRAN_NAMES(group_compare);

void pmpi_group_difference_(int* group1, int* group2, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_difference(Group_f2c(*group1), Group_f2c(*group2), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_difference);

void pmpi_group_excl_(int* group, int* n, int* ranks, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_excl(Group_f2c(*group), *n, ranks, GroupOut(newgroup)));
}
FORTRAN_NAMES(group_excl);

void pmpi_group_free_(int* group, int* ierror) noexcept {
  give(ierror, Group_free(GroupInOut(group)));
}
FORTRAN_NAMES(group_free);

void pmpi_group_from_session_pset_(int* session, char* pset_name, int* newgroup, int* ierror,
    std::size_t pset_name_bytes) noexcept {
  give(ierror, Group_from_session_pset(Session_f2c(*session), Text(pset_name, pset_name_bytes), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_from_session_pset);

void pmpi_group_incl_(int* group, int* n, int* ranks, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_incl(Group_f2c(*group), *n, ranks, GroupOut(newgroup)));
}
FORTRAN_NAMES(group_incl);

void pmpi_group_intersection_(int* group1, int* group2, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_intersection(Group_f2c(*group1), Group_f2c(*group2), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_intersection);

void pmpi_group_range_excl_(int* group, int* n, int* ranges, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_range_excl(Group_f2c(*group), *n, reinterpret_cast<int(*)[3]>(ranges), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_range_excl);

void pmpi_group_range_incl_(int* group, int* n, int* ranges, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_range_incl(Group_f2c(*group), *n, reinterpret_cast<int(*)[3]>(ranges), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_range_incl);

void pmpi_group_rank_(int* group, int* rank, int* ierror) noexcept {
  give(ierror, Group_rank(Group_f2c(*group), rank));
}
FORTRAN_NAMES(group_rank);

void pmpi_group_size_(int* group, int* size, int* ierror) noexcept {
  give(ierror, Group_size(Group_f2c(*group), size));
}
FORTRAN_NAMES(group_size);

void pmpi_group_translate_ranks_(int* group1, int* n, int* ranks1, int* group2, int* ranks2, int* ierror) noexcept {
  give(ierror, Group_translate_ranks(Group_f2c(*group1), *n, ranks1, Group_f2c(*group2), ranks2));
}
FORTRAN_NAMES(group_translate_ranks);

void pmpi_group_union_(int* group1, int* group2, int* newgroup, int* ierror) noexcept {
  give(ierror, Group_union(Group_f2c(*group1), Group_f2c(*group2), GroupOut(newgroup)));
}
FORTRAN_NAMES(group_union);

void pmpi_comm_accept_(char* port_name, int* info, int* root, int* comm, int* newcomm, int* ierror,
    std::size_t port_name_bytes) noexcept {
  give(ierror, Comm_accept(Text(port_name, port_name_bytes), Info_f2c(*info), *root, Comm_f2c(*comm),
    CommOut(newcomm)));
}
FORTRAN_NAMES(comm_accept);

void pmpi_comm_call_errhandler_(int* comm, int* errorcode, int* ierror) noexcept {
  give(ierror, Comm_call_errhandler(Comm_f2c(*comm), *errorcode));
}
FORTRAN_NAMES(comm_call_errhandler);

void pmpi_comm_compare_(int* comm1, int* comm2, int* result, int* ierror) noexcept {
  give(ierror, Comm_compare(Comm_f2c(*comm1), Comm_f2c(*comm2), result));
}
FORTRAN_NAMES(comm_compare);

void pmpi_comm_connect_(char* port_name, int* info, int* root, int* comm, int* newcomm, int* ierror,
    std::size_t port_name_bytes) noexcept {
  give(ierror, Comm_connect(Text(port_name, port_name_bytes), Info_f2c(*info), *root, Comm_f2c(*comm),
    CommOut(newcomm)));
}
FORTRAN_NAMES(comm_connect);

void pmpi_comm_create_(int* comm, int* group, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_create(Comm_f2c(*comm), Group_f2c(*group), CommOut(newcomm)));
}
FORTRAN_NAMES(comm_create);

void pmpi_comm_create_from_group_(int* group, char* stringtag, int* info, int* errhandler, int* newcomm, int* ierror,
    std::size_t stringtag_bytes) noexcept {
  give(ierror, Comm_create_from_group(Group_f2c(*group), Text(stringtag, stringtag_bytes), Info_f2c(*info),
    Errhandler_f2c(*errhandler), CommOut(newcomm)));
}
FORTRAN_NAMES(comm_create_from_group);

void pmpi_comm_create_group_(int* comm, int* group, int* tag, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_create_group(Comm_f2c(*comm), Group_f2c(*group), *tag, CommOut(newcomm)));
}
FORTRAN_NAMES(comm_create_group);

void pmpi_comm_create_keyval_(int* comm_copy_attr_fn, int* comm_delete_attr_fn, int* comm_keyval, int* extra_state,
    int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kComm_create_keyval, MPI_COMM_NULL)));
}
FORTRAN_NAMES(comm_create_keyval);

void pmpi_comm_delete_attr_(int* comm, int* comm_keyval, int* ierror) noexcept {
  give(ierror, Comm_delete_attr(Comm_f2c(*comm), *comm_keyval));
}
FORTRAN_NAMES(comm_delete_attr);

void pmpi_comm_disconnect_(int* comm, int* ierror) noexcept {
  give(ierror, Comm_disconnect(CommInOut(comm)));
}
FORTRAN_NAMES(comm_disconnect);

void pmpi_comm_dup_(int* comm, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_dup(Comm_f2c(*comm), CommOut(newcomm)));
}
FORTRAN_NAMES(comm_dup);

void pmpi_comm_dup_with_info_(int* comm, int* info, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_dup_with_info(Comm_f2c(*comm), Info_f2c(*info), CommOut(newcomm)));
}
FORTRAN_NAMES(comm_dup_with_info);

void pmpi_comm_free_(int* comm, int* ierror) noexcept {
  give(ierror, Comm_free(CommInOut(comm)));
}
FORTRAN_NAMES(comm_free);

void pmpi_comm_free_keyval_(int* comm_keyval, int* ierror) noexcept {
  give(ierror, Comm_free_keyval(comm_keyval));
}
FORTRAN_NAMES(comm_free_keyval);

void pmpi_comm_get_errhandler_(int* comm, int* errhandler, int* ierror) noexcept {
  give(ierror, Comm_get_errhandler(Comm_f2c(*comm), ErrhandlerOut(errhandler)));
}
FORTRAN_NAMES(comm_get_errhandler);

void pmpi_comm_get_info_(int* comm, int* info_used, int* ierror) noexcept {
  give(ierror, Comm_get_info(Comm_f2c(*comm), InfoOut(info_used)));
}
FORTRAN_NAMES(comm_get_info);

void pmpi_comm_get_name_(int* comm, char* comm_name, int* resultlen, int* ierror,
    std::size_t comm_name_bytes) noexcept {
  give(ierror, Comm_get_name(Comm_f2c(*comm), TextOut(comm_name, comm_name_bytes), resultlen));
}
FORTRAN_NAMES(comm_get_name);

void pmpi_comm_get_parent_(int* parent, int* ierror) noexcept {
  give(ierror, Comm_get_parent(CommOut(parent)));
}
FORTRAN_NAMES(comm_get_parent);

void pmpi_comm_group_(int* comm, int* group, int* ierror) noexcept {
  give(ierror, Comm_group(Comm_f2c(*comm), GroupOut(group)));
}
FORTRAN_NAMES(comm_group);

void pmpi_comm_idup_(int* comm, int* newcomm, int* request, int* ierror) noexcept {
  give(ierror, Comm_idup(Comm_f2c(*comm), CommOut(newcomm), RequestOut(request)));
}
FORTRAN_NAMES(comm_idup);

void pmpi_comm_idup_with_info_(int* comm, int* info, int* newcomm, int* request, int* ierror) noexcept {
  give(ierror, Comm_idup_with_info(Comm_f2c(*comm), Info_f2c(*info), CommOut(newcomm), RequestOut(request)));
}
FORTRAN_NAMES(comm_idup_with_info);

void pmpi_comm_join_(int* fd, int* intercomm, int* ierror) noexcept {
  give(ierror, Comm_join(*fd, CommOut(intercomm)));
}
FORTRAN_NAMES(comm_join);

void pmpi_comm_rank_(int* comm, int* rank, int* ierror) noexcept {
  give(ierror, Comm_rank(Comm_f2c(*comm), rank));
}
FORTRAN_NAMES(comm_rank);

void pmpi_comm_remote_group_(int* comm, int* group, int* ierror) noexcept {
  give(ierror, Comm_remote_group(Comm_f2c(*comm), GroupOut(group)));
}
FORTRAN_NAMES(comm_remote_group);

void pmpi_comm_remote_size_(int* comm, int* size, int* ierror) noexcept {
  give(ierror, Comm_remote_size(Comm_f2c(*comm), size));
}
FORTRAN_NAMES(comm_remote_size);

void pmpi_comm_set_attr_(int* comm, int* comm_keyval, int* attribute_val, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kComm_set_attr, MPI_COMM_NULL)));
}
FORTRAN_NAMES(comm_set_attr);

void pmpi_comm_set_errhandler_(int* comm, int* errhandler, int* ierror) noexcept {
  give(ierror, Comm_set_errhandler(Comm_f2c(*comm), Errhandler_f2c(*errhandler)));
}
FORTRAN_NAMES(comm_set_errhandler);

void pmpi_comm_set_info_(int* comm, int* info, int* ierror) noexcept {
  give(ierror, Comm_set_info(Comm_f2c(*comm), Info_f2c(*info)));
}
FORTRAN_NAMES(comm_set_info);

void pmpi_comm_set_name_(int* comm, char* comm_name, int* ierror, std::size_t comm_name_bytes) noexcept {
  give(ierror, Comm_set_name(Comm_f2c(*comm), Text(comm_name, comm_name_bytes)));
}
FORTRAN_NAMES(comm_set_name);

void pmpi_comm_size_(int* comm, int* size, int* ierror) noexcept {
  give(ierror, Comm_size(Comm_f2c(*comm), size));
}
FORTRAN_NAMES(comm_size);

void pmpi_comm_spawn_(char* command, int* argv, int* maxprocs, int* info, int* root, int* comm, int* intercomm,
    int* array_of_errcodes, int* ierror, std::size_t command_bytes) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kComm_spawn, MPI_COMM_NULL)));
}
FORTRAN_NAMES(comm_spawn);

void pmpi_comm_spawn_multiple_(int* count, int* array_of_commands, int* array_of_argv, int* array_of_maxprocs,
    int* array_of_info, int* root, int* comm, int* intercomm, int* array_of_errcodes, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kComm_spawn_multiple, MPI_COMM_NULL)));
}
FORTRAN_NAMES(comm_spawn_multiple);

void pmpi_comm_split_(int* comm, int* color, int* key, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_split(Comm_f2c(*comm), *color, *key, CommOut(newcomm)));
}
FORTRAN_NAMES(comm_split);

void pmpi_comm_split_type_(int* comm, int* split_type, int* key, int* info, int* newcomm, int* ierror) noexcept {
  give(ierror, Comm_split_type(Comm_f2c(*comm), *split_type, *key, Info_f2c(*info), CommOut(newcomm)));
}
FORTRAN_NAMES(comm_split_type);

void pmpi_comm_test_inter_(int* comm, int* flag, int* ierror) noexcept {
  give(ierror, Comm_test_inter(Comm_f2c(*comm), flag));
}
FORTRAN_NAMES(comm_test_inter);

void pmpi_intercomm_create_(int* local_comm, int* local_leader, int* peer_comm, int* remote_leader, int* tag,
    int* newintercomm, int* ierror) noexcept {
  give(ierror, Intercomm_create(Comm_f2c(*local_comm), *local_leader, Comm_f2c(*peer_comm), *remote_leader, *tag,
    CommOut(newintercomm)));
}
FORTRAN_NAMES(intercomm_create);

void pmpi_intercomm_create_from_groups_(int* local_group, int* local_leader, int* remote_group, int* remote_leader,
    char* stringtag, int* info, int* errhandler, int* newintercomm, int* ierror, std::size_t stringtag_bytes) noexcept {
  give(ierror, Intercomm_create_from_groups(Group_f2c(*local_group), *local_leader, Group_f2c(*remote_group),
    *remote_leader, Text(stringtag, stringtag_bytes), Info_f2c(*info), Errhandler_f2c(*errhandler),
    CommOut(newintercomm)));
}
FORTRAN_NAMES(intercomm_create_from_groups);

void pmpi_intercomm_merge_(int* intercomm, int* high, int* newintracomm, int* ierror) noexcept {
  give(ierror, Intercomm_merge(Comm_f2c(*intercomm), *high, CommOut(newintracomm)));
}
FORTRAN_NAMES(intercomm_merge);

void pmpi_attr_delete_(int* comm, int* keyval, int* ierror) noexcept {
  give(ierror, Attr_delete(Comm_f2c(*comm), *keyval));
}
FORTRAN_NAMES(attr_delete);

void pmpi_attr_put_(int* comm, int* keyval, int* attribute_val, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kAttr_put, MPI_COMM_NULL)));
}
FORTRAN_NAMES(attr_put);

void pmpi_keyval_create_(int* copy_fn, int* delete_fn, int* keyval, int* extra_state, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kKeyval_create, MPI_COMM_NULL)));
}
FORTRAN_NAMES(keyval_create);

void pmpi_keyval_free_(int* keyval, int* ierror) noexcept {
  give(ierror, Keyval_free(keyval));
}
FORTRAN_NAMES(keyval_free);

void pmpi_info_create_(int* info, int* ierror) noexcept {
  give(ierror, Info_create(InfoOut(info)));
}
FORTRAN_NAMES(info_create);

void pmpi_info_delete_(int* info, char* key, int* ierror, std::size_t key_bytes) noexcept {
  give(ierror, Info_delete(Info_f2c(*info), Text(key, key_bytes)));
}
FORTRAN_NAMES(info_delete);

void pmpi_info_dup_(int* info, int* newinfo, int* ierror) noexcept {
  give(ierror, Info_dup(Info_f2c(*info), InfoOut(newinfo)));
}
FORTRAN_NAMES(info_dup);

void pmpi_info_free_(int* info, int* ierror) noexcept {
  give(ierror, Info_free(InfoInOut(info)));
}
FORTRAN_NAMES(info_free);

void pmpi_info_get_(int* info, char* key, int* valuelen, char* value, int* flag, int* ierror, std::size_t key_bytes,
    std::size_t value_bytes) noexcept {
  give(ierror, Info_get(Info_f2c(*info), Text(key, key_bytes), *valuelen, TextOut(value, value_bytes), flag));
}
FORTRAN_NAMES(info_get);

void pmpi_info_get_nkeys_(int* info, int* nkeys, int* ierror) noexcept {
  give(ierror, Info_get_nkeys(Info_f2c(*info), nkeys));
}
FORTRAN_NAMES(info_get_nkeys);

void pmpi_info_get_nthkey_(int* info, int* n, char* key, int* ierror, std::size_t key_bytes) noexcept {
  give(ierror, Info_get_nthkey(Info_f2c(*info), *n, TextOut(key, key_bytes)));
}
FORTRAN_NAMES(info_get_nthkey);

void pmpi_info_get_string_(int* info, char* key, int* buflen, char* value, int* flag, int* ierror,
    std::size_t key_bytes, std::size_t value_bytes) noexcept {
  give(ierror, Info_get_string(Info_f2c(*info), Text(key, key_bytes), buflen, TextOut(value, value_bytes), flag));
}
FORTRAN_NAMES(info_get_string);

void pmpi_info_get_valuelen_(int* info, char* key, int* valuelen, int* flag, int* ierror,
    std::size_t key_bytes) noexcept {
  give(ierror, Info_get_valuelen(Info_f2c(*info), Text(key, key_bytes), valuelen, flag));
}
FORTRAN_NAMES(info_get_valuelen);

void pmpi_info_set_(int* info, char* key, char* value, int* ierror, std::size_t key_bytes,
    std::size_t value_bytes) noexcept {
  give(ierror, Info_set(Info_f2c(*info), Text(key, key_bytes), Text(value, value_bytes)));
}
FORTRAN_NAMES(info_set);

void pmpi_errhandler_free_(int* errhandler, int* ierror) noexcept {
  give(ierror, Errhandler_free(ErrhandlerInOut(errhandler)));
}
FORTRAN_NAMES(errhandler_free);

void pmpi_session_attach_buffer_(int* session, void* buffer, int* size, int* ierror) noexcept {
  give(ierror, Session_attach_buffer(Session_f2c(*session), sent(buffer), *size));
}
FORTRAN_NAMES(session_attach_buffer);

void pmpi_session_call_errhandler_(int* session, int* errorcode, int* ierror) noexcept {
  give(ierror, Session_call_errhandler(Session_f2c(*session), *errorcode));
}
FORTRAN_NAMES(session_call_errhandler);

void pmpi_session_create_errhandler_(int* session_errhandler_fn, int* errhandler, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kSession_create_errhandler, MPI_COMM_NULL)));
}
FORTRAN_NAMES(session_create_errhandler);

void pmpi_session_detach_buffer_(int* session, void* buffer_addr, int* size, int* ierror) noexcept {
  give(ierror, Session_detach_buffer(Session_f2c(*session), Discarded(), size));
}
FORTRAN_NAMES(session_detach_buffer);

void pmpi_session_finalize_(int* session, int* ierror) noexcept {
  give(ierror, Session_finalize(SessionInOut(session)));
}
FORTRAN_NAMES(session_finalize);

void pmpi_session_flush_buffer_(int* session, int* ierror) noexcept {
  give(ierror, Session_flush_buffer(Session_f2c(*session)));
}
FORTRAN_NAMES(session_flush_buffer);

void pmpi_session_get_errhandler_(int* session, int* errhandler, int* ierror) noexcept {
  give(ierror, Session_get_errhandler(Session_f2c(*session), ErrhandlerOut(errhandler)));
}
FORTRAN_NAMES(session_get_errhandler);

void pmpi_session_get_info_(int* session, int* info_used, int* ierror) noexcept {
  give(ierror, Session_get_info(Session_f2c(*session), InfoOut(info_used)));
}
FORTRAN_NAMES(session_get_info);

void pmpi_session_get_nth_pset_(int* session, int* info, int* n, int* pset_len, char* pset_name, int* ierror,
    std::size_t pset_name_bytes) noexcept {
  give(ierror, Session_get_nth_pset(Session_f2c(*session), Info_f2c(*info), *n, pset_len, TextOut(pset_name,
    pset_name_bytes)));
}
FORTRAN_NAMES(session_get_nth_pset);

void pmpi_session_get_num_psets_(int* session, int* info, int* npset_names, int* ierror) noexcept {
  give(ierror, Session_get_num_psets(Session_f2c(*session), Info_f2c(*info), npset_names));
}
FORTRAN_NAMES(session_get_num_psets);

void pmpi_session_get_pset_info_(int* session, char* pset_name, int* info, int* ierror,
    std::size_t pset_name_bytes) noexcept {
  give(ierror, Session_get_pset_info(Session_f2c(*session), Text(pset_name, pset_name_bytes), InfoOut(info)));
}
FORTRAN_NAMES(session_get_pset_info);

void pmpi_session_iflush_buffer_(int* session, int* request, int* ierror) noexcept {
  give(ierror, Session_iflush_buffer(Session_f2c(*session), RequestOut(request)));
}
FORTRAN_NAMES(session_iflush_buffer);

void pmpi_session_init_(int* info, int* errhandler, int* session, int* ierror) noexcept {
  give(ierror, Session_init(Info_f2c(*info), Errhandler_f2c(*errhandler), SessionOut(session)));
}
FORTRAN_NAMES(session_init);

void pmpi_session_set_errhandler_(int* session, int* errhandler, int* ierror) noexcept {
  give(ierror, Session_set_errhandler(Session_f2c(*session), Errhandler_f2c(*errhandler)));
}
FORTRAN_NAMES(session_set_errhandler);

void pmpi_accumulate_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank,
    MPI_Aint* target_disp, int* target_count, int* target_datatype, int* op, int* win, int* ierror) noexcept {
  give(ierror, Accumulate(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Op_f2c(*op), Win_f2c(*win)));
}
FORTRAN_NAMES(accumulate);

void pmpi_compare_and_swap_(void* origin_addr, void* compare_addr, void* result_addr, int* datatype, int* target_rank,
    MPI_Aint* target_disp, int* win, int* ierror) noexcept {
  give(ierror, Compare_and_swap(sent(origin_addr), sent(compare_addr), sent(result_addr), Type_f2c(*datatype),
    *target_rank, *target_disp, Win_f2c(*win)));
}
FORTRAN_NAMES(compare_and_swap);

void pmpi_fetch_and_op_(void* origin_addr, void* result_addr, int* datatype, int* target_rank, MPI_Aint* target_disp,
    int* op, int* win, int* ierror) noexcept {
  give(ierror, Fetch_and_op(sent(origin_addr), sent(result_addr), Type_f2c(*datatype), *target_rank, *target_disp,
    Op_f2c(*op), Win_f2c(*win)));
}
FORTRAN_NAMES(fetch_and_op);

void pmpi_get_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank, MPI_Aint* target_disp,
    int* target_count, int* target_datatype, int* win, int* ierror) noexcept {
  give(ierror, Get(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Win_f2c(*win)));
}
FORTRAN_NAMES(get);

void pmpi_get_accumulate_(void* origin_addr, int* origin_count, int* origin_datatype, void* result_addr,
    int* result_count, int* result_datatype, int* target_rank, MPI_Aint* target_disp, int* target_count,
    int* target_datatype, int* op, int* win, int* ierror) noexcept {
  give(ierror, Get_accumulate(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), sent(result_addr),
    *result_count, Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count, Type_f2c(*target_datatype),
    Op_f2c(*op), Win_f2c(*win)));
}
FORTRAN_NAMES(get_accumulate);

void pmpi_get_hw_resource_info_(int* hw_info, int* ierror) noexcept {
  give(ierror, Get_hw_resource_info(InfoOut(hw_info)));
}
FORTRAN_NAMES(get_hw_resource_info);

void pmpi_put_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank, MPI_Aint* target_disp,
    int* target_count, int* target_datatype, int* win, int* ierror) noexcept {
  give(ierror, Put(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Win_f2c(*win)));
}
FORTRAN_NAMES(put);

void pmpi_raccumulate_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank,
    MPI_Aint* target_disp, int* target_count, int* target_datatype, int* op, int* win, int* request,
    int* ierror) noexcept {
  give(ierror, Raccumulate(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Op_f2c(*op), Win_f2c(*win), RequestOut(request)));
}
FORTRAN_NAMES(raccumulate);

void pmpi_rget_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank, MPI_Aint* target_disp,
    int* target_count, int* target_datatype, int* win, int* request, int* ierror) noexcept {
  give(ierror, Rget(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Win_f2c(*win), RequestOut(request)));
}
FORTRAN_NAMES(rget);

void pmpi_rget_accumulate_(void* origin_addr, int* origin_count, int* origin_datatype, void* result_addr,
    int* result_count, int* result_datatype, int* target_rank, MPI_Aint* target_disp, int* target_count,
    int* target_datatype, int* op, int* win, int* request, int* ierror) noexcept {
  give(ierror, Rget_accumulate(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), sent(result_addr),
    *result_count, Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count, Type_f2c(*target_datatype),
    Op_f2c(*op), Win_f2c(*win), RequestOut(request)));
}
FORTRAN_NAMES(rget_accumulate);

void pmpi_rput_(void* origin_addr, int* origin_count, int* origin_datatype, int* target_rank, MPI_Aint* target_disp,
    int* target_count, int* target_datatype, int* win, int* request, int* ierror) noexcept {
  give(ierror, Rput(sent(origin_addr), *origin_count, Type_f2c(*origin_datatype), *target_rank, *target_disp,
    *target_count, Type_f2c(*target_datatype), Win_f2c(*win), RequestOut(request)));
}
FORTRAN_NAMES(rput);

void pmpi_win_allocate_(MPI_Aint* size, int* disp_unit, int* info, int* comm, void* baseptr, int* win,
    int* ierror) noexcept {
  give(ierror, Win_allocate(*size, *disp_unit, Info_f2c(*info), Comm_f2c(*comm), baseptr, WinOut(win)));
}
FORTRAN_NAMES(win_allocate);

void pmpi_win_allocate_shared_(MPI_Aint* size, int* disp_unit, int* info, int* comm, void* baseptr, int* win,
    int* ierror) noexcept {
  give(ierror, Win_allocate_shared(*size, *disp_unit, Info_f2c(*info), Comm_f2c(*comm), baseptr, WinOut(win)));
}
FORTRAN_NAMES(win_allocate_shared);

void pmpi_win_attach_(int* win, void* base, MPI_Aint* size, int* ierror) noexcept {
  give(ierror, Win_attach(Win_f2c(*win), sent(base), *size));
}
FORTRAN_NAMES(win_attach);

void pmpi_win_call_errhandler_(int* win, int* errorcode, int* ierror) noexcept {
  give(ierror, Win_call_errhandler(Win_f2c(*win), *errorcode));
}
FORTRAN_NAMES(win_call_errhandler);

void pmpi_win_complete_(int* win, int* ierror) noexcept {
  give(ierror, Win_complete(Win_f2c(*win)));
}
FORTRAN_NAMES(win_complete);

void pmpi_win_create_(void* base, MPI_Aint* size, int* disp_unit, int* info, int* comm, int* win,
    int* ierror) noexcept {
  give(ierror, Win_create(sent(base), *size, *disp_unit, Info_f2c(*info), Comm_f2c(*comm), WinOut(win)));
}
FORTRAN_NAMES(win_create);

void pmpi_win_create_dynamic_(int* info, int* comm, int* win, int* ierror) noexcept {
  give(ierror, Win_create_dynamic(Info_f2c(*info), Comm_f2c(*comm), WinOut(win)));
}
FORTRAN_NAMES(win_create_dynamic);

void pmpi_win_create_keyval_(int* win_copy_attr_fn, int* win_delete_attr_fn, int* win_keyval, int* extra_state,
    int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kWin_create_keyval, MPI_COMM_NULL)));
}
FORTRAN_NAMES(win_create_keyval);

void pmpi_win_delete_attr_(int* win, int* win_keyval, int* ierror) noexcept {
  give(ierror, Win_delete_attr(Win_f2c(*win), *win_keyval));
}
FORTRAN_NAMES(win_delete_attr);

void pmpi_win_detach_(int* win, void* base, int* ierror) noexcept {
  give(ierror, Win_detach(Win_f2c(*win), sent(base)));
}
FORTRAN_NAMES(win_detach);

void pmpi_win_fence_(int* assert, int* win, int* ierror) noexcept {
  give(ierror, Win_fence(*assert, Win_f2c(*win)));
}
FORTRAN_NAMES(win_fence);

void pmpi_win_flush_(int* rank, int* win, int* ierror) noexcept {
  give(ierror, Win_flush(*rank, Win_f2c(*win)));
}
FORTRAN_NAMES(win_flush);

void pmpi_win_flush_all_(int* win, int* ierror) noexcept {
  give(ierror, Win_flush_all(Win_f2c(*win)));
}
FORTRAN_NAMES(win_flush_all);

void pmpi_win_flush_local_(int* rank, int* win, int* ierror) noexcept {
  give(ierror, Win_flush_local(*rank, Win_f2c(*win)));
}
FORTRAN_NAMES(win_flush_local);

void pmpi_win_flush_local_all_(int* win, int* ierror) noexcept {
  give(ierror, Win_flush_local_all(Win_f2c(*win)));
}
FORTRAN_NAMES(win_flush_local_all);

void pmpi_win_free_(int* win, int* ierror) noexcept {
  give(ierror, Win_free(WinInOut(win)));
}
FORTRAN_NAMES(win_free);

void pmpi_win_free_keyval_(int* win_keyval, int* ierror) noexcept {
  give(ierror, Win_free_keyval(win_keyval));
}
FORTRAN_NAMES(win_free_keyval);

void pmpi_win_get_errhandler_(int* win, int* errhandler, int* ierror) noexcept {
  give(ierror, Win_get_errhandler(Win_f2c(*win), ErrhandlerOut(errhandler)));
}
FORTRAN_NAMES(win_get_errhandler);

void pmpi_win_get_group_(int* win, int* group, int* ierror) noexcept {
  give(ierror, Win_get_group(Win_f2c(*win), GroupOut(group)));
}
FORTRAN_NAMES(win_get_group);

void pmpi_win_get_info_(int* win, int* info_used, int* ierror) noexcept {
  give(ierror, Win_get_info(Win_f2c(*win), InfoOut(info_used)));
}
FORTRAN_NAMES(win_get_info);

void pmpi_win_get_name_(int* win, char* win_name, int* resultlen, int* ierror, std::size_t win_name_bytes) noexcept {
  give(ierror, Win_get_name(Win_f2c(*win), TextOut(win_name, win_name_bytes), resultlen));
}
FORTRAN_NAMES(win_get_name);

void pmpi_win_lock_(int* lock_type, int* rank, int* assert, int* win, int* ierror) noexcept {
  give(ierror, Win_lock(*lock_type, *rank, *assert, Win_f2c(*win)));
}
FORTRAN_NAMES(win_lock);

void pmpi_win_lock_all_(int* assert, int* win, int* ierror) noexcept {
  give(ierror, Win_lock_all(*assert, Win_f2c(*win)));
}
FORTRAN_NAMES(win_lock_all);

void pmpi_win_post_(int* group, int* assert, int* win, int* ierror) noexcept {
  give(ierror, Win_post(Group_f2c(*group), *assert, Win_f2c(*win)));
}
FORTRAN_NAMES(win_post);

void pmpi_win_set_attr_(int* win, int* win_keyval, int* attribute_val, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kWin_set_attr, MPI_COMM_NULL)));
}
FORTRAN_NAMES(win_set_attr);

void pmpi_win_set_errhandler_(int* win, int* errhandler, int* ierror) noexcept {
  give(ierror, Win_set_errhandler(Win_f2c(*win), Errhandler_f2c(*errhandler)));
}
FORTRAN_NAMES(win_set_errhandler);

void pmpi_win_set_info_(int* win, int* info, int* ierror) noexcept {
  give(ierror, Win_set_info(Win_f2c(*win), Info_f2c(*info)));
}
FORTRAN_NAMES(win_set_info);

void pmpi_win_set_name_(int* win, char* win_name, int* ierror, std::size_t win_name_bytes) noexcept {
  give(ierror, Win_set_name(Win_f2c(*win), Text(win_name, win_name_bytes)));
}
FORTRAN_NAMES(win_set_name);

void pmpi_win_shared_query_(int* win, int* rank, MPI_Aint* size, int* disp_unit, void* baseptr, int* ierror) noexcept {
  give(ierror, Win_shared_query(Win_f2c(*win), *rank, size, disp_unit, baseptr));
}
FORTRAN_NAMES(win_shared_query);

void pmpi_win_start_(int* group, int* assert, int* win, int* ierror) noexcept {
  give(ierror, Win_start(Group_f2c(*group), *assert, Win_f2c(*win)));
}
FORTRAN_NAMES(win_start);

void pmpi_win_sync_(int* win, int* ierror) noexcept {
  give(ierror, Win_sync(Win_f2c(*win)));
}
FORTRAN_NAMES(win_sync);

void pmpi_win_test_(int* win, int* flag, int* ierror) noexcept {
  give(ierror, Win_test(Win_f2c(*win), flag));
}
FORTRAN_NAMES(win_test);

void pmpi_win_unlock_(int* rank, int* win, int* ierror) noexcept {
  give(ierror, Win_unlock(*rank, Win_f2c(*win)));
}
FORTRAN_NAMES(win_unlock);

void pmpi_win_unlock_all_(int* win, int* ierror) noexcept {
  give(ierror, Win_unlock_all(Win_f2c(*win)));
}
FORTRAN_NAMES(win_unlock_all);

void pmpi_win_wait_(int* win, int* ierror) noexcept {
  give(ierror, Win_wait(Win_f2c(*win)));
}
FORTRAN_NAMES(win_wait);

void pmpi_close_port_(char* port_name, int* ierror, std::size_t port_name_bytes) noexcept {
  give(ierror, Close_port(Text(port_name, port_name_bytes)));
}
FORTRAN_NAMES(close_port);

void pmpi_lookup_name_(char* service_name, int* info, char* port_name, int* ierror, std::size_t service_name_bytes,
    std::size_t port_name_bytes) noexcept {
  give(ierror, Lookup_name(Text(service_name, service_name_bytes), Info_f2c(*info), TextOut(port_name,
    port_name_bytes)));
}
FORTRAN_NAMES(lookup_name);

void pmpi_open_port_(int* info, char* port_name, int* ierror, std::size_t port_name_bytes) noexcept {
  give(ierror, Open_port(Info_f2c(*info), TextOut(port_name, port_name_bytes)));
}
FORTRAN_NAMES(open_port);

void pmpi_publish_name_(char* service_name, int* info, char* port_name, int* ierror, std::size_t service_name_bytes,
    std::size_t port_name_bytes) noexcept {
  give(ierror, Publish_name(Text(service_name, service_name_bytes), Info_f2c(*info), Text(port_name, port_name_bytes)));
}
FORTRAN_NAMES(publish_name);

void pmpi_unpublish_name_(char* service_name, int* info, char* port_name, int* ierror, std::size_t service_name_bytes,
    std::size_t port_name_bytes) noexcept {
  give(ierror, Unpublish_name(Text(service_name, service_name_bytes), Info_f2c(*info), Text(port_name,
    port_name_bytes)));
}
FORTRAN_NAMES(unpublish_name);

void pmpi_file_call_errhandler_(int* fh, int* errorcode, int* ierror) noexcept {
  give(ierror, File_call_errhandler(File_f2c(*fh), *errorcode));
}
FORTRAN_NAMES(file_call_errhandler);

void pmpi_file_close_(int* fh, int* ierror) noexcept {
  give(ierror, File_close(FileInOut(fh)));
}
FORTRAN_NAMES(file_close);

void pmpi_file_create_errhandler_(int* file_errhandler_fn, int* errhandler, int* ierror) noexcept {
  give(ierror, code_out(api::unsupported(api::Function::kFile_create_errhandler, MPI_COMM_NULL)));
}
FORTRAN_NAMES(file_create_errhandler);

void pmpi_file_delete_(char* filename, int* info, int* ierror, std::size_t filename_bytes) noexcept {
  give(ierror, File_delete(Text(filename, filename_bytes), Info_f2c(*info)));
}
FORTRAN_NAMES(file_delete);

void pmpi_file_get_amode_(int* fh, int* amode, int* ierror) noexcept {
  give(ierror, File_get_amode(File_f2c(*fh), amode));
}
FORTRAN_NAMES(file_get_amode);

void pmpi_file_get_atomicity_(int* fh, int* flag, int* ierror) noexcept {
  give(ierror, File_get_atomicity(File_f2c(*fh), flag));
}
FORTRAN_NAMES(file_get_atomicity);

void pmpi_file_get_byte_offset_(int* fh, MPI_Offset* offset, MPI_Offset* disp, int* ierror) noexcept {
  give(ierror, File_get_byte_offset(File_f2c(*fh), *offset, disp));
}
FORTRAN_NAMES(file_get_byte_offset);

void pmpi_file_get_errhandler_(int* file, int* errhandler, int* ierror) noexcept {
  give(ierror, File_get_errhandler(File_f2c(*file), ErrhandlerOut(errhandler)));
}
FORTRAN_NAMES(file_get_errhandler);

void pmpi_file_get_group_(int* fh, int* group, int* ierror) noexcept {
  give(ierror, File_get_group(File_f2c(*fh), GroupOut(group)));
}
FORTRAN_NAMES(file_get_group);

void pmpi_file_get_info_(int* fh, int* info_used, int* ierror) noexcept {
  give(ierror, File_get_info(File_f2c(*fh), InfoOut(info_used)));
}
FORTRAN_NAMES(file_get_info);

void pmpi_file_get_position_(int* fh, MPI_Offset* offset, int* ierror) noexcept {
  give(ierror, File_get_position(File_f2c(*fh), offset));
}
FORTRAN_NAMES(file_get_position);

void pmpi_file_get_position_shared_(int* fh, MPI_Offset* offset, int* ierror) noexcept {
  give(ierror, File_get_position_shared(File_f2c(*fh), offset));
}
FORTRAN_NAMES(file_get_position_shared);

void pmpi_file_get_size_(int* fh, MPI_Offset* size, int* ierror) noexcept {
  give(ierror, File_get_size(File_f2c(*fh), size));
}
FORTRAN_NAMES(file_get_size);

void pmpi_file_get_type_extent_(int* fh, int* datatype, MPI_Aint* extent, int* ierror) noexcept {
  give(ierror, File_get_type_extent(File_f2c(*fh), Type_f2c(*datatype), extent));
}
FORTRAN_NAMES(file_get_type_extent);

void pmpi_file_get_view_(int* fh, MPI_Offset* disp, int* etype, int* filetype, char* datarep, int* ierror,
    std::size_t datarep_bytes) noexcept {
  give(ierror, File_get_view(File_f2c(*fh), disp, TypeOut(etype), TypeOut(filetype), TextOut(datarep, datarep_bytes)));
}
FORTRAN_NAMES(file_get_view);

void pmpi_file_iread_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iread(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iread);

void pmpi_file_iread_all_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iread_all(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iread_all);

void pmpi_file_iread_at_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* request,
    int* ierror) noexcept {
  give(ierror, File_iread_at(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iread_at);

void pmpi_file_iread_at_all_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* request,
    int* ierror) noexcept {
  give(ierror, File_iread_at_all(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iread_at_all);

void pmpi_file_iread_shared_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iread_shared(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iread_shared);

void pmpi_file_iwrite_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iwrite(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iwrite);

void pmpi_file_iwrite_all_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iwrite_all(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iwrite_all);

void pmpi_file_iwrite_at_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* request,
    int* ierror) noexcept {
  give(ierror, File_iwrite_at(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iwrite_at);

void pmpi_file_iwrite_at_all_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* request,
    int* ierror) noexcept {
  give(ierror, File_iwrite_at_all(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iwrite_at_all);

void pmpi_file_iwrite_shared_(int* fh, void* buf, int* count, int* datatype, int* request, int* ierror) noexcept {
  give(ierror, File_iwrite_shared(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), RequestOut(request)));
}
FORTRAN_NAMES(file_iwrite_shared);

void pmpi_file_open_(int* comm, char* filename, int* amode, int* info, int* fh, int* ierror,
    std::size_t filename_bytes) noexcept {
  give(ierror, File_open(Comm_f2c(*comm), Text(filename, filename_bytes), *amode, Info_f2c(*info), FileOut(fh)));
}
FORTRAN_NAMES(file_open);

void pmpi_file_preallocate_(int* fh, MPI_Offset* size, int* ierror) noexcept {
  give(ierror, File_preallocate(File_f2c(*fh), *size));
}
FORTRAN_NAMES(file_preallocate);

void pmpi_file_read_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_read(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read);

void pmpi_file_read_all_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_read_all(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_all);

void pmpi_file_read_all_begin_(int* fh, void* buf, int* count, int* datatype, int* ierror) noexcept {
  give(ierror, File_read_all_begin(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_read_all_begin);

void pmpi_file_read_all_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_read_all_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_all_end);

void pmpi_file_read_at_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* status,
    int* ierror) noexcept {
  give(ierror, File_read_at(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_at);

void pmpi_file_read_at_all_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* status,
    int* ierror) noexcept {
  give(ierror, File_read_at_all(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_at_all);

void pmpi_file_read_at_all_begin_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype,
    int* ierror) noexcept {
  give(ierror, File_read_at_all_begin(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_read_at_all_begin);

void pmpi_file_read_at_all_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_read_at_all_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_at_all_end);

void pmpi_file_read_ordered_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_read_ordered(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_ordered);

void pmpi_file_read_ordered_begin_(int* fh, void* buf, int* count, int* datatype, int* ierror) noexcept {
  give(ierror, File_read_ordered_begin(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_read_ordered_begin);

void pmpi_file_read_ordered_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_read_ordered_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_ordered_end);

void pmpi_file_read_shared_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_read_shared(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_read_shared);

void pmpi_file_seek_(int* fh, MPI_Offset* offset, int* whence, int* ierror) noexcept {
  give(ierror, File_seek(File_f2c(*fh), *offset, *whence));
}
FORTRAN_NAMES(file_seek);

void pmpi_file_seek_shared_(int* fh, MPI_Offset* offset, int* whence, int* ierror) noexcept {
  give(ierror, File_seek_shared(File_f2c(*fh), *offset, *whence));
}
FORTRAN_NAMES(file_seek_shared);

void pmpi_file_set_atomicity_(int* fh, int* flag, int* ierror) noexcept {
  give(ierror, File_set_atomicity(File_f2c(*fh), *flag));
}
FORTRAN_NAMES(file_set_atomicity);

void pmpi_file_set_errhandler_(int* file, int* errhandler, int* ierror) noexcept {
  give(ierror, File_set_errhandler(File_f2c(*file), Errhandler_f2c(*errhandler)));
}
FORTRAN_NAMES(file_set_errhandler);

void pmpi_file_set_info_(int* fh, int* info, int* ierror) noexcept {
  give(ierror, File_set_info(File_f2c(*fh), Info_f2c(*info)));
}
FORTRAN_NAMES(file_set_info);

void pmpi_file_set_size_(int* fh, MPI_Offset* size, int* ierror) noexcept {
  give(ierror, File_set_size(File_f2c(*fh), *size));
}
FORTRAN_NAMES(file_set_size);

void pmpi_file_set_view_(int* fh, MPI_Offset* disp, int* etype, int* filetype, char* datarep, int* info, int* ierror,
    std::size_t datarep_bytes) noexcept {
  give(ierror, File_set_view(File_f2c(*fh), *disp, Type_f2c(*etype), Type_f2c(*filetype), Text(datarep, datarep_bytes),
    Info_f2c(*info)));
}
FORTRAN_NAMES(file_set_view);

void pmpi_file_sync_(int* fh, int* ierror) noexcept {
  give(ierror, File_sync(File_f2c(*fh)));
}
FORTRAN_NAMES(file_sync);

void pmpi_file_write_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_write(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write);

void pmpi_file_write_all_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_write_all(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_all);

void pmpi_file_write_all_begin_(int* fh, void* buf, int* count, int* datatype, int* ierror) noexcept {
  give(ierror, File_write_all_begin(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_write_all_begin);

void pmpi_file_write_all_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_write_all_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_all_end);

void pmpi_file_write_at_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* status,
    int* ierror) noexcept {
  give(ierror, File_write_at(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_at);

void pmpi_file_write_at_all_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype, int* status,
    int* ierror) noexcept {
  give(ierror, File_write_at_all(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_at_all);

void pmpi_file_write_at_all_begin_(int* fh, MPI_Offset* offset, void* buf, int* count, int* datatype,
    int* ierror) noexcept {
  give(ierror, File_write_at_all_begin(File_f2c(*fh), *offset, sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_write_at_all_begin);

void pmpi_file_write_at_all_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_write_at_all_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_at_all_end);

void pmpi_file_write_ordered_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_write_ordered(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_ordered);

void pmpi_file_write_ordered_begin_(int* fh, void* buf, int* count, int* datatype, int* ierror) noexcept {
  give(ierror, File_write_ordered_begin(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype)));
}
FORTRAN_NAMES(file_write_ordered_begin);

void pmpi_file_write_ordered_end_(int* fh, void* buf, int* status, int* ierror) noexcept {
  give(ierror, File_write_ordered_end(File_f2c(*fh), sent(buf), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_ordered_end);

void pmpi_file_write_shared_(int* fh, void* buf, int* count, int* datatype, int* status, int* ierror) noexcept {
  give(ierror, File_write_shared(File_f2c(*fh), sent(buf), *count, Type_f2c(*datatype), Statuses(1, status)));
}
FORTRAN_NAMES(file_write_shared);

}  // extern "C"

}  // namespace penstock::faces::openmpi::fortran
