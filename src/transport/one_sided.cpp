#include "transport/one_sided.hpp"

#include <algorithm>
#include <utility>

namespace penstock::transport {
namespace {

constexpr std::string_view kHead = "region";

template <typename T>
T combined(AtomicOp op, T old, T operand) {
  using Signed = std::make_signed_t<T>;
  switch (op) {
    case AtomicOp::kMin: return static_cast<T>(std::min(static_cast<Signed>(old), static_cast<Signed>(operand)));
    case AtomicOp::kMax: return static_cast<T>(std::max(static_cast<Signed>(old), static_cast<Signed>(operand)));
    case AtomicOp::kMinUnsigned: return std::min(old, operand);
    default: return std::max(old, operand);
  }
}

template <typename T>
std::uint64_t run(std::byte* place, AtomicOp op, std::uint64_t wide, std::uint64_t wide_compare) {
  std::atomic_ref<T> word(*reinterpret_cast<T*>(place));
  const auto operand = static_cast<T>(wide);
  switch (op) {
    case AtomicOp::kFetch: return word.load();
    case AtomicOp::kAdd: return word.fetch_add(operand);
    case AtomicOp::kAnd: return word.fetch_and(operand);
    case AtomicOp::kOr: return word.fetch_or(operand);
    case AtomicOp::kXor: return word.fetch_xor(operand);
    case AtomicOp::kSwap: return word.exchange(operand);
    case AtomicOp::kCompareSwap: {
      auto expected = static_cast<T>(wide_compare);
      word.compare_exchange_strong(expected, operand);
      return expected;
    }
    default: break;
  }
  T old = word.load();
  while (!word.compare_exchange_weak(old, combined(op, old, operand))) {
  }
  return old;
}

}  // namespace

std::vector<std::byte> RemoteKey::pack() const {
  WorkerAddress all = ways;
  all.add(kHead, std::as_bytes(std::span(&head, 1)));
  return all.pack();
}

Status RemoteKey::unpack(std::span<const std::byte> bytes, RemoteKey* out) {
  if (bytes.size() > kMostBytes) return Status::error(Code::kProtocol, "a remote key of {} bytes is too long", bytes.size());
  RemoteKey key;
  if (Status read = WorkerAddress::unpack(bytes, &key.ways); !read.is_ok()) return std::move(read).within("a remote key");
  const std::span<const std::byte> head = key.ways.find(kHead);
  if (head.size() != sizeof key.head) return Status::error(Code::kProtocol, "a remote key without its region is no key");
  std::memcpy(&key.head, head.data(), sizeof key.head);
  const Head& of = key.head;
  if (of.generation == 0 || of.descriptor.address + of.bytes < of.descriptor.address || (of.use & ~kUseAll) != 0 ||
      static_cast<unsigned>(of.executor) >= kExecutors) {
    return Status::error(Code::kProtocol, "a remote key names {} bytes at {:#x}, which cannot be", of.bytes,
                         of.descriptor.address);
  }
  *out = std::move(key);
  return Status::ok();
}

Status check_range(std::uint64_t region_bytes, const Move& move) {
  Footprint far;
  Footprint near;
  Status measured = measure(move.remote, move.first, move.bytes, &far);
  if (measured.is_ok()) measured = measure(move.local, move.first, move.bytes, &near);
  if (!measured.is_ok()) return Status::error(Code::kArg, "a one-sided transfer's shape cannot be: {}", measured.message());
  if (move.bytes == 0 || far.high <= region_bytes) return Status::ok();
  return Status::error(Code::kArg,
                       "bytes {} to {} of a region of {} are out of its range: give an offset and a count within it", far.low,
                       far.high, region_bytes);
}

Status check_range(std::uint64_t region_bytes, std::uintptr_t base, const Atomic& atomic) {
  if (atomic.width > region_bytes || atomic.offset > region_bytes - atomic.width) {
    return Status::error(Code::kArg, "{} bytes at {} of a region of {} are out of its range: give an offset within it",
                         atomic.width, atomic.offset, region_bytes);
  }
  if (atomic.width != 0 && (base + atomic.offset) % atomic.width == 0) return Status::ok();
  return Status::error(Code::kArg, "an atomic operation of {} bytes at offset {} of a region is not aligned: align the element",
                       atomic.width, atomic.offset);
}

AtomicSet cpu_atomics() noexcept {
  AtomicSet set;
  std::fill_n(set.ops.begin(), 4, static_cast<std::uint16_t>((1U << kAtomicOps) - 1));
  return set;
}

std::uint64_t cpu_atomic(std::byte* place, AtomicOp op, unsigned width, std::uint64_t operand, std::uint64_t compare) noexcept {
  switch (width) {
    case 1: return run<std::uint8_t>(place, op, operand, compare);
    case 2: return run<std::uint16_t>(place, op, operand, compare);
    case 4: return run<std::uint32_t>(place, op, operand, compare);
    default: return run<std::uint64_t>(place, op, operand, compare);
  }
}

Status OneSided::atomic(const Remote& remote, const Atomic& atomic, Begun*) {
  return Status::error(Code::kUnsupported,
                       "atomics of {} bytes on memory of rank {} are for its own process: send it a message", atomic.width,
                       remote.peer);
}

Status OneSided::fence(int) {
  std::atomic_thread_fence(std::memory_order_release);
  return Status::ok();
}

// Without the full fence, two ranks that each store, flush and load could both read the old value.
Status OneSided::flush(int, Begun* out) {
  *out = {};
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return Status::ok();
}

void BulkOneSided::make_direct(std::byte* address, const Cost& cost, Remote* out) {
  out->direct = out->mapped = address;
  out->bits |= kRemotePut | kRemoteGet | kHostLocal | kStridedMoves | kNeedsNoTarget | kAtomicsByCpu;
  out->atomics = cpu_atomics();
  out->put_cost = out->get_cost = out->atomic_cost = cost;
}

Bulk bulk_of(const Remote& remote, const Move& move) {
  Bulk bulk;
  bulk.remote = remote.descriptor;
  bulk.remote_shape = move.remote;
  bulk.remote_shape.base += remote.descriptor.address;
  bulk.local = move.memory;
  bulk.local_shape = move.local;
  bulk.first = move.first;
  bulk.bytes = move.bytes;
  return bulk;
}

void BulkOneSided::detach(Remote* remote) {
  if (remote->mapping.id != 0) accel_.imports().unpin_mapping(remote->mapping);
  *remote = {};
}

Status BulkOneSided::move(bool puts, const Remote& remote, const Move& move, Begun* out) {
  *out = {};
  PENSTOCK_TRY(check_range(remote.bytes, move));
  if (remote.mapped != nullptr && move.memory.on_host()) {
    kernels::Strided far = move.remote;
    far.base += reinterpret_cast<std::uint64_t>(remote.mapped);
    kernels::copy_strided_host(puts ? far : move.local, puts ? move.local : far, move.first, move.bytes);
    return Status::ok();
  }
  const Bulk bulk = bulk_of(remote, move);
  Cost unused;
  if (!(puts ? transport_.can_put(remote.peer, bulk, &unused) : transport_.can_get(remote.peer, bulk, &unused))) {
    return Status::error(Code::kUnsupported, "{}: {} memory and {} memory of rank {} are not moved in one operation here",
                         transport_.name(), accel::kind_name(move.memory.kind), accel::kind_name(remote.descriptor.kind),
                         remote.peer);
  }
  BulkHandle* const handle = &out->ticket.bulk;
  PENSTOCK_TRY(puts ? transport_.put(remote.peer, bulk, handle) : transport_.get(remote.peer, bulk, handle));
  const bool over = handle->ticket.sequence == 0 && handle->mapping.id == 0;
  out->completion = over ? Completion::kDone : Completion::kPending;
  return Status::ok();
}

Status BulkOneSided::put(const Remote& remote, const Move& move, Begun* out) {
  return this->move(true, remote, move, out);
}

Status BulkOneSided::get(const Remote& remote, const Move& move, Begun* out) {
  return this->move(false, remote, move, out);
}

Status BulkOneSided::atomic(const Remote& remote, const Atomic& atomic, Begun* out) {
  *out = {};
  if (remote.mapped == nullptr || !remote.atomics.has(atomic.op, atomic.width)) return OneSided::atomic(remote, atomic, out);
  PENSTOCK_TRY(check_range(remote.bytes, reinterpret_cast<std::uintptr_t>(remote.mapped), atomic));
  const std::uint64_t old = cpu_atomic(remote.mapped + atomic.offset, atomic.op, atomic.width, atomic.operand, atomic.compare);
  if (atomic.result != nullptr) std::memcpy(atomic.result, &old, atomic.width);
  return Status::ok();
}

// A failure of the device ends the ticket too: its queue has no work under way then.
Status BulkOneSided::test(RemoteTicket* ticket, bool* done) {
  accel::Progress progress = accel::Progress::kDone;
  Status tested = ticket->bulk.ticket.sequence == 0 ? Status::ok() : accel_.queues().test(ticket->bulk.ticket, &progress);
  *done = !tested.is_ok() || progress == accel::Progress::kDone;
  if (*done && ticket->bulk.mapping.id != 0) accel_.imports().unpin_mapping(ticket->bulk.mapping);
  if (*done) *ticket = {};
  return tested;
}

}  // namespace penstock::transport
