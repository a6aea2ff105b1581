// The owner's side of operations by messages: each request is held against the registry, done by the region's own executor, and
// answered with a code.
#include <algorithm>
#include <cstring>
#include <utility>

#include "proto/rma/rma.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {
namespace {

using transport::Executor;
using transport::Region;

bool is_list(wire::Kind kind) noexcept {
  return kind == kRmaPutList || kind == kRmaGetList || kind == kRmaAccumulate;
}

std::uint32_t use_of(wire::Kind kind) noexcept {
  if (kind == kRmaPut || kind == kRmaPutList) return transport::kUseWrite;
  return kind == kRmaGet || kind == kRmaGetList ? transport::kUseRead : transport::kUseAtomics;
}

// The parts of a list's payload.
struct List {
  ListHead head;
  std::vector<Extent> extents;
  std::span<const std::byte> sent;
};

// Every extent lies in the region, and together they are what the request says.
Status read_list(const Request& wanted, const Region& region, std::span<const std::byte> payload, List* out) {
  if (!wire::read(payload, &out->head)) return Status::error(Code::kProtocol, "a list without a head");
  payload = payload.subspan(sizeof out->head);
  if (out->head.extents > payload.size() / sizeof(Extent)) {
    return Status::error(Code::kProtocol, "{} extents in {} bytes", out->head.extents, payload.size());
  }
  out->extents.resize(out->head.extents);
  const std::size_t listed = out->extents.size() * sizeof(Extent);
  if (listed != 0) std::memcpy(out->extents.data(), payload.data(), listed);
  out->sent = payload.subspan(listed);
  std::uint64_t bytes = 0;
  for (const Extent& extent : out->extents) {
    if (extent.bytes == 0 || !region.holds(extent.offset, extent.bytes)) {
      return Status::error(Code::kArg, "{} bytes at {} of {}", extent.bytes, extent.offset, region.bytes);
    }
    bytes = std::min<std::uint64_t>(bytes + extent.bytes, ~std::uint64_t{0} >> 1);
  }
  if (bytes == wanted.bytes) return Status::ok();
  return Status::error(Code::kProtocol, "{} bytes of extents, not {}", bytes, wanted.bytes);
}

}  // namespace

Reached Rma::reach_own(const Region& region) const {
  Reached out;
  out.here = true;
  out.executor = region.executor;
  out.address = region.base;
  out.mapped = reinterpret_cast<std::byte*>(region.base);
  out.device = !region.memory.on_host();
  out.locks = region.memory.on_host() && region.executor != Executor::kOwner ? parts_.registry.locks() : nullptr;
  if (region.executor != Executor::kDevice) return out;
  out.gpu = region.memory.device;
  out.on_gpu = region.base;
  return out;
}

void Rma::reply(int peer, const Request& wanted, const Status& status, std::span<const std::byte> data) {
  Reply out;
  out.code = static_cast<std::uint8_t>(status.code());
  out.id = wanted.id;
  if (!status.is_ok()) parts_.log.debug("a request of rank {} for memory is refused: {}", peer, status.message());
  const Status posted = parts_.poster.post(peer, wire::bytes_of(out), status.is_ok() ? data : std::span<const std::byte>());
  if (!posted.is_ok()) parts_.log.warn("rank {} gets no answer about memory: {}", peer, posted.message());
}

// Accumulates of one origin are done in their order: none overtakes one that waits for a lock.
void Rma::serve_request(int peer, const Request& wanted, std::span<const std::byte> payload) {
  if (wanted.kind == kRmaAccumulate) {
    Deferred request;
    request.peer = peer;
    request.wanted = wanted;
    request.payload.assign(payload.begin(), payload.end());
    const bool behind =
        std::any_of(deferred_.begin(), deferred_.end(), [&](const Deferred& each) { return each.peer == peer; });
    if (behind || !answer_accumulate(&request)) deferred_.push_back(std::move(request));
    return;
  }
  std::span<const std::byte> data;
  const Status status = answer(wanted, payload, parts_.poster.most_payload(peer), &data);
  reply(peer, wanted, status, data);
}

