// MPI in one rank of a job: what the first MPI_Init or MPI_Session_init makes. docs/design/sessions.md tells when it ends.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/mpi_objects.hpp"
#include "core/partition_tags.hpp"
#include "core/send_buffer.hpp"
#include "runtime/job.hpp"

namespace penstock::runtime {
class DeviceWatch;  // device_window.hpp
}

namespace penstock::core {

class CallWatch;        // call_watch.hpp
class DeviceRequests;   // partitioned_device.hpp
class MessageChecks;    // message_checks.hpp
class PartitionedSide;  // partitioned_side.hpp
class ProgramMemory;    // program_memory.hpp
class Streams;          // stream_queue.hpp
using runtime::Assigned;

// Used by one thread at a time: whoever holds engine().lock().
class Process final : public MpiObjects {
 public:
  // As Job::prepare(): of this rank alone; what needs no other rank works from now on.
  static Status prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned,
                        std::unique_ptr<Process>* out);
  // With a configuration and a Boot of the caller's, and with the world begun: ranks as threads. Collective over the job.
  static Status create(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Process>* out);
  ~Process();
  // Before it ends: gets what outlives it, if there is anything.
  void leave_behind(std::unique_ptr<Lasting>* out) noexcept { left_behind_ = out; }
  // What another one has left behind, before this one has objects of its own.
  void inherit(std::unique_ptr<Lasting> left) noexcept;

  // What follows is called without the lock where it is not enabled, else with it.

  // Collective over the job: meets the other ranks; MPI_COMM_WORLD and MPI_COMM_SELF are there from now on.
  Status begin_world();
  // MPI_Finalize's first part: the program's functions run while MPI still works (standard, section 11.2.4).
  Status end_attributes();
  // Collective over the job: completes what is in flight, prints the report if one was asked for. The process goes on without
  // a world.
  Status end_world();
  // The same, and parts from the peers and the launcher. In a forked child it does nothing.
  Status finalize();
  // At the end of a program without a world: completes what is in flight, parts from the launcher. Under a launcher that is not
  // ours it is collective over the job if there was a session. In a forked child it does nothing.
  Status leave();

  [[nodiscard]] runtime::Job& job() const noexcept { return *job_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }
  [[nodiscard]] const Config& config() const noexcept { return job_->config(); }
  [[nodiscard]] Log& log() noexcept { return job_->log(); }
  [[nodiscard]] int rank() const noexcept { return job_->rank(); }
  [[nodiscard]] int size() const noexcept { return job_->size(); }

  [[nodiscard]] bool has_world() const noexcept { return world_ != nullptr; }
  // While there is a world.
  [[nodiscard]] Comm& world() noexcept { return *world_; }
  // Without a world the program does not know it.
  [[nodiscard]] Comm& self() noexcept { return *self_; }

  // The level that MPI_Init_thread gave, and whether the calling thread is the one that called it. Set while no other thread
  // knows the process.
  int thread_level = MPI_THREAD_SINGLE;
  void set_thread_level(int level) noexcept {
    thread_level = level;
    environment_.reset();  // it tells the level
    if (level == MPI_THREAD_MULTIPLE) engine_.lock().enable();
  }
  [[nodiscard]] bool on_main_thread() const noexcept;
  // Who uses it: the world, and each session. api/life.cpp's own lock guards it.
  int users = 0;

  // MPI_INFO_ENV.
  [[nodiscard]] Info& environment();
  // Those of MPI's own keys.
  PredefinedAttributes attributes;

  // Under PENSTOCK_CHECK, from the world's beginning on; else null.
  [[nodiscard]] MessageChecks* checks() const noexcept { return checks_.get(); }
  [[nodiscard]] CallWatch* call_watch() const noexcept { return call_watch_.get(); }
  // For PENSTOCK_CHECK: says, once for each sentence, what the program does that works here and the standard does not allow.
  void note_unportable(const std::string& sentence);

  // What the program asks MPI for.
  [[nodiscard]] ProgramMemory& memory() noexcept { return *memory_; }

  // MPI_Buffer_attach; null while none is attached.
  std::unique_ptr<SendBuffer> send_buffer;

  // Of partitioned requests: tags for their messages, and sides that have not met the other one.
  PartitionTags partition_tags;
  std::vector<std::shared_ptr<PartitionedSide>> pairing;
  // Those that kernels were told of; null: there was none.
  std::shared_ptr<DeviceRequests> device_requests;

  // Streams of the program's with communication on them; null: there was none.
  std::shared_ptr<Streams> streams;
  // Looks after windows that kernels were told of; null: there was none.
  std::shared_ptr<runtime::DeviceWatch> device_watch;

 private:
  explicit Process(std::unique_ptr<runtime::Job> job);
  Status open();
  Ref<Comm> make_comm(std::vector<int> members, runtime::TeamId id, std::string_view name);
  Status complete();
  void tell_leftovers(std::string_view when);
  void tell_unread(std::string_view when);
  void begin_checks();

  pid_t main_thread_;
  std::unique_ptr<Lasting>* left_behind_ = nullptr;
  bool had_world_ = false;
  bool finalized_ = false;
  Ref<Info> environment_;
  std::unique_ptr<ProgramMemory> memory_;
  std::unordered_set<std::string> noted_;
  std::unique_ptr<MessageChecks> checks_;
  std::unique_ptr<CallWatch> call_watch_;
  Comm* world_ = nullptr;
  Comm* self_ = nullptr;
  Ref<Comm> world_comm_;
  Ref<Comm> self_comm_;
};

}  // namespace penstock::core
