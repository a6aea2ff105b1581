// Makes communicators from other communicators and from groups.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/comm/group.hpp"
#include "core/object/info.hpp"
#include "mpi.h"

namespace penstock::core {

// Calls that make communicators block, unless their contract says otherwise. Calls that are collective over a communicator also
// accept inter-communicators, and the new communicator inherits its error handler. Invalid arguments are reported before any
// communication if one rank can detect them.

// Duplicates the communicator with its topology. The attributes are copied during the call. If a copy function fails, the other
// ranks still get their duplicate.
[[nodiscard]] Status dup_comm(Comm& comm, const Info* hints, MPI_Comm* out);
// The destination of a communicator's handle, now or when its request is done: a variable of the application, or the writer of
// an ABI shim whose handles have another form.
class CommPlace {
 public:
  using Writer = void(void* to, MPI_Comm made);
  CommPlace(MPI_Comm* to) noexcept  // NOLINT(google-explicit-constructor): as calls have it
      : to_(to), write_([](void* at, MPI_Comm made) { *static_cast<MPI_Comm*>(at) = made; }) {}
  CommPlace(void* to, Writer* write) noexcept : to_(to), write_(write) {}
  void give(MPI_Comm made) const { write_(to_, made); }

 private:
  void* to_;
  Writer* write_;
};
// Does not block: `out` gets the null handle at the call, and the new handle when the request is done.
[[nodiscard]] Status idup_comm(Comm& comm, const Info* hints, const CommPlace& out, MPI_Request* request);
// Members of equal `color` form one communicator, ordered by key, then by rank in `comm`. *out is null if `member` is false, or
// if the other side of an inter-communicator has no member of that color.
[[nodiscard]] Status split_comm(Comm& comm, bool member, std::uint64_t color, int key, Comm** out);
// Splits by host (MPI_COMM_TYPE_SHARED), by the kind of hardware or the process set that the hints name (guided
// types), or by the next smaller kind of hardware (MPI_COMM_TYPE_HW_UNGUIDED). *out is null on ranks that are not
// restricted to one instance of that kind.
[[nodiscard]] Status split_comm_by_type(Comm& comm, int split_type, int key, Info* hints, Comm** out);
// Makes a communicator of the members of `group`, a subset of `comm`'s (local) group. *out is null on the other ranks.
[[nodiscard]] Status create_comm(Comm& comm, const Group& group, Comm** out);
// Puts both groups into one communicator; the group that passed `high` comes second.
[[nodiscard]] Status merge_comm(Comm& comm, bool high, Comm** out);

// The call is collective only over `group`, a subset of `comm`'s group. Concurrent calls are told apart by their tags.
[[nodiscard]] Status create_comm_of_group(Comm& comm, const Group& group, int tag, Comm** out);
// The call is collective over `group`, without a communicator to start from. Concurrent calls are told apart by `name`.
[[nodiscard]] Status create_comm_from_group(Instance& instance, const Group& group, std::string_view name,
                                            Ref<Errhandler> errhandler, Comm** out);
// The call is collective over `local` and the other group's communicator; `peer`, which only
// the leader reads, connects the two leaders.
[[nodiscard]] Status create_intercomm(Comm& local, int local_leader, Comm* peer, int remote_leader, int tag, Comm** out);
// The call is collective over both groups; only the local leader reads `remote` and `remote_leader`.
[[nodiscard]] Status create_intercomm_from_groups(Instance& instance, const Group& local, int local_leader, const Group* remote,
                                                  int remote_leader, std::string_view name, Ref<Errhandler> errhandler,
                                                  Comm** out);

}  // namespace penstock::core
