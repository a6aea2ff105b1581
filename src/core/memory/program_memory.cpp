#include "core/memory/program_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include <unistd.h>

#include "base/page.hpp"

namespace penstock::core {
namespace {

constexpr std::size_t kDeviceAlign = 256;  // alignment of the driver's allocations

Status none_left(std::size_t bytes) {
  return Status::error(Code::kNoMemory, "no {} bytes of memory are left; ask for less", bytes);
}

// Returns the machine's whole memory, whether it is in use or not.
std::size_t machine_memory() noexcept {
  const long pages = sysconf(_SC_PHYS_PAGES);
  return pages > 0 ? static_cast<std::size_t>(pages) * base::page_bytes() : std::numeric_limits<std::size_t>::max();
}

void* aligned(std::uintptr_t address, std::size_t alignment) noexcept {
  return reinterpret_cast<void*>((address + alignment - 1) / alignment * alignment);
}

}  // namespace

// Allocates memory of this process alone if ranks share no memory. Large pieces get their pages when they are touched, as with
// malloc(): applications allocate more than they use, and free and allocate it again.
Status ProgramMemory::allocate_host(std::size_t bytes, std::size_t alignment, void** out, Piece* piece) {
  transport::MemoryRegistry& registry = engine_.memory_registry();
  Status taken;
  if (MemoryBlocks::fits(bytes, alignment)) {
    MemoryBlocks::Block block;
    taken = blocks_.allocate(registry, bytes, alignment, out, &block);
    piece->from = block;
  } else {
    if (bytes > machine_memory()) return none_left(bytes);
    transport::HostPages pages;
    taken = registry.reserve_pages(bytes + (alignment > base::page_bytes() ? alignment : 0), &pages);
    *out = aligned(reinterpret_cast<std::uintptr_t>(pages.memory.data()), alignment);
    piece->from = pages;
  }
  if (taken.code() != Code::kUnsupported) return taken;
  if (posix_memalign(out, alignment, bytes) != 0) return none_left(bytes);
  piece->from = *out;
  return Status::ok();
}

// Allocates whole pages, since the driver pins pages and no two pieces may share one.
Status ProgramMemory::allocate_pinned(std::size_t bytes, std::size_t alignment, void** out, Piece* piece) {
  const std::size_t pages = base::whole_pages(bytes);
  PENSTOCK_TRY(allocate_host(std::max(pages, MemoryBlocks::kMost + 1), std::max(alignment, base::page_bytes()), out, piece));
  piece->pinned = true;
  Status pinned = accel().allocations().register_host(*out, pages);
  if (pinned.is_ok()) return pinned;
  piece->pinned = false;
  static_cast<void>(give_back(*out, *piece));  // the first failure is the one to report
  return std::move(pinned).within("pinned memory");
}

Status ProgramMemory::allocate_on_gpu(accel::MemoryKind kind, std::size_t bytes, std::size_t alignment, void** out,
                                      Piece* piece) {
  const int device = accel().working_device();
  const std::size_t whole = bytes + (alignment > kDeviceAlign ? alignment : 0);
  accel::Memory memory;
  const Status made = kind == accel::MemoryKind::kManaged ? accel().allocations().allocate_managed(device, whole, &memory)
                                                          : accel().allocations().allocate(device, whole, &memory);
  if (!made.is_ok()) {
    return Status::error(Code::kNoMemory, "no {} bytes of {} memory: {}", bytes, accel::kind_name(kind), made.message());
  }
  *out = aligned(memory.base, alignment);
  piece->from = memory;
  return Status::ok();
}

Status ProgramMemory::allocate(accel::MemoryKind kind, std::size_t bytes, std::size_t alignment, void** out) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) return none_left(bytes);
  bytes = std::max<std::size_t>(bytes, 1);
  if (kind != accel::MemoryKind::kHost && accel().working_device() < 0) {
    return Status::error(Code::kInfoValue,
                         "there is no GPU for {} memory: this process has no CUDA, or has selected no device yet; call "
                         "cudaSetDevice first, or ask for host memory",
                         accel::kind_name(kind));
  }
  Piece piece;
  switch (kind) {
    case accel::MemoryKind::kHost: PENSTOCK_TRY(allocate_host(bytes, alignment, out, &piece)); break;
    case accel::MemoryKind::kPinned: PENSTOCK_TRY(allocate_pinned(bytes, alignment, out, &piece)); break;
    default: PENSTOCK_TRY(allocate_on_gpu(kind, bytes, alignment, out, &piece)); break;
  }
  pieces_.emplace(*out, piece);
  return Status::ok();
}

Status ProgramMemory::give_back(void* address, const Piece& piece) {
  Status unpinned = piece.pinned ? accel().allocations().unregister_host(address) : Status::ok();
  if (void* const* const plain = std::get_if<void*>(&piece.from)) std::free(*plain);
  if (const auto* const block = std::get_if<MemoryBlocks::Block>(&piece.from)) blocks_.release(address, *block);
  if (const auto* const pages = std::get_if<transport::HostPages>(&piece.from)) {
    transport::MemoryRegistry::give_back(*pages);
  }
  if (const auto* const memory = std::get_if<accel::Memory>(&piece.from)) return accel().allocations().release(*memory);
  return unpinned;
}

Status ProgramMemory::deallocate(void* address) {
  const auto found = pieces_.extract(address);
  if (found.empty()) {
    return Status::error(Code::kBase, "{} was not allocated by MPI_Alloc_mem, or is free already", address);
  }
  return give_back(address, found.mapped());
}

void ProgramMemory::close() noexcept {
  for (auto& [address, piece] : pieces_) {
    if (std::exchange(piece.pinned, false))
      static_cast<void>(accel().allocations().unregister_host(address));  // a failure cannot be repaired here
  }
}

}  // namespace penstock::core
