#include "runtime/team_carrier.hpp"

#include <utility>

#include "coll/select/select.hpp"
#include "runtime/carrier_steps.hpp"

namespace penstock::runtime {

Status run_next(TeamSetup& setup, Builder builder, coll::Arguments& arguments) {
  TeamResources& team = setup.team();
  arguments.blocking = true;
  std::unique_ptr<coll::Schedule> schedule;
  Status met;
  if (team.sets_up() && setup.delays_next(true, &met)) {
    schedule = team.take_schedule();
    setup.put_off(*schedule, builder, arguments);
    if (!schedule->done()) team.job().engine().progress().wait_until([&] { return schedule->done(); });
    met = schedule->status().clone();
  } else {
    schedule = team.take_schedule(team.everyone());
    if (!met.is_ok()) schedule->fail(std::move(met));
    schedule->do_at_once();
    builder(*schedule, arguments);
    met = run_listed(*schedule);
  }
  team.job().give_schedule(std::move(schedule));
  return met;
}

TeamCarrier::TeamCarrier(TeamSetup& setup) noexcept : setup_(setup) {
  const coll::Team everyone = setup.team().everyone();
  rank_ = everyone.rank;
  size_ = everyone.size;
}

Status TeamCarrier::gather(const void* mine, void* all, std::size_t bytes) {
  coll::ShmFastPath* const fast_path = setup_.team().fast_path();
  if (fast_path != nullptr && fast_path->takes(coll::Collective::kAllgather, bytes)) {
    static_cast<void>(setup_.team().next_collective());
    return fast_path->allgather(static_cast<const std::byte*>(mine), static_cast<std::byte*>(all), bytes);
  }
  coll::Arguments arguments = gather_arguments(mine, all, bytes);
  return run_next(setup_, coll::build_allgather, arguments);
}

Status TeamCarrier::hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
  coll::Arguments arguments = hand_arguments(sent, got, cell);
  return run_next(setup_, coll::build_alltoall, arguments);
}

}  // namespace penstock::runtime
