#include "coll/select/select.hpp"

#include <fmt/format.h>

#include <bit>
#include <numeric>

#include "coll/allgather/allgather.hpp"
#include "coll/allreduce/allreduce.hpp"
#include "coll/alltoall/alltoall.hpp"
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/board/flat.hpp"
#include "coll/gather/gather.hpp"
#include "coll/neighbor/neighbor.hpp"
#include "coll/reduce/reduce.hpp"
#include "coll/reduce_scatter/reduce_scatter.hpp"
#include "coll/scan/scan.hpp"
#include "coll/scatter/scatter.hpp"

namespace penstock::coll {
namespace {

constexpr Row between_groups(Collective collective, std::string_view algorithm, Builder build) {
  Row row{collective, algorithm, build};
  row.inter = true;
  return row;
}

constexpr Row where_crowded(Collective collective, std::string_view algorithm, Builder build, int ranks, std::uint64_t bytes) {
  Row row{collective, algorithm, build, ranks, bytes};
  row.crowded = true;
  return row;
}

constexpr Row one_after_another(Row row) {
  row.in_order = true;
  return row;
}

constexpr Row on_boards(Collective collective, std::string_view algorithm, Builder build, std::uint64_t bytes = kAnyBytes) {
  Row row{collective, algorithm, build, kAnyRanks, bytes};
  row.board = true;
  return row;
}

// The limits are first guesses for ranks of one host; measured tables replace them.
constexpr Row kRows[] = {
    on_boards(Collective::kBarrier, "board", barrier_board),
    where_crowded(Collective::kBarrier, "star", barrier_star, 64, kAnyBytes),
    where_crowded(Collective::kBarrier, "tree", barrier_tree, kAnyRanks, kAnyBytes),
    {Collective::kBarrier, "dissemination", barrier_dissemination},
    between_groups(Collective::kBarrier, "leaders", barrier_leaders),

    on_boards(Collective::kBcast, "board", bcast_board, 32 << 10),
    {Collective::kBcast, "binomial", bcast_binomial, kAnyRanks, 64 << 10},
    {Collective::kBcast, "binomial", bcast_binomial, 2},
    {Collective::kBcast, "pipeline", bcast_pipeline},
    between_groups(Collective::kBcast, "leader", bcast_leader),

    on_boards(Collective::kGather, "board", gather_board, 8 << 10),
    {Collective::kGather, "binomial", gather_binomial, kAnyRanks, 4 << 10},
    {Collective::kGather, "linear", gather_linear},
    between_groups(Collective::kGather, "linear", gather_linear),
    {Collective::kGatherv, "linear", gatherv_linear},
    between_groups(Collective::kGatherv, "linear", gatherv_linear),

    on_boards(Collective::kScatter, "board", scatter_board, 8 << 10),
    {Collective::kScatter, "binomial", scatter_binomial, kAnyRanks, 4 << 10},
    {Collective::kScatter, "linear", scatter_linear},
    between_groups(Collective::kScatter, "linear", scatter_linear),
    {Collective::kScatterv, "linear", scatterv_linear},
    between_groups(Collective::kScatterv, "linear", scatterv_linear),

    on_boards(Collective::kAllgather, "board", allgather_board, 16 << 10),
    {Collective::kAllgather, "bruck", allgather_bruck, kAnyRanks, 4 << 10},
    {Collective::kAllgather, "pairwise", allgather_pairwise, 2},
    {Collective::kAllgather, "ring", allgather_ring},
    between_groups(Collective::kAllgather, "pairwise", allgather_pairwise),
    {Collective::kAllgatherv, "pairwise", allgatherv_pairwise, 64, 4 << 10},
    {Collective::kAllgatherv, "ring", allgatherv_ring},
    between_groups(Collective::kAllgatherv, "pairwise", allgatherv_pairwise),

    on_boards(Collective::kAlltoall, "board", alltoall_board, 8 << 10),
    {Collective::kAlltoall, "bruck", alltoall_bruck, kAnyRanks, 256},
    {Collective::kAlltoall, "pairwise", alltoall_pairwise},
    between_groups(Collective::kAlltoall, "pairwise", alltoall_pairwise),
    {Collective::kAlltoallw, "pairwise", alltoallw_pairwise},
    between_groups(Collective::kAlltoallw, "pairwise", alltoallw_pairwise),

    one_after_another(on_boards(Collective::kReduce, "board", reduce_board, 64 << 10)),
    {Collective::kReduce, "binomial", reduce_binomial, kAnyRanks, 16 << 10, true},
    {Collective::kReduce, "ordered", reduce_ordered, kAnyRanks, 16 << 10},
    one_after_another({Collective::kReduce, "linear", reduce_linear, kAnyRanks, 16 << 10}),
    one_after_another({Collective::kReduce, "scatter_gather", reduce_scatter_gather, kAnyRanks, kAnyBytes, false, true}),
    {Collective::kReduce, "ordered", reduce_ordered},
    one_after_another({Collective::kReduce, "linear", reduce_linear}),
    one_after_another(between_groups(Collective::kReduce, "leader", reduce_leader)),

    one_after_another(on_boards(Collective::kAllreduce, "board", allreduce_board, 2 << 10)),
    one_after_another(on_boards(Collective::kAllreduce, "board_blocks", allreduce_board_blocks, 4 << 20)),
    one_after_another(where_crowded(Collective::kAllreduce, "star", allreduce_star, 64, 1 << 10)),
    where_crowded(Collective::kAllreduce, "tree", allreduce_tree, kAnyRanks, 16 << 10),
    {Collective::kAllreduce, "recursive_doubling", allreduce_recursive_doubling, kAnyRanks, 16 << 10},
    {Collective::kAllreduce, "ring", allreduce_ring, kAnyRanks, kAnyBytes, true, true},
    {Collective::kAllreduce, "recursive_doubling", allreduce_recursive_doubling},
    one_after_another({Collective::kAllreduce, "star", allreduce_star, kAnyRanks, 16 << 10}),
    one_after_another({Collective::kAllreduce, "pairwise", allreduce_pairwise}),
    one_after_another(between_groups(Collective::kAllreduce, "leaders", allreduce_leaders)),

    one_after_another(on_boards(Collective::kReduceScatterBlock, "board", reduce_scatter_block_board, 1 << 20)),
    {Collective::kReduceScatterBlock, "tree", reduce_scatter_block_tree, kAnyRanks, 4 << 10},
    one_after_another({Collective::kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise}),
    one_after_another(between_groups(Collective::kReduceScatterBlock, "leaders", reduce_scatter_block_leaders)),
    one_after_another(on_boards(Collective::kReduceScatter, "board", reduce_scatter_board, 32 << 10)),
    {Collective::kReduceScatter, "tree", reduce_scatter_tree, kAnyRanks, 4 << 10},
    one_after_another({Collective::kReduceScatter, "pairwise", reduce_scatter_pairwise}),
    one_after_another(between_groups(Collective::kReduceScatter, "leaders", reduce_scatter_leaders)),

    one_after_another(on_boards(Collective::kScan, "board", scan_board, 64 << 10)),
    {Collective::kScan, "doubling", scan_doubling},
    one_after_another({Collective::kScan, "chain", scan_chain}),
    one_after_another(on_boards(Collective::kExscan, "board", exscan_board, 64 << 10)),
    {Collective::kExscan, "doubling", exscan_doubling},
    one_after_another({Collective::kExscan, "chain", exscan_chain}),

    {Collective::kNeighborAllgather, "linear", neighbor_allgather_linear},
    {Collective::kNeighborAlltoall, "linear", neighbor_alltoall_linear},
};

Query query_of(Collective collective, Schedule& schedule) {
  return {.collective = collective,
          .ranks = schedule.team().size,
          .inter = schedule.team().is_inter(),
          .crowded = schedule.engine().crowded(),
          .in_order = reduces(collective) && schedule.engine().config().deterministic,
          .board = schedule.team().board != nullptr};
}

// One voice of a team, since all ranks choose the same. Once per collective, size class and number of ranks.
void explain(const Query& query, const Row& row, Schedule& schedule) {
  if (query.inter || schedule.team().rank != 0) return;
  const auto size_class = static_cast<std::uint64_t>(std::bit_width(query.bytes) + 1) / 2;
  const std::uint64_t key =
      static_cast<std::uint64_t>(query.collective) << 40 | size_class << 32 | static_cast<std::uint32_t>(query.ranks);
  schedule.engine().explain(
      key, fmt::format("{} of {} B on {} ranks: {}: the first row that fits ({}){}", collective_name(query.collective),
                       query.bytes, query.ranks, row.algorithm, row.origin, query.crowded ? ", where ranks share CPUs" : ""));
}

void build(const Query& query, Schedule& schedule, const Arguments& arguments) {
  const Selection* selection = schedule.selection();
  const Row& row = selection == nullptr ? select(query) : selection->select(query);
  if (schedule.engine().config().explain) [[unlikely]] {
    explain(query, row, schedule);
  }
  row.build(schedule, arguments);
}

// The row is for such teams, and its limits and needs are met.
bool serves(const Row& row, const Query& query) noexcept {
  return row.collective == query.collective && row.inter == query.inter && (!row.crowded || query.crowded) &&
         (!row.roomy || !query.crowded) && (!row.board || query.board) && (!query.in_order || row.in_order);
}
bool fits(const Row& row, const Query& query) noexcept {
  if (query.ranks > row.max_ranks || query.bytes > row.max_bytes) return false;
  if (row.needs_commutative && !query.commutative) return false;
  return !row.needs_elements || query.elements >= static_cast<std::uint64_t>(query.ranks);
}

// Where one part's length is looked at. Signatures are equal, so the bytes are, on whatever side a rank knows them.
void build_by_part(Collective collective, Schedule& schedule, const Arguments& arguments, const proto::Buffer& part) {
  Query query = query_of(collective, schedule);
  // Between groups a rank may have no part at all, and one row serves each collective.
  if (!query.inter) query.bytes = part.bytes();
  build(query, schedule, arguments);
}

void build_any(Collective collective, Schedule& schedule, const Arguments& arguments) {
  build(query_of(collective, schedule), schedule, arguments);
}

// All ranks give the same type. Elements lie on a board as the function takes them, one of each rank in a piece at least.
bool folds_on_boards(const Schedule& schedule, const proto::Layout& layout) {
  return layout.is_contiguous(2) && layout.size() * static_cast<std::uint64_t>(schedule.team().size) <= board_piece(schedule);
}

void build_reduction(Collective collective, Schedule& schedule, const Arguments& arguments, const proto::Buffer& operand,
                     std::uint64_t elements) {
  Query query = query_of(collective, schedule);
  query.commutative = arguments.reduction.commutative;
  query.elements = elements;
  // A function of the program is called with its second operand as the target, so that folds on boards begin with the last.
  query.board = query.board && folds_on_boards(schedule, *operand.layout) && !(query.in_order && arguments.reduction.user);
  if (!query.inter) query.bytes = elements * operand.layout->size();
  build(query, schedule, arguments);
}

}  // namespace

std::string_view collective_name(Collective collective) noexcept {
  switch (collective) {
    case Collective::kBarrier: return "barrier";
    case Collective::kBcast: return "bcast";
    case Collective::kAllreduce: return "allreduce";
    case Collective::kGather: return "gather";
    case Collective::kAllgather: return "allgather";
    case Collective::kGatherv: return "gatherv";
    case Collective::kScatter: return "scatter";
    case Collective::kScatterv: return "scatterv";
    case Collective::kAllgatherv: return "allgatherv";
    case Collective::kAlltoall: return "alltoall";
    case Collective::kAlltoallw: return "alltoallw";
    case Collective::kReduce: return "reduce";
    case Collective::kReduceScatterBlock: return "reduce_scatter_block";
    case Collective::kReduceScatter: return "reduce_scatter";
    case Collective::kScan: return "scan";
    case Collective::kExscan: return "exscan";
    case Collective::kNeighborAllgather: return "neighbor_allgather";
    case Collective::kNeighborAlltoall: return "neighbor_alltoall";
  }
  return "unknown";
}

std::span<const Row> rows() noexcept {
  return kRows;
}

const Row& select(const Query& query) noexcept {
  const Row* last = nullptr;
  for (const Row& row : kRows) {
    if (!serves(row, query)) continue;
    last = &row;
    if (fits(row, query)) return row;
  }
  return *last;
}

const Row& Selection::select(const Query& query) const noexcept {
  for (const Row& row : tuned_) {
    if (serves(row, query) && fits(row, query)) return row;
  }
  return coll::select(query);
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

// Between groups ranks of the root's group have no operand.
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
  build_any(Collective::kScan, schedule, arguments);
}

void build_exscan(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kExscan, schedule, arguments);
}

// Ranks know the lengths of their own edges alone, so no limit could be told.
void build_neighbor_allgather(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kNeighborAllgather, schedule, arguments);
}

void build_neighbor_alltoall(Schedule& schedule, const Arguments& arguments) {
  build_any(Collective::kNeighborAlltoall, schedule, arguments);
}

}  // namespace penstock::coll
