// Makes communicators without an existing communicator of all members: of a single group, and of two groups.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/comm/comm.hpp"
#include "core/comm_create/create.hpp"
#include "core/comm_create/line.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

// The data that are exchanged when a communicator is made. Both ends run the same build, so the layout is that of memory.
struct Introduction {
  std::uint64_t count = 0;   // forms the identity, with `leader`
  std::uint32_t leader = 0;  // world rank of the leader
  std::int32_t members = 0;  // size of the group that the receiver does not know
  std::int32_t failed = 0;   // the leader failed, so there is no communicator
  std::uint32_t name_length = 0;
  std::array<char, MPI_MAX_STRINGTAG_LEN> name{};  // tells calls without a communicator apart
};
static_assert(std::is_trivially_copyable_v<Introduction>);

template <typename T>
std::span<std::byte> bytes_of(T& value) noexcept {
  return std::as_writable_bytes(std::span(&value, 1));
}

void set_name(Introduction* introduction, std::string_view name) noexcept {
  introduction->name_length = static_cast<std::uint32_t>(name.size());
  std::memcpy(introduction->name.data(), name.data(), name.size());
}

bool is_named(const Introduction& introduction, std::string_view name) noexcept {
  return introduction.name_length <= introduction.name.size() &&
         std::string_view(introduction.name.data(), introduction.name_length) == name;
}

// Returns a context for ranks that know this name and these ranks. Names that share a
// context are told apart by the introductions.
proto::Context context_of(std::string_view name, char purpose, std::span<const int> ranks) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  const auto add = [&](std::uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3U; };
  add(static_cast<std::uint8_t>(purpose));
  for (const char letter : name) add(static_cast<std::uint8_t>(letter));
  for (const int rank : ranks) {
    for (int shift = 0; shift < 32; shift += 8) add(static_cast<std::uint8_t>(static_cast<std::uint32_t>(rank) >> shift));
  }
  hash ^= hash >> 29;
  return hash << 4 | static_cast<std::uint64_t>(Traffic::kNoTeam);
}

Status check_member_number(int rank, const Group& group, std::string_view what) {
  if (rank >= 0 && rank < group.size()) return Status::ok();
  return Status::error(Code::kRank, "{} is {}, outside 0..{} of its group", what, rank, group.size() - 1);
}

Status check_tag(int tag) {
  if (tag >= 0) return Status::ok();
  return Status::error(Code::kTag, "the tag is {}; tags are 0 to {}", tag, std::numeric_limits<int>::max());
}

Status check_name(std::string_view name) {
  if (name.size() < MPI_MAX_STRINGTAG_LEN) return Status::ok();
  return Status::error(Code::kArg, "stringtag has {} characters, of at most {}", name.size(), MPI_MAX_STRINGTAG_LEN - 1);
}

Status clash(std::string_view name) {
  return Status::error(Code::kArg, "the stringtag {} clashes with that of another call under way; choose another", name);
}

// Member 0 hands out the identity.
Status agree_within(Instance& instance, Line& line, const Group& group, std::string_view name, Ref<Errhandler> errhandler,
                    Comm** out) {
  Introduction introduction;
  set_name(&introduction, name);
  introduction.leader = static_cast<std::uint32_t>(group.world_rank(0));
  introduction.count = instance.job().new_team_id().count;
  PENSTOCK_TRY(line.broadcast(group, 0, bytes_of(introduction)));
  if (!is_named(introduction, name)) return clash(name);
  std::vector<int> world(group.world().begin(), group.world().end());
  auto made =
      Ref<Comm>::adopt(new Comm(instance, Ref<Group>::adopt(new Group(std::move(world), instance.rank(), group.session())),
                                {introduction.leader, introduction.count}, std::move(errhandler)));
  return instance.publish(std::move(made), out);
}

// One side of an inter-communicator in the making.
class Side {
 public:
  Side(Instance& instance, const Group& local, int leader, std::string_view name)
      : instance_(instance), local_(local), leader_(leader) {
    set_name(&said_, name);
    said_.leader = static_cast<std::uint32_t>(instance.rank());
    said_.count = instance.job().new_team_id().count;
    said_.members = local.size();
  }

