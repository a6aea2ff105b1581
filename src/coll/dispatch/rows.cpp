// The compiled-in rows of host memory.

#include "coll/allgather/allgather.hpp"
#include "coll/allreduce/allreduce.hpp"
#include "coll/alltoall/alltoall.hpp"
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
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

constexpr int kMostCells = 64;  // for more members, the smallest shared buffer has no room for a cell of each

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
  [[nodiscard]] constexpr Made on_shm() const { return with(&Row::shm, true); }
  [[nodiscard]] constexpr Made crowded_only() const { return with(&Row::crowded, true); }
  [[nodiscard]] constexpr Made between_groups() const { return with(&Row::inter, true); }
  [[nodiscard]] constexpr Made named() const { return with(&Row::by_name, true); }
};

// Limits for ranks of one host come from runs of 2, 4 and 16 ranks on two processors, those for many ranks on many nodes from
// penstock simulate; measured tables replace them.
constexpr Row kRows[] = {
    Made(kBarrier, "shm", barrier_shm).on_shm(),
    Made(kBarrier, "hierarchical", barrier_hierarchical).nodes(),
    Made(kBarrier, "star", barrier_star).ranks(64).crowded_only(),
    Made(kBarrier, "tree", barrier_knomial<2>).crowded_only(),
    Made(kBarrier, "dissemination", barrier_dissemination),
    Made(kBarrier, "knomial4", barrier_knomial<4>).named(),
    Made(kBarrier, "knomial8", barrier_knomial<8>).named(),
    Made(kBarrier, "leaders", barrier_leaders).between_groups(),

    Made(kBcast, "shm", bcast_shm).ranks(2).bytes(256 << 10).on_shm(),
    Made(kBcast, "binomial", bcast_knomial<2>).ranks(2),
    Made(kBcast, "shm", bcast_shm).bytes(8 << 20).on_shm(),
    Made(kBcast, "hierarchical", bcast_hierarchical).nodes(),
    Made(kBcast, "knomial8", bcast_knomial<8>).bytes(8 << 10),
    Made(kBcast, "binomial", bcast_knomial<2>).bytes(64 << 10),
    Made(kBcast, "pipeline", bcast_pipeline).ranks(16),
    Made(kBcast, "scatter_doubling", bcast_scatter_doubling).power(),
    Made(kBcast, "scatter_ring", bcast_scatter_ring),
    Made(kBcast, "binary_pipeline", bcast_binary_pipeline).named(),
    Made(kBcast, "knomial4", bcast_knomial<4>).named(),
    Made(kBcast, "leader", bcast_leader).between_groups(),

    Made(kGather, "shm", gather_shm).ranks(2).bytes(16 << 10).on_shm(),
    Made(kGather, "linear", gather_linear).ranks(2).bytes(512 << 10),
    Made(kGather, "shm", gather_shm).ranks(4).bytes(8 << 20).on_shm(),
    Made(kGather, "shm", gather_shm).bytes(64 << 10).on_shm(),
    Made(kGather, "hierarchical", gather_hierarchical).nodes(),
    Made(kGather, "binomial", gather_knomial<2>).bytes(4 << 10),
    Made(kGather, "linear", gather_linear),
    Made(kGather, "knomial4", gather_knomial<4>).named(),
    Made(kGather, "knomial8", gather_knomial<8>).named(),
    Made(kGather, "linear", gather_linear).between_groups(),
    Made(kGatherv, "shm", gatherv_shm).on_shm(),
    Made(kGatherv, "linear", gatherv_linear),
    Made(kGatherv, "linear", gatherv_linear).between_groups(),

    Made(kScatter, "shm", scatter_shm).ranks(2).bytes(4 << 10).on_shm(),
    Made(kScatter, "shm", scatter_shm).ranks(4).bytes(16 << 10).on_shm(),
    Made(kScatter, "shm", scatter_shm).bytes(512).on_shm(),
    Made(kScatter, "hierarchical", scatter_hierarchical).nodes(),
    Made(kScatter, "linear", scatter_linear).ranks(16),
    Made(kScatter, "binomial", scatter_knomial<2>).bytes(4 << 10),
    Made(kScatter, "linear", scatter_linear),
    Made(kScatter, "knomial4", scatter_knomial<4>).named(),
    Made(kScatter, "knomial8", scatter_knomial<8>).named(),
    Made(kScatter, "linear", scatter_linear).between_groups(),
    Made(kScatterv, "shm", scatterv_shm).ranks(kMostCells).on_shm(),
    Made(kScatterv, "linear", scatterv_linear),
    Made(kScatterv, "linear", scatterv_linear).between_groups(),

    Made(kAllgather, "shm", allgather_shm).ranks(2).bytes(4 << 10).on_shm(),
    Made(kAllgather, "pairwise", allgather_pairwise).ranks(2),
    Made(kAllgather, "shm", allgather_shm).bytes(64 << 10).on_shm(),
    Made(kAllgather, "hierarchical", allgather_hierarchical).nodes(),
    Made(kAllgather, "bruck", allgather_bruck).bytes(256),
    Made(kAllgather, "recursive_doubling", allgather_recursive_doubling).bytes(16 << 10).power(),
    Made(kAllgather, "bruck", allgather_bruck).bytes(4 << 10),
    Made(kAllgather, "pairwise", allgather_pairwise).ranks(16),
    Made(kAllgather, "ring", allgather_ring),
    Made(kAllgather, "neighbor_exchange", allgather_neighbor_exchange).even().named(),
    Made(kAllgather, "pairwise", allgather_pairwise).between_groups(),
    Made(kAllgatherv, "shm", allgatherv_shm).ranks(2).bytes(4 << 10).on_shm(),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(2),
    Made(kAllgatherv, "shm", allgatherv_shm).bytes(64 << 10).on_shm(),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(16),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).ranks(64).bytes(4 << 10),
    Made(kAllgatherv, "ring", allgatherv_ring),
    Made(kAllgatherv, "pairwise", allgatherv_pairwise).between_groups(),

    Made(kAlltoall, "shm", alltoall_shm).ranks(2).bytes(4 << 10).on_shm(),
    Made(kAlltoall, "pairwise", alltoall_pairwise).ranks(2),
    Made(kAlltoall, "shm", alltoall_shm).ranks(4).bytes(8 << 10).on_shm(),
    Made(kAlltoall, "shm", alltoall_shm).ranks(16).bytes(2 << 10).on_shm(),
    Made(kAlltoall, "shm", alltoall_shm).bytes(512).on_shm(),
    Made(kAlltoall, "bruck", alltoall_bruck<2>).bytes(256),
    Made(kAlltoall, "pairwise", alltoall_pairwise),
    Made(kAlltoall, "bruck4", alltoall_bruck<4>).named(),
    Made(kAlltoall, "bruck8", alltoall_bruck<8>).named(),
    Made(kAlltoall, "linear", alltoall_linear).named(),
    Made(kAlltoall, "pairwise", alltoall_pairwise).between_groups(),
    Made(kAlltoallw, "shm", alltoallw_shm).ranks(kMostCells).on_shm(),
    Made(kAlltoallw, "pairwise", alltoallw_pairwise),
    Made(kAlltoallw, "linear", alltoallw_linear).named(),
    Made(kAlltoallw, "pairwise", alltoallw_pairwise).between_groups(),

    Made(kReduce, "shm", reduce_shm).ranks(2).bytes(8 << 10).in_order().on_shm(),
    Made(kReduce, "binomial", reduce_knomial<2>).ranks(2).bytes(512 << 10).commutative(),
    Made(kReduce, "shm", reduce_shm).bytes(8 << 20).in_order().on_shm(),
    Made(kReduce, "hierarchical", reduce_hierarchical).nodes(),
    Made(kReduce, "knomial8", reduce_knomial<8>).bytes(2 << 10).commutative(),
    Made(kReduce, "binomial", reduce_knomial<2>).bytes(16 << 10).commutative(),
    Made(kReduce, "ordered", reduce_ordered).bytes(16 << 10),
    Made(kReduce, "scatter_gather", reduce_scatter_gather).ranks(64).elements().in_order(),
    Made(kReduce, "rabenseifner", reduce_rabenseifner).elements(),
    Made(kReduce, "ordered", reduce_ordered),
    // The following rows serve PENSTOCK_DETERMINISTIC.
    Made(kReduce, "linear", reduce_linear).bytes(16 << 10).in_order(),
    Made(kReduce, "scatter_gather", reduce_scatter_gather).elements().in_order(),
    Made(kReduce, "linear", reduce_linear).in_order(),
    Made(kReduce, "chain", reduce_chain).named(),
    Made(kReduce, "knomial4", reduce_knomial<4>).commutative().named(),
    Made(kReduce, "leader", reduce_leader).in_order().between_groups(),

    Made(kAllreduce, "shm", allreduce_shm).ranks(2).bytes(4 << 10).in_order().on_shm(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling).ranks(2).bytes(4 << 20),
    Made(kAllreduce, "shm", allreduce_shm).bytes(2 << 10).in_order().on_shm(),
    Made(kAllreduce, "shm_blocks", allreduce_shm_blocks).bytes(4 << 20).in_order().on_shm(),
    Made(kAllreduce, "hierarchical", allreduce_hierarchical).nodes(),
    Made(kAllreduce, "star", allreduce_star).ranks(64).bytes(1 << 10).in_order().crowded_only(),
    Made(kAllreduce, "tree", allreduce_tree).bytes(16 << 10).crowded_only(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling).bytes(16 << 10),
    Made(kAllreduce, "rabenseifner", allreduce_rabenseifner).bytes(4 << 20).elements(),
    Made(kAllreduce, "ring", allreduce_ring).ranks(64).commutative().elements(),
    Made(kAllreduce, "rabenseifner", allreduce_rabenseifner).elements(),
    Made(kAllreduce, "recursive_doubling", allreduce_recursive_doubling),
    // The following rows serve PENSTOCK_DETERMINISTIC.
    Made(kAllreduce, "star", allreduce_star).bytes(16 << 10).in_order(),
    Made(kAllreduce, "pairwise", allreduce_pairwise).in_order(),
    Made(kAllreduce, "leaders", allreduce_leaders).in_order().between_groups(),

    Made(kReduceScatterBlock, "shm", reduce_scatter_block_shm).ranks(2).bytes(8 << 10).in_order().on_shm(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(2).in_order(),
    Made(kReduceScatterBlock, "shm", reduce_scatter_block_shm).ranks(4).bytes(128 << 10).in_order().on_shm(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(4).bytes(8 << 20).in_order(),
    Made(kReduceScatterBlock, "shm", reduce_scatter_block_shm).bytes(256 << 10).in_order().on_shm(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(16).in_order(),
    Made(kReduceScatterBlock, "recursive_halving", reduce_scatter_block_halving).bytes(16 << 10).commutative(),
    Made(kReduceScatterBlock, "tree", reduce_scatter_block_tree).bytes(4 << 10),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).ranks(512).in_order(),
    Made(kReduceScatterBlock, "recursive_halving", reduce_scatter_block_halving).bytes(512 << 10).commutative(),
    Made(kReduceScatterBlock, "pairwise", reduce_scatter_block_pairwise).in_order(),
    Made(kReduceScatterBlock, "leaders", reduce_scatter_block_leaders).in_order().between_groups(),
    Made(kReduceScatter, "shm", reduce_scatter_shm).bytes(32 << 10).in_order().on_shm(),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).ranks(16).in_order(),
    Made(kReduceScatter, "recursive_halving", reduce_scatter_halving).bytes(16 << 10).commutative(),
    Made(kReduceScatter, "tree", reduce_scatter_tree).bytes(4 << 10),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).ranks(512).in_order(),
    Made(kReduceScatter, "recursive_halving", reduce_scatter_halving).bytes(512 << 10).commutative(),
    Made(kReduceScatter, "pairwise", reduce_scatter_pairwise).in_order(),
    Made(kReduceScatter, "leaders", reduce_scatter_leaders).in_order().between_groups(),

    Made(kScan, "shm", scan_shm).ranks(2).bytes(8 << 10).in_order().on_shm(),
    Made(kScan, "doubling", scan_doubling).ranks(2),
    Made(kScan, "shm", scan_shm).ranks(4).bytes(4 << 20).in_order().on_shm(),
    Made(kScan, "shm", scan_shm).bytes(128 << 10).in_order().on_shm(),
    Made(kScan, "doubling", scan_doubling).bytes(128 << 10),
    Made(kScan, "chain", scan_chain).ranks(64).in_order(),
    Made(kScan, "doubling", scan_doubling),
    Made(kScan, "chain", scan_chain).in_order(),  // for PENSTOCK_DETERMINISTIC
    Made(kScan, "tree", scan_tree).named(),
    Made(kExscan, "shm", exscan_shm).ranks(2).bytes(16 << 10).in_order().on_shm(),
    Made(kExscan, "chain", exscan_chain).ranks(2).in_order(),
    Made(kExscan, "shm", exscan_shm).ranks(4).bytes(4 << 20).in_order().on_shm(),
    Made(kExscan, "shm", exscan_shm).bytes(128 << 10).in_order().on_shm(),
    Made(kExscan, "doubling", exscan_doubling).bytes(128 << 10),
    Made(kExscan, "chain", exscan_chain).ranks(64).in_order(),
    Made(kExscan, "doubling", exscan_doubling),
    Made(kExscan, "chain", exscan_chain).in_order(),  // for PENSTOCK_DETERMINISTIC
    Made(kExscan, "tree", exscan_tree).named(),

    Made(kNeighborAllgather, "linear", neighbor_allgather_linear),
    Made(kNeighborAlltoall, "linear", neighbor_alltoall_linear),
};

}  // namespace

std::span<const Row> rows() noexcept {
  return kRows;
}

}  // namespace penstock::coll
