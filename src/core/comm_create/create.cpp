// Makes communicators from one that all members share: one exchange on it tells every member the members of its new
// communicator and hands out the identity.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "coll/select/select.hpp"
#include "core/collective/carrier.hpp"
#include "core/collective/collective.hpp"
#include "core/comm/session.hpp"
#include "core/comm_create/create.hpp"
#include "core/machine/hardware.hpp"
#include "core/object/instance.hpp"
#include "core/type/pack.hpp"

namespace penstock::core {
namespace {

// The data that each rank sends about itself.
struct MemberInfo {
  std::uint64_t color = 0;
  std::uint64_t count = 0;  // part of the identity that this rank hands out if it leads
  std::int32_t member = 0;
  std::int32_t key = 0;
};

// Collects the data of all members, in everyone()'s order.
Status exchange_infos(Comm& comm, MemberInfo mine, std::vector<MemberInfo>* infos) {
  mine.count = comm.instance().job().new_team_id().count;
  CommCarrier carrier(comm);
  return runtime::all_say(carrier, mine, infos);
}

// Returns the members first..last that share `color`, in the order of the new communicator, as places in everyone().
std::vector<int> fellows(const std::vector<MemberInfo>& infos, std::uint64_t color, int first, int last) {
  std::vector<int> places;
  for (int place = first; place < last; ++place) {
    const MemberInfo& info = infos[static_cast<std::size_t>(place)];
    if (info.member != 0 && info.color == color) places.push_back(place);
  }
  std::ranges::stable_sort(places, {}, [&](int place) { return infos[static_cast<std::size_t>(place)].key; });
  return places;
}

Ref<Group> group_at(const Comm& comm, const std::vector<int>& places) {
  std::vector<int> world;
  world.reserve(places.size());
  for (const int place : places) world.push_back(comm.everyone().world[static_cast<std::size_t>(place)]);
  return Ref<Group>::adopt(new Group(std::move(world), comm.instance().rank(), comm.group().session()));
}

// Makes the communicator of the members that share this member's color.
Status form(Comm& comm, const std::vector<MemberInfo>& infos, std::uint64_t color, Comm** out) {
  const std::vector<int> low = fellows(infos, color, 0, comm.resources().size_of_first());
  const std::vector<int> high = fellows(infos, color, comm.resources().size_of_first(), static_cast<int>(infos.size()));
  if (comm.is_inter() && (low.empty() || high.empty())) return Status::ok();
  const int leader = low.front();
  const runtime::TeamId id{static_cast<std::uint32_t>(comm.everyone().world[static_cast<std::size_t>(leader)]),
                           infos[static_cast<std::size_t>(leader)].count};
  Instance& instance = comm.instance();
  auto errhandler = Ref<Errhandler>::share(comm.errhandler());
  if (!comm.is_inter()) {
    auto made = Ref<Comm>::adopt(new Comm(instance, group_at(comm, low), id, std::move(errhandler)));
    if (comm.resources().had_devices(comm.resources().collectives())) made->resources().expect_devices();
    return instance.publish(std::move(made), out);
  }
  const auto& [local, remote] = comm.resources().is_first() ? std::tie(low, high) : std::tie(high, low);
  return instance.publish(
      Ref<Comm>::adopt(new Comm(instance, group_at(comm, local), group_at(comm, remote), id, std::move(errhandler))), out);
}

// A duplicate in the making: the data that its identity needs while the members agree on it, and the duplicate's properties.
class Duplicate final : public Then {
 public:
  Duplicate(Comm& comm, const CommPlace& out)
      : comm_(Ref<Comm>::share(comm)), count_(comm.instance().job().new_team_id().count), out_(out) {
    out.give(MPI_COMM_NULL);
  }

  void prepare(const Info* hints) {
    if (hints != nullptr) hints_ = Ref<Info>::adopt(new Info(hints->entries()));
    copied_ = comm_->attributes.copy(comm_->handle, &attributes_);
  }
  [[nodiscard]] std::uint64_t* count() noexcept { return &count_; }
  // Called before the broadcast is listed.
  void set_number(std::uint64_t number) noexcept { number_ = number; }

