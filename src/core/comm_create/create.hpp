// Making communicators of others, and of groups.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/comm/group.hpp"
#include "core/object/info.hpp"
#include "mpi.h"

namespace penstock::core {

// Calls that make communicators block, unless they say otherwise. Those that are collective over a communicator serve
// inter-communicators too, and the new one has its error handler. Wrong arguments are found before anything is communicated
// where one rank can see them.

// The topology goes with it. The attributes are copied at the call. If one of their functions fails, the other ranks still get
// their duplicate.
[[nodiscard]] Status dup_comm(Comm& comm, const Info* hints, MPI_Comm* out);
// Where the handle of a communicator goes, now or when its request is done: a variable of the program, or what a face whose
// handles have another form writes.
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
// Does not block: `out` has the handle when the request is done, and the null one until then.
[[nodiscard]] Status idup_comm(Comm& comm, const Info* hints, const CommPlace& out, MPI_Request* request);
// Members of equal `color` come together, ordered by key, then by rank in `comm`. *out is null where `member` is false, or
// where the other side of an inter-communicator has nobody of that color.
[[nodiscard]] Status split_comm(Comm& comm, bool member, std::uint64_t color, int key, Comm** out);
// MPI_COMM_TYPE_SHARED: ranks of one host, as are the guided types that ask for mpi_shared_memory. *out is null for every
// other hardware: nothing smaller than the host is found.
[[nodiscard]] Status split_comm_by_type(Comm& comm, int split_type, int key, Info* hints, Comm** out);
// The members of `group`, a part of `comm`'s (local) group. *out is null on the others.
[[nodiscard]] Status create_comm(Comm& comm, const Group& group, Comm** out);
// Both groups in one communicator, one that said `high` behind one that did not.
[[nodiscard]] Status merge_comm(Comm& comm, bool high, Comm** out);

// Collective over `group`, a part of `comm`'s group, alone. Calls at the same time are told apart by their tags.
[[nodiscard]] Status create_comm_of_group(Comm& comm, const Group& group, int tag, Comm** out);
// Collective over `group`, with no communicator to start from. Calls at the same time are told apart by `name`.
[[nodiscard]] Status create_comm_from_group(Instance& instance, const Group& group, std::string_view name,
                                            Ref<Errhandler> errhandler, Comm** out);
// Collective over `local` and another group's; `peer` (looked at on the leader alone) connects the two leaders.
[[nodiscard]] Status create_intercomm(Comm& local, int local_leader, Comm* peer, int remote_leader, int tag, Comm** out);
// Collective over both groups; `remote` and `remote_leader` are looked at on the local leader alone.
[[nodiscard]] Status create_intercomm_from_groups(Instance& instance, const Group& local, int local_leader, const Group* remote,
                                                  int remote_leader, std::string_view name, Ref<Errhandler> errhandler,
                                                  Comm** out);

}  // namespace penstock::core
