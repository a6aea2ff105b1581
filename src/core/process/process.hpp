// MPI in one rank of a job, made by the first MPI_Init or MPI_Session_init. docs/design/sessions.md tells when it ends.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/comm/comm.hpp"
#include "core/object/instance.hpp"
#include "core/process/predefined.hpp"
#include "runtime/job.hpp"

namespace penstock::core {

struct Lasting;  // process/lasting.hpp

// The object is used by one thread at a time, the holder of engine().lock().
class Process final : public Instance {
 public:
  // Works as Job::prepare(), without other ranks; operations that need no other rank work from now on.
  static Status prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out);
  // Makes a process with the caller's configuration and Boot, and begins the world: for ranks as
  // threads. The call is collective over the job.
  static Status create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out);
  ~Process();
  // Sets the destination of objects that outlive the process, if there are any; called before the process ends.
  void leave_behind(std::unique_ptr<Lasting>* out) noexcept { left_behind_ = out; }
  // Takes over the objects of an earlier process, before this one has objects of its own.
  void inherit(std::unique_ptr<Lasting> left) noexcept;

  // All following functions are called with the lock held, or without it while it is not enabled.

  // Collective over the job: meets the other ranks. MPI_COMM_WORLD and MPI_COMM_SELF exist from now on.
  Status begin_world();
  // The first part of MPI_Finalize: the application's functions run while MPI still works (standard, section 11.2.4).
  Status end_attributes();
  // Collective over the job: completes all operations under way, and prints the report if it was
  // requested. The process continues without a world.
  Status end_world();
  // Ends the world as end_world() does, and disconnects from the peers and the launcher. In a forked child it does nothing.
  Status finalize();
  // Called at the end of a program without a world: completes all operations under way and disconnects from the launcher. Under
  // a foreign launcher it is collective over the job if there was a session. In a forked child it does nothing.
  Status leave();

  // The number of users of the process: the world and each session. The lock of api/life.cpp guards it.
  int users = 0;

 private:
  explicit Process(std::unique_ptr<runtime::Job> job);
  Status open();
  Ref<Comm> make_comm(std::vector<int> members, runtime::TeamId id, std::string_view name);
  void tell_leftovers(std::string_view when);
  void tell_unread(std::string_view when);
  void begin_checks();
  // Releases objects that the application has not freed, except those of hand_over(). Called before the engine is destroyed.
  void release_objects() noexcept;
  // Hands over info objects and error handlers, once no other object is left that may
  // use them. Returns false if there are none.
  bool hand_over(Lasting* out);

  std::unique_ptr<Lasting>* left_behind_ = nullptr;
  bool had_world_ = false;
  bool finalized_ = false;
  std::unique_ptr<MessageChecks> own_checks_;
  Predefined predefined_;
  Ref<Comm> world_comm_;
  Ref<Comm> self_comm_;
};

// Each instance is the lower part of a process.
[[nodiscard]] inline Process& process_of(Instance& instance) noexcept {
  return static_cast<Process&>(instance);
}

}  // namespace penstock::core
