#include "faces/common/convert.hpp"

#include "api/gen/entry.hpp"

namespace penstock::faces::PENSTOCK_FACE {
namespace {

// A number that is no class is kept, and comes back unchanged: an application may put any number into a status.
constexpr int kNoClass = 1 << 13;

// The neighbours of a communicator without a topology are unknown, and the entry refuses it.
int neighbours_of(MPI_Comm comm, bool sources) noexcept {
  int topology = MPI_UNDEFINED;
  if (api::Topo_test(comm, &topology) != MPI_SUCCESS) return 0;
  int in = 0;
  int out = 0;
  int other = 0;
  if (topology == MPI_CART && api::Cartdim_get(comm, &in) == MPI_SUCCESS) return 2 * in;
  if (topology == MPI_DIST_GRAPH && api::Dist_graph_neighbors_count(comm, &in, &out, &other) == MPI_SUCCESS) {
    return sources ? in : out;
  }
  if (topology == MPI_GRAPH && api::Comm_rank(comm, &other) == MPI_SUCCESS) {
    return api::Graph_neighbors_count(comm, other, &in) == MPI_SUCCESS ? in : 0;
  }
  return 0;
}

// The calls above would raise an error of their own.
bool is_valid(MPI_Comm comm) noexcept {
  const auto number = reinterpret_cast<std::uintptr_t>(comm);
  return comm != MPI_COMM_NULL && (number & kForeign) == 0;
}

}  // namespace

int negative_rank_in(int rank) noexcept {
  for (const Known& row : {kProcNull, kAnySource, kRoot}) {
    if (row.theirs == rank) return row.ours;
  }
  return rank == MPI_UNDEFINED ? rank : INT_MIN;
}

int negative_rank_out(int rank) noexcept {
  for (const Known& row : {kProcNull, kAnySource, kRoot}) {
    if (row.ours == rank) return row.theirs;
  }
  return rank;
}

int keyval_in(int keyval) noexcept {
  for (const Known& row : kKeyvals) {
    if (row.theirs == keyval) return row.ours;
  }
  return own_keyval_in(keyval);
}

int keyval_out(int keyval) noexcept {
  for (const Known& row : kKeyvals) {
    if (row.ours == keyval) return row.theirs;
  }
  return own_keyval_out(keyval);
}

int class_in(int value) noexcept {
  for (const Known& row : kErrorClasses) {
    if (row.theirs == value) return row.ours;
  }
  return value < kNoClass ? value + kNoClass : value;
}

int class_out(int value) noexcept {
  for (const Known& row : kErrorClasses) {
    if (row.ours == value) return row.theirs;
  }
  return value > kNoClass ? value - kNoClass : value;
}

int members_of(MPI_Comm comm) noexcept {
  int inter = 0;
  int size = 0;
  if (!is_valid(comm) || api::Comm_test_inter(comm, &inter) != MPI_SUCCESS) return 0;
  const int code = inter != 0 ? api::Comm_remote_size(comm, &size) : api::Comm_size(comm, &size);
  return code == MPI_SUCCESS ? size : 0;
}

int sources_of(MPI_Comm comm) noexcept {
  return is_valid(comm) ? neighbours_of(comm, true) : 0;
}

int destinations_of(MPI_Comm comm) noexcept {
  return is_valid(comm) ? neighbours_of(comm, false) : 0;
}

}  // namespace penstock::faces::PENSTOCK_FACE
