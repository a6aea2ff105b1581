// A started collective of GPU memory holds up nobody who is not in it yet: rank A starts it, waits for its device, allocates
// and frees, then sends a message to rank B, which starts the same collective only when that has come. Every data collective,
// every pair (A, B), each of them root once, in device memory and in memory of kinds that are drawn. Needs a limit of time:
// mpiexec --timeout 60 -n 4 gpu_order [--seed N] [--verbose]
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "area.hpp"
#include "coll_ints.hpp"

namespace penstock::test {
namespace {

constexpr int kWarmUps = 20;                     // behind these a communicator has found out about its GPUs
constexpr int kParts[] = {16, 25'600, 400'000};  // integers
constexpr std::size_t kAllocation = 3 << 20;     // what comes and goes meanwhile
constexpr int kMostFailures = 10;

struct Options {
  unsigned seed = 1;
  bool verbose = false;
};

struct Job {
  Options options;
  int rank = 0, size = 1;
  MPI_Comm comm = MPI_COMM_NULL;
  std::mt19937 random;  // the same numbers on every rank
  std::vector<AreaKind> kinds;
  long cases = 0, failures = 0, skipped = 0;
};

struct Turn {
  Call call;
  int first, second, root, part;
  AreaKind send, recv;  // this rank's
};

std::string text(const Job& job, const Turn& turn) {
  return std::string(row_of(turn.call).name) + " of " + std::to_string(turn.part) + " integers a part, rank " +
         std::to_string(turn.first) + " before rank " + std::to_string(turn.second) + ", root " + std::to_string(turn.root) +
         ", from " + turn.send.name + " to " + turn.recv.name + ", case " + std::to_string(job.cases);
}

void must(int result, const char* what) {
  if (result != 0) give_up(std::string(what) + ": " + penstock_gpu_error());
}

void check(Job& job, const Turn& turn, int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char why[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, why, &length);
  if (++job.failures <= kMostFailures) {
    std::printf("rank %d: FAILED: %s: %s: %s\n", job.rank, text(job, turn).c_str(), what, why);
  }
}

std::unique_ptr<Area> area_of(const AreaKind& kind, const std::vector<int>& values) {
  std::string why;
  const std::size_t bytes = values.size() * sizeof(int);
  std::unique_ptr<Area> area = Area::make(kind, bytes + sizeof(int), &why);
  if (area == nullptr) give_up("no " + kind.name + " memory: " + why);
  area->put(0, values.data(), bytes);
  return area;
}

// Each of these waits for all work of the device, so for a kernel that waits for another rank.
void use_device() {
  void* memory = nullptr;
  must(penstock_gpu_synchronize(), "synchronising");
  must(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kAllocation, &memory), "allocating");
  must(penstock_gpu_fill(memory, 1, kAllocation), "filling");
  must(penstock_gpu_free(PENSTOCK_GPU_DEVICE, memory), "freeing");
}

void take_turn(Job& job, const Turn& turn) {
  const IntCase what{turn.call, job.size, job.rank, turn.root, turn.part, static_cast<int>(job.cases)};
  const std::unique_ptr<Area> send = area_of(turn.send, given(what));
  const std::unique_ptr<Area> recv = area_of(turn.recv, before(what));
  int word = static_cast<int>(job.cases);
  if (job.rank == turn.second) {
    check(job, turn, MPI_Recv(&word, 1, MPI_INT, turn.first, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "the message");
  }
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  check(job, turn, begin(what, Form::kStarted, send->at(0), recv->at(0), job.comm, &lists, &request), "starting");
  if (job.rank == turn.first) {
    use_device();
    check(job, turn, MPI_Send(&word, 1, MPI_INT, turn.second, 1, MPI_COMM_WORLD), "the message");
  }
  check(job, turn, MPI_Wait(&request, MPI_STATUS_IGNORE), "waiting");
  const std::vector<int> expected = after(what);
  std::vector<int> got(expected.size());
  recv->get(0, got.data(), got.size() * sizeof(int));
  if ((got != expected || word != job.cases) && ++job.failures <= kMostFailures) {
    std::printf("rank %d: FAILED: %s: wrong data\n", job.rank, text(job, turn).c_str());
  }
  ++job.cases;
}

// Draws for all ranks, so that all draw alike.
AreaKind draw(Job& job, bool drawn) {
  const AreaKind device{"device", Where::kHelper, PENSTOCK_GPU_DEVICE};
  AreaKind mine = device;
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
      const AreaKind send = draw(job, drawn);
      const Turn turn{call, first, second, root, part, send, draw(job, drawn)};
      if (job.options.verbose) std::printf("rank %d: %s\n", job.rank, text(job, turn).c_str());
      take_turn(job, turn);
    }
  }
}

// Those that a rank allocates alone and MPI may write. What not every rank has is said and counted.
void find_kinds(Job& job) {
  for (const AreaKind& kind : area_kinds()) {
    if (kind.where == Where::kPeer || kind.only_read()) continue;
    if (kind.where == Where::kSecondDevice && penstock_gpu_open() == 1) continue;
    std::string why;
    int here = Area::make(kind, 1, &why) != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (here == 0) std::printf("rank %d: no %s memory: %s\n", job.rank, kind.name.c_str(), why.c_str());
    if (everywhere != 0) job.kinds.push_back(kind);
    if (everywhere == 0) ++job.skipped;
  }
}

void warm_up(const Job& job) {
  for (int i = 0; i < kWarmUps; ++i) {
    int most = job.rank;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, job.comm);
  }
}

int run(Job& job) {
  find_kinds(job);
  MPI_Comm_dup(MPI_COMM_WORLD, &job.comm);
  warm_up(job);
  job.random.seed(job.options.seed);
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
  if (job.rank == 0) std::printf("gpu_order: %ld cases, %ld failed, %ld skipped\n", job.cases, failures, job.skipped);
  MPI_Comm_free(&job.comm);
  // The stand-in driver has all kinds.
  const bool lacking = penstock_gpu_is_standin() != 0 && job.skipped != 0;
  return job.cases > 0 && failures == 0 && !lacking ? 0 : 1;
}

bool parse(int argc, char** argv, Options* out) {
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
  if (!parse(argc, argv, &job.options)) return 2;
  begin_job(&argc, &argv, &job.rank, &job.size);
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
