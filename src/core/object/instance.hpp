// The state that all MPI objects of one rank share: the engine, the configuration, the object tables and the modules.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <unordered_set>

#include "core/object/module.hpp"
#include "core/object/objects.hpp"
#include "core/object/predefined_attributes.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/job.hpp"

namespace penstock::core {

class MessageChecks;  // p2p/message_checks.hpp
using runtime::Assigned;

// Not thread-safe: the thread that holds engine().lock() uses it. Process (process/process.hpp) makes and ends it.
class Instance : public Objects {
 public:
  [[nodiscard]] runtime::Job& job() const noexcept { return *job_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return engine_; }
  [[nodiscard]] const Config& config() const noexcept { return job_->config(); }
  [[nodiscard]] Log& log() noexcept { return job_->log(); }
  [[nodiscard]] int rank() const noexcept { return job_->rank(); }
  [[nodiscard]] int size() const noexcept { return job_->size(); }
  [[nodiscard]] const Modules& modules() const noexcept { return modules_; }
  [[nodiscard]] Modules& modules() noexcept { return modules_; }

  [[nodiscard]] bool has_world() const noexcept { return world_ != nullptr; }
  // Valid while there is a world.
  [[nodiscard]] Comm& world() noexcept { return *world_; }
  // Without a world, the application has no handle of this communicator.
  [[nodiscard]] Comm& self() noexcept { return *self_; }
  // Returns the error handler that new communicators get.
  [[nodiscard]] Errhandler& initial_errhandler() noexcept { return *initial_errhandler_; }

  // Returns the level that MPI_Init_thread provided, and whether the calling thread is the main thread. The level is set
  // while no other thread knows the process.
  [[nodiscard]] int thread_level() const noexcept { return thread_level_; }
  void set_thread_level(int level) noexcept;
  [[nodiscard]] bool on_main_thread() const noexcept;

  // The attributes of MPI's own keys.
  PredefinedAttributes attributes;

  // Set under PENSTOCK_CHECK once the world has begun; else null.
  [[nodiscard]] MessageChecks* checks() const noexcept { return checks_; }
  // For PENSTOCK_CHECK: reports, once for each sentence, that the application relies on behaviour that works here but that the
  // standard does not allow.
  void note_unportable(const std::string& sentence);

 protected:
  explicit Instance(std::unique_ptr<runtime::Job> job);
  ~Instance() = default;

  // The job is destroyed last: objects use its engine to their end.
  std::unique_ptr<runtime::Job> job_;
  proto::Engine& engine_;
  Comm* world_ = nullptr;
  Comm* self_ = nullptr;
  Errhandler* initial_errhandler_ = nullptr;
  MessageChecks* checks_ = nullptr;
  pid_t main_thread_;
  Modules modules_;

 private:
  int thread_level_ = MPI_THREAD_SINGLE;
  std::unordered_set<std::string> noted_;
};

}  // namespace penstock::core
