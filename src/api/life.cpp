#include "api/life.hpp"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "api/checks.hpp"
#include "api/tool_call.hpp"
#include "core/process/lasting.hpp"
#include "core/process/process.hpp"

namespace penstock::api {
namespace {

// A thread that holds this mutex never waits for the engine's lock or the tool interface's lock; a thread that
// holds one of these locks may take the mutex.
constinit std::mutex making;
// The object of this rank if ranks are processes, published or not. It is not destroyed with the program, since a thread may
// still be inside the library.
constinit core::Process* made = nullptr;
constinit pid_t maker = 0;
// Keeps the object at the program's end: it is never read, but leak checkers then do not report its memory.
[[gnu::used]] constinit core::Process* ended = nullptr;
// Set once the launcher has been told that the rank leaves.
constinit std::optional<boot::Place> left;
// Holds the objects that outlive the process object deleted last, until a new one is made.
constinit std::unique_ptr<core::Lasting> lasting;

// A program that exits without MPI_Finalize is left alone: the launcher reports that as a crash.
void at_exit() {
  core::Process* process = nullptr;
  {
    const std::scoped_lock lock(making);
    if (made == nullptr || made->users != 0 || maker != getpid()) return;
    process = ended = std::exchange(made, nullptr);
  }
  const std::scoped_lock lock(core::lock_of(*process));
  if (Status left_job = process->leave(); !left_job.is_ok()) {
    process->log().error("at the program's end: {}", left_job.message());
  }
}

// Requires that `making` is held. `level` is the thread level from the start, `assigned` the values that tools have set.
Status find_or_make(int level, std::span<const core::Assigned> assigned, core::Instance** out) {
  if (phase() == Phase::kForked || (made != nullptr && maker != getpid())) {
    return Status::error(Code::kNotInitialized,
                         "this process is a forked child of a rank and cannot become one; start it as a program of its own");
  }
  if (made == nullptr) {
    std::unique_ptr<core::Process> process;
    PENSTOCK_TRY(core::Process::prepare(left, assigned, &process));
    static const int registered = std::atexit(&at_exit);
    if (registered != 0) return Status::error(Code::kNoMemory, "no memory for a handler of the program's end");
    if (level == MPI_THREAD_MULTIPLE) process->set_thread_level(level);
    process->inherit(std::move(lasting));
    maker = getpid();
    made = process.release();
  }
  *out = made;
  return Status::ok();
}

}  // namespace

Status need_process(Call& call) {
  if (call.instance_or_null() != nullptr) return Status::ok();
  core::Instance* found = nullptr;
  const std::vector<core::Assigned> assigned = tools().assigned();
  {
    const std::scoped_lock lock(making);
    // Other threads may make the same calls: calls that are allowed at any time request no thread level.
    PENSTOCK_TRY(find_or_make(MPI_THREAD_MULTIPLE, assigned, &found));
  }
  tools().join(*found);
  call.adopt(*found);
  return Status::ok();
}

Status begin_use(Call& call, int level) {
  core::Instance* found = nullptr;
  const bool may_make = call.instance_or_null() == nullptr;
  const std::vector<core::Assigned> assigned = may_make ? tools().assigned() : std::vector<core::Assigned>();
  {
    const std::scoped_lock lock(making);
    found = instance();  // finds the object of a bound thread, too
    if (found == nullptr) PENSTOCK_TRY(find_or_make(level, assigned, &found));
    ++core::process_of(*found).users;
    publish(found, phase());
  }
  if (!may_make) return Status::ok();
  tools().join(*found);
  call.adopt(*found);
  return Status::ok();
}

bool has_other_users(const Call& call) {
  const std::scoped_lock lock(making);
  const int own = &call.instance() == made ? 1 : 0;  // an object that is bound to a thread has begun its world already
  return core::process_of(call.instance()).users > own;
}

void end_use(Call& call, Phase phase) noexcept {
  const std::scoped_lock lock(making);
  core::Process& process = core::process_of(call.instance());
  const bool waits = --process.users == 0 && &process == made;
  publish(waits ? nullptr : &process, phase);
}

core::Instance* any_process() noexcept {
  if (core::Instance* shown = instance(); shown != nullptr) return shown;
  const std::scoped_lock lock(making);
  return maker == getpid() ? made : nullptr;
}

// Tools may use the process object until part() has hidden it.
void end_process(Call& call) noexcept {
  core::Process& process = core::process_of(call.instance());
  bool own = false;
  call.unlock();
  tools().part(process, [&] {
    const std::scoped_lock lock(making);
    process.users = 0;
    publish(nullptr, Phase::kAfter);
    own = &process == made;
    if (!own) return;
    left = process.job().place();
    made = nullptr;
  });
  if (!own) return;
  call.forget();
  std::unique_ptr<core::Lasting> kept;
  process.leave_behind(&kept);
  delete &process;
  const std::scoped_lock lock(making);
  lasting = std::move(kept);
}

}  // namespace penstock::api
