#include "core/process/process.hpp"

#include <unistd.h>

#include <limits>
#include <numeric>
#include <utility>

#include "core/comm/session.hpp"
#include "core/file/file.hpp"
#include "core/memory/program_memory.hpp"
#include "core/object/info.hpp"
#include "core/p2p/message.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/requests.hpp"
#include "core/process/call_watch.hpp"
#include "core/process/lasting.hpp"
#include "core/process/leftovers.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

// The job never hands out these identities.
constexpr runtime::TeamId kWorldId{0, 0};
runtime::TeamId self_id(int rank) noexcept {
  return {static_cast<std::uint32_t>(rank), 1};
}

}  // namespace

Process::Process(std::unique_ptr<runtime::Job> job) : Instance(std::move(job)) {
  modules_.begin(std::make_unique<Requests>(*this));
  modules_.begin(std::make_unique<ProgramMemory>(engine_));
}

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
  PENSTOCK_TRY(open_tables());
  PENSTOCK_TRY(requests_of(*this).open());
  PENSTOCK_TRY(predefined_.open(*this));
  initial_errhandler_ = &predefined_.initial_errhandler();
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

// The progress thread is ended first, since it uses the objects.
Process::~Process() {
  if (CallWatch* const watch = modules_.find<CallWatch>(); watch != nullptr) watch->end();
  if (!job_->is_forked()) engine_.progress_thread().end();
  modules_.end();
  release_objects();
  if (!job_->is_forked()) memory_of(*this).close();
  self_comm_ = {};
  world_comm_ = {};
  if (left_behind_ == nullptr) return;
  auto left = std::make_unique<Lasting>();
  if (hand_over(left.get())) *left_behind_ = std::move(left);
}

void Process::release_objects() noexcept {
  const auto release = [](auto& object) { object.release(); };
  table<File>().for_each(release);
  table<Window>().for_each(release);
  table<Comm>().for_each(release);
  table<Group>().for_each(release);
  table<Datatype>().for_each(release);
  table<Op>().for_each(release);
  table<Session>().for_each(release);
  table<Keyval>().for_each([](Keyval& keyval) {
    if (!std::exchange(keyval.freed, true)) keyval.release();
  });
  if (left_behind_ != nullptr) return;
  table<Info>().for_each(release);
  table<Errhandler>().for_each([](Errhandler& errhandler) { errhandler.let_go_all(); });
}

bool Process::hand_over(Lasting* out) {
  table<Info>().for_each([&](const Info& info) { out->objects.push_back(&info); });
  table<Errhandler>().for_each([&](const Errhandler& errhandler) { out->objects.push_back(&errhandler); });
  if (out->objects.empty()) return false;
  table<Info>().swap(out->infos);
  table<Errhandler>().swap(out->errhandlers);
  return true;
}

void Process::inherit(std::unique_ptr<Lasting> left) noexcept {
  if (!left) return;
  table<Info>().swap(left->infos);
  table<Errhandler>().swap(left->errhandlers);
  table<Errhandler>().for_each([this](Errhandler& errhandler) { errhandler.belong_to(*this); });
}

Status Process::begin_world() {
  PENSTOCK_TRY(job_->begin());
  std::vector<int> everyone(static_cast<std::size_t>(size()));
  std::iota(everyone.begin(), everyone.end(), 0);
  world_comm_ = make_comm(std::move(everyone), kWorldId, "MPI_COMM_WORLD");
  world_ = world_comm_.get();
  world_->handle = MPI_COMM_WORLD;
  table<Comm>().bind(number_of(MPI_COMM_WORLD), world_);
  table<Comm>().bind(number_of(MPI_COMM_SELF), self_);
  main_thread_ = gettid();
  had_world_ = true;
  begin_checks();
  return Status::ok();
}

void Process::begin_checks() {
  if (!job_->checks() || checks_ != nullptr) return;
  own_checks_ = std::make_unique<MessageChecks>(engine_);
  checks_ = own_checks_.get();
  modules_.begin(std::make_unique<CallWatch>(*this));
}

Status Process::end_attributes() {
  if (job_->is_forked() || finalized_) return Status::ok();
  return self_->attributes.clear(self_->handle);
}

Status Process::end_world() {
  Status completed = modules_.drain();
  Status met = job_->synchronize();
  tell_unread("MPI_Finalize");
  table<Comm>().bind(number_of(MPI_COMM_WORLD), nullptr);
  table<Comm>().bind(number_of(MPI_COMM_SELF), nullptr);
  world_ = nullptr;
  return completed.is_ok() ? std::move(met) : std::move(completed);
}

Status Process::finalize() {
  if (job_->is_forked() || finalized_) return Status::ok();
  PENSTOCK_TRY(end_attributes());
  finalized_ = true;
  tell_leftovers("MPI_Finalize");
  job_->stop_helping();
  Status completed = modules_.drain();
  Status parted = job_->part();
  if (const std::size_t left = requests_of(*this).count_orphans(); left != 0) {
    log().warn(
        "MPI_Finalize: {} that MPI_Request_free gave up {} no message and {} with it: cancel a receive (MPI_Cancel) "
        "before it is freed, or send to it",
        left == 1 ? "a receive" : fmt::format("{} receives", left), left == 1 ? "has got" : "have got",
        left == 1 ? "ends" : "end");
  }
  tell_unread("MPI_Finalize");
  return completed.is_ok() ? std::move(parted) : std::move(completed);
}

// A world that has ended has parted from all ranks already, and ranks that started without a fence end one by one. If ranks
// meet in a fence, a rank that made no communicator joins the fence here, since others may wait in it.
Status Process::leave() {
  if (job_->is_forked() || finalized_) return Status::ok();
  finalized_ = true;
  tell_leftovers("at exit");
  const bool together = job_->meets_together() && table<Session>().was_used() && !had_world_;
  Status met = together ? job_->meet() : Status::ok();
  job_->stop_helping();
  Status completed = modules_.drain();
  Status left = job_->leave(together, std::move(met));
  return completed.is_ok() ? std::move(left) : std::move(completed);
}

void Process::tell_leftovers(std::string_view when) {
  if (!job_->checks()) return;
  for (const std::string& left : leftovers(*this)) log().warn("{}: {}", when, left);
}

// Called once all ranks have met, when no further message arrives.
void Process::tell_unread(std::string_view when) {
  if (!job_->checks()) return;
  for (const std::string& unread : unread_messages(*this)) log().warn("{}: {}", when, unread);
}

}  // namespace penstock::core
