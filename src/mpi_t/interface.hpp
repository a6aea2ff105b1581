// The tool interface (MPI_T) of one process: the state that is kept between its calls.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "core/object/instance.hpp"
#include "mpi.h"
#include "mpi_t/handles.hpp"
#include "observe/events.hpp"

namespace penstock::mpi_t {

struct CvarHandle {
  std::size_t tunable = 0;
};

// One session's handle of a performance variable.
struct PvarHandle {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  std::size_t pvar = 0;
  MPI_Comm comm = MPI_COMM_NULL;  // if the variable is bound to a communicator
  bool started = false;
  std::uint64_t base = 0;  // the variable's value when the handle began to count
  std::uint64_t kept = 0;  // the handle's count before that
};

struct PvarSession {};

inline constexpr std::array kSafetyLevels = {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                             MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

// A tool's registration for one type of events: a callback for each level of safety.
struct Registration {
  struct Callback {
    MPI_T_event_cb_function* function = nullptr;
    void* user_data = nullptr;
  };
  observe::Event event = observe::Event::kMessageKept;
  std::array<Callback, kSafetyLevels.size()> callbacks;
  MPI_T_event_dropped_cb_function* dropped = nullptr;

  // Returns the callback with the weakest requirement; null if there is none.
  [[nodiscard]] const Callback* least() const noexcept;
};

struct Instance {
  observe::EventRecord record;
};

// The interface works before MPI starts and after it has ended, for any number of threads. Its own mutex is taken before the
// engine's lock, if a process runs. A thread that holds the engine's lock must not call it.
class Interface {
 public:
  using FindProcess = core::Instance* (*)() noexcept;
  // `find` returns the calling thread's process, null if there is none. `pending` is true while there are events for deliver().
  // It outlives all processes.
  Interface(FindProcess find, std::atomic<bool>* pending) noexcept : find_(find), pending_(pending) {}
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Returns the values that tools have set, for the process that begins.
  [[nodiscard]] std::vector<core::Assigned> assigned();
  // Called when the process runs; if it has no lock, no other thread knows it yet. It must be called without the engine's lock,
  // and may be called repeatedly.
  void join(core::Instance& instance);
  // Called when the process is about to end: delivers its last events and keeps its counts; `leave` hides the process from
  // further lookups. It must be called without the engine's lock.
  void part(core::Instance& instance, const std::function<void()>& leave) noexcept;
  // Delivers events to the tools. It must be called without locks, where a function of the application may call MPI.
  void deliver() noexcept;

 private:
  friend class Caller;

  [[nodiscard]] bool deliver_round(core::Instance* parting);
  void tell(const observe::EventRecord& record);
  void tell_lost(observe::Event event, std::uint64_t count);

  [[nodiscard]] bool pending() const noexcept { return pending_->load(std::memory_order_relaxed); }

  FindProcess find_;
  std::atomic<bool>* pending_;
  std::mutex mutex_;
  std::atomic<bool> delivering_ = false;

 public:
  // The holder of a Caller may use the following members.
  int users = 0;  // calls of init_thread without a finalize
  int thread_level = MPI_THREAD_SINGLE;
  bool loaded = false;
  Settings settings;                           // those in force while no process runs
  std::map<std::size_t, std::string> changed;  // values that tools have set, by the tunable's number
  std::vector<std::uint64_t> past;             // counts of performance variables from processes that have ended
  Handles<MPI_T_cvar_handle, CvarHandle> cvars;
  Handles<MPI_T_pvar_session, PvarSession> sessions;
  Handles<MPI_T_pvar_handle, PvarHandle> pvars;
  Handles<MPI_T_event_registration, Registration> registrations;
  Handles<MPI_T_event_instance, Instance> instances;

  // Loads the environment and the tables, with the values that tools have set. kConfig as in Settings::load.
  [[nodiscard]] Status load();
  // Makes the process raise the events that have listeners.
  void listen(core::Instance& instance);
  // Called when the last user has finalized.
  void clear() noexcept;
};

// One call of the interface: it holds the interface's mutex, and the lock of the process if one runs.
class Caller {
 public:
  explicit Caller(Interface& tools);
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  [[nodiscard]] Interface& tools() noexcept { return tools_; }
  // Returns null if MPI does not run.
  [[nodiscard]] core::Instance* instance() noexcept { return instance_; }
  [[nodiscard]] bool initialized() const noexcept { return tools_.users > 0; }
  // Returns the values in force.
  [[nodiscard]] const Config& config();
  // Sets a function of the application that is called after this call, without any lock.
  void then(std::function<void()> function) { then_ = std::move(function); }
  [[nodiscard]] std::function<void()> take_then() noexcept { return std::move(then_); }

 private:
  Interface& tools_;
  std::scoped_lock<std::mutex> lock_;
  core::Instance* instance_;
  std::function<void()> then_;
};

}  // namespace penstock::mpi_t
