// Chooses the path of a call, and adds the steps of the chosen algorithm.
#include <fmt/format.h>

#include <numeric>
#include <string>

#include "coll/device/buffer_ranges.hpp"
#include "coll/device/device_call.hpp"
#include "coll/device/persistent_call.hpp"
#include "coll/hierarchical_device/call.hpp"
#include "coll/hierarchical_device/hosts.hpp"
#include "coll/nodes.hpp"
#include "coll/select/explained.hpp"
#include "coll/select/preference.hpp"
#include "coll/select/select.hpp"
#include "coll/select/why.hpp"
#include "coll/shm_steps/flat.hpp"

namespace penstock::coll {
namespace {

Query query_of(Collective collective, Schedule& schedule) {
  const Team& team = schedule.team();
  Query query{.collective = collective,
              .ranks = team.size,
              .inter = team.is_inter(),
              .crowded = schedule.engine().membership().oversubscribed(),
              .in_order = reduces(collective) && schedule.engine().config().deterministic,
              .shm = team.shm != nullptr};
  if (team.nodes != nullptr) [[unlikely]] {
    query.nodes = team.nodes->hierarchical();
    query.nodes_in_order = team.nodes->consecutive();
  }
  return query;
}

// Describes an algorithm that was named for this collective and cannot serve the call: ", not ring (ORIGIN): fewer elements
// than ranks".
std::string passed_over(const Query& query, const Row& chosen, std::span<const Row> named) {
  std::string text;
  for (const Row& row : named) {
    if (row.collective != query.collective) continue;
    if (&row == &chosen) break;
    text += fmt::format(", not {} ({}): {}", row.algorithm, row.origin, why_not(row, query));
  }
  return text;
}

void explain(const Query& query, const Row& row, Schedule& schedule) {
  if (query.inter) return;
  const Preference* preferred = schedule.team().preferred;
  std::string others;
  if (preferred != nullptr) others = passed_over(query, row, preferred->rows());
  const Selection* selection = schedule.selection();
  if (selection != nullptr && (preferred == nullptr || preferred->select(query) == nullptr)) {
    others += passed_over(query, row, selection->tuned().first(selection->named()));
  }
  explain_strategy(schedule, query, preferred == nullptr ? Explained::kRow : Explained::kRowOfNamed,
                   fmt::format("{}: the first row that fits ({}){}{}", row.algorithm, row.origin,
                               query.crowded ? ", where ranks share CPUs" : "", others));
}

const Row& choose(const Query& query, Schedule& schedule) {
  if (schedule.team().preferred != nullptr) [[unlikely]] {
    if (const Row* preferred = schedule.team().preferred->select(query); preferred != nullptr) return *preferred;
  }
  const Selection* selection = schedule.selection();
  return selection == nullptr ? select(query) : selection->select(query);
}

void build(const Query& query, Schedule& schedule, const Arguments& arguments) {
  if (schedule.team().devices != nullptr && serves_on_devices(query, arguments)) [[unlikely]] {
    const bool persistent = schedule.team().shm == nullptr;
    return (persistent ? build_persistent : build_on_devices)(query, schedule, arguments);
  }
  const Team& team = schedule.team();
  if (team.host != nullptr && team.host->devices != nullptr && serves_hierarchical(query, team, arguments)) [[unlikely]] {
    return build_hierarchical(query, schedule, arguments);
  }
  build_on_host(query, schedule, arguments);
}

// Dispatches calls for which the length of one part matters. Signatures are equal, so the bytes are, on
// whichever side a rank knows them.
void build_by_part(Collective collective, Schedule& schedule, const Arguments& arguments, const proto::Buffer& part) {
  Query query = query_of(collective, schedule);
  // Between groups a rank may have no part at all, and one row serves each collective.
  if (!query.inter) query.bytes = part.bytes();
  build(query, schedule, arguments);
}

void build_any(Collective collective, Schedule& schedule, const Arguments& arguments) {
  build(query_of(collective, schedule), schedule, arguments);
}

// All ranks give the same type. Elements lie in a shared buffer in the form that the function takes, at
// least one of each rank in a piece.
bool folds_on_shm(const Schedule& schedule, const proto::Layout& layout) {
  return layout.is_contiguous(2) && layout.size() * static_cast<std::uint64_t>(schedule.team().size) <= shm_piece(schedule);
}

void build_reduction(Collective collective, Schedule& schedule, const Arguments& arguments, const proto::Buffer& operand,
                     std::uint64_t elements) {
  Query query = query_of(collective, schedule);
  query.commutative = arguments.reduction.commutative;
  query.elements = elements;
  // A function of the application is called with its second operand as the target, so that folds in shared
  // buffers begin with the last operand.
  query.shm = query.shm && folds_on_shm(schedule, *operand.layout) && !(query.in_order && arguments.reduction.user);
  if (!query.inter) query.bytes = elements * operand.layout->size();
  build(query, schedule, arguments);
}

}  // namespace

void build_on_host(const Query& query, Schedule& schedule, const Arguments& arguments) {
  const Row& row = choose(query, schedule);
  if (schedule.engine().config().explain) [[unlikely]] {
    explain(query, row, schedule);
  }
  row.build(schedule, arguments);
}

void build_barrier(Schedule& schedule) {
  build_any(Collective::kBarrier, schedule, Arguments{});
}

void build_bcast(Schedule& schedule, const Arguments& arguments) {
  build_by_part(Collective::kBcast, schedule, arguments, arguments.recv);
}

void build_gather(Schedule& schedule, const Arguments& arguments) {
  build_by_part(Collective::kGather, schedule, arguments, arguments.in_place ? arguments.recv : arguments.send);
}

void build_gatherv(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kGatherv, schedule, arguments);
}

