#include "proto/rma/pieces.hpp"

#include <algorithm>

#include "proto/rma/extents.hpp"

namespace penstock::proto::rma {
namespace {

// Limits the pieces of one operation that may be under way.
constexpr std::size_t kMostTickets = 32;

}  // namespace

bool Pieces::step(MoveWork* work) {
  const std::size_t before = work->tickets.size();
  const std::uint64_t at = work->done;
  drop_ended(&work->tickets, &work->error);
  if (work->error.is_ok()) work->error = begin(work);
  return work->tickets.size() != before || work->done != at;
}

Status Pieces::begin(MoveWork* work) {
  if (takes_lists(*work->way)) return move_lists(work);
  while (work->done < work->bytes && work->tickets.size() < kMostTickets) PENSTOCK_TRY(begin_one(work));
  return Status::ok();
}

// Moves both sides directly, in steps of as many extents as a list may hold.
Status Pieces::move_lists(MoveWork* work) {
  const transport::Remote& way = *work->way;
  const RemoteBuffer here{static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(work->origin.address)), work->origin.count,
                          work->origin.layout};
  while (work->done < work->bytes) {
    extents_.clear();
    local_extents_.clear();
    const std::uint64_t most = std::min(work->bytes - work->done, transport::ListMove::kMostBytes);
    const std::uint64_t far = add_extents(work->remote, work->done, most, transport::ListMove::kMostExtents, 1, &extents_);
    const std::uint64_t near = add_extents(here, work->done, far, transport::ListMove::kMostExtents, 1, &local_extents_);
    cut_extents(&extents_, far - near);
    const transport::ListMove move{extents_, local_extents_};
    transport::Begun begun;
    PENSTOCK_TRY(work->puts() ? way.way->put_list(way, move, &begun) : way.way->get_list(way, move, &begun));
    work->done += near;
  }
  return Status::ok();
}

Status Pieces::begin_one(MoveWork* work) {
  const transport::Remote& way = *work->way;
  extents_.clear();
  add_extents(work->remote, work->done, work->bytes - work->done, 1, 1, &extents_);
  auto* const local = static_cast<std::byte*>(work->origin.address) + work->done;
  const transport::Move move = transport::contiguous(extents_[0].offset, local, extents_[0].bytes);
  transport::Begun begun;
  PENSTOCK_TRY(work->puts() ? way.way->put(way, move, &begun) : way.way->get(way, move, &begun));
  if (work->puts() && begun.completion != transport::Completion::kDone) flushes_.mark(work->peer, way.way);
  if (begun.completion == transport::Completion::kPending) work->tickets.emplace_back(way.way, begun.ticket);
  work->done += move.bytes;
  return Status::ok();
}

}  // namespace penstock::proto::rma
