// Progress, matching and the movement of messages for one process object. It knows world ranks, context ids and layouts, and no
// MPI handle. Each of its contracts is an interface of its own, in ../contract.
#pragma once

#include <memory>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"
#include "observe/counters.hpp"
#include "observe/events.hpp"
#include "proto/contract/device_exports.hpp"
#include "proto/contract/early_matching.hpp"
#include "proto/contract/membership.hpp"
#include "proto/contract/messages.hpp"
#include "proto/contract/one_sided.hpp"
#include "proto/contract/progress.hpp"
#include "proto/contract/routes.hpp"
#include "proto/progress/lock.hpp"
#include "proto/progress/progress_thread.hpp"

namespace penstock::proto {

class Engine {
 public:
  struct Parts {
    const Config& config;
    Log& log;
    boot::Boot& boot;
    accel::Accel& accel;
    observe::Counters& counters;
  };
  // Collective over the job: prepare(), then fence() and meet() of its membership. The parts outlive the engine.
  static Status create(const Parts& parts, std::unique_ptr<Engine>* out);
  // This rank alone calls it: publishes its address. Until Membership::meet() it sends to itself and nobody else.
  static Status prepare(const Parts& parts, std::unique_ptr<Engine>* out);
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] accel::Accel& accel() const noexcept { return accel_; }
  [[nodiscard]] const Config& config() const noexcept { return config_; }
  // Every thread inside the library holds it. Each contract is used with it held.
  [[nodiscard]] EngineLock& lock() noexcept { return lock_; }
  // It lives as long as the engine.
  [[nodiscard]] observe::Events& events() noexcept { return events_; }

  [[nodiscard]] Messages& messages() const noexcept { return *contracts_.messages; }
  [[nodiscard]] EarlyMatching& early_matching() const noexcept { return *contracts_.early_matching; }
  [[nodiscard]] DeviceExports& device_exports() const noexcept { return *contracts_.device_exports; }
  [[nodiscard]] Routes& routes() const noexcept { return *contracts_.routes; }
  [[nodiscard]] Progress& progress() const noexcept { return *contracts_.progress; }
  [[nodiscard]] ProgressThread& progress_thread() const noexcept { return *contracts_.progress_thread; }
  [[nodiscard]] Membership& membership() const noexcept { return *contracts_.membership; }
  // These two are OneSided's.
  [[nodiscard]] rma::Rma& rma() const { return contracts_.one_sided->rma(); }
  [[nodiscard]] transport::MemoryRegistry& memory_registry() const { return contracts_.one_sided->memory_registry(); }

 protected:
  // A contract that nobody may use is null.
  struct Contracts {
    Messages* messages = nullptr;
    EarlyMatching* early_matching = nullptr;
    DeviceExports* device_exports = nullptr;
    Routes* routes = nullptr;
    Progress* progress = nullptr;
    ProgressThread* progress_thread = nullptr;
    Membership* membership = nullptr;
    OneSided* one_sided = nullptr;
  };
  Engine(int rank, int size, accel::Accel& accel, const Config& config) noexcept
      : rank_(rank), size_(size), accel_(accel), config_(config) {}
  // The constructor of a derived class sets them, when its parts are there.
  void set(const Contracts& contracts) noexcept { contracts_ = contracts; }

 private:
  Contracts contracts_;
  int rank_;
  int size_;
  accel::Accel& accel_;
  const Config& config_;
  EngineLock lock_;
  observe::Events events_;
};

}  // namespace penstock::proto
