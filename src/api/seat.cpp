#include "api/seat.hpp"

#include <numeric>

#include <fmt/format.h>

#include "core/group.hpp"
#include "core/lookup.hpp"
#include "core/process.hpp"

namespace penstock::api {

Status find_seat(Call& call, MPI_Comm handle, Seat* out) {
  core::Process& process = call.process();
  core::Comm* comm = nullptr;
  Status found = core::find_comm(process, handle, &comm);
  if (found.is_ok()) {
    call.raise_on(comm);
    return *out = {comm, handle == MPI_COMM_WORLD, comm->rank(), comm->size()}, Status::ok();
  }
  const bool of_world = handle == MPI_COMM_WORLD;
  if (phase() != Phase::kBefore || (!of_world && handle != MPI_COMM_SELF)) return found;
  process.note_unportable(
      fmt::format("{} asks for {} without MPI_Init: a program of sessions makes a communicator by "
                  "MPI_Comm_create_from_group",
                  function_name(call.function()), of_world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF"));
  *out = of_world ? Seat{nullptr, true, process.rank(), process.size()} : Seat{nullptr, false, 0, 1};
  return Status::ok();
}

std::vector<int> members_of(const core::Process& process, const Seat& seat) {
  if (seat.comm != nullptr) return {seat.comm->group().world().begin(), seat.comm->group().world().end()};
  if (!seat.of_world) return {process.rank()};
  std::vector<int> all(static_cast<std::size_t>(seat.size));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

int compare(const core::Process& process, const Seat& a, const Seat& b) {
  if (a.comm != nullptr && b.comm != nullptr) return core::compare(*a.comm, *b.comm);
  if (a.comm == b.comm && a.of_world == b.of_world) return MPI_IDENT;
  for (const core::Comm* each : {a.comm, b.comm}) {
    if (each != nullptr && each->is_inter()) return MPI_UNEQUAL;
  }
  const auto group_of = [&](const Seat& seat) {
    return core::Ref<core::Group>::adopt(new core::Group(members_of(process, seat), process.rank()));
  };
  const int of_groups = core::compare(*group_of(a), *group_of(b));
  return of_groups == MPI_IDENT ? MPI_CONGRUENT : of_groups;
}

}  // namespace penstock::api
