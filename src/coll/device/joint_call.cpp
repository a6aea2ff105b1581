#include "coll/device/joint_call.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/device/joint_way.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/device/sides.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of managed memory: what is short is quicker on the host, where the CPU takes it as it lies.
constexpr std::uint64_t kManagedOnHost = 16 << 10;

// What a rank says before the kernels are launched. Of several answers the last counts.
enum class Answer : std::uint32_t {
  kYes,      // its data are in memory of its device, in one stretch
  kRows,     // they are not as the kernel needs them, or the kernels cannot be trusted any more: another way over GPUs
  kNotGpus,  // they are on the host, or better brought there
};
struct JointCard {
  Answer answer = Answer::kYes;
  std::uint32_t reserved = 0;
  std::uint64_t number = 0;  // of the way's calls
  std::uint64_t bytes = 0;   // Query's: peers would wait for what does not come
};

class JointCall final : public Negotiation {
 public:
  JointCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments);

 private:
  void tell(BoardOp& op) override { list_telling(op, {Told::of(cards_)}); }
  void decide(Schedule& schedule) override;
  Status look(const Arguments& arguments);
  Status look_at(DeviceTeam& devices, const Side& side);
  [[nodiscard]] JointCard& mine() noexcept { return cards_[static_cast<std::size_t>(team_.rank)]; }
  void worsen(Answer answer) noexcept { mine().answer = std::max(mine().answer, answer); }

  Query query_;
  Team team_;
  JointWay way_;
  std::vector<JointCard> cards_;
  KeptArguments kept_;
};

// A failure is this rank's; the others hear of it as of any failed step.
JointCall::JointCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments)
    : query_(query),
      team_(schedule.team()),
      way_(row, query_, team_),
      cards_(static_cast<std::size_t>(team_.size)),
      kept_(arguments) {
  if (Status looked = look(arguments); !looked.is_ok()) schedule.fail(std::move(looked));
}

Status JointCall::look(const Arguments& arguments) {
  mine().bytes = query_.bytes;
  bool ready = false;
  PENSTOCK_TRY(way_.prepare(&mine().number, &ready));
  if (!ready) worsen(Answer::kRows);
  const Sides sides = sides_of(query_, team_, arguments);
  PENSTOCK_TRY(look_at(*team_.devices, sides.send));
  return look_at(*team_.devices, sides.recv);
}

Status JointCall::look_at(DeviceTeam& devices, const Side& side) {
  const Stretch stretch = stretch_of(query_, side);
  if (stretch.bytes == 0) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(stretch.address, stretch.bytes, &where));
  if (where == Whereabouts::kDevice) {
    if (!stretch.flat) worsen(Answer::kRows);
    return Status::ok();
  }
  const bool short_one = stretch.bytes <= kManagedOnHost;
  worsen(where == Whereabouts::kElsewhere || short_one ? Answer::kNotGpus : Answer::kRows);
  return Status::ok();
}

void JointCall::decide(Schedule& schedule) {
  Answer worst = Answer::kYes;
  for (const JointCard& card : cards_) worst = std::max(worst, card.answer);
  if (!schedule.failed()) way_.check<JointCard>(schedule, mine(), cards_);
  if (schedule.failed() || worst != Answer::kYes) way_.drop();
  if (schedule.failed()) return;
  switch (worst) {
    case Answer::kNotGpus: return build_before(end(), query_, schedule, kept_.get());
    case Answer::kRows: return build_by_rows(query_, schedule, kept_.get(), end());
    case Answer::kYes: return way_.launch(schedule, kept_.get(), mine().number, end());
  }
}

}  // namespace

void build_joint(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments) {
  Negotiation::list(std::make_unique<JointCall>(row, query, schedule, arguments), schedule, *schedule.team().board);
}

}  // namespace penstock::coll
