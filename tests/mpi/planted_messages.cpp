// If a case needs two ranks, rank 0 sends, and rank 1 receives and makes the mistake.
#include <array>
#include <vector>

#include "planted.hpp"

namespace planted {
namespace {

int ints[8], more[8];
float floats[8];
std::vector<int> many(1 << 18);

int types(int rank) {
  return rank == 0 ? MPI_Send(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(floats, 1, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int types_large(int rank) {
  return rank == 0 ? MPI_Send(many.data(), 1 << 18, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(many.data(), 1 << 18, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int types_synchronous(int rank) {
  return rank == 0 ? MPI_Ssend(ints, 2, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(floats, 2, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
// The sixth element of eight differs.
int types_derived(int rank) {
  struct Pair {
    int number;
    float value;
  };
  static Pair pairs[4];
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, sizeof(int)};
  MPI_Datatype of[] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(2, lengths, places, of, &pair);
  MPI_Type_commit(&pair);
  const int code = rank == 0 ? MPI_Send(pairs, 3, pair, 1, 1, MPI_COMM_WORLD)
                             : MPI_Recv(ints, 8, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
  return code;
}
int types_later(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    MPI_Isend(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
  } else {
    MPI_Irecv(floats, 1, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, &request);
  }
  return MPI_Wait(&request, MPI_STATUS_IGNORE);
}
int types_of_all(int rank) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Irecv(floats, 1, MPI_FLOAT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(ints, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Status statuses[2];
  const int code = MPI_Waitall(2, requests, statuses);
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  return error_class == MPI_ERR_IN_STATUS ? statuses[0].MPI_ERROR : code;
}
int types_exchanged(int rank) {
  return MPI_Sendrecv(ints, 1, MPI_INT, 1 - rank, 1, floats, 1, MPI_FLOAT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int types_probed(int rank) {
  if (rank == 0) return MPI_Send(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  return MPI_Mrecv(floats, 1, MPI_FLOAT, &message, MPI_STATUS_IGNORE);
}
int types_persistent(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    MPI_Send_init(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
  } else {
    MPI_Recv_init(floats, 1, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, &request);
  }
  MPI_Start(&request);
  const int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return code;
}
int types_of_any(int rank) {
  return rank == 0 ? MPI_Send(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(floats, 2, MPI_FLOAT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int types_of_bytes(int rank) {
  return rank == 0 ? MPI_Send(ints, 4, MPI_BYTE, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(more, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int types_to_itself(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(floats, 1, MPI_FLOAT, rank, 1, MPI_COMM_WORLD, &request);
  MPI_Send(ints, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  return MPI_Wait(&request, MPI_STATUS_IGNORE);
}
int types_buffered(int rank) {
  if (rank != 0) return MPI_Recv(floats, 1, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  static char room[1024];
  void* given = nullptr;
  int bytes = 0;
  MPI_Buffer_attach(room, sizeof(room));
  const int code = MPI_Bsend(ints, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  MPI_Buffer_detach(&given, &bytes);
  return code;
}
// All of this is allowed: packed data, a longer receive, other types with the same elements. No call fails.
int types_alike(int rank) {
  MPI_Datatype four = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(4, MPI_INT, &four);
  MPI_Type_commit(&four);
  int code = rank == 0 ? MPI_Send(ints, 6, MPI_INT, 1, 1, MPI_COMM_WORLD)
                       : MPI_Recv(more, 2, four, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&four);
  if (code != MPI_SUCCESS) return code;
  code = rank == 0 ? MPI_Send(ints, 8, MPI_PACKED, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(floats, 2, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) return code;
  static int word = 5;
  return MPI_Sendrecv_replace(&word, 1, MPI_INT, 1 - rank, 1, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int truncated(int rank) {
  return rank == 0 ? MPI_Send(ints, 4, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(more, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int rank_outside(int /*rank*/) {
  return MPI_Send(ints, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
}
int tag_negative(int /*rank*/) {
  return MPI_Send(ints, 1, MPI_INT, 0, -5, MPI_COMM_WORLD);
}
int tag_any(int /*rank*/) {
  return MPI_Send(ints, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD);
}
int count_negative(int /*rank*/) {
  return MPI_Send(ints, -1, MPI_INT, 0, 1, MPI_COMM_WORLD);
}
int buffer_null(int /*rank*/) {
  return MPI_Send(nullptr, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
}
int no_buffer(int /*rank*/) {
  return MPI_Bsend(ints, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
}
// The second receive shares bytes with the first.
int receives_overlap(int rank) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Irecv(ints, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[0]);
  const int code = MPI_Irecv(ints + 3, 4, MPI_INT, rank, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  return code;
}
int sent_while_received(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(ints, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
  const int code = MPI_Send(ints + 1, 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return code;
}
int received_while_sent(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Issend(ints, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
  const int code = MPI_Recv(ints + 1, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(more, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return code;
}
int exchanged_in_one(int rank) {
  return MPI_Sendrecv(ints, 4, MPI_INT, rank, 1, ints, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int started_twice(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Recv_init(ints, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  const int code = MPI_Start(&request);
  MPI_Send(more, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return code;
}
int started_plain(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(ints, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
  const int code = MPI_Start(&request);
  MPI_Send(more, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return code;
}
int waited_twice(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(ints, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
  MPI_Request copy = request;
  MPI_Send(more, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return MPI_Wait(&copy, MPI_STATUS_IGNORE);
}

// A rank has both sides of a partitioned message; `wrong` makes the mistake while it is active.
template <typename Wrong>
int partitioned(int rank, const Wrong& wrong) {
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Request recv = MPI_REQUEST_NULL;
  MPI_Psend_init(ints, 2, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(more, 2, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &recv);
  MPI_Start(&send);
  MPI_Start(&recv);
  MPI_Pready(0, send);
  const int code = wrong(send);
  MPI_Pready(1, send);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&recv, MPI_STATUS_IGNORE);
  MPI_Request_free(&send);
  MPI_Request_free(&recv);
  return code;
}
int ready_twice(int rank) {
  return partitioned(rank, [](MPI_Request send) { return MPI_Pready(0, send); });
}
int ready_outside(int rank) {
  return partitioned(rank, [](MPI_Request send) { return MPI_Pready(2, send); });
}
// Rank 0 sends two partitions of two numbers each, which rank 1 receives as one.
int partitioned_types(int rank, MPI_Datatype received) {
  int mine[4] = {};
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) MPI_Psend_init(mine, 2, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (rank == 1) MPI_Precv_init(mine, 1, 4, received, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0) MPI_Pready_range(0, 1, request);
  const int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return code;
}
int part_types(int rank) {
  return partitioned_types(rank, MPI_FLOAT);
}
int part_types_alike(int rank) {
  return partitioned_types(rank, MPI_INT);
}

constexpr std::array kCases{Case{"p2p_types", types},
                            Case{"p2p_types_large", types_large},
                            Case{"p2p_types_synchronous", types_synchronous},
                            Case{"p2p_types_derived", types_derived},
                            Case{"p2p_types_later", types_later},
                            Case{"p2p_types_of_all", types_of_all},
                            Case{"p2p_types_exchanged", types_exchanged},
                            Case{"p2p_types_probed", types_probed},
                            Case{"p2p_types_persistent", types_persistent},
                            Case{"p2p_types_of_any", types_of_any},
                            Case{"p2p_types_of_bytes", types_of_bytes},
                            Case{"p2p_types_to_itself", types_to_itself},
                            Case{"p2p_types_buffered", types_buffered},
                            Case{"p2p_types_alike", types_alike},
                            Case{"p2p_truncated", truncated},
                            Case{"p2p_rank_outside", rank_outside},
                            Case{"p2p_tag_negative", tag_negative},
                            Case{"p2p_tag_any", tag_any},
                            Case{"p2p_count_negative", count_negative},
                            Case{"p2p_buffer_null", buffer_null},
                            Case{"p2p_no_buffer", no_buffer},
                            Case{"p2p_receives_overlap", receives_overlap},
                            Case{"p2p_sent_while_received", sent_while_received},
                            Case{"p2p_received_while_sent", received_while_sent},
                            Case{"p2p_exchanged_in_one", exchanged_in_one},
                            Case{"p2p_started_twice", started_twice},
                            Case{"p2p_started_plain", started_plain},
                            Case{"p2p_waited_twice", waited_twice},
                            Case{"part_types", part_types},
                            Case{"part_types_alike", part_types_alike},
                            Case{"part_ready_twice", ready_twice},
                            Case{"part_ready_outside", ready_outside}};

}  // namespace

std::span<const Case> messages() {
  return kCases;
}

}  // namespace planted
