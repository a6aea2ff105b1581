// This header reads NVML's description of the GPUs, without CUDA: libnvidia-ml.so.1 is loaded when needed and is never linked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.hpp"

namespace penstock::accel {

// A value of -1 means that the driver does not report it.
struct NvmlGpu {
  std::string name;
  std::string uuid;     // "GPU-..."
  std::string address;  // "0000:1b:00.0"
  int persistence = -1;
  int ecc = -1;
  int mig = -1;
  int compute_mode = -1;  // 0 default, 1 exclusive thread, 2 prohibited, 3 exclusive process
  int link_mb = -1;       // speed of one NVLink in one direction, in MB/s
  struct NvLink {
    enum class To : std::uint8_t { kGpu, kCpu, kSwitch, kUnknown };
    To to = To::kUnknown;
    std::string address;  // address of the other end
  };
  std::vector<NvLink> links;  // links that are up
};

struct NvmlReport {
  std::string driver;  // "580.65.06"
  std::vector<NvmlGpu> gpus;
};

// Returns Code::kUnsupported if there is no NVML (no NVIDIA driver, or a container without its libraries), and Code::kDriver if
// it refuses. The call may take seconds while the driver loads.
Status read_nvml(NvmlReport* out);

}  // namespace penstock::accel