  // Runs on the leader: learns the other group from its leader, which has the world rank `peer`.
  [[nodiscard]] Status meet(Line& line, int peer, std::string_view name) {
    Introduction theirs;
    PENSTOCK_TRY(line.swap(peer, bytes_of(said_), bytes_of(theirs)));
    if (!is_named(theirs, name)) return clash(name);
    if (theirs.members < 1 || theirs.members > instance_.size()) {
      return Status::error(Code::kProtocol, "the remote leader speaks of a group of {}", theirs.members);
    }
    remote_.resize(static_cast<std::size_t>(theirs.members));
    PENSTOCK_TRY(line.swap(peer, std::as_bytes(local_.world()), std::as_writable_bytes(std::span(remote_))));
    const auto shared = std::ranges::find_if(remote_, [&](int rank) { return local_.rank_of(rank) != MPI_UNDEFINED; });
    if (shared != remote_.end()) {
      return Status::error(Code::kComm, "rank {} of MPI_COMM_WORLD is in both groups; they must share nobody", *shared);
    }
    // The leader with the lower rank hands out the identity; the local members are then told of the other group.
    if (theirs.leader < said_.leader) std::tie(said_.leader, said_.count) = std::pair(theirs.leader, theirs.count);
    said_.members = theirs.members;
    return Status::ok();
  }

  // Runs on all members: the leader tells them the result of meet(), which it passes as `met`.
  [[nodiscard]] Status share(Line& line, Status met, std::string_view name) {
    said_.failed = met.is_ok() ? 0 : 1;
    Status told = line.broadcast(local_, leader_, bytes_of(said_));
    if (!met.is_ok()) return met;
    PENSTOCK_TRY(std::move(told));
    if (!is_named(said_, name)) return clash(name);
    if (said_.failed != 0) {
      return Status::error(Code::kComm, "the local leader, rank {} of its group, did not reach the other group", leader_);
    }
    remote_.resize(static_cast<std::size_t>(said_.members));
    return line.broadcast(local_, leader_, std::as_writable_bytes(std::span(remote_)));
  }

  [[nodiscard]] Status make(Ref<Errhandler> errhandler, Comm** out) {
    std::vector<int> world(local_.world().begin(), local_.world().end());
    auto local = Ref<Group>::adopt(new Group(std::move(world), instance_.rank(), local_.session()));
    auto remote = Ref<Group>::adopt(new Group(std::move(remote_), instance_.rank(), local_.session()));
    auto made = Ref<Comm>::adopt(
        new Comm(instance_, std::move(local), std::move(remote), {said_.leader, said_.count}, std::move(errhandler)));
    return instance_.publish(std::move(made), out);
  }

 private:
  Instance& instance_;
  const Group& local_;
  int leader_;
  Introduction said_;
  std::vector<int> remote_;
};

Status find_remote_leader(const Instance& instance, const Comm* peer, int remote_leader, int* world_rank) {
  if (peer == nullptr) return Status::error(Code::kComm, "peer_comm is MPI_COMM_NULL on the local leader");
  PENSTOCK_TRY(check_member_number(remote_leader, peer->peers(), "remote_leader"));
  *world_rank = peer->peers().world_rank(remote_leader);
  if (*world_rank != instance.rank()) return Status::ok();
  return Status::error(Code::kRank, "remote_leader is the local leader itself; the groups must share nobody");
}

Status find_remote_leader(const Instance& instance, const Group* remote, int remote_leader, int* world_rank) {
  if (remote == nullptr) return Status::error(Code::kGroup, "remote_group is MPI_GROUP_NULL on the local leader");
  PENSTOCK_TRY(check_member_number(remote_leader, *remote, "remote_leader"));
  *world_rank = remote->world_rank(remote_leader);
  if (*world_rank != instance.rank()) return Status::ok();
  return Status::error(Code::kRank, "remote_leader is the local leader itself; the groups must share nobody");
}

}  // namespace

