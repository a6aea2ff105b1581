// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions of the MPICH ABI that other faces have not or convert in another way.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "faces/mpich/gen/more_calls.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

namespace api = penstock::api;

namespace penstock::faces::mpich {

int Error_class(int errorcode, int *errorclass) noexcept {
  return code_out(api::Error_class(code_in(errorcode), NumberOut<code_out>(errorclass)));
}
WEAK_NAME(Error_class);

int Error_string(int errorcode, char *string, int *resultlen) noexcept {
  return code_out(api::Error_string(code_in(errorcode), string, resultlen));
}
WEAK_NAME(Error_string);

int Type_get_name(Datatype datatype, char *type_name, int *resultlen) noexcept {
  return code_out(api::Type_get_name(in(datatype), type_name, resultlen));
}
WEAK_NAME(Type_get_name);

int Comm_get_name(Comm comm, char *comm_name, int *resultlen) noexcept {
  return code_out(api::Comm_get_name(in(comm), comm_name, resultlen));
}
WEAK_NAME(Comm_get_name);

int Win_get_name(Win win, char *win_name, int *resultlen) noexcept {
  return code_out(api::Win_get_name(in(win), win_name, resultlen));
}
WEAK_NAME(Win_get_name);

int File_close(File *fh) noexcept {
  return code_out(api::File_close(FileOut(fh)));
}
WEAK_NAME(File_close);

int File_open(Comm comm, const char *filename, int amode, Info info, File *fh) noexcept {
  return code_out(api::File_open(in(comm), filename, mode_in(amode), in(info), FileOut(fh)));
}
WEAK_NAME(File_open);

int Info_set_hex(Info info, const char *key, const void *value, int value_size) noexcept {
  return code_out(api::Info_set_hex(in(info), key, value, value_size));
}
WEAK_MPIX_NAME(Info_set_hex);

int Stream_create(Info info, MPIX_Stream *stream) noexcept {
  return code_out(api::Stream_create(in(info), stream));
}
WEAK_MPIX_NAME(Stream_create);

int Stream_free(MPIX_Stream *stream) noexcept {
  return code_out(api::Stream_free(stream));
}
WEAK_MPIX_NAME(Stream_free);

int Stream_comm_create(Comm comm, MPIX_Stream stream, Comm *newcomm) noexcept {
  return code_out(api::Stream_comm_create(in(comm), stream, HandleOut(newcomm)));
}
WEAK_MPIX_NAME(Stream_comm_create);

int Stream_comm_create_multiplex(Comm comm, int count, MPIX_Stream array_of_streams[], Comm *newcomm) noexcept {
  return code_out(api::Stream_comm_create_multiplex(in(comm), count, array_of_streams, HandleOut(newcomm)));
}
WEAK_MPIX_NAME(Stream_comm_create_multiplex);

int Comm_get_stream(Comm comm, int idx, MPIX_Stream *stream) noexcept {
  return code_out(api::Comm_get_stream(in(comm), idx, stream));
}
WEAK_MPIX_NAME(Comm_get_stream);

int Stream_progress(MPIX_Stream stream) noexcept {
  return code_out(api::Stream_progress(stream));
}
WEAK_MPIX_NAME(Stream_progress);

int Start_progress_thread(MPIX_Stream stream) noexcept {
  return code_out(api::Start_progress_thread(stream));
}
WEAK_MPIX_NAME(Start_progress_thread);

int Stop_progress_thread(MPIX_Stream stream) noexcept {
  return code_out(api::Stop_progress_thread(stream));
}
WEAK_MPIX_NAME(Stop_progress_thread);

int Send_enqueue(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Send_enqueue(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_MPIX_NAME(Send_enqueue);

int Send_enqueue_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm) noexcept {
  return code_out(api::Send_enqueue(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm)));
}
WEAK_MPIX_NAME(Send_enqueue_c);

int Recv_enqueue(void *buf, int count, Datatype datatype, int source, int tag, Comm comm, Status *status) noexcept {
  return code_out(api::Recv_enqueue(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm),
    late_status(status)));
}
WEAK_MPIX_NAME(Recv_enqueue);

int Recv_enqueue_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Status *status) noexcept {
  return code_out(api::Recv_enqueue(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm),
    late_status(status)));
}
WEAK_MPIX_NAME(Recv_enqueue_c);

int Isend_enqueue(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Isend_enqueue(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm),
    HandleOut(request)));
}
WEAK_MPIX_NAME(Isend_enqueue);

int Isend_enqueue_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Isend_enqueue(buf, count, in(datatype), rank_in(dest), tag_in(tag), in(comm),
    HandleOut(request)));
}
WEAK_MPIX_NAME(Isend_enqueue_c);

int Irecv_enqueue(void *buf, int count, Datatype datatype, int source, int tag, Comm comm, Request *request) noexcept {
  return code_out(api::Irecv_enqueue(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm),
    HandleOut(request)));
}
WEAK_MPIX_NAME(Irecv_enqueue);

int Irecv_enqueue_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept {
  return code_out(api::Irecv_enqueue(buf, count, in(datatype), rank_in(source), tag_in(tag), in(comm),
    HandleOut(request)));
}
WEAK_MPIX_NAME(Irecv_enqueue_c);

int Sendrecv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm, Status *status) noexcept {
  return code_out(api::Sendrecv_enqueue(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf,
    recvcount, in(recvtype), rank_in(source), tag_in(recvtag), in(comm), late_status(status)));
}
WEAK_MPIX_NAME(Sendrecv_enqueue);

int Sendrecv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Status *status) noexcept {
  return code_out(api::Sendrecv_enqueue(sendbuf, sendcount, in(sendtype), rank_in(dest), tag_in(sendtag), recvbuf,
    recvcount, in(recvtype), rank_in(source), tag_in(recvtag), in(comm), late_status(status)));
}
WEAK_MPIX_NAME(Sendrecv_enqueue_c);

