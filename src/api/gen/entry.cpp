// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
#include "api/gen/entry.hpp"

#include "api/at_once.hpp"
#include "api/checks.hpp"
#include "api/gen/bodies.hpp"
#include "api/life.hpp"
#include "api/tool_call.hpp"
#include "mpi_t/gen/calls.hpp"

namespace penstock::api {

int Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) noexcept {
  Call call(Function::kAbi_get_fortran_booleans);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(is_set == nullptr, "is_set"));
    return body::Abi_get_fortran_booleans(call, logical_size, logical_true, logical_false, is_set);
  });
}

int Abi_get_fortran_info(MPI_Info *info) noexcept {
  Call call(Function::kAbi_get_fortran_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Abi_get_fortran_info(call, info);
  });
}

int Abi_get_info(MPI_Info *info) noexcept {
  Call call(Function::kAbi_get_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Abi_get_info(call, info);
  });
}

int Abi_get_version(int *abi_major, int *abi_minor) noexcept {
  Call call(Function::kAbi_get_version);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(abi_major == nullptr, "abi_major"));
    PENSTOCK_TRY(check_pointer(abi_minor == nullptr, "abi_minor"));
    return body::Abi_get_version(call, abi_major, abi_minor);
  });
}

int Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) noexcept {
  Call call(Function::kAbi_set_fortran_booleans);
  return guarded(call, [&]() -> Status {
    return body::Abi_set_fortran_booleans(call, logical_size, logical_true, logical_false);
  });
}

int Abi_set_fortran_info(MPI_Info info) noexcept {
  Call call(Function::kAbi_set_fortran_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::Abi_set_fortran_info(call, info_object);
  });
}

int Abort(MPI_Comm comm, int errorcode) noexcept {
  Call call(Function::kAbort);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Abort(call, *comm_object, errorcode);
  });
}

int Add_error_class(int *errorclass) noexcept {
  Call call(Function::kAdd_error_class);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(errorclass == nullptr, "errorclass"));
    return body::Add_error_class(call, errorclass);
  });
}

int Add_error_code(int errorclass, int *errorcode) noexcept {
  Call call(Function::kAdd_error_code);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(errorcode == nullptr, "errorcode"));
    return body::Add_error_code(call, errorclass, errorcode);
  });
}

int Add_error_string(int errorcode, const char *string) noexcept {
  Call call(Function::kAdd_error_string);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(string == nullptr, "string"));
    return body::Add_error_string(call, errorcode, string);
  });
}

int Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) noexcept {
  Call call(Function::kAlloc_mem);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(baseptr == nullptr, "baseptr"));
    return body::Alloc_mem(call, size, info_object, baseptr);
  });
}

int Error_class(int errorcode, int *errorclass) noexcept {
  Call call(Function::kError_class);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(errorclass == nullptr, "errorclass"));
    return body::Error_class(call, errorcode, errorclass);
  });
}

int Error_string(int errorcode, char *string, int *resultlen) noexcept {
  Call call(Function::kError_string);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(string == nullptr, "string"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Error_string(call, errorcode, string, resultlen);
  });
}

int Finalize() noexcept {
  Call call(Function::kFinalize);
  return guarded(call, [&]() -> Status {
    return body::Finalize(call);
  });
}

int Finalized(int *flag) noexcept {
  Call call(Function::kFinalized);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Finalized(call, flag);
  });
}

int Free_mem(void *base) noexcept {
  Call call(Function::kFree_mem);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Free_mem(call, base);
  });
}

int Get_address(const void *location, MPI_Aint *address) noexcept {
  Call call(Function::kGet_address);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(address == nullptr, "address"));
    return body::Get_address(call, location, address);
  });
}

int Get_library_version(char *version, int *resultlen) noexcept {
  Call call(Function::kGet_library_version);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(version == nullptr, "version"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Get_library_version(call, version, resultlen);
  });
}

int Get_processor_name(char *name, int *resultlen) noexcept {
  Call call(Function::kGet_processor_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(name == nullptr, "name"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Get_processor_name(call, name, resultlen);
  });
}

int Get_version(int *version, int *subversion) noexcept {
  Call call(Function::kGet_version);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(version == nullptr, "version"));
    PENSTOCK_TRY(check_pointer(subversion == nullptr, "subversion"));
    return body::Get_version(call, version, subversion);
  });
}

int Init(int *argc, char ***argv) noexcept {
  Call call(Function::kInit);
  return guarded(call, [&]() -> Status {
    return body::Init(call, argc, argv);
  });
}

int Init_thread(int *argc, char ***argv, int required, int *provided) noexcept {
  Call call(Function::kInit_thread);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(provided == nullptr, "provided"));
    return body::Init_thread(call, argc, argv, required, provided);
  });
}

int Initialized(int *flag) noexcept {
  Call call(Function::kInitialized);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Initialized(call, flag);
  });
}

int Is_thread_main(int *flag) noexcept {
  Call call(Function::kIs_thread_main);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Is_thread_main(call, flag);
  });
}

int Query_thread(int *provided) noexcept {
  Call call(Function::kQuery_thread);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(provided == nullptr, "provided"));
    return body::Query_thread(call, provided);
  });
}

int Remove_error_class(int errorclass) noexcept {
  Call call(Function::kRemove_error_class);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    return body::Remove_error_class(call, errorclass);
  });
}

int Remove_error_code(int errorcode) noexcept {
  Call call(Function::kRemove_error_code);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    return body::Remove_error_code(call, errorcode);
  });
}

int Remove_error_string(int errorcode) noexcept {
  Call call(Function::kRemove_error_string);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    return body::Remove_error_string(call, errorcode);
  });
}

int Bsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kBsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Bsend(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Bsend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kBsend_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Bsend_init(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Buffer_attach(void *buffer, MPI_Count size) noexcept {
  Call call(Function::kBuffer_attach);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(size, "size"));
    return body::Buffer_attach(call, buffer, size);
  });
}

int Buffer_detach(void *buffer_addr, CountOut size) noexcept {
  Call call(Function::kBuffer_detach);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(buffer_addr == nullptr, "buffer_addr"));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Buffer_detach(call, buffer_addr, size);
  });
}

int Buffer_flush() noexcept {
  Call call(Function::kBuffer_flush);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Buffer_flush(call);
  });
}

int Buffer_iflush(MPI_Request *request) noexcept {
  Call call(Function::kBuffer_iflush);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Buffer_iflush(call, request);
  });
}

int Cancel(MPI_Request *request) noexcept {
  Call call(Function::kCancel);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Cancel(call, request);
  });
}

int Comm_attach_buffer(MPI_Comm comm, void *buffer, MPI_Count size) noexcept {
  Call call(Function::kComm_attach_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(size, "size"));
    return body::Comm_attach_buffer(call, *comm_object, buffer, size);
  });
}

int Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, CountOut size) noexcept {
  Call call(Function::kComm_detach_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(buffer_addr == nullptr, "buffer_addr"));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Comm_detach_buffer(call, *comm_object, buffer_addr, size);
  });
}

int Comm_flush_buffer(MPI_Comm comm) noexcept {
  Call call(Function::kComm_flush_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Comm_flush_buffer(call, *comm_object);
  });
}

int Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kComm_iflush_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Comm_iflush_buffer(call, *comm_object, request);
  });
}

int Get_count(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept {
  Call call(Function::kGet_count);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(count.null(), "count"));
    return body::Get_count(call, status, *datatype_object, count);
  });
}

int Get_elements(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept {
  Call call(Function::kGet_elements);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(count.null(), "count"));
    return body::Get_elements(call, status, *datatype_object, count);
  });
}

int Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) noexcept {
  Call call(Function::kGet_elements_x);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(count == nullptr, "count"));
    return body::Get_elements_x(call, status, *datatype_object, count);
  });
}

int Grequest_complete(MPI_Request request) noexcept {
  Call call(Function::kGrequest_complete);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Grequest_complete(call, request);
  });
}

int Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
    MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request) noexcept {
  Call call(Function::kGrequest_start);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Grequest_start(call, query_fn, free_fn, cancel_fn, extra_state, request);
  });
}

int Ibsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIbsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ibsend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) noexcept {
  Call call(Function::kImprobe);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    PENSTOCK_TRY(check_pointer(message == nullptr, "message"));
    return body::Improbe(call, source, tag, *comm_object, flag, message, status);
  });
}

int Imrecv(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) noexcept {
  Call call(Function::kImrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || (message != nullptr && *message == MPI_MESSAGE_NO_PROC), std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(message == nullptr, "message"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Imrecv(call, buf, count, *datatype_object, message, request);
  });
}

int Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) noexcept {
  Call call(Function::kIprobe);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Iprobe(call, source, tag, *comm_object, flag, status);
  });
}

[[gnu::noinline]] static int Irecv_checked(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Irecv(call.instance(), buf, count, datatype, source, tag, comm, request)) return Status::ok();
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Irecv(call, buf, count, *datatype_object, source, tag, *comm_object, request);
  });
}

int Irecv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Irecv(*alone, buf, count, datatype, source, tag, comm, request)) return MPI_SUCCESS;
  return Irecv_checked(buf, count, datatype, source, tag, comm, request);
}

int Irsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIrsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Irsend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

[[gnu::noinline]] static int Isend_checked(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Isend(call.instance(), buf, count, datatype, dest, tag, comm, request)) return Status::ok();
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Isend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Isend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Isend(*alone, buf, count, datatype, dest, tag, comm, request)) return MPI_SUCCESS;
  return Isend_checked(buf, count, datatype, dest, tag, comm, request);
}

int Isendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIsendrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0 || dest == MPI_PROC_NULL, std::move(failed), &sendtype_object));
    }
    PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0 || source == MPI_PROC_NULL, std::move(failed), &recvtype_object));
    }
    PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Isendrecv(call, sendbuf, sendcount, *sendtype_object, dest, sendtag, recvbuf, recvcount,
    *recvtype_object, source, recvtag, *comm_object, request);
  });
}

int Isendrecv_replace(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIsendrecv_replace);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || (dest == MPI_PROC_NULL && source == MPI_PROC_NULL), std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Isendrecv_replace(call, buf, count, *datatype_object, dest, sendtag, source, recvtag, *comm_object,
    request);
  });
}

int Issend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIssend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Issend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) noexcept {
  Call call(Function::kMprobe);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(message == nullptr, "message"));
    return body::Mprobe(call, source, tag, *comm_object, message, status);
  });
}

int Mrecv(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) noexcept {
  Call call(Function::kMrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || (message != nullptr && *message == MPI_MESSAGE_NO_PROC), std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(message == nullptr, "message"));
    return body::Mrecv(call, buf, count, *datatype_object, message, status);
  });
}

int Parrived(MPI_Request request, int partition, int *flag) noexcept {
  Call call(Function::kParrived);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Parrived(call, request, partition, flag);
  });
}

int Pready(int partition, MPI_Request request) noexcept {
  Call call(Function::kPready);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Pready(call, partition, request);
  });
}

int Pready_list(int length, const int array_of_partitions[], MPI_Request request) noexcept {
  Call call(Function::kPready_list);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Pready_list(call, length, array_of_partitions, request);
  });
}

int Pready_range(int partition_low, int partition_high, MPI_Request request) noexcept {
  Call call(Function::kPready_range);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Pready_range(call, partition_low, partition_high, request);
  });
}

int Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kPrecv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Precv_init(call, buf, partitions, count, *datatype_object, source, tag, *comm_object, info_object,
    request);
  });
}

int Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) noexcept {
  Call call(Function::kProbe);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Probe(call, source, tag, *comm_object, status);
  });
}

int Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kPsend_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Psend_init(call, buf, partitions, count, *datatype_object, dest, tag, *comm_object, info_object,
    request);
  });
}

