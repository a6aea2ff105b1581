// One-sided memory: what a rank lets others reach, the keys that say so, and put, get and atomics on it. The registry
// (registry.hpp) registers memory and attaches keys over all transports of a rank; each transport that has a way to remote
// memory implements OneSided.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "transport/accumulate_lock.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

// What peers may do with a region.
inline constexpr std::uint32_t kUseRead = 1;
inline constexpr std::uint32_t kUseWrite = 2;
inline constexpr std::uint32_t kUseAtomics = 4;
inline constexpr std::uint32_t kUseAll = 7;

// On unsigned integers of `width` bytes, or (kMin, kMax) on signed ones. kFetch only reads, as one piece.
enum class AtomicOp : std::uint8_t {
  kFetch,
  kAdd,
  kAnd,
  kOr,
  kXor,
  kSwap,
  kCompareSwap,
  kMin,
  kMax,
  kMinUnsigned,
  kMaxUnsigned,
};
inline constexpr unsigned kAtomicOps = 11;

// Which operations are atomic, for each width: 1, 2, 4, 8 and 16 bytes.
struct AtomicSet {
  std::array<std::uint16_t, 5> ops{};

  [[nodiscard]] bool has(AtomicOp op, std::uint64_t width) const noexcept {
    return std::has_single_bit(width) && width <= 16 &&
           (ops[static_cast<unsigned>(std::countr_zero(width))] >> static_cast<unsigned>(op) & 1U) != 0;
  }
};

// Who executes accumulates on a region, of whatever origin and operation: one for each region, since different ones do not
// exclude each other. The owner decides when it registers the memory.
enum class Executor : std::uint8_t {
  kOwner,   // the owner's process, asked by messages
  kCpu,     // every CPU of the host, on memory that all ranks of it map: processor atomics, or the owner's locks where those
            // do not suffice
  kLock,    // every CPU of the host, with one of the owner's locks held, by loads and stores or copies by process id
  kDevice,  // kernels, by atomics of GPUs, on elements of 1, 2, 4 and 8 bytes at multiples of their length; the owner's process
            // on all others
};
inline constexpr unsigned kExecutors = 4;

// Memory of this rank that peers may reach: [base, base + bytes), until deregistered.
struct Region {
  std::uint32_t number = 0;      // among the rank's regions; used again
  std::uint32_t use = 0;         // kUse* bits
  std::uint64_t generation = 0;  // never used again by this rank; never 0
  std::uintptr_t base = 0;
  std::uint64_t bytes = 0;
  accel::Memory memory;
  bool ours = false;  // allocated by the registry
  Executor executor = Executor::kOwner;

  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
    return offset <= bytes && length <= bytes - offset;
  }
};

// How peers know a region. Travels packed; nothing in it is believed before it was held against what is known of the peer.
struct RemoteKey {
  // Trivially copyable, travels within the packed key.
  struct Head {
    std::int32_t rank = -1;  // of the owner
    std::uint32_t number = 0;
    std::uint64_t generation = 0;
    std::uint64_t bytes = 0;
    std::uint32_t use = 0;
    Executor executor = Executor::kOwner;
    std::uint8_t reserved[3] = {};
    BufferDescriptor descriptor;
  };
  static constexpr std::size_t kMostBytes = 16384;  // packed

  Head head;
  WorkerAddress ways;  // what each transport adds, by its name

  [[nodiscard]] std::vector<std::byte> pack() const;
  // Code::kProtocol if the bytes are no key, are cut short, or name a range that no address space has.
  static Status unpack(std::span<const std::byte> bytes, RemoteKey* out);
};

// Bits of Remote::bits.
inline constexpr std::uint32_t kRemotePut = 1;
inline constexpr std::uint32_t kRemoteGet = 2;
inline constexpr std::uint32_t kHostLocal = 4;       // the local bytes may be host memory,
inline constexpr std::uint32_t kDeviceLocal = 8;     // or GPU memory
inline constexpr std::uint32_t kStridedMoves = 16;   // shapes with gaps, too
inline constexpr std::uint32_t kNeedsNoTarget = 32;  // operations end although the owner's process never looks
inline constexpr std::uint32_t kAtomicsByCpu = 64;   // Remote::atomics exclude those of CPUs, the owner's too
inline constexpr std::uint32_t kListMoves = 128;     // put_list() and get_list(), with host memory

class OneSided;

