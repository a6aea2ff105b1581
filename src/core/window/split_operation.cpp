#include "core/window/split_operation.hpp"

#include <utility>
#include <vector>

#include "core/window/split.hpp"

namespace penstock::core {
namespace {

Status start_part(WindowCall& call, const WindowPart& part, const SplitOperation& operation) {
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
  return Status::ok();
}

}  // namespace

// The descriptors of the parts that are not over at once are linked, for the request.
Status start_in_parts(WindowCompletion& completion, WindowPeer& peer, const SplitOperation& operation, MPI_Request* request) {
  std::vector<WindowPart> parts;
  PENSTOCK_TRY(split_by_regions(*peer.table, peer.rank, operation.target, operation.bytes, operation.element, &parts));
  Ref<WindowCall> begun;
  for (const WindowPart& part : parts) {
    WindowCall& call = completion.next_call();
    PENSTOCK_TRY(start_part(call, part, operation));
    PENSTOCK_TRY(completion.begun(peer, nullptr));
    if (peer.pending.empty() || peer.pending.back().get() != &call) continue;
    call.also = std::exchange(begun, peer.pending.back());
  }
  if (request == nullptr) return Status::ok();
  return begun ? completion.add_request(std::move(begun), request) : completion.over_at_once(request);
}

}  // namespace penstock::core
