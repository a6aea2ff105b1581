#include "accel/share/cuda_imports.hpp"

#include <fmt/format.h>

#include <string>

namespace penstock::accel {

// The driver refuses legacy handles of processes in other PID namespaces; descriptors do not depend on namespaces.
bool CudaImports::of_here(const Export& exported) const noexcept {
  const ProcessId& owner = exported.owner;
  return owner.host == self_.host && (exported.token != 0 || owner.pid_namespace == self_.pid_namespace);
}

bool CudaImports::importable(const Export& exported, int device) {
  if (!presence_.live() || !of_here(exported)) return false;
  if (!(exported.owner == self_) && !ipc_enabled_) return false;
  if (exported.token != 0 && !(exported.owner == self_) && !cache_.knows(exported)) return false;
  Devices& devices = presence_.devices();
  const int owner_device = devices.find(exported.gpu);
  if (device < 0) device = presence_.working_device();
  if (owner_device < 0 || device < 0) return false;
  bool reaches = false;
  Status asked = devices.can_access(device, owner_device, &reaches);
  // Mappings of peers' memory include access from the device.
  if (asked.is_ok() && reaches && exported.owner == self_) asked = devices.enable_access(device, owner_device);
  if (asked.is_ok()) return reaches;
  presence_.log().warn("staging instead of mapping: {}", asked.message());
  devices.forget_access(device, owner_device);
  return false;
}

bool CudaImports::atomics_reach(const Export& exported, int device) {
  const int owner_device = presence_.live() ? presence_.devices().find(exported.gpu) : -1;
  if (owner_device < 0 || device < 0) return false;
  bool reach = false;
  const Status asked = presence_.devices().has_atomics(device, owner_device, &reach);
  if (!asked.is_ok()) presence_.log().warn("accumulates on memory of a peer's GPU are left to the peer: {}", asked.message());
  return asked.is_ok() && reach;
}

Status CudaImports::import_memory(const Export& exported, int device, Mapping* out) {
  PENSTOCK_TRY(presence_.need_live());
  if (device < 0) PENSTOCK_TRY(presence_.need_working(&device));
  const int home = presence_.devices().find(exported.gpu);
  if (!(exported.owner == self_)) {
    if (home == device) share(device);
    return cache_.get(exported, device, out);
  }
  if (home != device) PENSTOCK_TRY(presence_.devices().enable_access(device, home));
  *out = {static_cast<std::uintptr_t>(exported.base), 0};
  return {};
}

bool CudaImports::mapped(const Export& exported, int device) {
  if (exported.owner == self_) return true;
  if (device < 0) device = presence_.working_device();
  return device >= 0 && cache_.holds(exported, device);
}

Status CudaImports::close_imports() {
  Status asked;
  if (!presence_.found() || presence_.has_ended(&asked)) return {};
  Status closed = close();
  return closed.is_ok() ? std::move(asked) : std::move(closed);
}

// The other process has another network namespace if Tenancy did not see it.
void CudaImports::share(int device) {
  if (const Site* const site = sites_.find(device); site != nullptr && site->resident) {
    site->resident->turn_off("another rank uses the device");
  }
  if (!told_shared_) tell_shared(device);
}

// Runs once. If the driver does not report whether MPS serves the GPU, no advice is given.
void CudaImports::tell_shared(int device) {
  told_shared_ = true;
  bool served = true;
  Log& log = presence_.log();
  if (Status asked = presence_.devices().under_mps(device, &served); !asked.is_ok()) {
    return log.info("whether MPS serves GPU {} is not known: {}", device, asked.message());
  }
  if (served) return;
  const std::string text = fmt::format(
      "ranks share GPU {}, and MPS does not serve it: their kernels take turns, and a small message takes about 0.15 ms "
      "instead of 14 us (measured on one H100). Remedy: start MPS before the job, with nvidia-cuda-mps-control -d",
      device);
  if (explain_) return log.say("{}", text);
  log.info("{}", text);
}

}  // namespace penstock::accel