void build_scatter(Schedule& schedule, const Arguments& arguments) {
  build_by_part(Collective::kScatter, schedule, arguments, arguments.in_place ? arguments.send : arguments.recv);
}

void build_scatterv(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kScatterv, schedule, arguments);
}

void build_allgather(Schedule& schedule, const Arguments& arguments) {
  build_by_part(Collective::kAllgather, schedule, arguments, arguments.recv);
}

void build_allgatherv(Schedule& schedule, const Arguments& arguments) {
  Query query = query_of(Collective::kAllgatherv, schedule);
  for (const proto::Buffer& part : arguments.recvs) query.bytes += part.bytes();
  query.bytes /= static_cast<std::uint64_t>(query.ranks);
  build(query, schedule, arguments);
}

void build_alltoall(Schedule& schedule, const Arguments& arguments) {
  build_by_part(Collective::kAlltoall, schedule, arguments, arguments.recv);
}

void build_alltoallw(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kAlltoallw, schedule, arguments);
}

// Between groups, ranks of the root's group have no operand.
void build_reduce(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  build_reduction(Collective::kReduce, schedule, arguments, mine, mine.count);
}

void build_allreduce(Schedule& schedule, const Arguments& arguments) {
  build_reduction(Collective::kAllreduce, schedule, arguments, arguments.recv, arguments.recv.count);
}

void build_reduce_scatter_block(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  const auto ranks = static_cast<std::uint64_t>(schedule.team().size);
  build_reduction(Collective::kReduceScatterBlock, schedule, arguments, mine, mine.count * ranks);
}

void build_reduce_scatter(Schedule& schedule, const Arguments& arguments) {
  const std::uint64_t elements = std::accumulate(arguments.counts.begin(), arguments.counts.end(), std::uint64_t{0});
  build_reduction(Collective::kReduceScatter, schedule, arguments, own_operand(arguments), elements);
}

void build_scan(Schedule& schedule, const Arguments& arguments) {
  build_reduction(Collective::kScan, schedule, arguments, arguments.recv, arguments.recv.count);
}

void build_exscan(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& mine = own_operand(arguments);
  build_reduction(Collective::kExscan, schedule, arguments, mine, mine.count);
}

// Ranks know the lengths of their own edges alone, so rows have no limits.
void build_neighbor_allgather(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kNeighborAllgather, schedule, arguments);
}

void build_neighbor_alltoall(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kNeighborAlltoall, schedule, arguments);
}

}  // namespace penstock::coll
