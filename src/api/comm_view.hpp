// Communicators as calls see them that only ask. MPI_COMM_WORLD and MPI_COMM_SELF answer also where sessions alone are there,
// with what they would be after MPI_Init: MPICH and Open MPI answer so, and programs ask.
#pragma once

#include <vector>

#include "api/call.hpp"
#include "core/comm/comm.hpp"

namespace penstock::api {

struct CommView {
  core::Comm* comm = nullptr;  // null: one that stands for MPI_COMM_WORLD or MPI_COMM_SELF
  bool of_world = false;
  int rank = 0;
  int size = 0;
};

// The call's errors are raised on the communicator. PENSTOCK_CHECK says that asking a stand-in is not portable.
[[nodiscard]] Status find_comm_view(Call& call, MPI_Comm handle, CommView* out);
// Numbers of the members' processes.
[[nodiscard]] std::vector<int> members_of(const core::Instance& instance, const CommView& view);
// As MPI_Comm_compare.
[[nodiscard]] int compare(const core::Instance& instance, const CommView& a, const CommView& b);

}  // namespace penstock::api
