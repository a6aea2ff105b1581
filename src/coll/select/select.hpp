// Which algorithm serves a call: flat rows, the first that matches wins.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"

namespace penstock::coll {

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
[[nodiscard]] std::string_view collective_name(Collective collective) noexcept;
// False: no collective has that name. "alltoallv" is served by alltoallw.
[[nodiscard]] bool find_collective(std::string_view name, Collective* out) noexcept;
// Whether it computes.
[[nodiscard]] constexpr bool reduces(Collective collective) noexcept {
  return collective >= Collective::kReduce && collective <= Collective::kExscan;
}
inline constexpr int kCollectives = static_cast<int>(Collective::kNeighborAlltoall) + 1;

// How data go: as the steps of a builder, or where all of them are in GPU memory (coll/device).
enum class Way : std::uint8_t {
  kSteps,
  kOneShot,  // one kernel on each GPU, by way of the others' inboxes
  kDirect,   // kernels on memory of the program's that the members have mapped
  kFlow,     // one kernel on each GPU, by way of rings
  kAreas,    // the kernels of kDirect, by way of areas
  kMessage,  // the steps that host memory would go by without boards; nobody asks where the others' data are
  kNccl,     // NCCL's own
};

using Builder = void (*)(Schedule& schedule, const Arguments& arguments);

inline constexpr std::uint64_t kAnyBytes = std::numeric_limits<std::uint64_t>::max();
inline constexpr int kAnyRanks = std::numeric_limits<int>::max();

struct Row {
  Collective collective;
  std::string_view algorithm;
  Builder build;
  int max_ranks = kAnyRanks;            // team sizes up to this
  std::uint64_t max_bytes = kAnyBytes;  // packed bytes up to this (see Query)
  bool needs_commutative = false;
  bool needs_elements = false;  // at least one element a rank
  bool needs_power = false;     // a power of two of ranks
  bool needs_even = false;      // an even number of ranks
  bool needs_nodes = false;     // several nodes with several ranks; in rank order where the operation does not commute
  bool inter = false;           // for inter-communicators alone; the others are for intra-communicators alone
  bool crowded = false;         // where ranks share CPUs (Engine::crowded) alone
  bool roomy = false;           // where they do not alone
  bool in_order = false;        // one operand after another, ((a0 op a1) op a2) ..., if the reduction is said not to commute
  bool board = false;           // where the members share boards (board/board.hpp) alone
  bool by_name = false;         // only where a table, a tunable or a hint names it
  std::string_view origin = "compiled in";
  Way way = Way::kSteps;                // of all others `build` is null, and they are asked for GPU memory alone
  std::uint64_t max_given = kAnyBytes;  // of GPU memory: bytes that a rank gives the others, up to this
};

// What rows of GPU memory need to know of a call, besides. All members know the same.
struct OfGpus {
  bool asked = false;  // rows of GPU memory alone are
  std::uint64_t given = 0;
  bool one_shot = false;  // there are inboxes with room for it
  bool flow = false;      // there are rings
  bool nccl = false;      // there is a communicator of NCCL's, and it has the collective, the type and the operation
  enum class Mapped : std::uint8_t { kNo, kYes, kNotKnown } mapped = Mapped::kNotKnown;
  bool as_they_lie = true;  // nobody has said that its data are not in one stretch of its device
};

// What a call is, as rows are matched against it. All ranks of the team compute the same. Bytes and elements: of one rank's
// part, on average where parts differ and all ranks know; of the whole operand for reductions; 0 where ranks cannot tell.
struct Query {
  Collective collective;
  int ranks = 1;
  std::uint64_t bytes = 0;
  std::uint64_t elements = 0;
  bool commutative = true;
  bool inter = false;
  bool crowded = false;
  bool nodes = false;          // several nodes, and several ranks on some
  bool nodes_in_order = true;  // the ranks of each node follow one another
  bool in_order = false;       // PENSTOCK_DETERMINISTIC: of reductions rows of that kind alone
  bool board = false;          // the call may go over the team's boards
  OfGpus gpus = {};
};

// Those that are compiled in. They end each collective, for each kind of communicator that it is defined on, with a row that
// takes anything.
[[nodiscard]] std::span<const Row> rows() noexcept;
// Those of GPU memory. For each collective that has kernels they end with one that takes anything.
[[nodiscard]] std::span<const Row> gpu_rows() noexcept;
// Of the compiled-in rows.
[[nodiscard]] const Row& select(const Query& query) noexcept;
// The row is for such teams, and its limits and needs are met.
[[nodiscard]] bool takes(const Row& row, const Query& query) noexcept;
// A compiled-in row of an algorithm, for its needs: without limits, and with that origin; of host memory, or of `gpu` memory.
// Failures, said of `code` and with the origin: there is no such collective, or it has no such algorithm within one group; they
// name those that there are.
[[nodiscard]] Status find_row(std::string_view collective, std::string_view algorithm, bool gpu, std::string_view origin,
                              Code code, Row* out);

// The rows in force: those of PENSTOCK_COLL_ALGORITHM, those of tuning tables, then the compiled-in ones. A table gives limits;
// what an algorithm needs (a commutative operation, an element a rank) stays with the algorithm, so no table can select one
// that would be wrong. All ranks of a job have the same (core/process.cpp sees to it).
class Selection {
 public:
  // Code::kConfig with the row's origin for a name that is none. Rows of tables are for intra-communicators.
  static Status create(std::span<const base::CollRow> tuned, Selection* out) { return create(tuned, {}, out); }
  // `named` is the text of the tunable (Preference has its form).
  static Status create(std::span<const base::CollRow> tuned, std::string_view named, Selection* out);
  [[nodiscard]] const Row& select(const Query& query) const noexcept;
  // All but the compiled-in ones.
  [[nodiscard]] std::span<const Row> tuned() const noexcept { return tuned_; }
  // How many of them are the tunable's.
  [[nodiscard]] std::size_t named() const noexcept { return named_; }
  // Whether any of them is for host memory.
  [[nodiscard]] bool any_for_steps() const noexcept;
  // Of these rows in their order, whatever file or variable they come from; 0 if there are none.
  [[nodiscard]] std::uint64_t digest() const noexcept;