[[gnu::noinline]] static int Recv_checked(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Status *status) noexcept {
  Call call(Function::kRecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Recv(call.instance(), buf, count, datatype, source, tag, comm, status)) return Status::ok();
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Recv(call, buf, count, *datatype_object, source, tag, *comm_object, status);
  });
}

int Recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Recv(*alone, buf, count, datatype, source, tag, comm, status)) return MPI_SUCCESS;
  return Recv_checked(buf, count, datatype, source, tag, comm, status);
}

int Recv_init(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kRecv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Recv_init(call, buf, count, *datatype_object, source, tag, *comm_object, request);
  });
}

int Request_free(MPI_Request *request) noexcept {
  Call call(Function::kRequest_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Request_free(call, request);
  });
}

int Request_get_status(MPI_Request request, int *flag, MPI_Status *status) noexcept {
  Call call(Function::kRequest_get_status);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Request_get_status(call, request, flag, status);
  });
}

int Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
    MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kRequest_get_status_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Request_get_status_all(call, count, array_of_requests, flag, array_of_statuses);
  });
}

int Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag,
    MPI_Status *status) noexcept {
  Call call(Function::kRequest_get_status_any);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(index == nullptr, "index"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Request_get_status_any(call, count, array_of_requests, index, flag, status);
  });
}

int Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kRequest_get_status_some);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(outcount == nullptr, "outcount"));
    return body::Request_get_status_some(call, incount, array_of_requests, outcount, array_of_indices,
    array_of_statuses);
  });
}

int Rsend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kRsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Rsend(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Rsend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kRsend_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Rsend_init(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

[[gnu::noinline]] static int Send_checked(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept {
  Call call(Function::kSend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Send(call.instance(), buf, count, datatype, dest, tag, comm)) return Status::ok();
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Send(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Send(*alone, buf, count, datatype, dest, tag, comm)) return MPI_SUCCESS;
  return Send_checked(buf, count, datatype, dest, tag, comm);
}

int Send_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kSend_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Send_init(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) noexcept {
  Call call(Function::kSendrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0 || dest == MPI_PROC_NULL, std::move(failed), &sendtype_object));
    }
    PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0 || source == MPI_PROC_NULL, std::move(failed), &recvtype_object));
    }
    PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    return body::Sendrecv(call, sendbuf, sendcount, *sendtype_object, dest, sendtag, recvbuf, recvcount,
    *recvtype_object, source, recvtag, *comm_object, status);
  });
}

int Sendrecv_replace(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
    MPI_Comm comm, MPI_Status *status) noexcept {
  Call call(Function::kSendrecv_replace);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || (dest == MPI_PROC_NULL && source == MPI_PROC_NULL), std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Sendrecv_replace(call, buf, count, *datatype_object, dest, sendtag, source, recvtag, *comm_object,
    status);
  });
}

int Ssend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kSsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Ssend(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Ssend_init(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kSsend_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ssend_init(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Start(MPI_Request *request) noexcept {
  Call call(Function::kStart);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Start(call, request);
  });
}

int Startall(int count, MPI_Request array_of_requests[]) noexcept {
  Call call(Function::kStartall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Startall(call, count, array_of_requests);
  });
}

int Status_get_error(const MPI_Status *status, int *err) noexcept {
  Call call(Function::kStatus_get_error);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(err == nullptr, "err"));
    return body::Status_get_error(call, status, err);
  });
}

int Status_get_source(const MPI_Status *status, int *source) noexcept {
  Call call(Function::kStatus_get_source);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(source == nullptr, "source"));
    return body::Status_get_source(call, status, source);
  });
}

int Status_get_tag(const MPI_Status *status, int *tag) noexcept {
  Call call(Function::kStatus_get_tag);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(tag == nullptr, "tag"));
    return body::Status_get_tag(call, status, tag);
  });
}

int Status_set_cancelled(MPI_Status *status, int flag) noexcept {
  Call call(Function::kStatus_set_cancelled);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Status_set_cancelled(call, status, flag);
  });
}

int Status_set_elements(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) noexcept {
  Call call(Function::kStatus_set_elements);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    return body::Status_set_elements(call, status, *datatype_object, count);
  });
}

int Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) noexcept {
  Call call(Function::kStatus_set_elements_x);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    return body::Status_set_elements_x(call, status, *datatype_object, count);
  });
}

int Status_set_error(MPI_Status *status, int err) noexcept {
  Call call(Function::kStatus_set_error);
  return guarded(call, [&]() -> Status {
    return body::Status_set_error(call, status, err);
  });
}

int Status_set_source(MPI_Status *status, int source) noexcept {
  Call call(Function::kStatus_set_source);
  return guarded(call, [&]() -> Status {
    return body::Status_set_source(call, status, source);
  });
}

int Status_set_tag(MPI_Status *status, int tag) noexcept {
  Call call(Function::kStatus_set_tag);
  return guarded(call, [&]() -> Status {
    return body::Status_set_tag(call, status, tag);
  });
}

int Test(MPI_Request *request, int *flag, MPI_Status *status) noexcept {
  Call call(Function::kTest);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Test(call, request, flag, status);
  });
}

int Test_cancelled(const MPI_Status *status, int *flag) noexcept {
  Call call(Function::kTest_cancelled);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Test_cancelled(call, status, flag);
  });
}

int Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kTestall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Testall(call, count, array_of_requests, flag, array_of_statuses);
  });
}

int Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status) noexcept {
  Call call(Function::kTestany);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(index == nullptr, "index"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Testany(call, count, array_of_requests, index, flag, status);
  });
}

int Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kTestsome);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(outcount == nullptr, "outcount"));
    return body::Testsome(call, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
  });
}

int Wait(MPI_Request *request, MPI_Status *status) noexcept {
  Call call(Function::kWait);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Wait(call, request, status);
  });
}

int Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kWaitall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Waitall(call, count, array_of_requests, array_of_statuses);
  });
}

int Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) noexcept {
  Call call(Function::kWaitany);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(index == nullptr, "index"));
    return body::Waitany(call, count, array_of_requests, index, status);
  });
}

int Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status array_of_statuses[]) noexcept {
  Call call(Function::kWaitsome);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(outcount == nullptr, "outcount"));
    return body::Waitsome(call, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
  });
}

int Allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAllgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Allgather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object);
  });
}

int Allgather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kAllgather_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Allgather_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, info_object, request);
  });
}

int Allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAllgatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Allgatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs, recvtype_object,
    *comm_object);
  });
}

int Allgatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept {
  Call call(Function::kAllgatherv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Allgatherv_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, *comm_object, info_object, request);
  });
}

int Allreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kAllreduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Allreduce(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Allreduce_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kAllreduce_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Allreduce_init(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, info_object,
    request);
  });
}

int Alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAlltoall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Alltoall(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, *comm_object);
  });
}

int Alltoall_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kAlltoall_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Alltoall_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, info_object, request);
  });
}

int Alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAlltoallv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Alltoallv(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object);
  });
}

int Alltoallv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kAlltoallv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Alltoallv_init(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object, info_object, request);
  });
}

int Alltoallw(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, const MPI_Datatype sendtypes[],
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, const MPI_Datatype recvtypes[],
    MPI_Comm comm) noexcept {
  Call call(Function::kAlltoallw);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    *comm_object);
  });
}

int Alltoallw_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kAlltoallw_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Alltoallw_init(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    *comm_object, info_object, request);
  });
}

int Barrier(MPI_Comm comm) noexcept {
  Call call(Function::kBarrier);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Barrier(call, *comm_object);
  });
}

int Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kBarrier_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Barrier_init(call, *comm_object, info_object, request);
  });
}

int Bcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kBcast);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
      }
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    return body::Bcast(call, buffer, count, datatype_object, root, *comm_object);
  });
}

int Bcast_init(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept {
  Call call(Function::kBcast_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
      }
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Bcast_init(call, buffer, count, datatype_object, root, *comm_object, info_object, request);
  });
}

int Exscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kExscan);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Exscan(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Exscan_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kExscan_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Exscan_init(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, info_object,
    request);
  });
}

int Gather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kGather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Gather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object);
  });
}

int Gather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kGather_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Gather_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object, info_object, request);
  });
}

int Gatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kGatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Gatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs, recvtype_object, root,
    *comm_object);
  });
}

int Gatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept {
  Call call(Function::kGatherv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Gatherv_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs, recvtype_object,
    root, *comm_object, info_object, request);
  });
}

int Iallgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIallgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iallgather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, request);
  });
}

int Iallgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIallgatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iallgatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs, recvtype_object,
    *comm_object, request);
  });
}

int Iallreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIallreduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iallreduce(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, request);
  });
}

int Ialltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIalltoall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ialltoall(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, request);
  });
}

int Ialltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIalltoallv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ialltoallv(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object, request);
  });
}

int Ialltoallw(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, const MPI_Datatype sendtypes[],
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIalltoallw);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ialltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
    *comm_object, request);
  });
}

int Ibarrier(MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIbarrier);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ibarrier(call, *comm_object, request);
  });
}

int Ibcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIbcast);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
      }
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ibcast(call, buffer, count, datatype_object, root, *comm_object, request);
  });
}

int Iexscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIexscan);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iexscan(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, request);
  });
}

int Igather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Igather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object, request);
  });
}

int Igatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts,
    DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIgatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Igatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs, recvtype_object,
    root, *comm_object, request);
  });
}

int Ireduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIreduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ireduce(call, sendbuf, recvbuf, count, datatype_object, *op_object, root, *comm_object, request);
  });
}

int Ireduce_scatter(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIreduce_scatter);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ireduce_scatter(call, sendbuf, recvbuf, recvcounts, *datatype_object, *op_object, *comm_object,
    request);
  });
}

int Ireduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIreduce_scatter_block);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ireduce_scatter_block(call, sendbuf, recvbuf, recvcount, *datatype_object, *op_object, *comm_object,
    request);
  });
}

int Iscan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIscan);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iscan(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, request);
  });
}

int Iscatter(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIscatter);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iscatter(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object, request);
  });
}

int Iscatterv(const void *sendbuf, CountArray sendcounts, DisplacementArray displs, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIscatterv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iscatterv(call, sendbuf, sendcounts, displs, sendtype_object, recvbuf, recvcount, recvtype_object,
    root, *comm_object, request);
  });
}

int Op_commutative(MPI_Op op, int *commute) noexcept {
  Call call(Function::kOp_commutative);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(commute == nullptr, "commute"));
    return body::Op_commutative(call, *op_object, commute);
  });
}

int Op_create(EitherFunction<MPI_User_function, MPI_User_function_c> user_fn, int commute, MPI_Op *op) noexcept {
  Call call(Function::kOp_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(op == nullptr, "op"));
    return body::Op_create(call, user_fn, commute, op);
  });
}

int Op_free(MPI_Op *op) noexcept {
  Call call(Function::kOp_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(op == nullptr, "op"));
    return body::Op_free(call, op);
  });
}

int Reduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) noexcept {
  Call call(Function::kReduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce(call, sendbuf, recvbuf, count, datatype_object, *op_object, root, *comm_object);
  });
}

int Reduce_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kReduce_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Reduce_init(call, sendbuf, recvbuf, count, datatype_object, *op_object, root, *comm_object,
    info_object, request);
  });
}

int Reduce_local(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) noexcept {
  Call call(Function::kReduce_local);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_local(call, inbuf, inoutbuf, count, *datatype_object, *op_object);
  });
}

int Reduce_scatter(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kReduce_scatter);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_scatter(call, sendbuf, recvbuf, recvcounts, *datatype_object, *op_object, *comm_object);
  });
}

int Reduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kReduce_scatter_block);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_scatter_block(call, sendbuf, recvbuf, recvcount, *datatype_object, *op_object, *comm_object);
  });
}

int Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kReduce_scatter_block_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Reduce_scatter_block_init(call, sendbuf, recvbuf, recvcount, *datatype_object, *op_object,
    *comm_object, info_object, request);
  });
}

int Reduce_scatter_init(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kReduce_scatter_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Reduce_scatter_init(call, sendbuf, recvbuf, recvcounts, *datatype_object, *op_object, *comm_object,
    info_object, request);
  });
}

int Scan(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kScan);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Scan(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Scan_init(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kScan_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Scan_init(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, info_object,
    request);
  });
}

int Scatter(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kScatter);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Scatter(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object);
  });
}

int Scatter_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kScatter_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Scatter_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object, info_object, request);
  });
}

int Scatterv(const void *sendbuf, CountArray sendcounts, DisplacementArray displs, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kScatterv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Scatterv(call, sendbuf, sendcounts, displs, sendtype_object, recvbuf, recvcount, recvtype_object,
    root, *comm_object);
  });
}

int Scatterv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray displs, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept {
  Call call(Function::kScatterv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Scatterv_init(call, sendbuf, sendcounts, displs, sendtype_object, recvbuf, recvcount, recvtype_object,
    root, *comm_object, info_object, request);
  });
}

int Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) noexcept {
  Call call(Function::kCart_coords);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Cart_coords(call, *comm_object, rank, maxdims, coords);
  });
}

int Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder,
    MPI_Comm *comm_cart) noexcept {
  Call call(Function::kCart_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_old_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm_old, &comm_old_object));
    call.raise_on(comm_old_object);
    PENSTOCK_TRY(check_pointer(comm_cart == nullptr, "comm_cart"));
    return body::Cart_create(call, *comm_old_object, ndims, dims, periods, reorder, comm_cart);
  });
}

int Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) noexcept {
  Call call(Function::kCart_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Cart_get(call, *comm_object, maxdims, dims, periods, coords);
  });
}

int Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) noexcept {
  Call call(Function::kCart_map);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newrank == nullptr, "newrank"));
    return body::Cart_map(call, *comm_object, ndims, dims, periods, newrank);
  });
}

int Cart_rank(MPI_Comm comm, const int coords[], int *rank) noexcept {
  Call call(Function::kCart_rank);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
    return body::Cart_rank(call, *comm_object, coords, rank);
  });
}

int Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) noexcept {
  Call call(Function::kCart_shift);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(rank_source == nullptr, "rank_source"));
    PENSTOCK_TRY(check_pointer(rank_dest == nullptr, "rank_dest"));
    return body::Cart_shift(call, *comm_object, direction, disp, rank_source, rank_dest);
  });
}

int Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) noexcept {
  Call call(Function::kCart_sub);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Cart_sub(call, *comm_object, remain_dims, newcomm);
  });
}

int Cartdim_get(MPI_Comm comm, int *ndims) noexcept {
  Call call(Function::kCartdim_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(ndims == nullptr, "ndims"));
    return body::Cartdim_get(call, *comm_object, ndims);
  });
}

int Dims_create(int nnodes, int ndims, int dims[]) noexcept {
  Call call(Function::kDims_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Dims_create(call, nnodes, ndims, dims);
  });
}

int Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
    const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) noexcept {
  Call call(Function::kDist_graph_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_old_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm_old, &comm_old_object));
    call.raise_on(comm_old_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(comm_dist_graph == nullptr, "comm_dist_graph"));
    return body::Dist_graph_create(call, *comm_old_object, n, sources, degrees, destinations, weights, info_object,
    reorder, comm_dist_graph);
  });
}

int Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[],
    int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder,
    MPI_Comm *comm_dist_graph) noexcept {
  Call call(Function::kDist_graph_create_adjacent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_old_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm_old, &comm_old_object));
    call.raise_on(comm_old_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(comm_dist_graph == nullptr, "comm_dist_graph"));
    return body::Dist_graph_create_adjacent(call, *comm_old_object, indegree, sources, sourceweights, outdegree,
    destinations, destweights, info_object, reorder, comm_dist_graph);
  });
}

int Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
    int destinations[], int destweights[]) noexcept {
  Call call(Function::kDist_graph_neighbors);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Dist_graph_neighbors(call, *comm_object, maxindegree, sources, sourceweights, maxoutdegree,
    destinations, destweights);
  });
}

int Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) noexcept {
  Call call(Function::kDist_graph_neighbors_count);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(indegree == nullptr, "indegree"));
    PENSTOCK_TRY(check_pointer(outdegree == nullptr, "outdegree"));
    PENSTOCK_TRY(check_pointer(weighted == nullptr, "weighted"));
    return body::Dist_graph_neighbors_count(call, *comm_object, indegree, outdegree, weighted);
  });
}

int Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
    MPI_Comm *comm_graph) noexcept {
  Call call(Function::kGraph_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_old_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm_old, &comm_old_object));
    call.raise_on(comm_old_object);
    PENSTOCK_TRY(check_pointer(comm_graph == nullptr, "comm_graph"));
    return body::Graph_create(call, *comm_old_object, nnodes, index, edges, reorder, comm_graph);
  });
}

int Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) noexcept {
  Call call(Function::kGraph_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Graph_get(call, *comm_object, maxindex, maxedges, index, edges);
  });
}

int Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) noexcept {
  Call call(Function::kGraph_map);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newrank == nullptr, "newrank"));
    return body::Graph_map(call, *comm_object, nnodes, index, edges, newrank);
  });
}

int Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) noexcept {
  Call call(Function::kGraph_neighbors);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Graph_neighbors(call, *comm_object, rank, maxneighbors, neighbors);
  });
}

int Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) noexcept {
  Call call(Function::kGraph_neighbors_count);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(nneighbors == nullptr, "nneighbors"));
    return body::Graph_neighbors_count(call, *comm_object, rank, nneighbors);
  });
}

int Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) noexcept {
  Call call(Function::kGraphdims_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(nnodes == nullptr, "nnodes"));
    PENSTOCK_TRY(check_pointer(nedges == nullptr, "nedges"));
    return body::Graphdims_get(call, *comm_object, nnodes, nedges);
  });
}

int Ineighbor_allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIneighbor_allgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ineighbor_allgather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, request);
  });
}

int Ineighbor_allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIneighbor_allgatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ineighbor_allgatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, *comm_object, request);
  });
}

int Ineighbor_alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIneighbor_alltoall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ineighbor_alltoall(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, request);
  });
}

int Ineighbor_alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIneighbor_alltoallv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), sendtype, &sendtype_object));
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ineighbor_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object, request);
  });
}

int Ineighbor_alltoallw(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIneighbor_alltoallw);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ineighbor_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
    recvtypes, *comm_object, request);
  });
}

int Neighbor_allgather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kNeighbor_allgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Neighbor_allgather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object);
  });
}

int Neighbor_allgather_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kNeighbor_allgather_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Neighbor_allgather_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount,
    recvtype_object, *comm_object, info_object, request);
  });
}

int Neighbor_allgatherv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kNeighbor_allgatherv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Neighbor_allgatherv(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, *comm_object);
  });
}

int Neighbor_allgatherv_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
    MPI_Request *request) noexcept {
  Call call(Function::kNeighbor_allgatherv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Neighbor_allgatherv_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, *comm_object, info_object, request);
  });
}

int Neighbor_alltoall(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kNeighbor_alltoall);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Neighbor_alltoall(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object);
  });
}

int Neighbor_alltoall_init(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kNeighbor_alltoall_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Neighbor_alltoall_init(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object, info_object, request);
  });
}

int Neighbor_alltoallv(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kNeighbor_alltoallv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), sendtype, &sendtype_object));
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Neighbor_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object);
  });
}

int Neighbor_alltoallv_init(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    MPI_Datatype sendtype, void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kNeighbor_alltoallv_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), sendtype, &sendtype_object));
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Neighbor_alltoallv_init(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts,
    rdispls, recvtype_object, *comm_object, info_object, request);
  });
}

int Neighbor_alltoallw(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm) noexcept {
  Call call(Function::kNeighbor_alltoallw);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Neighbor_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
    recvtypes, *comm_object);
  });
}

int Neighbor_alltoallw_init(const void *sendbuf, CountArray sendcounts, const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) noexcept {
  Call call(Function::kNeighbor_alltoallw_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Neighbor_alltoallw_init(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
    recvtypes, *comm_object, info_object, request);
  });
}

int Topo_test(MPI_Comm comm, int *status) noexcept {
  Call call(Function::kTopo_test);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(status == nullptr, "status"));
    return body::Topo_test(call, comm, status);
  });
}

int Pack(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
    CountInOut position, MPI_Comm comm) noexcept {
  Call call(Function::kPack);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(incount, "incount"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, incount == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_count(outsize, "outsize"));
    PENSTOCK_TRY(check_pointer(position.null(), "position"));
    return body::Pack(call, inbuf, incount, *datatype_object, outbuf, outsize, position, *comm_object);
  });
}

int Pack_external(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
    MPI_Count outsize, MPI_Count *position) noexcept {
  Call call(Function::kPack_external);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datarep == nullptr, "datarep"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, incount == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(position == nullptr, "position"));
    return body::Pack_external(call, datarep, inbuf, incount, *datatype_object, outbuf, outsize, position);
  });
}

int Pack_external_size(const char *datarep, MPI_Count incount, MPI_Datatype datatype, CountOut size) noexcept {
  Call call(Function::kPack_external_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datarep == nullptr, "datarep"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Pack_external_size(call, datarep, incount, *datatype_object, size);
  });
}

int Pack_size(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, CountOut size) noexcept {
  Call call(Function::kPack_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(incount, "incount"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Pack_size(call, incount, *datatype_object, *comm_object, size);
  });
}

int Type_commit(MPI_Datatype *datatype) noexcept {
  Call call(Function::kType_commit);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datatype == nullptr, "datatype"));
    return body::Type_commit(call, datatype);
  });
}

int Type_contiguous(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_contiguous);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_contiguous(call, count, *oldtype_object, newtype, form);
  });
}

int Type_create_darray(int size, int rank, int ndims, CountArray array_of_gsizes, const int array_of_distribs[],
    const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype,
    Form form) noexcept {
  Call call(Function::kType_create_darray);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_darray(call, size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs,
    array_of_psizes, order, *oldtype_object, newtype, form);
  });
}

int Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_create_f90_complex);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_f90_complex(call, p, r, newtype);
  });
}

int Type_create_f90_integer(int r, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_create_f90_integer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_f90_integer(call, r, newtype);
  });
}

int Type_create_f90_real(int p, int r, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_create_f90_real);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_f90_real(call, p, r, newtype);
  });
}

int Type_create_hindexed(MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_hindexed);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_hindexed(call, count, array_of_blocklengths, array_of_displacements, *oldtype_object,
    newtype, form);
  });
}

int Type_create_hindexed_block(MPI_Count count, MPI_Count blocklength, CountArray array_of_displacements,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_hindexed_block);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_hindexed_block(call, count, blocklength, array_of_displacements, *oldtype_object, newtype,
    form);
  });
}

int Type_create_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_hvector);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_hvector(call, count, blocklength, stride, *oldtype_object, newtype, form);
  });
}

int Type_create_indexed_block(MPI_Count count, MPI_Count blocklength, CountArray array_of_displacements,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_indexed_block);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_indexed_block(call, count, blocklength, array_of_displacements, *oldtype_object, newtype,
    form);
  });
}

int Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state) noexcept {
  Call call(Function::kType_create_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(type_keyval == nullptr, "type_keyval"));
    return body::Type_create_keyval(call, type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
  });
}

