#include "accel/driver/multicast.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#ifdef PENSTOCK_HAVE_CUDA
#include "accel/driver/driver.hpp"
#endif

namespace penstock::accel {
namespace {

// NCCL reads the variable in this way: a word is the number 0, and an empty string is no value.
bool is_zero(const char* value) {
  return *value != '\0' && std::strtoll(value, nullptr, 0) == 0;
}

// NVSHMEM reads the variable in this way: any value is true except 0, n(o) and f(alse).
bool is_true(std::string_view value) {
  return value.empty() || std::string_view("0nNfF").find(value.front()) == std::string_view::npos;
}

#ifdef PENSTOCK_HAVE_CUDA
// The attribute exists since CUDA 12.1.
Status ask_device(const Driver& driver, int ordinal, bool* able) {
  CUdevice device = 0;
  int has = 0;
  PENSTOCK_TRY(driver.cuDeviceGet(&device, ordinal));
  const CUresult asked = driver.cuDeviceGetAttribute.raw(&has, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, device);
  if (asked == CUDA_ERROR_INVALID_VALUE) has = 0;
  *able = has != 0;
  return asked == CUDA_ERROR_INVALID_VALUE ? Status::ok() : driver.cuDeviceGetAttribute.failure(asked);
}
#endif

}  // namespace

#ifdef PENSTOCK_HAVE_CUDA
Status ask_multicast(Multicast* out) {
  Driver driver;
  Multicast found;
  PENSTOCK_TRY(driver.load());
  PENSTOCK_TRY(driver.cuDeviceGetCount(&found.devices));
  for (int i = 0; i < found.devices; ++i) {
    bool able = false;
    PENSTOCK_TRY(ask_device(driver, i, &able));
    found.able += able ? 1 : 0;
  }
  *out = found;
  return Status::ok();
}
#else
Status ask_multicast(Multicast*) {
  return Status::error(Code::kUnsupported, "this build of Penstock has no GPU part (PENSTOCK_CUDA=OFF)");
}
#endif

std::string multicast_forbidden_by(const std::function<const char*(const char*)>& value_of) {
  constexpr const char* kNccl = "NCCL_NVLS_ENABLE";
  constexpr const char* kNvshmem = "NVSHMEM_DISABLE_NVLS";
  if (const char* value = value_of(kNccl); value != nullptr && is_zero(value)) return fmt::format("{}={}", kNccl, value);
  if (const char* value = value_of(kNvshmem); value != nullptr && is_true(value)) return fmt::format("{}={}", kNvshmem, value);
  return {};
}

std::string why_no_multicast(const Multicast& multicast, const std::string& forbidden_by) {
  if (!multicast.supported()) return "no GPU here supports it";
  if (!forbidden_by.empty()) return fmt::format("{} forbids it", forbidden_by);
  return "no collective of this version has an algorithm for it";
}

}  // namespace penstock::accel
