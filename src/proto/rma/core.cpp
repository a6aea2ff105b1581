#include "proto/rma/core.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto::rma {

Core::Core(const Parts& all)
    : parts(all), counters(all.counters), executor(all.accel, all.rank), device(all.accel, all.config) {
  // An invalid setting has been reported when the job started.
  if (!base::choose_simd(all.config, &simd).is_ok()) simd = base::Simd::kNone;
}

void Core::admit(std::unique_ptr<Work> work, Carrier* carrier, int peer, Call* call) {
  work->call = call;
  work->carrier = carrier;
  work->peer = peer;
  work->number = ++last_number;
  live.push_back(*work);
  call->status_ = Status();
  call->done_ = false;
  call->work_ = std::move(work);
}

void Core::begin(Work* work, Status&& checked) {
  if (checked.is_ok() && (work->target->head().use & work->use) == 0) {
    checked = Status::error(Code::kArg, "memory of rank {} is not registered for this operation: register it for that use",
                            work->peer);
  }
  if (!checked.is_ok()) return finish(work, std::move(checked));
  if (work->target->state() != Target::State::kAsking) start(work);
}

void Core::start(Work* work) {
  if (work->target->state() != Target::State::kGone) return work->carrier->start(work);
  finish(work, Status::error(Code::kProtocol,
                             "memory of rank {} is registered no more: exchange keys anew after memory was deregistered",
                             work->peer));
}

bool Core::step(Work* work) {
  if (work->stage != Stage::kHeld) return work->carrier->step(work);
  if (work->target->state() == Target::State::kAsking) return false;
  start(work);
  return work->stage != Stage::kHeld;
}

void Core::finish(Work* work, Status&& status) {
  work->stage = Stage::kDone;
  work->carrier->over(*work);
  Works::erase(*work);
  work->call->status_ = std::move(status);
  work->call->done_ = true;
}

bool Core::needs_polling() const noexcept {
  for (const Work& work : live) {
    if (work.stage == Stage::kMoving || work.stage == Stage::kBusy) return true;
  }
  return false;
}

Status Core::query(const Buffer& buffer, accel::Memory* out) const {
  if (all_host() || buffer.bytes() == 0) return Status::ok();
  return parts.accel.query(static_cast<const std::byte*>(buffer.address) + buffer.layout->first_offset(), out);
}

void Core::warn_once(int peer, const Status& why) {
  if (why.code() == Code::kUnsupported || std::exchange(warned, true)) return;
  parts.log.warn("an operation on memory of rank {} failed by one way and goes another (said once): {}", peer, why.message());
}

bool Core::is_lost(int rank) const noexcept {
  return std::ranges::find(lost, rank) != lost.end();
}

}  // namespace penstock::proto::rma
