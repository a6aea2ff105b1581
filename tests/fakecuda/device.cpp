#include "device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "driver.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

// Returns "GPU-50656e73-746f-...", as nvidia-smi prints it.
std::string uuid_text(int number) {
  const CUuuid uuid = Devices::uuid(number);
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char hex[3];
    std::snprintf(hex, sizeof hex, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += hex;
  }
  return text;
}

// Returns the device that one element of CUDA_VISIBLE_DEVICES names, -1 for none.
int named(const std::string& element, int devices) {
  if (element.starts_with("GPU-")) {
    for (int number = 0; number < devices; ++number) {
      if (uuid_text(number).starts_with(element)) return number;
    }
    return -1;
  }
  char* end = nullptr;
  const long number = std::strtol(element.c_str(), &end, 10);
  return end != element.c_str() && *end == '\0' && number >= 0 && number < devices ? static_cast<int>(number) : -1;
}

}  // namespace

Devices::Devices() {
  if (!options().has_visible) {
    for (int number = 0; number < options().devices; ++number) machine_.push_back(number);
    return;
  }
  for (const std::string& element : split(options().visible, ',')) {
    const int number = named(element, options().devices);
    if (number < 0) break;  // the first wrong element hides all that follow
    machine_.push_back(number);
  }
}

int Devices::ordinal_of(int number) const {
  const auto place = std::ranges::find(machine_, number);
  return place == machine_.end() ? -1 : static_cast<int>(place - machine_.begin());
}

bool Devices::reaches(int ordinal, int peer) const {
  return ordinal != peer && !is_among(options().strangers, ordinal, peer);
}

bool Devices::atomics_reach(int ordinal, int peer) const {
  return reaches(ordinal, peer) && !is_among(options().no_atomics, ordinal, peer);
}

bool Devices::is_among(const std::vector<std::pair<int, int>>& pairs, int ordinal, int peer) const {
  const int one = machine_number(ordinal);
  const int other = machine_number(peer);
  return std::ranges::any_of(
      pairs, [&](const std::pair<int, int>& pair) { return pair == std::pair(one, other) || pair == std::pair(other, one); });
}

CUuuid Devices::uuid(int number) {
  CUuuid uuid;
  std::memcpy(uuid.bytes, "PENSTOCK-FAKE-00", 16);
  if (const std::string& machine = options().machine; !machine.empty()) {
    const std::size_t hash = std::hash<std::string>()(machine);
    std::memcpy(uuid.bytes, &hash, sizeof hash);
  }
  uuid.bytes[14] = static_cast<char>('0' + number / 10);
  uuid.bytes[15] = static_cast<char>('0' + number % 10);
  return uuid;
}

namespace {

int attribute(CUdevice_attribute which) {
  switch (which) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: return kBlockThreads;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: return kBlockDepth;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return kGridWidth;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return kGridHeight;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return kSharedBytes;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return kWarp;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return kMultiprocessors;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: return kBlocksPerMultiprocessor;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return kBlocksPerMultiprocessor * static_cast<int>(kBlockThreads);
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return 1'000'000;
    case CU_DEVICE_ATTRIBUTE_MPS_ENABLED: return options().mps ? 1 : 0;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return 9;
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: return 2;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM:
    case CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED: return 1;
    default: return 0;
  }
}

template <typename Body>
CUresult with_device(CUdevice device, const void* out, Body&& body) {
  if (out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!driver().devices.valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  body();
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuDeviceGetCount(int* count) {
  return call(Entry::cuDeviceGetCount, [&] {
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *count = driver().devices.count();
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuDeviceGet(CUdevice* device, int ordinal) {
  return call(Entry::cuDeviceGet, [&] { return with_device(ordinal, device, [&] { *device = ordinal; }); });
}

CUresult CUDAAPI cuDeviceGetName(char* name, int len, CUdevice dev) {
  return call(Entry::cuDeviceGetName, [&] {
    if (len <= 0) return CUDA_ERROR_INVALID_VALUE;
    return with_device(dev, name, [&] {
      std::snprintf(name, static_cast<std::size_t>(len), "Penstock stand-in %d", driver().devices.machine_number(dev));
    });
  });
}

CUresult CUDAAPI cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  return call(Entry::cuDeviceGetUuid,
              [&] { return with_device(dev, uuid, [&] { *uuid = Devices::uuid(driver().devices.machine_number(dev)); }); });
}

CUresult CUDAAPI cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  return call(Entry::cuDeviceGetAttribute, [&] {
    if (attrib <= 0 || attrib >= CU_DEVICE_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
    return with_device(dev, pi, [&] { *pi = attribute(attrib); });
  });
}

CUresult CUDAAPI cuDeviceTotalMem(size_t* bytes, CUdevice dev) {
  return call(Entry::cuDeviceTotalMem, [&] { return with_device(dev, bytes, [&] { *bytes = options().memory_bytes; }); });
}

CUresult CUDAAPI cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return call(Entry::cuDeviceCanAccessPeer, [&] {
    if (!driver().devices.valid(peerDev)) return CUDA_ERROR_INVALID_DEVICE;
    return with_device(dev, canAccessPeer, [&] { *canAccessPeer = driver().devices.reaches(dev, peerDev) ? 1 : 0; });
  });
}

CUresult CUDAAPI cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) {
  return call(Entry::cuDeviceGetP2PAttribute, [&] {
    if (!driver().devices.valid(dstDevice) || srcDevice == dstDevice) return CUDA_ERROR_INVALID_DEVICE;
    const Devices& devices = driver().devices;
    return with_device(srcDevice, value, [&] {
      const bool atomics = attrib == CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED;
      *value = (atomics ? devices.atomics_reach(srcDevice, dstDevice) : devices.reaches(srcDevice, dstDevice)) ? 1 : 0;
    });
  });
}
}
