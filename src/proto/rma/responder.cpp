#include "proto/rma/responder.hpp"

#include "proto/rma/answer.hpp"
#include "proto/rma/list.hpp"

namespace penstock::proto::rma {
namespace {

using transport::Executor;
using transport::Region;

bool puts(wire::Kind kind) noexcept {
  return kind == kRmaPut || kind == kRmaPutList;
}

bool is_list(wire::Kind kind) noexcept {
  return kind == kRmaPutList || kind == kRmaGetList;
}

std::uint32_t use_of(wire::Kind kind) noexcept {
  if (puts(kind)) return transport::kUseWrite;
  return kind == kRmaGet || kind == kRmaGetList ? transport::kUseRead : transport::kUseAtomics;
}

Status check_payload(const Request& wanted, std::uint64_t expected, std::uint64_t bytes) {
  if (bytes == expected) return Status::ok();
  return Status::error(Code::kProtocol, "{} bytes with a payload of {}", wanted.bytes, bytes);
}

}  // namespace

void Responder::arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  Request wanted;
  if (!wire::read(header, &wanted)) {
    return core_.parts.log.warn("rank {} sent a request for memory with a short header, which is dropped", peer);
  }
  if (wanted.kind == kRmaAccumulate) return accumulates_.arrived(peer, wanted, payload);
  std::span<const std::byte> data;
  const Status status = answer(peer, wanted, payload, &data);
  reply(core_.parts, peer, wanted, status, data);
}

Status Responder::answer(int peer, const Request& wanted, std::span<const std::byte> payload, std::span<const std::byte>* out) {
  const Region* region = nullptr;
  PENSTOCK_TRY(find_region(core_.parts, wanted, &region));
  if (wanted.kind == kRmaAsk) return Status::ok();
  if (wanted.kind > kRmaAccumulate || wanted.kind == kRmaReply)
    return Status::error(Code::kProtocol, "no request of kind {}", static_cast<int>(wanted.kind));
  if ((region->use & use_of(wanted.kind)) == 0) return Status::error(Code::kArg, "not registered for that");
  if (wanted.kind == kRmaAtomic) return answer_atomic(wanted, *region, payload, out);
  if (!puts(wanted.kind)) PENSTOCK_TRY(check_answer(core_.parts, peer, wanted));
  return is_list(wanted.kind) ? answer_list(wanted, *region, payload, out) : answer_move(wanted, *region, payload, out);
}

// Copies contiguous bytes to or from the region, by the CPU or by the device.
Status Responder::copy(const Region& region, const Extent& extent, std::byte* packed, bool into) {
  auto* const place = reinterpret_cast<std::byte*>(region.base + extent.offset);
  if (!region.memory.on_host())
    return core_.parts.accel.queues().copy_now(into ? place : packed, into ? packed : place, extent.bytes);
  if (extent.bytes == 0) return Status::ok();
  const Direct own{.base = place, .bytes = extent.bytes};
  into ? own.put(0, packed, extent.bytes) : own.get(0, packed, extent.bytes);
  return Status::ok();
}

Status Responder::answer_move(const Request& wanted, const Region& region, std::span<const std::byte> payload,
                              std::span<const std::byte>* out) {
  if (!region.holds(wanted.offset, wanted.bytes)) {
    return Status::error(Code::kArg, "{} bytes at {} of {}", wanted.bytes, wanted.offset, region.bytes);
  }
  const Extent extent{wanted.offset, wanted.bytes};
  if (puts(wanted.kind)) {
    PENSTOCK_TRY(check_payload(wanted, wanted.bytes, payload.size()));
    return copy(region, extent, const_cast<std::byte*>(payload.data()), true);
  }
  *out = {reinterpret_cast<const std::byte*>(region.base + wanted.offset), wanted.bytes};
  if (region.memory.on_host()) return Status::ok();
  buffer_.resize(wanted.bytes);
  *out = buffer_;
  return copy(region, extent, buffer_.data(), false);
}

Status Responder::answer_atomic(const Request& wanted, const Region& region, std::span<const std::byte> payload,
                                std::span<const std::byte>* out) {
  AtomicBody body;
  if (!wire::read(payload, &body)) return Status::error(Code::kProtocol, "an atomic operation without operands");
  const transport::Atomic atomic{static_cast<transport::AtomicOp>(body.op), body.width, wanted.offset, 0, 0, nullptr};
  if (!region.memory.on_host() || region.executor == Executor::kLock || body.width < kNarrowestAtomic ||
      !transport::cpu_atomics().has(atomic.op, body.width)) {
    return Status::error(Code::kUnsupported, "operation {} of {} bytes", body.op, body.width);
  }
  PENSTOCK_TRY(check_range(region.bytes, region.base, atomic));
  auto* const place = reinterpret_cast<std::byte*>(region.base + wanted.offset);
  old_value_ = transport::cpu_atomic(place, atomic.op, body.width, body.operand, body.compare);
  *out = wire::bytes_of(old_value_);
  return Status::ok();
}

Status Responder::answer_list(const Request& wanted, const Region& region, std::span<const std::byte> payload,
                              std::span<const std::byte>* out) {
  List list;
  PENSTOCK_TRY(List::read(wanted, region, payload, &list));
  const bool into = puts(wanted.kind);
  PENSTOCK_TRY(check_payload(wanted, into ? wanted.bytes : 0, list.sent.size()));
  if (!into) buffer_.resize(wanted.bytes);
  std::byte* packed = into ? const_cast<std::byte*>(list.sent.data()) : buffer_.data();
  for (const Extent& extent : list.extents) {
    PENSTOCK_TRY(copy(region, extent, packed, into));
    packed += extent.bytes;
  }
  if (!into) *out = buffer_;
  return Status::ok();
}

}  // namespace penstock::proto::rma
