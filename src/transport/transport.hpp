// A way to move bytes to a peer: a few verbs, capabilities and costs. Callers choose by number, never by name.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/cost.hpp"
#include "base/intrusive_list.hpp"
#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"
#include "kernels/copy/strided.hpp"
#include "kernels/pack/list.hpp"
#include "transport/doorbell.hpp"
#include "transport/shape.hpp"

namespace penstock::transport {

// Where a piece of a rank's memory is, as a peer needs it for get and put. Trivially copyable, travels on the wire.
struct BufferDescriptor {
  accel::ProcessId owner;
  accel::MemoryKind kind = accel::MemoryKind::kHost;
  std::uint8_t exported = 0;  // `device` is valid
  std::uint8_t reserved[6] = {};
  std::uint64_t address = 0;  // in the owner's address space
  accel::Export device;
};
static_assert(std::is_trivially_copyable_v<BufferDescriptor>);

// Bits of Capabilities::flags.
inline constexpr std::uint32_t kCanSend = 1;     // send(), progress()
inline constexpr std::uint32_t kCanGet = 2;      // get()
inline constexpr std::uint32_t kCanPut = 4;      // put()
inline constexpr std::uint32_t kHasStaging = 8;  // staging()
inline constexpr std::uint32_t kCanStream = 16;  // stream_to(), stream_from()
// Peers' messages leave them only while this rank looks, even those that it does not wait for.
inline constexpr std::uint32_t kServesPeers = 32;
inline constexpr std::uint32_t kStreamsDevice = 64;  // streams take contiguous memory of a GPU too (accel::MemoryKind::kDevice)

struct Capabilities {
  std::uint32_t flags = 0;
  std::size_t max_send = 0;  // header + payload of one send()
  std::size_t max_header = 0;
};

// Time of one operation; the constants are tunables (PENSTOCK_COST_*).
using Cost = base::Cost;

enum class Outcome : std::uint8_t {
  kDone,
  kFull,   // try again after progress()
  kError,  // `why` says
};

// Receives what send() carried, from inside progress(), in the order sent by each peer. header and payload are valid only
// during the call and may lie in memory that the peer can still see: copy first, then check.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
  // The peer, or the way to it, is gone for good. Told once; what comes from it afterwards is nothing.
  virtual void lost(int peer, Status&& why) = 0;
  // Appends the peers of whom messages are expected, to look whether they are there; -1 is any of them, and one may be told
  // twice.
  virtual void list_expected(std::vector<int>* /*out*/) {}
};

// A message that has come and was not delivered yet: as what a Sink is given, until it is taken.
struct Front {
  std::span<const std::byte> header;
  std::span<const std::byte> payload;
};

// Chunks of memory that the owner writes and a peer on the host reads (or the other way round): the pipelined path. Slots
// belong to the rank that acquired them until it releases them. Staging in host memory does not ask for `pool` and `device`.
class Staging {
 public:
  virtual ~Staging() = default;
  [[nodiscard]] virtual std::size_t slot_bytes() const = 0;
  // Of the rank's own pools (BouncePool::number) this one. -1: none free, try again after progress().
  virtual int acquire(int pool) = 0;
  virtual void release(int slot) = 0;
  [[nodiscard]] virtual std::byte* local(int slot) = 0;
  // A peer's slot, mapped here for `device`, which empties it. Code::kProtocol if the number is out of range, or the slot does
  // not hold `bytes`.
  virtual Status remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) = 0;
  // The whole local pool, for pinning. Empty where that is of no use.
  [[nodiscard]] virtual std::span<std::byte> local_area() = 0;
};

// The bounce buffers of one device of a rank, as peers need them. Trivially copyable, travels on the wire.
struct BouncePool {
  std::uint32_t number = 0;  // among the rank's pools
  std::uint32_t slots = 0;
  std::uint64_t slot_bytes = 0;
  accel::Export memory;
};
static_assert(std::is_trivially_copyable_v<BouncePool>);

