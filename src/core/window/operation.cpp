// Put, get and the checks that all operations share.
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/p2p/requests.hpp"
#include "core/window/request.hpp"
#include "core/window/split.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): the other form has no such mark

// How far elements reach from the buffer's address.
struct Footprint {
  Wide low = 0;
  Wide high = 0;
};
Footprint footprint(const proto::Layout& layout, std::uint64_t count) noexcept {
  Footprint out{layout.true_lower_bound(), static_cast<Wide>(layout.true_lower_bound()) + layout.true_extent()};
  const Wide last = static_cast<Wide>(count - 1) * layout.extent();
  (last < 0 ? out.low : out.high) += last;
  return out;
}

[[gnu::cold]] Status no_epoch(int rank) {
  return Status::error(Code::kRmaSync,
                       "no epoch reaches rank {}: MPI_Win_fence, MPI_Win_start, MPI_Win_lock or MPI_Win_lock_all comes first",
                       rank);
}

}  // namespace

// An operation makes an epoch of a fence.
Status Window::check_access(int rank, bool passive) {
  const WindowPeer* const peer = rank >= 0 ? peers_[static_cast<std::size_t>(rank)].get() : nullptr;
  switch (access_) {
    case Access::kLockedAll: return Status::ok();
    case Access::kLocked:
      if (rank < 0 || (peer != nullptr && peer->hold != Hold::kNone)) return Status::ok();
      return no_epoch(rank);
    case Access::kStarted:
      if (passive) break;
      if (rank < 0 || (peer != nullptr && peer->started)) return Status::ok();
      return no_epoch(rank);
    case Access::kNone:
      if (passive && fenced_) break;
      if (!fenced_) return no_epoch(rank);
      fence_used_ = true;
      return Status::ok();
  }
  return Status::error(Code::kRmaSync, "operations with a request need a passive epoch: MPI_Win_lock or MPI_Win_lock_all");
}

// *out is null for MPI_PROC_NULL.
Status Window::begin(int rank, bool with_request, WindowPeer** out) {
  *out = nullptr;
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  PENSTOCK_TRY(check_access(rank, with_request));
  if (rank == MPI_PROC_NULL) return Status::ok();
  PENSTOCK_TRY(peer(rank, out));
  return await_post(**out);
}

Status Window::locate(WindowPeer& peer, const TargetData& target, Spot* out) {
  const bool dynamic = core_.is_dynamic();
  if (target.displacement < 0 && !dynamic) {
    return Status::error(Code::kDisp, "target_disp is {}; it must be at least 0", target.displacement);
  }
  const auto count = static_cast<std::uint64_t>(target.count);
  const Wide at = static_cast<Wide>(target.displacement) * units_[peer.rank];
  const Footprint reach = footprint(target.type->layout(), count);
  if (dynamic) {
    if (!peer.table) peer.table = std::make_unique<PeerTable>(core_, peer.world, peer.control);
    const auto first = static_cast<std::uint64_t>(at + reach.low);
    PENSTOCK_TRY(peer.table->find(first, static_cast<std::uint64_t>(reach.high - reach.low), &out->memory, &out->offset));
    out->offset -= static_cast<std::int64_t>(reach.low);
    return Status::ok();
  }
  const std::uint64_t bytes = sizes_[peer.rank];
  if (at + reach.low < 0 || at + reach.high > static_cast<Wide>(bytes)) {
    return Status::error(Code::kRmaRange,
                         "displacement {} (in units of {} bytes) and {} elements reach from byte {} to {} of a window of {} "
                         "bytes at rank {}",
                         target.displacement, units_[peer.rank], count, static_cast<std::int64_t>(at + reach.low),
                         static_cast<std::int64_t>(at + reach.high), bytes, peer.rank);
  }
  out->offset = static_cast<std::int64_t>(at) + static_cast<std::int64_t>(places_[peer.rank]);
  return memory_of(peer, &out->memory);
}

WindowChecks::Target Window::checked(const TargetData& target) const noexcept {
  const proto::Layout& layout = target.type->layout();
  return {target.rank,
          target.displacement * units_[target.rank] + layout.first_offset(),
          {nullptr, static_cast<std::uint64_t>(target.count), &layout}};
}

// One that is over at once is used again.
WindowCall& Window::next_call() {
  if (!spare_) spare_ = Ref<WindowCall>::adopt(new WindowCall());
  return *spare_;
}

Status Window::over_at_once(MPI_Request* request) {
  if (request != nullptr) *request = requests_of(instance()).over();
  return Status::ok();
}

// Once its memory is attached.
void Window::find_direct(WindowPeer& peer) noexcept {
  if (peer.looked_at || core_.is_dynamic() || core_.checks() != nullptr) return;
  const WindowPeer& keeper = one_region_ ? *peers_.front() : peer;
  peer.direct.memory = keeper.memory.direct_part(places_[peer.rank], sizes_[peer.rank]);
  peer.direct.unit = static_cast<std::uint64_t>(units_[peer.rank]);
  peer.direct_bytes = peer.direct.memory.bytes;
  peer.looked_at = true;
}

