// The collectives. The functions that add the steps of a collective to a schedule are defined above the algorithms (dispatch/),
// since they choose among them; algorithms that consist of other collectives call them from below.
#pragma once

#include <cstdint>
#include <string_view>

#include "coll/team.hpp"

namespace penstock::coll {

class Schedule;  // schedule/schedule.hpp

enum class Collective : std::uint8_t {
  kBarrier,
  kBcast,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallw,
  kReduce,
  kAllreduce,
  kReduceScatterBlock,
  kReduceScatter,
  kScan,
  kExscan,
  kNeighborAllgather,
  kNeighborAlltoall,
};
inline constexpr int kCollectives = static_cast<int>(Collective::kNeighborAlltoall) + 1;
[[nodiscard]] std::string_view collective_name(Collective collective) noexcept;
// False: no collective has that name. "alltoallv" is served by alltoallw.
[[nodiscard]] bool find_collective(std::string_view name, Collective* out) noexcept;

// Each function adds the steps of the chosen algorithm to the schedule of one call. It uses these arguments:
//   `send`, `recv`: this rank's data, or ONE part of it if parts of equal layout and count lie one after another (one
//   extent apart), one for each rank of the team or, on an inter-communicator, of the remote group.
//   Reductions: `send` in, `recv` out, equal count and layout on all ranks; operands are combined in rank order unless the
//   reduction is commutative.
// Inter-communicators (team().is_inter()): in rooted calls `root` is a remote rank, kRootHere or kRootGroup;
// other calls move data as the standard says (section 6.2.3): the result of one group's data goes to the other.
// Scan and exscan have no such form.
void build_barrier(Schedule& schedule);
// `recv` holds the data on every rank (at an inter root: the data that are sent).
void build_bcast(Schedule& schedule, const Arguments& arguments);
// `send`: this rank's part; `recv`: one part, at the root alone. in_place: the root's part lies in place already.
void build_gather(Schedule& schedule, const Arguments& arguments);
// `recvs` is used at the root alone.
void build_gatherv(Schedule& schedule, const Arguments& arguments);
// `send`: one part, at the root alone; `recv`: this rank's part. in_place: the root's part stays where it is.
void build_scatter(Schedule& schedule, const Arguments& arguments);
// `sends` is used at the root alone.
void build_scatterv(Schedule& schedule, const Arguments& arguments);
// The arguments are those of gather, with `recv` on every rank.
void build_allgather(Schedule& schedule, const Arguments& arguments);
void build_allgatherv(Schedule& schedule, const Arguments& arguments);
// `send`, `recv`: one part each. in_place: parts are exchanged within `recv`.
void build_alltoall(Schedule& schedule, const Arguments& arguments);
// `sends`, `recvs` have any layouts, which serves alltoallv and alltoallw. in_place: parts are exchanged within `recvs`.
void build_alltoallw(Schedule& schedule, const Arguments& arguments);
// `recv` is used at the root alone. in_place: the root's operand lies in `recv`.
void build_reduce(Schedule& schedule, const Arguments& arguments);
void build_allreduce(Schedule& schedule, const Arguments& arguments);
// `send`: one part for each rank (count: that of one part); `recv`: this rank's part. in_place:
// `recv` holds all parts at first.
void build_reduce_scatter_block(Schedule& schedule, const Arguments& arguments);
// `send`: all parts, `counts[i]` elements for rank i; `recv`: this rank's part. in_place as above.
void build_reduce_scatter(Schedule& schedule, const Arguments& arguments);
// exscan leaves rank 0's `recv` unchanged.
void build_scan(Schedule& schedule, const Arguments& arguments);
void build_exscan(Schedule& schedule, const Arguments& arguments);
// `neighbors`, and `recvs` with a part for each incoming edge. `send` is the part that every outgoing edge carries. This
// serves both forms of allgather.
void build_neighbor_allgather(Schedule& schedule, const Arguments& arguments);
// Exchanges `sends` likewise: one part for each outgoing edge, with any layouts. Serves all forms of alltoall.
void build_neighbor_alltoall(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
