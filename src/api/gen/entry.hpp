// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// What libpenstock.so exports to faces: one entry for both forms of each implemented function.
#pragma once

#include "api/call.hpp"
#include "api/export.hpp"
#include "api/types.hpp"

namespace penstock::api {

// Made from the declarations below: a face and a runtime that differ in it do not fit.
inline constexpr std::uint64_t kStamp = 0x9b5b559ade814595;

PENSTOCK_EXPORT int Abi_get_version(int *abi_major, int *abi_minor) noexcept;
PENSTOCK_EXPORT int Abort(MPI_Comm comm, int errorcode) noexcept;
PENSTOCK_EXPORT MPI_Aint Aint_add(MPI_Aint base, MPI_Aint disp) noexcept;
PENSTOCK_EXPORT MPI_Aint Aint_diff(MPI_Aint addr1, MPI_Aint addr2) noexcept;
PENSTOCK_EXPORT int Error_class(int errorcode, int *errorclass) noexcept;
PENSTOCK_EXPORT int Error_string(int errorcode, char *string, int *resultlen) noexcept;
PENSTOCK_EXPORT int Finalize() noexcept;
PENSTOCK_EXPORT int Finalized(int *flag) noexcept;
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
PENSTOCK_EXPORT double Wtick() noexcept;
PENSTOCK_EXPORT double Wtime() noexcept;
PENSTOCK_EXPORT int Get_count(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept;
PENSTOCK_EXPORT int Get_elements(const MPI_Status *status, MPI_Datatype datatype, CountOut count) noexcept;
PENSTOCK_EXPORT int Irecv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Isend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Issend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT MPI_Message Message_fromint(int message) noexcept;
PENSTOCK_EXPORT int Message_toint(MPI_Message message) noexcept;
PENSTOCK_EXPORT int Recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Request_free(MPI_Request *request) noexcept;
PENSTOCK_EXPORT MPI_Request Request_fromint(int request) noexcept;
PENSTOCK_EXPORT int Request_toint(MPI_Request request) noexcept;
PENSTOCK_EXPORT int Send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Status *status) noexcept;
PENSTOCK_EXPORT int Ssend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Status_get_error(const MPI_Status *status, int *err) noexcept;
PENSTOCK_EXPORT int Status_get_source(const MPI_Status *status, int *source) noexcept;
PENSTOCK_EXPORT int Status_get_tag(const MPI_Status *status, int *tag) noexcept;
PENSTOCK_EXPORT int Status_set_error(MPI_Status *status, int err) noexcept;
PENSTOCK_EXPORT int Status_set_source(MPI_Status *status, int source) noexcept;
PENSTOCK_EXPORT int Status_set_tag(MPI_Status *status, int tag) noexcept;
PENSTOCK_EXPORT int Test(MPI_Request *request, int *flag, MPI_Status *status) noexcept;
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
PENSTOCK_EXPORT int Allreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Barrier(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Bcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Gather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) noexcept;
PENSTOCK_EXPORT int Iallreduce(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ibarrier(MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Ibcast(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request *request) noexcept;
PENSTOCK_EXPORT int Igather(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) noexcept;
PENSTOCK_EXPORT MPI_Op Op_fromint(int op) noexcept;
PENSTOCK_EXPORT int Op_toint(MPI_Op op) noexcept;
PENSTOCK_EXPORT int Type_commit(MPI_Datatype *datatype) noexcept;
PENSTOCK_EXPORT int Type_contiguous(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_create_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_create_subarray(int ndims, CountArray array_of_sizes, CountArray array_of_subsizes,
    CountArray array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Type_free(MPI_Datatype *datatype) noexcept;
PENSTOCK_EXPORT MPI_Datatype Type_fromint(int datatype) noexcept;
PENSTOCK_EXPORT int Type_get_extent(MPI_Datatype datatype, CountOut lb, CountOut extent) noexcept;
PENSTOCK_EXPORT int Type_size(MPI_Datatype datatype, CountOut size) noexcept;
PENSTOCK_EXPORT int Type_toint(MPI_Datatype datatype) noexcept;
PENSTOCK_EXPORT int Type_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype) noexcept;
PENSTOCK_EXPORT int Group_free(MPI_Group *group) noexcept;
PENSTOCK_EXPORT MPI_Group Group_fromint(int group) noexcept;
PENSTOCK_EXPORT int Group_rank(MPI_Group group, int *rank) noexcept;
PENSTOCK_EXPORT int Group_size(MPI_Group group, int *size) noexcept;
PENSTOCK_EXPORT int Group_toint(MPI_Group group) noexcept;
PENSTOCK_EXPORT int Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
    int ranks2[]) noexcept;
PENSTOCK_EXPORT int Comm_call_errhandler(MPI_Comm comm, int errorcode) noexcept;
PENSTOCK_EXPORT int Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept;
PENSTOCK_EXPORT int Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_free(MPI_Comm *comm) noexcept;
PENSTOCK_EXPORT MPI_Comm Comm_fromint(int comm) noexcept;
PENSTOCK_EXPORT int Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT int Comm_group(MPI_Comm comm, MPI_Group *group) noexcept;
PENSTOCK_EXPORT int Comm_rank(MPI_Comm comm, int *rank) noexcept;
PENSTOCK_EXPORT int Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT int Comm_size(MPI_Comm comm, int *size) noexcept;
PENSTOCK_EXPORT int Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) noexcept;
PENSTOCK_EXPORT int Comm_toint(MPI_Comm comm) noexcept;
PENSTOCK_EXPORT MPI_Info Info_fromint(int info) noexcept;
PENSTOCK_EXPORT int Info_toint(MPI_Info info) noexcept;
PENSTOCK_EXPORT int Errhandler_free(MPI_Errhandler *errhandler) noexcept;
PENSTOCK_EXPORT MPI_Errhandler Errhandler_fromint(int errhandler) noexcept;
PENSTOCK_EXPORT int Errhandler_toint(MPI_Errhandler errhandler) noexcept;
PENSTOCK_EXPORT MPI_Session Session_fromint(int session) noexcept;
PENSTOCK_EXPORT int Session_toint(MPI_Session session) noexcept;
PENSTOCK_EXPORT MPI_Win Win_fromint(int win) noexcept;
PENSTOCK_EXPORT int Win_toint(MPI_Win win) noexcept;
PENSTOCK_EXPORT MPI_File File_fromint(int file) noexcept;
PENSTOCK_EXPORT int File_toint(MPI_File file) noexcept;

}  // namespace penstock::api
