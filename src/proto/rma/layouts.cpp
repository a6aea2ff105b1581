// Put and get between two layouts: straight where the target is mapped, as one shape where both sides are, piece by piece where
// a way needs nothing of the target, else by messages.
#include <algorithm>
#include <cstring>

#include "proto/layout/pack.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/rma.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {
namespace {

// Pieces of one call that may be under way.
constexpr std::size_t kMostTickets = 32;

// The elements of a side that hold so many bytes, where whole ones do.
template <typename Side>
void trim(Side* side, std::uint64_t bytes) {
  if (side->layout->size() != 0 && bytes % side->layout->size() == 0) side->count = bytes / side->layout->size();
}

}  // namespace

void Rma::put_layouts(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
  enter(target, Call::Verb::kPut, call);
  call->work_->origin = origin;
  call->work_->remote = remote;
  call->work_->by_layouts = true;
  call->work_->bytes = origin.bytes();
  Status checked = check_range(target.head().bytes, remote);
  if (checked.is_ok() && origin.bytes() > remote.bytes()) {
    checked = Status::error(Code::kTruncate, "{} bytes are put to {} bytes of rank {}: describe as many there", origin.bytes(),
                            remote.bytes(), target.peer());
  }
  begin(call, std::move(checked));
}

void Rma::get_layouts(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
  enter(target, Call::Verb::kGet, call);
  call->work_->origin = origin;
  call->work_->remote = remote;
  call->work_->by_layouts = true;
  call->work_->bytes = remote.bytes();
  Status checked = check_range(target.head().bytes, remote);
  if (checked.is_ok() && remote.bytes() > origin.bytes()) {
    checked = Status::error(Code::kTruncate, "{} bytes of rank {} are got into {} bytes: give a buffer for them",
                            remote.bytes(), target.peer(), origin.bytes());
  }
  trim(&call->work_->origin, call->work_->bytes);
  begin(call, std::move(checked));
}

Status Rma::memory_of(const Buffer& buffer, accel::Memory* out) const {
  if (parts_.accel.all_host() || buffer.bytes() == 0) return Status::ok();
  return parts_.accel.query(static_cast<const std::byte*>(buffer.address) + buffer.layout->first_offset(), out);
}

void Rma::start_layouts(Call* call) {
  Work& work = *call->work_;
  if (work.bytes == 0) return finish(call, Status::ok());
  accel::Memory memory;
  if (Status known = memory_of(work.origin, &memory); !known.is_ok()) return finish(call, std::move(known));
  work.kind = memory.kind;
  if (call->target_->direct_ != nullptr) return move_mapped(call, *call->target_->direct_, memory);
  if (try_shapes(call, memory)) return;
  if (memory.on_host()) return go_on(call);
  // The CPU's from here on.
  work.flat = Layout::bytes(work.bytes);
  work.staged.resize(work.bytes);
  const Buffer source = work.origin;
  work.origin = {work.staged.data(), 1, &work.flat};
  if (call->verb_ == Call::Verb::kPut) return begin_copy(call, work.origin, source, Call::Stage::kCopies);
  work.return_to = source;
  go_on(call);
}

void Rma::move_mapped(Call* call, const transport::Remote& way, const accel::Memory& memory) {
  Work& work = *call->work_;
  count(*call, "direct");
  const Buffer there{reinterpret_cast<void*>(reinterpret_cast<std::uint64_t>(way.direct) + work.remote.offset),
                     work.remote.count, work.remote.layout};
  const bool puts = call->verb_ == Call::Verb::kPut;
  if (memory.on_host()) {
    copy_host(puts ? there : work.origin, puts ? work.origin : there, 0, work.bytes);
    return finish(call, Status::ok());
  }
  work.is_last = true;
  begin_copy(call, puts ? there : work.origin, puts ? work.origin : there, Call::Stage::kCopies);
}

// True: under way or over.
bool Rma::try_shapes(Call* call, const accel::Memory& memory) {
  Work& work = *call->work_;
  transport::Move move;
  if (!work.origin.layout->as_strided(reinterpret_cast<std::uint64_t>(work.origin.address), work.origin.count, &move.local)) {
    return false;
  }
  if (!work.remote.layout->as_strided(static_cast<std::uint64_t>(work.remote.offset), work.remote.count, &move.remote)) {
    return false;
  }
  move.memory = memory;
  move.bytes = work.bytes;
  work.move = move;
  return check_shape(*call).is_ok() && try_ways(call);
}

// The bytes of this side are the CPU's, and the way that takes both sides at once is none.
void Rma::go_on(Call* call) {
  if (call->verb_ == Call::Verb::kAccumulate) return start_accumulate(call);
  if (try_pieces(call)) return;
  count(*call, "served");
  serve(call);
}

