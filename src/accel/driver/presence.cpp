#include "accel/driver/presence.hpp"

#include <fmt/format.h>

namespace penstock::accel {

bool Presence::look() noexcept {
  unusable_ = open(&live_);  // tried again after a failure, which may have been temporary
  if (!unusable_.is_ok()) live_ = false;
  if (live_ && log_.enabled(base::Level::kInfo)) log_.info("GPU: {}", describe());
  return live_;
}

Status Presence::open(bool* initialised) {
  bool bound = false;
  PENSTOCK_TRY(driver_.attach(without_cuda_, &bound));
  if (!bound) return {};
  int count = 0;
  const CUresult result = driver_.cuDeviceGetCount.raw(&count);
  if (result == CUDA_ERROR_NOT_INITIALIZED || result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_DEINITIALIZED) return {};
  PENSTOCK_TRY(driver_.cuDeviceGetCount.failure(result));
  PENSTOCK_TRY(devices_.open());
  *initialised = true;
  return {};
}

Status Presence::need_live() {
  if (live()) return {};
  if (!unusable_.is_ok()) return unusable_.clone();
  return Status::error(Code::kInternal, "this process has no CUDA");
}

std::string Presence::describe() {
  if (!live()) return unusable_.is_ok() ? "no CUDA" : fmt::format("CUDA unusable: {}", unusable_.message());
  int version = 0;
  if (Status asked = driver_.cuDriverGetVersion(&version); !asked.is_ok()) return std::string(asked.message());
  if (driver_.standin()) return fmt::format("stand-in driver, {} devices (tests only)", devices_.count());
  return fmt::format("CUDA {}.{}, {} x {}", version / 1000, version % 1000 / 10, devices_.count(),
                     devices_.count() > 0 ? devices_.name(0) : "none");
}

int Presence::working_device() {
  int device = -1;
  if (!live()) return device;
  if (Status asked = devices_.working(&device); !asked.is_ok()) {
    log_.error("finding the device to work on: {}", asked.message());
    return -1;
  }
  return device;
}

Status Presence::need_working(int* device) {
  PENSTOCK_TRY(need_live());
  PENSTOCK_TRY(devices_.working(device));
  if (*device >= 0) return {};
  return Status::error(Code::kUnsupported,
                       "no device has a primary context yet; select one (cudaSetDevice) before passing GPU memory");
}

bool Presence::has_ended(Status* asked) const {
  int count = 0;
  const CUresult result = driver_.cuDeviceGetCount.raw(&count);
  *asked = driver_.cuDeviceGetCount.failure(result);
  return result == CUDA_ERROR_DEINITIALIZED;
}

}  // namespace penstock::accel
