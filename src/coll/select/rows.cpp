// The compiled-in rows, and how rows are matched.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

constexpr int kMostCells = 64;  // for more members the smallest board has no room for a cell of each

// A row with one more of its members set.
struct Made : Row {
 private:
  template <typename Member, typename Value>
  [[nodiscard]] constexpr Made with(Member Row::* member, Value value) const {
    Made made = *this;
    made.*member = value;
    return made;
  }

 public:
  constexpr Made(Collective of, std::string_view name, Builder builder) : Row{of, name, builder} {}
  [[nodiscard]] constexpr Made ranks(int most) const { return with(&Row::max_ranks, most); }
  [[nodiscard]] constexpr Made bytes(std::uint64_t most) const { return with(&Row::max_bytes, most); }
  [[nodiscard]] constexpr Made commutative() const { return with(&Row::needs_commutative, true); }
  [[nodiscard]] constexpr Made elements() const { return with(&Row::needs_elements, true); }
  [[nodiscard]] constexpr Made power() const { return with(&Row::needs_power, true); }
  [[nodiscard]] constexpr Made even() const { return with(&Row::needs_even, true); }
  [[nodiscard]] constexpr Made nodes() const { return with(&Row::needs_nodes, true); }
  [[nodiscard]] constexpr Made in_order() const { return with(&Row::in_order, true); }
  [[nodiscard]] constexpr Made on_boards() const { return with(&Row::board, true); }
  [[nodiscard]] constexpr Made crowded_only() const { return with(&Row::crowded, true); }
  [[nodiscard]] constexpr Made between_groups() const { return with(&Row::inter, true); }
  [[nodiscard]] constexpr Made named() const { return with(&Row::by_name, true); }
};