int Wait_enqueue(Request *request, Status *status) noexcept {
  return code_out(api::Wait_enqueue(HandleInOut(request), late_status(status)));
}
WEAK_MPIX_NAME(Wait_enqueue);

int Waitall_enqueue(int count, Request array_of_requests[], Status array_of_statuses[]) noexcept {
  return code_out(api::Waitall_enqueue(count, HandlesInOut<Request>(count, array_of_requests),
    late_status(array_of_statuses)));
}
WEAK_MPIX_NAME(Waitall_enqueue);

int Barrier_enqueue(Comm comm) noexcept {
  return code_out(api::Barrier_enqueue(in(comm)));
}
WEAK_MPIX_NAME(Barrier_enqueue);

int Bcast_enqueue(void *buffer, int count, Datatype datatype, int root, Comm comm) noexcept {
  return code_out(api::Bcast_enqueue(in_place(buffer), count, in(datatype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Bcast_enqueue);

int Bcast_enqueue_c(void *buffer, MPI_Count count, Datatype datatype, int root, Comm comm) noexcept {
  return code_out(api::Bcast_enqueue(in_place(buffer), count, in(datatype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Bcast_enqueue_c);

int Gather_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gather_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Gather_enqueue);

int Gather_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gather_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Gather_enqueue_c);

int Gatherv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gatherv_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Gatherv_enqueue);

int Gatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Gatherv_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Gatherv_enqueue_c);

int Scatter_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatter_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Scatter_enqueue);

int Scatter_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatter_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Scatter_enqueue_c);

int Scatterv_enqueue(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatterv_enqueue(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf),
    recvcount, in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Scatterv_enqueue);

int Scatterv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root, Comm comm) noexcept {
  return code_out(api::Scatterv_enqueue(in_place(sendbuf), sendcounts, displs, in(sendtype), in_place(recvbuf),
    recvcount, in(recvtype), rank_in(root), in(comm)));
}
WEAK_MPIX_NAME(Scatterv_enqueue_c);

int Allgather_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgather_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Allgather_enqueue);

int Allgather_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgather_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Allgather_enqueue_c);

int Allgatherv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgatherv_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Allgatherv_enqueue);

int Allgatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Allgatherv_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcounts,
    displs, in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Allgatherv_enqueue_c);

int Alltoall_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoall_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Alltoall_enqueue);

int Alltoall_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoall_enqueue(in_place(sendbuf), sendcount, in(sendtype), in_place(recvbuf), recvcount,
    in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Alltoall_enqueue_c);

int Alltoallv_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoallv_enqueue(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Alltoallv_enqueue);

int Alltoallv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype, Comm comm) noexcept {
  return code_out(api::Alltoallv_enqueue(in_place(sendbuf), sendcounts, sdispls, in(sendtype), in_place(recvbuf),
    recvcounts, rdispls, in(recvtype), in(comm)));
}
WEAK_MPIX_NAME(Alltoallv_enqueue_c);

int Alltoallw_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Alltoallw_enqueue(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(members_of(in(comm), sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(members_of(in(comm)), recvtypes), in(comm)));
}
WEAK_MPIX_NAME(Alltoallw_enqueue);

int Alltoallw_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept {
  return code_out(api::Alltoallw_enqueue(in_place(sendbuf), sendcounts, sdispls,
    HandlesIn<Datatype>(members_of(in(comm), sendbuf), sendtypes), in_place(recvbuf), recvcounts, rdispls,
    HandlesIn<Datatype>(members_of(in(comm)), recvtypes), in(comm)));
}
WEAK_MPIX_NAME(Alltoallw_enqueue_c);

int Reduce_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root,
    Comm comm) noexcept {
  return code_out(api::Reduce_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm)));
}
WEAK_MPIX_NAME(Reduce_enqueue);

int Reduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root,
    Comm comm) noexcept {
  return code_out(api::Reduce_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), rank_in(root),
    in(comm)));
}
WEAK_MPIX_NAME(Reduce_enqueue_c);

int Allreduce_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Allreduce_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Allreduce_enqueue);

int Allreduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Allreduce_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Allreduce_enqueue_c);

int Reduce_scatter_block_enqueue(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter_block_enqueue(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype),
    in(op), in(comm)));
}
WEAK_MPIX_NAME(Reduce_scatter_block_enqueue);

int Reduce_scatter_block_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter_block_enqueue(in_place(sendbuf), in_place(recvbuf), recvcount, in(datatype),
    in(op), in(comm)));
}
WEAK_MPIX_NAME(Reduce_scatter_block_enqueue_c);

int Reduce_scatter_enqueue(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Reduce_scatter_enqueue(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm)));
}
WEAK_MPIX_NAME(Reduce_scatter_enqueue);

int Reduce_scatter_enqueue_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype,
    Op op, Comm comm) noexcept {
  return code_out(api::Reduce_scatter_enqueue(in_place(sendbuf), in_place(recvbuf), recvcounts, in(datatype), in(op),
    in(comm)));
}
WEAK_MPIX_NAME(Reduce_scatter_enqueue_c);

int Scan_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Scan_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Scan_enqueue);

int Scan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Scan_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Scan_enqueue_c);

int Exscan_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, Comm comm) noexcept {
  return code_out(api::Exscan_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Exscan_enqueue);

int Exscan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept {
  return code_out(api::Exscan_enqueue(in_place(sendbuf), in_place(recvbuf), count, in(datatype), in(op), in(comm)));
}
WEAK_MPIX_NAME(Exscan_enqueue_c);

}  // namespace penstock::faces::mpich
