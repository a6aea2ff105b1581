#include "coll/select/select.hpp"

#include <iterator>

#include "coll/allgather/allgather.hpp"
#include "coll/allreduce/allreduce.hpp"
#include "coll/barrier/barrier.hpp"
#include "coll/bcast/bcast.hpp"
#include "coll/gather/gather.hpp"

namespace penstock::coll {
namespace {

// The limits are first guesses for ranks of one host; measured tables replace them.
constexpr Row kRows[] = {
    {Collective::kBarrier, "dissemination", barrier_dissemination},
    {Collective::kBcast, "binomial", bcast_binomial, kAnyRanks, 64 << 10},
    {Collective::kBcast, "binomial", bcast_binomial, 2},
    {Collective::kBcast, "pipeline", bcast_pipeline},
    {Collective::kAllreduce, "recursive_doubling", allreduce_recursive_doubling, kAnyRanks, 16 << 10},
    {Collective::kAllreduce, "ring", allreduce_ring, kAnyRanks, kAnyBytes, true, true},
    {Collective::kAllreduce, "recursive_doubling", allreduce_recursive_doubling},
    {Collective::kGather, "binomial", gather_binomial, kAnyRanks, 4 << 10},
    {Collective::kGather, "linear", gather_linear},
    {Collective::kAllgather, "bruck", allgather_bruck},
};

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
  }
  return "unknown";
}

std::span<const Row> rows() noexcept {
  return kRows;
}

const Row& select(const Query& query) noexcept {
  const Row* last = nullptr;
  for (const Row& row : kRows) {
    if (row.collective != query.collective) continue;
    last = &row;
    if (query.ranks > row.max_ranks || query.bytes > row.max_bytes) continue;
    if (row.needs_commutative && !query.commutative) continue;
    if (row.needs_elements && query.elements < static_cast<std::uint64_t>(query.ranks)) continue;
    return row;
  }
  return *last;
}

void build_barrier(Schedule& schedule) {
  select({.collective = Collective::kBarrier, .ranks = schedule.team().size}).build(schedule, Arguments{});
}

void build_bcast(Schedule& schedule, const Arguments& arguments) {
  const Query query{.collective = Collective::kBcast, .ranks = schedule.team().size, .bytes = arguments.recv.bytes()};
  select(query).build(schedule, arguments);
}

void build_allreduce(Schedule& schedule, const Arguments& arguments) {
  const Query query{.collective = Collective::kAllreduce,
                    .ranks = schedule.team().size,
                    .bytes = arguments.recv.bytes(),
                    .elements = arguments.recv.count,
                    .commutative = arguments.reduction.commutative};
  select(query).build(schedule, arguments);
}

// The root knows its part only through `recv` when it works in place; signatures are equal, so the bytes are.
void build_gather(Schedule& schedule, const Arguments& arguments) {
  const proto::Buffer& part = arguments.in_place ? arguments.recv : arguments.send;
  const Query query{.collective = Collective::kGather, .ranks = schedule.team().size, .bytes = part.bytes()};
  select(query).build(schedule, arguments);
}

void build_allgather(Schedule& schedule, const Arguments& arguments) {
  const Query query{.collective = Collective::kAllgather, .ranks = schedule.team().size, .bytes = arguments.recv.bytes()};
  select(query).build(schedule, arguments);
}

}  // namespace penstock::coll
