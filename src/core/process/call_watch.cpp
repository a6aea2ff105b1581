#include "core/process/call_watch.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/process/leftovers.hpp"

namespace penstock::core {
namespace {

using std::chrono::milliseconds;

// A call that takes this long is reported: only jobs that wait for other people's work have good reasons for that.
constexpr std::uint64_t kLongNs = 5'000'000'000;
constexpr milliseconds kBetweenLooks{500};
constexpr std::size_t kMostNamed = 4;

std::string_view level_name(int level) noexcept {
  switch (level) {
    case MPI_THREAD_FUNNELED: return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED: return "MPI_THREAD_SERIALIZED";
    default: return "MPI_THREAD_SINGLE";
  }
}

// The standard allows these calls in any thread at any level.
bool is_free(std::string_view name) noexcept {
  constexpr std::string_view kFree[] = {"MPI_Initialized", "MPI_Finalized",           "MPI_Query_thread", "MPI_Is_thread_main",
                                        "MPI_Get_version", "MPI_Get_library_version", "MPI_Wtime",        "MPI_Wtick"};
  return std::ranges::find(kFree, name) != std::end(kFree);
}

}  // namespace

CallWatch::CallWatch(Instance& instance) noexcept : instance_(instance), main_thread_(gettid()) {}

// The thread blocks all signals, since they belong to the application.
void CallWatch::look_after_calls() {
  if (thread_.joinable()) return;
  sigset_t all, before;
  sigfillset(&all);
  const bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
  thread_ = std::thread([this] { watch(); });
  if (masked) static_cast<void>(pthread_sigmask(SIG_SETMASK, &before, nullptr));  // the previous mask is valid
}

// A forked child has no such thread.
void CallWatch::end() noexcept {
  if (!thread_.joinable()) return;
  if (instance_.job().is_forked()) {
    thread_.detach();
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  stop_wanted_.notify_all();
  thread_.join();
}

void CallWatch::begin(std::string_view name, pid_t thread) {
  const Running call{thread, name, base::now_ns(), false};
  if (instance_.thread_level() != MPI_THREAD_MULTIPLE && !is_free(name)) check_thread(call);
  running_.push_back(call);
  instance_.checks()->set_call(name);
}

void CallWatch::end(pid_t thread) noexcept {
  const auto last =
      std::find_if(running_.rbegin(), running_.rend(), [thread](const Running& call) { return call.thread == thread; });
  if (last != running_.rend()) running_.erase(std::next(last).base());
}

void CallWatch::check_thread(const Running& call) {
  std::string sentence;
  const auto beside = std::ranges::find_if(running_, [&](const Running& other) { return other.thread != call.thread; });
  if (instance_.thread_level() != MPI_THREAD_SERIALIZED && call.thread != main_thread_) {
    sentence = fmt::format("{} is called by another thread than the one that initialised MPI", call.name);
    if (beside != running_.end()) sentence += fmt::format(", while that one is in {}", beside->name);
  } else if (beside != running_.end()) {
    sentence = fmt::format("{} is called by one thread while another one is in {}", call.name, beside->name);
  } else {
    return;
  }
  if (std::ranges::find(said_, sentence) != said_.end()) return;
  instance_.log().warn("{} (threads {} and {}), with {}: ask MPI_Init_thread for {}", sentence, call.thread,
                       beside != running_.end() ? beside->thread : main_thread_, level_name(instance_.thread_level()),
                       beside != running_.end() ? "MPI_THREAD_MULTIPLE" : "MPI_THREAD_SERIALIZED");
  said_.push_back(std::move(sentence));
}

void CallWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!stop_wanted_.wait_for(lock, kBetweenLooks, [this] { return stopping_; })) {
    lock.unlock();
    {
      const std::scoped_lock held(instance_.engine().lock());
      const std::uint64_t now = base::now_ns();
      for (Running& call : running_) {
        if (call.told || now - call.since_ns < kLongNs) continue;
        call.told = true;
        tell(call);
      }
    }
    lock.lock();
  }
}

// The warning names the operations under way, and the unexpected messages that no receive has matched.
void CallWatch::tell(const Running& call) {
  std::string text = fmt::format("{} has not returned for {} seconds", call.name, kLongNs / 1'000'000'000);
  std::vector<std::string> pending = instance_.checks()->under_way();
  for (std::size_t i = 0; i < std::min(pending.size(), kMostNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? "; under way: " : "; ", pending[i]);
  }
  if (pending.size() > kMostNamed) text += fmt::format("; and {} more", pending.size() - kMostNamed);
  for (const std::string& unread : unread_messages(instance_)) text += "; " + unread;
  instance_.log().warn("{}", text);
}

}  // namespace penstock::core
