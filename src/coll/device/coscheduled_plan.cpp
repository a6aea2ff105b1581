#include "coll/device/coscheduled_plan.hpp"

#include <algorithm>

#include "coll/device/device_team.hpp"

namespace penstock::coll {
namespace {

static_assert(CoscheduledPlan::kMost >= kernels::kMostExchanging && CoscheduledPlan::kMost >= kernels::kMostPipelined);

// From so many bytes on, of all operands together, a reduction to all in one shot goes in shares: half as much over links, one
// way more.
constexpr std::uint64_t kShares = 512 << 10;
constexpr std::uint64_t kShareUnit = 16;  // a multiple of all elements

bool is_allreduce(const Movement& movement) noexcept {
  return movement.folds && !movement.is_rooted() && !movement.part_for_each && movement.prefix == Prefix::kAll;
}

Sharing sharing_in_one_shot(const Query& query, std::uint64_t bytes) noexcept {
  const bool much = query.ranks > 2 && bytes * static_cast<std::uint64_t>(query.ranks) > kShares;
  return much && is_allreduce(movement_of(query.collective)) ? Sharing::kAll : Sharing::kNone;
}

Sharing sharing_in_fifos(const Query& query, std::uint64_t bytes) noexcept {
  const Movement& movement = movement_of(query.collective);
  const bool rooted = movement.is_bcast() || (movement.folds && movement.is_rooted());
  if (movement.folds && query.ranks == 2 && (rooted || is_allreduce(movement))) {
    return bytes < PipelineTask::kWhole ? Sharing::kNone : Sharing::kAll;
  }
  if (is_allreduce(movement)) return Sharing::kAll;
  return rooted && query.ranks > 2 ? Sharing::kOthers : Sharing::kNone;
}

std::uint64_t share_bytes(std::uint64_t bytes, int ranks, Sharing sharing) noexcept {
  const auto owners = static_cast<std::uint64_t>(ranks - (sharing == Sharing::kOthers ? 1 : 0));
  return ((bytes + kShareUnit - 1) / kShareUnit + owners - 1) / owners * kShareUnit;
}

// The whole operand of a reduce_scatter_block has a part for each.
std::uint64_t part_bytes(const Query& query, std::uint64_t bytes) noexcept {
  const Movement& movement = movement_of(query.collective);
  return movement.folds && movement.part_for_each ? bytes / static_cast<std::uint64_t>(query.ranks) : bytes;
}

std::uint64_t address_of(const Query& query, const CallBuffer& side) noexcept {
  return reinterpret_cast<std::uint64_t>(range_of(query, side).address);
}

}  // namespace

std::uint64_t kernel_bytes(const Query& query, const Arguments& arguments) noexcept {
  if (!reduces(query.collective)) return query.bytes;
  kernels::Folding folding;
  if (!folding_of(arguments, &folding)) return 0;
  return query.elements * folding.elements_per * folding.element_bytes;
}

std::uint64_t given_to_others(const Query& query, std::uint64_t bytes) noexcept {
  return part_bytes(query, bytes) * static_cast<std::uint64_t>(query.ranks - 1);
}

// Slots have room for a part in packets, or for an operand's share and a result's.
bool serves_one_shot(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  const LlBuffers* ll_buffers = team.devices == nullptr ? nullptr : team.devices->ll_buffers();
  if (!arguments.blocking || ll_buffers == nullptr || !serves_coscheduled_kernels(query.collective)) return false;
  const std::uint64_t bytes = kernel_bytes(query, arguments);
  if (bytes == 0 || bytes > ll_buffers->most()) return false;
  const bool shares = sharing_in_one_shot(query, bytes) == Sharing::kAll;
  const std::uint64_t each = shares ? 2 * share_bytes(bytes, query.ranks, Sharing::kAll) : part_bytes(query, bytes);
  const std::uint64_t room = (each + kShareUnit - 1) / kShareUnit * kShareUnit * 2;
  return each * static_cast<std::uint64_t>(query.ranks - 1) <= ll_buffers->most() && room <= ll_buffers->slot_bytes();
}

bool serves_pipeline(const Query& query, const Team& team, const Arguments& arguments) noexcept {
  if (!arguments.blocking || team.devices == nullptr || !team.devices->may_have_fifos()) return false;
  return serves_coscheduled_kernels(query.collective) && kernel_bytes(query, arguments) != 0;
}

std::uint64_t longest_part(const Query& query, const Arguments& arguments) noexcept {
  const std::uint64_t bytes = kernel_bytes(query, arguments);
  const Sharing sharing = sharing_in_fifos(query, bytes);
  return sharing == Sharing::kNone ? part_bytes(query, bytes) : share_bytes(bytes, query.ranks, sharing);
}

CoscheduledPlan::CoscheduledPlan(const Query& query, const Team& team, const Arguments& arguments, Sharing sharing)
    : movement_(movement_of(query.collective)),
      rank_(team.rank),
      size_(team.size),
      root_(arguments.root),
      in_place_(arguments.in_place || movement_.is_bcast()),
      sharing_(sharing),
      whole_(kernel_bytes(query, arguments)) {
  const CallBuffers sides = call_buffers_of(query, team, arguments);
  send_ = address_of(query, sides.send);
  recv_ = address_of(query, sides.recv);
  if (movement_.folds) static_cast<void>(folding_of(arguments, &folding_));  // kernel_bytes() has said so
  if (sharing == Sharing::kNone) {
    whole(part_bytes(query, whole_));
  } else if (movement_.is_bcast()) {
    bcast_in_shares();
  } else {
    movement_.is_rooted() ? reduce_in_shares() : allreduce_in_shares();
  }
}

template <typename Visit>
void CoscheduledPlan::for_others(const Visit& visit) const {
  for (int k = 1; k < size_; ++k) visit((rank_ + k) % size_);
}

void CoscheduledPlan::whole(std::uint64_t bytes) {
  const auto given = [&](int to) { return static_cast<std::uint64_t>(movement_.place_at_giver(to)) * bytes; };
  const auto taken = [&](int from) { return recv_ + static_cast<std::uint64_t>(movement_.place_at_taker(from)) * bytes; };
  for_others([&](int member) {
    if (movement_.moves(rank_, member, root_)) push(member, {given(member), bytes});
    if (!movement_.folds && movement_.moves(member, rank_, root_)) pulls_.add({member, taken(member), bytes});
  });
  if (!movement_.takes(rank_, root_)) return;
  if (movement_.folds) {
    const int last = movement_.prefix == Prefix::kAll ? size_ : movement_.prefix == Prefix::kUpToOwn ? rank_ + 1 : rank_;
    return fold(send_ + given(rank_), bytes, last, recv_);
  }
  if (movement_.gives(rank_, root_) && !in_place_) copy_ = {send_ + given(rank_), taken(rank_), bytes};
}

void CoscheduledPlan::fold(std::uint64_t from, std::uint64_t bytes, int last, std::uint64_t target) {
  for (int member = 0; member < last; ++member) sources_.add(static_cast<std::uint32_t>(member));
  folds_own_ = rank_ < last;
  own_ = static_cast<std::uint32_t>(rank_);
  bytes_ = bytes;
  operand_ = from;
  target_ = target;
}

// Without the root's, of those of the others.
CoscheduledPlan::Extent CoscheduledPlan::share(int member) const noexcept {
  const std::uint64_t most = share_bytes(whole_, size_, sharing_);
  const int place = member - (sharing_ == Sharing::kOthers && member > root_ ? 1 : 0);
  const std::uint64_t first = std::min(whole_, static_cast<std::uint64_t>(place) * most);
  return {first, std::min(most, whole_ - first)};
}

// Each of the others hands its share on as it comes.
void CoscheduledPlan::bcast_in_shares() {
  if (is_root(rank_)) return for_others([&](int member) { push(member, share(member)); });
  sources_.add(static_cast<std::uint32_t>(root_));
  bytes_ = share(rank_).bytes;
  target_ = recv_ + share(rank_).first;
  for_others([&](int member) {
    if (is_root(member)) return;
    results_.add(static_cast<std::uint32_t>(member));
    pull_share(member);
  });
}

// Of three and more the root folds nothing: its link takes the result alone. Of two it takes as much either way.
void CoscheduledPlan::reduce_in_shares() {
  const bool root = is_root(rank_);
  const bool root_folds = sharing_ == Sharing::kAll;
  for_others([&](int member) {
    if (is_root(member) && !root_folds) return;
    push(member, share(member));
    if (root) pull_share(member);
  });
  if (root && !root_folds) return;
  const Extent own = share(rank_);
  if (!root) results_.add(static_cast<std::uint32_t>(root_));
  fold(send_ + own.first, own.bytes, size_, root ? recv_ + own.first : 0);
}

void CoscheduledPlan::allreduce_in_shares() {
  const Extent own = share(rank_);
  for_others([&](int member) {
    push(member, share(member));
    results_.add(static_cast<std::uint32_t>(member));
    pull_share(member);
  });
  fold(send_ + own.first, own.bytes, size_, recv_ + own.first);
}

// Operands lie in the first half of a slot, results in the second.
OneShotTask::OneShotTask(const Query& query, const Team& team, const Arguments& arguments, std::uint32_t number) {
  const CoscheduledPlan plan(query, team, arguments, sharing_in_one_shot(query, kernel_bytes(query, arguments)));
  LlBuffers& ll_buffers = *team.devices->ll_buffers();
  const std::uint64_t half = ll_buffers.slot_bytes() / 2 / kShareUnit * kShareUnit;
  for (const auto& part : plan.pushes()) pushes_.add({part.address, ll_buffers.slot_at(part.member), part.bytes});
  for (const auto& part : plan.pulls()) {
    pulls_.add({ll_buffers.slot_of(part.member) + (part.result ? half : 0), part.address, part.bytes});
  }
  for (const std::uint32_t member : plan.sources()) {
    const bool own = static_cast<int>(member) == team.rank;
    sources_.add(own ? plan.operand() : ll_buffers.slot_of(static_cast<int>(member)));
  }
  for (const std::uint32_t member : plan.results()) {
    if (plan.bytes() != 0) results_.add(ll_buffers.slot_at(static_cast<int>(member)) + half);
  }
  task_ = {.folding = plan.folding(),
           .abort = ll_buffers.abort().address(),
           .number = number,
           .pushes = pushes_.all(),
           .bytes = plan.bytes(),
           .sources = sources_.all(),
           .own = plan.own(kernels::kMostExchanging),
           .target = plan.target(),
           .results = results_.all(),
           .copy = {plan.copy().from, plan.copy().to, plan.copy().bytes},
           .pulls = pulls_.all()};
}

PipelineTask::PipelineTask(const Query& query, const Team& team, const Arguments& arguments, std::uint64_t number)
    : plan_(query, team, arguments, sharing_in_fifos(query, kernel_bytes(query, arguments))) {
  Fifos& fifos = *team.devices->fifos();
  for (int member = 0; member < team.size; ++member) {
    peers_.add(member == team.rank ? kernels::FifoPeer{} : fifos.peer(member));
  }
  const auto part_of = [](const CoscheduledPlan::Part& part) -> kernels::PipelinePart {
    return {part.address, part.bytes, static_cast<std::uint32_t>(part.member),
            part.result ? kernels::kResults : kernels::kOperands};
  };
  for (const auto& part : plan_.pushes()) pushes_.add(part_of(part));
  for (const auto& part : plan_.pulls()) pulls_.add(part_of(part));
  task_ = {.folding = plan_.folding(),
           .abort = fifos.abort().address(),
           .number = number,
           .shape = fifos.shape_for(longest_part(query, arguments)),
           .peers = peers_.all(),
           .pushes = pushes_.all(),
           .bytes = plan_.bytes(),
           .sources = plan_.sources(),
           .own = plan_.own(kernels::kMostPipelined),
           .operand = plan_.operand(),
           .target = plan_.target(),
           .results = plan_.results(),
           .copy_from = plan_.copy().from,
           .copy_to = plan_.copy().to,
           .copy_bytes = plan_.copy().bytes,
           .pulls = pulls_.all()};
}

}  // namespace penstock::coll
