#include "proto/rma/move.hpp"

#include <utility>

#include "proto/layout/pack.hpp"
#include "proto/rma/extents.hpp"

namespace penstock::proto::rma {
namespace {

// Shortens a side to the elements that hold this many bytes, if these are whole elements.
template <typename Side>
void trim(Side* side, std::uint64_t bytes) {
  if (side->layout->size() != 0 && bytes % side->layout->size() == 0) side->count = bytes / side->layout->size();
}

}  // namespace

MoveWork* Moves::enter(Target& target, bool puts, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
  auto* const work = core_.enter<MoveWork>(this, target, puts ? transport::kUseWrite : transport::kUseRead, call);
  work->verb = puts ? OffloadWork::Verb::kPut : OffloadWork::Verb::kGet;
  work->origin = origin;
  work->remote = remote;
  work->bytes = puts ? origin.bytes() : remote.bytes();
  return work;
}

void Moves::put(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
  MoveWork* const work = enter(target, true, origin, remote, call);
  Status checked = check_range(target.head().bytes, remote);
  if (checked.is_ok() && origin.bytes() > remote.bytes()) {
    checked = Status::error(Code::kTruncate, "{} bytes are put to {} bytes of rank {}: describe as many there", origin.bytes(),
                            remote.bytes(), target.peer());
  }
  core_.begin(work, std::move(checked));
}

void Moves::get(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call) {
  MoveWork* const work = enter(target, false, origin, remote, call);
  Status checked = check_range(target.head().bytes, remote);
  if (checked.is_ok() && remote.bytes() > origin.bytes()) {
    checked = Status::error(Code::kTruncate, "{} bytes of rank {} are got into {} bytes: give a buffer for them",
                            remote.bytes(), target.peer(), origin.bytes());
  }
  trim(&work->origin, work->bytes);
  core_.begin(work, std::move(checked));
}

void Moves::start(Work* of) {
  auto* const work = static_cast<MoveWork*>(of);
  if (work->bytes == 0) return core_.finish(work, Status::ok());
  accel::Memory memory;
  if (Status known = core_.query(work->origin, &memory); !known.is_ok()) return core_.finish(work, std::move(known));
  work->kind = memory.kind;
  if (const transport::Remote* const way = work->target->direct(); way != nullptr) return move_mapped(work, *way, memory);
  if (try_shapes(work, memory)) return;
  memory.on_host() ? move_by_cpu(work) : stage(work);
}

void Moves::move_mapped(MoveWork* work, const transport::Remote& way, const accel::Memory& memory) {
  count(*work, "direct");
  const Buffer there{reinterpret_cast<void*>(reinterpret_cast<std::uint64_t>(way.direct) + work->remote.offset),
                     work->remote.count, work->remote.layout};
  const Buffer& destination = work->puts() ? there : work->origin;
  const Buffer& source = work->puts() ? work->origin : there;
  if (!memory.on_host()) return begin_copy(work, destination, source, Step::kCopyOver);
  copy_host(destination, source, 0, work->bytes);
  core_.finish(work, Status::ok());
}

// Returns true if the operation is under way or over.
bool Moves::try_shapes(MoveWork* work, const accel::Memory& memory) {
  const Buffer& here = work->origin;
  const RemoteBuffer& there = work->remote;
  transport::Move move;
  if (!here.layout->as_strided(reinterpret_cast<std::uint64_t>(here.address), here.count, &move.local) ||
      !there.layout->as_strided(static_cast<std::uint64_t>(there.offset), there.count, &move.remote)) {
    return false;
  }
  move.memory = memory;
  move.bytes = work->bytes;
  work->move = move;
  if (!transport::check_range(work->target->head().bytes, move).is_ok() || !offload_.try_ways(work)) return false;
  if (work->way != nullptr) count(*work, work->way->name);
  return true;
}

// GPU memory is copied to the host before a put, and from the host after a get.
void Moves::stage(MoveWork* work) {
  const Buffer callers = work->use_copy();
  if (work->puts()) return begin_copy(work, work->origin, callers, Step::kCopyIn);
  work->return_to = callers;
  move_by_cpu(work);
}

// Moves a side that the CPU reaches, if no transport moves both sides at once.
void Moves::move_by_cpu(MoveWork* work) {
  work->way = find_way_for_pieces(work->target->attachment(), work->puts());
  if (work->way == nullptr) return serve(work);
  count(*work, work->way->name);
  if (!Pieces::takes_lists(*work->way) && !work->origin.layout->is_contiguous(work->origin.count)) {
    const Buffer callers = work->use_copy();
    if (work->puts()) pack_host(callers, 0, work->staged);
    if (!work->puts()) work->return_to = callers;
    work->return_by_cpu = true;
  }
  work->stage = Stage::kMoving;
  work->moving = Step::kPieces;
  step_pieces(work);
}

void Moves::serve(MoveWork* work) {
  count(*work, "served");
  requester_.serve(work, work->bytes, 0);
}

bool Moves::step(Work* of) {
  auto* const work = static_cast<MoveWork*>(of);
  if (work->stage != Stage::kMoving) return false;
  if (work->moving == Step::kShape) return offload_.step_ticket(work);
  if (work->moving == Step::kPieces) return step_pieces(work);
  if (!work->copy.over()) return false;
  copied(work);
  return true;
}

// A move that fails is repeated by messages, once none of its pieces is under way.
bool Moves::step_pieces(MoveWork* work) {
  const bool moved = pieces_.step(work);
  if (!Pieces::over(*work)) return moved;
  if (work->error.is_ok()) return end(work), true;
  Status failed = std::exchange(work->error, Status());
  if (failed.code() == Code::kPeerLost) return core_.finish(work, std::move(failed)), true;
  core_.warn_once(work->peer, failed);
  serve(work);
  return true;
}

void Moves::begin_copy(MoveWork* work, const Buffer& destination, const Buffer& source, Step step) {
  Status begun = work->copy.begin(core_.parts.copier, destination, source);
  if (!begun.is_ok()) return core_.finish(work, std::move(begun));
  work->stage = Stage::kMoving;
  work->moving = step;
  if (work->copy.over()) copied(work);
}

void Moves::copied(MoveWork* work) {
  Status status = work->copy.end();
  if (!status.is_ok() || work->moving != Step::kCopyIn) return core_.finish(work, std::move(status));
  move_by_cpu(work);
}

// All bytes have arrived at the target, or here.
void Moves::end(MoveWork* work) {
  if (work->return_to.layout == nullptr) return core_.finish(work, Status::ok());
  if (!work->return_by_cpu) return begin_copy(work, work->return_to, work->origin, Step::kCopyOut);
  unpack_host(work->return_to, 0, work->staged);
  core_.finish(work, Status::ok());
}

Status Moves::request(Work* of) {
  auto* const work = static_cast<MoveWork*>(of);
  return requester_.post_list(work, {.kind = work->puts() ? kRmaPutList : kRmaGetList,
                                     .remote = work->remote,
                                     .sent = work->puts() ? &work->origin : nullptr});
}

Status Moves::take(Work* of, const Piece& piece, std::span<const std::byte> payload) {
  auto* const work = static_cast<MoveWork*>(of);
  if (work->puts()) return Status::ok();
  PENSTOCK_TRY(Requester::check_length(*work, payload, piece.bytes));
  unpack_host(work->origin, piece.first, payload);
  return Status::ok();
}

void Moves::count(const MoveWork& work, std::string_view by) {
  const accel::MemoryKind there = work.target->head().descriptor.kind;
  const auto verb = work.puts() ? RmaCounters::Verb::kPut : RmaCounters::Verb::kGet;
  core_.counters.count(verb, by, work.puts() ? work.kind : there, work.puts() ? there : work.kind, work.bytes);
}

}  // namespace penstock::proto::rma
