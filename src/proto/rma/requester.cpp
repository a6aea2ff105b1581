#include "proto/rma/requester.hpp"

#include <utility>

namespace penstock::proto::rma {
namespace {

// Limits the unanswered requests of one operation: enough to keep both ends busy, few enough for the peer's buffers.
constexpr unsigned kWindow = 8;
// Limits the unanswered requests of all operations on a peer, which may have to keep as many answers until it can send them.
constexpr unsigned kPeerWindow = 64;

std::string_view reason(Code code) {
  switch (code) {
    case Code::kProtocol: return "it is registered no more, or the request was malformed";
    case Code::kArg: return "it is not registered for that, the range is not in it, or the element is not aligned";
    case Code::kUnsupported: return "no process does such an operation on memory of that kind";
    default: return code_name(code);
  }
}

Code code_of(const Reply& reply) noexcept {
  return reply.code <= static_cast<std::uint8_t>(Code::kDims) ? static_cast<Code>(reply.code) : Code::kProtocol;
}

}  // namespace

void Requester::serve(Work* work, std::uint64_t total, std::uint64_t done) {
  work->stage = Stage::kServed;
  work->served = {total, done, 0};
  Core::Works::erase(*work);
  core_.served.push_back(*work);
  post_more(work);
}

Status Requester::send(int peer, Request wanted, std::span<const std::byte> payload, const Unanswered& what) {
  wanted.id = ++last_id_;
  unanswered_.emplace(wanted.id, what);
  Status posted = core_.parts.poster.post(peer, wire::bytes_of(wanted), payload);
  if (!posted.is_ok()) unanswered_.erase(wanted.id);
  return posted;
}

Status Requester::post(Work* work, const Request& wanted, std::span<const std::byte> payload, const Piece& piece) {
  Request named = wanted;
  named.number = work->target->head().number;
  named.generation = work->target->head().generation;
  return send(work->peer, named, payload, {work, work->target, piece, work->peer});
}

Status Requester::post_list(Work* work, const ListSource& source) {
  Piece piece{work->served.asked, work->served.total - work->served.asked};
  writer_.write(source, core_.parts.poster.most_payload(work->peer), &piece);
  if (piece.bytes == 0) {
    return Status::error(Code::kInternal, "messages to rank {} are too small for an element of {} bytes", work->peer,
                         source.element_bytes());
  }
  Request wanted;
  wanted.kind = source.kind;
  wanted.bytes = static_cast<std::uint32_t>(piece.bytes);
  PENSTOCK_TRY(post(work, wanted, writer_.payload(), piece));
  work->served.asked += piece.bytes;
  return Status::ok();
}

Status Requester::check_length(const Work& work, std::span<const std::byte> payload, std::uint64_t expected) {
  if (payload.size() == expected) return Status::ok();
  return Status::error(Code::kProtocol, "rank {} answered with {} bytes, not {}", work.peer, payload.size(), expected);
}

Status Requester::ask(Target* target) {
  Request wanted;
  wanted.kind = kRmaAsk;
  wanted.number = target->head().number;
  wanted.generation = target->head().generation;
  return send(target->peer(), wanted, {}, {nullptr, target, {}, target->peer()});
}

void Requester::forget(const Target& target) noexcept {
  for (auto& [id, each] : unanswered_) {
    if (each.work == nullptr && each.target == &target) each.target = nullptr;
  }
}

void Requester::post_more(Work* work) {
  Served& served = work->served;
  Peer& peer = peers_[work->peer];
  while (served.asked < served.total && served.unanswered < kWindow && peer.unanswered < kPeerWindow) {
    if (Status posted = work->carrier->request(work); !posted.is_ok()) return fail(work, std::move(posted));
    ++served.unanswered;
    ++peer.unanswered;
  }
  if (served.unanswered != 0) return;
  if (served.asked < served.total) return peer.no_room.push_back(work);
  end(work);
}

// Continues waiting operations in the order in which they came.
void Requester::post_waiting(Peer* peer) {
  while (!peer->no_room.empty() && peer->unanswered < kPeerWindow) {
    Work* const next = peer->no_room.front();
    peer->no_room.pop_front();
    post_more(next);
  }
}

void Requester::end(Work* work) {
  if (!work->error.is_ok()) return core_.finish(work, std::move(work->error));
  Core::Works::erase(*work);
  core_.live.push_back(*work);
  work->carrier->served(work);
}

// Answers that come later must still find the operation, so it ends with the last of them.
void Requester::fail(Work* work, Status&& status) {
  if (work->error.is_ok()) work->error = std::move(status);
  work->served.asked = work->served.total;
  if (work->served.unanswered == 0) core_.finish(work, std::move(work->error));
}

void Requester::arrived(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  Reply reply;
  const bool whole = wire::read(header, &reply);
  const auto found = whole ? unanswered_.find(reply.id) : unanswered_.end();
  if (found == unanswered_.end() || found->second.peer != peer) {
    return core_.parts.log.warn("rank {} answered a request for memory that nobody made; the answer is dropped", peer);
  }
  const Unanswered what = found->second;
  unanswered_.erase(found);
  if (what.work != nullptr) return answered(what, code_of(reply), payload);
  if (what.target == nullptr) return;  // it was detached meanwhile
  what.target->state_ = code_of(reply) == Code::kOk ? Target::State::kLive : Target::State::kGone;
}

void Requester::answered(const Unanswered& what, Code code, std::span<const std::byte> payload) {
  Work* const work = what.work;
  Peer& peer = peers_[what.peer];
  --peer.unanswered;
  --work->served.unanswered;
  Status status = code == Code::kOk
                      ? work->carrier->take(work, what.piece, payload)
                      : Status::error(code, "rank {} refuses an operation on its memory: {}", what.peer, reason(code));
  if (status.is_ok()) {
    post_more(work);
  } else {
    fail(work, std::move(status));
  }
  post_waiting(&peer);
}

void Requester::lost(int peer) {
  std::erase_if(unanswered_, [&](const auto& each) {
    const Unanswered& what = each.second;
    if (what.peer == peer && what.work == nullptr && what.target != nullptr) what.target->state_ = Target::State::kGone;
    return what.peer == peer;
  });
  peers_.erase(peer);
}

}  // namespace penstock::proto::rma
