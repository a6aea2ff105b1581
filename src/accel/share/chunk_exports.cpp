#include "accel/share/chunk_exports.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/random.hpp"

namespace penstock::accel {
namespace {

// Numbers of ranges have this bit, so that they differ from the driver's buffer ids.
constexpr std::uint64_t kOurNumber = std::uint64_t{1} << 63;

}  // namespace

bool ChunkExports::Range::holds(std::span<const Chunk> wanted) const noexcept {
  return std::search(chunks.begin(), chunks.end(), wanted.begin(), wanted.end()) != chunks.end();
}

Status ChunkExports::look_at(std::uint64_t address, int device, Chunk* out) const {
  std::uint64_t base = 0, size = 0, block = 0, types = 0, ordinal = 0;
  // RANGE_START and RANGE_SIZE describe the whole contiguous reservation, and so may BUFFER_ID.
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

Status ChunkExports::walk(int device, std::uint64_t low, std::uint64_t high) {
  walked_.clear();
  for (std::uint64_t at = low; at < high; at = walked_.back().base + walked_.back().size) {
    if (walked_.size() == kMostChunks) {
      return Status::error(Code::kUnsupported, "a message of more than {} chunks; larger chunks make it go in one copy",
                           kMostChunks);
    }
    Chunk chunk;
    PENSTOCK_TRY(look_at(at, device, &chunk));
    walked_.push_back(chunk);
  }
  if (walked_.empty()) return Status::error(Code::kInternal, "no chunk to export");
  return {};
}

Status ChunkExports::get(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) {
  PENSTOCK_TRY(walk(memory.device, low, high));
  for (const Range& range : ranges_) {
    if (!range.holds(walked_)) continue;
    *out = range.exported;
    return {};
  }
  Range* made = nullptr;
  PENSTOCK_TRY(add(memory.device, 0, &made));
  *out = made->exported;
  return {};
}

// The library owns a heap's chunks and keeps them, so known chunks need not be looked up again. A chunk that was just added may
// be freed again, so it is exported only when a range in it is.
Status ChunkExports::get_heap(const ChunkHeaps::Heap& heap, std::uint64_t high, Export* out) {
  const auto known = std::find_if(ranges_.begin(), ranges_.end(),
                                  [&](const Range& it) { return it.exported.reserved != 0 && it.exported.base == heap.base; });
  Range* range = known == ranges_.end() ? nullptr : &*known;
  const std::uint64_t size = range == nullptr ? 0 : range->exported.size;
  const bool longer = heap.base + size < high;
  if (longer) PENSTOCK_TRY(walk(heap.device, heap.base + size, heap.base + heap.mapped));
  if (range == nullptr) {
    PENSTOCK_TRY(add(heap.device, heap.reserved, &range));
  } else if (longer) {
    range->chunks.insert(range->chunks.end(), walked_.begin(), walked_.end());
    range->exported.size = heap.mapped;
  }
  *out = range->exported;
  return {};
}

// Adds a range of the chunks that walk() found.
Status ChunkExports::add(int device, std::uint64_t reserved, Range** out) {
  Range made{{}, device, walked_};
  PENSTOCK_TRY(base::random_u64(&made.exported.token));
  made.exported.token |= 1;  // never 0
  made.exported.owner = self_;
  made.exported.gpu = devices_.uuid(device);
  made.exported.buffer_id = kOurNumber | ++last_number_;
  made.exported.base = walked_.front().base;
  made.exported.size = walked_.back().base + walked_.back().size - walked_.front().base;
  made.exported.reserved = reserved;
  if (ranges_.size() >= kMost) make_room();
  ranges_.push_back(std::move(made));
  *out = &ranges_.back();
  return {};
}

Status ChunkExports::descriptors(const ExportName& name, std::uint64_t from, std::size_t most,
                                 std::vector<ChunkDescriptor>* out, std::size_t* total) const {
  const auto range = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& it) { return it.exported.name() == name; });
  if (range == ranges_.end()) return Status::error(Code::kInternal, "descriptors of memory that is not exported");
  const auto behind = [&](const Chunk& chunk) { return chunk.base - range->exported.base >= from; };
  const auto first = std::find_if(range->chunks.begin(), range->chunks.end(), behind);
  *total = static_cast<std::size_t>(range->chunks.end() - first);
  return devices_.within(range->device, [&]() -> Status {
    for (std::size_t i = 0; i < *total && i < most; ++i) {
      ChunkDescriptor made;
      PENSTOCK_TRY(descriptor_of(first[static_cast<std::ptrdiff_t>(i)], &made));
      out->push_back(std::move(made));
    }
    return {};
  });
}

Status ChunkExports::descriptor_of(const Chunk& chunk, ChunkDescriptor* out) const {
  CUmemGenericAllocationHandle handle = 0;
  PENSTOCK_TRY(driver_.cuMemRetainAllocationHandle(&handle, reinterpret_cast<void*>(chunk.base)));
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

// A heap is never dropped here: it lasts until its owner releases it, since peers have its addresses.
void ChunkExports::make_room() {
  const auto oldest = std::ranges::find(ranges_, std::uint64_t{0}, [](const Range& it) { return it.exported.reserved; });
  if (oldest != ranges_.end()) drop(static_cast<std::size_t>(oldest - ranges_.begin()));
}

// An allocation about which the driver could not answer is checked again when its turn comes.
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

}  // namespace penstock::accel
