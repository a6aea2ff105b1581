#include "ipc.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "driver.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

constexpr std::uint64_t kMagic = 0x70656e73746f636b;

// The driver knows processes by their numbers, so a handle of another PID namespace means nothing here.
std::uint64_t pid_namespace() {
  struct stat about{};
  return stat("/proc/self/ns/pid", &about) == 0 ? about.st_ino : 0;
}

// Opens the exporter's arena if the allocation still lives; -1 otherwise.
int open_arena(const IpcHandle& handle) {
  const std::string path = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.fd);
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return -1;
  Tag tag{};
  const bool read = handle.data > 0 && Arena::read_tag(fd, handle.data, &tag);
  const bool same = tag.nonce == handle.nonce && tag.buffer_id == handle.buffer_id && tag.bytes == whole_pages(handle.bytes);
  if (read && same) return fd;
  ::close(fd);
  return -1;
}

// Finds the owner's ordinal in this process, if the context's device can access it.
CUresult owner_of(const Context& context, const IpcHandle& handle, int* ordinal) {
  *ordinal = driver().devices.ordinal_of(handle.machine_number);
  if (*ordinal < 0) return CUDA_ERROR_INVALID_DEVICE;
  const bool reached = *ordinal == context.device || driver().devices.reaches(context.device, *ordinal);
  return reached ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

}  // namespace

CUresult Imports::open(Context& context, const IpcHandle& handle, CUdeviceptr* out) {
  if (handle.magic != kMagic || handle.pid_namespace != pid_namespace()) return CUDA_ERROR_INVALID_VALUE;
  if (handle.pid == getpid()) return CUDA_ERROR_INVALID_CONTEXT;
  int owner = -1;
  if (const CUresult result = owner_of(context, handle, &owner); result != CUDA_SUCCESS) return result;
  const int fd = open_arena(handle);
  if (fd < 0) return CUDA_ERROR_INVALID_HANDLE;
  const std::lock_guard lock(mutex_);
  for (auto& [address, import] : imports_) {
    if (import.context != &context || import.nonce != handle.nonce || import.buffer_id != handle.buffer_id) continue;
    ++import.references;
    *out = address;
    ::close(fd);
    return CUDA_SUCCESS;
  }
  // As with the driver, an older mapping of an earlier allocation blocks the place.
  const auto in_the_way = [&](const auto& entry) {
    const Import& older = entry.second;
    return older.context == &context && older.pid == handle.pid && older.page == handle.page;
  };
  if (options().old_mappings && std::ranges::any_of(imports_, in_the_way)) {
    ::close(fd);
    return CUDA_ERROR_ALREADY_MAPPED;
  }
  // The mapping keeps the memory that is held here.
  const CUresult result = hold(fd, handle.data) ? driver().memory.add_import(context, owner, fd, handle.data, handle.bytes, out)
                                                : CUDA_ERROR_MAP_FAILED;
  ::close(fd);
  if (result == CUDA_SUCCESS) imports_[*out] = {&context, handle.nonce, handle.buffer_id, handle.pid, handle.page, 1};
  return result;
}

CUresult Imports::close(CUdeviceptr address) {
  {
    const std::lock_guard lock(mutex_);
    const auto place = imports_.find(address);
    if (place == imports_.end()) return CUDA_ERROR_INVALID_VALUE;
    if (--place->second.references > 0) return CUDA_SUCCESS;
    imports_.erase(place);
  }
  Allocation mapped;
  if (!driver().memory.take(address, {Kind::kImported}, &mapped)) return CUDA_ERROR_INVALID_VALUE;
  driver().board.drain(*mapped.context);  // work in flight still uses the mapping
  driver().memory.release(mapped);
  return CUDA_SUCCESS;
}

void Imports::forget(const Context& context) {
  const std::lock_guard lock(mutex_);
  std::erase_if(imports_, [&](const auto& entry) { return entry.second.context == &context; });
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr) {
  return call(Entry::cuIpcGetMemHandle, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    Allocation held;
    if (pHandle == nullptr || !driver().memory.find(dptr, &held)) return CUDA_ERROR_INVALID_VALUE;
    if (held.kind != Kind::kDevice) return CUDA_ERROR_INVALID_VALUE;  // pools, managed and host memory have no legacy handle
    const Arena& arena = driver().memory.arena(held.device);
    const IpcHandle handle{.magic = kMagic,
                           .pid = getpid(),
                           .fd = arena.fd(),
                           .data = held.data,
                           .bytes = held.size,
                           .buffer_id = held.buffer_id,
                           .nonce = arena.nonce(),
                           .machine_number = driver().devices.machine_number(held.device),
                           .page = static_cast<std::uint32_t>(held.base >> 12U),
                           .pid_namespace = pid_namespace()};
    std::memset(pHandle, 0, sizeof *pHandle);
    std::memcpy(pHandle, &handle, sizeof handle);
    return CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) {
  return call(Entry::cuIpcOpenMemHandle, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    if (pdptr == nullptr || Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
    IpcHandle own;
    std::memcpy(static_cast<void*>(&own), &handle, sizeof own);
    return driver().imports.open(*context, own, pdptr);
  });
}

CUresult CUDAAPI cuIpcCloseMemHandle(CUdeviceptr dptr) {
  return call(Entry::cuIpcCloseMemHandle, [&] {
    Context* context = nullptr;
    if (const CUresult result = driver().contexts.current(&context); result != CUDA_SUCCESS) return result;
    return driver().imports.close(dptr);
  });
}
}
