// Persistent collectives (section 6.13): a schedule that is built once.
#include <utility>

#include "core/call_check.hpp"
#include "core/collective.hpp"
#include "core/process.hpp"
#include "core/requests.hpp"

namespace penstock::core {
namespace {

// The work of its request, too: a start makes no object.
class CollectiveRecipe final : public Recipe, private Work {
 public:
  CollectiveRecipe(Process& process, Collective&& collective) noexcept
      : process_(process), collective_(std::move(collective)) {}
  ~CollectiveRecipe() override {
    if (holds_devices() || (begun_ && !collective_.schedule->done())) return;
    process_.job().give_schedule(std::move(collective_.schedule));
  }

  // A failure travels along the schedule, so that of the last time left nothing behind.
  Status start(Request& request) override {
    if (begun_) collective_.schedule->rearm();
    begun_ = true;
    request.begin(static_cast<Work&>(*this));
    collective_.schedule->start();
    return Status::ok();
  }

 private:
  // Its tasks have mappings and areas, which go with it.
  [[nodiscard]] bool holds_devices() const noexcept { return collective_.schedule->team().devices != nullptr; }
  bool done() override { return collective_.done(); }
  Status tell(Outcome* outcome) override {
    *outcome = kEmptyOutcome;
    return collective_.status();
  }
  Status cancel() override { return Status::error(Code::kRequest, "a collective operation cannot be cancelled"); }

  Process& process_;
  Collective collective_;
  bool begun_ = false;
};

}  // namespace

// What the arguments are is settled when the request is made, so that no start pays for it.
Status make_persistent(Comm& comm, Collective&& collective, MPI_Request* request) {
  if (collective.check) {
    CallCheck& check = *collective.check;
    check.start(nullptr);
    comm.process().engine().wait_until([&] { return check.done(); });
    PENSTOCK_TRY(check.status().clone());
  }
  if (comm.resources().has_devices()) comm.process().engine().help_if_spare();
  std::unique_ptr<Recipe> recipe = std::make_unique<CollectiveRecipe>(comm.process(), std::move(collective));
  return requests_of(comm.process()).add(request, comm, std::move(recipe));
}

}  // namespace penstock::core