  Status finish() override {
    if (!copied_.is_ok()) return std::move(copied_);
    Instance& instance = comm_->instance();
    const runtime::TeamId id{static_cast<std::uint32_t>(comm_->everyone().world.front()), count_};
    auto errhandler = Ref<Errhandler>::share(comm_->errhandler());
    auto made = Ref<Comm>::adopt(
        comm_->is_inter() ? new Comm(instance, comm_->share_group(), comm_->share_remote_group(), id, std::move(errhandler))
                          : new Comm(instance, comm_->share_group(), id, std::move(errhandler)));
    made->attributes = std::move(attributes_);
    made->set_topology(comm_->topology());
    if (comm_->resources().had_devices(number_)) made->resources().expect_devices();
    PENSTOCK_TRY(made->add_hints(hints_.get()));
    Comm* published = nullptr;
    PENSTOCK_TRY(instance.publish(std::move(made), &published));
    out_.give(published->handle);
    return Status::ok();
  }

 private:
  Ref<Comm> comm_;
  Ref<Info> hints_;
  Attributes attributes_;
  Status copied_;
  std::uint64_t count_;       // the count of everyone's first member, once the broadcast is over
  std::uint64_t number_ = 0;  // sequence number of the broadcast
  CommPlace out_;
};

Collective duplicate(Comm& comm, const Info* hints, CallForm form, const CommPlace& out) {
  auto made = std::make_unique<Duplicate>(comm, out);
  made->prepare(hints);
  made->set_number(comm.resources().collectives());
  Collective bcast({form, nullptr});
  coll::Arguments arguments;
  arguments.recv = {made->count(), sizeof(std::uint64_t), &byte_layout()};
  list(comm, coll::build_bcast, arguments, &bcast, Listed::kEveryone);
  bcast.then = std::move(made);
  return bcast;
}

constexpr std::string_view kResourceKey = "mpi_hw_resource_type";

// Returns a number that processes restricted to the same part of the same host share; nothing if this process is not restricted
// to one part of that kind, or if there is no such kind.
std::optional<std::uint64_t> part_of(const std::vector<Resource>& parts, std::string_view type, std::uint64_t host) {
  if (type == "mpi_shared_memory") return host;
  const auto found = std::ranges::find(parts, type, &Resource::type);
  if (found == parts.end() || !found->instance) return std::nullopt;
  return host + static_cast<std::uint64_t>(*found->instance + 1) * 0x9e3779b97f4a7c15U;
}

// Returns the number of the part that the hints name.
std::optional<std::uint64_t> named_part(const Instance& instance, const Info* hints, std::uint64_t host) {
  if (const auto type = hints != nullptr ? hints->get(kResourceKey) : std::nullopt) {
    return part_of(own_resources(instance.config()), *type, host);
  }
  const auto set = hints != nullptr ? hints->get("mpi_pset_name") : std::nullopt;
  return set ? number_of_set(instance, *set) : std::nullopt;
}

// Tells if the members of a split form one group of all, so that it is no step down.
bool in_one_group(const std::vector<MemberInfo>& infos) noexcept {
  return std::ranges::all_of(infos,
                             [&](const MemberInfo& info) { return info.member != 0 && info.color == infos.front().color; });
}

// Searches from the whole machine down to one processor for the first kind of which not all members share one instance. All
// ranks see the same data and stop at the same kind.
Status split_unguided(Comm& comm, int key, Info* hints, Comm** out) {
  static constexpr std::array<std::string_view, 7> kDown = {"mpi_shared_memory",  "penstock://Package", "penstock://NUMANode",
                                                            "penstock://L3Cache", "penstock://Core",    "penstock://PU",
                                                            "penstock://GPU"};
  *out = nullptr;
  const Config& config = comm.instance().config();
  const std::uint64_t host = accel::this_process(config).host;
  const std::vector<Resource> parts = own_resources(config);
  for (const std::string_view type : kDown) {
    const auto part = part_of(parts, type, host);
    std::vector<MemberInfo> infos;
    PENSTOCK_TRY(exchange_infos(comm, {.color = part.value_or(0), .member = part ? 1 : 0, .key = key}, &infos));
    const bool nobody = std::ranges::none_of(infos, [](const MemberInfo& info) { return info.member != 0; });
    if (nobody || in_one_group(infos)) continue;
    if (!part) return Status::ok();
    if (hints != nullptr) PENSTOCK_TRY(hints->set(kResourceKey, type));
    return form(comm, infos, *part, out);
  }
  return Status::ok();
}

}  // namespace

Status dup_comm(Comm& comm, const Info* hints, MPI_Comm* out) {
  PENSTOCK_TRY(check_hints(hints));
  return run(comm, duplicate(comm, hints, CallForm::kBlocking, out));
}

Status idup_comm(Comm& comm, const Info* hints, const CommPlace& out, MPI_Request* request) {
  PENSTOCK_TRY(check_hints(hints));
  return start(comm, duplicate(comm, hints, CallForm::kStarted, out), request);
}

Status split_comm(Comm& comm, bool member, std::uint64_t color, int key, Comm** out) {
  *out = nullptr;
  std::vector<MemberInfo> infos;
  PENSTOCK_TRY(exchange_infos(comm, {.color = color, .member = member ? 1 : 0, .key = key}, &infos));
  return member ? form(comm, infos, color, out) : Status::ok();
}

Status split_comm_by_type(Comm& comm, int split_type, int key, Info* hints, Comm** out) {
  const std::uint64_t host = accel::this_process(comm.instance().config()).host;
  switch (split_type) {
    case MPI_COMM_TYPE_SHARED: return split_comm(comm, true, host, key, out);
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED: {
      const auto part = named_part(comm.instance(), hints, host);
      return split_comm(comm, part.has_value(), part.value_or(0), key, out);
    }
    case MPI_COMM_TYPE_HW_UNGUIDED: return split_unguided(comm, key, hints, out);
    case MPI_UNDEFINED: return split_comm(comm, false, 0, key, out);
    default: return Status::error(Code::kArg, "{} is no split type", split_type);
  }
}

// Groups of one call are equal or disjoint, so the first member identifies a group.
// Between groups there is one group on each side.
Status create_comm(Comm& comm, const Group& group, Comm** out) {
  *out = nullptr;
  for (const int world_rank : group.world()) {
    if (comm.group().rank_of(world_rank) != MPI_UNDEFINED) continue;
    return Status::error(Code::kGroup, "the group has rank {} of MPI_COMM_WORLD, which the communicator has not", world_rank);
  }
  const bool member = group.rank() != MPI_UNDEFINED;
  const std::uint64_t color = member && !comm.is_inter() ? static_cast<std::uint64_t>(group.world_rank(0)) : 0;
  std::vector<MemberInfo> infos;
  PENSTOCK_TRY(exchange_infos(comm, {.color = color, .member = member ? 1 : 0, .key = member ? group.rank() : 0}, &infos));
  return member ? form(comm, infos, color, out) : Status::ok();
}

Status merge_comm(Comm& comm, bool high, Comm** out) {
  if (!comm.is_inter()) return Status::error(Code::kComm, "only an inter-communicator can be merged");
  std::vector<MemberInfo> infos;
  PENSTOCK_TRY(exchange_infos(comm, {.member = 1, .key = high ? 1 : 0}, &infos));
  const auto middle = static_cast<std::size_t>(comm.resources().size_of_first());
  const coll::Team everyone = comm.everyone();
  std::vector<int> world(everyone.world.begin(), everyone.world.end());
  // If both sides passed the same value of `high`, the order is that of everyone().
  if (infos.front().key > infos[middle].key)
    std::rotate(world.begin(), world.begin() + comm.resources().size_of_first(), world.end());
  Instance& instance = comm.instance();
  const runtime::TeamId id{static_cast<std::uint32_t>(everyone.world.front()), infos.front().count};
  auto group = Ref<Group>::adopt(new Group(std::move(world), instance.rank(), comm.group().session()));
  auto made = Ref<Comm>::adopt(new Comm(instance, std::move(group), id, Ref<Errhandler>::share(comm.errhandler())));
  return instance.publish(std::move(made), out);
}

}  // namespace penstock::core
