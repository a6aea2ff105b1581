// One-sided memory consists of regions that a rank exposes, remote keys that describe them, and put, get and atomics on them.
// The registry (registry.hpp) registers memory and attaches keys over all transports of a rank; each transport that can access
// remote memory implements OneSided.
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

// These bits say which operations peers may do on a region.
inline constexpr std::uint32_t kUseRead = 1;
inline constexpr std::uint32_t kUseWrite = 2;
inline constexpr std::uint32_t kUseAtomics = 4;
inline constexpr std::uint32_t kUseAll = 7;

// The operands are unsigned integers of `width` bytes, or signed ones for kMin and kMax. kFetch only reads, in one access.
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

// AtomicSet has the operations that are atomic, for each width: 1, 2, 4, 8 and 16 bytes.
struct AtomicSet {
  std::array<std::uint16_t, 5> ops{};

  [[nodiscard]] bool has(AtomicOp op, std::uint64_t width) const noexcept {
    return std::has_single_bit(width) && width <= 16 &&
           (ops[static_cast<unsigned>(std::countr_zero(width))] >> static_cast<unsigned>(op) & 1U) != 0;
  }
};

// Executor says who executes accumulates on a region, for all origins and operations: there is one for each region, since
// different executors do not exclude each other. The owner decides when it registers the memory.
enum class Executor : std::uint8_t {
  kOwner,   // the owner's process, by messages
  kCpu,     // every CPU of the host, on memory that all ranks of it map: processor atomics, or the owner's locks where those
            // do not suffice
  kLock,    // every CPU of the host, with one of the owner's locks held, by loads and stores or copies by process id
  kDevice,  // kernels, by atomics of GPUs, on elements of 1, 2, 4 and 8 bytes at multiples of their length; the owner's process
            // on all others
};
inline constexpr unsigned kExecutors = 4;

// Region is memory of this rank that peers may access: [base, base + bytes), until it is deregistered.
struct Region {
  std::uint32_t number = 0;      // index among the rank's regions; reused
  std::uint32_t use = 0;         // kUse* bits
  std::uint64_t generation = 0;  // never reused by this rank; never 0
  std::uintptr_t base = 0;
  std::uint64_t bytes = 0;
  accel::Memory memory;
  bool ours = false;  // allocated by the registry
  Executor executor = Executor::kOwner;

  [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
    return offset <= bytes && length <= bytes - offset;
  }
};

// RemoteKey describes a region to peers. It is sent packed; its contents are checked against what is known of the peer before
// use.
struct RemoteKey {
  // Head is trivially copyable, and part of the packed key.
  struct Head {
    std::int32_t rank = -1;  // rank of the owner
    std::uint32_t number = 0;
    std::uint64_t generation = 0;
    std::uint64_t bytes = 0;
    std::uint32_t use = 0;
    Executor executor = Executor::kOwner;
    std::uint8_t reserved[3] = {};
    BufferDescriptor descriptor;
  };
  static constexpr std::size_t kMostBytes = 16384;  // size of the packed key

  Head head;
  WorkerAddress ways;  // part of each transport, by its name

  [[nodiscard]] std::vector<std::byte> pack() const;
  // Returns Code::kProtocol if the bytes are no key, are cut short, or name a range that no address space has.
  static Status unpack(std::span<const std::byte> bytes, RemoteKey* out);
};

// These are the bits of Remote::bits.
inline constexpr std::uint32_t kRemotePut = 1;
inline constexpr std::uint32_t kRemoteGet = 2;
inline constexpr std::uint32_t kHostLocal = 4;       // the local bytes may be host memory
inline constexpr std::uint32_t kDeviceLocal = 8;     // the local bytes may be GPU memory
inline constexpr std::uint32_t kStridedMoves = 16;   // shapes with gaps are supported
inline constexpr std::uint32_t kNeedsNoTarget = 32;  // operations complete although the owner's process makes no progress
inline constexpr std::uint32_t kAtomicsByCpu = 64;   // Remote::atomics and atomics of CPUs, the owner's too, exclude each other
inline constexpr std::uint32_t kListMoves = 128;     // put_list() and get_list(), with host memory

class OneSided;

