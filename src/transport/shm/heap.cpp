#include "transport/shm/heap.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/page.hpp"
#include "boot/inherited.hpp"

namespace penstock::transport::shm {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

// Allocating more memory than available would not fail: the system would kill some process. Returns the maximum if this is
// unknown.
std::uint64_t available_memory() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/meminfo", "re"), std::fclose);
  constexpr std::string_view kLabel = "MemAvailable:";
  char line[128];
  while (file && std::fgets(line, sizeof line, file.get()) != nullptr) {
    if (!std::string_view(line).starts_with(kLabel)) continue;
    if (const std::uint64_t kib = std::strtoull(line + kLabel.size(), nullptr, 10); kib != 0) return kib << 10;
  }
  return ~std::uint64_t{0};
}

Status full(std::uint64_t bytes, std::string_view why) {
  return Status::error(Code::kNoMemory, "{} bytes of memory that ranks share: {}; ask for less, or free other memory", bytes,
                       why);
}

}  // namespace

RoomHeap::~RoomHeap() {
  if (getpid() != owner_) return;  // a forked child must not release its parent's mappings
  for (const auto& [address, extent] : extents_) {
    munmap(reinterpret_cast<void*>(address), extent.bytes);
    give_back(extent);
  }
}

Status RoomHeap::open() {
  if (descriptor() >= 0) return Status::ok();
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < boot::kSegmentRoom) {
    return Status::error(Code::kUnsupported,
                         "files may not be as long as one for memory that ranks share has to be (ulimit -f)");
  }
  base::Fd made(memfd_create("penstock heap", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!made || ftruncate(made.get(), static_cast<off_t>(boot::kSegmentRoom)) != 0 ||
      fcntl(made.get(), F_ADD_SEALS, kSeals) != 0) {
    return Status::system(errno, "making the file of memory that ranks share (memfd_create)");
  }
  own_ = std::move(made);
  return Status::ok();
}

// Returns the first gap that is large enough: applications have few extents and keep them long.
std::uint64_t RoomHeap::find_gap(std::uint64_t bytes) const {
  std::uint64_t gap = base::whole_pages(first_);
  for (const auto& [offset, length] : taken_) {
    if (offset - gap >= bytes) break;
    gap = offset + length;
  }
  return gap;
}

Status RoomHeap::find_room(std::uint64_t bytes, Extent* out) {
  PENSTOCK_TRY(open());
  const std::uint64_t most = boot::kSegmentRoom;
  const std::uint64_t length = base::whole_pages(std::max<std::uint64_t>(std::min(bytes, most), 1));
  *out = {find_gap(length), length};
  if (bytes <= most && out->offset <= most - length) return Status::ok();
  return full(bytes, "the rank's room of the shared file is too small");
}

std::span<std::byte> RoomHeap::keep(void* place, const Extent& extent, std::uint64_t bytes) {
  extents_.emplace(reinterpret_cast<std::uintptr_t>(place), extent);
  taken_.emplace(extent.offset, extent.bytes);
  return {static_cast<std::byte*>(place), bytes};
}

Status RoomHeap::allocate(std::uint64_t bytes, std::span<std::byte>* out) {
  Extent extent;
  PENSTOCK_TRY(find_room(bytes, &extent));
  if (extent.bytes > available_memory()) return full(bytes, "the machine has not so much free");
  const auto length = static_cast<off_t>(extent.bytes);
  if (call_(descriptor(), 0, at(extent.offset), length) != 0) {
    const int error = errno;
    give_back(extent);
    return full(bytes, std::strerror(error));
  }
  void* const place = mmap(nullptr, extent.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), at(extent.offset));
  if (place == MAP_FAILED) {
    const int error = errno;
    give_back(extent);
    return full(bytes, std::strerror(error));
  }
  *out = keep(place, extent, bytes);
  return Status::ok();
}

namespace {

// Reserves addresses only, with extra room, so that a part of them has the alignment.
Status take_addresses(std::uint64_t bytes, std::uint64_t alignment, std::uintptr_t* out) {
  void* const wide = mmap(nullptr, bytes + alignment, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wide == MAP_FAILED) return full(bytes, std::strerror(errno));
  const auto begin = reinterpret_cast<std::uintptr_t>(wide);
  const std::uintptr_t aligned = (begin + alignment - 1) / alignment * alignment;
  if (aligned != begin) munmap(wide, aligned - begin);
  munmap(reinterpret_cast<void*>(aligned + bytes), begin + alignment - aligned);
  *out = aligned;
  return Status::ok();
}

}  // namespace

