#include "shmem/team.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "coll/collectives.hpp"

namespace penstock::shmem {

const proto::Layout& byte_layout() {
  static const proto::Layout kLayout = proto::Layout::bytes(1);
  return kLayout;
}

runtime::TeamResources& Team::stream_resources(bool again) {
  auto& place = on_streams_[again ? 1 : 0];
  if (!place) {
    place = std::make_unique<runtime::TeamResources>(resources_.job(), again ? ids_.graphs : ids_.streams, rank(), world_);
  }
  return *place;
}

int Team::number_of(int pe) const noexcept {
  const auto found = std::ranges::find(world_, pe);
  return found == world_.end() ? -1 : static_cast<int>(found - world_.begin());
}

Status Team::barrier() {
  if (coll::ShmFastPath* const fast_path = resources_.fast_path(); fast_path != nullptr && fast_path->takes_barrier()) {
    static_cast<void>(resources_.next_collective());
    return fast_path->barrier();
  }
  coll::Arguments nothing;
  return run([](coll::Schedule& schedule, const coll::Arguments& /*arguments*/) { coll::build_barrier(schedule); }, nothing);
}

}  // namespace penstock::shmem