// Remote is one path to a peer's region. attach() makes it and detach() ends it, before the owner deregisters the region.
struct Remote {
  OneSided* way = nullptr;
  std::string_view name;  // name of the transport, which outlives the attachment
  int peer = -1;
  BufferDescriptor descriptor;
  std::uint64_t bytes = 0;
  std::byte* direct = nullptr;  // address of the region for loads and stores of the caller, which then are the operation
  std::byte* mapped = nullptr;  // address for loads and stores of the transport itself
  std::uintptr_t device = 0;    // address for GPUs of this process; 0: none
  int atomics_device = -1;      // a device whose atomics are atomic for the memory's own device too; -1: none
  std::uint32_t bits = 0;
  AtomicSet atomics;
  Cost put_cost;
  Cost get_cost;
  Cost atomic_cost;
  std::uint64_t handle = 0;         // private to the transport
  accel::Mapping mapping;           // pinned if its id is not 0
  AccumulateLock* locks = nullptr;  // the owner's kAccumulateLocks if accessible, else null
};

// Move describes packed bytes [first, first + bytes) between a region and this rank's memory.
struct Move {
  kernels::Strided remote;  // base: an offset in the region
  kernels::Strided local;   // base: an address
  accel::Memory memory;     // describes the local bytes
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};
// Describes contiguous host memory.
[[nodiscard]] inline Move contiguous(std::uint64_t offset, const void* local, std::uint64_t bytes) noexcept {
  Move out;
  out.remote = {.base = offset, .block = bytes};
  out.local = {.base = reinterpret_cast<std::uint64_t>(local), .block = bytes};
  out.bytes = bytes;
  return out;
}

// Extent has contiguous bytes, from an offset in a region or from an address on. It is sent to other processes.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// ListMove has equally many bytes on both sides, each in the order of its extents. Local extents begin at addresses.
struct ListMove {
  static constexpr std::size_t kMostExtents = 1024;                    // extents of one side
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // bytes in all

  std::span<const Extent> remote;
  std::span<const Extent> local;
};

struct Atomic {
  AtomicOp op = AtomicOp::kFetch;
  std::uint8_t width = 8;
  std::uint64_t offset = 0;  // the address there is a multiple of `width`
  std::uint64_t operand = 0;
  std::uint64_t compare = 0;  // kCompareSwap: the operand is stored if the old value equals this
  void* result = nullptr;     // gets the old value (`width` bytes); valid until completion; null: not wanted
};

// Completion is the state of a put, get or atomic when the call returns.
enum class Completion : std::uint8_t {
  kDone,     // a put is visible at the target; the bytes of a get or atomic have arrived
  kLocal,    // local memory may be reused; flush() makes the operation visible at the target
  kPending,  // test() reports when the operation is kLocal; for a get, and an atomic with a result, when it is kDone
};
struct RemoteTicket {
  std::uint64_t number = 0;  // private to the transport
  BulkHandle bulk;
};
struct Begun {
  Completion completion = Completion::kDone;
  RemoteTicket ticket;
};

// OneSided is the access of one transport to memory of its peers. It is used by one thread at a time. Calls never block; memory
// must stay valid until the operation is over. A call that fails has had no reported effect, leaves no ticket, and may be
// retried over another transport.
class OneSided {
 public:
  OneSided() = default;
  OneSided(const OneSided&) = delete;
  OneSided& operator=(const OneSided&) = delete;
  virtual ~OneSided() = default;