// A process may have too few addresses for the larger alignment (ulimit -v).
Status RoomHeap::reserve(std::uint64_t bytes, std::span<std::byte>* out) {
  Extent extent;
  PENSTOCK_TRY(find_room(bytes, &extent));
  std::uintptr_t base = 0;
  if (!take_addresses(extent.bytes, std::max(std::bit_floor(bytes), kReservedAlign), &base).is_ok()) {
    PENSTOCK_TRY(take_addresses(extent.bytes, kReservedAlign, &base));
  }
  void* const place = mmap(reinterpret_cast<void*>(base), extent.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                           descriptor(), at(extent.offset));
  if (place == MAP_FAILED) {
    const int error = errno;
    munmap(reinterpret_cast<void*>(base), extent.bytes);
    return full(bytes, std::strerror(error));
  }
  *out = keep(place, extent, bytes);
  return Status::ok();
}

// If this fails, the memory is kept until the file is closed.
void RoomHeap::give_back(const Extent& extent) noexcept {
  static_cast<void>(
      call_(descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at(extent.offset), static_cast<off_t>(extent.bytes)));
}

void RoomHeap::release(std::span<std::byte> memory) {
  const auto found = extents_.find(reinterpret_cast<std::uintptr_t>(memory.data()));
  if (found == extents_.end()) return;
  munmap(memory.data(), found->second.bytes);
  give_back(found->second);
  taken_.erase(found->second.offset);
  extents_.erase(found);
}

bool RoomHeap::find(const void* address, std::uint64_t bytes, std::uint64_t* offset) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  auto after = extents_.upper_bound(wanted);
  if (after == extents_.begin()) return false;
  const auto& [base, extent] = *--after;
  const std::uint64_t inside = wanted - base;
  if (inside >= extent.bytes || bytes > extent.bytes - inside) return false;
  *offset = extent.offset + inside;
  return true;
}

ExtentMapping& ExtentMapping::operator=(ExtentMapping&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(length_, other.length_);
  std::swap(inside_, other.inside_);
  return *this;
}

ExtentMapping::~ExtentMapping() {
  if (base_ != nullptr) munmap(base_, length_);
}

Status ExtentMapping::create(const SegmentAddress& owner, std::int32_t file, const Room& room, std::uint64_t offset,
                             std::uint64_t bytes, ExtentMapping* out) {
  std::uint64_t first = 0;
  base::Fd opened;
  if (file == kInRoom) {
    Geometry geometry;
    PENSTOCK_TRY(Geometry::of(owner.dimensions, &geometry));
    first = geometry.total;
  } else {
    const std::string path = fmt::format("/proc/{}/fd/{}", owner.process.pid, file);
    opened.reset(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  }
  const int descriptor = file == kInRoom ? room.file : opened.get();
  const std::uint64_t start = file == kInRoom ? room.offset : 0;
  struct stat about{};
  const int seals = descriptor < 0 ? -1 : fcntl(descriptor, F_GET_SEALS);
  const bool sealed = seals >= 0 && (seals & F_SEAL_SHRINK) != 0 && fstat(descriptor, &about) == 0;
  const bool within = offset >= first && offset < boot::kSegmentRoom && bytes <= boot::kSegmentRoom - offset;
  if (!sealed || !within || about.st_size < static_cast<off_t>(start + offset + bytes)) {
    return Status::error(Code::kProtocol, "process {} names {} bytes of shared memory at {} that are not in its heap",
                         owner.process.pid, bytes, offset);
  }
  const std::uint64_t inside = offset % base::page_bytes();
  const std::size_t length = std::max<std::uint64_t>(bytes + inside, 1);
  void* const place =
      mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, static_cast<off_t>(start + offset - inside));
  if (place == MAP_FAILED) return Status::system(errno, "mapping shared memory of another rank");
  ExtentMapping made;
  made.base_ = static_cast<std::byte*>(place);
  made.length_ = length;
  made.inside_ = inside;
  *out = std::move(made);
  return Status::ok();
}

}  // namespace penstock::transport::shm
