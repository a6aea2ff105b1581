#include "coll/device/flow_plan.hpp"

#include <algorithm>

#include "coll/device/device_team.hpp"
#include "coll/device/one_shot.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

constexpr std::uint64_t kShareUnit = 16;  // a multiple of all elements

std::uint64_t address_of(const Query& query, const Side& side) noexcept {
  return reinterpret_cast<std::uint64_t>(stretch_of(query, side).address);
}

}  // namespace

bool serves_flow(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  if (!arguments.blocking || team.devices == nullptr || !team.devices->may_have_rings()) return false;
  return serves_joint_kernels(query.collective) && kernel_bytes(query, arguments) != 0;
}

FlowPlan::Sharing FlowPlan::sharing(const Query& query, std::uint64_t bytes) noexcept {
  if (query.collective == kAllreduce) return query.ranks == 2 && bytes < kWhole ? Sharing::kNone : Sharing::kAll;
  if (query.collective == kReduce && query.ranks == 2) return bytes < kWhole ? Sharing::kNone : Sharing::kAll;
  const bool rooted = query.collective == kBcast || query.collective == kReduce;
  return rooted && query.ranks > 2 ? Sharing::kOthers : Sharing::kNone;
}

std::uint64_t FlowPlan::share_bytes(const Query& query, std::uint64_t bytes) noexcept {
  const auto owners = static_cast<std::uint64_t>(query.ranks - (sharing(query, bytes) == Sharing::kOthers ? 1 : 0));
  return ((bytes + kShareUnit - 1) / kShareUnit + owners - 1) / owners * kShareUnit;
}

std::uint64_t FlowPlan::longest_part(const Query& query, const Arguments& arguments) noexcept {
  const std::uint64_t bytes = kernel_bytes(query, arguments);
  if (query.collective == kReduceScatterBlock) return bytes / static_cast<std::uint64_t>(query.ranks);
  return sharing(query, bytes) == Sharing::kNone ? bytes : share_bytes(query, bytes);
}

FlowPlan::FlowPlan(const Query& query, const Team& team, const Arguments& arguments, std::uint64_t number)
    : query_(query), team_(team), arguments_(arguments), bytes_(kernel_bytes(query, arguments)) {
  const Sides sides = sides_of(query, team, arguments);
  Rings& rings = *team.devices->rings();
  send_ = address_of(query, sides.send);
  recv_ = address_of(query, sides.recv);
  for (int member = 0; member < team.size; ++member) {
    peers_.add(member == team.rank ? kernels::FlowPeer{} : rings.peer(member));
  }
  reduces(query.collective) ? reduce() : move();
  task_.abort = rings.abort().address();
  task_.number = number;
  task_.shape = rings.shape_for(longest_part(query, arguments));
  task_.peers = peers_.all();
  task_.pushes = pushes_.all();
  task_.sources = sources_.all();
  task_.results = results_.all();
  task_.pulls = pulls_.all();
}

template <typename Visit>
void FlowPlan::for_others(const Visit& visit) const {
  for (int k = 1; k < team_.size; ++k) visit((team_.rank + k) % team_.size);
}

void FlowPlan::push(int to, Range range) {
  pushes_.add({send_ + range.first, range.bytes, static_cast<std::uint32_t>(to), kernels::kOperands});
}

void FlowPlan::pull(int from, std::uint64_t to, std::uint64_t bytes, std::uint32_t stream) {
  pulls_.add({to, bytes, static_cast<std::uint32_t>(from), stream});
}

void FlowPlan::copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  if (arguments_.in_place) return;
  task_.copy_from = from;
  task_.copy_to = to;
  task_.copy_bytes = bytes;
}

void FlowPlan::move() {
  const std::uint64_t bytes = bytes_;
  const int rank = team_.rank;
  const auto part = [bytes](int member) { return static_cast<std::uint64_t>(member) * bytes; };
  task_.folding = kernels::copying();
  switch (query_.collective) {
    case kBcast:
      if (sharing(query_, bytes) != Sharing::kNone) return bcast_in_shares();
      if (!is_root(rank)) return pull(arguments_.root, recv_, bytes);
      return for_others([&](int member) { push(member, {0, bytes}); });
    case kGather:
      if (!is_root(rank)) return push(arguments_.root, {0, bytes});
      for_others([&](int member) { pull(member, recv_ + part(member), bytes); });
      return copy(send_, recv_ + part(rank), bytes);
    case kScatter:
      if (!is_root(rank)) return pull(arguments_.root, recv_, bytes);
      for_others([&](int member) { push(member, {part(member), bytes}); });
      return copy(send_ + part(rank), recv_, bytes);
    default: break;
  }
  const bool all = query_.collective == kAllgather;
  for_others([&](int member) {
    push(member, {all ? 0 : part(member), bytes});
    pull(member, recv_ + part(member), bytes);
  });
  copy(all ? send_ : send_ + part(rank), recv_ + part(rank), bytes);
}

