// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions that the MPICH ABI has beyond the other faces, under C++ names.
#pragma once

#include "faces/mpich/types.hpp"
#include "mpix_stream.h"

namespace penstock::faces::mpich {

int Info_set_hex(Info info, const char *key, const void *value, int value_size) noexcept asm("PMPIX_Info_set_hex");
int Stream_create(Info info, MPIX_Stream *stream) noexcept asm("PMPIX_Stream_create");
int Stream_free(MPIX_Stream *stream) noexcept asm("PMPIX_Stream_free");
int Stream_comm_create(Comm comm, MPIX_Stream stream, Comm *newcomm) noexcept asm("PMPIX_Stream_comm_create");
int Stream_comm_create_multiplex(Comm comm, int count, MPIX_Stream array_of_streams[],
    Comm *newcomm) noexcept asm("PMPIX_Stream_comm_create_multiplex");
int Comm_get_stream(Comm comm, int idx, MPIX_Stream *stream) noexcept asm("PMPIX_Comm_get_stream");
int Stream_progress(MPIX_Stream stream) noexcept asm("PMPIX_Stream_progress");
int Start_progress_thread(MPIX_Stream stream) noexcept asm("PMPIX_Start_progress_thread");
int Stop_progress_thread(MPIX_Stream stream) noexcept asm("PMPIX_Stop_progress_thread");
int Send_enqueue(const void *buf, int count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPIX_Send_enqueue");
int Send_enqueue_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag,
    Comm comm) noexcept asm("PMPIX_Send_enqueue_c");
int Recv_enqueue(void *buf, int count, Datatype datatype, int source, int tag, Comm comm,
    Status *status) noexcept asm("PMPIX_Recv_enqueue");
int Recv_enqueue_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Status *status) noexcept asm("PMPIX_Recv_enqueue_c");
int Isend_enqueue(const void *buf, int count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPIX_Isend_enqueue");
int Isend_enqueue_c(const void *buf, MPI_Count count, Datatype datatype, int dest, int tag, Comm comm,
    Request *request) noexcept asm("PMPIX_Isend_enqueue_c");
int Irecv_enqueue(void *buf, int count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPIX_Irecv_enqueue");
int Irecv_enqueue_c(void *buf, MPI_Count count, Datatype datatype, int source, int tag, Comm comm,
    Request *request) noexcept asm("PMPIX_Irecv_enqueue_c");
int Sendrecv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, void *recvbuf,
    int recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Status *status) noexcept asm("PMPIX_Sendrecv_enqueue");
int Sendrecv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, int dest, int sendtag,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int source, int recvtag, Comm comm,
    Status *status) noexcept asm("PMPIX_Sendrecv_enqueue_c");
int Wait_enqueue(Request *request, Status *status) noexcept asm("PMPIX_Wait_enqueue");
int Waitall_enqueue(int count, Request array_of_requests[],
    Status array_of_statuses[]) noexcept asm("PMPIX_Waitall_enqueue");
int Barrier_enqueue(Comm comm) noexcept asm("PMPIX_Barrier_enqueue");
int Bcast_enqueue(void *buffer, int count, Datatype datatype, int root, Comm comm) noexcept asm("PMPIX_Bcast_enqueue");
int Bcast_enqueue_c(void *buffer, MPI_Count count, Datatype datatype, int root,
    Comm comm) noexcept asm("PMPIX_Bcast_enqueue_c");
int Gather_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Gather_enqueue");
int Gather_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Gather_enqueue_c");
int Gatherv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Gatherv_enqueue");
int Gatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype, int root,
    Comm comm) noexcept asm("PMPIX_Gatherv_enqueue_c");
int Scatter_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Scatter_enqueue");
int Scatter_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Scatter_enqueue_c");
int Scatterv_enqueue(const void *sendbuf, const int sendcounts[], const int displs[], Datatype sendtype, void *recvbuf,
    int recvcount, Datatype recvtype, int root, Comm comm) noexcept asm("PMPIX_Scatterv_enqueue");
int Scatterv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], Datatype sendtype,
    void *recvbuf, MPI_Count recvcount, Datatype recvtype, int root,
    Comm comm) noexcept asm("PMPIX_Scatterv_enqueue_c");
int Allgather_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPIX_Allgather_enqueue");
int Allgather_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    MPI_Count recvcount, Datatype recvtype, Comm comm) noexcept asm("PMPIX_Allgather_enqueue_c");
int Allgatherv_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int displs[], Datatype recvtype, Comm comm) noexcept asm("PMPIX_Allgatherv_enqueue");
int Allgatherv_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], Datatype recvtype,
    Comm comm) noexcept asm("PMPIX_Allgatherv_enqueue_c");
int Alltoall_enqueue(const void *sendbuf, int sendcount, Datatype sendtype, void *recvbuf, int recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPIX_Alltoall_enqueue");
int Alltoall_enqueue_c(const void *sendbuf, MPI_Count sendcount, Datatype sendtype, void *recvbuf, MPI_Count recvcount,
    Datatype recvtype, Comm comm) noexcept asm("PMPIX_Alltoall_enqueue_c");
int Alltoallv_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[], Datatype sendtype,
    void *recvbuf, const int recvcounts[], const int rdispls[], Datatype recvtype,
    Comm comm) noexcept asm("PMPIX_Alltoallv_enqueue");
int Alltoallv_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], Datatype sendtype,
    void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], Datatype recvtype,
    Comm comm) noexcept asm("PMPIX_Alltoallv_enqueue_c");
int Alltoallw_enqueue(const void *sendbuf, const int sendcounts[], const int sdispls[], const Datatype sendtypes[],
    void *recvbuf, const int recvcounts[], const int rdispls[], const Datatype recvtypes[],
    Comm comm) noexcept asm("PMPIX_Alltoallw_enqueue");
int Alltoallw_enqueue_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const Datatype recvtypes[], Comm comm) noexcept asm("PMPIX_Alltoallw_enqueue_c");
int Reduce_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op, int root,
    Comm comm) noexcept asm("PMPIX_Reduce_enqueue");
int Reduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op, int root,
    Comm comm) noexcept asm("PMPIX_Reduce_enqueue_c");
int Allreduce_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Allreduce_enqueue");
int Allreduce_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Allreduce_enqueue_c");
int Reduce_scatter_block_enqueue(const void *sendbuf, void *recvbuf, int recvcount, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Reduce_scatter_block_enqueue");
int Reduce_scatter_block_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Reduce_scatter_block_enqueue_c");
int Reduce_scatter_enqueue(const void *sendbuf, void *recvbuf, const int recvcounts[], Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Reduce_scatter_enqueue");
int Reduce_scatter_enqueue_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], Datatype datatype,
    Op op, Comm comm) noexcept asm("PMPIX_Reduce_scatter_enqueue_c");
int Scan_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Scan_enqueue");
int Scan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Scan_enqueue_c");
int Exscan_enqueue(const void *sendbuf, void *recvbuf, int count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Exscan_enqueue");
int Exscan_enqueue_c(const void *sendbuf, void *recvbuf, MPI_Count count, Datatype datatype, Op op,
    Comm comm) noexcept asm("PMPIX_Exscan_enqueue_c");

}  // namespace penstock::faces::mpich
