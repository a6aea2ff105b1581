// A hook around a device injects the faults of PENSTOCK_FAULT (transport/hook/fault.hpp) into its calls. Without the variable,
// no device has a hook.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "base/status.hpp"
#include "io/device/device.hpp"
#include "transport/hook/fault.hpp"

namespace penstock::io {

// Counts the calls of one rank on all its files. Thread-safe.
class Faults {
 public:
  // Ignores rules for transports and for other ranks.
  Faults(const transport::FaultPlan& plan, int rank);

  [[nodiscard]] bool any() const noexcept { return !rules_.empty(); }
  // Counts a call, and returns the fault to inject into it.
  [[nodiscard]] transport::FaultAction next(transport::Verb verb);
  // Counts a call that fails or succeeds as a whole, and returns 0 or the errno with which it fails.
  [[nodiscard]] int error_of_next(transport::Verb verb);

 private:
  std::mutex mutex_;
  std::vector<transport::FaultRule> rules_;
  std::array<std::uint64_t, transport::kVerbs> calls_{};
};

// `faults` must outlive the device.
std::unique_ptr<Device> make_hook(Faults& faults, std::unique_ptr<Device> inner);

}  // namespace penstock::io