// Of the call that next_call() gave, which has begun.
Status Window::settle(WindowPeer& peer, MPI_Request* request) {
  if (peer.pending.empty()) find_direct(peer);
  if (!peer.direct.touched) {
    peer.direct.touched = true;
    touched_.push_back(peer.rank);
    if (!std::exchange(peer.explained, true)) explain_memory(peer);
  }
  if (spare_->call.done()) [[likely]] {
    if (spare_->call.status().is_ok()) return over_at_once(request);
    return spare_->call.status().clone();
  }
  Ref<WindowCall> call = std::exchange(spare_, {});
  peer.pending.push_back(call);
  peer.direct.memory.bytes = 0;
  if (request == nullptr) return Status::ok();
  return requests_of(instance()).add(request, nullptr, make_window_work(core_, std::move(call)));
}

// What moves: the origin's bytes, or the target's, whichever is asked to move.
Status Window::put(const OriginData& origin, const TargetData& target, MPI_Request* request) {
  return move(true, origin, target, request);
}

Status Window::get(const OriginData& origin, const TargetData& target, MPI_Request* request) {
  return move(false, origin, target, request);
}

Status Window::move_in_parts(WindowPeer& peer, bool puts, const proto::Buffer& local, const TargetData& target,
                             MPI_Request* request) {
  const std::uint64_t there = static_cast<std::uint64_t>(target.count) * target.type->layout().size();
  const std::uint64_t bytes = puts ? local.bytes() : there;
  if (bytes > (puts ? there : local.bytes())) {
    return Status::error(Code::kTruncate, "{} bytes at this rank, {} at rank {}: describe as many on both sides", local.bytes(),
                         there, target.rank);
  }
  return operate_in_parts(peer,
                          {target,
                           local,
                           {},
                           bytes,
                           1,
                           [&](rma::Target& region, const proto::Buffer& mine, const proto::Buffer&,
                               const rma::RemoteBuffer& theirs, rma::Call* call) {
                             puts ? core_.rma().put(region, mine, theirs, call) : core_.rma().get(region, mine, theirs, call);
                           }},
                          request);
}

Status Window::move(bool puts, const OriginData& origin, const TargetData& target, MPI_Request* request) {
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(target.rank, request != nullptr, &peer));
  proto::Buffer local;
  PENSTOCK_TRY(make_buffer(origin.address, origin.count, *origin.type, &local));
  const proto::Layout& layout = target.type->layout();
  rma::RemoteBuffer remote{0, static_cast<std::uint64_t>(target.count), &layout};
  if (peer == nullptr || (puts ? local.bytes() : remote.bytes()) == 0) return over_at_once(request);
  Spot spot;
  PENSTOCK_TRY(locate(*peer, target, &spot));
  if (core_.checks() != nullptr) [[unlikely]] {
    const auto kind = puts ? WindowChecks::Kind::kPut : WindowChecks::Kind::kGet;
    core_.checks()->add(kind, MPI_OP_NULL, checked(target), puts ? &local : nullptr, puts ? nullptr : &local,
                        request != nullptr);
  }
  if (spot.memory == nullptr) return move_in_parts(*peer, puts, local, target, request);
  remote.offset = spot.offset;
  WindowCall& call = next_call();
  if (puts) {
    core_.rma().put(*spot.memory, local, remote, &call.call);
  } else {
    core_.rma().get(*spot.memory, local, remote, &call.call);
  }
  if (!call.call.done()) {
    call.origin = Ref<Datatype>::share(*origin.type);
    call.target = Ref<Datatype>::share(*target.type);
  }
  return settle(*peer, request);
}

// Nothing has begun where some byte lies in no region.
Status Window::operate_in_parts(WindowPeer& peer, const SplitOperation& operation, MPI_Request* request) {
  const auto address = static_cast<std::uint64_t>(operation.target.displacement);
  const proto::Buffer there{reinterpret_cast<void*>(address), static_cast<std::uint64_t>(operation.target.count),
                            &operation.target.type->layout()};
  std::vector<WindowPart> parts;
  PENSTOCK_TRY(split_by_regions(*peer.table, peer.rank, there, operation.bytes, operation.element, &parts));
  Ref<WindowCall> begun;
  for (const WindowPart& part : parts) {
    WindowCall& call = next_call();
    call.parts = std::make_unique<PartLayouts>();
    PartLayouts& layouts = *call.parts;
    proto::Buffer origin;
    proto::Buffer result;
    if (operation.origin.layout != nullptr) {
      PENSTOCK_TRY(part_of(operation.origin, part.first, part.bytes, &layouts.origin, &origin));
    }
    if (operation.result.layout != nullptr) {
      PENSTOCK_TRY(part_of(operation.result, part.first, part.bytes, &layouts.result, &result));
    }
    PENSTOCK_TRY(layout_of(part.there, &layouts.target));
    operation.start(*part.region, origin, result, {0, 1, &layouts.target}, &call.call);
    PENSTOCK_TRY(settle(peer, nullptr));
    if (peer.pending.empty() || peer.pending.back().get() != &call) continue;
    call.also = std::exchange(begun, peer.pending.back());
  }
  if (request == nullptr) return Status::ok();
  if (!begun) return over_at_once(request);
  return requests_of(instance()).add(request, nullptr, make_window_work(core_, std::move(begun)));
}

}  // namespace penstock::core
