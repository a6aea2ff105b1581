// Communicators and groups (chapter 7).
#include "core/comm.hpp"

#include "api/gen/bodies.hpp"
#include "core/process.hpp"

namespace penstock::api::body {
namespace {

MPI_Comm handle_or_null(const core::Comm* comm) noexcept {
  return comm != nullptr ? comm->handle : MPI_COMM_NULL;
}

}  // namespace

Status Comm_rank(Call& /*call*/, core::Comm& comm, int* rank) {
  *rank = comm.rank();
  return Status::ok();
}

Status Comm_size(Call& /*call*/, core::Comm& comm, int* size) {
  *size = comm.size();
  return Status::ok();
}

Status Comm_dup(Call& /*call*/, core::Comm& comm, MPI_Comm* newcomm) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::dup_comm(comm, &made));
  *newcomm = made->handle;
  return Status::ok();
}

Status Comm_split(Call& /*call*/, core::Comm& comm, int color, int key, MPI_Comm* newcomm) {
  if (color < 0 && color != MPI_UNDEFINED) {
    return Status::error(Code::kArg, "color is {}, neither MPI_UNDEFINED nor at least 0", color);
  }
  core::Comm* made = nullptr;
  const bool member = color != MPI_UNDEFINED;
  PENSTOCK_TRY(core::split_comm(comm, member, member ? static_cast<std::uint64_t>(color) : 0, key, &made));
  *newcomm = handle_or_null(made);
  return Status::ok();
}

Status Comm_split_type(Call& /*call*/, core::Comm& comm, int split_type, int key, core::Info* /*info*/, MPI_Comm* newcomm) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(core::split_comm_by_type(comm, split_type, key, &made));
  *newcomm = handle_or_null(made);
  return Status::ok();
}

Status Comm_free(Call& call, MPI_Comm* comm) {
  core::Comm* found = nullptr;
  PENSTOCK_TRY(core::find_comm(call.process(), *comm, &found));
  call.raise_on(found);
  PENSTOCK_TRY(core::free_comm(*found));
  call.raise_on(nullptr);
  *comm = MPI_COMM_NULL;
  return Status::ok();
}

Status Comm_compare(Call& /*call*/, core::Comm& comm1, core::Comm& comm2, int* result) {
  if (&comm1 == &comm2) {
    *result = MPI_IDENT;
    return Status::ok();
  }
  const int groups = core::compare(comm1.group(), comm2.group());
  *result = groups == MPI_IDENT ? MPI_CONGRUENT : groups;
  return Status::ok();
}

Status Comm_group(Call& call, core::Comm& comm, MPI_Group* group) {
  // A group of its own, since a group object knows one handle.
  const auto world = comm.group().world();
  auto made = core::Ref<core::Group>::adopt(new core::Group({world.begin(), world.end()}, call.process().rank()));
  core::Group* published = nullptr;
  PENSTOCK_TRY(call.process().publish(std::move(made), &published));
  *group = published->handle;
  return Status::ok();
}

Status Group_size(Call& /*call*/, core::Group& group, int* size) {
  *size = group.size();
  return Status::ok();
}

Status Group_rank(Call& /*call*/, core::Group& group, int* rank) {
  *rank = group.rank();
  return Status::ok();
}

Status Group_translate_ranks(Call& /*call*/, core::Group& group1, int n, const int ranks1[], core::Group& group2,
                             int ranks2[]) {
  if (n < 0) return Status::error(Code::kArg, "n is {}; it must be at least 0", n);
  if (n > 0 && (ranks1 == nullptr || ranks2 == nullptr)) return Status::error(Code::kArg, "an array of ranks is null");
  for (int i = 0; i < n; ++i) {
    const int rank = ranks1[i];
    if (rank == MPI_PROC_NULL) {
      ranks2[i] = MPI_PROC_NULL;
      continue;
    }
    if (rank < 0 || rank >= group1.size()) {
      return Status::error(Code::kRank, "ranks1[{}] is {}, outside a group of {}", i, rank, group1.size());
    }
    ranks2[i] = group2.rank_of(group1.world_rank(rank));
  }
  return Status::ok();
}

Status Group_free(Call& call, MPI_Group* group) {
  core::Group* found = nullptr;
  PENSTOCK_TRY(core::find_group(call.process(), *group, &found));
  // The standard lets MPI_GROUP_EMPTY be freed like the result of a group call; its object stays.
  if (found != &call.process().empty_group()) call.process().withdraw(*found);
  *group = MPI_GROUP_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
