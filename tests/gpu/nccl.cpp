// Tests collectives of GPU memory that NCCL serves, on two communicators at the same time: right
// data, or a failure on all ranks.
// mpiexec -n 2 gpu_nccl [--failures N]: N calls fail.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "coll_ints.hpp"
#include "coll_job.hpp"

namespace penstock::test {
namespace {

constexpr int kRounds = 6;
constexpr int kWarmUps = 24;  // after these calls a communicator has exchanged its GPUs
constexpr int kParts[] = {1, 1000, 70'001};
constexpr Call kServed[] = {Call::kBcast,    Call::kGather, Call::kScatter,   Call::kAllgather,
                            Call::kAlltoall, Call::kReduce, Call::kAllreduce, Call::kReduceScatterBlock};

// One call of this rank.
struct OneCall {
  IntCase what;
  std::unique_ptr<Memory> send, recv;
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = MPI_SUCCESS;

  explicit OneCall(const IntCase& of)
      : what(of), send(memory_of(kDeviceMemory, given(of))), recv(memory_of(kDeviceMemory, before(of))) {}
  void begin(Form form, MPI_Comm comm) { code = test::begin(what, form, send->at(0), recv->at(0), comm, &lists, &request); }
  void finish() {
    if (code == MPI_SUCCESS && request != MPI_REQUEST_NULL) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
};

// A call fails on all ranks, or has right data.
void judge(CollJob& job, OneCall& one, long* failed) {
  int counts[2] = {one.code != MPI_SUCCESS ? 1 : 0, 0};
  MPI_Allreduce(counts, counts + 1, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const std::string name = std::string(row_of(one.what.call).name) + " of " + std::to_string(one.what.part);
  if (counts[1] != 0 && counts[1] != job.size) fail(job, name + " failed on " + std::to_string(counts[1]) + " ranks");
  *failed += counts[1] != 0 ? 1 : 0;
  ++job.cases;
  if (counts[1] != 0) return;
  std::vector<int> got(before(one.what).size());
  one.recv->get(0, got.data(), got.size() * sizeof(int));
  if (got != after(one.what)) fail(job, name + ": wrong data");
}

// Starts on both communicators, in another order on every other rank.
void run_two(CollJob& job, const IntCase& what, const MPI_Comm (&comms)[2], long* failed) {
  OneCall calls[2] = {OneCall(what), OneCall(what)};
  for (int i = 0; i < 2; ++i) {
    const int which = (i + job.rank) % 2;
    calls[which].begin(Form::kStarted, comms[which]);
  }
  for (OneCall& one : calls) one.finish();
  for (OneCall& one : calls) judge(job, one, failed);
}

void run_one(CollJob& job, const IntCase& what, MPI_Comm comm, long* failed) {
  OneCall one(what);
  one.begin(Form::kBlocking, comm);
  one.finish();
  judge(job, one, failed);
}

void run(CollJob& job, long expected) {
  MPI_Comm comms[2];
  for (MPI_Comm& comm : comms) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < kWarmUps; ++i) MPI_Barrier(comm);
  }
  long failed = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (const Call call : kServed) {
      for (const int part : kParts) {
        const IntCase what{
            .call = call, .ranks = job.size, .rank = job.rank, .root = round % job.size, .part = part, .seed = round};
        run_one(job, what, comms[round % 2], &failed);
        run_two(job, what, comms, &failed);
      }
    }
  }
  if (failed != expected) fail(job, std::to_string(failed) + " calls failed, not " + std::to_string(expected));
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  long expected = 0;
  if (argc == 3 && std::strcmp(argv[1], "--failures") == 0) {
    expected = std::atol(argv[2]);
  } else if (argc != 1) {
    std::fprintf(stderr, "usage: gpu_nccl [--failures N]\n");
    return 2;
  }
  CollJob job{.name = "gpu_nccl"};
  begin_job(&argc, &argv, &job.rank, &job.size);
  run(job, expected);
  const int result = report(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
