#include "accel/chunks.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace penstock::accel {
namespace {

// Numbers of ranges, so that they cannot be taken for the driver's buffer ids.
constexpr std::uint64_t kOurNumber = std::uint64_t{1} << 63;

void* pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

bool ChunkExports::Range::holds(std::span<const Chunk> wanted) const noexcept {
  return std::search(chunks.begin(), chunks.end(), wanted.begin(), wanted.end()) != chunks.end();
}

Status ChunkExports::look_at(std::uint64_t address, int device, Chunk* out) const {
  std::uint64_t base = 0, size = 0, block = 0, types = 0, ordinal = 0;
  // RANGE_START and RANGE_SIZE are of all that lies in a row, and BUFFER_ID may be.
  CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, CU_POINTER_ATTRIBUTE_MAPPING_SIZE,
                                      CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
                                      CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  void* cells[] = {&base, &size, &block, &types, &ordinal};
  PENSTOCK_TRY(driver_.cuPointerGetAttributes(static_cast<unsigned>(std::size(attributes)), attributes, cells,
                                              static_cast<CUdeviceptr>(address)));
  const bool inside = block != 0 && base <= address && address - base < size;
  if (!inside || (types & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0 ||
      static_cast<int>(static_cast<std::uint32_t>(ordinal)) != device) {
    return Status::error(
        Code::kUnsupported,
        "the memory at {:#x} is not all of one device and made for sharing: ask cuMemCreate for handles of type "
        "CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR",
        address);
  }
  *out = {base, size, block};
  return {};
}

Status ChunkExports::walk(const Memory& memory, std::uint64_t low, std::uint64_t high) {
  walked_.clear();
  for (std::uint64_t at = low; at < high; at = walked_.back().base + walked_.back().size) {
    if (walked_.size() == kMostChunks) {
      return Status::error(Code::kUnsupported, "a message of more than {} chunks; larger chunks make it go in one copy",
                           kMostChunks);
    }
    Chunk chunk;
    PENSTOCK_TRY(look_at(at, memory.device, &chunk));
    walked_.push_back(chunk);
  }
  if (walked_.empty()) return Status::error(Code::kInternal, "no chunk to export");
  return {};
}

Status ChunkExports::get(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) {
  PENSTOCK_TRY(walk(memory, low, high));
  for (const Range& range : ranges_) {
    if (!range.holds(walked_)) continue;
    *out = range.exported;
    return {};
  }
  Range made{{}, memory.device, walked_};
  PENSTOCK_TRY(base::random_u64(&made.exported.token));
  made.exported.token |= 1;  // never 0
  made.exported.owner = self_;
  made.exported.gpu = devices_.uuid(memory.device);
  made.exported.buffer_id = kOurNumber | ++last_number_;
  made.exported.base = walked_.front().base;
  made.exported.size = walked_.back().base + walked_.back().size - walked_.front().base;
  if (ranges_.size() == kMost) drop(0);
  ranges_.push_back(made);
  *out = made.exported;
  return {};
}

Status ChunkExports::descriptors(const ExportName& name, std::size_t first, std::size_t most, std::vector<ChunkDescriptor>* out,
                                 std::size_t* total) const {
  const auto range = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& it) { return it.exported.name() == name; });
  if (range == ranges_.end()) return Status::error(Code::kInternal, "descriptors of memory that is not exported");
  *total = range->chunks.size();
  return devices_.within(range->device, [&]() -> Status {
    for (std::size_t i = first; i < range->chunks.size() && i - first < most; ++i) {
      ChunkDescriptor made;
      PENSTOCK_TRY(descriptor_of(range->chunks[i], &made));
      out->push_back(std::move(made));
    }
    return {};
  });
}

Status ChunkExports::descriptor_of(const Chunk& chunk, ChunkDescriptor* out) const {
  CUmemGenericAllocationHandle handle = 0;
  PENSTOCK_TRY(driver_.cuMemRetainAllocationHandle(&handle, pointer(chunk.base)));
  int fd = -1;
  Status made = driver_.cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0ULL);
  if (made.is_ok()) *out = {base::Fd(fd), chunk.size};
  Status released = driver_.cuMemRelease(handle);
  return made.is_ok() ? std::move(released) : std::move(made);
}

Status ChunkExports::still_there(const Chunk& chunk, bool* out) const {
  std::uint64_t block = 0;
  CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;
  void* cell = &block;
  PENSTOCK_TRY(driver_.cuPointerGetAttributes(1U, &attribute, &cell, static_cast<CUdeviceptr>(chunk.base)));
  *out = block == chunk.block;
  return {};
}

void ChunkExports::drop(std::size_t at) {
  dropped_.push_back(ranges_[at].exported.name());
  ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(at));
}

