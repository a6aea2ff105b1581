// How many hardware queues CUDA is asked for. Its definition is in config.cpp, where the environment is read.
#pragma once

#include <optional>

namespace penstock::base {

// Where a device is served by MPS, a process has two hardware queues by itself: work of another stream stands there behind a
// stream that waits. This many it has without MPS; ranks whose streams wait for each other got on with as many (H100).
inline constexpr int kHardwareQueues = 8;
inline constexpr const char* kHardwareQueuesVariable = "CUDA_DEVICE_MAX_CONNECTIONS";

// What that variable asks for; nothing where it is not set, 0 where it is no number.
[[nodiscard]] std::optional<int> wanted_hardware_queues() noexcept;

}  // namespace penstock::base
