#include "coll/device/one_shot.hpp"

#include <algorithm>

#include "coll/device/device_team.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

// From so many bytes on, of all operands together, a reduction to all goes in shares: half as much over links, one way more.
constexpr std::uint64_t kShares = 512 << 10;
constexpr std::uint64_t kShareUnit = 16;  // a multiple of all elements

bool in_shares(const Query& query, std::uint64_t bytes) noexcept {
  return query.collective == kAllreduce && query.ranks > 2 && bytes * static_cast<std::uint64_t>(query.ranks) > kShares;
}

std::uint64_t share_bytes(const Query& query, std::uint64_t bytes) noexcept {
  const auto ranks = static_cast<std::uint64_t>(query.ranks);
  return ((bytes + kShareUnit - 1) / kShareUnit + ranks - 1) / ranks * kShareUnit;
}

// The whole operand of a reduce_scatter_block has a part for each.
std::uint64_t part_bytes(const Query& query, std::uint64_t bytes) noexcept {
  return query.collective == kReduceScatterBlock ? bytes / static_cast<std::uint64_t>(query.ranks) : bytes;
}

std::uint64_t address_of(const Query& query, const Side& side) noexcept {
  return reinterpret_cast<std::uint64_t>(stretch_of(query, side).address);
}

}  // namespace

bool serves_joint_kernels(Collective collective) noexcept {
  switch (collective) {
    case kBcast:
    case kGather:
    case kScatter:
    case kAllgather:
    case kAlltoall:
    case kReduce:
    case kAllreduce:
    case kReduceScatterBlock:
    case kScan:
    case kExscan: return true;
    default: return false;
  }
}

std::uint64_t kernel_bytes(const Query& query, const Arguments& arguments) noexcept {
  if (!reduces(query.collective)) return query.bytes;
  kernels::Folding folding;
  if (!folding_of(arguments, &folding)) return 0;
  return query.elements * folding.elements_per * folding.element_bytes;
}

// Slots have room for a part in packets, or for an operand's share and a result's.
bool serves_one_shot(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  const Inboxes* inboxes = team.devices == nullptr ? nullptr : team.devices->inboxes();
  if (!arguments.blocking || inboxes == nullptr || !serves_joint_kernels(query.collective)) return false;
  const std::uint64_t bytes = kernel_bytes(query, arguments);
  if (bytes == 0 || bytes > inboxes->most()) return false;
  const bool shares = in_shares(query, bytes);
  const std::uint64_t each = shares ? 2 * share_bytes(query, bytes) : part_bytes(query, bytes);
  const std::uint64_t room = (each + kShareUnit - 1) / kShareUnit * kShareUnit * 2;
  return each * static_cast<std::uint64_t>(query.ranks - 1) <= inboxes->most() && room <= inboxes->slot_bytes();
}

std::uint64_t given_to_others(const Query& query, std::uint64_t bytes) noexcept {
  return part_bytes(query, bytes) * static_cast<std::uint64_t>(query.ranks - 1);
}

OneShotPlan::OneShotPlan(const Query& query, const Team& team, const Arguments& arguments, std::uint32_t number)
    : query_(query),
      team_(team),
      arguments_(arguments),
      inboxes_(*team.devices->inboxes()),
      bytes_(kernel_bytes(query, arguments)) {
  const Sides sides = sides_of(query, team, arguments);
  send_ = address_of(query, sides.send);
  recv_ = address_of(query, sides.recv);
  reduces(query.collective) ? reduce() : move();
  task_.abort = team.devices->inboxes()->abort().address();
  task_.number = number;
  task_.pushes = pushes_.all();
  task_.sources = sources_.all();
  task_.results = results_.all();
  task_.pulls = pulls_.all();
}

template <typename Visit>
void OneShotPlan::for_others(const Visit& visit) const {
  for (int k = 1; k < team_.size; ++k) visit((team_.rank + k) % team_.size);
}

void OneShotPlan::push(int to, std::uint64_t from, std::uint64_t bytes) {
  pushes_.add({from, inboxes_.slot_at(to), bytes});
}