int Type_create_resized(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype,
    Form form) noexcept {
  Call call(Function::kType_create_resized);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_resized(call, *oldtype_object, lb, extent, newtype, form);
  });
}

int Type_create_struct(MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
    const MPI_Datatype array_of_types[], MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_struct);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_struct(call, count, array_of_blocklengths, array_of_displacements, array_of_types,
    newtype, form);
  });
}

int Type_create_subarray(int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
    CountArray array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_create_subarray);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_subarray(call, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order,
    *oldtype_object, newtype, form);
  });
}

int Type_delete_attr(MPI_Datatype datatype, int type_keyval) noexcept {
  Call call(Function::kType_delete_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    return body::Type_delete_attr(call, *datatype_object, type_keyval);
  });
}

int Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_dup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_dup(call, *oldtype_object, newtype);
  });
}

int Type_free(MPI_Datatype *datatype) noexcept {
  Call call(Function::kType_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datatype == nullptr, "datatype"));
    return body::Type_free(call, datatype);
  });
}

int Type_free_keyval(int *type_keyval) noexcept {
  Call call(Function::kType_free_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(type_keyval == nullptr, "type_keyval"));
    return body::Type_free_keyval(call, type_keyval);
  });
}

int Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag) noexcept {
  Call call(Function::kType_get_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(attribute_val == nullptr, "attribute_val"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Type_get_attr(call, *datatype_object, type_keyval, attribute_val, flag);
  });
}

int Type_get_contents(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
    MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
    MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[], Form form) noexcept {
  Call call(Function::kType_get_contents);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_count(max_integers, "max_integers"));
    PENSTOCK_TRY(check_count(max_addresses, "max_addresses"));
    PENSTOCK_TRY(check_count(max_large_counts, "max_large_counts"));
    PENSTOCK_TRY(check_count(max_datatypes, "max_datatypes"));
    return body::Type_get_contents(call, *datatype_object, max_integers, max_addresses, max_large_counts,
    max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes, form);
  });
}

int Type_get_envelope(MPI_Datatype datatype, CountOut num_integers, CountOut num_addresses,
    MPI_Count *num_large_counts, CountOut num_datatypes, int *combiner, Form form) noexcept {
  Call call(Function::kType_get_envelope);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(num_integers.null(), "num_integers"));
    PENSTOCK_TRY(check_pointer(num_addresses.null(), "num_addresses"));
    PENSTOCK_TRY(check_pointer(num_datatypes.null(), "num_datatypes"));
    PENSTOCK_TRY(check_pointer(combiner == nullptr, "combiner"));
    return body::Type_get_envelope(call, *datatype_object, num_integers, num_addresses, num_large_counts,
    num_datatypes, combiner, form);
  });
}

int Type_get_extent(MPI_Datatype datatype, CountOut lb, CountOut extent) noexcept {
  Call call(Function::kType_get_extent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(lb.null(), "lb"));
    PENSTOCK_TRY(check_pointer(extent.null(), "extent"));
    return body::Type_get_extent(call, *datatype_object, lb, extent);
  });
}

int Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) noexcept {
  Call call(Function::kType_get_extent_x);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(lb == nullptr, "lb"));
    PENSTOCK_TRY(check_pointer(extent == nullptr, "extent"));
    return body::Type_get_extent_x(call, *datatype_object, lb, extent);
  });
}

int Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen) noexcept {
  Call call(Function::kType_get_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(type_name == nullptr, "type_name"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Type_get_name(call, datatype, type_name, resultlen);
  });
}

int Type_get_true_extent(MPI_Datatype datatype, CountOut true_lb, CountOut true_extent) noexcept {
  Call call(Function::kType_get_true_extent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(true_lb.null(), "true_lb"));
    PENSTOCK_TRY(check_pointer(true_extent.null(), "true_extent"));
    return body::Type_get_true_extent(call, *datatype_object, true_lb, true_extent);
  });
}

int Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) noexcept {
  Call call(Function::kType_get_true_extent_x);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(true_lb == nullptr, "true_lb"));
    PENSTOCK_TRY(check_pointer(true_extent == nullptr, "true_extent"));
    return body::Type_get_true_extent_x(call, *datatype_object, true_lb, true_extent);
  });
}

int Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype *pair_type) noexcept {
  Call call(Function::kType_get_value_index);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* value_type_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), value_type, &value_type_object));
    core::Datatype* index_type_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), index_type, &index_type_object));
    PENSTOCK_TRY(check_pointer(pair_type == nullptr, "pair_type"));
    return body::Type_get_value_index(call, *value_type_object, *index_type_object, pair_type);
  });
}

int Type_indexed(MPI_Count count, CountArray array_of_blocklengths, CountArray array_of_displacements,
    MPI_Datatype oldtype, MPI_Datatype *newtype, Form form) noexcept {
  Call call(Function::kType_indexed);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_indexed(call, count, array_of_blocklengths, array_of_displacements, *oldtype_object, newtype,
    form);
  });
}

int Type_match_size(int typeclass, int size, MPI_Datatype *datatype) noexcept {
  Call call(Function::kType_match_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datatype == nullptr, "datatype"));
    return body::Type_match_size(call, typeclass, size, datatype);
  });
}

int Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val) noexcept {
  Call call(Function::kType_set_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    return body::Type_set_attr(call, *datatype_object, type_keyval, attribute_val);
  });
}

int Type_set_name(MPI_Datatype datatype, const char *type_name) noexcept {
  Call call(Function::kType_set_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(type_name == nullptr, "type_name"));
    return body::Type_set_name(call, *datatype_object, type_name);
  });
}

int Type_size(MPI_Datatype datatype, CountOut size) noexcept {
  Call call(Function::kType_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Type_size(call, *datatype_object, size);
  });
}

int Type_size_x(MPI_Datatype datatype, MPI_Count *size) noexcept {
  Call call(Function::kType_size_x);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::Type_size_x(call, *datatype_object, size);
  });
}

int Type_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype,
    Form form) noexcept {
  Call call(Function::kType_vector);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_vector(call, count, blocklength, stride, *oldtype_object, newtype, form);
  });
}

int Unpack(const void *inbuf, MPI_Count insize, CountInOut position, void *outbuf, MPI_Count outcount,
    MPI_Datatype datatype, MPI_Comm comm) noexcept {
  Call call(Function::kUnpack);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(insize, "insize"));
    PENSTOCK_TRY(check_pointer(position.null(), "position"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, outcount == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Unpack(call, inbuf, insize, position, outbuf, outcount, *datatype_object, *comm_object);
  });
}

int Unpack_external(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
    MPI_Count outcount, MPI_Datatype datatype) noexcept {
  Call call(Function::kUnpack_external);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(datarep == nullptr, "datarep"));
    PENSTOCK_TRY(check_pointer(position == nullptr, "position"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, outcount == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Unpack_external(call, datarep, inbuf, insize, position, outbuf, outcount, *datatype_object);
  });
}

int Group_compare(MPI_Group group1, MPI_Group group2, int *result) noexcept {
  Call call(Function::kGroup_compare);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group2, &group2_object));
    PENSTOCK_TRY(check_pointer(result == nullptr, "result"));
    return body::Group_compare(call, *group1_object, *group2_object, result);
  });
}

int Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_difference);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group2, &group2_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_difference(call, *group1_object, *group2_object, newgroup);
  });
}

int Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_excl);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_excl(call, *group_object, n, ranks, newgroup);
  });
}

int Group_free(MPI_Group *group) noexcept {
  Call call(Function::kGroup_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::Group_free(call, group);
  });
}

int Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_from_session_pset);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(pset_name == nullptr, "pset_name"));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_from_session_pset(call, *session_object, pset_name, newgroup);
  });
}

int Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_incl);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_incl(call, *group_object, n, ranks, newgroup);
  });
}

int Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_intersection);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group2, &group2_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_intersection(call, *group1_object, *group2_object, newgroup);
  });
}

int Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_range_excl);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_range_excl(call, *group_object, n, ranges, newgroup);
  });
}

int Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_range_incl);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_range_incl(call, *group_object, n, ranges, newgroup);
  });
}

int Group_rank(MPI_Group group, int *rank) noexcept {
  Call call(Function::kGroup_rank);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
    return body::Group_rank(call, *group_object, rank);
  });
}

int Group_size(MPI_Group group, int *size) noexcept {
  Call call(Function::kGroup_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::Group_size(call, *group_object, size);
  });
}

int Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) noexcept {
  Call call(Function::kGroup_translate_ranks);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group2, &group2_object));
    return body::Group_translate_ranks(call, *group1_object, n, ranks1, *group2_object, ranks2);
  });
}

int Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) noexcept {
  Call call(Function::kGroup_union);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group2, &group2_object));
    PENSTOCK_TRY(check_pointer(newgroup == nullptr, "newgroup"));
    return body::Group_union(call, *group1_object, *group2_object, newgroup);
  });
}

int Comm_call_errhandler(MPI_Comm comm, int errorcode) noexcept {
  Call call(Function::kComm_call_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Comm_call_errhandler(call, *comm_object, errorcode);
  });
}

int Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept {
  Call call(Function::kComm_compare);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(result == nullptr, "result"));
    return body::Comm_compare(call, comm1, comm2, result);
  });
}

int Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_create(call, *comm_object, *group_object, newcomm);
  });
}

int Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kComm_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Comm_create_errhandler(call, comm_errhandler_fn, errhandler);
  });
}

int Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
    MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_create_from_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(stringtag == nullptr, "stringtag"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_create_from_group(call, *group_object, stringtag, info_object, *errhandler_object, newcomm);
  });
}

int Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_create_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_create_group(call, *comm_object, *group_object, tag, newcomm);
  });
}

int Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state) noexcept {
  Call call(Function::kComm_create_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(comm_keyval == nullptr, "comm_keyval"));
    return body::Comm_create_keyval(call, comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
  });
}

int Comm_delete_attr(MPI_Comm comm, int comm_keyval) noexcept {
  Call call(Function::kComm_delete_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Comm_delete_attr(call, *comm_object, comm_keyval);
  });
}

int Comm_disconnect(MPI_Comm *comm) noexcept {
  Call call(Function::kComm_disconnect);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(comm == nullptr, "comm"));
    return body::Comm_disconnect(call, comm);
  });
}

int Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_dup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_dup(call, *comm_object, newcomm);
  });
}

int Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_dup_with_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_dup_with_info(call, *comm_object, info_object, newcomm);
  });
}

int Comm_free(MPI_Comm *comm) noexcept {
  Call call(Function::kComm_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(comm == nullptr, "comm"));
    return body::Comm_free(call, comm);
  });
}

int Comm_free_keyval(int *comm_keyval) noexcept {
  Call call(Function::kComm_free_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(comm_keyval == nullptr, "comm_keyval"));
    return body::Comm_free_keyval(call, comm_keyval);
  });
}

int Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) noexcept {
  Call call(Function::kComm_get_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(attribute_val == nullptr, "attribute_val"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Comm_get_attr(call, *comm_object, comm_keyval, attribute_val, flag);
  });
}

int Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kComm_get_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Comm_get_errhandler(call, *comm_object, errhandler);
  });
}

int Comm_get_info(MPI_Comm comm, MPI_Info *info_used) noexcept {
  Call call(Function::kComm_get_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(info_used == nullptr, "info_used"));
    return body::Comm_get_info(call, *comm_object, info_used);
  });
}

int Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) noexcept {
  Call call(Function::kComm_get_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(comm_name == nullptr, "comm_name"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Comm_get_name(call, comm, comm_name, resultlen);
  });
}

int Comm_get_parent(MPI_Comm *parent) noexcept {
  Call call(Function::kComm_get_parent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(parent == nullptr, "parent"));
    return body::Comm_get_parent(call, parent);
  });
}

