#include "proto/rma/offload.hpp"

#include <cstring>
#include <utility>

namespace penstock::proto::rma {
namespace {

using transport::Begun;
using transport::Completion;
using transport::Remote;
using Verb = OffloadWork::Verb;

const Remote* choose(const OffloadWork& work, std::uint32_t refused) {
  if (work.verb == Verb::kAtomic) return choose_atomic(work.target->attachment(), work.atomic, refused);
  return choose_move(work.target->attachment(), work.verb == Verb::kPut, work.move, refused);
}

Status run(const Remote& way, const OffloadWork& work, Begun* out) {
  switch (work.verb) {
    case Verb::kPut: return way.way->put(way, work.move, out);
    case Verb::kGet: return way.way->get(way, work.move, out);
    default: return way.way->atomic(way, work.atomic, out);
  }
}

// Describes contiguous memory as the packed bytes from `first` on.
kernels::Strided packed_at(const void* bytes, std::uint64_t first, std::uint64_t length) {
  kernels::Strided out;
  out.base = reinterpret_cast<std::uint64_t>(bytes) - first;
  out.block = first + length;
  return out;
}

}  // namespace

void Offload::put(Target& target, const transport::Move& move, Call* call) {
  begin(target, Verb::kPut, move, call);
}

void Offload::get(Target& target, const transport::Move& move, Call* call) {
  begin(target, Verb::kGet, move, call);
}

void Offload::begin(Target& target, Verb verb, const transport::Move& move, Call* call) {
  const std::uint32_t use = verb == Verb::kPut ? transport::kUseWrite : transport::kUseRead;
  auto* const work = core_.enter<OffloadWork>(this, target, use, call);
  work->verb = verb;
  work->move = move;
  core_.begin(work, check_range(target.head().bytes, move));
}

void Offload::atomic(Target& target, const transport::Atomic& atomic, Call* call) {
  auto* const work = core_.enter<OffloadWork>(this, target, transport::kUseAtomics, call);
  work->verb = Verb::kAtomic;
  work->atomic = atomic;
  core_.begin(work, check_range(target.head().bytes, target.head().descriptor.address, atomic));
}

void Offload::start(Work* work) {
  auto* const own = static_cast<OffloadWork*>(work);
  if (!try_ways(own)) requester_.serve(own, own->verb == Verb::kAtomic ? 1 : own->move.bytes, 0);
}

bool Offload::try_ways(OffloadWork* work) {
  std::uint32_t refused = 0;
  for (const Remote* way = choose(*work, 0); way != nullptr; way = choose(*work, refused)) {
    Begun begun;
    Status status = run(*way, *work, &begun);
    if (status.is_ok()) return settle(work, *way, begun), true;
    if (status.code() == Code::kArg || status.code() == Code::kPeerLost) return core_.finish(work, std::move(status)), true;
    refused |= 1U << static_cast<unsigned>(way - work->target->attachment().ways.data());
    core_.warn_once(work->peer, status);
  }
  return false;
}

void Offload::settle(OffloadWork* work, const Remote& way, const Begun& begun) {
  work->way = &way;
  if (begun.completion != Completion::kDone && work->verb != Verb::kGet) flushes_.mark(work->peer, way.way);
  if (begun.completion != Completion::kPending) return core_.finish(work, Status::ok());
  work->stage = Stage::kMoving;
  work->ticket = begun.ticket;
}

bool Offload::step_ticket(OffloadWork* work) {
  if (work->stage != Stage::kMoving) return false;
  bool done = false;
  Status status = work->way->way->test(&work->ticket, &done);
  if (done) core_.finish(work, std::move(status));
  return done;
}

Status Offload::request(Work* work) {
  auto* const own = static_cast<OffloadWork*>(work);
  return own->verb == Verb::kAtomic ? request_atomic(own) : request_piece(own);
}

// Requests one contiguous run of the region at a time, at most as long as a message may be.
Status Offload::request_piece(OffloadWork* work) {
  const transport::Move& move = work->move;
  const std::uint64_t left = move.bytes - work->served.asked;
  const std::uint64_t most = std::min<std::uint64_t>(left, core_.parts.poster.most_payload(work->peer));
  Piece piece{move.first + work->served.asked, 0};
  Request wanted;
  transport::PieceWalker(move.remote, piece.first, most).next(&wanted.offset, &piece.bytes);
  wanted.kind = work->verb == Verb::kPut ? kRmaPut : kRmaGet;
  wanted.bytes = static_cast<std::uint32_t>(piece.bytes);
  std::span<const std::byte> payload;
  if (work->verb == Verb::kPut) PENSTOCK_TRY(read_local(move, piece, &payload));
  PENSTOCK_TRY(requester_.post(work, wanted, payload, piece));
  work->served.asked += piece.bytes;
  return Status::ok();
}

Status Offload::request_atomic(OffloadWork* work) {
  const transport::Atomic& atomic = work->atomic;
  Request wanted;
  wanted.kind = kRmaAtomic;
  wanted.offset = atomic.offset;
  wanted.bytes = atomic.width;
  const AtomicBody body{static_cast<std::uint8_t>(atomic.op), atomic.width, {}, atomic.operand, atomic.compare};
  work->served.asked = 1;
  return requester_.post(work, wanted, wire::bytes_of(body), {});
}

Status Offload::take(Work* work, const Piece& piece, std::span<const std::byte> payload) {
  auto* const own = static_cast<OffloadWork*>(work);
  if (own->verb == Verb::kGet) {
    PENSTOCK_TRY(Requester::check_length(*own, payload, piece.bytes));
    return write_local(own->move, piece.first, payload);
  }
  if (own->verb != Verb::kAtomic || own->atomic.result == nullptr) return Status::ok();
  PENSTOCK_TRY(Requester::check_length(*own, payload, sizeof(std::uint64_t)));
  std::memcpy(own->atomic.result, payload.data(), own->atomic.width);
  return Status::ok();
}

Status Offload::read_local(const transport::Move& move, const Piece& piece, std::span<const std::byte>* out) {
  const bool together = transport::is_contiguous(move.local);
  if (!together && !move.memory.on_host()) {
    return Status::error(Code::kUnsupported, "{} memory with gaps is not sent to an owner of memory: pack it first",
                         accel::kind_name(move.memory.kind));
  }
  const auto* const place = reinterpret_cast<const std::byte*>(move.local.base + piece.first);
  if (together && move.memory.on_host()) return *out = {place, piece.bytes}, Status::ok();
  buffer_.resize(piece.bytes);
  *out = buffer_;
  if (!move.memory.on_host()) return core_.parts.accel.queues().copy_now(buffer_.data(), place, piece.bytes);
  kernels::copy_strided_host(packed_at(buffer_.data(), piece.first, piece.bytes), move.local, piece.first, piece.bytes);
  return Status::ok();
}

Status Offload::write_local(const transport::Move& move, std::uint64_t first, std::span<const std::byte> bytes) {
  if (move.memory.on_host()) {
    kernels::copy_strided_host(move.local, packed_at(bytes.data(), first, bytes.size()), first, bytes.size());
    return Status::ok();
  }
  if (transport::is_contiguous(move.local)) {
    return core_.parts.accel.queues().copy_now(reinterpret_cast<void*>(move.local.base + first), bytes.data(), bytes.size());
  }
  return Status::error(Code::kUnsupported, "{} memory with gaps is not filled from an owner of memory: unpack it afterwards",
                       accel::kind_name(move.memory.kind));
}

}  // namespace penstock::proto::rma