// Bounce buffers in GPU memory of ours, a pool on each device that is used, which a peer maps once: the way of GPU memory
// that the peer cannot map, or has not mapped yet. Peers in other PID namespaces have pools of their own, since those are
// shared in another way. Freed with the Accel.
class BounceBuffers : public Staging {
 public:
  static constexpr std::uint32_t kMostPools = 32;
  // The pool on `device` for that peer, allocated when first asked for; what the peer needs to map it is there before any
  // message sent afterwards. Null: none, or none now. A device where allocating failed is not tried again, and the failure is
  // returned the first time only.
  virtual Status pool(int peer, int device, const BouncePool** out) = 0;
  // What a peer says of a pool of its own; takes what was sent ahead. Code::kProtocol if it cannot be true.
  virtual Status learn(int peer, const BouncePool& pool) = 0;
  // Whether `device` could work on that pool of the peer: it is known, can be reached, and mapping it has not failed.
  virtual bool reaches(int peer, std::uint32_t number, int device) = 0;
  // Maps it for remote(), which works only then. Costs milliseconds the first time. A failure is for ever.
  virtual Status map(int peer, std::uint32_t number, int device) = 0;
  // The job ends: no piece is under way, and peers' pools are known no more.
  virtual void let_go() = 0;
};

// Rooms of this rank that its peers on the host have mapped too, for groups of ranks that meet by words in them instead of by
// messages. What lies in a shared buffer is its users' business.
class ShmBuffers {
 public:
  // A word that somebody of this rank waits for, to be at least `value`.
  struct Watch {
    const std::atomic<std::uint64_t>* word = nullptr;
    std::uint64_t value = 0;
    base::ListNode node;
  };

  virtual ~ShmBuffers() = default;
  // Of one shared buffer; a multiple of the page.
  [[nodiscard]] virtual std::size_t buffer_bytes() const = 0;
  // One of this rank's own: zeros, or what its last users left. -1: none is free.
  virtual int acquire() = 0;
  // No peer looks at it any more.
  virtual void release(int buffer) = 0;
  [[nodiscard]] virtual std::byte* local(int buffer) = 0;
  // Whether the peer's shared buffers could be mapped here: it is on this host.
  virtual Status reaches(int peer, bool* out) = 0;
  // A peer's shared buffer, mapped here until the end. Code::kProtocol if there is none of that number.
  virtual Status remote(int peer, int buffer, std::byte** out) = 0;
  // The peer's doorbell, for Doorbell::ring() after something that it may wait for was stored and, if must_order(), a full
  // fence. remote() has succeeded for the peer.
  [[nodiscard]] virtual std::atomic<std::uint32_t>* doorbell(int peer) = 0;
  [[nodiscard]] virtual bool must_order() const noexcept = 0;
  // This rank does not sleep once the word is there. The watch lies still until unwatch().
  virtual void watch(Watch* watch) noexcept = 0;
  virtual void unwatch(Watch* watch) noexcept = 0;
};

// A word between two ranks about an export.
struct Invalidation {
  int peer = 0;  // the other rank
  accel::ExportName name;
  bool returned = false;  // false: its owner says that it is gone; true: who had mapped it does not keep it
};

// Memory of this rank that peers may map, and the end of such mappings: freed memory must be free although peers keep what
// they have mapped.
class ExportRegistry {
 public:
  virtual ~ExportRegistry() = default;
  // Whether the peer could map such memory of this rank's, as far as PID namespaces let it.
  [[nodiscard]] virtual bool can_export_to(int peer, const accel::Memory& memory) = 0;
  // Lets the peer map the memory that a message touches: `region` gets its export, if there is one. A failure means that the
  // bytes go another way. What the peer needs to map it is there before any message sent afterwards.
  virtual Status export_to(int peer, const accel::Memory& memory, const Footprint& touched, BufferDescriptor* region) = 0;
  // A peer's region has come: takes what was sent ahead.
  virtual void accept_region(int peer, const BufferDescriptor& region) = 0;
  // Something is exported, so that next_invalidation() is worth a call now and then.
  [[nodiscard]] virtual bool is_active() const noexcept = 0;
  // The next word to send; false if there is none now. Cheap to repeat: looks at what is exported every few milliseconds, a
  // bounded part at a time.
  virtual bool next_invalidation(Invalidation* out) = 0;
  // A peer's word. A name that is not known here is no fault.
  virtual void invalidate(const Invalidation& word) = 0;
};