  // These calls are the owner's. A failure of register_memory() means that peers cannot use this transport for the region; with
  // Code::kUnsupported that is expected.
  virtual Status register_memory(const Region& /*region*/) { return Status::ok(); }
  virtual void deregister(const Region& /*region*/) {}
  // Adds this transport's part of the key for `peer`, and may complete `address` for that peer. Code::kUnsupported: there is
  // none.
  virtual Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) = 0;
  // Allocates host memory of the library that peers access directly; it contains zeros. Code::kNoMemory: there is not enough
  // memory.
  virtual Status allocate(std::uint64_t /*bytes*/, std::span<std::byte>* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory of ours here");
  }
  // Reserves such memory, whose pages are allocated when they are first touched.
  virtual Status reserve(std::uint64_t /*bytes*/, std::span<std::byte>* /*out*/) {
    return Status::error(Code::kUnsupported, "no memory of ours here");
  }
  virtual void release(std::span<std::byte> /*memory*/) {}
  // Returns words that peers can read, one for each region number: the generation of the live region, or 0. The span is empty
  // if there are none.
  virtual std::span<std::atomic<std::uint64_t>> generations() { return {}; }
  // Returns this rank's kAccumulateLocks, which peers of its host can access; null if there are none.
  virtual AccumulateLock* locks() { return nullptr; }
  // Returns true if all ranks of the host may map the region for loads and stores.
  [[nodiscard]] virtual bool is_shared(const Region& /*region*/) const { return false; }

  // Returns true if, as far as this rank can tell, the peer does every operation on the region without this rank's process.
  [[nodiscard]] virtual bool reaches_alone(const Region& /*region*/, int /*peer*/) { return false; }

  // These calls are the origin's. generation() returns the generation that the owner's region of that number has now;
  // *known stays false if this rank cannot see it.
  virtual Status generation(const RemoteKey& /*key*/, std::span<const std::byte> /*part*/, bool* /*known*/,
                            std::uint64_t* /*out*/) {
    return Status::ok();
  }
  // Attaches the region; this transport completes `out`, whose other members are set already. Code::kUnsupported: this
  // transport cannot access the region, as expected.
  virtual Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) = 0;
  virtual void detach(Remote* remote) = 0;
  virtual Status put(const Remote& remote, const Move& move, Begun* out) = 0;
  virtual Status get(const Remote& remote, const Move& move, Begun* out) = 0;
  // Puts many pieces at once, which is faster than single puts. After a failure some pieces may have been moved.
  virtual Status put_list(const Remote& /*remote*/, const ListMove& /*move*/, Begun* /*out*/) {
    return Status::error(Code::kUnsupported, "no lists here");
  }
  virtual Status get_list(const Remote& /*remote*/, const ListMove& /*move*/, Begun* /*out*/) {
    return Status::error(Code::kUnsupported, "no lists here");
  }
  virtual Status atomic(const Remote& remote, const Atomic& atomic, Begun* out);
  // Ends the ticket when the operation is done or fails.
  virtual Status test(RemoteTicket* /*ticket*/, bool* done) { return *done = true, Status::ok(); }
  // Orders puts and atomics to the peer that are kLocal before later ones. It costs nothing if loads and stores are ordered.
  virtual Status fence(int peer);
  // Makes all puts and atomics to the peer visible there; for a pending operation this holds only once its ticket is over.
  virtual Status flush(int peer, Begun* out);
};

// Returns Code::kArg unless the move lies within the region and its packed bytes within its shapes.
Status check_range(std::uint64_t region_bytes, const Move& move);
Status check_range(std::uint64_t region_bytes, std::uintptr_t base, const Atomic& atomic);

// This is the caller's fast path: a range check and a store or load. Returns false if the region is not direct or the range is
// wrong; put() and get() then report the reason. A store is visible at once; flush() orders it before later loads of this rank.
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

// Returns the set of a CPU as executor: all operations on 1, 2, 4 and 8 bytes.
[[nodiscard]] AtomicSet cpu_atomics() noexcept;
// `place` is a multiple of the width, which is 1, 2, 4 or 8. The operation is
// sequentially consistent and returns the old value.
std::uint64_t cpu_atomic(std::byte* place, AtomicOp op, unsigned width, std::uint64_t operand, std::uint64_t compare) noexcept;

// Converts a move to the form that Transport::get and put take.
[[nodiscard]] Bulk bulk_of(const Remote& remote, const Move& move);

// BulkOneSided puts and gets by the CPU if the region is direct, else by the transport's own get and put of a Bulk; atomics
// need a direct region and are the CPU's. A transport on the host derives from this class and adds registration and mapping.
class BulkOneSided : public OneSided {
 public:
  // Both arguments must outlive it.
  BulkOneSided(Transport& transport, accel::Accel& accel) : transport_(transport), accel_(accel) {}

  void detach(Remote* remote) override;
  Status put(const Remote& remote, const Move& move, Begun* out) override;
  Status get(const Remote& remote, const Move& move, Begun* out) override;
  Status atomic(const Remote& remote, const Atomic& atomic, Begun* out) override;
  Status test(RemoteTicket* ticket, bool* done) override;

 protected:
  // Sets `out` for a region that lies at `address` for loads and stores.
  static void make_direct(std::byte* address, const Cost& cost, Remote* out);

  Transport& transport_;
  accel::Accel& accel_;

 private:
  Status move(bool puts, const Remote& remote, const Move& move, Begun* out);
};

}  // namespace penstock::transport