// Limits for ranks of one host come from runs of 2, 4 and 16 ranks on two processors, those for many ranks on many nodes from
// penstock simulate; measured tables replace them.
constexpr Row kRows[] = {
    Made(kBarrier, "board", barrier_board).on_boards(),
    Made(kBarrier, "two_level", barrier_two_level).nodes(),
    Made(kBarrier, "star", barrier_star).ranks(64).crowded_only(),
    Made(kBarrier, "tree", barrier_knomial<2>).crowded_only(),
    Made(kBarrier, "dissemination", barrier_dissemination),
    Made(kBarrier, "knomial4", barrier_knomial<4>).named(),
    Made(kBarrier, "knomial8", barrier_knomial<8>).named(),
    Made(kBarrier, "leaders", barrier_leaders).between_groups(),

    Made(kBcast, "board", bcast_board).ranks(2).bytes(256 << 10).on_boards(),
    Made(kBcast, "binomial", bcast_knomial<2>).ranks(2),
    Made(kBcast, "board", bcast_board).bytes(8 << 20).on_boards(),
    Made(kBcast, "two_level", bcast_two_level).nodes(),
    Made(kBcast, "knomial8", bcast_knomial<8>).bytes(8 << 10),
    Made(kBcast, "binomial", bcast_knomial<2>).bytes(64 << 10),
    Made(kBcast, "pipeline", bcast_pipeline).ranks(16),
    Made(kBcast, "scatter_doubling", bcast_scatter_doubling).power(),
    Made(kBcast, "scatter_ring", bcast_scatter_ring),
    Made(kBcast, "binary_pipeline", bcast_binary_pipeline).named(),
    Made(kBcast, "knomial4", bcast_knomial<4>).named(),
    Made(kBcast, "leader", bcast_leader).between_groups(),

    Made(kGather, "board", gather_board).ranks(2).bytes(16 << 10).on_boards(),
    Made(kGather, "linear", gather_linear).ranks(2).bytes(512 << 10),
    Made(kGather, "board", gather_board).ranks(4).bytes(8 << 20).on_boards(),
    Made(kGather, "board", gather_board).bytes(64 << 10).on_boards(),
    Made(kGather, "two_level", gather_two_level).nodes(),
    Made(kGather, "binomial", gather_knomial<2>).bytes(4 << 10),
    Made(kGather, "linear", gather_linear),
    Made(kGather, "knomial4", gather_knomial<4>).named(),
    Made(kGather, "knomial8", gather_knomial<8>).named(),
    Made(kGather, "linear", gather_linear).between_groups(),
    Made(kGatherv, "board", gatherv_board).on_boards(),
    Made(kGatherv, "linear", gatherv_linear),
    Made(kGatherv, "linear", gatherv_linear).between_groups(),

    Made(kScatter, "board", scatter_board).ranks(2).bytes(4 << 10).on_boards(),
    Made(kScatter, "board", scatter_board).ranks(4).bytes(16 << 10).on_boards(),
    Made(kScatter, "board", scatter_board).bytes(512).on_boards(),
    Made(kScatter, "two_level", scatter_two_level).nodes(),
    Made(kScatter, "linear", scatter_linear).ranks(16),
    Made(kScatter, "binomial", scatter_knomial<2>).bytes(4 << 10),
    Made(kScatter, "linear", scatter_linear),
    Made(kScatter, "knomial4", scatter_knomial<4>).named(),
    Made(kScatter, "knomial8", scatter_knomial<8>).named(),
    Made(kScatter, "linear", scatter_linear).between_groups(),
    Made(kScatterv, "board", scatterv_board).ranks(kMostCells).on_boards(),
    Made(kScatterv, "linear", scatterv_linear),
    Made(kScatterv, "linear", scatterv_linear).between_groups(),

    Made(kAllgather, "board", allgather_board).ranks(2).bytes(4 << 10).on_boards(),
    Made(kAllgather, "pairwise", allgather_pairwise).ranks(2),
    Made(kAllgather, "board", allgather_board).bytes(64 << 10).on_boards(),
    Made(kAllgather, "two_level", allgather_two_level).nodes(),
    Made(kAllgather, "bruck", allgather_bruck).bytes(256),
    Made(kAllgather, "recursive_doubling", allgather_recursive_doubling).bytes(16 << 10).power(),
    Made(kAllgather, "bruck", allgather_bruck).bytes(4 << 10),
    Made(kAllgather, "pairwise", allgather_pairwise).ranks(16),
    Made(kAllgather, "ring", allgather_ring),
    Made(kAllgather, "neighbor_exchange", allgather_neighbor_exchange).even().named(),
    Made(kAllgather, "pairwise", allgather_pairwise).between_groups(),
    Made(kAllgatherv, "board", allgatherv_board).ranks(2).bytes(4 << 10).on_boards(),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(2),
    Made(kAllgatherv, "board", allgatherv_board).bytes(64 << 10).on_boards(),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(16),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(64).bytes(4 << 10),
    Made(kAllgatherv, "ring", allgatherv_ring),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).between_groups(),

    Made(kAlltoall, "board", alltoall_board).ranks(2).bytes(4 << 10).on_boards(),
    Made(kAlltoall, "pairwise", alltoall_pairwise).ranks(2),
    Made(kAlltoall, "board", alltoall_board).ranks(4).bytes(8 << 10).on_boards(),
    Made(kAlltoall, "board", alltoall_board).ranks(16).bytes(2 << 10).on_boards(),
    Made(kAlltoall, "board", alltoall_board).bytes(512).on_boards(),
    Made(kAlltoall, "bruck", alltoall_bruck<2>).bytes(256),
    Made(kAlltoall, "pairwise", alltoall_pairwise),
    Made(kAlltoall, "bruck4", alltoall_bruck<4>).named(),
    Made(kAlltoall, "bruck8", alltoall_bruck<8>).named(),
    Made(kAlltoall, "linear", alltoall_linear).named(),
    Made(kAlltoall, "pairwise", alltoall_pairwise).between_groups(),
    Made(kAlltoallw, "board", alltoallw_board).ranks(kMostCells).on_boards(),
    Made(kAlltoallw, "pairwise", alltoallw_pairwise),
    Made(kAlltoallw, "linear", alltoallw_linear).named(),
    Made(kAlltoallw, "pairwise", alltoallw_pairwise).between_groups(),

    Made(kReduce, "board", reduce_board).ranks(2).bytes(8 << 10).in_order().on_boards(),
    Made(kReduce, "binomial", reduce_knomial<2>).ranks(2).bytes(512 << 10).commutative(),
    Made(kReduce, "board", reduce_board).bytes(8 << 20).in_order().on_boards(),
    Made(kReduce, "two_level", reduce_two_level).nodes(),
    Made(kReduce, "knomial8", reduce_knomial<8>).bytes(2 << 10).commutative(),
    Made(kReduce, "binomial", reduce_knomial<2>).bytes(16 << 10).commutative(),
    Made(kReduce, "ordered", reduce_ordered).bytes(16 << 10),
    Made(kReduce, "scatter_gather", reduce_scatter_gather).ranks(64).elements().in_order(),
    Made(kReduce, "rabenseifner", reduce_rabenseifner).elements(),
    Made(kReduce, "ordered", reduce_ordered),
    // From here on for PENSTOCK_DETERMINISTIC.
    Made(kReduce, "linear", reduce_linear).bytes(16 << 10).in_order(),
    Made(kReduce, "scatter_gather", reduce_scatter_gather).elements().in_order(),
    Made(kReduce, "linear", reduce_linear).in_order(),
    Made(kReduce, "chain", reduce_chain).named(),
    Made(kReduce, "knomial4", reduce_knomial<4>).commutative().named(),
    Made(kReduce, "leader", reduce_leader).in_order().between_groups(),

    Made(kAllreduce, "board", allreduce_board).ranks(2).bytes(4 << 10).in_order().on_boards(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling).ranks(2).bytes(4 << 20),
    Made(kAllreduce, "board", allreduce_board).bytes(2 << 10).in_order().on_boards(),
    Made(kAllreduce, "board_blocks", allreduce_board_blocks).bytes(4 << 20).in_order().on_boards(),
    Made(kAllreduce, "two_level", allreduce_two_level).nodes(),
    Made(kAllreduce, "star", allreduce_star).ranks(64).bytes(1 << 10).in_order().crowded_only(),
    Made(kAllreduce, "tree", allreduce_tree).bytes(16 << 10).crowded_only(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling).bytes(16 << 10),
    Made(kAllreduce, "rabenseifner", allreduce_rabenseifner).bytes(4 << 20).elements(),
    Made(kAllreduce, "ring", allreduce_ring).ranks(64).commutative().elements(),
    Made(kAllreduce, "rabenseifner", allreduce_rabenseifner).elements(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling),
    // From here on for PENSTOCK_DETERMINISTIC.
    Made(kAllreduce, "star", allreduce_star).bytes(16 << 10).in_order(),
    Made(kAllreduce, "pairwise", allreduce_pairwise).in_order(),
    Made(kAllreduce, "leaders", allreduce_leaders).in_order().between_groups(),

    Made(kReduceScatterBlock, "board", reduce_scatter_block_board).ranks(2).bytes(8 << 10).in_order().on_boards(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(2).in_order(),
    Made(kReduceScatterBlock, "board", reduce_scatter_block_board).ranks(4).bytes(128 << 10).in_order().on_boards(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(4).bytes(8 << 20).in_order(),
    Made(kReduceScatterBlock, "board", reduce_scatter_block_board).bytes(256 << 10).in_order().on_boards(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(16).in_order(),
    Made(kReduceScatterBlock, "recursive_halving", reduce_scatter_block_halving).bytes(16 << 10).commutative(),
    Made(kReduceScatterBlock, "tree", reduce_scatter_block_tree).bytes(4 << 10),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(512).in_order(),
    Made(kReduceScatterBlock, "recursive_halving", reduce_scatter_block_halving).bytes(512 << 10).commutative(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).in_order(),
    Made(kReduceScatterBlock, "leaders", reduce_scatter_block_leaders).in_order().between_groups(),
    Made(kReduceScatter, "board", reduce_scatter_board).bytes(32 << 10).in_order().on_boards(),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).ranks(16).in_order(),
    Made(kReduceScatter, "recursive_halving", reduce_scatter_halving).bytes(16 << 10).commutative(),
    Made(kReduceScatter, "tree", reduce_scatter_tree).bytes(4 << 10),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).ranks(512).in_order(),
    Made(kReduceScatter, "recursive_halving", reduce_scatter_halving).bytes(512 << 10).commutative(),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).in_order(),
    Made(kReduceScatter, "leaders", reduce_scatter_leaders).in_order().between_groups(),

    Made(kScan, "board", scan_board).ranks(2).bytes(8 << 10).in_order().on_boards(),
    Made(kScan, "doubling", scan_doubling).ranks(2),
    Made(kScan, "board", scan_board).ranks(4).bytes(4 << 20).in_order().on_boards(),
    Made(kScan, "board", scan_board).bytes(128 << 10).in_order().on_boards(),
    Made(kScan, "doubling", scan_doubling).bytes(128 << 10),
    Made(kScan, "chain", scan_chain).ranks(64).in_order(),
    Made(kScan, "doubling", scan_doubling),
    Made(kScan, "chain", scan_chain).in_order(),  // for PENSTOCK_DETERMINISTIC
    Made(kScan, "tree", scan_tree).named(),
    Made(kExscan, "board", exscan_board).ranks(2).bytes(16 << 10).in_order().on_boards(),
    Made(kExscan, "chain", exscan_chain).ranks(2).in_order(),
    Made(kExscan, "board", exscan_board).ranks(4).bytes(4 << 20).in_order().on_boards(),
    Made(kExscan, "board", exscan_board).bytes(128 << 10).in_order().on_boards(),
    Made(kExscan, "doubling", exscan_doubling).bytes(128 << 10),
    Made(kExscan, "chain", exscan_chain).ranks(64).in_order(),
    Made(kExscan, "doubling", exscan_doubling),
    Made(kExscan, "chain", exscan_chain).in_order(),  // for PENSTOCK_DETERMINISTIC
    Made(kExscan, "tree", exscan_tree).named(),

    Made(kNeighborAllgather, "linear", neighbor_allgather_linear),
    Made(kNeighborAlltoall, "linear", neighbor_alltoall_linear),
};

