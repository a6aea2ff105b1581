#include "proto/rma/flush.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace penstock::proto::rma {

// If all operations were loads and stores, there is nothing to wait for.
void Flushes::flush(int peer, Call* call) {
  core_.counters.count(RmaCounters::kFlush, 0);
  if (core_.live.empty() && core_.served.empty() && unflushed_.empty()) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return Core::finish_at_once(call);
  }
  auto made = std::make_unique<FlushWork>();
  made->stage = Stage::kEarlier;
  Work* const work = made.get();
  core_.admit(std::move(made), this, peer, call);
  step(work);
}

void Flushes::mark(int peer, transport::OneSided* way) {
  std::vector<transport::OneSided*>& ways = unflushed_[peer];
  if (std::ranges::find(ways, way) == ways.end()) ways.push_back(way);
}

bool Flushes::waits_for_earlier(const Work& flush) noexcept {
  for (auto* works : {&core_.live, &core_.served}) {
    for (const Work& each : *works) {
      if (each.peer == flush.peer && each.number < flush.number && !each.flushes()) return true;
    }
  }
  return false;
}

// A transport whose flush could not begin stays marked.
void Flushes::begin(FlushWork* flush) {
  flush->stage = Stage::kMoving;
  const auto found = unflushed_.find(flush->peer);
  if (found == unflushed_.end()) return;
  std::erase_if(found->second, [&](transport::OneSided* way) {
    transport::Begun begun;
    Status status = way->flush(flush->peer, &begun);
    if (begun.completion == transport::Completion::kPending) flush->tickets.emplace_back(way, begun.ticket);
    const bool begins = status.is_ok();
    if (flush->error.is_ok()) flush->error = std::move(status);
    return begins;
  });
  if (found->second.empty()) unflushed_.erase(found);
}

bool Flushes::step(Work* work) {
  auto* const flush = static_cast<FlushWork*>(work);
  if (flush->stage == Stage::kEarlier) {
    if (waits_for_earlier(*flush)) return false;
    begin(flush);
  }
  drop_ended(&flush->tickets, &flush->error);
  if (!flush->tickets.empty()) return false;
  std::atomic_thread_fence(std::memory_order_seq_cst);  // orders the caller's own loads and stores
  core_.finish(flush, std::move(flush->error));
  return true;
}

}  // namespace penstock::proto::rma
