#include "core/window/completion.hpp"

#include <atomic>
#include <utility>

#include "core/p2p/requests.hpp"
#include "core/window/request.hpp"

namespace penstock::core {

WindowCall& WindowCompletion::next_call() {
  if (!spare_) spare_ = Ref<WindowCall>::adopt(new WindowCall());
  return *spare_;
}

Status WindowCompletion::over_at_once(MPI_Request* request) {
  if (request != nullptr) *request = requests_of(core_.instance()).over();
  return Status::ok();
}

Status WindowCompletion::add_request(Ref<WindowCall> call, MPI_Request* request) {
  return requests_of(core_.instance()).add(request, nullptr, make_window_work(core_, std::move(call)));
}

Status WindowCompletion::begun(WindowPeer& peer, MPI_Request* request) {
  if (peer.pending.empty()) members_.find_direct(peer);
  if (!peer.direct.touched) {
    peer.direct.touched = true;
    touched_.push_back(peer.rank);
    if (!std::exchange(peer.explained, true)) members_.explain_memory(peer);
  }
  if (spare_->call.done()) [[likely]] {
    if (spare_->call.status().is_ok()) return over_at_once(request);
    return spare_->call.status().clone();
  }
  Ref<WindowCall> call = std::exchange(spare_, {});
  peer.pending.push_back(call);
  peer.direct.memory.bytes = 0;
  return request != nullptr ? add_request(std::move(call), request) : Status::ok();
}

void WindowCompletion::call_quietly() {
  if (++quiet_calls_ % kQuietCalls == 0) core_.instance().engine().progress().poll();
}

Status WindowCompletion::complete_locally(WindowPeer& peer) {
  if (core_.checks() != nullptr) core_.checks()->completed(peer.rank, false);
  if (peer.pending.empty()) return Status::ok();
  const std::vector<Ref<WindowCall>> calls = std::exchange(peer.pending, {});
  Status failed;
  for (const Ref<WindowCall>& each : calls) {
    core_.finish(each->call);
    if (each->call.status().is_ok() || std::exchange(each->reported, true) || !failed.is_ok()) continue;
    failed = each->call.status().clone();
  }
  // Other threads may have begun operations meanwhile.
  if (peer.pending.empty()) peer.direct.memory.bytes = peer.direct_bytes;
  return failed;
}

// The flush also orders the caller's own loads and stores, which is all that is left where no operation was begun.
Status WindowCompletion::complete_at(WindowPeer& peer) {
  if (peer.pending.empty()) call_quietly();
  Status completed = complete_locally(peer);
  if (core_.checks() != nullptr) core_.checks()->completed(peer.rank, true);
  if (std::exchange(peer.direct.touched, false)) std::erase(touched_, peer.rank);
  rma::Call call;
  WindowPeer* owner = nullptr;
  PENSTOCK_TRY(members_.owner_of(peer, &owner));
  core_.rma().flush(owner->world, &call);
  core_.finish(call);
  if (completed.is_ok() && !call.status().is_ok()) completed = call.status().clone();
  return completed;
}

// An atomic changes the word of the lock, and orders the memory operations before it.
Status WindowCompletion::complete_before_unlock(WindowPeer& peer) {
  if (peer.direct.touched || !peer.pending.empty() || peer.control.words == nullptr) return complete_at(peer);
  call_quietly();
  return Status::ok();
}

Status WindowCompletion::complete_all(bool at_target) {
  Status completed;
  const auto note = [&](Status&& status) {
    if (completed.is_ok()) completed = std::move(status);
  };
  const std::vector<int> ranks = at_target ? std::exchange(touched_, {}) : touched_;
  for (const int rank : ranks) {
    WindowPeer& peer = *members_.find(rank);
    note(at_target ? complete_at(peer) : complete_locally(peer));
  }
  if (at_target) std::atomic_thread_fence(std::memory_order_seq_cst);
  return completed;
}

}  // namespace penstock::core