bool serves(const Row& row, const Query& query) noexcept {
  return row.collective == query.collective && row.inter == query.inter && (row.way != Way::kSteps) == query.gpus.asked &&
         (!row.crowded || query.crowded) && (!row.roomy || !query.crowded) && (!row.board || query.board) &&
         (!query.in_order || row.in_order) && !row.by_name;
}

bool has_way(Way way, const OfGpus& gpus) noexcept {
  switch (way) {
    case Way::kOneShot: return gpus.one_shot && gpus.as_they_lie;
    case Way::kFlow: return gpus.flow && gpus.as_they_lie;
    case Way::kNccl: return gpus.nccl && gpus.as_they_lie;
    case Way::kDirect: return gpus.mapped != OfGpus::Mapped::kNo;
    case Way::kSteps:
    case Way::kAreas:
    case Way::kMessage: return true;
  }
  return true;
}

bool has_what_it_needs(const Row& row, const Query& query) noexcept {
  if (row.needs_commutative && !query.commutative) return false;
  if (row.needs_elements && query.elements < static_cast<std::uint64_t>(query.ranks)) return false;
  if (row.needs_power && !std::has_single_bit(static_cast<unsigned>(query.ranks))) return false;
  if (row.needs_even && query.ranks % 2 != 0) return false;
  return !row.needs_nodes || (query.nodes && (query.commutative || query.nodes_in_order));
}

