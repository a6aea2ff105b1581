// The tool interface (MPI_T) of one process: what is kept between its calls.
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

// One look at a performance variable by one session.
struct PvarHandle {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  std::size_t pvar = 0;
  MPI_Comm comm = MPI_COMM_NULL;  // where the variable is bound to one
  bool started = false;
  std::uint64_t base = 0;  // the variable when this began to count
  std::uint64_t kept = 0;  // counted before
};

struct PvarSession {};

inline constexpr std::array kSafetyLevels = {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                             MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

// A tool that wants to hear of one type of events: a function for each level of safety.
struct Registration {
  struct Callback {
    MPI_T_event_cb_function* function = nullptr;
    void* user_data = nullptr;
  };
  observe::Event event = observe::Event::kMessageKept;
  std::array<Callback, kSafetyLevels.size()> callbacks;
  MPI_T_event_dropped_cb_function* dropped = nullptr;

  // The function that asks for least; null where there is none.
  [[nodiscard]] const Callback* least() const noexcept;
};

struct Instance {
  observe::EventRecord record;
};

// Works before MPI starts and after it has ended, for any number of threads: a mutex of its own, taken before the engine's lock
// where a process runs. Whoever holds the engine's lock must not call it.
class Interface {
 public:
  using FindProcess = core::Instance* (*)() noexcept;
  // `find` gives the calling thread's process, null where there is none. `pending` is true while there are events for
  // deliver(). It outlives all processes.
  Interface(FindProcess find, std::atomic<bool>* pending) noexcept : find_(find), pending_(pending) {}
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Returns the values that tools have set, for the process that begins.
  [[nodiscard]] std::vector<core::Assigned> assigned();
  // The process runs; without its lock no other thread knows it yet. Without the engine's lock, and again where it was done.
  void join(core::Instance& instance);
  // The process is about to go: its last events are told and its counts kept, and `leave` makes that nobody finds it any more.
  // Without the engine's lock.
  void part(core::Instance& instance, const std::function<void()>& leave) noexcept;
  // Tells the tools what has happened. Without locks, where a function of the program may call MPI.
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
  // The rest is for whoever holds a Caller.
  int users = 0;  // calls of init_thread that no finalize has followed
  int thread_level = MPI_THREAD_SINGLE;
  bool loaded = false;
  Settings settings;                           // in force while no process runs
  std::map<std::size_t, std::string> changed;  // by tools, of tunables() by number
  std::vector<std::uint64_t> past;             // of performance variables: what processes that are gone have counted
  Handles<MPI_T_cvar_handle, CvarHandle> cvars;
  Handles<MPI_T_pvar_session, PvarSession> sessions;
  Handles<MPI_T_pvar_handle, PvarHandle> pvars;
  Handles<MPI_T_event_registration, Registration> registrations;
  Handles<MPI_T_event_instance, Instance> instances;

  // The environment and the tables, with what tools have set. kConfig as Settings::load.
  [[nodiscard]] Status load();
  // Lets the process raise what is listened to.
  void listen(core::Instance& instance);
  // The last user has gone.
  void clear() noexcept;
};

// One call of the interface: holds its mutex, and the lock of the process where one runs.
class Caller {
 public:
  explicit Caller(Interface& tools);
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  [[nodiscard]] Interface& tools() noexcept { return tools_; }
  // Null where MPI does not run.
  [[nodiscard]] core::Instance* instance() noexcept { return instance_; }
  [[nodiscard]] bool initialized() const noexcept { return tools_.users > 0; }
  // The values in force.
  [[nodiscard]] const Config& config();
  // For after the call, with nothing held: a function of the program.
  void then(std::function<void()> function) { then_ = std::move(function); }
  [[nodiscard]] std::function<void()> take_then() noexcept { return std::move(then_); }

 private:
  Interface& tools_;
  std::scoped_lock<std::mutex> lock_;
  core::Instance* instance_;
  std::function<void()> then_;
};

}  // namespace penstock::mpi_t
