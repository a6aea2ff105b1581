// Operations by messages, the origin's side: requests to the owner, and what its answers bring. Right for every kind of memory
// and every transport, since it needs nothing but messages.
#include <algorithm>
#include <cstring>

#include "proto/rma/rma.hpp"
#include "proto/rma/wire.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {
namespace {

// Requests of one call that may be unanswered: enough to keep both ends busy, few enough for peers' buffers.
constexpr unsigned kWindow = 8;
// And of all calls to a peer: it may have to keep as many answers until they can be sent.
constexpr unsigned kPeerWindow = 64;

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
  Work& work = *call->work_;
  const bool atomic = call->verb_ == Call::Verb::kAtomic;
  call->stage_ = Call::Stage::kServed;
  work.asked = work.by_layouts ? work.done : 0;
  work.total = work.by_layouts ? work.bytes : atomic ? 1 : work.move.bytes;
  work.unanswered = 0;
  base::IntrusiveList<Call, &Call::node_>::erase(*call);
  served_.push_back(*call);
  post_more(call);
}

void Rma::post_more(Call* call) {
  Work& work = *call->work_;
  Asked& asked = asked_[call->peer_];
  while (work.asked < work.total && work.unanswered < kWindow && asked.unanswered < kPeerWindow) {
    if (Status posted = post_part(call); !posted.is_ok()) return fail_served(call, std::move(posted));
    ++work.unanswered;
    ++asked.unanswered;
  }
  if (work.unanswered != 0) return;
  if (work.asked < work.total) return asked.no_room.push_back(call);
  if (!call->status_.is_ok() || !work.by_layouts) return finish(call, std::move(call->status_));
  base::IntrusiveList<Call, &Call::node_>::erase(*call);
  live_.push_back(*call);
  end_layouts(call);
}

// In the order in which they came.
void Rma::post_waiting(Asked* asked) {
  while (!asked->no_room.empty() && asked->unanswered < kPeerWindow) {
    Call* const next = asked->no_room.front();
    asked->no_room.pop_front();
    post_more(next);
  }
}

// Answers that are still to come find their call.
void Rma::fail_served(Call* call, Status&& status) {
  if (call->status_.is_ok()) call->status_ = std::move(status);
  call->work_->asked = call->work_->total;
  if (call->work_->unanswered == 0) finish(call, std::move(call->status_));
}

Status Rma::post_part(Call* call) {
  if (call->work_->by_layouts) return post_list(call);
  return call->verb_ == Call::Verb::kAtomic ? post_atomic(call) : post_piece(call);
}

// One contiguous run of the region at a time, as long as a message may be.
Status Rma::post_piece(Call* call) {
  const transport::Move& move = call->work_->move;
  const std::uint64_t first = move.first + call->work_->asked;
  const std::uint64_t most = std::min<std::uint64_t>(move.bytes - call->work_->asked, parts_.poster.most_payload(call->peer_));
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
  call->work_->asked += length;
  return Status::ok();
}

Status Rma::post_atomic(Call* call) {
  const transport::Atomic& atomic = call->work_->atomic;
  Request wanted;
  wanted.kind = kRmaAtomic;
  wanted.number = call->target_->head().number;
  wanted.generation = call->target_->head().generation;
  wanted.offset = atomic.offset;
  wanted.bytes = atomic.width;
  const AtomicBody body{static_cast<std::uint8_t>(atomic.op), atomic.width, {}, atomic.operand, atomic.compare};
  call->work_->asked = 1;
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
    if (piece.target == nullptr) return;  // detached meanwhile
    piece.target->state_ = code == Code::kOk ? Target::State::kLive : Target::State::kGone;
    return;
  }
  Call* const call = piece.call;
  Asked& asked = asked_[piece.peer];
  --asked.unanswered;
  --call->work_->unanswered;
  Status status = code == Code::kOk
                      ? take_answer(call, piece, payload)
                      : Status::error(code, "rank {} refuses an operation on its memory: {}", piece.peer, reason(code));
  if (status.is_ok()) {
    post_more(call);
  } else {
    fail_served(call, std::move(status));
  }
  post_waiting(&asked);
}

Status Rma::take_answer(Call* call, const Piece& piece, std::span<const std::byte> payload) {
  Work& work = *call->work_;
  const bool atomic = call->verb_ == Call::Verb::kAtomic;
  const bool accumulates = call->verb_ == Call::Verb::kAccumulate;
  const bool got = call->verb_ == Call::Verb::kGet;
  if (!got && !(atomic && work.atomic.result != nullptr) && !(accumulates && work.result.layout != nullptr))
    return Status::ok();
  const std::uint64_t expected = atomic ? sizeof(std::uint64_t) : piece.bytes;
  if (payload.size() != expected) {
    return Status::error(Code::kProtocol, "rank {} answered with {} bytes, not {}", piece.peer, payload.size(), expected);
  }
  if (atomic) return std::memcpy(work.atomic.result, payload.data(), work.atomic.width), Status::ok();
  if (!work.by_layouts) return write_local(work.move, piece.first, payload);
  unpack_host(accumulates ? work.result : work.origin, piece.first, payload);
  return Status::ok();
}

}  // namespace penstock::proto::rma
