#include "transport/net/one_sided.hpp"

#include <optional>

namespace penstock::transport {
namespace {

// The costs only have to rank below those within a host, and above messages of the library.
constexpr Cost kByDevice{2.0, 10'000.0};
constexpr Cost kByLibrary{30.0, 1'000.0};

// The checksum precedes the plug-in's key, whose contents the plug-in's library cannot check. It is FNV-1a.
std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::byte byte : bytes) sum = (sum ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return sum;
}

penstock_net_memory memory_of(accel::MemoryKind kind) {
  return kind == accel::MemoryKind::kDevice ? PENSTOCK_NET_CUDA : PENSTOCK_NET_HOST;
}

std::optional<penstock_net_atomic> op_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::kFetch:  // adds nothing
    case AtomicOp::kAdd: return PENSTOCK_NET_ADD;
    case AtomicOp::kAnd: return PENSTOCK_NET_AND;
    case AtomicOp::kOr: return PENSTOCK_NET_OR;
    case AtomicOp::kXor: return PENSTOCK_NET_XOR;
    case AtomicOp::kSwap: return PENSTOCK_NET_SWAP;
    case AtomicOp::kCompareSwap: return PENSTOCK_NET_COMPARE_SWAP;
    default: return std::nullopt;
  }
}

AtomicSet atomics() {
  AtomicSet set;
  for (unsigned op = 0; op < kAtomicOps; ++op) {
    if (op_of(static_cast<AtomicOp>(op))) set.ops[2] |= static_cast<std::uint16_t>(1U << op);
  }
  set.ops[3] = set.ops[2];
  return set;
}

// Converts the plug-in's answer: an operation, or none, in which case the state is `over`.
Status begun(penstock_net_result result, const penstock_net_why& why, penstock_net_op* op, Completion over, Begun* out) {
  out->completion = result == PENSTOCK_NET_PENDING ? Completion::kPending : over;
  out->ticket.number = reinterpret_cast<std::uint64_t>(op);
  return NetOneSided::status_of(result, why);
}

penstock_net_rkey* key_of(const Remote& remote) {
  return reinterpret_cast<penstock_net_rkey*>(remote.handle);
}

}  // namespace

Status NetOneSided::status_of(penstock_net_result result, const penstock_net_why& why) {
  switch (result) {
    case PENSTOCK_NET_DONE:
    case PENSTOCK_NET_PENDING: return Status::ok();
    case PENSTOCK_NET_PEER_LOST: return Status::error(Code::kPeerLost, "{}", why.text);
    case PENSTOCK_NET_UNSUPPORTED: return Status::error(Code::kUnsupported, "{}", why.text);
    case PENSTOCK_NET_ERROR: break;
  }
  return Status::error(Code::kTransport, "{}", why.text);
}

bool NetOneSided::takes(accel::MemoryKind kind) const noexcept {
  if (kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned) return true;
  return kind == accel::MemoryKind::kDevice && plugin_.streams_device(net_) != 0;
}

Status NetOneSided::register_memory(const Region& region) {
  if (!takes(region.memory.kind) || region.bytes == 0) {
    return Status::error(Code::kUnsupported, "{} bytes of {} memory are not the network's", region.bytes,
                         accel::kind_name(region.memory.kind));
  }
  penstock_net_why why{};
  penstock_net_region* made = nullptr;
  PENSTOCK_TRY(status_of(
      plugin_.mem_map(net_, reinterpret_cast<void*>(region.base), region.bytes, memory_of(region.memory.kind), &made, &why),
      why));
  regions_[region.number] = made;
  return Status::ok();
}

void NetOneSided::deregister(const Region& region) {
  const auto known = regions_.extract(region.number);
  if (!known.empty()) plugin_.mem_unmap(net_, known.mapped());
}

Status NetOneSided::describe(const Region& region, int, BufferDescriptor*, std::vector<std::byte>* part) {
  const void* packed = nullptr;
  std::size_t bytes = 0;
  penstock_net_why why{};
  PENSTOCK_TRY(status_of(plugin_.rkey_pack(net_, regions_.at(region.number), &packed, &bytes, &why), why));
  const std::span<const std::byte> key(static_cast<const std::byte*>(packed), bytes);
  const std::uint64_t sum = checksum(key);
  const auto head = std::as_bytes(std::span(&sum, 1));
  part->assign(head.begin(), head.end());
  part->insert(part->end(), key.begin(), key.end());
  return Status::ok();
}

