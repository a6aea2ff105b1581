#include "runtime/team_resources.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace penstock::runtime {

TeamResources::TeamResources(Job& job, TeamId id, int rank, std::span<const int> world)
    : job_(job), id_(id), rank_(rank), world_(world) {
  find_sharers();
}

TeamResources::TeamResources(Job& job, TeamId id, int rank, std::span<const int> world, std::span<const int> remote)
    : job_(job),
      id_(id),
      rank_(rank),
      remote_(static_cast<int>(remote.size())),
      is_first_(world.front() < remote.front()),
      world_(world),
      both_(world.begin(), world.end()) {
  both_.insert(both_.end(), remote.begin(), remote.end());
  const std::span<const int> first = is_first_ ? world : remote;
  const std::span<const int> second = is_first_ ? remote : world;
  everyone_.assign(first.begin(), first.end());
  everyone_.insert(everyone_.end(), second.begin(), second.end());
}

TeamResources::~TeamResources() = default;

void TeamResources::find_sharers() {
  if (job_.spans_hosts()) {
    std::vector<int> hosts;
    for (const int process : world_) hosts.push_back(job_.host_of(process));
    nodes_ = std::make_unique<const coll::Nodes>(hosts);
    if (nodes_->count() == 1) nodes_.reset();
  }
  if (!nodes_) {
    places_.resize(world_.size());
    std::iota(places_.begin(), places_.end(), 0);
    sharers_ = {rank_, places_, world_};
    return;
  }
  const std::span<const int> members = nodes_->members(nodes_->node_of(rank_));
  for (const int member : members) near_.push_back(world_[static_cast<std::size_t>(member)]);
  sharers_ = {static_cast<int>(std::ranges::lower_bound(members, rank_) - members.begin()), members, near_};
}

coll::Team TeamResources::everyone() const noexcept {
  if (remote_ == 0) return team();
  const int before = is_first_ ? 0 : remote_;
  return {before + rank_, size() + remote_, everyone_, context(Traffic::kCollective)};
}

// Where calls are checked, ranks whose calls were of different kinds go on with equal numbers.
std::unique_ptr<coll::Schedule> TeamResources::take_schedule(const coll::Team& team) {
  std::unique_ptr<coll::Schedule> schedule = job_.take_schedule();
  if (job_.checks()) static_cast<void>(next_persistent());
  schedule->reset(team, next_collective());
  return schedule;
}

std::unique_ptr<coll::Schedule> TeamResources::take_persistent_schedule(const coll::Preference* named) {
  std::unique_ptr<coll::Schedule> schedule = job_.take_schedule();
  const std::uint32_t sequence = next_persistent();
  if (job_.checks()) static_cast<void>(next_collective());
  coll::Team members = team(Traffic::kPersistent);
  if (named != nullptr) members.preferred = named;
  schedule->reset(members, sequence);
  return schedule;
}

void TeamResources::expect_devices() noexcept {
  if (next_setup_ != kNever) next_setup_ = 0;
}

// PENSTOCK_EXPLAIN reports choices of the general path alone, so it has no fast path.
void TeamResources::use_shm(std::unique_ptr<coll::ShmBuffer> shm) {
  shm_ = std::move(shm);
  host_.shm = shm_.get();
  if (nodes_ || job_.selection().any_for_steps() || job_.config().explain) return;
  fast_path_ = std::make_unique<coll::ShmFastPath>(*shm_, job_.engine());
}

void TeamResources::use_devices(std::unique_ptr<coll::DeviceTeam> devices, std::uint64_t number) noexcept {
  devices_ = std::move(devices);
  devices_since_ = number;
  host_.devices = devices_.get();
}

}  // namespace penstock::runtime
