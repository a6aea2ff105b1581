// A communicator: one or two groups, an identity, and what a program hangs on it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "coll/across/hosts.hpp"
#include "coll/board/board.hpp"
#include "coll/device/device_team.hpp"
#include "coll/fast_path/express.hpp"
#include "coll/nodes.hpp"
#include "coll/select/preference.hpp"
#include "coll/team.hpp"
#include "core/attribute.hpp"
#include "core/errhandler.hpp"
#include "core/group.hpp"
#include "core/info.hpp"
#include "core/ref.hpp"
#include "core/send_buffer.hpp"
#include "core/topology.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

class Meetings;  // meetings.hpp
class Process;

// The same on all members, different from every other communicator that ever lives in the job: the world rank of the
// process that handed it out, and its count.
struct CommId {
  std::uint32_t leader = 0;
  std::uint64_t count = 0;
  friend bool operator==(const CommId&, const CommId&) = default;
};

// Kinds of messages that never meet: each has a context of its own. Members agree on their calls (PENSTOCK_CHECK) or meet,
// never both. The last is for processes that share no communicator.
enum class Traffic : std::uint8_t {
  kPointToPoint,
  kCollective,
  kGroupCreation,
  kLeaders,
  kFromLeader,
  kPersistent,
  kAgreement,
  kPartitioned,
  kNoComm = 15
};

class Comm final : public Object {
 public:
  // `group` contains this process. The process outlives it.
  Comm(Process& process, Ref<Group> group, CommId id, Ref<Errhandler> errhandler) noexcept;
  // An inter-communicator: `group` contains this process, `remote` does not. Neither is empty.
  Comm(Process& process, Ref<Group> group, Ref<Group> remote, CommId id, Ref<Errhandler> errhandler);

  [[nodiscard]] Process& process() const noexcept { return process_; }
  [[nodiscard]] Group& group() const noexcept { return *group_; }
  [[nodiscard]] Ref<Group> share_group() const noexcept { return group_; }
  [[nodiscard]] bool is_inter() const noexcept { return static_cast<bool>(remote_); }
  // Inter-communicators only.
  [[nodiscard]] Group& remote_group() const noexcept { return *remote_; }
  // Null unless it is an inter-communicator.
  [[nodiscard]] Ref<Group> share_remote_group() const noexcept { return remote_; }
  // Whose ranks a destination or source names: the group, or the remote one.
  [[nodiscard]] Group& peers() const noexcept { return remote_ ? *remote_ : *group_; }
  [[nodiscard]] int rank() const noexcept { return group_->rank(); }
  [[nodiscard]] int size() const noexcept { return group_->size(); }
  [[nodiscard]] CommId id() const noexcept { return id_; }
  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }

  [[nodiscard]] proto::Context context(Traffic traffic = Traffic::kPointToPoint) const noexcept {
    return std::uint64_t{id_.leader} << 40 | id_.count << 4 | static_cast<std::uint64_t>(traffic);
  }
  // `traffic`: collectives, or those that are begun again and again, in any order, for which boards are not made.
  [[nodiscard]] coll::Team team(Traffic traffic = Traffic::kCollective) const noexcept {
    if (remote_) return {rank(), size(), both_, context(traffic), nullptr, remote_->size()};
    const bool shares = traffic == Traffic::kCollective;
    const bool one_host = !nodes_;
    return {rank(),
            size(),
            group_->world(),
            context(traffic),
            shares && one_host ? board_.get() : nullptr,
            0,
            nodes_.get(),
            preference_.get(),
            one_host ? devices_.get() : nullptr,
            shares && nodes_ && board_ ? &host_ : nullptr};
  }
  // All members as one group, in an order that they agree on; of an inter-communicator the group whose rank 0 is the lower
  // rank of the job comes first. The number of members in front of the second group, if there is one.
  [[nodiscard]] coll::Team everyone() const noexcept;
  [[nodiscard]] int size_of_first() const noexcept { return remote_ && !is_first() ? remote_->size() : size(); }
  [[nodiscard]] bool is_first() const noexcept { return !remote_ || group_->world_rank(0) < remote_->world_rank(0); }
  // Collectives are called in the same order by all members: the number names one. So many there were.
  [[nodiscard]] std::uint32_t next_collective() noexcept { return static_cast<std::uint32_t>(collectives_++); }
  [[nodiscard]] std::uint64_t collectives() const noexcept { return collectives_; }
  // The same of persistent collectives, which are made in one order and started in any.
  [[nodiscard]] std::uint32_t next_persistent() noexcept { return persistents_++; }
  // The same of the checks in front of both.
  [[nodiscard]] std::uint32_t next_agreement() noexcept { return agreements_++; }

  // Whether the next collective waits until the members have found out what they share (meetings()).
  [[nodiscard]] bool meets() const noexcept { return collectives_ >= next_meeting_ || wants_meeting(); }
  // Whether the members meet in front of the next collective for the sake of calls that they have made.
  [[nodiscard]] bool wants_meeting() const noexcept { return devices_ && devices_->wants_meeting(); }
  // Whether its members may still find out that they have devices, in a meeting to come.
  [[nodiscard]] bool may_find_devices() const noexcept { return devices_ == nullptr && next_meeting_ != kNever; }
  // Where meets() or may_find_devices().
  [[nodiscard]] Meetings& meetings();
  // The number of the first collective that waits; kNever for none.
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  void meet_before(std::uint64_t number) noexcept { next_meeting_ = number; }
  // Its members may well have GPUs: they meet in front of the first collective, if they ever do. All members say so.
  void expect_devices() noexcept;

  // Which members may share memory: those of this rank's host, by their places in the group, in its order. Of an
  // intra-communicator.
  struct Sharers {
    int rank = 0;  // this one's place among them
    std::span<const int> members;
    std::span<const int> world;
  };
  [[nodiscard]] const Sharers& sharers() const noexcept { return sharers_; }
  // From the next collective on, theirs. Null: messages, as before.
  [[nodiscard]] coll::Board* board() const noexcept { return board_.get(); }
  void use_board(std::unique_ptr<coll::Board> board);
  // Null where collectives take the long way: there are no boards, or it was said how algorithms are chosen, or members ask
  // each other for GPUs first, or meet.
  [[nodiscard]] coll::Express* express() const noexcept {
    return preference_ || devices_ || meets() ? nullptr : express_.get();
  }
  // Whether the collective of that number found devices; for one that is over the same on all members.
  [[nodiscard]] bool had_devices(std::uint64_t number) const noexcept { return devices_ && number >= devices_since_; }
  [[nodiscard]] bool has_devices() const noexcept { return devices_ != nullptr; }
  // For the collectives from `number` on, none of which has been built.
  void use_devices(std::unique_ptr<coll::DeviceTeam> devices, std::uint64_t number) noexcept {
    devices_ = std::move(devices);
    devices_since_ = number;
    host_.devices = devices_.get();
  }

  // Those of the program's hints that the standard defines, and algorithms of collectives by name (coll::kAlgorithmKey);
  // others are not kept.
  [[nodiscard]] const std::vector<Info::Entry>& hints() const noexcept { return hints_; }
  // Failures of check_hints() alone; nothing has changed then. Algorithms that are named here replace those named before.
  [[nodiscard]] Status add_hints(const Info* hints);

  // What its ranks are the nodes of; null: nothing. Set once, by what makes the communicator.
  [[nodiscard]] const Ref<Topology>& topology() const noexcept { return topology_; }
  void set_topology(Ref<Topology> topology) noexcept { topology_ = std::move(topology); }

  MPI_Comm handle = MPI_COMM_NULL;
  // MPI_Comm_attach_buffer; null while none is attached.
  std::unique_ptr<SendBuffer> send_buffer;
  std::string name;
  Attributes attributes;

 private:
  ~Comm() override;
  void find_sharers();

  Process& process_;
  Ref<Group> group_;
  Ref<Group> remote_;  // null: an intra-communicator
  Ref<Errhandler> errhandler_;
  std::vector<int> both_;      // inter: world ranks of both groups, this one first
  std::vector<int> everyone_;  // inter: world ranks of both groups, the first one first
  std::vector<Info::Entry> hints_;
  std::unique_ptr<const coll::Preference> preference_;  // null: none is named
  CommId id_;
  std::uint64_t collectives_ = 0;
  std::uint64_t next_meeting_ = kNever;
  std::unique_ptr<const coll::Nodes> nodes_;  // null: all members are on one host
  std::vector<int> places_;                   // on one host: 0, 1, ...
  std::vector<int> near_;                     // else: world ranks of this rank's host
  Sharers sharers_;
  std::unique_ptr<coll::Board> board_;
  std::unique_ptr<coll::Express> express_;  // on that board
  std::unique_ptr<coll::DeviceTeam> devices_;
  std::uint64_t devices_since_ = 0;
  coll::HostTeam host_;
  std::unique_ptr<Meetings> meetings_;  // null: there was none yet
  std::uint32_t persistents_ = 0;
  std::uint32_t agreements_ = 0;
  Ref<Topology> topology_;
};

