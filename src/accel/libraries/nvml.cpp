#include "accel/libraries/nvml.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace penstock::accel {
namespace {

// These types are as in NVML's own header; the names of structures include their version.
using Device = struct NvmlDeviceOpaque*;
using Result = int;
constexpr Result kSuccess = 0;
constexpr unsigned kMostLinks = 18;
// The fields are NVML_FI_DEV_NVLINK_GET_SPEED, and NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON of older drivers.
constexpr unsigned kLinkSpeedFields[] = {164, 90};

struct PciInfo {  // nvmlPciInfo_t, version 3
  char legacy[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char address[32];
};
struct FieldValue {  // nvmlFieldValue_t
  unsigned field;
  unsigned scope;
  long long timestamp, latency;
  int type;
  Result result;
  union {
    double real;
    unsigned u32;
    unsigned long long u64;
  } value;
};
static_assert(sizeof(PciInfo) == 68 && sizeof(FieldValue) == 40);

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// NVML writes the PCI domain with eight digits, other tools with four.
std::string address_of(const PciInfo& info) {
  std::string text = lower(std::string(info.address, strnlen(info.address, sizeof info.address)));
  return text.size() == 16 && text.starts_with("0000") ? text.substr(4) : text;
}

class Nvml {
 public:
  Nvml() = default;
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  // The library is never unloaded, since its threads may outlive the call.
  ~Nvml() {
    if (open_) static_cast<void>(call<>("nvmlShutdown"));
  }

  Status open() {
    library_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      return Status::error(Code::kUnsupported,
                           "no NVML (libnvidia-ml.so.1): no NVIDIA driver here, or a container without its libraries");
    }
    const Result result = call<>("nvmlInit_v2");
    open_ = result == kSuccess;
    if (open_) return Status::ok();
    const auto text = reinterpret_cast<const char* (*)(Result)>(dlsym(library_, "nvmlErrorString"));
    return Status::error(Code::kDriver, "NVML refuses: {}", text != nullptr ? text(result) : "no reason given");
  }

  template <typename... Parameters>
  Result call(const char* name, Parameters... parameters) const {
    const auto function = reinterpret_cast<Result (*)(Parameters...)>(dlsym(library_, name));
    return function != nullptr ? function(parameters...) : -1;
  }
  // Returns the text that the NVML function `name` gives for a device.
  std::string text(const char* name, Device device) const {
    std::array<char, 96> out{};
    if (call(name, device, out.data(), static_cast<unsigned>(out.size())) != kSuccess) return {};
    return out.data();
  }
  int number(const char* name, Device device) const {
    unsigned value = 0;
    return call(name, device, &value) == kSuccess ? static_cast<int>(value) : -1;
  }
  // Returns the first of two numbers: the value in force now, not that after the next restart.
  int current(const char* name, Device device) const {
    unsigned value = 0;
    unsigned pending = 0;
    return call(name, device, &value, &pending) == kSuccess ? static_cast<int>(value) : -1;
  }

 private:
  void* library_ = nullptr;
  bool open_ = false;
};

NvmlGpu::NvLink::To end_of(const Nvml& nvml, Device device, unsigned link) {
  using To = NvmlGpu::NvLink::To;
  int kind = -1;
  if (nvml.call("nvmlDeviceGetNvLinkRemoteDeviceType", device, link, &kind) != kSuccess) return To::kUnknown;
  switch (kind) {
    case 0: return To::kGpu;
    case 1: return To::kCpu;
    case 2: return To::kSwitch;
    default: return To::kUnknown;
  }
}

void read_links(const Nvml& nvml, Device device, NvmlGpu* gpu) {
  for (unsigned link = 0; link < kMostLinks; ++link) {
    unsigned up = 0;
    if (nvml.call("nvmlDeviceGetNvLinkState", device, link, &up) != kSuccess || up == 0) continue;
    NvmlGpu::NvLink found{end_of(nvml, device, link), {}};
    PciInfo info{};
    if (nvml.call("nvmlDeviceGetNvLinkRemotePciInfo_v2", device, link, &info) == kSuccess) found.address = address_of(info);
    gpu->links.push_back(std::move(found));
  }
  for (const unsigned field : kLinkSpeedFields) {
    FieldValue speed{};
    speed.field = field;
    if (gpu->links.empty() || nvml.call("nvmlDeviceGetFieldValues", device, 1, &speed) != kSuccess) continue;
    if (speed.result == kSuccess && gpu->link_mb <= 0) gpu->link_mb = static_cast<int>(speed.value.u32);
  }
}

Status read_gpu(const Nvml& nvml, unsigned index, NvmlGpu* out) {
  Device device = nullptr;
  if (const Result result = nvml.call("nvmlDeviceGetHandleByIndex_v2", index, &device); result != kSuccess) {
    return Status::error(Code::kDriver, "NVML does not give access to GPU {} (error {})", index, result);
  }
  out->name = nvml.text("nvmlDeviceGetName", device);
  out->uuid = nvml.text("nvmlDeviceGetUUID", device);
  PciInfo info{};
  if (nvml.call("nvmlDeviceGetPciInfo_v3", device, &info) == kSuccess) out->address = address_of(info);
  out->persistence = nvml.number("nvmlDeviceGetPersistenceMode", device);
  out->compute_mode = nvml.number("nvmlDeviceGetComputeMode", device);
  out->ecc = nvml.current("nvmlDeviceGetEccMode", device);
  out->mig = nvml.current("nvmlDeviceGetMigMode", device);
  read_links(nvml, device, out);
  return Status::ok();
}

}  // namespace

Status read_nvml(NvmlReport* out) {
  *out = {};
  Nvml nvml;
  PENSTOCK_TRY(nvml.open());
  std::array<char, 96> version{};
  if (nvml.call("nvmlSystemGetDriverVersion", version.data(), static_cast<unsigned>(version.size())) == kSuccess) {
    out->driver = version.data();
  }
  unsigned count = 0;
  if (const Result result = nvml.call("nvmlDeviceGetCount_v2", &count); result != kSuccess) {
    return Status::error(Code::kDriver, "NVML does not list the GPUs (error {})", result);
  }
  for (unsigned i = 0; i < count; ++i) {
    NvmlGpu gpu;
    PENSTOCK_TRY(read_gpu(nvml, i, &gpu));
    out->gpus.push_back(std::move(gpu));
  }
  return Status::ok();
}

}  // namespace penstock::accel