Status Rma::answer(const Request& wanted, std::span<const std::byte> payload, std::size_t most,
                   std::span<const std::byte>* out) {
  const Region* const region = parts_.registry.find(wanted.number, wanted.generation);
  if (region == nullptr)
    return Status::error(Code::kProtocol, "no region {} of generation {}", wanted.number, wanted.generation);
  if (wanted.kind == kRmaAsk) return Status::ok();
  if (wanted.kind > kRmaAccumulate || wanted.kind == kRmaReply)
    return Status::error(Code::kProtocol, "no request of kind {}", static_cast<int>(wanted.kind));
  if ((region->use & use_of(wanted.kind)) == 0) return Status::error(Code::kArg, "not registered for that");
  if (wanted.kind == kRmaAtomic) return answer_atomic(wanted, *region, payload, out);
  const bool puts = wanted.kind == kRmaPut || wanted.kind == kRmaPutList;
  if (!puts && wanted.bytes > most) return Status::error(Code::kProtocol, "an answer of {} bytes", wanted.bytes);
  return is_list(wanted.kind) ? answer_list(wanted, *region, payload, out) : answer_move(wanted, *region, payload, out);
}

// Bytes of the region that lie together, to or from here, by the CPU or a copy of the device.
Status Rma::copy_own(const Region& region, const Extent& extent, std::byte* packed, bool into) {
  auto* const place = reinterpret_cast<std::byte*>(region.base + extent.offset);
  if (!region.memory.on_host()) return parts_.accel.copy_now(into ? place : packed, into ? packed : place, extent.bytes);
  if (extent.bytes == 0) return Status::ok();
  const Direct own{.base = place, .bytes = extent.bytes};
  into ? own.put(0, packed, extent.bytes) : own.get(0, packed, extent.bytes);
  return Status::ok();
}

Status Rma::answer_move(const Request& wanted, const Region& region, std::span<const std::byte> payload,
                        std::span<const std::byte>* out) {
  if (!region.holds(wanted.offset, wanted.bytes)) {
    return Status::error(Code::kArg, "{} bytes at {} of {}", wanted.bytes, wanted.offset, region.bytes);
  }
  const Extent extent{wanted.offset, wanted.bytes};
  if (wanted.kind == kRmaPut) {
    if (payload.size() != wanted.bytes) {
      return Status::error(Code::kProtocol, "{} bytes with a payload of {}", wanted.bytes, payload.size());
    }
    return copy_own(region, extent, const_cast<std::byte*>(payload.data()), true);
  }
  *out = {reinterpret_cast<const std::byte*>(region.base + wanted.offset), wanted.bytes};
  if (region.memory.on_host()) return Status::ok();
  buffer_.resize(wanted.bytes);
  *out = buffer_;
  return copy_own(region, extent, buffer_.data(), false);
}

