#include "runtime/setup_round.hpp"

#include <utility>

#include "coll/select/select.hpp"
#include "runtime/carrier_steps.hpp"

namespace penstock::runtime {
namespace {

constexpr std::uint32_t kExchanges = 8;  // of one round at most

}  // namespace

SetupRound::SetupRound(TeamResources& team, std::uint32_t count, std::vector<std::unique_ptr<Negotiator>> negotiators)
    : team_(team), schedule_(team.job().take_schedule()), sequence_(count * kExchanges), negotiators_(std::move(negotiators)) {}

SetupRound::~SetupRound() {
  if (over_) team_.job().give_schedule(std::move(schedule_));
}

bool SetupRound::advance(bool waits) {
  waits_ = waits;
  while (!over_ && (!begun_ || schedule_->done())) {
    if (begun_ && !schedule_->status().is_ok()) {
      status_ = schedule_->status().clone();
      over_ = left_open_ = true;
    } else {
      over_ = !turn();
    }
  }
  return over_;
}

// Returns true if an exchange has begun. A negotiator may end once it has heard all members, and the next one then begins.
bool SetupRound::turn() {
  for (; current_ < negotiators_.size(); ++current_) {
    Negotiator& negotiator = *negotiators_[current_];
    if (!begun_ && !negotiator.is_due()) continue;
    const std::optional<Shared> outcome = negotiator.go_on(*this);
    if (!outcome) return begun_ = true;
    begun_ = false;
    left_open_ = *outcome == Shared::kNotYet;
    if (*outcome != Shared::kYes) return false;
  }
  return false;
}

// Shared memory is quicker than messages where there is some, and the order of operations on it is kept: all calls that were
// made before have begun, and no other begins meanwhile.
void SetupRound::gather(const void* mine, void* all, std::uint64_t bytes) {
  begin({.rank = team_.rank(),
         .size = team_.size(),
         .world = team_.world(),
         .context = team_.context(Traffic::kCallCheck),
         .shm = team_.team().shm});
  coll::build_allgather(*schedule_, gather_arguments(mine, all, bytes));
  schedule_->start(waits_);
}

void SetupRound::run(void (*build)(coll::Schedule& schedule)) {
  coll::Team team = team_.team();
  team.context = team_.context(Traffic::kCallCheck);
  begin(team);
  build(*schedule_);
  schedule_->start(waits_);
}

void SetupRound::begin(const coll::Team& team) {
  schedule_->reset(team, sequence_++);
}

}  // namespace penstock::runtime
