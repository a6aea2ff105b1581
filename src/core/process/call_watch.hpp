// Under PENSTOCK_CHECK this module records which calls of the application run in which threads, and reports a call that waits
// for long.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/object/instance.hpp"

namespace penstock::core {

class CallWatch final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kCallWatch;

  // The instance outlives the object, which is made by the thread that initialises MPI.
  explicit CallWatch(Instance& instance) noexcept;
  ~CallWatch() override { end(); }

  // Begins to watch for calls that do not return; called once the engine's lock is enabled.
  void look_after_calls();
  // These surround each call, with the engine's lock held. `name` outlives the process. begin() warns, once for each pair of
  // calls, if the thread level that the application requested does not allow this call.
  void begin(std::string_view name, pid_t thread);
  void end(pid_t thread) noexcept;
  // Stops watching.
  void end() noexcept override;

 private:
  struct Running {
    pid_t thread = 0;
    std::string_view name;
    std::uint64_t since_ns = 0;
    bool told = false;
  };
  void check_thread(const Running& call);
  void watch();
  void tell(const Running& call);

  Instance& instance_;
  const pid_t main_thread_;
  std::vector<Running> running_;  // a call that an application's function makes within another call comes after that call
  std::vector<std::string> said_;
  std::mutex mutex_;
  std::condition_variable stop_wanted_;
  bool stopping_ = false;
  std::thread thread_;
};

// Returns null without checks.
[[nodiscard]] inline CallWatch* call_watch_of(const Instance& instance) noexcept {
  return instance.modules().find<CallWatch>();
}

}  // namespace penstock::core
