#include <array>
#include <atomic>
#include <thread>

#include "planted.hpp"

namespace planted {
namespace {

int word[4], other[4];
MPI_Request left = MPI_REQUEST_NULL;

// ---- MPI_Finalize finds these; their messages have arrived, so that the job ends ----
int never_waited(int rank) {
  MPI_Irecv(word, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &left);
  MPI_Send(other, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD);
  int done = 0;
  while (done == 0) MPI_Request_get_status(left, &done, MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}
int send_never_waited(int rank) {
  MPI_Isend(word, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &left);
  return MPI_Recv(other, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int never_waited_persistent(int rank) {
  MPI_Send_init(word, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &left);
  MPI_Start(&left);
  return MPI_Recv(other, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int never_waited_collective(int /*rank*/) {
  MPI_Ibarrier(MPI_COMM_WORLD, &left);
  int done = 0;
  while (done == 0) MPI_Request_get_status(left, &done, MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}
int never_received(int rank) {
  return rank == 0 ? MPI_Send(word, 2, MPI_INT, 1, 9, MPI_COMM_WORLD) : MPI_SUCCESS;
}
int never_freed(int /*rank*/) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return MPI_Comm_set_name(comm, "the forgotten one");
}

// ---- these make calls in threads that the level does not allow ----
int barriers_beside(int level) {
  int provided = MPI_THREAD_SINGLE;
  if (level == MPI_THREAD_SINGLE) {
    MPI_Init(nullptr, nullptr);
  } else {
    MPI_Init_thread(nullptr, nullptr, level, &provided);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // In each round one thread is in a receive that the other one completes. A busy machine may run the threads one after another
  // in some rounds, but not in all of them.
  constexpr int kRounds = 50;
  std::thread second([rank] {
    for (int round = 0; round < kRounds; ++round) {
      MPI_Recv(word + 2, 1, MPI_INT, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE);
      MPI_Send(other, 1, MPI_INT, rank, 8, MPI_COMM_WORLD);
    }
  });
  for (int round = 0; round < kRounds; ++round) {
    MPI_Send(word, 1, MPI_INT, 0, 7, MPI_COMM_SELF);
    MPI_Recv(other + 2, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  second.join();
  return MPI_Finalize();
}
int threads_single(int /*rank*/) {
  return barriers_beside(MPI_THREAD_SINGLE);
}
int threads_funneled(int /*rank*/) {
  return barriers_beside(MPI_THREAD_FUNNELED);
}
int threads_serialized(int /*rank*/) {
  return barriers_beside(MPI_THREAD_SERIALIZED);
}
int threads_multiple(int /*rank*/) {
  return barriers_beside(MPI_THREAD_MULTIPLE);
}

// ---- these call MPI before MPI_Init or after MPI_Finalize ----
int too_early(int /*rank*/) {
  int rank = 0;
  return MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS ? 0 : 1;
}
int too_late(int /*rank*/) {
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  return MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS ? 0 : 1;
}
int initialised_twice(int /*rank*/) {
  MPI_Init(nullptr, nullptr);
  return MPI_Init(nullptr, nullptr) == MPI_SUCCESS ? 0 : 1;
}

// ---- these never end ----
int both_send(int rank) {
  return MPI_Ssend(word, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
}
int wrong_tag(int rank) {
  return rank == 0 ? MPI_Send(word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD)
                   : MPI_Recv(word, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int wrong_communicator(int rank) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return rank == 0 ? MPI_Send(word, 1, MPI_INT, 1, 1, comm)
                   : MPI_Recv(word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int wrong_source(int rank) {
  return rank == 0 ? MPI_SUCCESS : MPI_Recv(word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int missing_member(int rank) {
  return rank == 0 ? MPI_Barrier(MPI_COMM_WORLD) : MPI_Recv(word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int peer_has_ended(int rank) {
  if (rank == 0) return MPI_Finalize();
  MPI_Irecv(word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &left);
  return MPI_Wait(&left, MPI_STATUS_IGNORE);
}

constexpr std::array kCases{Case{"end_never_waited", never_waited},
                            Case{"end_send_never_waited", send_never_waited},
                            Case{"end_never_waited_persistent", never_waited_persistent},
                            Case{"end_never_waited_collective", never_waited_collective},
                            Case{"end_never_received", never_received},
                            Case{"end_never_freed", never_freed},
                            Case{"init_threads_single", threads_single},
                            Case{"init_threads_funneled", threads_funneled},
                            Case{"init_threads_serialized", threads_serialized},
                            Case{"init_threads_multiple", threads_multiple},
                            Case{"init_too_early", too_early},
                            Case{"init_too_late", too_late},
                            Case{"init_twice", initialised_twice},
                            Case{"hang_both_send", both_send},
                            Case{"hang_wrong_tag", wrong_tag},
                            Case{"hang_wrong_communicator", wrong_communicator},
                            Case{"hang_wrong_source", wrong_source},
                            Case{"hang_missing_member", missing_member},
                            Case{"hang_peer_has_ended", peer_has_ended}};

}  // namespace

std::span<const Case> alone() {
  return kCases;
}

}  // namespace planted
