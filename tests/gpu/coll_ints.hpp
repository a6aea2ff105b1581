// A data collective of integers with a result that is easy to tell: what a rank gives, what it must get, and the call.
#pragma once

#include <mpi.h>

#include <vector>

#include "common/coll_calls.hpp"

namespace penstock::test {

// Every pair of ranks exchanges `part` integers, or every rank gives or takes as many. Sums are by MPI_SUM.
struct IntCase {
  Call call = Call::kBcast;
  int ranks = 1, rank = 0, root = 0;
  int part = 1;
  int seed = 0;
};

// Empty: the rank has no such side. Of a broadcast every rank has that which is received, and the root's holds what is sent.
[[nodiscard]] std::vector<int> given(const IntCase& what);
// What the receiving side holds before the call, and after it.
[[nodiscard]] std::vector<int> before(const IntCase& what);
[[nodiscard]] std::vector<int> after(const IntCase& what);
// Begins it; lists of counts and places must live as long as the call: they are those of `lists`.
struct IntLists {
  std::vector<int> counts, places;
  std::vector<MPI_Datatype> types;
};
[[nodiscard]] int begin(const IntCase& what, Form form, const void* send, void* recv, MPI_Comm comm, IntLists* lists,
                        MPI_Request* request);

}  // namespace penstock::test
