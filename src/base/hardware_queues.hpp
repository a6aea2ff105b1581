// This header has the number of hardware queues that CUDA is asked for. The function is defined in config.cpp, which reads the
// environment.
#pragma once

#include <optional>

namespace penstock::base {

// On a device that MPS serves, a process has two hardware queues by default, so work of one stream waits behind another stream
// that waits. Without MPS a process has this many; ranks whose streams wait for each other made progress with this many (H100).
inline constexpr int kHardwareQueues = 8;
inline constexpr const char* kHardwareQueuesVariable = "CUDA_DEVICE_MAX_CONNECTIONS";

// Returns the number that the variable asks for: nothing if it is not set, 0 if its value is no number.
[[nodiscard]] std::optional<int> wanted_hardware_queues() noexcept;

}  // namespace penstock::base