int Comm_group(MPI_Comm comm, MPI_Group *group) noexcept {
  Call call(Function::kComm_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::Comm_group(call, comm, group);
  });
}

int Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) noexcept {
  Call call(Function::kComm_idup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Comm_idup(call, *comm_object, newcomm, request);
  });
}

int Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) noexcept {
  Call call(Function::kComm_idup_with_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Comm_idup_with_info(call, *comm_object, info_object, newcomm, request);
  });
}

int Comm_rank(MPI_Comm comm, int *rank) noexcept {
  Call call(Function::kComm_rank);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Comm_rank(call, comm, rank);
  });
}

int Comm_remote_group(MPI_Comm comm, MPI_Group *group) noexcept {
  Call call(Function::kComm_remote_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::Comm_remote_group(call, *comm_object, group);
  });
}

int Comm_remote_size(MPI_Comm comm, int *size) noexcept {
  Call call(Function::kComm_remote_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::Comm_remote_size(call, *comm_object, size);
  });
}

int Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) noexcept {
  Call call(Function::kComm_set_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Comm_set_attr(call, *comm_object, comm_keyval, attribute_val);
  });
}

int Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) noexcept {
  Call call(Function::kComm_set_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    return body::Comm_set_errhandler(call, *comm_object, *errhandler_object);
  });
}

int Comm_set_info(MPI_Comm comm, MPI_Info info) noexcept {
  Call call(Function::kComm_set_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::Comm_set_info(call, *comm_object, info_object);
  });
}

int Comm_set_name(MPI_Comm comm, const char *comm_name) noexcept {
  Call call(Function::kComm_set_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(comm_name == nullptr, "comm_name"));
    return body::Comm_set_name(call, *comm_object, comm_name);
  });
}

int Comm_size(MPI_Comm comm, int *size) noexcept {
  Call call(Function::kComm_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Comm_size(call, comm, size);
  });
}

int Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_split);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_split(call, *comm_object, color, key, newcomm);
  });
}

int Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_split_type);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_split_type(call, *comm_object, split_type, key, info_object, newcomm);
  });
}

int Comm_test_inter(MPI_Comm comm, int *flag) noexcept {
  Call call(Function::kComm_test_inter);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Comm_test_inter(call, comm, flag);
  });
}

int Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
    MPI_Comm *newintercomm) noexcept {
  Call call(Function::kIntercomm_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* local_comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), local_comm, &local_comm_object));
    call.raise_on(local_comm_object);
    PENSTOCK_TRY(check_pointer(newintercomm == nullptr, "newintercomm"));
    return body::Intercomm_create(call, *local_comm_object, local_leader, peer_comm, remote_leader, tag, newintercomm);
  });
}

int Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
    const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm) noexcept {
  Call call(Function::kIntercomm_create_from_groups);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* local_group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), local_group, &local_group_object));
    PENSTOCK_TRY(check_pointer(stringtag == nullptr, "stringtag"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    PENSTOCK_TRY(check_pointer(newintercomm == nullptr, "newintercomm"));
    return body::Intercomm_create_from_groups(call, *local_group_object, local_leader, remote_group, remote_leader,
    stringtag, info_object, *errhandler_object, newintercomm);
  });
}

int Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) noexcept {
  Call call(Function::kIntercomm_merge);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* intercomm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), intercomm, &intercomm_object));
    call.raise_on(intercomm_object);
    PENSTOCK_TRY(check_pointer(newintracomm == nullptr, "newintracomm"));
    return body::Intercomm_merge(call, *intercomm_object, high, newintracomm);
  });
}

int Attr_delete(MPI_Comm comm, int keyval) noexcept {
  Call call(Function::kAttr_delete);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Attr_delete(call, *comm_object, keyval);
  });
}

int Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag) noexcept {
  Call call(Function::kAttr_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(attribute_val == nullptr, "attribute_val"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Attr_get(call, *comm_object, keyval, attribute_val, flag);
  });
}

int Attr_put(MPI_Comm comm, int keyval, void *attribute_val) noexcept {
  Call call(Function::kAttr_put);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Attr_put(call, *comm_object, keyval, attribute_val);
  });
}

int Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state) noexcept {
  Call call(Function::kKeyval_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(keyval == nullptr, "keyval"));
    return body::Keyval_create(call, copy_fn, delete_fn, keyval, extra_state);
  });
}

int Keyval_free(int *keyval) noexcept {
  Call call(Function::kKeyval_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(keyval == nullptr, "keyval"));
    return body::Keyval_free(call, keyval);
  });
}

int Info_create(MPI_Info *info) noexcept {
  Call call(Function::kInfo_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Info_create(call, info);
  });
}

int Info_create_env(int argc, char *argv[], MPI_Info *info) noexcept {
  Call call(Function::kInfo_create_env);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Info_create_env(call, argc, argv, info);
  });
}

int Info_delete(MPI_Info info, const char *key) noexcept {
  Call call(Function::kInfo_delete);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    return body::Info_delete(call, info_object, key);
  });
}

int Info_dup(MPI_Info info, MPI_Info *newinfo) noexcept {
  Call call(Function::kInfo_dup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(newinfo == nullptr, "newinfo"));
    return body::Info_dup(call, info_object, newinfo);
  });
}

int Info_free(MPI_Info *info) noexcept {
  Call call(Function::kInfo_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Info_free(call, info);
  });
}

int Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) noexcept {
  Call call(Function::kInfo_get);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    PENSTOCK_TRY(check_pointer(value == nullptr, "value"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Info_get(call, info_object, key, valuelen, value, flag);
  });
}

int Info_get_nkeys(MPI_Info info, int *nkeys) noexcept {
  Call call(Function::kInfo_get_nkeys);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(nkeys == nullptr, "nkeys"));
    return body::Info_get_nkeys(call, info_object, nkeys);
  });
}

int Info_get_nthkey(MPI_Info info, int n, char *key) noexcept {
  Call call(Function::kInfo_get_nthkey);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    return body::Info_get_nthkey(call, info_object, n, key);
  });
}

int Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) noexcept {
  Call call(Function::kInfo_get_string);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    PENSTOCK_TRY(check_pointer(buflen == nullptr, "buflen"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Info_get_string(call, info_object, key, buflen, value, flag);
  });
}

int Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) noexcept {
  Call call(Function::kInfo_get_valuelen);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    PENSTOCK_TRY(check_pointer(valuelen == nullptr, "valuelen"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Info_get_valuelen(call, info_object, key, valuelen, flag);
  });
}

int Info_set(MPI_Info info, const char *key, const char *value) noexcept {
  Call call(Function::kInfo_set);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    PENSTOCK_TRY(check_pointer(value == nullptr, "value"));
    return body::Info_set(call, info_object, key, value);
  });
}

int Errhandler_free(MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kErrhandler_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Errhandler_free(call, errhandler);
  });
}

int Session_attach_buffer(MPI_Session session, void *buffer, MPI_Count size) noexcept {
  Call call(Function::kSession_attach_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_count(size, "size"));
    return body::Session_attach_buffer(call, *session_object, buffer, size);
  });
}

int Session_call_errhandler(MPI_Session session, int errorcode) noexcept {
  Call call(Function::kSession_call_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    return body::Session_call_errhandler(call, *session_object, errorcode);
  });
}

int Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kSession_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Session_create_errhandler(call, session_errhandler_fn, errhandler);
  });
}

int Session_detach_buffer(MPI_Session session, void *buffer_addr, CountOut size) noexcept {
  Call call(Function::kSession_detach_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(buffer_addr == nullptr, "buffer_addr"));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Session_detach_buffer(call, *session_object, buffer_addr, size);
  });
}

int Session_finalize(MPI_Session *session) noexcept {
  Call call(Function::kSession_finalize);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(session == nullptr, "session"));
    return body::Session_finalize(call, session);
  });
}

int Session_flush_buffer(MPI_Session session) noexcept {
  Call call(Function::kSession_flush_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    return body::Session_flush_buffer(call, *session_object);
  });
}

int Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kSession_get_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Session_get_errhandler(call, *session_object, errhandler);
  });
}

int Session_get_info(MPI_Session session, MPI_Info *info_used) noexcept {
  Call call(Function::kSession_get_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(info_used == nullptr, "info_used"));
    return body::Session_get_info(call, *session_object, info_used);
  });
}

int Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name) noexcept {
  Call call(Function::kSession_get_nth_pset);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(pset_len == nullptr, "pset_len"));
    return body::Session_get_nth_pset(call, *session_object, info_object, n, pset_len, pset_name);
  });
}

int Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) noexcept {
  Call call(Function::kSession_get_num_psets);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(npset_names == nullptr, "npset_names"));
    return body::Session_get_num_psets(call, *session_object, info_object, npset_names);
  });
}

int Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) noexcept {
  Call call(Function::kSession_get_pset_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(pset_name == nullptr, "pset_name"));
    PENSTOCK_TRY(check_pointer(info == nullptr, "info"));
    return body::Session_get_pset_info(call, *session_object, pset_name, info);
  });
}

int Session_iflush_buffer(MPI_Session session, MPI_Request *request) noexcept {
  Call call(Function::kSession_iflush_buffer);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Session_iflush_buffer(call, *session_object, request);
  });
}

int Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) noexcept {
  Call call(Function::kSession_init);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(need_process(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    PENSTOCK_TRY(check_pointer(session == nullptr, "session"));
    return body::Session_init(call, info_object, *errhandler_object, session);
  });
}

int Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) noexcept {
  Call call(Function::kSession_set_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Session* session_object = nullptr;
    PENSTOCK_TRY(core::find_session(call.instance(), session, &session_object));
    call.raise_on(session_object);
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    return body::Session_set_errhandler(call, *session_object, *errhandler_object);
  });
}

[[gnu::noinline]] static int Accumulate_checked(const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) noexcept {
  Call call(Function::kAccumulate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Accumulate(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object));
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), target_datatype, &target_datatype_object));
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Accumulate(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp,
    target_count, *target_datatype_object, *op_object, *win_object);
  });
}

int Accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Accumulate(*alone, origin_addr, origin_count, origin_datatype, target_rank,
    target_disp, target_count, target_datatype, op, win)) return MPI_SUCCESS;
  return Accumulate_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win);
}

[[gnu::noinline]] static int Compare_and_swap_checked(const void *origin_addr, const void *compare_addr,
    void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) noexcept {
  Call call(Function::kCompare_and_swap);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Compare_and_swap(call.instance(), origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, target_rank == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Compare_and_swap(call, origin_addr, compare_addr, result_addr, *datatype_object, target_rank,
    target_disp, *win_object);
  });
}

int Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
    int target_rank, MPI_Aint target_disp, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Compare_and_swap(*alone, origin_addr, compare_addr, result_addr, datatype,
    target_rank, target_disp, win)) return MPI_SUCCESS;
  return Compare_and_swap_checked(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}

[[gnu::noinline]] static int Fetch_and_op_checked(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
    int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) noexcept {
  Call call(Function::kFetch_and_op);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Fetch_and_op(call.instance(), origin_addr, result_addr, datatype, target_rank, target_disp, op, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Fetch_and_op(call, origin_addr, result_addr, *datatype_object, target_rank, target_disp, *op_object,
    *win_object);
  });
}

int Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
    MPI_Aint target_disp, MPI_Op op, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Fetch_and_op(*alone, origin_addr, result_addr, datatype, target_rank, target_disp,
    op, win)) return MPI_SUCCESS;
  return Fetch_and_op_checked(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}

[[gnu::noinline]] static int Get_checked(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept {
  Call call(Function::kGet);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Get(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, origin_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &origin_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), target_datatype, &target_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, target_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &target_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    return body::Get(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp, target_count,
    *target_datatype_object, *win_object);
  });
}

