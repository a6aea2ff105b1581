#include "coll/device/coscheduled_call.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "coll/device/buffer_ranges.hpp"
#include "coll/device/coscheduled_path.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {
namespace {

// Of managed memory: what is short is quicker on the host, where the CPU takes it as it lies.
constexpr std::uint64_t kManagedOnHost = 16 << 10;

// What a rank says before the kernels are launched. Of several answers the last counts.
enum class Answer : std::uint32_t {
  kYes,      // its data are in memory of its device, in one range
  kRows,     // they are not as the kernel needs them, or the kernels cannot be trusted any more: another way over GPUs
  kNotGpus,  // they are on the host, or better brought there
};
struct CoscheduledDescriptor {
  Answer answer = Answer::kYes;
  std::uint32_t reserved = 0;
  std::uint64_t number = 0;  // of the way's calls
  std::uint64_t bytes = 0;   // Query's: peers would wait for what does not come
};

class CoscheduledCall final : public Negotiation {
 public:
  CoscheduledCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments);

 private:
  void tell(ShmProgram& op) override { list_telling(op, {Told::of(descriptors_)}); }
  void decide(Schedule& schedule) override;
  Status look(const Arguments& arguments);
  Status look_at(DeviceTeam& devices, const CallBuffer& side);
  [[nodiscard]] CoscheduledDescriptor& mine() noexcept { return descriptors_[static_cast<std::size_t>(team_.rank)]; }
  void worsen(Answer answer) noexcept { mine().answer = std::max(mine().answer, answer); }

  Query query_;
  Team team_;
  CoscheduledPath strategy_;
  std::vector<CoscheduledDescriptor> descriptors_;
  KeptArguments kept_;
};

// A failure is this rank's; the others hear of it as of any failed step.
CoscheduledCall::CoscheduledCall(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments)
    : query_(query),
      team_(schedule.team()),
      strategy_(row, query_, team_),
      descriptors_(static_cast<std::size_t>(team_.size)),
      kept_(arguments) {
  if (Status looked = look(arguments); !looked.is_ok()) schedule.fail(std::move(looked));
}

Status CoscheduledCall::look(const Arguments& arguments) {
  mine().bytes = query_.bytes;
  bool ready = false;
  PENSTOCK_TRY(strategy_.prepare(&mine().number, &ready));
  if (!ready) worsen(Answer::kRows);
  const CallBuffers sides = call_buffers_of(query_, team_, arguments);
  PENSTOCK_TRY(look_at(*team_.devices, sides.send));
  return look_at(*team_.devices, sides.recv);
}

Status CoscheduledCall::look_at(DeviceTeam& devices, const CallBuffer& side) {
  const BufferRange range = range_of(query_, side);
  if (range.bytes == 0) return Status::ok();
  Whereabouts where = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(range.address, range.bytes, &where));
  if (where == Whereabouts::kDevice) {
    if (!range.flat) worsen(Answer::kRows);
    return Status::ok();
  }
  const bool short_one = range.bytes <= kManagedOnHost;
  worsen(where == Whereabouts::kElsewhere || short_one ? Answer::kNotGpus : Answer::kRows);
  return Status::ok();
}

void CoscheduledCall::decide(Schedule& schedule) {
  Answer worst = Answer::kYes;
  for (const CoscheduledDescriptor& descriptor : descriptors_) worst = std::max(worst, descriptor.answer);
  if (!schedule.failed()) strategy_.check<CoscheduledDescriptor>(schedule, mine(), descriptors_);
  if (schedule.failed() || worst != Answer::kYes) strategy_.drop();
  if (schedule.failed()) return;
  switch (worst) {
    case Answer::kNotGpus: return build_before(end(), query_, schedule, kept_.get());
    case Answer::kRows: return build_by_rows(query_, schedule, kept_.get(), end());
    case Answer::kYes: return strategy_.launch(schedule, kept_.get(), mine().number, end());
  }
}

}  // namespace

void build_coscheduled(const Row& row, const Query& query, Schedule& schedule, const Arguments& arguments) {
  Negotiation::list(std::make_unique<CoscheduledCall>(row, query, schedule, arguments), schedule, *schedule.team().shm);
}

}  // namespace penstock::coll
