// A transport moves bytes to a peer; it has a few operations, capabilities and costs. Callers choose by these numbers, never by
// name.
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

// BufferDescriptor describes a piece of a rank's memory to a peer for get and put. It is trivially copyable and is sent to
// other processes.
struct BufferDescriptor {
  accel::ProcessId owner;
  accel::MemoryKind kind = accel::MemoryKind::kHost;
  std::uint8_t exported = 0;  // `device` is valid
  std::uint8_t reserved[6] = {};
  std::uint64_t address = 0;  // address in the owner's address space
  accel::Export device;
};
static_assert(std::is_trivially_copyable_v<BufferDescriptor>);

// These are the bits of Capabilities::flags.
inline constexpr std::uint32_t kCanSend = 1;     // send(), progress()
inline constexpr std::uint32_t kCanGet = 2;      // get()
inline constexpr std::uint32_t kCanPut = 4;      // put()
inline constexpr std::uint32_t kHasStaging = 8;  // staging()
inline constexpr std::uint32_t kCanStream = 16;  // stream_to(), stream_from()
// Messages of peers leave the peers only while this rank makes progress, even messages that this rank does not wait for.
inline constexpr std::uint32_t kServesPeers = 32;
inline constexpr std::uint32_t kStreamsDevice = 64;  // streams also accept contiguous GPU memory (accel::MemoryKind::kDevice)

struct Capabilities {
  std::uint32_t flags = 0;
  std::size_t max_send = 0;  // header and payload of one send()
  std::size_t max_header = 0;
};

// Cost is the time of one operation; the constants are tunables (PENSTOCK_COST_*).
using Cost = base::Cost;

enum class Outcome : std::uint8_t {
  kDone,
  kFull,   // try again after progress()
  kError,  // `why` has the reason
};

// A sink receives the messages of send() from inside progress(), in each peer's order. header and payload are valid only during
// the call and may lie in memory that the peer can still change: copy first, then check.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) = 0;
  // The peer, or the path to it, is gone for good. This is reported once; nothing more is delivered from it.
  virtual void lost(int peer, Status&& why) = 0;
  // Appends the peers from which messages are expected, so that their liveness is checked; -1 means any peer, and a peer may be
  // listed twice.
  virtual void list_expected(std::vector<int>* /*out*/) {}
};

// Front is a message that has arrived and was not delivered yet. The views are as those that a Sink gets, until it is taken.
struct Front {
  std::span<const std::byte> header;
  std::span<const std::byte> payload;
};

// Staging has chunks of memory that the owner writes and a peer on the host reads (or vice versa): the pipelined path. A slot
// belongs to the rank that acquired it until it releases it. Staging in host memory ignores `pool` and `device`.
class Staging {
 public:
  virtual ~Staging() = default;
  [[nodiscard]] virtual std::size_t slot_bytes() const = 0;
  // Acquires a slot of this pool among the rank's own pools (BouncePool::number). Returns -1 if none is free; try again after
  // progress().
  virtual int acquire(int pool) = 0;
  virtual void release(int slot) = 0;
  [[nodiscard]] virtual std::byte* local(int slot) = 0;
  // Returns a peer's slot, mapped here for `device`, which reads it. Returns Code::kProtocol if the number is out of range, or
  // the slot does not hold `bytes`.
  virtual Status remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) = 0;
  // Returns the whole local pool, to be pinned. It is empty if pinning is of no use.
  [[nodiscard]] virtual std::span<std::byte> local_area() = 0;
};

// BouncePool describes the bounce buffers of one device of a rank to peers. It is trivially copyable and is sent to other
// processes.
struct BouncePool {
  std::uint32_t number = 0;  // index among the rank's pools
  std::uint32_t slots = 0;
  std::uint64_t slot_bytes = 0;
  accel::Export memory;
};
static_assert(std::is_trivially_copyable_v<BouncePool>);

// BounceBuffers are GPU memory of the library, with a pool on each device that is used. A peer maps a pool once; it is the path
// for GPU memory that the peer cannot map or has not mapped yet. Peers in other PID namespaces have pools of their own, since
// these are shared by another method. The pools are freed with the Accel.
class BounceBuffers : public Staging {
 public:
  static constexpr std::uint32_t kMostPools = 32;
  // Returns the pool on `device` for that peer, allocated on first use; the descriptors that the peer needs to map it arrive
  // before any message sent afterwards. Null means that there is none, or none now. After a failed allocation the device is not
  // tried again, and the failure is returned only once.
  virtual Status pool(int peer, int device, const BouncePool** out) = 0;
  // Records a pool that a peer announced, and takes its descriptors, which were sent ahead. Returns Code::kProtocol if the
  // announcement is invalid.
  virtual Status learn(int peer, const BouncePool& pool) = 0;
  // Returns true if `device` can access that pool of the peer: it is known and accessible, and mapping it has not failed.
  virtual bool reaches(int peer, std::uint32_t number, int device) = 0;
  // Maps the pool, which remote() requires. The first call takes milliseconds. A failure is permanent.
  virtual Status map(int peer, std::uint32_t number, int device) = 0;
  // Ends all use at the end of the job: no transfer may be under way, and peers' pools are forgotten.
  virtual void let_go() = 0;
};