// Lists of pieces, or piece by piece by a way that has no lists, but needs the target's process as little for each as for all.
bool Rma::try_pieces(Call* call) {
  Work& work = *call->work_;
  const std::uint32_t needed =
      (call->verb_ == Call::Verb::kPut ? transport::kRemotePut : transport::kRemoteGet) | transport::kHostLocal;
  work.way = nullptr;
  for (const transport::Remote& way : call->target_->attached_.ways) {
    if ((way.bits & (needed | transport::kNeedsNoTarget)) == (needed | transport::kNeedsNoTarget)) work.way = &way;
    if (work.way != nullptr) break;
  }
  if (work.way == nullptr) return false;
  count(*call, work.way->name);
  const bool as_it_lies = (work.way->bits & transport::kListMoves) != 0;
  if (!as_it_lies && !work.origin.layout->is_contiguous(work.origin.count)) {
    work.flat = Layout::bytes(work.bytes);
    work.staged.resize(work.bytes);
    if (call->verb_ == Call::Verb::kPut) pack_host(work.origin, 0, work.staged);
    if (call->verb_ == Call::Verb::kGet) work.return_to = work.origin;
    work.return_on_host = true;
    work.origin = {work.staged.data(), 1, &work.flat};
  }
  work.done = 0;
  call->stage_ = Call::Stage::kPieces;
  step_pieces(call);
  return true;
}

// Both sides as they lie, as much as a list holds each time.
Status Rma::move_lists(Call* call) {
  Work& work = *call->work_;
  const transport::Remote& way = *work.way;
  const RemoteBuffer here{static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(work.origin.address)), work.origin.count,
                          work.origin.layout};
  while (work.done < work.bytes) {
    extents_.clear();
    local_extents_.clear();
    const std::uint64_t most = std::min(work.bytes - work.done, transport::ListMove::kMostBytes);
    const std::uint64_t far = add_extents(work.remote, work.done, most, transport::ListMove::kMostExtents, 1, &extents_);
    const std::uint64_t near = add_extents(here, work.done, far, transport::ListMove::kMostExtents, 1, &local_extents_);
    cut_extents(&extents_, far - near);
    const transport::ListMove move{extents_, local_extents_};
    transport::Begun begun;
    PENSTOCK_TRY(call->verb_ == Call::Verb::kPut ? way.way->put_list(way, move, &begun) : way.way->get_list(way, move, &begun));
    work.done += near;
  }
  return Status::ok();
}

// As many pieces as may be under way at a time.
Status Rma::begin_pieces(Call* call) {
  Work& work = *call->work_;
  if ((work.way->bits & transport::kListMoves) != 0) return move_lists(call);
  auto* const local = static_cast<std::byte*>(work.origin.address);
  const transport::Remote& way = *work.way;
  while (work.done < work.bytes && work.tickets.size() < kMostTickets) {
    extents_.clear();
    add_extents(work.remote, work.done, work.bytes - work.done, 1, 1, &extents_);
    const transport::Move move = transport::contiguous(extents_[0].offset, local + work.done, extents_[0].bytes);
    transport::Begun begun;
    const bool puts = call->verb_ == Call::Verb::kPut;
    PENSTOCK_TRY(puts ? way.way->put(way, move, &begun) : way.way->get(way, move, &begun));
    if (puts && begun.completion != transport::Completion::kDone) soil(call->peer_, way.way);
    if (begun.completion == transport::Completion::kPending) work.tickets.emplace_back(way.way, begun.ticket);
    work.done += move.bytes;
  }
  return Status::ok();
}

// What fails is moved again by messages, once nothing is under way.
bool Rma::step_pieces(Call* call) {
  Work& work = *call->work_;
  const std::size_t before = work.tickets.size();
  std::erase_if(work.tickets, [&](auto& each) {
    bool done = false;
    Status status = each.first->test(&each.second, &done);
    if (call->status_.is_ok()) call->status_ = std::move(status);
    return done;
  });
  const std::uint64_t at = work.done;
  if (call->status_.is_ok()) call->status_ = begin_pieces(call);
  if (!work.tickets.empty()) return work.tickets.size() != before || work.done != at;
  if (call->status_.is_ok()) return end_layouts(call), true;
  const Status failed = std::move(call->status_);
  call->status_ = Status();
  if (failed.code() == Code::kPeerLost) return finish(call, failed.clone()), true;
  warn_once(call->peer_, failed);
  count(*call, "served");
  work.done = 0;
  serve(call);
  return true;
}

// All bytes are where they were sent, or here.
void Rma::end_layouts(Call* call) {
  Work& work = *call->work_;
  if (work.wants_old != nullptr) {
    if (!parts_.accel.all_host()) return finish(call, parts_.accel.copy_now(work.wants_old, work.old.data(), work.bytes));
    std::memcpy(work.wants_old, work.old.data(), work.bytes);
  }
  if (work.return_to.address == nullptr) return finish(call, Status::ok());
  if (!work.return_on_host) {
    const Buffer& copy = call->verb_ == Call::Verb::kAccumulate ? work.result : work.origin;
    return begin_copy(call, work.return_to, copy, Call::Stage::kReturns);
  }
  unpack_host(work.return_to, 0, work.staged);
  finish(call, Status::ok());
}

void Rma::begin_copy(Call* call, const Buffer& destination, const Buffer& source, Call::Stage stage) {
  Status begun = parts_.copier.copy(destination, source, &call->work_->copy);
  if (!begun.is_ok()) return finish(call, std::move(begun));
  call->stage_ = stage;
  if (call->work_->copy->done()) copied(call);
}

void Rma::copied(Call* call) {
  Work& work = *call->work_;
  Status status = work.copy->status().clone();
  work.copy->release();
  work.copy = nullptr;
  if (!status.is_ok() || work.is_last || call->stage_ == Call::Stage::kReturns) return finish(call, std::move(status));
  go_on(call);
}

}  // namespace penstock::proto::rma
