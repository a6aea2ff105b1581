// Communicators (chapter 7).
#include "core/comm/comm.hpp"
#include "core/comm_create/create.hpp"

#include "api/checks.hpp"
#include "api/comm_view.hpp"
#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/machine/environment.hpp"
#include "core/machine/memory_kinds.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

MPI_Comm handle_or_null(const core::Comm* comm) noexcept {
  return comm != nullptr ? comm->handle : MPI_COMM_NULL;
}

// Returns the result of a call that makes a communicator for some ranks, or for all.
template <typename Maker>
Status make(MPI_Comm* newcomm, Maker&& maker) {
  core::Comm* made = nullptr;
  PENSTOCK_TRY(maker(&made));
  *newcomm = handle_or_null(made);
  return Status::ok();
}

// Makes a new group, since a group object has only one handle.
Status hand_out(core::Instance& instance, std::vector<int> members, core::Ref<core::Session> session, MPI_Group* handle) {
  core::Group* made = nullptr;
  PENSTOCK_TRY(core::make_group(instance, std::move(members), std::move(session), &made));
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

// Ends a communicator whose handle the application returns through this pointer.
template <typename Ender>
Status end(Call& call, MPI_Comm* comm, Ender&& ender) {
  core::Comm* found = nullptr;
  PENSTOCK_TRY(core::find_comm(call.instance(), *comm, &found));
  call.raise_on(found);
  PENSTOCK_TRY(ender(*found));
  call.raise_on({});
  *comm = MPI_COMM_NULL;
  return Status::ok();
}

}  // namespace

Status Comm_rank(Call& call, MPI_Comm comm, int* rank) {
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  PENSTOCK_TRY(check_pointer(rank == nullptr, "rank"));
  *rank = view.rank;
  return Status::ok();
}

Status Comm_size(Call& call, MPI_Comm comm, int* size) {
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  PENSTOCK_TRY(check_pointer(size == nullptr, "size"));
  *size = view.size;
  return Status::ok();
}

Status Comm_test_inter(Call& call, MPI_Comm comm, int* flag) {
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  *flag = view.comm != nullptr && view.comm->is_inter() ? 1 : 0;
  return Status::ok();
}

Status Comm_remote_size(Call& /*call*/, core::Comm& comm, int* size) {
  PENSTOCK_TRY(need_inter(comm));
  *size = comm.remote_group().size();
  return Status::ok();
}

Status Comm_group(Call& call, MPI_Comm comm, MPI_Group* group) {
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  auto session = view.comm != nullptr ? view.comm->group().session() : core::Ref<core::Session>();
  return hand_out(call.instance(), members_of(call.instance(), view), std::move(session), group);
}

Status Comm_remote_group(Call& call, core::Comm& comm, MPI_Group* group) {
  PENSTOCK_TRY(need_inter(comm));
  const core::Group& remote = comm.remote_group();
  return hand_out(call.instance(), {remote.world().begin(), remote.world().end()}, remote.session(), group);
}

Status Comm_compare(Call& call, MPI_Comm comm1, MPI_Comm comm2, int* result) {
  CommView first, second;
  PENSTOCK_TRY(find_comm_view(call, comm1, &first));
  PENSTOCK_TRY(find_comm_view(call, comm2, &second));
  if (first.comm != nullptr) call.raise_on(first.comm);
  *result = compare(call.instance(), first, second);
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
  call.raise_on(&errhandler);  // the handler gets failures of this call, too
  return make(newcomm, [&](core::Comm** made) {
    PENSTOCK_TRY(core::check_hints(info));
    PENSTOCK_TRY(core::create_comm_from_group(call.instance(), group, stringtag, share(errhandler), made));
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
    PENSTOCK_TRY(core::find_comm(call.instance(), peer_comm, &peer));
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
    PENSTOCK_TRY(core::find_group(call.instance(), remote_group, &remote));
  }
  return make(newintercomm, [&](core::Comm** made) {
    PENSTOCK_TRY(core::check_hints(info));
    PENSTOCK_TRY(core::create_intercomm_from_groups(call.instance(), local_group, local_leader, remote, remote_leader,
                                                    stringtag, share(errhandler), made));
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
  core::Instance& instance = call.instance();
  auto told = core::Ref<core::Info>::adopt(new core::Info(comm.hints()));
  if (comm.handle == MPI_COMM_WORLD) {
    for (const auto& [key, value] : core::device_entries(core::environment_of(instance))) PENSTOCK_TRY(told->set(key, value));
  }
  PENSTOCK_TRY(told->set(core::kMemoryKindsKey, core::memory_kinds(instance)));
  core::Info* made = nullptr;
  PENSTOCK_TRY(instance.publish(std::move(told), &made));
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
  CommView view;
  PENSTOCK_TRY(find_comm_view(call, comm, &view));
  const std::string_view stands_for = view.of_world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF";
  const std::string_view name = view.comm != nullptr ? std::string_view(view.comm->name) : stands_for;
  *resultlen = static_cast<int>(copy_text(name, comm_name, MPI_MAX_OBJECT_NAME));
  return Status::ok();
}

// Processes are never started by other processes of the job.
Status Comm_get_parent(Call& /*call*/, MPI_Comm* parent) {
  *parent = MPI_COMM_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
