// Parts of MPI that a rank has at most once and that belong to one room of this layer: its requests, its streams, its attached
// buffer. The process carries them without knowing them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/status.hpp"

namespace penstock::core {

class Comm;

// Modules are drained, and end, in this order.
enum class ModuleId : std::uint8_t {
  kCallWatch,
  kPartitioned,
  kStreams,
  kRequests,
  kProbedMessages,
  kSendBuffer,
  kDeviceWatch,
  kUnnamedTypes,
  kMemory,
  kEnvironment,
  kCount,
};

// A module names itself by `static constexpr ModuleId kModule`. Used with the engine's lock held.
class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  virtual ~Module() = default;

  // Blocks until whatever is under way is over: MPI_Finalize.
  [[nodiscard]] virtual Status drain() { return Status::ok(); }
  // The objects of MPI go next: it releases those that it holds. Objects that go later may still use it.
  virtual void end() noexcept {}
  // Whether something of it is under way on the communicator.
  [[nodiscard]] virtual bool uses(const Comm& /*comm*/) const { return false; }
};

class Modules {
 public:
  // Null: it has not begun.
  template <typename M>
  [[nodiscard]] M* find() const noexcept {
    return static_cast<M*>(slots_[static_cast<std::size_t>(M::kModule)].get());
  }
  // Replaces none.
  template <typename M>
  M& begin(std::unique_ptr<M> made) noexcept {
    M& begun = *made;
    slots_[static_cast<std::size_t>(M::kModule)] = std::move(made);
    return begun;
  }
  // The module, which begins with its default constructor where it has not begun.
  template <typename M>
  [[nodiscard]] M& need() {
    M* const found = find<M>();
    return found != nullptr ? *found : begin(std::make_unique<M>());
  }

  // Drains all; the first failure.
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
