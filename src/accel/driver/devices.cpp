#include "accel/driver/devices.hpp"

#include <cstring>

namespace penstock::accel {

Status Devices::open() {
  int count = 0;
  PENSTOCK_TRY(driver_.cuDeviceGetCount(&count));
  std::vector<Device> found(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    PENSTOCK_TRY(read(i, &found[static_cast<std::size_t>(i)]));
    found[static_cast<std::size_t>(i)].reach.assign(static_cast<std::size_t>(count), -1);
    found[static_cast<std::size_t>(i)].atomics.assign(static_cast<std::size_t>(count), -1);
  }
  devices_ = std::move(found);
  return {};
}

Status Devices::read(int ordinal, Device* out) const {
  char name[128] = {};
  CUuuid uuid{};
  PENSTOCK_TRY(driver_.cuDeviceGet(&out->handle, ordinal));
  PENSTOCK_TRY(driver_.cuDeviceGetName(name, static_cast<int>(sizeof name) - 1, out->handle));
  PENSTOCK_TRY(driver_.cuDeviceGetUuid(&uuid, out->handle));
  PENSTOCK_TRY(
      driver_.cuDeviceGetAttribute(&out->limits.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, out->handle));
  PENSTOCK_TRY(
      driver_.cuDeviceGetAttribute(&out->limits.block_threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, out->handle));
  PENSTOCK_TRY(driver_.cuDeviceGetAttribute(&out->limits.kilohertz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, out->handle));
  out->name = name;
  static_assert(sizeof uuid.bytes == sizeof(GpuUuid));
  std::memcpy(out->uuid.data(), uuid.bytes, sizeof uuid.bytes);
  return {};
}

int Devices::find(const GpuUuid& uuid) const noexcept {
  for (int i = 0; i < count(); ++i) {
    if (devices_[static_cast<std::size_t>(i)].uuid == uuid) return i;
  }
  return -1;
}

Status Devices::check(int device) const {
  if (device >= 0 && device < count()) return {};
  return Status::error(Code::kInternal, "there is no device {}: this process sees {}", device, count());
}

// Drivers before CUDA 12.1 do not support this query.
Status Devices::under_mps(int device, bool* out) const {
  PENSTOCK_TRY(check(device));
  int served = 0;
  const CUdevice handle = devices_[static_cast<std::size_t>(device)].handle;
  PENSTOCK_TRY(driver_.cuDeviceGetAttribute(&served, CU_DEVICE_ATTRIBUTE_MPS_ENABLED, handle));
  *out = served != 0;
  return {};
}

Status Devices::active(int device, bool* out) {
  PENSTOCK_TRY(check(device));
  const Device& it = devices_[static_cast<std::size_t>(device)];
  if (it.context != nullptr) {
    *out = true;
    return {};
  }
  unsigned flags = 0;
  int is_active = 0;
  PENSTOCK_TRY(driver_.cuDevicePrimaryCtxGetState(it.handle, &flags, &is_active));
  *out = is_active != 0;
  return {};
}

Status Devices::context(int device, CUcontext* out) {
  PENSTOCK_TRY(check(device));
  Device& it = devices_[static_cast<std::size_t>(device)];
  if (it.context == nullptr) {
    bool exists = false;
    PENSTOCK_TRY(active(device, &exists));
    if (!exists) {
      return Status::error(Code::kUnsupported,
                           "device {} has no primary context, the one that this library works in; use the CUDA runtime, or "
                           "cuDevicePrimaryCtxRetain, on that device before passing its memory",
                           device);
    }
    PENSTOCK_TRY(driver_.cuDevicePrimaryCtxRetain(&it.context, it.handle));
  }
  *out = it.context;
  return {};
}

Status Devices::working(int* out) {
  *out = -1;
  CUcontext current = nullptr;
  bool is_active = false;
  PENSTOCK_TRY(driver_.cuCtxGetCurrent(&current));
  if (current != nullptr) {
    CUdevice handle = 0;
    PENSTOCK_TRY(driver_.cuCtxGetDevice(&handle));
    for (int i = 0; i < count(); ++i) {
      if (devices_[static_cast<std::size_t>(i)].handle == handle) *out = i;
    }
    if (*out >= 0) PENSTOCK_TRY(active(*out, &is_active));
    if (is_active) return {};
  }
  *out = -1;
  for (int i = 0; i < count(); ++i) {
    PENSTOCK_TRY(active(i, &is_active));
    if (is_active) {
      *out = i;
      return {};
    }
  }
  return {};
}

Status Devices::can_access(int from, int to, bool* out) {
  PENSTOCK_TRY(check(from));
  PENSTOCK_TRY(check(to));
  signed char& reach = devices_[static_cast<std::size_t>(from)].reach[static_cast<std::size_t>(to)];
  if (from == to) reach = 2;
  if (reach < 0) {
    int can = 0;
    PENSTOCK_TRY(driver_.cuDeviceCanAccessPeer(&can, devices_[static_cast<std::size_t>(from)].handle,
                                               devices_[static_cast<std::size_t>(to)].handle));
    reach = can != 0 ? 1 : 0;
  }
  *out = reach > 0;
  return {};
}

Status Devices::has_atomics(int from, int to, bool* out) {
  PENSTOCK_TRY(check(from));
  PENSTOCK_TRY(check(to));
  signed char& atomics = devices_[static_cast<std::size_t>(from)].atomics[static_cast<std::size_t>(to)];
  if (from == to) atomics = 1;
  if (atomics < 0) {
    int has = 0;
    atomics = 0;  // 0 also if the query fails
    PENSTOCK_TRY(driver_.cuDeviceGetP2PAttribute(&has, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED,
                                                 devices_[static_cast<std::size_t>(from)].handle,
                                                 devices_[static_cast<std::size_t>(to)].handle));
    atomics = has != 0 ? 1 : 0;
  }
  *out = atomics > 0;
  return {};
}

void Devices::forget_access(int from, int to) noexcept {
  devices_[static_cast<std::size_t>(from)].reach[static_cast<std::size_t>(to)] = 0;
}

Status Devices::enable_access(int from, int to) {
  bool can = false;
  PENSTOCK_TRY(can_access(from, to, &can));
  signed char& reach = devices_[static_cast<std::size_t>(from)].reach[static_cast<std::size_t>(to)];
  if (reach == 2) return {};
  if (!can) {
    return Status::error(Code::kUnsupported, "device {} cannot reach memory of device {}; set PENSTOCK_CUDA_IPC=0 to stage it",
                         from, to);
  }
  CUcontext peer = nullptr;
  PENSTOCK_TRY(context(to, &peer));
  PENSTOCK_TRY(within(from, [&]() -> Status {
    const CUresult result = driver_.cuCtxEnablePeerAccess.raw(peer, 0U);
    return result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED ? Status::ok() : driver_.cuCtxEnablePeerAccess.failure(result);
  }));
  reach = 2;
  return {};
}

Status Devices::make_stream(CUstream* out) {
  int greatest = 0;
  PENSTOCK_TRY(driver_.cuCtxGetStreamPriorityRange(nullptr, &greatest));
  return driver_.cuStreamCreateWithPriority(out, static_cast<unsigned>(CU_STREAM_NON_BLOCKING), greatest);
}

Status Devices::release() {
  Status first;
  for (Device& device : devices_) {
    if (device.context == nullptr) continue;
    device.context = nullptr;
    Status released = driver_.cuDevicePrimaryCtxRelease(device.handle);
    if (first.is_ok()) first = std::move(released);
  }
  return first;
}

}  // namespace penstock::accel
