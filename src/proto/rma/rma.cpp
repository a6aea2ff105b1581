#include "proto/rma/rma.hpp"

namespace penstock::proto::rma {

Status Rma::attach(int peer, std::span<const std::byte> key, Target* out) {
  PENSTOCK_TRY(out->attach(core_.parts, peer, key));
  if (out->state() != Target::State::kAsking) return Status::ok();
  Status asked = requester_.ask(out);
  if (!asked.is_ok()) detach(out);
  return asked;
}

void Rma::detach(Target* target) {
  requester_.forget(*target);
  target->detach();
}

void Rma::atomic(Target& target, const transport::Atomic& atomic, Call* call) {
  const transport::Executor executor = target.head().executor;
  if (executor == transport::Executor::kLock || executor == transport::Executor::kDevice || atomic.width < kNarrowestAtomic) {
    return accumulates_.atomic(target, atomic, call);
  }
  offload_.atomic(target, atomic, call);
}

void Rma::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  kind == kRmaReply ? requester_.arrived(peer, header, payload) : responder_.arrived(peer, header, payload);
}

bool Rma::progress() {
  bool moved = responder_.progress();
  for (auto it = core_.live.begin(); it != core_.live.end();) {
    Work& work = *it;
    ++it;
    moved |= core_.step(&work);
  }
  return moved;
}

// An operation that a transport works on ends with its ticket, which reports that the peer is lost.
void Rma::lost(int peer, const Status& why) {
  core_.lost.push_back(peer);
  requester_.lost(peer);
  flushes_.lost(peer);
  responder_.lost(peer);
  for (auto* works : {&core_.live, &core_.served}) {
    for (auto it = works->begin(); it != works->end();) {
      Work& work = *it;
      ++it;
      if (work.peer == peer && work.stage != Stage::kMoving) core_.finish(&work, why.clone());
    }
  }
}

// An operation that the owner serves continues when the answer comes, which wakes this rank.
bool Rma::needs_polling() const noexcept {
  return !responder_.idle() || core_.needs_polling();
}

}  // namespace penstock::proto::rma