// ShmBuffers are shared buffers of this rank that its peers on the host have mapped too, for groups of ranks that synchronise
// by words in them instead of by messages. Their users define their contents.
class ShmBuffers {
 public:
  // Watch is a word for which a thread of this rank waits until it is at least `value`.
  struct Watch {
    const std::atomic<std::uint64_t>* word = nullptr;
    std::uint64_t value = 0;
    base::ListNode node;
  };

  virtual ~ShmBuffers() = default;
  // Returns the size of one shared buffer; it is a multiple of the page size.
  [[nodiscard]] virtual std::size_t buffer_bytes() const = 0;
  // Acquires one of this rank's buffers. It contains zeros, or the data of its last users. Returns -1 if none is free.
  virtual int acquire() = 0;
  // May be called when no peer accesses the buffer any more.
  virtual void release(int buffer) = 0;
  [[nodiscard]] virtual std::byte* local(int buffer) = 0;
  // Sets *out to true if the peer's shared buffers can be mapped here: it is on this host.
  virtual Status reaches(int peer, bool* out) = 0;
  // Returns a peer's shared buffer, which stays mapped here until the end. Returns Code::kProtocol if there is none of that
  // number.
  virtual Status remote(int peer, int buffer, std::byte** out) = 0;
  // Returns the peer's doorbell, for Doorbell::ring() after a value for which the peer may wait was stored and, if
  // must_order(), a full fence. remote() must have succeeded for the peer.
  [[nodiscard]] virtual std::atomic<std::uint32_t>* doorbell(int peer) = 0;
  [[nodiscard]] virtual bool must_order() const noexcept = 0;
  // This rank does not sleep once the word has the value. The watch must stay valid until unwatch().
  virtual void watch(Watch* watch) noexcept = 0;
  virtual void unwatch(Watch* watch) noexcept = 0;
};

// Invalidation is a message between two ranks about the end of an export.
struct Invalidation {
  int peer = 0;  // the other rank
  accel::ExportName name;
  bool returned = false;  // false: the owner has freed the memory; true: the rank that had mapped it has unmapped it
};

// ExportRegistry has memory of this rank that peers may map, and ends such mappings: freed memory must be released although
// peers cache their mappings.
class ExportRegistry {
 public:
  virtual ~ExportRegistry() = default;
  // Returns true if the peer could map such memory of this rank, as far as PID namespaces permit.
  [[nodiscard]] virtual bool can_export_to(int peer, const accel::Memory& memory) = 0;
  // Lets the peer map the memory that a message touches: `region` gets its export, if there is one. After a failure the bytes
  // take another path. The descriptors that the peer needs arrive before any message sent afterwards.
  virtual Status export_to(int peer, const accel::Memory& memory, const Footprint& touched, BufferDescriptor* region) = 0;
  // A peer's region has arrived: takes the descriptors that were sent ahead.
  virtual void accept_region(int peer, const BufferDescriptor& region) = 0;
  // Returns true if an allocation is exported, so that next_invalidation() should be called from time to time.
  [[nodiscard]] virtual bool is_active() const noexcept = 0;
  // Returns the next message to send; false if there is none now. Repeated calls are cheap: every few milliseconds a call
  // checks a bounded part of the exports.
  virtual bool next_invalidation(Invalidation* out) = 0;
  // Handles a peer's message. A name that is unknown here is no error.
  virtual void invalidate(const Invalidation& word) = 0;
};

class OneSided;

// StreamId is one end of a stream under way: a number of its transport, never 0.
using StreamId = std::uint64_t;

// Bulk is a get or put between a peer's region and local memory: packed bytes [first, first + bytes) of both sides.
struct Bulk {
  BufferDescriptor remote;
  kernels::Strided remote_shape;  // base is an address in the owner's address space
  accel::Memory local;
  kernels::Strided local_shape;  // unused if by_list
  bool by_list = false;          // the local bytes, of a device, are given by a list, which only get() and put() need to know
  const kernels::List* list = nullptr;
  int queue_index = -1;  // the device queue that is ordered behind the list's tables; -1: all queues are
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

[[nodiscard]] inline bool both_contiguous(const Bulk& bulk) noexcept {
  return !bulk.by_list && is_contiguous(bulk.remote_shape) && is_contiguous(bulk.local_shape);
}

// BulkHandle is the state of a bulk operation: complete (ticket.sequence is 0), or a ticket to test. If mapping.id is not 0 a
// mapping is pinned: the caller unpins it (Accel::unpin_mapping) once the ticket is done, also if the operation was complete at
// once.
struct BulkHandle {
  accel::Ticket ticket;
  accel::Mapping mapping;
};

// WorkerAddress is a rank's address: named blobs that each transport adds at start-up and peers read. It is exchanged once
// through boot.
class WorkerAddress {
 public:
  void add(std::string_view transport, std::span<const std::byte> blob);
  [[nodiscard]] bool has(std::string_view transport) const;
  // Returns an empty span if that transport published nothing.
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

// AddressSource looks up a peer's address when a transport first needs it.
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

// There is one Transport per process object and kind. It is used by one thread at a time (the engine's lock). Its memory is
// bounded per rank, whatever the job's size; connections are made on first use.
class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const Capabilities& capabilities() const = 0;
  // Adds the data that peers need to this rank's address. It is called once, before any other member.
  virtual Status publish(WorkerAddress* address) = 0;
  // Sets *out to true if this transport can serve the peer at all (it compares addresses and connects nothing).
  virtual Status reaches(int peer, bool* out) = 0;

