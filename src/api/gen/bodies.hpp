// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// What each implemented function does, once its arguments are checked and its handles resolved.
// A datatype that comes as a pointer is null where this rank's call does not look at it.
// src/api/README.md tells the rest.
#pragma once

#include "api/call.hpp"
#include "api/types.hpp"
#include "core/lookup.hpp"

namespace penstock::api::body {

[[nodiscard]] Status Abi_get_version(Call& call, int *abi_major, int *abi_minor);
[[nodiscard]] Status Abort(Call& call, core::Comm& comm, int errorcode);
[[nodiscard]] Status Error_class(Call& call, int errorcode, int *errorclass);
[[nodiscard]] Status Error_string(Call& call, int errorcode, char *string, int *resultlen);
[[nodiscard]] Status Finalize(Call& call);
[[nodiscard]] Status Finalized(Call& call, int *flag);
[[nodiscard]] Status Get_address(Call& call, const void *location, MPI_Aint *address);
[[nodiscard]] Status Get_library_version(Call& call, char *version, int *resultlen);
[[nodiscard]] Status Get_processor_name(Call& call, char *name, int *resultlen);
[[nodiscard]] Status Get_version(Call& call, int *version, int *subversion);
[[nodiscard]] Status Init(Call& call, int *argc, char ***argv);
[[nodiscard]] Status Init_thread(Call& call, int *argc, char ***argv, int required, int *provided);
[[nodiscard]] Status Initialized(Call& call, int *flag);
[[nodiscard]] Status Is_thread_main(Call& call, int *flag);
[[nodiscard]] Status Query_thread(Call& call, int *provided);
[[nodiscard]] Status Get_count(Call& call, const MPI_Status *status, core::Datatype& datatype, CountOut count);
[[nodiscard]] Status Get_elements(Call& call, const MPI_Status *status, core::Datatype& datatype, CountOut count);
[[nodiscard]] Status Irecv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Isend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Issend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Recv(Call& call, void *buf, MPI_Count count, core::Datatype& datatype, int source, int tag,
    core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Request_free(Call& call, MPI_Request *request);
[[nodiscard]] Status Send(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Sendrecv(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype& sendtype, int dest,
    int sendtag, void *recvbuf, MPI_Count recvcount, core::Datatype& recvtype, int source, int recvtag,
    core::Comm& comm, MPI_Status *status);
[[nodiscard]] Status Ssend(Call& call, const void *buf, MPI_Count count, core::Datatype& datatype, int dest, int tag,
    core::Comm& comm);
[[nodiscard]] Status Status_get_error(Call& call, const MPI_Status *status, int *err);
[[nodiscard]] Status Status_get_source(Call& call, const MPI_Status *status, int *source);
[[nodiscard]] Status Status_get_tag(Call& call, const MPI_Status *status, int *tag);
[[nodiscard]] Status Status_set_error(Call& call, MPI_Status *status, int err);
[[nodiscard]] Status Status_set_source(Call& call, MPI_Status *status, int source);
[[nodiscard]] Status Status_set_tag(Call& call, MPI_Status *status, int tag);
[[nodiscard]] Status Test(Call& call, MPI_Request *request, int *flag, MPI_Status *status);
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
[[nodiscard]] Status Allreduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm);
[[nodiscard]] Status Barrier(Call& call, core::Comm& comm);
[[nodiscard]] Status Bcast(Call& call, void *buffer, MPI_Count count, core::Datatype& datatype, int root,
    core::Comm& comm);
[[nodiscard]] Status Gather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm);
[[nodiscard]] Status Iallreduce(Call& call, const void *sendbuf, void *recvbuf, MPI_Count count,
    core::Datatype& datatype, core::Op& op, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ibarrier(Call& call, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Ibcast(Call& call, void *buffer, MPI_Count count, core::Datatype& datatype, int root,
    core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Igather(Call& call, const void *sendbuf, MPI_Count sendcount, core::Datatype* sendtype,
    void *recvbuf, MPI_Count recvcount, core::Datatype* recvtype, int root, core::Comm& comm, MPI_Request *request);
[[nodiscard]] Status Type_commit(Call& call, MPI_Datatype *datatype);
[[nodiscard]] Status Type_contiguous(Call& call, MPI_Count count, core::Datatype& oldtype, MPI_Datatype *newtype);
[[nodiscard]] Status Type_create_hvector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
    core::Datatype& oldtype, MPI_Datatype *newtype);
[[nodiscard]] Status Type_create_subarray(Call& call, int ndims, CountArray array_of_sizes,
    CountArray array_of_subsizes, CountArray array_of_starts, int order, core::Datatype& oldtype,
    MPI_Datatype *newtype);
[[nodiscard]] Status Type_dup(Call& call, core::Datatype& oldtype, MPI_Datatype *newtype);
[[nodiscard]] Status Type_free(Call& call, MPI_Datatype *datatype);
[[nodiscard]] Status Type_get_extent(Call& call, core::Datatype& datatype, CountOut lb, CountOut extent);
[[nodiscard]] Status Type_size(Call& call, core::Datatype& datatype, CountOut size);
[[nodiscard]] Status Type_vector(Call& call, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
    core::Datatype& oldtype, MPI_Datatype *newtype);
[[nodiscard]] Status Group_free(Call& call, MPI_Group *group);
[[nodiscard]] Status Group_rank(Call& call, core::Group& group, int *rank);
[[nodiscard]] Status Group_size(Call& call, core::Group& group, int *size);
[[nodiscard]] Status Group_translate_ranks(Call& call, core::Group& group1, int n, const int ranks1[],
    core::Group& group2, int ranks2[]);
[[nodiscard]] Status Comm_call_errhandler(Call& call, core::Comm& comm, int errorcode);
[[nodiscard]] Status Comm_compare(Call& call, core::Comm& comm1, core::Comm& comm2, int *result);
[[nodiscard]] Status Comm_create_errhandler(Call& call, MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler);
[[nodiscard]] Status Comm_dup(Call& call, core::Comm& comm, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_free(Call& call, MPI_Comm *comm);
[[nodiscard]] Status Comm_get_errhandler(Call& call, core::Comm& comm, MPI_Errhandler *errhandler);
[[nodiscard]] Status Comm_group(Call& call, core::Comm& comm, MPI_Group *group);
[[nodiscard]] Status Comm_rank(Call& call, core::Comm& comm, int *rank);
[[nodiscard]] Status Comm_set_errhandler(Call& call, core::Comm& comm, core::Errhandler& errhandler);
[[nodiscard]] Status Comm_size(Call& call, core::Comm& comm, int *size);
[[nodiscard]] Status Comm_split(Call& call, core::Comm& comm, int color, int key, MPI_Comm *newcomm);
[[nodiscard]] Status Comm_split_type(Call& call, core::Comm& comm, int split_type, int key, core::Info* info,
    MPI_Comm *newcomm);
[[nodiscard]] Status Errhandler_free(Call& call, MPI_Errhandler *errhandler);

}  // namespace penstock::api::body