int Get(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Get(*alone, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
    target_count, target_datatype, win)) return MPI_SUCCESS;
  return Get_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, win);
}

[[gnu::noinline]] static int Get_accumulate_checked(const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
    MPI_Win win) noexcept {
  Call call(Function::kGet_accumulate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Get_accumulate(call.instance(), origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    PENSTOCK_TRY(check_count(result_count, "result_count"));
    core::Datatype* result_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), result_datatype, &result_datatype_object));
    PENSTOCK_TRY(check_committed(*result_datatype_object, "result_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), target_datatype, &target_datatype_object));
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Get_accumulate(call, origin_addr, origin_count, origin_datatype, result_addr, result_count,
    *result_datatype_object, target_rank, target_disp, target_count, *target_datatype_object, *op_object, *win_object);
  });
}

int Get_accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Get_accumulate(*alone, origin_addr, origin_count, origin_datatype, result_addr,
    result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op,
    win)) return MPI_SUCCESS;
  return Get_accumulate_checked(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype,
    target_rank, target_disp, target_count, target_datatype, op, win);
}

int Get_hw_resource_info(MPI_Info *hw_info) noexcept {
  Call call(Function::kGet_hw_resource_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(hw_info == nullptr, "hw_info"));
    return body::Get_hw_resource_info(call, hw_info);
  });
}

[[gnu::noinline]] static int Put_checked(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept {
  Call call(Function::kPut);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Put(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, origin_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &origin_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), target_datatype, &target_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, target_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &target_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    return body::Put(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp, target_count,
    *target_datatype_object, *win_object);
  });
}

int Put(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Put(*alone, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
    target_count, target_datatype, win)) return MPI_SUCCESS;
  return Put_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, win);
}

[[gnu::noinline]] static int Raccumulate_checked(const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) noexcept {
  Call call(Function::kRaccumulate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Raccumulate(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object));
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), target_datatype, &target_datatype_object));
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Raccumulate(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp,
    target_count, *target_datatype_object, *op_object, *win_object, request);
  });
}

int Raccumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
    MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Raccumulate(*alone, origin_addr, origin_count, origin_datatype, target_rank,
    target_disp, target_count, target_datatype, op, win, request)) return MPI_SUCCESS;
  return Raccumulate_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, op, win, request);
}

[[gnu::noinline]] static int Rget_checked(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request) noexcept {
  Call call(Function::kRget);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Rget(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, origin_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &origin_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), target_datatype, &target_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, target_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &target_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Rget(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp, target_count,
    *target_datatype_object, *win_object, request);
  });
}

int Rget(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Rget(*alone, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
    target_count, target_datatype, win, request)) return MPI_SUCCESS;
  return Rget_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, win, request);
}

[[gnu::noinline]] static int Rget_accumulate_checked(const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
    MPI_Win win, MPI_Request *request) noexcept {
  Call call(Function::kRget_accumulate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Rget_accumulate(call.instance(), origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    PENSTOCK_TRY(check_count(result_count, "result_count"));
    core::Datatype* result_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), result_datatype, &result_datatype_object));
    PENSTOCK_TRY(check_committed(*result_datatype_object, "result_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), target_datatype, &target_datatype_object));
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Rget_accumulate(call, origin_addr, origin_count, origin_datatype, result_addr, result_count,
    *result_datatype_object, target_rank, target_disp, target_count, *target_datatype_object, *op_object, *win_object,
    request);
  });
}

int Rget_accumulate(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr,
    MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Rget_accumulate(*alone, origin_addr, origin_count, origin_datatype, result_addr,
    result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
    request)) return MPI_SUCCESS;
  return Rget_accumulate_checked(origin_addr, origin_count, origin_datatype, result_addr, result_count,
    result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}

[[gnu::noinline]] static int Rput_checked(const void *origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) noexcept {
  Call call(Function::kRput);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Rput(call.instance(), origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_count(origin_count, "origin_count"));
    core::Datatype* origin_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), origin_datatype, &origin_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, origin_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &origin_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*origin_datatype_object, "origin_datatype"));
    PENSTOCK_TRY(check_count(target_count, "target_count"));
    core::Datatype* target_datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), target_datatype, &target_datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, target_datatype, origin_count == 0 || target_rank == MPI_PROC_NULL, std::move(failed), &target_datatype_object));
    }
    PENSTOCK_TRY(check_committed(*target_datatype_object, "target_datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Rput(call, origin_addr, origin_count, *origin_datatype_object, target_rank, target_disp, target_count,
    *target_datatype_object, *win_object, request);
  });
}

int Rput(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Rput(*alone, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
    target_count, target_datatype, win, request)) return MPI_SUCCESS;
  return Rput_checked(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count,
    target_datatype, win, request);
}

int Win_allocate(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) noexcept {
  Call call(Function::kWin_allocate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(baseptr == nullptr, "baseptr"));
    PENSTOCK_TRY(check_pointer(win == nullptr, "win"));
    return body::Win_allocate(call, size, disp_unit, info_object, *comm_object, baseptr, win);
  });
}

int Win_allocate_shared(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win) noexcept {
  Call call(Function::kWin_allocate_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(baseptr == nullptr, "baseptr"));
    PENSTOCK_TRY(check_pointer(win == nullptr, "win"));
    return body::Win_allocate_shared(call, size, disp_unit, info_object, *comm_object, baseptr, win);
  });
}

int Win_attach(MPI_Win win, void *base, MPI_Aint size) noexcept {
  Call call(Function::kWin_attach);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_attach(call, *win_object, base, size);
  });
}

int Win_call_errhandler(MPI_Win win, int errorcode) noexcept {
  Call call(Function::kWin_call_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_call_errhandler(call, *win_object, errorcode);
  });
}

int Win_complete(MPI_Win win) noexcept {
  Call call(Function::kWin_complete);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_complete(call, *win_object);
  });
}

int Win_create(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) noexcept {
  Call call(Function::kWin_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(win == nullptr, "win"));
    return body::Win_create(call, base, size, disp_unit, info_object, *comm_object, win);
  });
}

int Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) noexcept {
  Call call(Function::kWin_create_dynamic);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(win == nullptr, "win"));
    return body::Win_create_dynamic(call, info_object, *comm_object, win);
  });
}

int Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kWin_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Win_create_errhandler(call, win_errhandler_fn, errhandler);
  });
}

int Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn,
    int *win_keyval, void *extra_state) noexcept {
  Call call(Function::kWin_create_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(win_keyval == nullptr, "win_keyval"));
    return body::Win_create_keyval(call, win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
  });
}

int Win_delete_attr(MPI_Win win, int win_keyval) noexcept {
  Call call(Function::kWin_delete_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_delete_attr(call, *win_object, win_keyval);
  });
}

int Win_detach(MPI_Win win, const void *base) noexcept {
  Call call(Function::kWin_detach);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_detach(call, *win_object, base);
  });
}

int Win_fence(int assert, MPI_Win win) noexcept {
  Call call(Function::kWin_fence);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_fence(call, assert, *win_object);
  });
}

[[gnu::noinline]] static int Win_flush_checked(int rank, MPI_Win win) noexcept {
  Call call(Function::kWin_flush);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Win_flush(call.instance(), rank, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_flush(call, rank, *win_object);
  });
}

int Win_flush(int rank, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Win_flush(*alone, rank, win)) return MPI_SUCCESS;
  return Win_flush_checked(rank, win);
}

[[gnu::noinline]] static int Win_flush_all_checked(MPI_Win win) noexcept {
  Call call(Function::kWin_flush_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Win_flush_all(call.instance(), win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_flush_all(call, *win_object);
  });
}

int Win_flush_all(MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Win_flush_all(*alone, win)) return MPI_SUCCESS;
  return Win_flush_all_checked(win);
}

[[gnu::noinline]] static int Win_flush_local_checked(int rank, MPI_Win win) noexcept {
  Call call(Function::kWin_flush_local);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    if (call.locked() && at_once::Win_flush_local(call.instance(), rank, win)) return Status::ok();
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_flush_local(call, rank, *win_object);
  });
}

int Win_flush_local(int rank, MPI_Win win) noexcept {
  core::Instance* const alone = instance_of_one_thread();
  if (alone != nullptr && at_once::Win_flush_local(*alone, rank, win)) return MPI_SUCCESS;
  return Win_flush_local_checked(rank, win);
}

int Win_flush_local_all(MPI_Win win) noexcept {
  Call call(Function::kWin_flush_local_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_flush_local_all(call, *win_object);
  });
}

int Win_free(MPI_Win *win) noexcept {
  Call call(Function::kWin_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(win == nullptr, "win"));
    return body::Win_free(call, win);
  });
}

int Win_free_keyval(int *win_keyval) noexcept {
  Call call(Function::kWin_free_keyval);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(win_keyval == nullptr, "win_keyval"));
    return body::Win_free_keyval(call, win_keyval);
  });
}

int Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) noexcept {
  Call call(Function::kWin_get_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(attribute_val == nullptr, "attribute_val"));
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Win_get_attr(call, *win_object, win_keyval, attribute_val, flag);
  });
}

int Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kWin_get_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Win_get_errhandler(call, *win_object, errhandler);
  });
}

int Win_get_group(MPI_Win win, MPI_Group *group) noexcept {
  Call call(Function::kWin_get_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::Win_get_group(call, *win_object, group);
  });
}

int Win_get_info(MPI_Win win, MPI_Info *info_used) noexcept {
  Call call(Function::kWin_get_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(info_used == nullptr, "info_used"));
    return body::Win_get_info(call, *win_object, info_used);
  });
}

int Win_get_name(MPI_Win win, char *win_name, int *resultlen) noexcept {
  Call call(Function::kWin_get_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(win_name == nullptr, "win_name"));
    PENSTOCK_TRY(check_pointer(resultlen == nullptr, "resultlen"));
    return body::Win_get_name(call, win, win_name, resultlen);
  });
}

int Win_lock(int lock_type, int rank, int assert, MPI_Win win) noexcept {
  Call call(Function::kWin_lock);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_lock(call, lock_type, rank, assert, *win_object);
  });
}

int Win_lock_all(int assert, MPI_Win win) noexcept {
  Call call(Function::kWin_lock_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_lock_all(call, assert, *win_object);
  });
}

int Win_post(MPI_Group group, int assert, MPI_Win win) noexcept {
  Call call(Function::kWin_post);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    return body::Win_post(call, *group_object, assert, *win_object);
  });
}

int Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) noexcept {
  Call call(Function::kWin_set_attr);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_set_attr(call, *win_object, win_keyval, attribute_val);
  });
}

int Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) noexcept {
  Call call(Function::kWin_set_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    return body::Win_set_errhandler(call, *win_object, *errhandler_object);
  });
}

int Win_set_info(MPI_Win win, MPI_Info info) noexcept {
  Call call(Function::kWin_set_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::Win_set_info(call, *win_object, info_object);
  });
}

int Win_set_name(MPI_Win win, const char *win_name) noexcept {
  Call call(Function::kWin_set_name);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(win_name == nullptr, "win_name"));
    return body::Win_set_name(call, *win_object, win_name);
  });
}

int Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, CountOut disp_unit, void *baseptr) noexcept {
  Call call(Function::kWin_shared_query);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    PENSTOCK_TRY(check_pointer(disp_unit.null(), "disp_unit"));
    PENSTOCK_TRY(check_pointer(baseptr == nullptr, "baseptr"));
    return body::Win_shared_query(call, *win_object, rank, size, disp_unit, baseptr);
  });
}

int Win_start(MPI_Group group, int assert, MPI_Win win) noexcept {
  Call call(Function::kWin_start);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.instance(), group, &group_object));
    return body::Win_start(call, *group_object, assert, *win_object);
  });
}

