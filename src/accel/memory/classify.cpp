#include "accel/memory/classify.hpp"

#include <link.h>
#include <pthread.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>

namespace penstock::accel {
namespace {

// StackBounds has the top of the calling thread's stack and the lowest address to which it may grow. It is determined once per
// thread, since for the main thread glibc reads /proc/self/maps. It uses dynamic TLS, because the library may be loaded late.
struct StackBounds {
  std::uintptr_t low = 0;
  std::uintptr_t top = 0;
};

StackBounds ask_stack_bounds() {
  StackBounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    bounds.low = reinterpret_cast<std::uintptr_t>(low);
    bounds.top = bounds.low + size;
  }
  pthread_attr_destroy(&attributes);
  return bounds;
}

bool on_stack(std::uintptr_t address) {
  thread_local const StackBounds bounds = ask_stack_bounds();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  // Only the part in use is surely stack, and only if this thread runs on it (a coroutine may not).
  return here >= bounds.low && here < bounds.top && address >= here && address < bounds.top;
}

// Returns field 47 of /proc/self/stat; 0 if it cannot be read.
std::uintptr_t heap_start() {
  std::FILE* file = std::fopen("/proc/self/stat", "re");
  if (file == nullptr) return 0;
  char text[2048];
  const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[length] = '\0';
  const char* at = std::strrchr(text, ')');  // field 2 may contain spaces
  for (int field = 2; at != nullptr && field < 47; ++field) at = std::strchr(at + 1, ' ');
  std::uintptr_t start = 0;
  if (at != nullptr) std::from_chars(at + 1, text + length, start);
  return start;
}

}  // namespace

HostRanges::HostRanges() : heap_begin_(heap_start()) {
  // The first object is the program itself, which is never unloaded.
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* self) {
        auto* ranges = static_cast<HostRanges*>(self);
        for (int i = 0; i < info->dlpi_phnum && ranges->program_count_ < ranges->program_.size(); ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          ranges->program_[ranges->program_count_++] = {begin, begin + segment.p_memsz};
        }
        return 1;
      },
      this);
}

bool HostRanges::contain(std::uintptr_t address) const noexcept {
  if (on_stack(address)) return true;
  for (std::size_t i = 0; i < program_count_; ++i) {
    if (address >= program_[i].begin && address < program_[i].end) return true;
  }
  // sbrk(0) reads a variable of libc and makes no system call.
  return heap_begin_ != 0 && address >= heap_begin_ && address < reinterpret_cast<std::uintptr_t>(sbrk(0));
}

// The properties of a buffer id never change if one call made the memory and another frees it as a whole, so they are cached.
Status Classifier::classify(const void* pointer, Memory* out) {
  const Memory* known = nullptr;
  PENSTOCK_TRY(find_known(pointer, &known));
  if (known != nullptr) {
    *out = *known;
    return {};
  }
  int owner = -1;
  PENSTOCK_TRY(ask(pointer, out, &owner));
  bool active = false;
  if (out->exportable && !out->by_descriptors && out->device == owner) PENSTOCK_TRY(devices_.active(owner, &active));
  if (active) known_[next_known_++ % known_.size()] = *out;
  return {};
}

Status Classifier::find_known(const void* pointer, const Memory** out) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  for (Memory& each : known_) {
    if (address - each.base >= each.size) continue;
    std::uint64_t buffer = 0;
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_BUFFER_ID;
    void* cell = &buffer;
    PENSTOCK_TRY(driver_.cuPointerGetAttributes(1U, &attribute, &cell, static_cast<CUdeviceptr>(address)));
    if (buffer == each.buffer_id) {
      *out = &each;
      return {};
    }
    each = Memory{};
  }
  return {};
}

Status Classifier::ask(const void* pointer, Memory* out, int* owner) {
  // The cells have 64 bits and are zeroed, because the driver writes only as many bytes as the attribute has.
  std::uint64_t type = 0, managed = 0, buffer = 0, ordinal = 0, base = 0, size = 0, pool = 0, legacy_ipc = 0, types = 0;
  CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,         CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                      CU_POINTER_ATTRIBUTE_BUFFER_ID,           CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                      CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,    CU_POINTER_ATTRIBUTE_RANGE_SIZE,
                                      CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE,      CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
                                      CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES};
  void* cells[] = {&type, &managed, &buffer, &ordinal, &base, &size, &pool, &legacy_ipc, &types};
  *out = Memory{};
  PENSTOCK_TRY(driver_.cuPointerGetAttributes(static_cast<unsigned>(std::size(attributes)), attributes, cells,
                                              reinterpret_cast<CUdeviceptr>(pointer)));
  if (type == 0 && managed == 0) return {};
  out->kind = managed != 0 ? MemoryKind::kManaged : type == CU_MEMORYTYPE_HOST ? MemoryKind::kPinned : MemoryKind::kDevice;
  out->device = *owner = static_cast<int>(static_cast<std::uint32_t>(ordinal));
  if (!out->on_host()) PENSTOCK_TRY(settle_device(out));
  out->buffer_id = buffer;
  out->base = static_cast<std::uintptr_t>(base);
  out->size = static_cast<std::size_t>(size);
  const bool own = out->kind == MemoryKind::kDevice && pool == 0;
  out->by_descriptors = own && legacy_ipc == 0 && (types & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0;
  out->exportable = own && (legacy_ipc != 0 || out->by_descriptors);
  // For other memory (pools, chunks, managed) the driver refuses the attribute.
  return out->exportable && !out->by_descriptors ? order_copies(*out) : Status::ok();
}

// A mapping of a peer's memory that the application made itself may lie on a device that this process does not use; the process
// then accesses it from the device on which it works.
Status Classifier::settle_device(Memory* memory) {
  bool active = false;
  PENSTOCK_TRY(devices_.active(memory->device, &active));
  if (active) return {};
  int working = -1;
  PENSTOCK_TRY(devices_.working(&working));
  if (working >= 0) memory->device = working;
  return {};
}

Status Classifier::order_copies(const Memory& memory) {
  std::uint64_t& slot = seen_[memory.buffer_id % seen_.size()];
  if (slot == memory.buffer_id) return {};
  const unsigned on = 1;
  bool active = false;
  // A mapping of a peer's memory may lie on a device that this process does not use itself; there its owner has set the
  // attribute.
  PENSTOCK_TRY(devices_.active(memory.device, &active));
  if (!active) return {};
  PENSTOCK_TRY(devices_.within(memory.device, [&] {
    return driver_.cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, static_cast<CUdeviceptr>(memory.base));
  }));
  slot = memory.buffer_id;
  return {};
}

}  // namespace penstock::accel
