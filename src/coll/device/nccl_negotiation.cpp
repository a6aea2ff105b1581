#include "coll/device/nccl_negotiation.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/shm/buffer.hpp"

namespace penstock::coll {
namespace {

// First the members' descriptors. NCCL's own call waits for all members, so each says in the shared buffer how its own ended:
// where one failed nobody waits for the others' any more.
class NcclNegotiation final : public Negotiation {
 public:
  explicit NcclNegotiation(Schedule& schedule)
      : engine_(schedule.engine()), team_(schedule.team()), descriptors_(static_cast<std::size_t>(team_.size)) {
    offered_ = team_.devices->offer_nccl(&descriptors_[static_cast<std::size_t>(team_.rank)]);
  }
  ~NcclNegotiation() override { poll(false); }
  bool advance(Schedule& schedule) override;

 private:
  void tell(ShmProgram& op) override { list_telling(op, {Told::of(descriptors_)}); }
  void decide(Schedule& schedule) override;
  void look_at_own();
  [[nodiscard]] bool says_so();
  [[nodiscard]] bool hears_all();
  void poll(bool wanted) noexcept {
    if (std::exchange(polling_, wanted) != wanted)
      wanted ? engine_.progress().begin_polling() : engine_.progress().end_polling();
  }

  proto::Engine& engine_;
  Team team_;
  Status offered_;
  std::vector<NcclDescriptor> descriptors_;
  Place place_;
  transport::ShmBuffers::Watch watch_;
  bool begun_ = false;
  bool over_ = false;  // NCCL's own call, or nobody waits for it
  bool failed_ = false;
  bool said_ = false;
  bool polling_ = false;
};

void NcclNegotiation::decide(Schedule& /*schedule*/) {
  begun_ = true;
  place_ = team_.shm->reserve(0);
  if (offered_.is_ok()) offered_ = team_.devices->begin_nccl(descriptors_);
  if (!offered_.is_ok()) {
    team_.devices->log().info("collectives of GPU memory do not go by NCCL: {}", offered_.message());
    over_ = failed_ = true;
  }
  poll(true);
}

void NcclNegotiation::look_at_own() {
  if (over_) return;
  Status ended = team_.devices->test_nccl(&over_);
  if (!over_ || ended.is_ok()) return;
  team_.devices->log().warn("collectives of GPU memory do not go by NCCL: {}", ended.message());
  failed_ = true;
}

bool NcclNegotiation::says_so() {
  if (said_) return true;
  if (!over_ || !(team_.shm->is_broken() || team_.shm->has_room(place_, &watch_))) return false;
  team_.shm->publish(place_, 0, failed_, -1);
  return said_ = true;
}

// A member that failed may come before one that waits for it in NCCL's call.
bool NcclNegotiation::hears_all() {
  bool all = true;
  for (int i = 0; i < team_.size; ++i) {
    if (i == team_.rank) continue;
    const bool come = team_.shm->has_come(i, place_, &watch_);
    all = all && come;
    if (come && !team_.shm->is_whole(i, place_, 0)) over_ = failed_ = true;
  }
  return all;
}

bool NcclNegotiation::advance(Schedule& schedule) {
  if (schedule.failed()) return team_.devices->use_nccl(false), true;
  if (!begun_) decide(schedule);
  look_at_own();
  static_cast<void>(team_.shm->breaks(schedule.engine()));
  const bool all = hears_all();
  if (!says_so() || !all) return false;
  poll(false);
  team_.shm->leave(place_);
  team_.devices->use_nccl(!failed_);
  return true;
}

}  // namespace

void build_nccl(Schedule& schedule) {
  Negotiation::list(std::make_unique<NcclNegotiation>(schedule), schedule, *schedule.team().shm);
}

}  // namespace penstock::coll
