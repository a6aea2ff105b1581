#include "faces/mpich/convert.hpp"

#include "api/gen/entry.hpp"

namespace penstock::faces::mpich {
namespace {

constexpr unsigned kHasSentence = 1U << 30;
constexpr unsigned kClassMask = (1U << 14) - 1;

// What is no class stays none, and comes back: a program may put any number into a status.
constexpr int kNoClass = 1 << 13;

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

// Of a communicator without a topology the neighbours are unknown, and the entry refuses it.
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
  return static_cast<int>(static_cast<unsigned>(keyval) ^ kOurs);  // no sign bit: negative, and no key
}

int keyval_out(int keyval) noexcept {
  for (const Known& row : kKeyvals) {
    if (row.ours == keyval) return row.theirs;
  }
  return static_cast<int>(static_cast<unsigned>(keyval) | kOurs);
}

int failure_in(int code) noexcept {
  if (code < 0) return code;
  const auto number = static_cast<unsigned>(code);
  if (code <= static_cast<int>(kClassMask)) return class_in(code);
  if ((number & kHasSentence) != 0) return static_cast<int>(number & ~kHasSentence);
  const auto error_class = static_cast<unsigned>(class_in(static_cast<int>(number & kClassMask)));
  return static_cast<int>((number & ~kClassMask) | kHasSentence | error_class);
}

int failure_out(int code) noexcept {
  const auto number = static_cast<unsigned>(code);
  if (code < 0) return code;
  if (code == MPI_ERR_LASTCODE) return static_cast<int>(kHasSentence - 1);
  if (code <= static_cast<int>(kClassMask)) return class_out(code);
  if ((number & kHasSentence) == 0) return static_cast<int>(number | kHasSentence);
  const auto error_class = static_cast<unsigned>(class_out(static_cast<int>(number & kClassMask)));
  return static_cast<int>((number & ~(kClassMask | kHasSentence)) | error_class);
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

}  // namespace penstock::faces::mpich