  // Sends one message, which is delivered whole and in order to the peer's Sink. Never blocks.
  virtual Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) = 0;
  // Delivers messages that have arrived, at most a bounded batch, and returns their number.
  virtual Status progress(Sink& sink, int* delivered) = 0;
  // Returns the peer's next message, which progress() would deliver before any other of that peer. Must not be called from
  // inside progress(). Returns false if no message has come, or this transport, or the path of this peer's messages, cannot
  // show it.
  virtual bool front(int /*peer*/, Front* /*out*/) { return false; }
  // Takes the message that front() has just shown: it is not delivered any more, and its memory belongs to the peer again.
  virtual void pop_front(int /*peer*/) {}
  // A sender may take a message back although the receiver makes no progress: the two ranks decide by a word that both can
  // access. The message's `id`, from the sender's IdTable, is not reused before the receiver has learned of the outcome.
  // take(): a receive of this rank is about to match the peer's message; false means that the peer has taken it back. revoke():
  // true means that the peer's take() of this rank's message fails from now on; false means that take() has succeeded or the
  // outcome is unknown.
  virtual bool take(int /*peer*/, std::uint64_t /*id*/) { return true; }
  virtual bool revoke(int /*peer*/, std::uint64_t /*id*/) { return false; }
  // Asks the system if the peer still exists; returns true if that cannot be known.
  [[nodiscard]] virtual bool is_there(int /*peer*/) { return true; }

  // Returns true, and sets `cost`, if get (or put) can serve this pair. Bulk::bytes is significant.
  virtual bool can_get(int peer, const Bulk& bulk, Cost* cost) = 0;
  virtual bool can_put(int peer, const Bulk& bulk, Cost* cost) = 0;
  // Returns true if the peer could do this transfer as a put, as far as this rank can tell.
  virtual bool peer_can_put(int /*peer*/, const Bulk& /*bulk*/, Cost* /*cost*/) { return false; }
  virtual Status get(int peer, const Bulk& bulk, BulkHandle* out) = 0;
  virtual Status put(int peer, const Bulk& bulk, BulkHandle* out) = 0;
  // Copies plain contiguous host memory of the peer at once, if that is known to work. If it returns false the contents of `to`
  // are undefined; use can_get(). `owner` is the process that owns the memory according to the peer.
  virtual bool read_now(int /*peer*/, const accel::ProcessId& /*owner*/, std::uint64_t /*from*/, void* /*to*/,
                        std::uint64_t /*bytes*/) {
    return false;
  }
  // Starts a stream of contiguous host memory: the receiver offers its buffer under a token of its own, unique among its
  // streams under way, then tells the sender. The memory must stay valid until test_stream() reports the end or a failure, or
  // cancel_stream() returns; either ends that stream.
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
  // Returns true if all messages that send() accepted have left this process. A rank that is about to exit polls it, with
  // progress() in between.
  virtual bool drained() { return true; }
  virtual Staging* staging() { return nullptr; }
  // Returns null if peers can see no memory of this rank.
  virtual ShmBuffers* shm_buffers() { return nullptr; }
  // Returns null if peers cannot or must not map GPU memory.
  virtual BounceBuffers* bounce_buffers() { return nullptr; }
  // Returns null if peers can map no memory of this rank.
  virtual ExportRegistry* export_registry() { return nullptr; }

  // Returns null if this transport cannot access memory of peers (one_sided.hpp).
  virtual OneSided* one_sided() { return nullptr; }

  // Called once, when all ranks have connected: `crowded` says that the job has more ranks than CPUs (it is oversubscribed).
  // All ranks pass an equal value.
  virtual void met(bool /*crowded*/) {}

  // These calls serve sleeping ranks. arm() promises that a later arrival rings doorbell(); it returns false (not armed) if a
  // message has arrived already. If several transports deliver to a rank, one of them has the doorbell.
  virtual bool arm() { return true; }
  virtual void disarm() {}
  // Returns null if arrivals ring no bell, or the bell that ring_at() gives.
  virtual Doorbell* doorbell() { return nullptr; }
  // Sets the bell of this rank, which a transport without one of its own rings. It must outlive the transport's use.
  virtual void ring_at(Doorbell* /*bell*/) {}
};

// Makes every transport of this build, in order of preference: the registration list is list.cpp.
Status make_transports(const Environment& environment, std::vector<std::unique_ptr<Transport>>* out);

}  // namespace penstock::transport
