// Communicators (chapter 7).
#include "core/comm.hpp"

#include "api/checks.hpp"
#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/memory_kinds.hpp"
#include "core/process.hpp"

namespace penstock::api::body {
namespace {

MPI_Comm handle_or_null(const core::Comm* comm) noexcept {
  return comm != nullptr ? comm->handle : MPI_COMM_NULL;
}

// What the program gets of a call that makes a communicator for some ranks, or for all.
template <typename Maker>
Status make(MPI_Comm* newcomm, Maker&& maker) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(maker(&made));
  *newcomm = handle_or_null(made);
  return Status::ok();
}

Status hand_out(core::Process& process, const core::Group& group, MPI_Group* handle) {
  // A group of its own, since a group object knows one handle.
  core::Group* made = nullptr;
  PENSTOCK_TRY(core::make_group(process, {group.world().begin(), group.world().end()}, group.session(), &made));
  *handle = made->handle;
  return Status::ok();
}

Status need_inter(const core::Comm& comm) {
  if (comm.is_inter()) return Status::ok();
  return Status::error(Code::kComm, "the communicator has one group; the call needs an inter-communicator");
}

core::Ref<core::Errhandler> share(core::Errhandler& errhandler) noexcept {
  return core::Ref<core::Errhandler>::share(errhandler);
}

// A communicator whose handle the program gives back through this pointer.
template <typename Ender>
Status end(Call& call, MPI_Comm* comm, Ender&& ender) {
  core::Comm* found = nullptr;
  PENSTOCK_TRY(core::find_comm(call.process(), *comm, &found));
  call.raise_on(found);
  PENSTOCK_TRY(ender(*found));
  call.raise_on({});
  *comm = MPI_COMM_NULL;
  return Status::ok();
}

struct RankAndSize {
  int rank = 0;
  int size = 0;
};

Status find_rank_and_size(Call& call, MPI_Comm handle, RankAndSize* out) {
  core::Process& process = call.process();
  core::Comm* comm = nullptr;
  Status found = core::find_comm(process, handle, &comm);
  if (found.is_ok()) {
    call.raise_on(comm);
    return *out = {comm->rank(), comm->size()}, Status::ok();
  }
  const bool of_world = handle == MPI_COMM_WORLD;
  if (phase() != Phase::kBefore || (!of_world && handle != MPI_COMM_SELF)) return found;
  process.note_unportable(
      fmt::format("{} asks for {} without MPI_Init: a program of sessions makes a communicator by "
                  "MPI_Comm_create_from_group",
                  function_name(call.function()), of_world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF"));
  if (of_world) *out = {process.rank(), process.size()};
  if (!of_world) *out = {0, 1};
  return Status::ok();
}

}  // namespace

// MPI_COMM_WORLD and MPI_COMM_SELF stand for what they will be, or would be, where sessions alone are there: MPICH and Open MPI
// answer so, and programs ask.
Status Comm_rank(Call& call, MPI_Comm comm, int* rank) {
  RankAndSize found;
  PENSTOCK_TRY(find_rank_and_size(call, comm, &found));
  PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
  *rank = found.rank;
  return Status::ok();
}

Status Comm_size(Call& call, MPI_Comm comm, int* size) {
  RankAndSize found;
  PENSTOCK_TRY(find_rank_and_size(call, comm, &found));
  PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
  *size = found.size;
  return Status::ok();
}

Status Comm_test_inter(Call& /*call*/, core::Comm& comm, int* flag) {
  *flag = comm.is_inter() ? 1 : 0;
  return Status::ok();
}

Status Comm_remote_size(Call& /*call*/, core::Comm& comm, int* size) {
  PENSTOCK_TRY(need_inter(comm));
  *size = comm.remote_group().size();
  return Status::ok();
}

Status Comm_group(Call& call, core::Comm& comm, MPI_Group* group) {
  return hand_out(call.process(), comm.group(), group);
}

Status Comm_remote_group(Call& call, core::Comm& comm, MPI_Group* group) {
  PENSTOCK_TRY(need_inter(comm));
  return hand_out(call.process(), comm.remote_group(), group);
}

Status Comm_compare(Call& /*call*/, core::Comm& comm1, core::Comm& comm2, int* result) {
  *result = core::compare(comm1, comm2);
  return Status::ok();
}

Status Comm_dup(Call& /*call*/, core::Comm& comm, MPI_Comm* newcomm) {
  return core::dup_comm(comm, nullptr, newcomm);
}

Status Comm_dup_with_info(Call& /*call*/, core::Comm& comm, core::Info* info, MPI_Comm* newcomm) {
  return core::dup_comm(comm, info, newcomm);
}

Status Comm_idup(Call& /*call*/, core::Comm& comm, MPI_Comm* newcomm, MPI_Request* request) {
  return core::idup_comm(comm, nullptr, newcomm, request);
}

Status Comm_idup_with_info(Call& /*call*/, core::Comm& comm, core::Info* info, MPI_Comm* newcomm, MPI_Request* request) {
  return core::idup_comm(comm, info, newcomm, request);
}

Status Comm_create(Call& /*call*/, core::Comm& comm, core::Group& group, MPI_Comm* newcomm) {
  return make(newcomm, [&](core::Comm** made) { return core::create_comm(comm, group, made); });
}

Status Comm_create_group(Call& /*call*/, core::Comm& comm, core::Group& group, int tag, MPI_Comm* newcomm) {
  return make(newcomm, [&](core::Comm** made) { return core::create_comm_of_group(comm, group, tag, made); });
}

Status Comm_create_from_group(Call& call, core::Group& group, const char* stringtag, core::Info* info,
                              core::Errhandler& errhandler, MPI_Comm* newcomm) {
  call.raise_on(&errhandler);  // it hears of this call's failures too
  return make(newcomm, [&](core::Comm** made) {
    PENSTOCK_TRY(core::check_hints(info));
    PENSTOCK_TRY(core::create_comm_from_group(call.process(), group, stringtag, share(errhandler), made));
    return *made != nullptr ? (*made)->add_hints(info) : Status::ok();
  });
}

Status Comm_split(Call& /*call*/, core::Comm& comm, int color, int key, MPI_Comm* newcomm) {
  if (color < 0 && color != MPI_UNDEFINED) {
    return Status::error(Code::kArg, "color is {}, neither MPI_UNDEFINED nor at least 0", color);
  }
  const bool member = color != MPI_UNDEFINED;
  return make(newcomm, [&](core::Comm** made) {
    return core::split_comm(comm, member, member ? static_cast<std::uint64_t>(color) : 0, key, made);
  });
}

Status Comm_split_type(Call& /*call*/, core::Comm& comm, int split_type, int key, core::Info* info, MPI_Comm* newcomm) {
  return make(newcomm, [&](core::Comm** made) { return core::split_comm_by_type(comm, split_type, key, info, made); });
}

Status Intercomm_create(Call& call, core::Comm& local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                        MPI_Comm* newintercomm) {
  core::Comm* peer = nullptr;
  if (local_comm.rank() == local_leader && peer_comm != MPI_COMM_NULL) {
    PENSTOCK_TRY(core::find_comm(call.process(), peer_comm, &peer));
  }
  return make(newintercomm, [&](core::Comm** made) {
    return core::create_intercomm(local_comm, local_leader, peer, remote_leader, tag, made);
  });
}

Status Intercomm_create_from_groups(Call& call, core::Group& local_group, int local_leader, MPI_Group remote_group,
                                    int remote_leader, const char* stringtag, core::Info* info, core::Errhandler& errhandler,
                                    MPI_Comm* newintercomm) {
  call.raise_on(&errhandler);
  core::Group* remote = nullptr;
  if (local_group.rank() == local_leader && remote_group != MPI_GROUP_NULL) {
    PENSTOCK_TRY(core::find_group(call.process(), remote_group, &remote));
  }
  return make(newintercomm, [&](core::Comm** made) {
    PENSTOCK_TRY(core::check_hints(info));
    PENSTOCK_TRY(core::create_intercomm_from_groups(call.process(), local_group, local_leader, remote, remote_leader, stringtag,
                                                    share(errhandler), made));
    return (*made)->add_hints(info);
  });
}

Status Intercomm_merge(Call& /*call*/, core::Comm& intercomm, int high, MPI_Comm* newintracomm) {
  return make(newintracomm, [&](core::Comm** made) { return core::merge_comm(intercomm, high != 0, made); });
}

Status Comm_free(Call& call, MPI_Comm* comm) {
  return end(call, comm, core::free_comm);
}

Status Comm_disconnect(Call& call, MPI_Comm* comm) {
  return end(call, comm, core::disconnect_comm);
}

Status Comm_set_info(Call& /*call*/, core::Comm& comm, core::Info* info) {
  return comm.add_hints(info);
}

Status Comm_get_info(Call& call, core::Comm& comm, MPI_Info* info_used) {
  core::Process& process = call.process();
  auto told = core::Ref<core::Info>::adopt(new core::Info(comm.hints()));
  if (comm.handle == MPI_COMM_WORLD) {
    for (const auto& [key, value] : core::device_entries(process.environment())) PENSTOCK_TRY(told->set(key, value));
  }
  PENSTOCK_TRY(told->set(core::kMemoryKindsKey, core::memory_kinds(process)));
  core::Info* made = nullptr;
  PENSTOCK_TRY(process.publish(std::move(told), &made));
  *info_used = made->handle;
  return Status::ok();
}

Status Comm_set_name(Call& /*call*/, core::Comm& comm, const char* comm_name) {
  comm.name = object_name(comm_name);
  return Status::ok();
}

Status Comm_get_name(Call& call, MPI_Comm comm, char* comm_name, int* resultlen) {
  if (comm == MPI_COMM_NULL) {
    *resultlen = static_cast<int>(copy_text("MPI_COMM_NULL", comm_name, MPI_MAX_OBJECT_NAME));
    return Status::ok();
  }
  core::Comm* found = nullptr;
  PENSTOCK_TRY(core::find_comm(call.process(), comm, &found));
  *resultlen = static_cast<int>(copy_text(found->name, comm_name, MPI_MAX_OBJECT_NAME));
  return Status::ok();
}

// No process of ours is started by another.
Status Comm_get_parent(Call& /*call*/, MPI_Comm* parent) {
  *parent = MPI_COMM_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