// One way to a peer's region. Made by attach, ended by detach, before the owner deregisters.
struct Remote {
  OneSided* way = nullptr;
  std::string_view name;  // of the transport, which outlives the attachment
  int peer = -1;
  BufferDescriptor descriptor;
  std::uint64_t bytes = 0;
  std::byte* direct = nullptr;  // where the region lies for loads and stores of the caller, which then are the operation
  std::byte* mapped = nullptr;  // and for those of the way itself
  std::uintptr_t device = 0;    // where it lies for GPUs of this process; 0: nowhere
  int atomics_device = -1;      // kernels of this device do there what one of the memory's own does, in one step; -1: of none
  std::uint32_t bits = 0;
  AtomicSet atomics;
  Cost put_cost;
  Cost get_cost;
  Cost atomic_cost;
  std::uint64_t handle = 0;         // the way's own
  accel::Mapping mapping;           // pinned, if its id is not 0
  AccumulateLock* locks = nullptr;  // the owner's kAccumulateLocks, where this way reaches them
};

// Packed bytes [first, first + bytes) between a region and this rank's memory.
struct Move {
  kernels::Strided remote;  // base: an offset in the region
  kernels::Strided local;   // base: an address
  accel::Memory memory;     // of the local bytes
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};
// Contiguous host memory.
[[nodiscard]] inline Move contiguous(std::uint64_t offset, const void* local, std::uint64_t bytes) noexcept {
  Move out;
  out.remote = {.base = offset, .block = bytes};
  out.local = {.base = reinterpret_cast<std::uint64_t>(local), .block = bytes};
  out.bytes = bytes;
  return out;
}

// Bytes that lie together, from an offset in a region on, or from an address. Travels.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// As many bytes on both sides, each in the order of its extents. Local ones begin at addresses.
struct ListMove {
  static constexpr std::size_t kMostExtents = 1024;                    // of a side
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // in all

  std::span<const Extent> remote;
  std::span<const Extent> local;
};

struct Atomic {
  AtomicOp op = AtomicOp::kFetch;
  std::uint8_t width = 8;
  std::uint64_t offset = 0;  // the address there is a multiple of `width`
  std::uint64_t operand = 0;
  std::uint64_t compare = 0;  // kCompareSwap: the operand is stored if this is there
  void* result = nullptr;     // gets the old value, `width` bytes, and lies still until the operation is over; null: not wanted
};

// What became of a put, get or atomic.
enum class Completion : std::uint8_t {
  kDone,     // a put is visible at the target, a get's or atomic's bytes are here
  kLocal,    // local memory is the caller's again; flush() makes it visible at the target
  kPending,  // the ticket tells when it is kLocal; a get, and an atomic with a result, are kDone then
};
struct RemoteTicket {
  std::uint64_t number = 0;  // the way's own
  BulkHandle bulk;
};
struct Begun {
  Completion completion = Completion::kDone;
  RemoteTicket ticket;
};

// The way of one transport to memory of its peers. Used by one thread at a time. Verbs never block; memory lies still until
// the operation is over. A failed verb moved nothing that is told of, leaves no ticket, and may be tried by another way.
class OneSided {
 public:
  OneSided() = default;
  OneSided(const OneSided&) = delete;
  OneSided& operator=(const OneSided&) = delete;
  virtual ~OneSided() = default;

