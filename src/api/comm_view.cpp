#include "api/comm_view.hpp"

#include <numeric>

#include <fmt/format.h>

#include "core/comm/group.hpp"
#include "core/object/instance.hpp"
#include "core/process/lookup.hpp"

namespace penstock::api {

Status find_comm_view(Call& call, MPI_Comm handle, CommView* out) {
  core::Instance& instance = call.instance();
  core::Comm* comm = nullptr;
  Status found = core::find_comm(instance, handle, &comm);
  if (found.is_ok()) {
    call.raise_on(comm);
    return *out = {comm, handle == MPI_COMM_WORLD, comm->rank(), comm->size()}, Status::ok();
  }
  const bool of_world = handle == MPI_COMM_WORLD;
  if (phase() != Phase::kBefore || (!of_world && handle != MPI_COMM_SELF)) return found;
  instance.note_unportable(
      fmt::format("{} asks for {} without MPI_Init: a program of sessions makes a communicator by "
                  "MPI_Comm_create_from_group",
                  function_name(call.function()), of_world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF"));
  *out = of_world ? CommView{nullptr, true, instance.rank(), instance.size()} : CommView{nullptr, false, 0, 1};
  return Status::ok();
}

std::vector<int> members_of(const core::Instance& instance, const CommView& view) {
  if (view.comm != nullptr) return {view.comm->group().world().begin(), view.comm->group().world().end()};
  if (!view.of_world) return {instance.rank()};
  std::vector<int> all(static_cast<std::size_t>(view.size));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

int compare(const core::Instance& instance, const CommView& a, const CommView& b) {
  if (a.comm != nullptr && b.comm != nullptr) return core::compare(*a.comm, *b.comm);
  if (a.comm == b.comm && a.of_world == b.of_world) return MPI_IDENT;
  for (const core::Comm* each : {a.comm, b.comm}) {
    if (each != nullptr && each->is_inter()) return MPI_UNEQUAL;
  }
  const auto group_of = [&](const CommView& view) {
    return core::Ref<core::Group>::adopt(new core::Group(members_of(instance, view), instance.rank()));
  };
  const int of_groups = core::compare(*group_of(a), *group_of(b));
  return of_groups == MPI_IDENT ? MPI_CONGRUENT : of_groups;
}

}  // namespace penstock::api