std::string known_collectives() {
  std::string names;
  for (int i = 0; i < kCollectives; ++i) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", collective_name(static_cast<Collective>(i)));
  }
  return names;
}

std::string known_algorithms(Collective collective, std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    if (row.collective != collective || row.inter) continue;
    if (std::ranges::find(names, row.algorithm) == names.end()) names.push_back(row.algorithm);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string_view collective_name(Collective collective) noexcept {
  switch (collective) {
    case kBarrier: return "barrier";
    case kBcast: return "bcast";
    case kAllreduce: return "allreduce";
    case kGather: return "gather";
    case kAllgather: return "allgather";
    case kGatherv: return "gatherv";
    case kScatter: return "scatter";
    case kScatterv: return "scatterv";
    case kAllgatherv: return "allgatherv";
    case kAlltoall: return "alltoall";
    case kAlltoallw: return "alltoallw";
    case kReduce: return "reduce";
    case kReduceScatterBlock: return "reduce_scatter_block";
    case kReduceScatter: return "reduce_scatter";
    case kScan: return "scan";
    case kExscan: return "exscan";
    case kNeighborAllgather: return "neighbor_allgather";
    case kNeighborAlltoall: return "neighbor_alltoall";
  }
  return "unknown";
}

bool find_collective(std::string_view name, Collective* out) noexcept {
  for (int i = 0; i < kCollectives; ++i) {
    *out = static_cast<Collective>(i);
    if (collective_name(*out) == name) return true;
  }
  *out = kAlltoallw;
  return name == "alltoallv";
}

std::span<const Row> rows() noexcept {
  return kRows;
}

bool takes(const Row& row, const Query& query) noexcept {
  return serves(row, query) && query.ranks <= row.max_ranks && query.bytes <= row.max_bytes &&
         query.gpus.given <= row.max_given && has_way(row.way, query.gpus) && has_what_it_needs(row, query);
}

const Row& select(const Query& query) noexcept {
  const Row* last = nullptr;
  for (const Row& row : kRows) {
    if (!serves(row, query)) continue;
    last = &row;
    if (takes(row, query)) return row;
  }
  return *last;
}

Status find_row(std::string_view collective, std::string_view algorithm, bool gpu, std::string_view origin, Code code,
                Row* out) {
  Collective one{};
  if (!find_collective(collective, &one)) {
    return Status::error(code, "{}: there is no collective '{}'; there are {}", origin, collective, known_collectives());
  }
  const std::span<const Row> known = gpu ? gpu_rows() : rows();
  for (const Row& row : known) {
    if (row.collective != one || row.inter || row.algorithm != algorithm) continue;
    *out = row;
    out->max_ranks = kAnyRanks;
    out->max_bytes = out->max_given = kAnyBytes;
    out->crowded = out->roomy = out->by_name = false;
    out->origin = origin;
    return Status::ok();
  }
  return Status::error(code, "{}: {} has no algorithm '{}'{}; there are {}", origin, collective, algorithm,
                       gpu ? " of GPU memory" : "", known_algorithms(one, known));
}

}  // namespace penstock::coll
