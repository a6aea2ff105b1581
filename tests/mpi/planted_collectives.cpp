#include <array>

#include "planted.hpp"

namespace planted {
namespace {

constexpr auto kWorld = [] { return MPI_COMM_WORLD; };
int in[8], out[8];
float floats[8];

int root(int rank) {
  return MPI_Bcast(in, 1, MPI_INT, rank, kWorld());
}
int root_outside(int rank) {
  return MPI_Bcast(in, 1, MPI_INT, rank == 0 ? 0 : 7, kWorld());
}
int count(int rank) {
  return MPI_Allreduce(in, out, 1 + rank, MPI_INT, MPI_SUM, kWorld());
}
int type(int rank) {
  return rank == 0 ? MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, kWorld())
                   : MPI_Allreduce(floats, floats + 4, 1, MPI_FLOAT, MPI_SUM, kWorld());
}
int op(int rank) {
  return MPI_Allreduce(in, out, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, kWorld());
}
int order(int rank) {
  return rank == 0 ? MPI_Barrier(kWorld()) : MPI_Bcast(in, 1, MPI_INT, 0, kWorld());
}
int in_place(int rank) {
  return MPI_Allgather(rank == 0 ? MPI_IN_PLACE : in, 1, MPI_INT, out, 1, MPI_INT, kWorld());
}
int truncated(int rank) {
  return MPI_Bcast(in, rank == 0 ? 4 : 2, MPI_INT, 0, kWorld());
}
int null_buffer(int rank) {
  return MPI_Bcast(rank == 0 ? in : nullptr, 1, MPI_INT, 0, kWorld());
}
int form(int rank) {
  if (rank == 0) return MPI_Barrier(kWorld());
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Ibarrier(kWorld(), &request);
  return code != MPI_SUCCESS ? code : MPI_Wait(&request, MPI_STATUS_IGNORE);
}
int aliased(int /*rank*/) {
  return MPI_Allreduce(in, in, 1, MPI_INT, MPI_SUM, kWorld());
}
int gathered(int rank) {
  return MPI_Gather(in, 1 + rank, MPI_INT, out, 1, MPI_INT, 0, kWorld());
}
int undefined(int /*rank*/) {
  return MPI_Allreduce(in, out, 1, MPI_FLOAT, MPI_BAND, kWorld());
}
int scatter_counts(int rank) {
  const int counts[] = {1, 2};
  const int places[] = {0, 1};
  return MPI_Scatterv(in, counts, places, MPI_INT, out, 1 + 2 * rank, MPI_INT, 0, kWorld());
}

constexpr std::array kCases{Case{"coll_root", root},
                            Case{"coll_root_outside", root_outside},
                            Case{"coll_count", count},
                            Case{"coll_type", type},
                            Case{"coll_op", op},
                            Case{"coll_order", order},
                            Case{"coll_in_place", in_place},
                            Case{"coll_truncated", truncated},
                            Case{"coll_null", null_buffer},
                            Case{"coll_form", form},
                            Case{"coll_aliased", aliased},
                            Case{"coll_gather", gathered},
                            Case{"coll_undefined", undefined},
                            Case{"coll_scatterv", scatter_counts}};

}  // namespace

std::span<const Case> collectives() {
  return kCases;
}

}  // namespace planted
