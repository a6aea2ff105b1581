// What NVML knows of the GPUs, without CUDA: libnvidia-ml.so.1 is loaded when asked and is never linked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.hpp"

namespace penstock::accel {

// -1 stands for: the driver does not say.
struct NvmlGpu {
  std::string name;
  std::string uuid;     // "GPU-..."
  std::string address;  // "0000:1b:00.0"
  int persistence = -1;
  int ecc = -1;
  int mig = -1;
  int compute_mode = -1;  // 0 default, 1 exclusive thread, 2 prohibited, 3 exclusive process
  int link_mb = -1;       // of one NVLink, one way, in MB/s
  struct NvLink {
    enum class To : std::uint8_t { kGpu, kCpu, kSwitch, kUnknown };
    To to = To::kUnknown;
    std::string address;  // of the other end
  };
  std::vector<NvLink> links;  // that are up
};

struct NvmlReport {
  std::string driver;  // "580.65.06"
  std::vector<NvmlGpu> gpus;
};

// Code::kUnsupported where there is no NVML (no NVIDIA driver, or a container without its libraries), Code::kDriver where it
// refuses. May take seconds while the driver loads.
Status read_nvml(NvmlReport* out);

}  // namespace penstock::accel
