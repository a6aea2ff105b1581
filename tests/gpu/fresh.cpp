// Collectives of memory that is allocated for each call, and of memory that is kept: data are right either way, and peers map
// an allocation only after it has been used for some time. mpiexec -n 3 gpu_fresh [--at-once], on the stand-in driver, which
// counts calls. --at-once: PENSTOCK_MAP_AFTER_US=0, or missing scratch memory, makes peers map new memory in its first call.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "coll_ints.hpp"
#include "common/standin.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 24;       // after these calls a communicator has exchanged its GPUs
constexpr int kPart = 100'003;     // integers
constexpr int kScratchRounds = 2;  // by then peers have mapped the scratch areas
constexpr int kFreshRounds = 8;
constexpr int kKeptRounds = 24;
constexpr int kMostFailures = 10;

struct Job {
  int rank = 0, size = 1;
  bool at_once = false;
  long cases = 0, failures = 0, reused = 0;
  std::vector<const void*> seen;
};

struct Buffers {
  std::unique_ptr<Memory> send, recv;
};

long mappings() {
  if (!standin::is_there()) give_up("a GPU's driver does not count its calls: run this on the stand-in driver");
  return standin::calls("cuIpcOpenMemHandle");
}

void fail(Job& job, const IntCase& what, const std::string& why) {
  if (++job.failures > kMostFailures) return;
  std::printf("rank %d: FAILED: %s, seed %d: %s\n", job.rank, row_of(what.call).name, what.seed, why.c_str());
  std::fflush(stdout);
}

std::unique_ptr<Memory> area_for(std::size_t values) {
  std::string why;
  std::unique_ptr<Memory> area = make_memory(kDeviceMemory, (values + 1) * sizeof(int), &why);
  if (area == nullptr) give_up("no device memory: " + why);
  return area;
}

Buffers buffers_for(Job& job, const IntCase& what) {
  Buffers buffers{area_for(given(what).size()), area_for(before(what).size())};
  for (const Memory* area : {buffers.send.get(), buffers.recv.get()}) {
    const void* address = area->at(0);
    if (std::find(job.seen.begin(), job.seen.end(), address) != job.seen.end()) ++job.reused;
    job.seen.push_back(address);
  }
  return buffers;
}

void run_case(Job& job, const IntCase& what, Form form, const Buffers& buffers) {
  const std::vector<int> send = given(what);
  std::vector<int> recv = before(what);
  buffers.send->put(0, send.data(), send.size() * sizeof(int));
  buffers.recv->put(0, recv.data(), recv.size() * sizeof(int));
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  int code = begin(what, form, buffers.send->at(0), buffers.recv->at(0), MPI_COMM_WORLD, &lists, &request);
  if (code == MPI_SUCCESS && form == Form::kStarted) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) fail(job, what, "error code " + std::to_string(code));
  buffers.recv->get(0, recv.data(), recv.size() * sizeof(int));
  if (what.call != Call::kExscan || job.rank != 0) {
    if (recv != after(what)) fail(job, what, "wrong data");
  }
  ++job.cases;
}

long sum_of_mappings() {
  const long mine = mappings();
  long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

Form form_of(int round) {
  return round % 2 == 0 ? Form::kBlocking : Form::kStarted;
}

// Returns how much all ranks map while every round allocates anew.
long mapped_fresh(Job& job, IntCase what) {
  long before = 0;
  for (int round = 0; round < kScratchRounds + kFreshRounds; ++round) {
    if (round == kScratchRounds) before = sum_of_mappings();
    what.seed = round;
    run_case(job, what, form_of(round), buffers_for(job, what));
  }
  return sum_of_mappings() - before;
}

// The mappings while buffers are kept: in the first rounds, and in all.
struct Mapped {
  long first = 0, all = 0;
};
Mapped mapped_kept(Job& job, IntCase what) {
  const Buffers buffers = buffers_for(job, what);
  const long before = sum_of_mappings();
  Mapped mapped;
  for (int round = 0; round < kKeptRounds; ++round) {
    what.seed = round;
    run_case(job, what, form_of(round), buffers);
    if (round == 1) mapped.first = sum_of_mappings() - before;
  }
  mapped.all = sum_of_mappings() - before;
  return mapped;
}

void judge(Job& job, const IntCase& what) {
  const long fresh = mapped_fresh(job, what);
  const Mapped kept = mapped_kept(job, what);
  if (job.at_once && fresh < kFreshRounds) fail(job, what, "new allocations were not mapped in their first call");
  if (!job.at_once && fresh != 0) fail(job, what, std::to_string(fresh) + " mappings of new allocations");
  if (!job.at_once && kept.first != 0) fail(job, what, std::to_string(kept.first) + " mappings in the first two calls");
  if (kept.all == 0) fail(job, what, "what is kept was never mapped");
}

int run(Job& job) {
  for (int i = 0; i < kWarmUps; ++i) MPI_Barrier(MPI_COMM_WORLD);
  for (const CallRow& row : all_calls()) {
    if (row.call == Call::kBarrier) continue;
    judge(job, {.call = row.call, .ranks = job.size, .rank = job.rank, .root = job.size - 1, .part = kPart});
  }
  long mine[2] = {job.cases, job.failures};
  long all[2] = {};
  MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) {
    std::printf("gpu_fresh: %ld cases, %ld failed; rank 0 had %ld of %zu allocations at an address used before\n", all[0],
                all[1], job.reused, job.seen.size());
  }
  return all[1] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Job job;
  if (argc == 2 && std::strcmp(argv[1], "--at-once") == 0) {
    job.at_once = true;
  } else if (argc > 1) {
    std::fprintf(stderr, "usage: gpu_fresh [--at-once]\n");
    return 2;
  }
  begin_job(&argc, &argv, &job.rank, &job.size);
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