class OneSided;

// One end of a stream that is under way: a number of its transport's, never 0.
using StreamId = std::uint64_t;

// A get or put between a peer's region and local memory: packed bytes [first, first + bytes) of both sides.
struct Bulk {
  BufferDescriptor remote;
  kernels::Strided remote_shape;  // base is an address of the owner
  accel::Memory local;
  kernels::Strided local_shape;  // unless by_list
  bool by_list = false;          // the local bytes, of a device, lie by a list; which one, get() and put() alone need to know
  const kernels::List* list = nullptr;
  int queue_index = -1;  // of the device's queues, the one whose work comes after the list's tables; -1: all do
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

[[nodiscard]] inline bool both_contiguous(const Bulk& bulk) noexcept {
  return !bulk.by_list && is_contiguous(bulk.remote_shape) && is_contiguous(bulk.local_shape);
}

// What a bulk operation left behind: nothing (complete: ticket.sequence is 0), or a ticket to test. mapping.id is not 0 where a
// mapping is pinned: the caller unpins it (Accel::unpin_mapping) once the ticket is done, also when nothing was left to wait
// for.
struct BulkHandle {
  accel::Ticket ticket;
  accel::Mapping mapping;
};

// One rank's worker address: named blobs that each transport adds at start-up and peers read. Exchanged once through boot.
class WorkerAddress {
 public:
  void add(std::string_view transport, std::span<const std::byte> blob);
  [[nodiscard]] bool has(std::string_view transport) const;
  // Empty if that transport published nothing.
  [[nodiscard]] std::span<const std::byte> find(std::string_view transport) const;
  [[nodiscard]] std::vector<std::byte> pack() const;
  static Status unpack(std::span<const std::byte> bytes, WorkerAddress* out);

 private:
  struct Entry {
    std::string name;
    std::vector<std::byte> blob;
  };
  std::vector<Entry> entries_;
};

// Looks up a peer's address when a transport first needs it.
class AddressSource {
 public:
  virtual ~AddressSource() = default;
  virtual Status address(int peer, const WorkerAddress** out) = 0;
};

struct Environment {
  const Config& config;
  Log& log;
  accel::Accel& accel;
  AddressSource& addresses;
  int rank;
  int size;
  boot::Inherited inherited = {};
  bool spans_hosts = false;  // the launcher says so, or does not know
};

// One per process object and kind. Used by one thread at a time (the engine's lock). Memory is bounded per rank, whatever
// the job's size; connections are made on first use.
class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const Capabilities& capabilities() const = 0;
  // Adds what peers need to this rank's address. Called once, before any other verb.
  virtual Status publish(WorkerAddress* address) = 0;
  // Whether this transport can serve the peer at all (address compared, nothing connected).
  virtual Status reaches(int peer, bool* out) = 0;