// What the driver could not tell is looked at again when its turn comes.
Status ChunkExports::check(std::vector<ExportName>* gone) {
  Status first;
  for (std::size_t looks = kLooks; looks > 0 && !ranges_.empty(); --looks) {
    if (next_range_ >= ranges_.size()) next_range_ = next_chunk_ = 0;
    const Range& range = ranges_[next_range_];
    if (next_chunk_ >= range.chunks.size()) {
      ++next_range_;
      next_chunk_ = 0;
      continue;
    }
    bool there = true;
    if (Status asked = still_there(range.chunks[next_chunk_], &there); !asked.is_ok() && first.is_ok())
      first = std::move(asked);
    ++next_chunk_;
    if (there) continue;
    drop(next_range_);
    next_chunk_ = 0;
  }
  gone->insert(gone->end(), dropped_.begin(), dropped_.end());
  dropped_.clear();
  return first;
}

namespace {

// The mapping keeps the memory, whose handle is given up in any case.
Status map_handle(const Driver& driver, CUmemGenericAllocationHandle handle, CUdeviceptr address, std::uint64_t bytes) {
  Status mapped = driver.cuMemMap(address, bytes, std::size_t{0}, handle, 0ULL);
  Status released = driver.cuMemRelease(handle);
  if (!mapped.is_ok() || released.is_ok()) return mapped;
  PENSTOCK_TRY(driver.cuMemUnmap(address, bytes));
  return released;
}

Status map_one(const Driver& driver, const ChunkDescriptor& chunk, CUdeviceptr address) {
  CUmemGenericAllocationHandle handle = 0;
  PENSTOCK_TRY(driver.cuMemImportFromShareableHandle(&handle, pointer(static_cast<std::uint64_t>(chunk.fd.get())),
                                                     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  return map_handle(driver, handle, address, chunk.bytes);
}

Status allow(const Driver& driver, int device, CUdeviceptr address, std::uint64_t bytes) {
  CUmemAccessDesc access{};
  access.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return driver.cuMemSetAccess(address, bytes, &access, std::size_t{1});
}

// Reserves addresses, lets `fill` map memory there and say how much it has mapped, gives the device access. All or nothing.
template <typename Fill>
Status map_range(const Driver& driver, int device, std::uint64_t bytes, const Fill& fill, std::uintptr_t* out) {
  CUdeviceptr address = 0;
  PENSTOCK_TRY(driver.cuMemAddressReserve(&address, bytes, std::size_t{0}, CUdeviceptr{0}, 0ULL));
  std::uint64_t done = 0;
  Status status = fill(address, &done);
  if (status.is_ok()) status = allow(driver, device, address, bytes);
  if (status.is_ok()) {
    *out = static_cast<std::uintptr_t>(address);
    return {};
  }
  // The failure to report is the first.
  if (done != 0) static_cast<void>(driver.cuMemUnmap(address, done));
  static_cast<void>(driver.cuMemAddressFree(address, bytes));
  return status;
}

}  // namespace

Status allocate_chunk(const Driver& driver, Devices& devices, int device, std::uint64_t bytes, std::uintptr_t* out,
                      std::uint64_t* size) {
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, devices.handle(device)};
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return devices.within(device, [&]() -> Status {
    std::size_t unit = 0;
    PENSTOCK_TRY(driver.cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    *size = (bytes + unit - 1) / unit * unit;
    const auto fill = [&](CUdeviceptr address, std::uint64_t* done) -> Status {
      CUmemGenericAllocationHandle handle = 0;
      PENSTOCK_TRY(driver.cuMemCreate(&handle, *size, &wanted, 0ULL));
      PENSTOCK_TRY(map_handle(driver, handle, address, *size));
      *done = *size;
      return {};
    };
    return map_range(driver, device, *size, fill, out);
  });
}

Status map_chunks(const Driver& driver, Devices& devices, int device, std::span<const ChunkDescriptor> chunks,
                  std::uintptr_t* out) {
  std::uint64_t bytes = 0;
  for (const ChunkDescriptor& chunk : chunks) bytes += chunk.bytes;
  const auto fill = [&](CUdeviceptr address, std::uint64_t* done) -> Status {
    for (const ChunkDescriptor& chunk : chunks) {
      PENSTOCK_TRY(map_one(driver, chunk, address + *done));
      *done += chunk.bytes;
    }
    return {};
  };
  return devices.within(device, [&] { return map_range(driver, device, bytes, fill, out); });
}

Status allow_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes) {
  return devices.within(device, [&] { return allow(driver, device, static_cast<CUdeviceptr>(address), bytes); });
}

Status unmap_chunks(const Driver& driver, Devices& devices, int device, std::uintptr_t address, std::uint64_t bytes) {
  return devices.within(device, [&] {
    Status unmapped = driver.cuMemUnmap(static_cast<CUdeviceptr>(address), bytes);
    Status freed = driver.cuMemAddressFree(static_cast<CUdeviceptr>(address), bytes);
    return unmapped.is_ok() ? std::move(freed) : std::move(unmapped);
  });
}

}  // namespace penstock::accel
