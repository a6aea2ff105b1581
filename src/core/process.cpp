#include "core/process.hpp"

#include <unistd.h>

#include <limits>
#include <numeric>
#include <utility>

#include "core/advice.hpp"
#include "core/call_watch.hpp"
#include "core/lasting.hpp"
#include "core/leftovers.hpp"
#include "core/memory_kinds.hpp"
#include "core/message_checks.hpp"
#include "core/partitioned_side.hpp"
#include "core/program_memory.hpp"
#include "core/stream_queue.hpp"

namespace penstock::core {
namespace {

// The identities that a job never hands out.
constexpr runtime::TeamId kWorldId{0, 0};
runtime::TeamId self_id(int rank) noexcept {
  return {static_cast<std::uint32_t>(rank), 1};
}

}  // namespace

Process::Process(std::unique_ptr<runtime::Job> job)
    : MpiObjects(std::move(job)), main_thread_(gettid()), memory_(std::make_unique<ProgramMemory>(engine_)) {}

Status Process::prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out) {
  std::unique_ptr<runtime::Job> job;
  PENSTOCK_TRY(runtime::Job::prepare(left, assigned, &job));
  std::unique_ptr<Process> made(new Process(std::move(job)));
  PENSTOCK_TRY(made->open());
  *out = std::move(made);
  return Status::ok();
}

Status Process::create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out) {
  std::unique_ptr<runtime::Job> job;
  PENSTOCK_TRY(runtime::Job::prepare(config, std::move(boot), &job));
  std::unique_ptr<Process> made(new Process(std::move(job)));
  PENSTOCK_TRY(made->open());
  PENSTOCK_TRY(made->begin_world());
  *out = std::move(made);
  return Status::ok();
}

Status Process::open() {
  PENSTOCK_TRY(open_objects(*this));
  self_comm_ = make_comm({rank()}, self_id(rank()), "MPI_COMM_SELF");
  self_ = self_comm_.get();
  self_->handle = MPI_COMM_SELF;
  attributes.tag_ub = std::numeric_limits<int>::max();
  attributes.universe_size = size();
  attributes.app_number = job_->place().app_number;
  return Status::ok();
}

Ref<Comm> Process::make_comm(std::vector<int> members, runtime::TeamId id, std::string_view name) {
  auto group = Ref<Group>::adopt(new Group(std::move(members), rank()));
  auto made = Ref<Comm>::adopt(new Comm(*this, std::move(group), id, Ref<Errhandler>::share(initial_errhandler())));
  made->name = name;
  return made;
}

// The progress thread looks at the objects.
Process::~Process() {
  call_watch_.reset();
  if (!job_->is_forked()) engine_.end_helping();
  pairing.clear();
  streams.reset();
  release_objects(left_behind_ != nullptr);
  if (!job_->is_forked()) memory_->close();
  self_comm_ = {};
  world_comm_ = {};
  if (left_behind_ == nullptr) return;
  auto left = std::make_unique<Lasting>();
  if (hand_over(left.get())) *left_behind_ = std::move(left);
}

void Process::inherit(std::unique_ptr<Lasting> left) noexcept {
  if (left) take_over(*left, *this);
}

Status Process::begin_world() {
  PENSTOCK_TRY(job_->begin());
  std::vector<int> everyone(static_cast<std::size_t>(size()));
  std::iota(everyone.begin(), everyone.end(), 0);
  world_comm_ = make_comm(std::move(everyone), kWorldId, "MPI_COMM_WORLD");
  world_ = world_comm_.get();
  world_->handle = MPI_COMM_WORLD;
  bind_comm(MPI_COMM_WORLD, world_);
  bind_comm(MPI_COMM_SELF, self_);
  main_thread_ = gettid();
  had_world_ = true;
  begin_checks();
  return Status::ok();
}

void Process::begin_checks() {
  if (!job_->checks() || checks_) return;
  checks_ = std::make_unique<MessageChecks>(engine_);
  call_watch_ = std::make_unique<CallWatch>(*this);
}

Status Process::end_attributes() {
  if (job_->is_forked() || finalized_) return Status::ok();
  return self_->attributes.clear(self_->handle);
}

// What was begun and given up, and what lies in the attached buffer, which MPI_Finalize detaches.
Status Process::complete() {
  drain_streams(*this);
  complete_orphans();
  Status drained = send_buffer ? send_buffer->drain() : Status::ok();
  send_buffer.reset();
  return drained;
}

Status Process::end_world() {
  Status completed = complete();
  Status met = job_->synchronize();
  tell_unread("MPI_Finalize");
  bind_comm(MPI_COMM_WORLD, nullptr);
  bind_comm(MPI_COMM_SELF, nullptr);
  world_ = nullptr;
  return completed.is_ok() ? std::move(met) : std::move(completed);
}

Status Process::finalize() {
  if (job_->is_forked() || finalized_) return Status::ok();
  PENSTOCK_TRY(end_attributes());
  finalized_ = true;
  tell_leftovers("MPI_Finalize");
  job_->stop_helping();
  Status completed = complete();
  Status parted = job_->part();
  if (const std::size_t left = count_orphans(); left != 0) {
    log().warn(
        "MPI_Finalize: {} that MPI_Request_free gave up {} no message and {} with it: cancel a receive (MPI_Cancel) "
        "before it is freed, or send to it",
        left == 1 ? "a receive" : fmt::format("{} receives", left), left == 1 ? "has got" : "have got",
        left == 1 ? "ends" : "end");
  }
  tell_unread("MPI_Finalize");
  return completed.is_ok() ? std::move(parted) : std::move(completed);
}

// A world that has ended took its leave of all, and ranks that met with no fence end one by one. Where ranks meet in a fence,
// one that makes no communicator joins it here: others may stand in it.
Status Process::leave() {
  if (job_->is_forked() || finalized_) return Status::ok();
  finalized_ = true;
  tell_leftovers("at exit");
  const bool together = job_->meets_together() && had_session_ && !had_world_;
  Status met = together ? job_->meet() : Status::ok();
  job_->stop_helping();
  Status completed = complete();
  Status left = job_->leave(together, std::move(met));
  return completed.is_ok() ? std::move(left) : std::move(completed);
}

void Process::tell_leftovers(std::string_view when) {
  if (!job_->checks()) return;
  for (const std::string& left : leftovers(*this)) log().warn("{}: {}", when, left);
}

// Once all ranks have met: nothing comes any more.
void Process::tell_unread(std::string_view when) {
  if (!job_->checks()) return;
  for (const std::string& unread : unread_messages(*this)) log().warn("{}: {}", when, unread);
}

void Process::note_unportable(const std::string& sentence) {
  if (job_->checks() && noted_.insert(sentence).second) log().warn("not portable: {}", sentence);
}

bool Process::on_main_thread() const noexcept {
  return gettid() == main_thread_;
}

// Described when first asked for: MPI_Init settles the level of threads after the process is made.
Info& Process::environment() {
  if (!environment_) {
    environment_ = describe_environment({}, size(), thread_level, advise_device(config(), rank(), size()));
    environment_->handle = MPI_INFO_ENV;
    static_cast<void>(environment_->set(kMemoryKindsKey, memory_kinds(*this)));  // it fits
  }
  return *environment_;
}

}  // namespace penstock::core