void FlowPlan::reduce() {
  const int rank = team_.rank;
  static_cast<void>(folding_of(arguments_, &task_.folding));  // kernel_bytes() has said so
  switch (query_.collective) {
    case kReduce:
      if (sharing(query_, bytes_) != Sharing::kNone) return reduce_in_shares();
      if (!is_root(rank)) return push(arguments_.root, {0, bytes_});
      return fold(send_, bytes_, 0, team_.size, recv_);
    case kReduceScatterBlock: {
      const std::uint64_t bytes = bytes_ / static_cast<std::uint64_t>(team_.size);
      const auto part = [bytes](int member) { return static_cast<std::uint64_t>(member) * bytes; };
      for_others([&](int member) { push(member, {part(member), bytes}); });
      return fold(send_ + part(rank), bytes, 0, team_.size, recv_);
    }
    case kAllreduce:
      if (sharing(query_, bytes_) != Sharing::kNone) return allreduce_in_shares();
      for_others([&](int member) { push(member, {0, bytes_}); });
      return fold(send_, bytes_, 0, team_.size, recv_);
    default:  // prefixes
      for (int member = rank + 1; member < team_.size; ++member) push(member, {0, bytes_});
      return fold(send_, bytes_, 0, query_.collective == kScan ? rank + 1 : rank, recv_);
  }
}

void FlowPlan::fold(std::uint64_t from, std::uint64_t bytes, int first, int last, std::uint64_t target) {
  for (int member = first; member < last; ++member) {
    if (member == team_.rank) task_.own = static_cast<std::uint32_t>(sources_.all().size());
    sources_.add(static_cast<std::uint32_t>(member));
  }
  task_.bytes = bytes;
  task_.operand = from;
  task_.target = target;
}

FlowPlan::Range FlowPlan::share(int member) const noexcept {
  const std::uint64_t most = share_bytes(query_, bytes_);
  const bool without_root = sharing(query_, bytes_) == Sharing::kOthers && member > arguments_.root;
  const std::uint64_t first = std::min(bytes_, static_cast<std::uint64_t>(member - (without_root ? 1 : 0)) * most);
  return {first, std::min(most, bytes_ - first)};
}

// Each of the others hands its share on as it comes.
void FlowPlan::bcast_in_shares() {
  if (is_root(team_.rank)) return for_others([&](int member) { push(member, share(member)); });
  const Range own = share(team_.rank);
  sources_.add(static_cast<std::uint32_t>(arguments_.root));
  task_.bytes = own.bytes;
  task_.target = recv_ + own.first;
  for_others([&](int member) {
    if (is_root(member)) return;
    results_.add(static_cast<std::uint32_t>(member));
    pull(member, recv_ + share(member).first, share(member).bytes, kernels::kResults);
  });
}

// Of three and more the root folds nothing: its link takes the result alone. Of two it takes as much either way.
void FlowPlan::reduce_in_shares() {
  const bool root = is_root(team_.rank);
  const bool root_folds = sharing(query_, bytes_) == Sharing::kAll;
  for_others([&](int member) {
    if (is_root(member) && !root_folds) return;
    push(member, share(member));
    if (root) pull(member, recv_ + share(member).first, share(member).bytes, kernels::kResults);
  });
  if (root && !root_folds) return;
  const Range own = share(team_.rank);
  if (!root) results_.add(static_cast<std::uint32_t>(arguments_.root));
  fold(send_ + own.first, own.bytes, 0, team_.size, root ? recv_ + own.first : 0);
}

void FlowPlan::allreduce_in_shares() {
  const Range own = share(team_.rank);
  for_others([&](int member) {
    push(member, share(member));
    results_.add(static_cast<std::uint32_t>(member));
    pull(member, recv_ + share(member).first, share(member).bytes, kernels::kResults);
  });
  fold(send_ + own.first, own.bytes, 0, team_.size, recv_ + own.first);
}

}  // namespace penstock::coll
