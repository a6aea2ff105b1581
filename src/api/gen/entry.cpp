// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
#include "api/gen/entry.hpp"

#include "api/checks.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api {

int Abi_get_version(int *abi_major, int *abi_minor) noexcept {
  Call call(Function::kAbi_get_version);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_pointer(abi_major == nullptr, "abi_major"));
    PENSTOCK_TRY(check_pointer(abi_minor == nullptr, "abi_minor"));
    return body::Abi_get_version(call, abi_major, abi_minor);
  });
}

int Abort(MPI_Comm comm, int errorcode) noexcept {
  Call call(Function::kAbort);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Abort(call, *comm_object, errorcode);
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
    PENSTOCK_TRY(check_running(call));
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

int Get_count(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept {
  Call call(Function::kGet_count);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(count.null(), "count"));
    return body::Get_count(call, status, *datatype_object, count);
  });
}

int Get_elements(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept {
  Call call(Function::kGet_elements);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(count.null(), "count"));
    return body::Get_elements(call, status, *datatype_object, count);
  });
}

int Irecv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Irecv(call, buf, count, *datatype_object, source, tag, *comm_object, request);
  });
}

int Isend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Isend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Issend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIssend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Issend(call, buf, count, *datatype_object, dest, tag, *comm_object, request);
  });
}

int Recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) noexcept {
  Call call(Function::kRecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Recv(call, buf, count, *datatype_object, source, tag, *comm_object, status);
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

int Send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kSend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Send(call, buf, count, *datatype_object, dest, tag, *comm_object);
  });
}

int Sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) noexcept {
  Call call(Function::kSendrecv);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), sendtype, &sendtype_object));
    PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), recvtype, &recvtype_object));
    PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    return body::Sendrecv(call, sendbuf, sendcount, *sendtype_object, dest, sendtag, recvbuf, recvcount,
    *recvtype_object, source, recvtag, *comm_object, status);
  });
}

int Ssend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) noexcept {
  Call call(Function::kSsend);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Ssend(call, buf, count, *datatype_object, dest, tag, *comm_object);
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

int Allreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept {
  Call call(Function::kAllreduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.process(), op, &op_object));
    return body::Allreduce(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object);
  });
}

int Barrier(MPI_Comm comm) noexcept {
  Call call(Function::kBarrier);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Barrier(call, *comm_object);
  });
}

int Bcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kBcast);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    return body::Bcast(call, buffer, count, *datatype_object, root, *comm_object);
  });
}

int Gather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept {
  Call call(Function::kGather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.process(), sendtype, &sendtype_object));
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      PENSTOCK_TRY(core::find_datatype(call.process(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    return body::Gather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object);
  });
}

int Iallreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request *request) noexcept {
  Call call(Function::kIallreduce);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    core::Op* op_object = nullptr;
    PENSTOCK_TRY(core::find_op(call.process(), op, &op_object));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Iallreduce(call, sendbuf, recvbuf, count, *datatype_object, *op_object, *comm_object, request);
  });
}

int Ibarrier(MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIbarrier);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
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
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_committed(*datatype_object, "datatype"));
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Ibcast(call, buffer, count, *datatype_object, root, *comm_object, request);
  });
}

int Igather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept {
  Call call(Function::kIgather);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    if (sendbuf != MPI_IN_PLACE) PENSTOCK_TRY(check_count(sendcount, "sendcount"));
    core::Datatype* sendtype_object = nullptr;
    if (sendbuf != MPI_IN_PLACE) {
      PENSTOCK_TRY(core::find_datatype(call.process(), sendtype, &sendtype_object));
      PENSTOCK_TRY(check_committed(*sendtype_object, "sendtype"));
    }
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) PENSTOCK_TRY(check_count(recvcount, "recvcount"));
    core::Datatype* recvtype_object = nullptr;
    if (recvbuf != MPI_IN_PLACE && core::is_root(*comm_object, root)) {
      PENSTOCK_TRY(core::find_datatype(call.process(), recvtype, &recvtype_object));
      PENSTOCK_TRY(check_committed(*recvtype_object, "recvtype"));
    }
    PENSTOCK_TRY(check_pointer(request == nullptr, "request"));
    return body::Igather(call, sendbuf, sendcount, sendtype_object, recvbuf, recvcount, recvtype_object, root,
    *comm_object, request);
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

int Type_contiguous(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_contiguous);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_contiguous(call, count, *oldtype_object, newtype);
  });
}

int Type_create_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_create_hvector);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_hvector(call, count, blocklength, stride, *oldtype_object, newtype);
  });
}

int Type_create_subarray(int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
    CountArray array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_create_subarray);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_create_subarray(call, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order,
    *oldtype_object, newtype);
  });
}

int Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_dup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), oldtype, &oldtype_object));
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

int Type_get_extent(MPI_Datatype datatype, CountOut lb, CountOut extent) noexcept {
  Call call(Function::kType_get_extent);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(lb.null(), "lb"));
    PENSTOCK_TRY(check_pointer(extent.null(), "extent"));
    return body::Type_get_extent(call, *datatype_object, lb, extent);
  });
}

int Type_size(MPI_Datatype datatype, CountOut size) noexcept {
  Call call(Function::kType_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Datatype* datatype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), datatype, &datatype_object));
    PENSTOCK_TRY(check_pointer(size.null(), "size"));
    return body::Type_size(call, *datatype_object, size);
  });
}

int Type_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) noexcept {
  Call call(Function::kType_vector);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_count(count, "count"));
    PENSTOCK_TRY(check_count(blocklength, "blocklength"));
    core::Datatype* oldtype_object = nullptr;
    PENSTOCK_TRY(core::find_datatype(call.process(), oldtype, &oldtype_object));
    PENSTOCK_TRY(check_pointer(newtype == nullptr, "newtype"));
    return body::Type_vector(call, count, blocklength, stride, *oldtype_object, newtype);
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

int Group_rank(MPI_Group group, int *rank) noexcept {
  Call call(Function::kGroup_rank);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.process(), group, &group_object));
    PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
    return body::Group_rank(call, *group_object, rank);
  });
}

int Group_size(MPI_Group group, int *size) noexcept {
  Call call(Function::kGroup_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.process(), group, &group_object));
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::Group_size(call, *group_object, size);
  });
}

int Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) noexcept {
  Call call(Function::kGroup_translate_ranks);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Group* group1_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.process(), group1, &group1_object));
    core::Group* group2_object = nullptr;
    PENSTOCK_TRY(core::find_group(call.process(), group2, &group2_object));
    return body::Group_translate_ranks(call, *group1_object, n, ranks1, *group2_object, ranks2);
  });
}

int Comm_call_errhandler(MPI_Comm comm, int errorcode) noexcept {
  Call call(Function::kComm_call_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    return body::Comm_call_errhandler(call, *comm_object, errorcode);
  });
}

int Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept {
  Call call(Function::kComm_compare);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm1_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm1, &comm1_object));
    call.raise_on(comm1_object);
    core::Comm* comm2_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm2, &comm2_object));
    PENSTOCK_TRY(check_pointer(result == nullptr, "result"));
    return body::Comm_compare(call, *comm1_object, *comm2_object, result);
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

int Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_dup);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_dup(call, *comm_object, newcomm);
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

int Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kComm_get_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Comm_get_errhandler(call, *comm_object, errhandler);
  });
}

int Comm_group(MPI_Comm comm, MPI_Group *group) noexcept {
  Call call(Function::kComm_group);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(group == nullptr, "group"));
    return body::Comm_group(call, *comm_object, group);
  });
}

int Comm_rank(MPI_Comm comm, int *rank) noexcept {
  Call call(Function::kComm_rank);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
    return body::Comm_rank(call, *comm_object, rank);
  });
}

int Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) noexcept {
  Call call(Function::kComm_set_errhandler);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Errhandler* errhandler_object = nullptr;
    PENSTOCK_TRY(core::find_errhandler(call.process(), errhandler, &errhandler_object));
    return body::Comm_set_errhandler(call, *comm_object, *errhandler_object);
  });
}

int Comm_size(MPI_Comm comm, int *size) noexcept {
  Call call(Function::kComm_size);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
    return body::Comm_size(call, *comm_object, size);
  });
}

int Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) noexcept {
  Call call(Function::kComm_split);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    core::Comm* comm_object = nullptr;
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
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
    PENSTOCK_TRY(core::find_comm(call.process(), comm, &comm_object));
    call.raise_on(comm_object);
    core::Info* info_object = nullptr;
    if (info != MPI_INFO_NULL) {
      PENSTOCK_TRY(core::find_info(call.process(), info, &info_object));
    }
    PENSTOCK_TRY(check_pointer(newcomm == nullptr, "newcomm"));
    return body::Comm_split_type(call, *comm_object, split_type, key, info_object, newcomm);
  });
}

int Errhandler_free(MPI_Errhandler *errhandler) noexcept {
  Call call(Function::kErrhandler_free);
  return guarded(call, [&]() -> Status {
    PENSTOCK_TRY(check_running(call));
    PENSTOCK_TRY(check_pointer(errhandler == nullptr, "errhandler"));
    return body::Errhandler_free(call, errhandler);
  });
}

}  // namespace penstock::api
