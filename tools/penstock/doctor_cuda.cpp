// Asks the CUDA driver and NVML about this machine's GPUs, for `penstock doctor --probe gpu`.
#include "accel/libraries/nvml.hpp"
#include "base/status.hpp"
#include "penstock/doctor.hpp"
#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "accel/driver/driver.hpp"
#endif

namespace penstock::tool::health {
namespace {

using nlohmann::json;

#ifdef PENSTOCK_HAVE_GPU_HELPER
Status ask_device(const accel::Driver& driver, int device, int count, json* out) {
  char name[128] = {};
  PENSTOCK_TRY(driver.cuDeviceGetName(name, static_cast<int>(sizeof name) - 1, device));
  (*out)["devices"].push_back(name);
  json reach = json::array();
  for (int to = 0; to < count; ++to) {
    int can = device == to ? 1 : 0;
    if (device != to) PENSTOCK_TRY(driver.cuDeviceCanAccessPeer(&can, device, to));
    reach.push_back(can);
  }
  (*out)["reach"].push_back(std::move(reach));
  int mps = 0;  // drivers before CUDA 12.1 do not have the attribute
  const CUresult asked = driver.cuDeviceGetAttribute.raw(&mps, CU_DEVICE_ATTRIBUTE_MPS_ENABLED, device);
  (*out)["mps"].push_back(asked == CUDA_SUCCESS ? mps : -1);
  return Status::ok();
}

Status ask_cuda(json* out) {
  accel::Driver driver;
  PENSTOCK_TRY(driver.load());
  (*out)["loaded"] = true;
  int version = 0;
  int count = 0;
  PENSTOCK_TRY(driver.cuDriverGetVersion(&version));
  PENSTOCK_TRY(driver.cuInit(0U));
  PENSTOCK_TRY(driver.cuDeviceGetCount(&count));
  *out = {{"version", version},
          {"standin", driver.standin()},
          {"devices", json::array()},
          {"reach", json::array()},
          {"mps", json::array()}};
  for (int device = 0; device < count; ++device) PENSTOCK_TRY(ask_device(driver, device, count, out));
  return Status::ok();
}
#else
Status ask_cuda(json*) {
  return Status::error(Code::kUnsupported, "this build of Penstock has no GPU part (PENSTOCK_CUDA=OFF)");
}
#endif

Status ask_nvml(json* out) {
  accel::NvmlReport report;
  PENSTOCK_TRY(accel::read_nvml(&report));
  *out = {{"driver", report.driver}, {"gpus", json::array()}};
  for (const accel::NvmlGpu& gpu : report.gpus) {
    (*out)["gpus"].push_back({{"name", gpu.name},
                              {"persistence", gpu.persistence},
                              {"ecc", gpu.ecc},
                              {"mig", gpu.mig},
                              {"compute_mode", gpu.compute_mode},
                              {"nvlinks", gpu.links.size()}});
  }
  return Status::ok();
}

}  // namespace

json survey_gpus() {
  json cuda;
  json nvml;
  if (Status asked = ask_cuda(&cuda); !asked.is_ok()) cuda = {{"error", asked.message()}, {"loaded", cuda.contains("loaded")}};
  if (Status asked = ask_nvml(&nvml); !asked.is_ok()) nvml = {{"error", asked.message()}};
  return {{"cuda", std::move(cuda)}, {"nvml", std::move(nvml)}};
}

}  // namespace penstock::tool::health