Status create_comm_of_group(Comm& comm, const Group& group, int tag, Comm** out) {
  *out = nullptr;
  if (comm.is_inter()) return Status::error(Code::kComm, "the call needs an intra-communicator");
  PENSTOCK_TRY(check_tag(tag));
  for (const int rank : group.world()) {
    if (comm.group().rank_of(rank) != MPI_UNDEFINED) continue;
    return Status::error(Code::kGroup, "the group has rank {} of MPI_COMM_WORLD, which the communicator has not", rank);
  }
  if (group.rank() == MPI_UNDEFINED) return Status::ok();
  Instance& instance = comm.instance();
  Line line(instance.engine(), comm.context(Traffic::kGroupCreation), tag);
  return agree_within(instance, line, group, {}, Ref<Errhandler>::share(comm.errhandler()), out);
}

Status create_comm_from_group(Instance& instance, const Group& group, std::string_view name, Ref<Errhandler> errhandler,
                              Comm** out) {
  *out = nullptr;
  PENSTOCK_TRY(check_name(name));
  if (group.size() == 0) return Status::ok();
  if (group.rank() == MPI_UNDEFINED) return Status::error(Code::kGroup, "the calling process is not in the group");
  PENSTOCK_TRY(errhandler->check_for(ErrhandlerObject::kComm));
  if (group.size() > 1) PENSTOCK_TRY(instance.job().meet());
  Line line(instance.engine(), context_of(name, 'g', group.world()), 0);
  return agree_within(instance, line, group, name, std::move(errhandler), out);
}

Status create_intercomm(Comm& local, int local_leader, Comm* peer, int remote_leader, int tag, Comm** out) {
  *out = nullptr;
  if (local.is_inter()) return Status::error(Code::kComm, "local_comm must be an intra-communicator");
  PENSTOCK_TRY(check_member_number(local_leader, local.group(), "local_leader"));
  PENSTOCK_TRY(check_tag(tag));
  Instance& instance = local.instance();
  Side side(instance, local.group(), local_leader, {});
  Status met;
  if (local.rank() == local_leader) {
    int leader = 0;
    met = find_remote_leader(instance, peer, remote_leader, &leader);
    if (met.is_ok()) {
      Line leaders(instance.engine(), peer->context(Traffic::kLeaders), tag);
      met = side.meet(leaders, leader, {});
    }
  }
  Line line(instance.engine(), local.context(Traffic::kFromLeader), tag);
  PENSTOCK_TRY(side.share(line, std::move(met), {}));
  return side.make(Ref<Errhandler>::share(local.errhandler()), out);
}

Status create_intercomm_from_groups(Instance& instance, const Group& local, int local_leader, const Group* remote,
                                    int remote_leader, std::string_view name, Ref<Errhandler> errhandler, Comm** out) {
  *out = nullptr;
  PENSTOCK_TRY(check_name(name));
  if (local.rank() == MPI_UNDEFINED) return Status::error(Code::kGroup, "the calling process is not in local_group");
  PENSTOCK_TRY(check_member_number(local_leader, local, "local_leader"));
  PENSTOCK_TRY(errhandler->check_for(ErrhandlerObject::kComm));
  PENSTOCK_TRY(instance.job().meet());
  Side side(instance, local, local_leader, name);
  Status met;
  if (local.rank() == local_leader) {
    int leader = 0;
    met = find_remote_leader(instance, remote, remote_leader, &leader);
    if (met.is_ok()) {
      const std::array pair{std::min(leader, instance.rank()), std::max(leader, instance.rank())};
      Line leaders(instance.engine(), context_of(name, 'l', pair), 0);
      met = side.meet(leaders, leader, name);
    }
  }
  Line line(instance.engine(), context_of(name, 'i', local.world()), 0);
  PENSTOCK_TRY(side.share(line, std::move(met), name));
  return side.make(std::move(errhandler), out);
}

}  // namespace penstock::core