void OneShotPlan::pull(int from, std::uint64_t to, std::uint64_t bytes) {
  pulls_.add({inboxes_.slot_of(from), to, bytes});
}

void OneShotPlan::copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  task_.copy = {from, to, bytes};
}

void OneShotPlan::move() {
  const std::uint64_t bytes = bytes_;
  const auto part = [bytes](std::uint64_t first, int member) { return first + static_cast<std::uint64_t>(member) * bytes; };
  const int root = arguments_.root;
  const int rank = team_.rank;
  task_.folding = kernels::copying();
  switch (query_.collective) {
    case kBcast:
      if (rank != root) return pull(root, recv_, bytes);
      return for_others([&](int member) { push(member, send_, bytes); });
    case kGather:
      if (rank != root) return push(root, send_, bytes);
      for_others([&](int member) { pull(member, part(recv_, member), bytes); });
      if (!arguments_.in_place) copy(send_, part(recv_, rank), bytes);
      return;
    case kScatter:
      if (rank != root) return pull(root, recv_, bytes);
      for_others([&](int member) { push(member, part(send_, member), bytes); });
      if (!arguments_.in_place) copy(part(send_, rank), recv_, bytes);
      return;
    default: break;
  }
  const bool all = query_.collective == kAllgather;
  for_others([&](int member) {
    push(member, all ? send_ : part(send_, member), bytes);
    pull(member, part(recv_, member), bytes);
  });
  if (!arguments_.in_place) copy(all ? send_ : part(send_, rank), part(recv_, rank), bytes);
}

void OneShotPlan::reduce() {
  const std::uint64_t bytes = part_bytes(query_, bytes_);
  const int rank = team_.rank;
  static_cast<void>(folding_of(arguments_, &task_.folding));  // serves_on_devices() has said so
  switch (query_.collective) {
    case kReduce:
      if (rank != arguments_.root) return push(arguments_.root, send_, bytes);
      return fold(send_, bytes, 0, team_.size, recv_);
    case kReduceScatterBlock: {
      const auto part = [&](int member) { return send_ + static_cast<std::uint64_t>(member) * bytes; };
      for_others([&](int member) { push(member, part(member), bytes); });
      return fold(part(rank), bytes, 0, team_.size, recv_);
    }
    case kAllreduce:
      if (in_shares(query_, bytes_)) return fold_in_shares();
      for_others([&](int member) { push(member, send_, bytes); });
      return fold(send_, bytes, 0, team_.size, recv_);
    default:  // prefixes
      for (int member = rank + 1; member < team_.size; ++member) push(member, send_, bytes);
      return fold(send_, bytes, 0, query_.collective == kScan ? rank + 1 : rank, recv_);
  }
}

// The operands of members [first, last), of which this rank's is at `from`.
void OneShotPlan::fold(std::uint64_t from, std::uint64_t bytes, int first, int last, std::uint64_t target) {
  for (int member = first; member < last; ++member) {
    if (member == team_.rank) task_.own = static_cast<std::uint32_t>(sources_.all().size());
    sources_.add(member == team_.rank ? from : inboxes_.slot_of(member));
  }
  task_.bytes = bytes;
  task_.target = target;
}

OneShotPlan::Range OneShotPlan::share(int member) const noexcept {
  const std::uint64_t most = share_bytes(query_, bytes_);
  const std::uint64_t first = std::min(bytes_, static_cast<std::uint64_t>(member) * most);
  return {first, std::min(most, bytes_ - first)};
}

// Operands lie in the first half of a slot, results in the second.
void OneShotPlan::fold_in_shares() {
  const std::uint64_t half = inboxes_.slot_bytes() / 2 / kShareUnit * kShareUnit;
  const Range own = share(team_.rank);
  for_others([&](int member) {
    const Range theirs = share(member);
    push(member, send_ + theirs.first, theirs.bytes);
    pulls_.add({inboxes_.slot_of(member) + half, recv_ + theirs.first, theirs.bytes});
    if (own.bytes != 0) results_.add(inboxes_.slot_at(member) + half);
  });
  fold(send_ + own.first, own.bytes, 0, team_.size, recv_ + own.first);
}

}  // namespace penstock::coll
