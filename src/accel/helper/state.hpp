// State has the data that the public GPU helper keeps in a process.
#pragma once

#include <array>
#include <exception>
#include <string>

#include "accel/driver/driver.hpp"
#include "accel/helper/memory.hpp"

namespace penstock::accel::helper {

inline constexpr int kMaxDevices = 64;

struct State {
  Driver driver;
  int devices = 0;
  std::array<bool, kMaxDevices> retained{};
  HelperMemory memory{driver};
  std::string error;
};

[[nodiscard]] State& state();

// Runs `work` and keeps the message of its failure.
template <typename Work>
int guarded(Work&& work) noexcept {
  try {
    Status done = work(state());
    if (done.is_ok()) return 0;
    state().error = std::string(done.message());
  } catch (const std::exception& error) {
    state().error = error.what();
  }
  return -1;
}

}  // namespace penstock::accel::helper