  // The owner's side. A failure of register_memory() means that peers have no such way; Code::kUnsupported: as expected.
  virtual Status register_memory(const Region& /*region*/) { return Status::ok(); }
  virtual void deregister(const Region& /*region*/) {}
  // This way's part of the key for `peer`, for whom it may also complete `address`. Code::kUnsupported: none.
  virtual Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) = 0;
  // Host memory of ours that peers reach directly: zeros. Code::kNoMemory: there is not so much.
  virtual Status allocate(std::uint64_t /*bytes*/, std::span<std::byte>* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory of ours here");
  }
  // The same of addresses whose pages are taken as they are touched.
  virtual Status reserve(std::uint64_t /*bytes*/, std::span<std::byte>* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory of ours here");
  }
  virtual void release(std::span<std::byte> /*memory*/) {}
  // Words that peers can look at, one for each region number: the generation of the live region, or 0. Empty: none here.
  virtual std::span<std::atomic<std::uint64_t>> generations() { return {}; }
  // This rank's kAccumulateLocks, which peers of its host reach; null: none here.
  virtual AccumulateLock* locks() { return nullptr; }
  // Whether all ranks of the host may map the region for loads and stores.
  [[nodiscard]] virtual bool is_shared(const Region& /*region*/) const { return false; }

  // As far as this rank can tell: whether the peer does everything on the region by this way without this rank's process.
  [[nodiscard]] virtual bool reaches_alone(const Region& /*region*/, int /*peer*/) { return false; }

  // The origin's side. The generation that the owner's region of that number has now; *known stays false where that cannot be
  // seen from here.
  virtual Status generation(const RemoteKey& /*key*/, std::span<const std::byte> /*part*/, bool* /*known*/,
                            std::uint64_t* /*out*/) {
    return Status::ok();
  }
  // `out` is complete but for what this way adds. Code::kUnsupported: not this way, as expected.
  virtual Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) = 0;
  virtual void detach(Remote* remote) = 0;
  virtual Status put(const Remote& remote, const Move& move, Begun* out) = 0;
  virtual Status get(const Remote& remote, const Move& move, Begun* out) = 0;
  // Many pieces at once, which is more than one put after the other. Some may have been moved where it fails.
  virtual Status put_list(const Remote& /*remote*/, const ListMove& /*move*/, Begun* /*out*/) {
    return Status::error(Code::kUnsupported, "no lists here");
  }
  virtual Status get_list(const Remote& /*remote*/, const ListMove& /*move*/, Begun* /*out*/) {
    return Status::error(Code::kUnsupported, "no lists here");
  }
  virtual Status atomic(const Remote& remote, const Atomic& atomic, Begun* out);
  // Ends the ticket when it is done or fails.
  virtual Status test(RemoteTicket* /*ticket*/, bool* done) { return *done = true, Status::ok(); }
  // Puts and atomics to the peer that are kLocal come before those that follow. Costs nothing where loads and stores are
  // ordered.
  virtual Status fence(int peer);
  // All of them are visible there; what is pending is only so once its ticket is over.
  virtual Status flush(int peer, Begun* out);
};

// Whether the move lies within the region and, packed, within itself. Code::kArg.
Status check_range(std::uint64_t region_bytes, const Move& move);
Status check_range(std::uint64_t region_bytes, std::uintptr_t base, const Atomic& atomic);

// The fast path, which is the caller's: a range check and a store or load. False: not direct, or out of range; put() and get()
// say more. A store is visible at once; flush() orders it before later loads of this rank.
template <typename T>
[[nodiscard]] bool store_direct(const Remote& remote, std::uint64_t offset, const T& value) noexcept {
  if (remote.direct == nullptr || remote.bytes < sizeof(T) || offset > remote.bytes - sizeof(T)) return false;
  std::memcpy(remote.direct + offset, &value, sizeof(T));
  return true;
}
template <typename T>
[[nodiscard]] bool load_direct(const Remote& remote, std::uint64_t offset, T* out) noexcept {
  if (remote.direct == nullptr || remote.bytes < sizeof(T) || offset > remote.bytes - sizeof(T)) return false;
  std::memcpy(out, remote.direct + offset, sizeof(T));
  return true;
}

// The CPU as executor: all operations on 1, 2, 4 and 8 bytes.
[[nodiscard]] AtomicSet cpu_atomics() noexcept;
// `place` is a multiple of the width, which is one of these. Sequentially consistent. Returns the old value.
std::uint64_t cpu_atomic(std::byte* place, AtomicOp op, unsigned width, std::uint64_t operand, std::uint64_t compare) noexcept;

// As Transport::get and put want it.
[[nodiscard]] Bulk bulk_of(const Remote& remote, const Move& move);

// Put and get by CPU where the region is direct, else by the transport's own get and put of a Bulk; atomics by CPU where it is
// direct. A transport on the host derives from it what it registers and maps.
class BulkOneSided : public OneSided {
 public:
  // Both outlive it.
  BulkOneSided(Transport& transport, accel::Accel& accel) : transport_(transport), accel_(accel) {}

  void detach(Remote* remote) override;
  Status put(const Remote& remote, const Move& move, Begun* out) override;
  Status get(const Remote& remote, const Move& move, Begun* out) override;
  Status atomic(const Remote& remote, const Atomic& atomic, Begun* out) override;
  Status test(RemoteTicket* ticket, bool* done) override;

 protected:
  // The region lies at `address` for loads and stores.
  static void make_direct(std::byte* address, const Cost& cost, Remote* out);

  Transport& transport_;
  accel::Accel& accel_;

 private:
  Status move(bool puts, const Remote& remote, const Move& move, Begun* out);
};

}  // namespace penstock::transport