int Win_sync(MPI_Win win) noexcept {
  Call call(Function::kWin_sync);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_sync(call, *win_object);
  });
}

int Win_test(MPI_Win win, int *flag) noexcept {
  Call call(Function::kWin_test);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::Win_test(call, *win_object, flag);
  });
}

int Win_unlock(int rank, MPI_Win win) noexcept {
  Call call(Function::kWin_unlock);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_unlock(call, rank, *win_object);
  });
}

int Win_unlock_all(MPI_Win win) noexcept {
  Call call(Function::kWin_unlock_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_unlock_all(call, *win_object);
  });
}

int Win_wait(MPI_Win win) noexcept {
  Call call(Function::kWin_wait);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    return body::Win_wait(call, *win_object);
  });
}

int File_call_errhandler(MPI_File fh, int errorcode) noexcept {
  Call call(Function::kFile_call_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    return body::File_call_errhandler(call, fh, errorcode);
  });
}

int File_close(MPI_File *fh) noexcept {
  Call call(Function::kFile_close);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    PENSTOCK_TRY(check_pointer(fh == nullptr, "fh"));
    return body::File_close(call, fh);
  });
}

int File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kFile_create_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::File_create_errhandler(call, file_errhandler_fn, errhandler);
  });
}

int File_delete(const char *filename, MPI_Info info) noexcept {
  Call call(Function::kFile_delete);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    PENSTOCK_TRY(check_pointer(filename == nullptr, "filename"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::File_delete(call, filename, info_object);
  });
}

int File_get_amode(MPI_File fh, int *amode) noexcept {
  Call call(Function::kFile_get_amode);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(amode == nullptr, "amode"));
    return body::File_get_amode(call, *fh_object, amode);
  });
}

int File_get_atomicity(MPI_File fh, int *flag) noexcept {
  Call call(Function::kFile_get_atomicity);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(flag == nullptr, "flag"));
    return body::File_get_atomicity(call, *fh_object, flag);
  });
}

int File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) noexcept {
  Call call(Function::kFile_get_byte_offset);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(disp == nullptr, "disp"));
    return body::File_get_byte_offset(call, *fh_object, offset, disp);
  });
}

int File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kFile_get_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::File_get_errhandler(call, file, errhandler);
  });
}

int File_get_group(MPI_File fh, MPI_Group *group) noexcept {
  Call call(Function::kFile_get_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::File_get_group(call, *fh_object, group);
  });
}

int File_get_info(MPI_File fh, MPI_Info *info_used) noexcept {
  Call call(Function::kFile_get_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(info_used == nullptr, "info_used"));
    return body::File_get_info(call, *fh_object, info_used);
  });
}

int File_get_position(MPI_File fh, MPI_Offset *offset) noexcept {
  Call call(Function::kFile_get_position);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(offset == nullptr, "offset"));
    return body::File_get_position(call, *fh_object, offset);
  });
}

int File_get_position_shared(MPI_File fh, MPI_Offset *offset) noexcept {
  Call call(Function::kFile_get_position_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(offset == nullptr, "offset"));
    return body::File_get_position_shared(call, *fh_object, offset);
  });
}

int File_get_size(MPI_File fh, MPI_Offset *size) noexcept {
  Call call(Function::kFile_get_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::File_get_size(call, *fh_object, size);
  });
}

int File_get_type_extent(MPI_File fh, MPI_Datatype datatype, CountOut extent) noexcept {
  Call call(Function::kFile_get_type_extent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(extent.null(), "extent"));
    return body::File_get_type_extent(call, *fh_object, *datatype_object, extent);
  });
}

int File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep) noexcept {
  Call call(Function::kFile_get_view);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    PENSTOCK_TRY(check_pointer(disp == nullptr, "disp"));
    PENSTOCK_TRY(check_pointer(etype == nullptr, "etype"));
    PENSTOCK_TRY(check_pointer(filetype == nullptr, "filetype"));
    PENSTOCK_TRY(check_pointer(datarep == nullptr, "datarep"));
    return body::File_get_view(call, *fh_object, disp, etype, filetype, datarep);
  });
}

int File_iread(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) noexcept {
  Call call(Function::kFile_iread);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iread(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_iread_all(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) noexcept {
  Call call(Function::kFile_iread_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iread_all(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iread_at);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iread_at(call, *fh_object, offset, buf, count, *datatype_object, request);
  });
}

int File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iread_at_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iread_at_all(call, *fh_object, offset, buf, count, *datatype_object, request);
  });
}

int File_iread_shared(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) noexcept {
  Call call(Function::kFile_iread_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iread_shared(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_iwrite(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) noexcept {
  Call call(Function::kFile_iwrite);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iwrite(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_iwrite_all(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iwrite_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iwrite_all(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iwrite_at);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iwrite_at(call, *fh_object, offset, buf, count, *datatype_object, request);
  });
}

int File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iwrite_at_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iwrite_at_all(call, *fh_object, offset, buf, count, *datatype_object, request);
  });
}

int File_iwrite_shared(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request *request) noexcept {
  Call call(Function::kFile_iwrite_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::File_iwrite_shared(call, *fh_object, buf, count, *datatype_object, request);
  });
}

int File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) noexcept {
  Call call(Function::kFile_open);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    PENSTOCK_TRY(check_pointer(filename == nullptr, "filename"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(fh == nullptr, "fh"));
    return body::File_open(call, *comm_object, filename, amode, info_object, fh);
  });
}

int File_preallocate(MPI_File fh, MPI_Offset size) noexcept {
  Call call(Function::kFile_preallocate);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_preallocate(call, *fh_object, size);
  });
}

int File_read(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_read);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_read_all(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_all(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_read_all_begin(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_read_all_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_all_begin(call, *fh_object, buf, count, *datatype_object);
  });
}

int File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_all_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_read_all_end(call, *fh_object, buf, status);
  });
}

int File_read_at(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_read_at);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_at(call, *fh_object, offset, buf, count, *datatype_object, status);
  });
}

int File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_read_at_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_at_all(call, *fh_object, offset, buf, count, *datatype_object, status);
  });
}

int File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_read_at_all_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_at_all_begin(call, *fh_object, offset, buf, count, *datatype_object);
  });
}

int File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_at_all_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_read_at_all_end(call, *fh_object, buf, status);
  });
}

int File_read_ordered(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_ordered);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_ordered(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_read_ordered_begin(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_read_ordered_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_ordered_begin(call, *fh_object, buf, count, *datatype_object);
  });
}

int File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_ordered_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_read_ordered_end(call, *fh_object, buf, status);
  });
}

int File_read_shared(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_read_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_read_shared(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_seek(MPI_File fh, MPI_Offset offset, int whence) noexcept {
  Call call(Function::kFile_seek);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_seek(call, *fh_object, offset, whence);
  });
}

int File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) noexcept {
  Call call(Function::kFile_seek_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_seek_shared(call, *fh_object, offset, whence);
  });
}

int File_set_atomicity(MPI_File fh, int flag) noexcept {
  Call call(Function::kFile_set_atomicity);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_set_atomicity(call, *fh_object, flag);
  });
}

int File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) noexcept {
  Call call(Function::kFile_set_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.instance(), errhandler, &errhandler_object));
    return body::File_set_errhandler(call, file, *errhandler_object);
  });
}

int File_set_info(MPI_File fh, MPI_Info info) noexcept {
  Call call(Function::kFile_set_info);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::File_set_info(call, *fh_object, info_object);
  });
}

int File_set_size(MPI_File fh, MPI_Offset size) noexcept {
  Call call(Function::kFile_set_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_set_size(call, *fh_object, size);
  });
}

int File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
    MPI_Info info) noexcept {
  Call call(Function::kFile_set_view);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* etype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), etype, &etype_object));
    core::Datatype* filetype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), filetype, &filetype_object));
    PENSTOCK_TRY(check_pointer(datarep == nullptr, "datarep"));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    return body::File_set_view(call, *fh_object, disp, *etype_object, *filetype_object, datarep, info_object);
  });
}

int File_sync(MPI_File fh) noexcept {
  Call call(Function::kFile_sync);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_sync(call, *fh_object);
  });
}

int File_write(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_write);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_write_all(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) noexcept {
  Call call(Function::kFile_write_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_all(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_write_all_begin(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_write_all_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_all_begin(call, *fh_object, buf, count, *datatype_object);
  });
}

int File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_write_all_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_write_all_end(call, *fh_object, buf, status);
  });
}

int File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_write_at);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_at(call, *fh_object, offset, buf, count, *datatype_object, status);
  });
}

int File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_write_at_all);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_at_all(call, *fh_object, offset, buf, count, *datatype_object, status);
  });
}

int File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
    MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_write_at_all_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_at_all_begin(call, *fh_object, offset, buf, count, *datatype_object);
  });
}

int File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_write_at_all_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_write_at_all_end(call, *fh_object, buf, status);
  });
}

int File_write_ordered(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_write_ordered);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_ordered(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int File_write_ordered_begin(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) noexcept {
  Call call(Function::kFile_write_ordered_begin);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_ordered_begin(call, *fh_object, buf, count, *datatype_object);
  });
}

int File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) noexcept {
  Call call(Function::kFile_write_ordered_end);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    return body::File_write_ordered_end(call, *fh_object, buf, status);
  });
}

int File_write_shared(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status *status) noexcept {
  Call call(Function::kFile_write_shared);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    call.raise_on(OfNoFile{});
    core::File* fh_object = nullptr;
    PENSTOCK_TRY(core::find_file(call.instance(), fh, &fh_object));
    call.raise_on(fh_object);
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::File_write_shared(call, *fh_object, buf, count, *datatype_object, status);
  });
}

int Info_set_hex(MPI_Info info, const char *key, const void *value, int value_size) noexcept {
  Call call(Function::kInfo_set_hex);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(key == nullptr, "key"));
    return body::Info_set_hex(call, info_object, key, value, value_size);
  });
}

int Stream_create(MPI_Info info, MPIX_Stream *stream) noexcept {
  Call call(Function::kStream_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.instance(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(stream == nullptr, "stream"));
    return body::Stream_create(call, info_object, stream);
  });
}

int Stream_free(MPIX_Stream *stream) noexcept {
  Call call(Function::kStream_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(stream == nullptr, "stream"));
    return body::Stream_free(call, stream);
  });
}

int Stream_comm_create(MPI_Comm comm, MPIX_Stream stream, MPI_Comm *newcomm) noexcept {
  Call call(Function::kStream_comm_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Stream_comm_create(call, *comm_object, stream, newcomm);
  });
}

int Stream_comm_create_multiplex(MPI_Comm comm, int count, MPIX_Stream array_of_streams[], MPI_Comm *newcomm) noexcept {
  Call call(Function::kStream_comm_create_multiplex);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Stream_comm_create_multiplex(call, *comm_object, count, array_of_streams, newcomm);
  });
}

int Comm_get_stream(MPI_Comm comm, int idx, MPIX_Stream *stream) noexcept {
  Call call(Function::kComm_get_stream);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(stream == nullptr, "stream"));
    return body::Comm_get_stream(call, *comm_object, idx, stream);
  });
}

int Stream_progress(MPIX_Stream stream) noexcept {
  Call call(Function::kStream_progress);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Stream_progress(call, stream);
  });
}

int Start_progress_thread(MPIX_Stream stream) noexcept {
  Call call(Function::kStart_progress_thread);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Start_progress_thread(call, stream);
  });
}

int Stop_progress_thread(MPIX_Stream stream) noexcept {
  Call call(Function::kStop_progress_thread);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Stop_progress_thread(call, stream);
  });
}

