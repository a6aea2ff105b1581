// A data collective of integers whose result is easy to compute: the data that a rank sends, the data that
// it must receive, and the call.
#pragma once

#include <mpi.h>

#include <vector>

#include "common/coll_calls.hpp"

namespace penstock::test {

// Every pair of ranks exchanges `part` integers, or every rank sends or receives as many. Sums are by MPI_SUM.
struct IntCase {
  Call call = Call::kBcast;
  int ranks = 1, rank = 0, root = 0;
  int part = 1;
  int seed = 0;
};

// Returns the send buffer. Empty: the rank has no such side. In a broadcast every rank has the receiving side, and the root's
// holds the data that are sent.
[[nodiscard]] std::vector<int> given(const IntCase& what);
// Return the contents of the receiving side before the call and after it.
[[nodiscard]] std::vector<int> before(const IntCase& what);
[[nodiscard]] std::vector<int> after(const IntCase& what);
// Begins the call. Lists of counts and displacements must live as long as the call: they are those of `lists`.
struct IntLists {
  std::vector<int> counts, places;
  std::vector<MPI_Datatype> types;
};
[[nodiscard]] int begin(const IntCase& what, Form form, const void* send, void* recv, MPI_Comm comm, IntLists* lists,
                        MPI_Request* request);

}  // namespace penstock::test
