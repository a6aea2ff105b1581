#include "proto/rma/accumulate_responder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "proto/rma/answer.hpp"

namespace penstock::proto::rma {
namespace {

// Checks that the payload holds as many elements as the request says, and as many comparisons.
Status check_elements(const Request& wanted, const List& list, const Fold& fold) {
  const std::uint64_t sent = (fold.reads_only() ? 0 : wanted.bytes) + (fold.compares ? std::uint64_t{wanted.bytes} : 0);
  const bool agrees = wanted.bytes % fold.bytes == 0 && list.sent.size() == sent;
  if (agrees && (!fold.compares || fold.op == AccumulateOp::kReplace)) return Status::ok();
  return Status::error(Code::kProtocol, "{} bytes of elements of {} with a payload of {}", wanted.bytes, fold.bytes,
                       list.sent.size());
}

// Cuts the extents to those that one kernel can handle. Returns their bytes.
std::uint64_t cut_for_kernel(std::span<Extent>* extents) noexcept {
  const std::size_t most = std::min(extents->size(), DeviceExecutor::kMostExtents);
  const std::uint64_t limit = DeviceExecutor::most_bytes(3, true);
  std::uint64_t bytes = 0;
  std::size_t taken = 0;
  for (; taken < most && bytes < limit; ++taken) {
    Extent& each = (*extents)[taken];
    each.bytes = std::min(each.bytes, limit - bytes);
    bytes += each.bytes;
  }
  *extents = extents->first(taken);
  return bytes;
}

}  // namespace

void AccumulateResponder::arrived(int peer, const Request& wanted, std::span<const std::byte> payload) {
  Asked asked;
  asked.peer = peer;
  asked.wanted = wanted;
  asked.payload.assign(payload.begin(), payload.end());
  const bool behind = std::ranges::any_of(waiting_, [&](const Asked& each) { return each.peer == peer; });
  if (behind || !answer(&asked)) waiting_.push_back(std::move(asked));
}

bool AccumulateResponder::progress() {
  std::vector<int> waits;
  const std::size_t before = waiting_.size();
  std::erase_if(waiting_, [&](Asked& each) {
    if (std::ranges::find(waits, each.peer) != waits.end()) return false;
    if (answer(&each)) return true;
    waits.push_back(each.peer);
    return false;
  });
  return waiting_.size() != before;
}

void AccumulateResponder::lost(int peer) {
  std::erase_if(waiting_, [&](Asked& each) {
    if (each.peer == peer && each.runs) core_.device.release(&each.run);
    return each.peer == peer;
  });
}

// Returns false if the request waits and is tried again.
bool AccumulateResponder::answer(Asked* asked) {
  bool waits = false;
  const Status status = execute(asked, &waits);
  if (waits) return false;
  reply(core_.parts, asked->peer, asked->wanted, status, asked->result);
  return true;
}

Status AccumulateResponder::execute(Asked* asked, bool* waits) {
  Read read_request;
  PENSTOCK_TRY(read(asked, &read_request));
  Status ran;
  if (asked->runs && !collect(asked, read_request.fold.bytes, &ran)) return *waits = true, Status::ok();
  PENSTOCK_TRY(std::move(ran));
  if (asked->done == read_request.elements.count) return Status::ok();
  return execute_rest(asked, &read_request, waits);
}

Status AccumulateResponder::read(Asked* asked, Read* out) {
  const Request& wanted = asked->wanted;
  PENSTOCK_TRY(find_region(core_.parts, wanted, &out->region));
  if ((out->region->use & transport::kUseAtomics) == 0) return Status::error(Code::kArg, "not registered for atomics");
  PENSTOCK_TRY(List::read(wanted, *out->region, asked->payload, &out->list));
  const ListHead& head = out->list.head;
  PENSTOCK_TRY(Fold::of({static_cast<AccumulateOp>(head.op), static_cast<base::Element>(head.element), head.element_bytes},
                        core_.simd, &out->fold));
  out->fold.compares = (head.flags & kCompares) != 0;
  PENSTOCK_TRY(check_elements(wanted, out->list, out->fold));
  const bool wants_old = (head.flags & kWantsOld) != 0;
  if (wants_old) PENSTOCK_TRY(check_answer(core_.parts, asked->peer, wanted));
  if (wants_old) asked->result.resize(wanted.bytes);
  const std::byte* const sent = out->list.sent.data();
  out->elements = {sent, out->fold.compares ? sent + wanted.bytes : nullptr, wants_old ? asked->result.data() : nullptr,
                   wanted.bytes / out->fold.bytes};
  return Status::ok();
}

// Executes the elements that are not executed yet.
Status AccumulateResponder::execute_rest(Asked* asked, Read* read, bool* waits) {
  const Fold& fold = read->fold;
  const std::span<Extent> extents = read->list.after(asked->done * fold.bytes);
  const Elements rest = read->elements.from(asked->done, read->elements.count - asked->done, fold.bytes);
  const Reached own = reach_own(core_.parts.registry, *read->region);
  return own.takes_kernels(fold) ? execute_by_kernels(asked, own, fold, extents, rest, waits)
                                 : execute_by_cpu(asked, own, fold, extents, rest, waits);
}

Status AccumulateResponder::execute_by_cpu(Asked* asked, const Reached& own, const Fold& fold, std::span<const Extent> extents,
                                           const Elements& elements, bool* waits) {
  Executed executed;
  PENSTOCK_TRY(core_.executor.run(own, fold, extents, elements, &executed));
  asked->done += executed.count;
  const bool held = executed.holder >= 0;  // by another rank, for too long
  const bool lost = held && core_.is_lost(executed.holder);
  *waits = held && !lost;
  if (!lost) return Status::ok();
  return Status::error(Code::kPeerLost, "rank {} was lost while it operated on this memory", executed.holder);
}

// Runs one kernel at a time; its end is checked when the request is tried again.
Status AccumulateResponder::execute_by_kernels(Asked* asked, const Reached& own, const Fold& fold, std::span<Extent> extents,
                                               const Elements& elements, bool* waits) {
  if (!std::ranges::all_of(extents, [&](const Extent& each) { return DeviceExecutor::suits(own, fold, each); })) {
    Executed executed;
    return core_.device.run_now(own, fold, extents, elements, core_.executor, &executed);
  }
  const std::uint64_t bytes = cut_for_kernel(&extents);
  KernelElements part;
  part.extents = extents;
  part.count = bytes / fold.bytes;
  part.operand = elements.operand;
  part.compare = elements.compare;
  part.wants_old = elements.result != nullptr;
  Status launched = core_.device.launch(own, fold, part, &asked->run, &asked->runs);
  *waits = launched.is_ok();
  return launched;
}

// Collects what a kernel has done; returns false if the kernel is not finished.
bool AccumulateResponder::collect(Asked* asked, std::uint32_t element_bytes, Status* status) {
  bool done = false;
  *status = core_.device.test(asked->run, &done);
  if (!done) return false;
  if (const auto old = core_.device.results(asked->run); !old.empty() && status->is_ok()) {
    std::memcpy(asked->result.data() + asked->done * element_bytes, old.data(), old.size());
  }
  asked->done += asked->run.bytes / element_bytes;
  asked->runs = false;
  core_.device.release(&asked->run);
  return true;
}

}  // namespace penstock::proto::rma