int Send_enqueue(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kSend_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Send_enqueue(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Recv_enqueue(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    LateStatus status) noexcept {
  Call call(Function::kRecv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Recv_enqueue(call, buf, count, *datatype_object, source, tag, *comm_object, status);
  });
}

int Isend_enqueue(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIsend_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || dest == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Isend_enqueue(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Irecv_enqueue(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIrecv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, datatype, count == 0 || source == MPI_PROC_NULL, std::move(failed), &datatype_object));
    }
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Irecv_enqueue(call, buf, count, *datatype_object, source, tag, *comm_object, request);
  });
}

int Sendrecv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    LateStatus status) noexcept {
  Call call(Function::kSendrecv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0 || dest == MPI_PROC_NULL, std::move(failed), &sendtype_object));
    }
    PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
      PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0 || source == MPI_PROC_NULL, std::move(failed), &recvtype_object));
    }
    PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    return body::Sendrecv_enqueue(call, sendbuf, sendcount, *sendtype_object, dest, sendtag, recvbuf, recvcount,
    *recvtype_object, source, recvtag, *comm_object, status);
  });
}

int Wait_enqueue(MPI_Request *request, LateStatus status) noexcept {
  Call call(Function::kWait_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Wait_enqueue(call, request, status);
  });
}

int Waitall_enqueue(int count, MPI_Request array_of_requests[], LateStatus array_of_statuses) noexcept {
  Call call(Function::kWaitall_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    return body::Waitall_enqueue(call, count, array_of_requests, array_of_statuses);
  });
}

int Barrier_enqueue(MPI_Comm comm) noexcept {
  Call call(Function::kBarrier_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Barrier_enqueue(call, *comm_object);
  });
}

int Bcast_enqueue(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kBcast_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (buffer != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      if (Status failed = core::find_datatype(call.instance(), datatype, &datatype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, datatype, count == 0, std::move(failed), &datatype_object));
      }
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    return body::Bcast_enqueue(call, buffer, count, datatype_object, root, *comm_object);
  });
}

int Gather_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kGather_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Gather_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object);
  });
}

int Gatherv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kGatherv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Gatherv_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, root, *comm_object);
  });
}

int Scatter_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kScatter_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Scatter_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object);
  });
}

int Scatterv_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray displs, MPI_Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kScatterv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL && root != MPI_ROOT) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Scatterv_enqueue(call, sendbuf, sendcounts, displs, sendtype_object, recvbuf, recvcount,
    recvtype_object, root, *comm_object);
  });
}

int Allgather_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAllgather_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Allgather_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object);
  });
}

int Allgatherv_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    CountArray recvcounts, DisplacementArray displs, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAllgatherv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Allgatherv_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcounts, displs,
    recvtype_object, *comm_object);
  });
}

int Alltoall_enqueue(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAlltoall_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, sendcount == 0, std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, recvcount == 0, std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Alltoall_enqueue(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object,
    *comm_object);
  });
}

int Alltoallv_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls, MPI_Datatype sendtype,
    void *recvbuf, CountArray recvcounts, DisplacementArray rdispls, MPI_Datatype recvtype, MPI_Comm comm) noexcept {
  Call call(Function::kAlltoallv_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), sendtype, &sendtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, sendtype, core::are_zero(*comm_object, sendcounts), std::move(failed), &sendtype_object));
      }
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE) {
      if (Status failed = core::find_datatype(call.instance(), recvtype, &recvtype_object); !failed.is_ok()) [[unlikely]] {
        PENSTOCK_TRY(stand_in(call, recvtype, core::are_zero(*comm_object, recvcounts), std::move(failed), &recvtype_object));
      }
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Alltoallv_enqueue(call, sendbuf, sendcounts, sdispls, sendtype_object, recvbuf, recvcounts, rdispls,
    recvtype_object, *comm_object);
  });
}

int Alltoallw_enqueue(const void *sendbuf, CountArray sendcounts, DisplacementArray sdispls,
    const MPI_Datatype sendtypes[], void *recvbuf, CountArray recvcounts, DisplacementArray rdispls,
    const MPI_Datatype recvtypes[], MPI_Comm comm) noexcept {
  Call call(Function::kAlltoallw_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Alltoallw_enqueue(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
    recvtypes, *comm_object);
  });
}

int Reduce_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
    MPI_Comm comm) noexcept {
  Call call(Function::kReduce_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && root != MPI_PROC_NULL) {
      PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
      PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    }
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_enqueue(call, sendbuf, recvbuf, count, datatype_object, *op_object, root, *comm_object);
  });
}

int Allreduce_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kAllreduce_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Allreduce_enqueue(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Reduce_scatter_block_enqueue(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm) noexcept {
  Call call(Function::kReduce_scatter_block_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_scatter_block_enqueue(call, sendbuf, recvbuf, recvcount, *datatype_object, *op_object,
    *comm_object);
  });
}

int Reduce_scatter_enqueue(const void *sendbuf, void *recvbuf, CountArray recvcounts, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kReduce_scatter_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Reduce_scatter_enqueue(call, sendbuf, recvbuf, recvcounts, *datatype_object, *op_object, *comm_object);
  });
}

int Scan_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kScan_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Scan_enqueue(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Exscan_enqueue(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kExscan_enqueue);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.instance(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.instance(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.instance(), op, &op_object));
    return body::Exscan_enqueue(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Win_get_device_handle(MPI_Win win, penstock_device_window *handle) noexcept {
  Call call(Function::kWin_get_device_handle);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Window* win_object = nullptr;
    PENSTOCK_TRY(core::find_win(call.instance(), win, &win_object));
    call.raise_on(win_object);
    PENSTOCK_TRY(check_pointer(handle == nullptr, "handle"));
    return body::Win_get_device_handle(call, *win_object, handle);
  });
}

int Prequest_create(MPI_Request request, MPIX_Prequest *prequest) noexcept {
  Call call(Function::kPrequest_create);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(prequest == nullptr, "prequest"));
    return body::Prequest_create(call, request, prequest);
  });
}

int Prequest_free(MPIX_Prequest *prequest) noexcept {
  Call call(Function::kPrequest_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(prequest == nullptr, "prequest"));
    return body::Prequest_free(call, prequest);
  });
}

int T_category_changed(int *update_number) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_changed(caller, update_number);
  });
}

int T_category_get_categories(int cat_index, int len, int indices[]) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_categories(caller, cat_index, len, indices);
  });
}

int T_category_get_cvars(int cat_index, int len, int indices[]) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_cvars(caller, cat_index, len, indices);
  });
}

int T_category_get_events(int cat_index, int len, int indices[]) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_events(caller, cat_index, len, indices);
  });
}

int T_category_get_index(const char *name, int *cat_index) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_index(caller, name, cat_index);
  });
}

int T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars,
    int *num_pvars, int *num_categories) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_info(caller, cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars,
    num_categories);
  });
}

int T_category_get_num(int *num_cat) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_num(caller, num_cat);
  });
}

int T_category_get_num_events(int cat_index, int *num_events) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_num_events(caller, cat_index, num_events);
  });
}

int T_category_get_pvars(int cat_index, int len, int indices[]) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::category_get_pvars(caller, cat_index, len, indices);
  });
}

int T_cvar_get_index(const char *name, int *cvar_index) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_get_index(caller, name, cvar_index);
  });
}

int T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_get_info(caller, cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len,
    bind, scope);
  });
}

int T_cvar_get_num(int *num_cvar) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_get_num(caller, num_cvar);
  });
}

int T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_handle_alloc(caller, cvar_index, obj_handle, handle, count);
  });
}

int T_cvar_handle_free(MPI_T_cvar_handle *handle) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_handle_free(caller, handle);
  });
}

int T_cvar_read(MPI_T_cvar_handle handle, void *buf) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_read(caller, handle, buf);
  });
}

int T_cvar_write(MPI_T_cvar_handle handle, const void *buf) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::cvar_write(caller, handle, buf);
  });
}

int T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::enum_get_info(caller, enumtype, num, name, name_len);
  });
}

int T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::enum_get_item(caller, enumtype, index, value, name, name_len);
  });
}

int T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info *info_used) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_callback_get_info(caller, event_registration, cb_safety, info_used);
  });
}

int T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    MPI_Info info) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_callback_set_info(caller, event_registration, cb_safety, info);
  });
}

int T_event_copy(MPI_T_event_instance event_instance, void *buffer) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_copy(caller, event_instance, buffer);
  });
}

int T_event_get_index(const char *name, int *event_index) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_get_index(caller, name, event_index);
  });
}

int T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[],
    MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
    int *desc_len, int *bind) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_get_info(caller, event_index, name, name_len, verbosity, array_of_datatypes,
    array_of_displacements, num_elements, enumtype, info, desc, desc_len, bind);
  });
}

int T_event_get_num(int *num_events) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_get_num(caller, num_events);
  });
}

int T_event_get_source(MPI_T_event_instance event_instance, int *source_index) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_get_source(caller, event_instance, source_index);
  });
}

int T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_get_timestamp(caller, event_instance, event_timestamp);
  });
}

int T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
    MPI_T_event_registration *event_registration) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_handle_alloc(caller, event_index, obj_handle, info, event_registration);
  });
}

int T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_handle_free(caller, event_registration, user_data, free_cb_function);
  });
}

int T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_handle_get_info(caller, event_registration, info_used);
  });
}

int T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_handle_set_info(caller, event_registration, info);
  });
}

int T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_read(caller, event_instance, element_index, buffer);
  });
}

int T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info,
    void *user_data, MPI_T_event_cb_function *event_cb_function) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_register_callback(caller, event_registration, cb_safety, info, user_data, event_cb_function);
  });
}

int T_event_set_dropped_handler(MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::event_set_dropped_handler(caller, event_registration, dropped_cb_function);
  });
}

int T_finalize() noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::finalize(caller);
  });
}

int T_init_thread(int required, int *provided) noexcept {
  return tool_call_at_any_time([&](mpi_t::Caller& caller) {
    return mpi_t::init_thread(caller, required, provided);
  });
}

int T_pvar_get_index(const char *name, int var_class, int *pvar_index) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_get_index(caller, name, var_class, pvar_index);
  });
}

int T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype,
    MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_get_info(caller, pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc,
    desc_len, bind, readonly, continuous, atomic);
  });
}

int T_pvar_get_num(int *num_pvar) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_get_num(caller, num_pvar);
  });
}

int T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle,
    int *count) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_handle_alloc(caller, pe_session, pvar_index, obj_handle, handle, count);
  });
}

int T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_handle_free(caller, pe_session, handle);
  });
}

int T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_read(caller, pe_session, handle, buf);
  });
}

int T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_readreset(caller, pe_session, handle, buf);
  });
}

int T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_reset(caller, pe_session, handle);
  });
}

int T_pvar_session_create(MPI_T_pvar_session *pe_session) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_session_create(caller, pe_session);
  });
}

int T_pvar_session_free(MPI_T_pvar_session *pe_session) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_session_free(caller, pe_session);
  });
}

int T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_start(caller, pe_session, handle);
  });
}

int T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_stop(caller, pe_session, handle);
  });
}

int T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::pvar_write(caller, pe_session, handle, buf);
  });
}

int T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
    MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::source_get_info(caller, source_index, name, name_len, desc, desc_len, ordering, ticks_per_second,
    max_ticks, info);
  });
}

int T_source_get_num(int *num_sources) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::source_get_num(caller, num_sources);
  });
}

int T_source_get_timestamp(int source_index, MPI_Count *timestamp) noexcept {
  return tool_call([&](mpi_t::Caller& caller) {
    return mpi_t::source_get_timestamp(caller, source_index, timestamp);
  });
}

}  // namespace penstock::api