Status Rma::answer_atomic(const Request& wanted, const Region& region, std::span<const std::byte> payload,
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

Status Rma::answer_list(const Request& wanted, const Region& region, std::span<const std::byte> payload,
                        std::span<const std::byte>* out) {
  List list;
  PENSTOCK_TRY(read_list(wanted, region, payload, &list));
  const bool puts = wanted.kind == kRmaPutList;
  if (list.sent.size() != (puts ? wanted.bytes : 0)) {
    return Status::error(Code::kProtocol, "{} bytes with a payload of {}", wanted.bytes, list.sent.size());
  }
  if (!puts) buffer_.resize(wanted.bytes);
  std::byte* packed = puts ? const_cast<std::byte*>(list.sent.data()) : buffer_.data();
  for (const Extent& extent : list.extents) {
    PENSTOCK_TRY(copy_own(region, extent, packed, puts));
    packed += extent.bytes;
  }
  if (!puts) *out = buffer_;
  return Status::ok();
}

// False: another rank has a lock for too long, and it is tried again.
bool Rma::answer_accumulate(Deferred* request) {
  bool busy = false;
  const Status status = execute_request(request, &busy);
  if (busy) return false;
  reply(request->peer, request->wanted, status, request->result);
  return true;
}

Status Rma::execute_request(Deferred* request, bool* busy) {
  const Request& wanted = request->wanted;
  const Region* const region = parts_.registry.find(wanted.number, wanted.generation);
  if (region == nullptr)
    return Status::error(Code::kProtocol, "no region {} of generation {}", wanted.number, wanted.generation);
  if ((region->use & transport::kUseAtomics) == 0) return Status::error(Code::kArg, "not registered for atomics");
  List list;
  PENSTOCK_TRY(read_list(wanted, *region, request->payload, &list));
  Fold fold;
  const ListHead& head = list.head;
  PENSTOCK_TRY(Fold::of({static_cast<AccumulateOp>(head.op), static_cast<base::Element>(head.element), head.element_bytes},
                        simd_, &fold));
  fold.compares = (head.flags & kCompares) != 0;
  const std::uint64_t sent = (fold.reads_only() ? 0 : wanted.bytes) + (fold.compares ? std::uint64_t{wanted.bytes} : 0);
  if (wanted.bytes % fold.bytes != 0 || list.sent.size() != sent || (fold.compares && fold.op != AccumulateOp::kReplace)) {
    return Status::error(Code::kProtocol, "{} bytes of elements of {} with a payload of {}", wanted.bytes, fold.bytes,
                         list.sent.size());
  }
  const bool wants_old = (head.flags & kWantsOld) != 0;
  if (wants_old && wanted.bytes > parts_.poster.most_payload(request->peer)) {
    return Status::error(Code::kProtocol, "an answer of {} bytes", wanted.bytes);
  }
  if (wants_old) request->result.resize(wanted.bytes);
  const Elements all{list.sent.data(), fold.compares ? list.sent.data() + wanted.bytes : nullptr,
                     wants_old ? request->result.data() : nullptr, wanted.bytes / fold.bytes};
  Status ran;
  if (request->runs && !settle_run(request, fold.bytes, &ran)) return *busy = true, Status::ok();
  PENSTOCK_TRY(std::move(ran));
  if (request->done == all.count) return Status::ok();
  // What was done before the wait for the lock is not done again.
  std::uint64_t skip = request->done * fold.bytes;
  std::size_t first = 0;
  while (skip > 0 && skip >= list.extents[first].bytes) skip -= list.extents[first++].bytes;
  if (skip > 0) list.extents[first] = {list.extents[first].offset + skip, list.extents[first].bytes - skip};
  const Reached own = reach_own(*region);
  const std::span<Extent> extents = std::span(list.extents).subspan(first);
  const Elements rest = all.from(request->done, all.count - request->done, fold.bytes);
  if (own.takes_kernels(fold)) return execute_by_kernels(request, own, fold, extents, rest, busy);
  Executed executed;
  PENSTOCK_TRY(executor_.run(own, fold, extents, rest, &executed));
  request->done += executed.count;
  *busy = executed.holder >= 0 && std::find(lost_.begin(), lost_.end(), executed.holder) == lost_.end();
  if (executed.holder < 0 || *busy) return Status::ok();
  return Status::error(Code::kPeerLost, "rank {} was lost while it operated on this memory", executed.holder);
}

// The first of each origin is tried; those behind it wait with it.
bool Rma::serve_deferred() {
  std::vector<int> waits;
  const std::size_t before = deferred_.size();
  std::erase_if(deferred_, [&](Deferred& each) {
    if (std::find(waits.begin(), waits.end(), each.peer) != waits.end()) return false;
    if (answer_accumulate(&each)) return true;
    waits.push_back(each.peer);
    return false;
  });
  return deferred_.size() != before;
}

}  // namespace penstock::proto::rma
