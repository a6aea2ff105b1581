#include "api/call.hpp"

#include <pthread.h>

#include <atomic>

#include "api/checks.hpp"

namespace penstock::api {
namespace {

struct Binding {
  core::Instance* instance = nullptr;
  Phase phase = Phase::kBefore;
};

// These serve the usual case of one rank in a process; every thread of the application reads them.
constinit std::atomic<core::Instance*> shared_process{nullptr};
constinit std::atomic<Phase> shared_phase{Phase::kBefore};

// These serve ranks as threads. In the usual case the flag makes reads of thread storage unnecessary; once set, it stays set.
constinit std::atomic<bool> some_thread_bound{false};
thread_local bool this_thread_bound = false;
thread_local Binding own;

bool bound() noexcept {
  return some_thread_bound.load(std::memory_order_relaxed) && this_thread_bound;
}

// Runs in the child, in the thread that forked. The rank's object is left alone, since only the rank may destroy it.
void forget_rank() noexcept {
  if (shared_process.load(std::memory_order_relaxed) != nullptr) {
    shared_process.store(nullptr, std::memory_order_release);
    shared_phase.store(Phase::kForked, std::memory_order_release);
  }
  if (own.instance != nullptr) own = Binding{nullptr, Phase::kForked};
}

// Runs once in a process, since handlers cannot be removed and the library stays loaded.
void watch_forks() noexcept {
  static const int error = pthread_atfork(nullptr, nullptr, &forget_rank);
  static_cast<void>(error);  // without memory for a handler, a child that calls MPI is not told that it must not
}

}  // namespace

core::Instance* instance() noexcept {
  if (bound()) return own.instance;
  return shared_process.load(std::memory_order_acquire);
}

void bind_thread(core::Instance* instance) noexcept {
  this_thread_bound = instance != nullptr;
  watch_forks();
  own = Binding{instance, instance != nullptr ? Phase::kRunning : Phase::kBefore};
  some_thread_bound.store(true, std::memory_order_relaxed);
}

Phase phase() noexcept {
  return bound() ? own.phase : shared_phase.load(std::memory_order_acquire);
}

void publish(core::Instance* instance, Phase phase) noexcept {
  watch_forks();
  if (bound()) {
    own = Binding{instance, phase};
    return;
  }
  shared_process.store(instance, std::memory_order_release);
  shared_phase.store(phase, std::memory_order_release);
}

Status not_running(Function function) {
  if (phase() == Phase::kForked) {
    return Status::error(Code::kNotInitialized,
                         "this process is a forked child, not a rank; call {} in the process that called MPI_Init",
                         function_name(function));
  }
  if (phase() == Phase::kAfter && function == Function::kFinalize) {
    return Status::error(Code::kNotInitialized,
                         "called twice; a program calls it once: leave out the second call, or ask MPI_Finalized first");
  }
  if (phase() == Phase::kAfter) {
    return Status::error(Code::kNotInitialized, "called after MPI_Finalize; move {} in front of it", function_name(function));
  }
  if (function == Function::kFinalize) {
    return Status::error(Code::kNotInitialized,
                         "called without MPI_Init; call MPI_Init first, or end a session by "
                         "MPI_Session_finalize");
  }
  return Status::error(Code::kNotInitialized, "called before MPI_Init; call MPI_Init or MPI_Session_init first");
}

Status negative_count(MPI_Count count, std::string_view name) {
  return Status::error(Code::kCount, "{} is {}; it must be at least 0", name, count);
}

Status null_argument(std::string_view name) {
  return Status::error(Code::kArg, "{} is a null pointer; pass the address of a variable", name);
}

Status not_committed(std::string_view name) {
  return Status::error(Code::kType, "{} is not committed; call MPI_Type_commit before communicating with it", name);
}

}  // namespace penstock::api
