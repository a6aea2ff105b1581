// This file has put and get, and the steps that all operations share.
#include "core/window/operations.hpp"

#include <memory>
#include <utility>

#include "core/p2p/p2p.hpp"
#include "core/window/split_operation.hpp"

namespace penstock::core {
namespace {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): an alias cannot carry __extension__

// Elements reach from `low` to `high`, counted from the address of their buffer.
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

}  // namespace

Status WindowOperations::begin(int rank, bool with_request, WindowPeer** out) {
  *out = nullptr;
  if (rank != MPI_PROC_NULL) PENSTOCK_TRY(core_.check_rank(rank));
  PENSTOCK_TRY(access_.check_access(rank, with_request));
  if (rank == MPI_PROC_NULL) return Status::ok();
  PENSTOCK_TRY(members_.peer(rank, out));
  return active_.await_post(**out);
}

Status WindowOperations::locate_attached(WindowPeer& peer, std::uint64_t first, std::uint64_t bytes, Location* out) {
  if (!peer.table) peer.table = std::make_unique<PeerTable>(core_, peer.world, peer.control);
  return peer.table->find(first, bytes, &out->region, &out->offset);
}

Status WindowOperations::locate(WindowPeer& peer, const TargetData& target, Location* out) {
  const bool dynamic = core_.is_dynamic();
  if (target.displacement < 0 && !dynamic) {
    return Status::error(Code::kDisp, "target_disp is {}; it must be at least 0", target.displacement);
  }
  const auto count = static_cast<std::uint64_t>(target.count);
  const std::int64_t unit = members_.unit(peer.rank);
  const Wide at = static_cast<Wide>(target.displacement) * unit;
  const Footprint reach = footprint(target.type->layout(), count);
  if (dynamic) {
    PENSTOCK_TRY(locate_attached(peer, static_cast<std::uint64_t>(at + reach.low),
                                 static_cast<std::uint64_t>(reach.high - reach.low), out));
    out->offset -= static_cast<std::int64_t>(reach.low);
    return Status::ok();
  }
  const std::uint64_t bytes = members_.bytes(peer.rank);
  if (at + reach.low < 0 || at + reach.high > static_cast<Wide>(bytes)) {
    return Status::error(Code::kRmaRange,
                         "displacement {} (in units of {} bytes) and {} elements reach from byte {} to {} of a window of {} "
                         "bytes at rank {}",
                         target.displacement, unit, count, static_cast<std::int64_t>(at + reach.low),
                         static_cast<std::int64_t>(at + reach.high), bytes, peer.rank);
  }
  out->offset = static_cast<std::int64_t>(at) + static_cast<std::int64_t>(members_.offset(peer.rank));
  return members_.memory_of(peer, &out->region);
}

WindowChecks::Target WindowOperations::checked(const TargetData& target) const noexcept {
  const proto::Layout& layout = target.type->layout();
  return {target.rank,
          target.displacement * members_.unit(target.rank) + layout.first_offset(),
          {nullptr, static_cast<std::uint64_t>(target.count), &layout}};
}

// The side that is asked to move its bytes counts: a put moves as many as the origin has, a get as many as the target has.
Status WindowOperations::put(const OriginData& origin, const TargetData& target, MPI_Request* request) {
  return move(true, origin, target, request);
}

Status WindowOperations::get(const OriginData& origin, const TargetData& target, MPI_Request* request) {
  return move(false, origin, target, request);
}

Status WindowOperations::move_in_parts(WindowPeer& peer, bool puts, const proto::Buffer& local, const TargetData& target,
                                       MPI_Request* request) {
  const proto::Buffer there = target.at_address();
  const std::uint64_t bytes = puts ? local.bytes() : there.bytes();
  if (bytes > (puts ? there.bytes() : local.bytes())) {
    return Status::error(Code::kTruncate, "{} bytes at this rank, {} at rank {}: describe as many on both sides", local.bytes(),
                         there.bytes(), target.rank);
  }
  const auto start = [&](rma::Target& region, const proto::Buffer& mine, const proto::Buffer&, const rma::RemoteBuffer& theirs,
                         rma::Call* call) {
    puts ? core_.rma().put(region, mine, theirs, call) : core_.rma().get(region, mine, theirs, call);
  };
  return start_in_parts(completion_, peer, {there, local, {}, bytes, 1, start}, request);
}

Status WindowOperations::move(bool puts, const OriginData& origin, const TargetData& target, MPI_Request* request) {
  WindowPeer* peer = nullptr;
  PENSTOCK_TRY(begin(target.rank, request != nullptr, &peer));
  proto::Buffer local;
  PENSTOCK_TRY(make_buffer(origin.address, origin.count, *origin.type, &local));
  const proto::Layout& layout = target.type->layout();
  rma::RemoteBuffer remote{0, static_cast<std::uint64_t>(target.count), &layout};
  if (peer == nullptr || (puts ? local.bytes() : remote.bytes()) == 0) return completion_.over_at_once(request);
  Location location;
  PENSTOCK_TRY(locate(*peer, target, &location));
  if (core_.checks() != nullptr) [[unlikely]] {
    const auto kind = puts ? WindowChecks::Kind::kPut : WindowChecks::Kind::kGet;
    core_.checks()->add(kind, MPI_OP_NULL, checked(target), puts ? &local : nullptr, puts ? nullptr : &local,
                        request != nullptr);
  }
  if (location.region == nullptr) return move_in_parts(*peer, puts, local, target, request);
  remote.offset = location.offset;
  WindowCall& call = completion_.next_call();
  if (puts) {
    core_.rma().put(*location.region, local, remote, &call.call);
  } else {
    core_.rma().get(*location.region, local, remote, &call.call);
  }
  if (!call.call.done()) {
    call.origin = Ref<Datatype>::share(*origin.type);
    call.target = Ref<Datatype>::share(*target.type);
  }
  return completion_.begun(*peer, request);
}

}  // namespace penstock::core