// kInfoValue: an algorithm that there is not. `hints` may be null.
[[nodiscard]] Status check_hints(const Info* hints);

// MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL.
[[nodiscard]] int compare(const Comm& a, const Comm& b) noexcept;

// Calls that make communicators block, unless they say otherwise. Those that are collective over a communicator serve
// inter-communicators too, and the new one has its error handler. Wrong arguments are found before anything is communicated
// where one rank can see them.

// The topology goes with it. The attributes are copied at the call. If one of their functions fails, the other ranks still get
// their duplicate.
[[nodiscard]] Status dup_comm(Comm& comm, const Info* hints, MPI_Comm* out);
// Does not block: *out is set when the request is done.
[[nodiscard]] Status idup_comm(Comm& comm, const Info* hints, MPI_Comm* out, MPI_Request* request);
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
[[nodiscard]] Status create_comm_from_group(Process& process, const Group& group, std::string_view name,
                                            Ref<Errhandler> errhandler, Comm** out);
// Collective over `local` and another group's; `peer` (looked at on the leader alone) connects the two leaders.
[[nodiscard]] Status create_intercomm(Comm& local, int local_leader, Comm* peer, int remote_leader, int tag, Comm** out);
// Collective over both groups; `remote` and `remote_leader` are looked at on the local leader alone.
[[nodiscard]] Status create_intercomm_from_groups(Process& process, const Group& local, int local_leader, const Group* remote,
                                                  int remote_leader, std::string_view name, Ref<Errhandler> errhandler,
                                                  Comm** out);

// Gives the handle back, once the attributes' functions have run; the object lives on while operations use it. Predefined
// communicators are refused.
[[nodiscard]] Status free_comm(Comm& comm);
// The same when everything that was begun on it is over; blocks until then.
[[nodiscard]] Status disconnect_comm(Comm& comm);

}  // namespace penstock::core
