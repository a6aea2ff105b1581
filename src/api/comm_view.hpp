// Communicators for calls that only query them. MPI_COMM_WORLD and MPI_COMM_SELF can be queried also if there are only
// sessions, with the results that they would give after MPI_Init: MPICH and Open MPI allow this, and applications use it.
#pragma once

#include <vector>

#include "api/call.hpp"
#include "core/comm/comm.hpp"

namespace penstock::api {

struct CommView {
  core::Comm* comm = nullptr;  // null: the view describes MPI_COMM_WORLD or MPI_COMM_SELF without an object
  bool of_world = false;
  int rank = 0;
  int size = 0;
};

// The call's errors are raised on the communicator. Under PENSTOCK_CHECK a query without an object is noted as not portable.
[[nodiscard]] Status find_comm_view(Call& call, MPI_Comm handle, CommView* out);
// Returns the numbers of the members' processes.
[[nodiscard]] std::vector<int> members_of(const core::Instance& instance, const CommView& view);
// Works as MPI_Comm_compare.
[[nodiscard]] int compare(const core::Instance& instance, const CommView& a, const CommView& b);

}  // namespace penstock::api
