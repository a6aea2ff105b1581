#include "proto/p2p/choose.hpp"

#include <bit>

namespace penstock::proto {
namespace {

using transport::Bulk;
using transport::Cost;
using transport::Transport;

constexpr std::uint64_t kLeastPushed = 64U << 10;  // below this size, the additional message costs more than a push can gain

using Ask = bool (Transport::*)(int peer, const Bulk& bulk, Cost* cost);

// Returns the cheapest transport that can do the operation; null if none can.
Transport* cheapest(int peer, const Candidates& candidates, const Bulk& bulk, Ask ask, Cost* best) {
  Transport* found = nullptr;
  for (std::size_t i = 0; i < candidates.transports.size(); ++i) {
    if ((candidates.mask >> i & 1U) == 0) continue;
    Transport* transport = candidates.transports[i].get();
    Cost cost;
    if (!(transport->*ask)(peer, bulk, &cost)) continue;
    if (found != nullptr && cost.of(bulk.bytes) >= best->of(bulk.bytes)) continue;
    found = transport;
    *best = cost;
  }
  return found;
}

Choice in_pieces(const Candidates& candidates, std::string_view reason) {
  if (candidates.bounce != nullptr) return {Method::kBounce, candidates.bounce, candidates.bounce_cost, reason};
  if (candidates.staging) return {Method::kStaged, nullptr, {}, reason};
  if (candidates.stream != nullptr) return {Method::kStream, candidates.stream, {}, reason};
  return {Method::kFragments, nullptr, {}, reason};
}

bool is_host(accel::MemoryKind kind) noexcept {
  return kind == accel::MemoryKind::kHost || kind == accel::MemoryKind::kPinned;
}

// A direct operation on host memory names each block to the kernel; for blocks below a few thousand bytes two copies cost less.
bool blocks_go_in_pieces(const Candidates& candidates, const Bulk& bulk, const Cost& direct) {
  return !both_contiguous(bulk) && candidates.staged_cost.of(bulk.bytes) < direct.of(bulk.bytes);
}

bool both_on_host(const Candidates& candidates, const Bulk& bulk) {
  return candidates.staging && bulk.local.on_host() && is_host(bulk.remote.kind);
}

// Small blocks on both sides use the link badly, whichever rank moves them.
bool better_in_slots(const Candidates& candidates, const Bulk& bulk, const Cost& direct) {
  return candidates.bounce != nullptr && !both_contiguous(bulk) &&
         candidates.bounce_cost.of(bulk.bytes) < direct.of(bulk.bytes);
}

// On another host no memory of either rank can be mapped, whatever its description says.
bool only_streams_reach(const Candidates& candidates) noexcept {
  return candidates.stream != nullptr && std::has_single_bit(candidates.mask);
}
constexpr std::string_view kSmallBlocks = "blocks too small for the link on both sides";

}  // namespace

Choice choose_pull(int peer, const Candidates& candidates, const Bulk& bulk, bool both_known, bool refused) {
  if (refused) return in_pieces(candidates, "a direct operation was refused");
  const bool only_streams = only_streams_reach(candidates);
  const bool pushable = candidates.listed && !bulk.by_list && bulk.local.kind == accel::MemoryKind::kDevice && !only_streams;
  if (!both_known && pushable && bulk.local.exportable) {
    return {.method = Method::kAskPut, .cost = {}, .reason = "the sender's bytes lie by a list, which it alone has"};
  }
  if (!both_known) return in_pieces(candidates, "a side is more than one strided run");
  Cost cost;
  Transport* via = cheapest(peer, candidates, bulk, &Transport::can_get, &cost);
  if (via != nullptr && both_on_host(candidates, bulk)) {
    const bool blocks = blocks_go_in_pieces(candidates, bulk, cost);
    if (blocks || candidates.twice) {
      const std::string_view why = blocks ? "the blocks are small: copying twice costs less" : "both ranks copy at once";
      return {.method = Method::kStaged, .cost = candidates.staged_cost, .reason = why};
    }
  }
  if (via != nullptr) {
    Cost push;
    const bool pushes = candidates.may_push && bulk.bytes >= kLeastPushed &&
                        cheapest(peer, candidates, bulk, &Transport::peer_can_put, &push) != nullptr;
    const bool pulls = !pushes || push.of(bulk.bytes) >= cost.of(bulk.bytes);
    if (better_in_slots(candidates, bulk, pulls ? cost : push)) return in_pieces(candidates, kSmallBlocks);
    if (pulls) return {Method::kGet, via, cost, "the cheapest direct way"};
    return {
        .method = Method::kAskPut, .cost = push, .reason = "the sender pushes faster than this rank pulls", .may_pull = true};
  }
  if (candidates.stream != nullptr && both_contiguous(bulk) && bulk.local.on_host() && is_host(bulk.remote.kind)) {
    return {.method = Method::kStream, .via = candidates.stream, .cost = {}, .reason = "both sides are contiguous host memory"};
  }
  const bool mappable = bulk.remote.exported != 0 || bulk.local.exportable;
  if (only_streams || (!mappable && (candidates.bounce != nullptr || candidates.stream != nullptr))) {
    Choice pieces = in_pieces(candidates, "neither rank can map the other's memory");
    pieces.closed = pieces.method == Method::kStream;
    return pieces;
  }
  return {.method = Method::kAskPut, .cost = {}, .reason = "the source cannot be reached from here", .closed = true};
}

Choice choose_push(int peer, const Candidates& candidates, const Bulk& bulk, bool both_known, bool may_put) {
  if (!may_put) return in_pieces(candidates, "the receiver asked for pieces");
  if (!both_known) return in_pieces(candidates, "a side is more than one strided run");
  Cost cost;
  Transport* via = cheapest(peer, candidates, bulk, &Transport::can_put, &cost);
  if (via != nullptr && better_in_slots(candidates, bulk, cost)) return in_pieces(candidates, kSmallBlocks);
  if (via != nullptr) return {Method::kPut, via, cost, "the receiver asked for it"};
  Choice pieces = in_pieces(candidates, "neither side can reach the other's memory");
  pieces.closed = pieces.method != Method::kBounce;
  return pieces;
}

Choice choose_unmapped(const Candidates& candidates) {
  return in_pieces(candidates, "the allocation is not mapped yet, and mapping it costs more");
}

std::string_view method_name(Method method) noexcept {
  switch (method) {
    case Method::kGet: return "get";
    case Method::kPut: return "put";
    case Method::kAskPut: return "ask for put";
    case Method::kStaged: return "staged";
    case Method::kFragments: return "fragments";
    case Method::kBounce: return "bounce";
    case Method::kStream: return "stream";
  }
  return "?";
}

std::string describe(const Choice& choice, std::uint64_t bytes) {
  std::string text(method_name(choice.method));
  if (choice.via != nullptr) text += fmt::format(" over {}", choice.via->name());
  if (choice.via != nullptr && choice.method != Method::kStream) {
    text += fmt::format(", {:.1f} us expected", choice.cost.of(bytes));
  }
  return text + ": " + std::string(choice.reason);
}

std::string explain(const Choice& choice, int peer, std::uint64_t bytes, accel::MemoryKind source,
                    accel::MemoryKind destination) {
  return fmt::format("{} B {} -> {} with rank {}: {}", bytes, accel::kind_name(source), accel::kind_name(destination), peer,
                     describe(choice, bytes));
}

}  // namespace penstock::proto
