// This header names processes to each other.
#pragma once

#include <cstdint>

#include "base/config.hpp"

namespace penstock::accel {

// ProcessId identifies a process among all containers of a host. It is sent to other processes.
struct ProcessId {
  std::uint64_t host = 0;           // hash of host id (boot id or PENSTOCK_HOST_ID)
  std::uint64_t pid_namespace = 0;  // inode of /proc/self/ns/pid, or hash of PENSTOCK_PID_NAMESPACE
  std::uint32_t pid = 0;
  std::uint32_t reserved = 0;
  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};
[[nodiscard]] ProcessId this_process(const Config& config);

}  // namespace penstock::accel
