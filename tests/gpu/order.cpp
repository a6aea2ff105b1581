// A started collective of GPU memory, persistent or not, must not delay a rank that has not started it yet: rank A starts it,
// waits for its device, allocates and frees, then sends a message to rank B, which starts the same collective only after that
// has arrived. Every data collective is tested with every pair (A, B), each of them as root once, in device memory and in
// memory of random kinds. The test needs a time limit: mpiexec --timeout 60 -n 4 gpu_order [--seed N] [--verbose]
// limit of time: mpiexec --timeout 60 -n 4 gpu_order [--seed N] [--verbose]
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;                     // after these calls a communicator has exchanged its GPUs
constexpr int kParts[] = {16, 25'600, 400'000};  // integers
constexpr std::size_t kAllocation = 3 << 20;     // what comes and goes meanwhile

struct Job : CollJob {
  Job() : CollJob{.name = "gpu_order"} {}
  bool verbose = false;
  MPI_Comm comm = MPI_COMM_NULL;
  std::mt19937 random;  // the same numbers on every rank
  std::vector<MemoryKind> kinds;
  long skipped = 0;
};

struct Turn {
  Call call;
  Form form;  // started, or persistent: made before the message
  int first, second, root, part;
  MemoryKind send, recv;  // this rank's
};

std::string text(const Job& job, const Turn& turn) {
  return std::string(name_of(turn.form)) + " " + row_of(turn.call).name + " of " + std::to_string(turn.part) +
         " integers a part, rank " + std::to_string(turn.first) + " before rank " + std::to_string(turn.second) + ", root " +
         std::to_string(turn.root) + ", from " + turn.send.name + " to " + turn.recv.name + ", case " +
         std::to_string(job.cases);
}

void must_gpu(int result, const char* what) {
  if (result != 0) give_up(std::string(what) + ": " + penstock_gpu_error());
}

// Each of these calls waits for all work of the device, including a kernel that waits for another rank.
void use_device() {
  void* memory = nullptr;
  must_gpu(penstock_gpu_synchronize(), "synchronising");
  must_gpu(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kAllocation, &memory), "allocating");
  must_gpu(penstock_gpu_fill(memory, 1, kAllocation), "filling");
  must_gpu(penstock_gpu_free(PENSTOCK_GPU_DEVICE, memory), "freeing");
}

void take_turn(Job& job, const Turn& turn) {
  const IntCase what{turn.call, job.size, job.rank, turn.root, turn.part, static_cast<int>(job.cases)};
  const std::unique_ptr<Memory> send = memory_of(turn.send, given(what));
  const std::unique_ptr<Memory> recv = memory_of(turn.recv, before(what));
  int word = static_cast<int>(job.cases);
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  const auto begin_call = [&] {
    must(job, begin(what, turn.form, send->at(0), recv->at(0), job.comm, &lists, &request), text(job, turn) + ": beginning");
  };
  if (turn.form == Form::kPersistent) begin_call();
  if (job.rank == turn.second) {
    must(job, MPI_Recv(&word, 1, MPI_INT, turn.first, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), text(job, turn) + ": the message");
  }
  if (turn.form == Form::kStarted) begin_call();
  if (turn.form == Form::kPersistent) must(job, MPI_Start(&request), text(job, turn) + ": starting");
  if (job.rank == turn.first) {
    use_device();
    must(job, MPI_Send(&word, 1, MPI_INT, turn.second, 1, MPI_COMM_WORLD), text(job, turn) + ": the message");
  }
  must(job, MPI_Wait(&request, MPI_STATUS_IGNORE), text(job, turn) + ": waiting");
  if (turn.form == Form::kPersistent) must(job, MPI_Request_free(&request), text(job, turn) + ": freeing");
  const std::vector<int> expected = after(what);
  std::vector<int> got(expected.size());
  recv->get(0, got.data(), got.size() * sizeof(int));
  if (got != expected || word != job.cases) fail(job, text(job, turn) + ": wrong data");
  ++job.cases;
}

// Draws for all ranks, so that they make the same draws.
MemoryKind draw(Job& job, bool drawn) {
  MemoryKind mine = kDeviceMemory;
  for (int rank = 0; rank < job.size; ++rank) {
    const std::size_t kind = job.random() % job.kinds.size();
    if (drawn && rank == job.rank) mine = job.kinds[kind];
  }
  return mine;
}

void take_turns(Job& job, Call call, int first, int second) {
  for (const int root : {first, second}) {
    if (root == second && !row_of(call).rooted) break;
    for (const bool drawn : {false, true}) {
      const int part = kParts[job.random() % std::size(kParts)];
      const MemoryKind send = draw(job, drawn);
      const Form form = job.random() % 2 == 0 ? Form::kPersistent : Form::kStarted;
      const Turn turn{call, form, first, second, root, part, send, draw(job, drawn)};
      if (job.verbose) std::printf("rank %d: %s\n", job.rank, text(job, turn).c_str());
      take_turn(job, turn);
    }
  }
}

void warm_up(const Job& job) {
  for (int i = 0; i < kWarmUps; ++i) {
    int most = job.rank;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, job.comm);
  }
}

int run(Job& job) {
  job.kinds = common_kinds(job, &job.skipped);
  MPI_Comm_dup(MPI_COMM_WORLD, &job.comm);
  warm_up(job);
  job.random.seed(job.seed);
  for (const CallRow& row : all_calls()) {
    if (row.call == Call::kBarrier) continue;
    for (int first = 0; first < job.size; ++first) {
      for (int second = 0; second < job.size; ++second) {
        if (first != second) take_turns(job, row.call, first, second);
      }
    }
  }
  long failures = 0;
  MPI_Allreduce(&job.failures, &failures, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) std::printf("%s: %ld cases, %ld failed, %ld skipped\n", job.name, job.cases, failures, job.skipped);
  MPI_Comm_free(&job.comm);
  // The stand-in driver has all kinds of memory.
  const bool lacking = penstock_gpu_is_standin() != 0 && job.skipped != 0;
  return job.cases > 0 && failures == 0 && !lacking ? 0 : 1;
}

bool parse(int argc, char** argv, Job* out) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--verbose") {
      out->verbose = true;
    } else if (word == "--seed" && i + 1 < argc) {
      out->seed = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Job job;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (!parse(argc, argv, &job)) return 2;
  begin_job(&argc, &argv, &job.rank, &job.size);
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
