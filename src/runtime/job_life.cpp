// A Job begins and ends here.
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/abort_code.hpp"
#include "kernels/image.hpp"
#include "runtime/job.hpp"
#include "runtime/report.hpp"

namespace penstock::runtime {

Status Job::prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned, std::unique_ptr<Job>* out) {
  Settings settings;
  PENSTOCK_TRY(Settings::load(&settings));
  for (const Assigned& one : assigned) PENSTOCK_TRY(settings.config.set(one.name, one.value));
  const Config& config = settings.config;
  Log log(base::level_of(config));
  std::unique_ptr<boot::Boot> boot;
  PENSTOCK_TRY(left ? boot::make_departed(*left, log, &boot) : boot::connect(config, log, &boot));
  const bool speaks = boot->rank() == 0 && !left;  // the ranks' environments are alike, so one rank warns
  PENSTOCK_TRY(prepare(config, std::move(boot), out));
  if (speaks) {
    for (const std::string& warning : settings.warnings) (*out)->log_.warn("{}", warning);
    for (const std::string& note : settings.notes) (*out)->log_.info("{}", note);
    for (const std::string& old : settings.old_names) (*out)->log_.info("{}", old);
  }
  return Status::ok();
}

Status Job::prepare(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Job>* out) {
  std::unique_ptr<Job> made(new Job(config, std::move(boot)));
  PENSTOCK_TRY(made->open());
  *out = std::move(made);
  return Status::ok();
}

Status Job::open() {
  PENSTOCK_TRY(base::choose_simd(config_, &simd_));
  PENSTOCK_TRY(accel::Accel::create(config_, log_, kernels::images(), &accel_));
  PENSTOCK_TRY(announce());
  PENSTOCK_TRY(proto::Engine::prepare({config_, log_, *boot_, *accel_, counters_}, &engine_));
  shm_buffers_ = std::make_unique<coll::ShmBufferMaker>(nullptr);
  return Status::ok();
}

// A forked child shares descriptors and device state with the rank: taking them down is the rank's business alone.
Job::~Job() {
  if (is_forked()) {
    [[maybe_unused]] proto::Engine* engine = engine_.release();
    [[maybe_unused]] accel::Accel* accel = accel_.release();
    [[maybe_unused]] boot::Boot* boot = boot_.release();
  }
  if (engine_) engine_->progress_thread().end();
}

bool Job::is_forked() const noexcept {
  return getpid() != pid_;
}

Status Job::fence() {
  if (fenced_) return Status::ok();
  PENSTOCK_TRY(engine_->membership().fence());
  fenced_ = true;
  return Status::ok();
}

Status Job::begin() {
  PENSTOCK_TRY(fence());
  PENSTOCK_TRY(tell_localities());
  return meet();
}

Status Job::meet() {
  if (met_) return Status::ok();
  if (!boot_->can_await()) PENSTOCK_TRY(fence());
  PENSTOCK_TRY(find_hosts());
  PENSTOCK_TRY(engine_->membership().meet(most_on_a_host_));
  PENSTOCK_TRY(follow_rank_0());
  // Checks let operations begin in different orders; those in shared memory must not.
  shm_buffers_ = std::make_unique<coll::ShmBufferMaker>(checks() ? nullptr : engine_->membership().shm_buffers());
  met_ = true;
  return engine_->progress_thread().begin();
}

// If every rank read every other's from the launcher, the look-ups would be the square of their number.
Status Job::tell_localities() {
  if (config_.simulated_hosts <= 1 && !boot_->spans_hosts()) return Status::ok();
  EngineCarrier carrier(*engine_);
  std::vector<Locality> all;
  PENSTOCK_TRY(all_say(carrier, own_locality(config_), &all));
  localities_ = std::move(all);
  return Status::ok();
}

Status Job::synchronize() {
  Status met = engine_->membership().synchronize();
  Status reported = report();
  return met.is_ok() ? std::move(reported) : std::move(met);
}

void Job::stop_helping() noexcept {
  const proto::Unlocked unlocked(engine_->lock());
  engine_->progress_thread().end();
}

// The launcher hears that the rank leaves even where parting failed: it must not take that for a crash.
Status Job::part() {
  Status parted = engine_->membership().shut_down();
  Status reported = report();
  Status left = boot_->finalize();
  if (!parted.is_ok()) return parted;
  return reported.is_ok() ? std::move(left) : std::move(reported);
}

Status Job::leave(bool together, Status&& met) {
  Status parted = std::move(met);
  if (together && parted.is_ok()) parted = engine_->membership().synchronize();
  if (parted.is_ok()) parted = engine_->membership().leave();
  Status left = boot_->finalize();
  return parted.is_ok() ? std::move(left) : std::move(parted);
}

Status Job::report() {
  if (!report_wanted_) return Status::ok();
  StoreCarrier counters = store("runtime.counters");
  return print_report(counters, counters_);
}

void Job::abort(int exit_code, std::string_view why) noexcept {
  const int code = base::abort_code(exit_code);
  boot_->abort(code, code == exit_code ? std::string(why) : fmt::format("{} with {}", why, exit_code));
  std::_Exit(code);
}

}  // namespace penstock::runtime
