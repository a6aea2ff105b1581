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
    place->set_up_before(runtime::TeamResources::kNever);
  }
  return *place;
}

int Team::number_of(int pe) const noexcept {
  const auto found = std::ranges::find(world_, pe);
  return found == world_.end() ? -1 : static_cast<int>(found - world_.begin());
}

Status Team::run(runtime::Builder builder, coll::Arguments& arguments) {
  arguments.blocking = true;
  std::unique_ptr<coll::Schedule> schedule;
  Status met;
  if (resources_.sets_up() && resources_.setup().delays_next(true, &met)) {
    schedule = resources_.take_schedule();
    resources_.setup().put_off(*schedule, builder, arguments);
  } else {
    schedule = resources_.take_schedule();
    if (!met.is_ok()) schedule->fail(std::move(met));
    schedule->do_at_once();
    builder(*schedule, arguments);
    schedule->start(true);
  }
  runtime::Job& job = resources_.job();
  if (!schedule->done()) job.engine().wait_until([&] { return schedule->done(); });
  Status status = schedule->status().clone();
  job.give_schedule(std::move(schedule));
  return status;
}

Status Team::barrier() {
  if (coll::ShmFastPath* const fast_path = resources_.fast_path(); fast_path != nullptr && fast_path->takes_barrier()) {
    static_cast<void>(resources_.next_collective());
    return fast_path->barrier();
  }
  coll::Arguments nothing;
  return run([](coll::Schedule& schedule, const coll::Arguments& /*arguments*/) { coll::build_barrier(schedule); }, nothing);
}

Status Team::exchange(const void* mine, void* theirs, std::uint64_t bytes) {
  coll::ShmFastPath* const fast_path = resources_.fast_path();
  if (fast_path != nullptr && fast_path->takes(coll::Collective::kAllgather, bytes)) {
    static_cast<void>(resources_.next_collective());
    return fast_path->allgather(static_cast<const std::byte*>(mine), static_cast<std::byte*>(theirs), bytes);
  }
  coll::Arguments arguments;
  arguments.send = {const_cast<void*>(mine), bytes, &byte_layout()};
  arguments.recv = {theirs, bytes, &byte_layout()};
  return run(coll::build_allgather, arguments);
}

}  // namespace penstock::shmem
