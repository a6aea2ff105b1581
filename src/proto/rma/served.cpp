// Operations by messages: requests of the origin, answered by the owner's process as they come. Right for every kind of memory
// and every transport, since it needs nothing but messages.
#include <algorithm>
#include <cstring>

#include "proto/rma/rma.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {
namespace {

// Requests of one call that may be unanswered: enough to keep both ends busy, few enough for peers' buffers.
constexpr unsigned kWindow = 8;

std::string_view reason(Code code) {
  switch (code) {
    case Code::kProtocol: return "it is registered no more, or the request was malformed";
    case Code::kArg: return "it is not registered for that, the range is not in it, or the element is not aligned";
    case Code::kUnsupported: return "no process does such an operation on memory of that kind";
    default: return code_name(code);
  }
}

// Packed bytes [first, ...) that lie together.
kernels::Strided packed_at(const void* bytes, std::uint64_t first, std::uint64_t length) {
  kernels::Strided out;
  out.base = reinterpret_cast<std::uint64_t>(bytes) - first;
  out.block = first + length;
  return out;
}

}  // namespace

Status Rma::request(int peer, const Request& wanted, std::span<const std::byte> payload, const Piece& piece) {
  Request numbered = wanted;
  numbered.id = ++last_id_;
  pieces_.emplace(numbered.id, piece);
  Status posted = parts_.poster.post(peer, wire::bytes_of(numbered), payload);
  if (!posted.is_ok()) pieces_.erase(numbered.id);
  return posted;
}

void Rma::serve(Call* call) {
  call->stage_ = Call::Stage::kServed;
  call->asked_ = 0;
  call->unanswered_ = 0;
  if (call->verb_ == Call::Verb::kAtomic) {
    if (Status posted = post_atomic(call); !posted.is_ok()) finish(call, std::move(posted));
    return;
  }
  if (call->move_.bytes == 0) return finish(call, Status::ok());
  while (call->asked_ < call->move_.bytes && call->unanswered_ < kWindow) {
    if (Status posted = post_piece(call); !posted.is_ok()) return fail_served(call, std::move(posted));
  }
}

// Answers that are still to come find their call.
void Rma::fail_served(Call* call, Status&& status) {
  if (call->status_.is_ok()) call->status_ = std::move(status);
  call->asked_ = call->move_.bytes;
  if (call->unanswered_ == 0) finish(call, std::move(call->status_));
}

// One contiguous run of the region at a time, as long as a message may be.
Status Rma::post_piece(Call* call) {
  const transport::Move& move = call->move_;
  const std::uint64_t first = move.first + call->asked_;
  const std::uint64_t most = std::min<std::uint64_t>(move.bytes - call->asked_, parts_.poster.most_payload(call->peer_));
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  transport::PieceWalker(move.remote, first, most).next(&offset, &length);
  const bool puts = call->verb_ == Call::Verb::kPut;
  Request wanted;
  wanted.kind = puts ? kRmaPut : kRmaGet;
  wanted.number = call->target_->head().number;
  wanted.generation = call->target_->head().generation;
  wanted.offset = offset;
  wanted.bytes = static_cast<std::uint32_t>(length);
  std::span<const std::byte> payload;
  if (puts) PENSTOCK_TRY(read_local(move, first, length, &payload));
  PENSTOCK_TRY(request(call->peer_, wanted, payload, {call, call->target_, first, length, call->peer_}));
  call->asked_ += length;
  ++call->unanswered_;
  return Status::ok();
}

Status Rma::post_atomic(Call* call) {
  const transport::Atomic& atomic = call->atomic_;
  Request wanted;
  wanted.kind = kRmaAtomic;
  wanted.number = call->target_->head().number;
  wanted.generation = call->target_->head().generation;
  wanted.offset = atomic.offset;
  wanted.bytes = atomic.width;
  const AtomicBody body{static_cast<std::uint8_t>(atomic.op), atomic.width, {}, atomic.operand, atomic.compare};
  call->asked_ = call->move_.bytes = 0;
  call->unanswered_ = 1;
  return request(call->peer_, wanted, wire::bytes_of(body), {call, call->target_, 0, 0, call->peer_});
}

Status Rma::read_local(const transport::Move& move, std::uint64_t first, std::uint64_t bytes, std::span<const std::byte>* out) {
  const bool together = transport::is_contiguous(move.local);
  if (!together && !move.memory.on_host()) {
    return Status::error(Code::kUnsupported, "{} memory with gaps is not sent to an owner of memory: pack it first",
                         accel::kind_name(move.memory.kind));
  }
  const auto* const place = reinterpret_cast<const std::byte*>(move.local.base + first);
  if (together && move.memory.on_host()) return *out = {place, bytes}, Status::ok();
  buffer_.resize(bytes);
  *out = buffer_;
  if (!move.memory.on_host()) return parts_.accel.copy_now(buffer_.data(), place, bytes);
  kernels::copy_strided_host(packed_at(buffer_.data(), first, bytes), move.local, first, bytes);
  return Status::ok();
}

Status Rma::write_local(const transport::Move& move, std::uint64_t first, std::span<const std::byte> bytes) {
  if (move.memory.on_host()) {
    kernels::copy_strided_host(move.local, packed_at(bytes.data(), first, bytes.size()), first, bytes.size());
    return Status::ok();
  }
  if (transport::is_contiguous(move.local)) {
    return parts_.accel.copy_now(reinterpret_cast<void*>(move.local.base + first), bytes.data(), bytes.size());
  }
  return Status::error(Code::kUnsupported, "{} memory with gaps is not filled from an owner of memory: unpack it afterwards",
                       accel::kind_name(move.memory.kind));
}