 private:
  std::vector<Row> tuned_;
  std::size_t named_ = 0;
  std::deque<std::string> origins_;  // what the rows' views look at: moving it moves no string
};

// Each adds the steps of the chosen algorithm to the schedule of one call. Which arguments count:
//   `send`, `recv`: this rank's data, or ONE part of it where parts of equal layout and count lie one after another (one
//   extent apart), one a rank. A part for every rank of the team; on an inter-communicator, of the remote group.
//   Reductions: `send` in, `recv` out, equal count and layout on all ranks; operands are combined in rank order unless the
//   reduction is commutative.
// Inter-communicators (team().is_inter()): rooted calls have `root` a remote rank, kRootHere or kRootGroup; others move what
// the standard says (section 6.2.3): the result of one group's data goes to the other. Scan and exscan have no such form.
void build_barrier(Schedule& schedule);
// `recv`: the data on every rank (at an inter root: what is sent).
void build_bcast(Schedule& schedule, const Arguments& arguments);
// `send`: this rank's part; `recv`: one part, at the root alone. in_place: at the root, its part lies in place.
void build_gather(Schedule& schedule, const Arguments& arguments);
// `recvs` at the root alone.
void build_gatherv(Schedule& schedule, const Arguments& arguments);
// `send`: one part, at the root alone; `recv`: this rank's part. in_place: the root keeps its part where it is.
void build_scatter(Schedule& schedule, const Arguments& arguments);
// `sends` at the root alone.
void build_scatterv(Schedule& schedule, const Arguments& arguments);
// As gather, with `recv` on every rank.
void build_allgather(Schedule& schedule, const Arguments& arguments);
void build_allgatherv(Schedule& schedule, const Arguments& arguments);
// `send`, `recv`: one part each. in_place: parts are exchanged within `recv`.
void build_alltoall(Schedule& schedule, const Arguments& arguments);
// `sends`, `recvs`, of any layouts: serves alltoallv and alltoallw. in_place: within `recvs`.
void build_alltoallw(Schedule& schedule, const Arguments& arguments);
// `recv` at the root alone. in_place: the root's operand lies in `recv`.
void build_reduce(Schedule& schedule, const Arguments& arguments);
void build_allreduce(Schedule& schedule, const Arguments& arguments);
// `send`: one part a rank (count: that of one part); `recv`: this rank's part. in_place: `recv` holds all parts at first.
void build_reduce_scatter_block(Schedule& schedule, const Arguments& arguments);
// `send`: all parts, `counts[i]` elements for rank i; `recv`: this rank's part. in_place as above.
void build_reduce_scatter(Schedule& schedule, const Arguments& arguments);
// exscan leaves rank 0's `recv` as it is.
void build_scan(Schedule& schedule, const Arguments& arguments);
void build_exscan(Schedule& schedule, const Arguments& arguments);
// `neighbors`, and `recvs`: a part for each edge in. `send`: what every edge out carries. Serves both forms of allgather.
void build_neighbor_allgather(Schedule& schedule, const Arguments& arguments);
// The same with `sends`: a part for each edge out, of any layouts. Serves all forms of alltoall.
void build_neighbor_alltoall(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
