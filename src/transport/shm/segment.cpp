#include "transport/shm/segment.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/page.hpp"
#include "boot/inherited.hpp"

namespace penstock::transport::shm {
namespace {

constexpr std::uint64_t kMagic = 0x324745534b545350;  // "PSTKSEG2"
constexpr std::uint64_t kMaxCells = 65536;
constexpr std::uint64_t kMaxBlock = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxSlots = 64;
constexpr std::uint64_t kMaxSlot = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxRings = 1024;
constexpr std::uint64_t kMaxRing = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxBuffers = 1024;
constexpr std::uint64_t kMaxBuffer = std::uint64_t{64} << 20;
// A quarter of a ring may be read but not yet published, and one message's length may be lost at the end of the ring.
constexpr std::uint64_t kMessagesOfRing = 4;
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

Status map(int fd, std::uint64_t offset, std::uint64_t bytes, std::byte** out) {
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, static_cast<off_t>(offset));
  if (address == MAP_FAILED) return Status::system(errno, "mapping a rank's shared segment");
  *out = static_cast<std::byte*>(address);
  return Status::ok();
}

Status unreachable(const SegmentAddress& address, int error) {
  return Status::system(error, fmt::format("opening /proc/{}/fd/{}, the shared segment of another rank (the process is gone, "
                                           "runs as another user, or is not dumpable)",
                                           address.process.pid, address.fd))
      .within("shared memory");
}

Status foreign(const SegmentAddress& address) {
  if (address.fd == kInRoom) {
    return Status::error(Code::kTransport,
                         "shared memory: what lies in the job's file is not the segment that process {} announced; do all "
                         "ranks use the same Penstock?",
                         address.process.pid);
  }
  return Status::error(Code::kTransport,
                       "shared memory: /proc/{}/fd/{} is not the segment that the rank announced; is the rank in another PID "
                       "namespace, or gone?",
                       address.process.pid, address.fd);
}

// The descriptor must be a sealed memfd of the right size, so that reading it can never fault. Returns -1 if it is not.
off_t sealed_size(int fd) {
  struct stat about{};
  const int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0 && fstat(fd, &about) == 0 ? about.st_size : -1;
}
bool serves(const Room& room, std::uint64_t bytes) {
  return room.file >= 0 && bytes <= boot::kSegmentRoom && sealed_size(room.file) >= static_cast<off_t>(room.offset + bytes);
}

// Frees the memory and makes it read as zeros, since an earlier process of this rank may have used it.
bool clear(const Room& room, std::uint64_t bytes) {
  return fallocate(room.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(room.offset),
                   static_cast<off_t>(bytes)) == 0;
}

Status make_file(std::uint64_t bytes, base::Fd* out) {
  out->reset(memfd_create("penstock", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!out->valid()) return Status::system(errno, "making the shared segment (memfd_create)");
  if (ftruncate(out->get(), static_cast<off_t>(bytes)) != 0) return Status::system(errno, "sizing the shared segment");
  if (fcntl(out->get(), F_ADD_SEALS, kSeals) != 0) return Status::system(errno, "sealing the shared segment");
  return Status::ok();
}

Status open_file(const SegmentAddress& address, std::uint64_t bytes, base::Fd* out) {
  const std::string path = fmt::format("/proc/{}/fd/{}", address.process.pid, address.fd);
  out->reset(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!out->valid()) return unreachable(address, errno);
  return sealed_size(out->get()) == static_cast<off_t>(bytes) ? Status::ok() : foreign(address);
}

// Joins the users of a mapping in this process, unless the last has just left.
bool join(std::atomic<std::uint32_t>* users) {
  std::uint32_t count = users->load(std::memory_order_relaxed);
  while (count != 0) {
    if (users->compare_exchange_weak(count, count + 1, std::memory_order_acq_rel)) return true;
  }
  return false;
}

}  // namespace

Status Geometry::of(const Dimensions& wanted, Geometry* out) {
  if (wanted.cells == 0 || wanted.cells > kMaxCells || wanted.block_bytes == 0 || wanted.block_bytes > kMaxBlock ||
      wanted.slots == 0 || wanted.slots > kMaxSlots || wanted.slot_bytes == 0 || wanted.slot_bytes > kMaxSlot ||
      wanted.rings > kMaxRings || wanted.ring_bytes > kMaxRing || wanted.buffers > kMaxBuffers ||
      wanted.buffer_bytes > kMaxBuffer) {
    return Status::error(
        Code::kProtocol,
        "a shared segment of {} cells of {} bytes, {} slots of {}, {} rings of {} and {} shared buffers of {} is out of bounds",
        wanted.cells, wanted.block_bytes, wanted.slots, wanted.slot_bytes, wanted.rings, wanted.ring_bytes, wanted.buffers,
        wanted.buffer_bytes);
  }
  Geometry g;
  g.cells = std::bit_ceil(wanted.cells);
  g.block_bytes = round_up(wanted.block_bytes, kLineBytes);
  // The number of lines is odd, so that the blocks' first lines are spread over all cache sets.
  g.block_stride = (g.block_bytes / kLineBytes | 1) * kLineBytes;
  g.slots = wanted.slots;
  g.slot_bytes = base::whole_pages(wanted.slot_bytes);
  g.rings = wanted.rings;
  g.ring_bytes =
      std::bit_ceil(std::max<std::uint64_t>({wanted.ring_bytes, kMessagesOfRing * g.block_bytes, base::page_bytes()}));
  g.fates_offset = kHeaderBytes;
  g.lines_offset = g.fates_offset + kFates * sizeof(std::atomic<std::uint64_t>);
  g.blocks_offset = g.lines_offset + g.cells * kLineBytes;
  g.controls_offset = base::whole_pages(g.blocks_offset + g.cells * g.block_stride);
  g.rings_offset = base::whole_pages(g.controls_offset + g.rings * sizeof(RingControl));
  g.staging_offset = g.rings_offset + g.rings * g.ring_bytes;
  g.buffers = wanted.buffers;
  g.buffer_bytes = base::whole_pages(wanted.buffer_bytes);
  g.buffers_offset = g.staging_offset + g.slots * g.slot_bytes;
  g.total = g.buffers_offset + g.buffers * g.buffer_bytes;
  *out = g;
  return Status::ok();
}

Segment::Segment(Segment&& other) noexcept {
  *this = std::move(other);
}

Segment& Segment::operator=(Segment&& other) noexcept {
  if (this == &other) return *this;
  close();
  base_ = std::exchange(other.base_, nullptr);
  counted_ = std::exchange(other.counted_, false);
  geometry_ = other.geometry_;
  fd_ = std::move(other.fd_);
  room_ = std::exchange(other.room_, {});
  mapper_ = other.mapper_;
  return *this;
}

Status Segment::create(const Geometry& geometry, std::uint64_t nonce, Segment* out, const Room& room) {
  Segment segment;
  segment.geometry_ = geometry;
  if (serves(room, geometry.total) && clear(room, boot::kSegmentRoom)) {
    PENSTOCK_TRY(map(room.file, room.offset, geometry.total, &segment.base_));
    segment.room_ = room;
  } else {
    PENSTOCK_TRY(make_file(geometry.total, &segment.fd_));
    PENSTOCK_TRY(map(segment.fd_.get(), 0, geometry.total, &segment.base_));
  }
  // The memory reads as zeros: every line is empty, and head and tail are zero.
  SegmentHeader& header = segment.header();
  header.magic = kMagic;
  header.nonce = nonce;
  header.owner_base = reinterpret_cast<std::uint64_t>(segment.base_);
  header.local_users.store(1, std::memory_order_release);
  segment.counted_ = true;
  *out = std::move(segment);
  return Status::ok();
}

Status Segment::attach(const SegmentAddress& address, const accel::ProcessId& self, Segment* out, const Room& room) {
  Segment segment;
  PENSTOCK_TRY(Geometry::of(address.dimensions, &segment.geometry_));
  base::Fd opened;
  const bool in_room = address.fd == kInRoom;
  if (in_room && !serves(room, segment.geometry_.total)) return foreign(address);
  if (!in_room) PENSTOCK_TRY(open_file(address, segment.geometry_.total, &opened));
  PENSTOCK_TRY(map(in_room ? room.file : opened.get(), in_room ? room.offset : 0, segment.geometry_.total, &segment.base_));
  SegmentHeader& header = segment.header();
  if (header.magic != kMagic || header.nonce != address.nonce) return foreign(address);
  // Hosts are not compared: the mapping belongs to this machine, and ranks of one process may be on simulated hosts.
  if (address.process.pid == self.pid && address.process.pid_namespace == self.pid_namespace) {
    if (!join(&header.local_users)) return foreign(address);
    auto* shared = reinterpret_cast<std::byte*>(header.owner_base);
    segment.close();
    segment.base_ = shared;
    segment.counted_ = true;
  }
  *out = std::move(segment);
  return Status::ok();
}

// A forked child must not release its parent's mappings.
void Segment::close() noexcept {
  if (base_ == nullptr) return;
  const bool ours = getpid() == mapper_;
  const bool last = ours && (!counted_ || header().local_users.fetch_sub(1, std::memory_order_acq_rel) == 1);
  if (last) munmap(base_, geometry_.total);
  // The file lives as long as the job. If the call fails, the memory is only kept that long.
  if (last && room_.file >= 0) static_cast<void>(clear(room_, boot::kSegmentRoom));
  room_ = {};
  base_ = nullptr;
  counted_ = false;
}

}  // namespace penstock::transport::shm