  // One message, delivered whole and in order to the peer's Sink. Never blocks.
  virtual Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) = 0;
  // Delivers what has arrived, at most a bounded batch. Returns how many.
  virtual Status progress(Sink& sink, int* delivered) = 0;
  // The peer's next message, which progress() would deliver before any other of that peer's. Not from inside progress(). False:
  // nothing has come, or this transport, or the way of this peer's messages, cannot show it.
  virtual bool front(int /*peer*/, Front* /*out*/) { return false; }
  // Takes what front() has just shown: it is not delivered any more, and its bytes are the peer's again.
  virtual void pop_front(int /*peer*/) {}
  // A message that its sender may take back although the receiver does nothing: the two decide by a word that both reach. Its
  // `id`, an IdTable's of the sender, is not given again before the receiver has heard of that. take(): a receive of this rank
  // is about to match the peer's message; false: the peer has taken it back. revoke(): true: the peer's take() of this rank's
  // message fails from now on; false: it has succeeded, or nobody can tell.
  virtual bool take(int /*peer*/, std::uint64_t /*id*/) { return true; }
  virtual bool revoke(int /*peer*/, std::uint64_t /*id*/) { return false; }
  // Asks the system whether the peer is there yet, where that can be known.
  [[nodiscard]] virtual bool is_there(int /*peer*/) { return true; }

  // Whether get (or put) can serve this pair; `cost` is then set. Bulk::bytes counts.
  virtual bool can_get(int peer, const Bulk& bulk, Cost* cost) = 0;
  virtual bool can_put(int peer, const Bulk& bulk, Cost* cost) = 0;
  // Whether the peer could do the same movement as a put, as far as this rank can tell.
  virtual bool peer_can_put(int /*peer*/, const Bulk& /*bulk*/, Cost* /*cost*/) { return false; }
  virtual Status get(int peer, const Bulk& bulk, BulkHandle* out) = 0;
  virtual Status put(int peer, const Bulk& bulk, BulkHandle* out) = 0;
  // Copies plain contiguous host memory of the peer at once, where that is known to work. False: nothing can be said of
  // `to`; ask can_get(). `owner`: the process that the peer says the memory is of.
  virtual bool read_now(int /*peer*/, const accel::ProcessId& /*owner*/, std::uint64_t /*from*/, void* /*to*/,
                        std::uint64_t /*bytes*/) {
    return false;
  }
  // One stream of contiguous host memory: the receiver offers its place under a token of its own, unique among its streams
  // under way, then tells the sender. Memory lies still until test_stream() says done or fails, or cancel_stream() returns;
  // either ends that stream.
  virtual Status stream_from(int /*peer*/, std::uint64_t /*token*/, std::span<std::byte> /*to*/, StreamId* /*out*/) {
    return Status::error(Code::kInternal, "{} has no streams", name());
  }
  virtual Status stream_to(int /*peer*/, std::uint64_t /*token*/, std::span<const std::byte> /*from*/, StreamId* /*out*/) {
    return Status::error(Code::kInternal, "{} has no streams", name());
  }
  virtual Status test_stream(StreamId /*stream*/, bool* /*done*/) {
    return Status::error(Code::kInternal, "{} has no streams", name());
  }
  virtual void cancel_stream(StreamId /*stream*/) {}
  // Whether all that send() took has left this process. Asked for with progress() in between when a rank is about to leave.
  virtual bool drained() { return true; }
  virtual Staging* staging() { return nullptr; }
  // Null where peers see none of this rank's memory.
  virtual ShmBuffers* shm_buffers() { return nullptr; }
  // Null where peers cannot map GPU memory, or must not.
  virtual BounceBuffers* bounce_buffers() { return nullptr; }
  // Null where peers can map nothing of this rank's.
  virtual ExportRegistry* export_registry() { return nullptr; }

  // Null where this transport has no way to memory of peers (one_sided.hpp).
  virtual OneSided* one_sided() { return nullptr; }

  // Once, when all ranks have met: whether the job has more of them than CPUs. All ranks say the same.
  virtual void met(bool /*crowded*/) {}

  // Sleeping: arm() promises that a later arrival rings doorbell(); returns false (not armed) if something has already
  // arrived. Where several transports deliver to a rank, one of them has its doorbell.
  virtual bool arm() { return true; }
  virtual void disarm() {}
  // Null: arrivals ring nothing, or the bell that it is given.
  virtual Doorbell* doorbell() { return nullptr; }
  // The bell of this rank, which a transport without one of its own rings. It outlives the transport's use.
  virtual void ring_at(Doorbell* /*bell*/) {}
};

// Every transport of this build, in order of preference: the registration list (list.cpp).
Status make_transports(const Environment& environment, std::vector<std::unique_ptr<Transport>>* out);

}  // namespace penstock::transport