Status NetOneSided::attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) {
  std::uint64_t sum = 0;
  if (part.size() > sizeof sum) std::memcpy(&sum, part.data(), sizeof sum);
  if (part.size() <= sizeof sum || checksum(part.subspan(sizeof sum)) != sum) {
    return Status::error(Code::kProtocol, "the network's key for memory of rank {} is not what that rank packed", out->peer);
  }
  PENSTOCK_TRY(connect_(out->peer, key.head.descriptor.owner.host));
  const auto bytes = part.subspan(sizeof sum);
  penstock_net_why why{};
  penstock_net_rkey* made = nullptr;
  PENSTOCK_TRY(status_of(plugin_.rkey_unpack(net_, out->peer, bytes.data(), bytes.size(), &made, &why), why));
  out->handle = reinterpret_cast<std::uint64_t>(made);
  const bool by_device = plugin_.reach(net_) == PENSTOCK_NET_BY_DEVICE;
  out->bits = kRemotePut | kRemoteGet | kHostLocal | (plugin_.streams_device(net_) != 0 ? kDeviceLocal : 0) |
              (by_device ? kNeedsNoTarget : 0);
  out->atomics = atomics();
  out->put_cost = out->get_cost = out->atomic_cost = by_device ? kByDevice : kByLibrary;
  return Status::ok();
}

void NetOneSided::detach(Remote* remote) {
  plugin_.rkey_destroy(net_, key_of(*remote));
  *remote = {};
}

Status NetOneSided::check(const Remote& remote, const Move& move) const {
  PENSTOCK_TRY(check_range(remote.bytes, move));
  if (!takes(move.memory.kind)) {
    return Status::error(Code::kUnsupported, "net: not from or to {} memory", accel::kind_name(move.memory.kind));
  }
  if (is_contiguous(move.remote) && is_contiguous(move.local)) return Status::ok();
  return Status::error(Code::kUnsupported, "net: strided shapes go piece by piece");
}

Status NetOneSided::put(const Remote& remote, const Move& move, Begun* out) {
  *out = {};
  PENSTOCK_TRY(check(remote, move));
  penstock_net_op* op = nullptr;
  penstock_net_why why{};
  const penstock_net_result result = plugin_.put(
      net_, key_of(remote), remote.descriptor.address + move.remote.base + move.first,
      reinterpret_cast<const void*>(move.local.base + move.first), move.bytes, memory_of(move.memory.kind), &op, &why);
  return begun(result, why, op, Completion::kLocal, out);
}

Status NetOneSided::get(const Remote& remote, const Move& move, Begun* out) {
  *out = {};
  PENSTOCK_TRY(check(remote, move));
  penstock_net_op* op = nullptr;
  penstock_net_why why{};
  const penstock_net_result result =
      plugin_.get(net_, key_of(remote), remote.descriptor.address + move.remote.base + move.first,
                  reinterpret_cast<void*>(move.local.base + move.first), move.bytes, memory_of(move.memory.kind), &op, &why);
  return begun(result, why, op, Completion::kDone, out);
}

Status NetOneSided::atomic(const Remote& remote, const Atomic& atomic, Begun* out) {
  *out = {};
  if (!remote.atomics.has(atomic.op, atomic.width)) return OneSided::atomic(remote, atomic, out);
  PENSTOCK_TRY(check_range(remote.bytes, remote.descriptor.address, atomic));
  const bool reads = atomic.op == AtomicOp::kFetch;
  if (atomic.result == nullptr && (reads || atomic.op == AtomicOp::kCompareSwap)) {
    return Status::error(Code::kArg, "this atomic operation has a result: give it a place");
  }
  const penstock_net_atomic_call call{*op_of(atomic.op),          atomic.width,   remote.descriptor.address + atomic.offset,
                                      reads ? 0 : atomic.operand, atomic.compare, atomic.result};
  penstock_net_op* op = nullptr;
  penstock_net_why why{};
  const penstock_net_result result = plugin_.atomic(net_, key_of(remote), &call, &op, &why);
  const Completion over = atomic.result != nullptr ? Completion::kDone : Completion::kLocal;
  return begun(result, why, op, over, out);
}

Status NetOneSided::test(RemoteTicket* ticket, bool* done) {
  *done = true;
  if (ticket->number == 0) return Status::ok();
  penstock_net_why why{};
  const penstock_net_result result = plugin_.test(net_, reinterpret_cast<penstock_net_op*>(ticket->number), &why);
  *done = result != PENSTOCK_NET_PENDING;
  if (*done) *ticket = {};
  return status_of(result, why);
}

Status NetOneSided::fence(int) {
  penstock_net_why why{};
  return status_of(plugin_.fence(net_, &why), why);
}

Status NetOneSided::flush(int peer, Begun* out) {
  *out = {};
  penstock_net_op* op = nullptr;
  penstock_net_why why{};
  const penstock_net_result result = plugin_.flush(net_, peer, &op, &why);
  return begun(result, why, op, Completion::kDone, out);
}

}  // namespace penstock::transport