void Rma::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  if (kind != kRmaReply) {
    Request wanted;
    if (wire::read(header, &wanted)) return serve_request(peer, wanted, payload);
    return parts_.log.warn("rank {} sent a request for memory with a short header, which is dropped", peer);
  }
  Reply reply;
  const bool whole = wire::read(header, &reply);
  const auto found = whole ? pieces_.find(reply.id) : pieces_.end();
  if (found == pieces_.end() || found->second.peer != peer) {
    return parts_.log.warn("rank {} answered a request for memory that nobody made; the answer is dropped", peer);
  }
  const Piece piece = found->second;
  pieces_.erase(found);
  answered(piece, reply, payload);
}

void Rma::answered(const Piece& piece, const Reply& reply, std::span<const std::byte> payload) {
  const auto code = reply.code <= static_cast<std::uint8_t>(Code::kDims) ? static_cast<Code>(reply.code) : Code::kProtocol;
  if (piece.call == nullptr) {
    piece.target->state_ = code == Code::kOk ? Target::State::kLive : Target::State::kGone;
    return;
  }
  Call* const call = piece.call;
  --call->unanswered_;
  Status status;
  if (code != Code::kOk) {
    status = Status::error(code, "rank {} refuses an operation on its memory: {}", piece.peer, reason(code));
  } else if (call->verb_ == Call::Verb::kGet) {
    status = payload.size() == piece.bytes ? write_local(call->move_, piece.first, payload)
                                           : Status::error(Code::kProtocol, "rank {} answered with {} bytes, not {}",
                                                           piece.peer, payload.size(), piece.bytes);
  } else if (call->verb_ == Call::Verb::kAtomic && call->atomic_.result != nullptr) {
    if (payload.size() != sizeof(std::uint64_t))
      status = Status::error(Code::kProtocol, "rank {} sent no old value", piece.peer);
    if (status.is_ok()) std::memcpy(call->atomic_.result, payload.data(), call->atomic_.width);
  }
  if (!status.is_ok()) return fail_served(call, std::move(status));
  if (call->asked_ < call->move_.bytes) status = post_piece(call);
  if (!status.is_ok()) return fail_served(call, std::move(status));
  if (call->unanswered_ == 0 && call->asked_ == call->move_.bytes) finish(call, std::move(call->status_));
}

void Rma::serve_request(int peer, const Request& wanted, std::span<const std::byte> payload) {
  std::span<const std::byte> data;
  const Status status = answer(wanted, payload, parts_.poster.most_payload(peer), &data);
  Reply reply;
  reply.code = static_cast<std::uint8_t>(status.code());
  reply.id = wanted.id;
  if (!status.is_ok()) parts_.log.debug("a request of rank {} for memory is refused: {}", peer, status.message());
  const Status posted = parts_.poster.post(peer, wire::bytes_of(reply), data);
  if (!posted.is_ok()) parts_.log.warn("rank {} gets no answer about memory: {}", peer, posted.message());
}

// By the region's own executor: the CPU for host memory, a copy of the device for its memory.
Status Rma::answer(const Request& wanted, std::span<const std::byte> payload, std::size_t most,
                   std::span<const std::byte>* out) {
  const transport::Region* const region = parts_.registry.find(wanted.number, wanted.generation);
  if (region == nullptr)
    return Status::error(Code::kProtocol, "no region {} of generation {}", wanted.number, wanted.generation);
  if (wanted.kind == kRmaAsk) return Status::ok();
  const bool host = region->memory.on_host();
  auto* const place = reinterpret_cast<std::byte*>(region->base + wanted.offset);
  if (wanted.kind == kRmaAtomic) {
    AtomicBody body;
    if (!wire::read(payload, &body)) return Status::error(Code::kProtocol, "an atomic operation without operands");
    const transport::Atomic atomic{static_cast<transport::AtomicOp>(body.op), body.width, wanted.offset, 0, 0, nullptr};
    if ((region->use & transport::kUseAtomics) == 0) return Status::error(Code::kArg, "not registered for atomics");
    if (!host || !transport::cpu_atomics().has(atomic.op, body.width)) {
      return Status::error(Code::kUnsupported, "operation {} of {} bytes", body.op, body.width);
    }
    PENSTOCK_TRY(check_range(region->bytes, region->base, atomic));
    old_value_ = transport::cpu_atomic(place, atomic.op, body.width, body.operand, body.compare);
    *out = wire::bytes_of(old_value_);
    return Status::ok();
  }
  const bool puts = wanted.kind == kRmaPut;
  if (!puts && wanted.kind != kRmaGet)
    return Status::error(Code::kProtocol, "no request of kind {}", static_cast<int>(wanted.kind));
  if ((region->use & (puts ? transport::kUseWrite : transport::kUseRead)) == 0 || !region->holds(wanted.offset, wanted.bytes)) {
    return Status::error(Code::kArg, "{} bytes at {} of {}", wanted.bytes, wanted.offset, region->bytes);
  }
  if (puts ? payload.size() != wanted.bytes : wanted.bytes > most) {
    return Status::error(Code::kProtocol, "{} bytes with a payload of {}", wanted.bytes, payload.size());
  }
  if (puts && !host) return parts_.accel.copy_now(place, payload.data(), payload.size());
  if (puts) return std::memcpy(place, payload.data(), payload.size()), Status::ok();
  *out = {place, wanted.bytes};
  if (host) return Status::ok();
  buffer_.resize(wanted.bytes);
  *out = buffer_;
  return parts_.accel.copy_now(buffer_.data(), place, wanted.bytes);
}

}  // namespace penstock::proto::rma
