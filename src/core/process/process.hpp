// MPI in one rank of a job: what the first MPI_Init or MPI_Session_init makes. docs/design/sessions.md tells when it ends.
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

// Used by one thread at a time: whoever holds engine().lock().
class Process final : public Instance {
 public:
  // Works as Job::prepare(), without other ranks; operations that need no other rank work from now on.
  static Status prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out);
  // Makes a process with the caller's configuration and Boot, and begins the world: for ranks as threads. Collective over the
  // job.
  static Status create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out);
  ~Process();
  // Sets where the objects that outlive the process go, if there are any; called before it ends.
  void leave_behind(std::unique_ptr<Lasting>* out) noexcept { left_behind_ = out; }
  // Takes over the objects of an earlier process, before this one has objects of its own.
  void inherit(std::unique_ptr<Lasting> left) noexcept;

  // All that follows is called without the lock where it is not enabled, else with it.

  // Collective over the job: meets the other ranks; MPI_COMM_WORLD and MPI_COMM_SELF are there from now on.
  Status begin_world();
  // MPI_Finalize's first part: the program's functions run while MPI still works (standard, section 11.2.4).
  Status end_attributes();
  // Collective over the job: completes all operations under way, prints the report if one was asked for. The process goes on
  // without a world.
  Status end_world();
  // Ends the world as end_world() does, and disconnects from the peers and the launcher. In a forked child it does nothing.
  Status finalize();
  // At the end of a program without a world: completes all operations under way, parts from the launcher. Under a launcher that
  // is not ours it is collective over the job if there was a session. In a forked child it does nothing.
  Status leave();

  // The number of its users: the world and each session. api/life.cpp's own lock guards it.
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
  // Hands over info objects and error handlers, once no other object is left that may use them. Returns false where there are
  // none.
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
