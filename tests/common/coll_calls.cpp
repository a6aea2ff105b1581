#include "common/coll_calls.hpp"

namespace penstock::test {
namespace {

// ROW(call, "name", rooted, reduces, spread, blocking function, starting function, arguments but for the communicator...)
#define ROW(call, name, rooted, reduces, spread, blocking, starting, ...)                            \
  {Call::call, name, rooted, reduces, spread, [](Form f, const Arguments& a, MPI_Request* r) {       \
     return begin(f, r, MPI_##blocking, MPI_##starting, MPI_##blocking##_init, __VA_ARGS__, a.comm); \
   }}
#define ONE_SENT a.send, a.send_count, a.send_type
#define ONE_RECEIVED a.recv, a.recv_count, a.recv_type
#define SOME_SENT a.send, a.send_counts, a.send_places, a.send_type
#define SOME_RECEIVED a.recv, a.recv_counts, a.recv_places, a.recv_type
#define OPERANDS a.send, a.recv, a.recv_count, a.recv_type, a.op

constexpr CallRow kCallRows[] = {
    {Call::kBarrier, "barrier", false, false, false,
     [](Form f, const Arguments& a, MPI_Request* r) {
       return begin(f, r, MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, a.comm);
     }},
    ROW(kBcast, "bcast", true, false, false, Bcast, Ibcast, ONE_RECEIVED, a.root),
    ROW(kGather, "gather", true, false, false, Gather, Igather, ONE_SENT, ONE_RECEIVED, a.root),
    ROW(kGatherv, "gatherv", true, false, true, Gatherv, Igatherv, ONE_SENT, SOME_RECEIVED, a.root),
    ROW(kScatter, "scatter", true, false, false, Scatter, Iscatter, ONE_SENT, ONE_RECEIVED, a.root),
    ROW(kScatterv, "scatterv", true, false, true, Scatterv, Iscatterv, SOME_SENT, ONE_RECEIVED, a.root),
    ROW(kAllgather, "allgather", false, false, false, Allgather, Iallgather, ONE_SENT, ONE_RECEIVED),
    ROW(kAllgatherv, "allgatherv", false, false, true, Allgatherv, Iallgatherv, ONE_SENT, SOME_RECEIVED),
    ROW(kAlltoall, "alltoall", false, false, false, Alltoall, Ialltoall, ONE_SENT, ONE_RECEIVED),
    ROW(kAlltoallv, "alltoallv", false, false, true, Alltoallv, Ialltoallv, SOME_SENT, SOME_RECEIVED),
    ROW(kAlltoallw, "alltoallw", false, false, true, Alltoallw, Ialltoallw, a.send, a.send_counts, a.send_places, a.send_types,
        a.recv, a.recv_counts, a.recv_places, a.recv_types),
    ROW(kReduce, "reduce", true, true, false, Reduce, Ireduce, OPERANDS, a.root),
    ROW(kAllreduce, "allreduce", false, true, false, Allreduce, Iallreduce, OPERANDS),
    ROW(kReduceScatterBlock, "reduce_scatter_block", false, true, false, Reduce_scatter_block, Ireduce_scatter_block, OPERANDS),
    ROW(kReduceScatter, "reduce_scatter", false, true, true, Reduce_scatter, Ireduce_scatter, a.send, a.recv, a.recv_counts,
        a.recv_type, a.op),
    ROW(kScan, "scan", false, true, false, Scan, Iscan, OPERANDS),
    ROW(kExscan, "exscan", false, true, false, Exscan, Iexscan, OPERANDS),
};
static_assert(std::size(kCallRows) == kCalls);

}  // namespace

const char* name_of(Form form) {
  constexpr const char* kNames[] = {"blocking", "started", "persistent"};
  return kNames[static_cast<std::size_t>(form)];
}

int complete(Form form, int begun, MPI_Request* request) {
  int code = begun;
  if (code == MPI_SUCCESS && form == Form::kPersistent) code = MPI_Start(request);
  if (code == MPI_SUCCESS && form != Form::kBlocking) code = MPI_Wait(request, MPI_STATUS_IGNORE);
  const int freed = begun == MPI_SUCCESS && form == Form::kPersistent ? MPI_Request_free(request) : MPI_SUCCESS;
  return code != MPI_SUCCESS ? code : freed;
}

std::span<const CallRow> all_calls() {
  return kCallRows;
}

}  // namespace penstock::test
