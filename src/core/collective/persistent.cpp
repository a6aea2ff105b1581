// Persistent collectives (section 6.13): their schedule is built once.
#include <utility>

#include "core/collective/call_check.hpp"
#include "core/collective/collective.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// The recipe is the work of its request, too, so that a start makes no object.
class CollectiveRecipe final : public Recipe, private Work {
 public:
  CollectiveRecipe(Instance& instance, Collective&& collective) noexcept
      : instance_(instance), collective_(std::move(collective)) {}
  ~CollectiveRecipe() override {
    if (holds_devices() || (begun_ && !collective_.schedule->done())) return;
    instance_.job().give_schedule(std::move(collective_.schedule));
  }

  // A failure is kept in the schedule, so rearming it removes the failure of the last start.
  Status start(Request& request) override {
    if (begun_) collective_.schedule->rearm();
    begun_ = true;
    request.begin(static_cast<Work&>(*this));
    collective_.schedule->start();
    return Status::ok();
  }

 private:
  // Tasks of the schedule hold mappings and areas, which must be destroyed with it.
  [[nodiscard]] bool holds_devices() const noexcept { return collective_.schedule->team().devices != nullptr; }
  bool done() override { return collective_.done(); }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    return collective_.status();
  }
  Status cancel() override { return Status::error(Code::kRequest, "a collective operation cannot be cancelled"); }

  Instance& instance_;
  Collective collective_;
  bool begun_ = false;
};

}  // namespace

// The arguments are checked when the request is made, so that no start pays for the check.
Status make_persistent(Comm& comm, Collective&& collective, MPI_Request* request) {
  if (collective.check) {
    CallCheck& check = *collective.check;
    check.start(nullptr);
    comm.instance().engine().progress().wait_until([&] { return check.done(); });
    PENSTOCK_TRY(check.status().clone());
  }
  if (comm.resources().has_devices()) comm.instance().engine().progress_thread().begin_if_spare();
  std::unique_ptr<Recipe> recipe = std::make_unique<CollectiveRecipe>(comm.instance(), std::move(collective));
  return requests_of(comm.instance()).add(request, comm, std::move(recipe));
}

}  // namespace penstock::core
