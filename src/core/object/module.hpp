// A module is a part of MPI that a rank has at most once and that belongs to one folder of this layer: its requests, its
// streams, its attached buffer. The process holds modules without knowing their classes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/status.hpp"

namespace penstock::core {

class Comm;

// Modules are drained and ended in this order.
enum class ModuleId : std::uint8_t {
  kCallWatch,
  kPartitioned,
  kStreams,
  kFiles,
  kRequests,
  kProbedMessages,
  kSendBuffer,
  kDeviceWatch,
  kUnnamedTypes,
  kMemory,
  kEnvironment,
  kCount,
};

// A module declares its id by `static constexpr ModuleId kModule`. It is used with the engine's lock held.
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  // Blocks until all operations under way are over; called by MPI_Finalize.
  [[nodiscard]] virtual Status drain() { return Status::ok(); }
  // Called before the MPI objects are destroyed: the module releases those that it holds. Objects that are destroyed later may
  // still use it.
  virtual void end() noexcept {}
  // Tells if an operation of the module is under way on the communicator.
  [[nodiscard]] virtual bool uses(const Comm& /*comm*/) const { return false; }
};

class Modules {
 public:
  // Returns null if the module has not begun.
  template <typename M>
  [[nodiscard]] M* find() const noexcept {
    return static_cast<M*>(slots_[static_cast<std::size_t>(M::kModule)].get());
  }
  // Adds a module; it must not replace one.
  template <typename M>
  M& begin(std::unique_ptr<M> made) noexcept {
    M& begun = *made;
    slots_[static_cast<std::size_t>(M::kModule)] = std::move(made);
    return begun;
  }
  // Returns the module, which is default-constructed at its first use.
  template <typename M>
  [[nodiscard]] M& need() {
    M* const found = find<M>();
    return found != nullptr ? *found : begin(std::make_unique<M>());
  }

  // Drains all modules; returns the first failure.
  [[nodiscard]] Status drain() {
    Status first;
    for (const auto& each : slots_) {
      if (Status drained = each ? each->drain() : Status::ok(); first.is_ok()) first = std::move(drained);
    }
    return first;
  }
  void end() noexcept {
    for (const auto& each : slots_) {
      if (each) each->end();
    }
  }
  [[nodiscard]] bool use(const Comm& comm) const {
    for (const auto& each : slots_) {
      if (each && each->uses(comm)) return true;
    }
    return false;
  }

 private:
  std::array<std::unique_ptr<Module>, static_cast<std::size_t>(ModuleId::kCount)> slots_;
};

}  // namespace penstock::core
