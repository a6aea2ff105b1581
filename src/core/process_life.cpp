// Process: how it begins and ends, with a world and without one.
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/greeting.hpp"
#include "core/leftovers.hpp"
#include "core/process.hpp"
#include "core/report.hpp"
#include "kernels/image.hpp"

namespace penstock::core {

Status Process::prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out) {
  Settings settings;
  PENSTOCK_TRY(Settings::load(&settings));
  for (const Assigned& one : assigned) PENSTOCK_TRY(settings.config.set(one.name, one.value));
  const Config& config = settings.config;
  Log log(base::level_of(config));
  std::unique_ptr<boot::Boot> boot;
  PENSTOCK_TRY(left ? boot::make_departed(*left, log, &boot) : boot::connect(config, log, &boot));
  const bool speaks = boot->rank() == 0 && !left;  // the ranks' environments are alike: one voice
  std::unique_ptr<Process> made(new Process(config, std::move(boot)));
  PENSTOCK_TRY(made->open());
  if (speaks) {
    for (const std::string& warning : settings.warnings) made->log_.warn("{}", warning);
    for (const std::string& note : settings.notes) made->log_.info("{}", note);
    for (const std::string& old : settings.old_names) made->log_.info("{}", old);
  }
  *out = std::move(made);
  return Status::ok();
}

Status Process::create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out) {
  std::unique_ptr<Process> made(new Process(config, std::move(boot)));
  PENSTOCK_TRY(made->open());
  PENSTOCK_TRY(made->begin_world());
  *out = std::move(made);
  return Status::ok();
}

Status Process::open() {
  PENSTOCK_TRY(base::choose_simd(config_, &simd_));
  PENSTOCK_TRY(accel::Accel::create(config_, log_, kernels::images(), &accel_));
  PENSTOCK_TRY(announce());
  PENSTOCK_TRY(proto::Engine::prepare({config_, log_, *boot_, *accel_, counters_}, &engine_));
  boards_ = std::make_unique<coll::BoardMaker>(nullptr);
  PENSTOCK_TRY(open_tables());
  return bind_predefined();
}

Status Process::fence() {
  if (fenced_) return Status::ok();
  PENSTOCK_TRY(engine_->fence());
  fenced_ = true;
  return Status::ok();
}

Status Process::read(int rank, std::string_view key, std::vector<std::byte>* said) {
  return fenced_ ? boot_->get(rank, key, said) : boot_->await(rank, key, said);
}

Status Process::meet() {
  if (met_) return Status::ok();
  if (!boot_->can_await()) PENSTOCK_TRY(fence());
  PENSTOCK_TRY(find_hosts());
  PENSTOCK_TRY(engine_->meet(most_on_a_host_));
  PENSTOCK_TRY(agree());
  // Checks let operations begin in different orders; those on boards must not.
  boards_ = std::make_unique<coll::BoardMaker>(checks() ? nullptr : engine_->boards());
  met_ = true;
  if (!engine_->lock().enabled()) return engine_->begin_helping();
  const proto::Unlocked unlocked(engine_->lock());
  return engine_->begin_helping();
}

// Every rank reading every other's from the launcher would take the square of their number.
Status Process::tell_places() {
  if (config_.simulated_hosts <= 1 && !boot_->spans_hosts()) return Status::ok();
  return gather_places(*engine_, own_place(config_), &places_);
}

Status Process::begin_world() {
  PENSTOCK_TRY(fence());
  PENSTOCK_TRY(tell_places());
  PENSTOCK_TRY(meet());
  std::vector<int> everyone(static_cast<std::size_t>(size()));
  std::iota(everyone.begin(), everyone.end(), 0);
  world_comm_ = make_comm(std::move(everyone), {0, 0}, "MPI_COMM_WORLD");
  world_ = world_comm_.get();
  world_->handle = MPI_COMM_WORLD;
  bind_comm(MPI_COMM_WORLD, world_);
  bind_comm(MPI_COMM_SELF, self_);
  main_thread_ = gettid();
  had_world_ = true;
  return Status::ok();
}

Status Process::end_attributes() {
  if (getpid() != pid_ || finalized_) return Status::ok();
  return self_->attributes.clear(self_->handle);
}

// What was begun and given up, and what lies in the attached buffer, which MPI_Finalize detaches.
Status Process::complete() {
  engine_->wait_until([&] { return std::ranges::all_of(orphans_, [](const Request* request) { return request->done(); }); });
  sweep_orphans();
  Status drained = send_buffer ? send_buffer->drain() : Status::ok();
  send_buffer.reset();
  return drained;
}

Status Process::end_world() {
  Status completed = complete();
  Status met = engine_->synchronize();
  Status reported = report();
  bind_comm(MPI_COMM_WORLD, nullptr);
  bind_comm(MPI_COMM_SELF, nullptr);
  world_ = nullptr;
  if (!completed.is_ok()) return completed;
  return met.is_ok() ? std::move(reported) : std::move(met);
}

Status Process::finalize() {
  if (getpid() != pid_ || finalized_) return Status::ok();
  PENSTOCK_TRY(end_attributes());
  finalized_ = true;
  tell_leftovers("MPI_Finalize");
  {
    const proto::Unlocked unlocked(engine_->lock());
    engine_->end_helping();
  }
  Status completed = complete();
  Status parted = engine_->shut_down();
  // The launcher hears that the rank leaves even where parting failed: it must not take that for a crash.
  Status reported = report();
  Status left = boot_->finalize();
  if (!completed.is_ok()) return completed;
  if (!parted.is_ok()) return parted;
  if (!reported.is_ok()) return reported;
  return left;
}

// A world that has ended took its leave of all, and ranks that met with no fence end one by one. Where ranks meet in a fence,
// one that makes no communicator joins it here: others may stand in it.
Status Process::leave() {
  if (getpid() != pid_ || finalized_) return Status::ok();
  finalized_ = true;
  tell_leftovers("at exit");
  const bool together = !boot_->can_await() && had_session_ && !had_world_;
  Status parted = together ? meet() : Status::ok();
  {
    const proto::Unlocked unlocked(engine_->lock());
    engine_->end_helping();
  }
  Status completed = complete();
  if (together && parted.is_ok()) parted = engine_->synchronize();
  if (parted.is_ok()) parted = engine_->leave();
  Status left = boot_->finalize();
  if (!completed.is_ok()) return completed;
  return parted.is_ok() ? std::move(left) : std::move(parted);
}

void Process::tell_leftovers(std::string_view when) {
  if (!checks()) return;
  for (const std::string& left : leftovers(*this)) log_.warn("{}: {}", when, left);
}

Status Process::report() {
  return report_wanted_ ? print_report(*this) : Status::ok();
}

}  // namespace penstock::core
