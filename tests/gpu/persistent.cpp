// Persistent collectives of GPU memory, several at the same time: each is made on a communicator that has done nothing before,
// started again and again with other data, in another order on each rank, some of them not in every round, completed in yet
// another order, and freed; one is freed before its first start. Long collectives do the same as one graph for each start,
// which the calls show that the stand-in driver counts. A buffer is freed too early; another at its place is used while others
// keep a request of the first. The test needs a time limit:
// mpiexec --timeout 60 -n 4 gpu_persistent [--seed N] [--rounds N]
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "coll_draw.hpp"
#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "common/standin.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kOfEach = 2;               // requests for each collective
constexpr int kParts[] = {16, 2'000};    // integers
constexpr int kLongPart = 18 << 18;      // integers: more than a kernel copies
constexpr int kLongSum = 18 << 20;       // the copy engine spreads its results, from two ranks on
constexpr std::size_t kMostDelay = 300;  // microseconds
constexpr int kLongStarts = 3;

struct Options {
  unsigned seed = 1;
  int rounds = 8;
};

struct Job : CollJob {
  explicit Job(const Options& chosen)
      : CollJob{.name = "gpu_persistent", .seed = chosen.seed}, options(chosen), drawn(chosen.seed) {}
  Options options;
  Draw drawn;  // the same numbers on every rank
  std::unique_ptr<Draw> own;
  std::vector<MemoryKind> kinds;
  MPI_Comm control = MPI_COMM_NULL;
};

struct Made {
  IntCase what;
  MemoryKind send_kind, recv_kind;
  std::unique_ptr<Memory> send, recv;
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
};

// Returns the calls of an entry point of the stand-in so far; -1 if the driver does not count.
long calls(const char* entry) {
  return standin::is_there() ? standin::calls(entry) : -1;
}

// Ranks reach different points at different times; this delay is not a sleep.
void delay(Job& job) {
  const auto until = Clock::now() + std::chrono::microseconds(job.own->one_in(3) ? job.own->below(kMostDelay) : 0);
  while (Clock::now() < until) {
  }
}

std::string text(const Made& made) {
  return std::string("persistent ") + row_of(made.what.call).name + " of " + std::to_string(made.what.part) +
         " integers a part, root " + std::to_string(made.what.root) + ", from " + made.send_kind.name + " to " +
         made.recv_kind.name;
}

// Draws for all ranks, so that they make the same draws.
MemoryKind draw_kind(Job& job) {
  MemoryKind mine = kDeviceMemory;
  for (int rank = 0; rank < job.size; ++rank) {
    const std::size_t kind = job.drawn.below(job.kinds.size());
    const bool differs = job.drawn.one_in(3);
    if (differs && rank == job.rank) mine = job.kinds[kind];
  }
  return mine;
}

void put(Memory& area, const std::vector<int>& values) {
  if (!values.empty()) area.put(0, values.data(), values.size() * sizeof(int));
}

std::vector<int> get(const Memory& area, std::size_t count) {
  std::vector<int> got(count);
  if (count != 0) area.get(0, got.data(), count * sizeof(int));
  return got;
}

void make(Job& job, Call call, int part, MPI_Comm comm, Made* out) {
  const auto root = static_cast<int>(job.drawn.below(static_cast<std::size_t>(job.size)));
  out->what = {call, job.size, job.rank, root, part, 0};
  out->send_kind = draw_kind(job);
  out->recv_kind = draw_kind(job);
  out->send = memory_of(out->send_kind, given(out->what));
  out->recv = memory_of(out->recv_kind, before(out->what));
  must(job, begin(out->what, Form::kPersistent, out->send->at(0), out->recv->at(0), comm, &out->lists, &out->request),
       text(*out) + ": making");
}

void fill(Made& made, int seed) {
  made.what.seed = seed;
  put(*made.send, given(made.what));
  put(*made.recv, before(made.what));
}

void check(Job& job, const Made& made) {
  const std::vector<int> expected = after(made.what);
  if (get(*made.recv, expected.size()) != expected)
    fail(job, text(made) + ", start " + std::to_string(made.what.seed) + ": wrong data");
  ++job.cases;
}

template <typename T>
void shuffle(Draw& draw, std::vector<T>* all) {
  for (std::size_t i = all->size(); i > 1; --i) std::swap((*all)[i - 1], (*all)[draw.below(i)]);
}

// Draws which requests take part for all ranks together; each rank draws its order of starts and of ends.
void take_round(Job& job, std::vector<Made>& all, int round) {
  std::vector<Made*> active;
  for (Made& made : all) {
    if (!job.drawn.one_in(4)) active.push_back(&made);
  }
  for (Made* made : active) fill(*made, round);
  shuffle(*job.own, &active);
  for (Made* made : active) {
    delay(job);
    must(job, MPI_Start(&made->request), text(*made) + ": starting");
  }
  shuffle(*job.own, &active);
  for (Made* made : active) {
    int done = job.own->one_in(2) ? 0 : 1;
    if (done != 0) must(job, MPI_Wait(&made->request, MPI_STATUS_IGNORE), text(*made) + ": waiting");
    while (done == 0) must(job, MPI_Test(&made->request, &done, MPI_STATUS_IGNORE), text(*made) + ": testing");
    check(job, *made);
  }
}

// The communicator is freed first: its requests continue.
void run_many(Job& job) {
  MPI_Comm comm = MPI_COMM_NULL;
  must(job, MPI_Comm_dup(MPI_COMM_WORLD, &comm), "duplicating");
  std::vector<Call> wanted;
  for (const CallRow& row : all_calls()) {
    if (row.call != Call::kBarrier) wanted.insert(wanted.end(), kOfEach, row.call);
  }
  shuffle(job.drawn, &wanted);
  std::vector<Made> all(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    make(job, wanted[i], kParts[job.drawn.below(std::size(kParts))], comm, &all[i]);
  Made never;
  make(job, Call::kAllreduce, kParts[0], comm, &never);
  must(job, MPI_Request_free(&never.request), "freeing what was never started");
  must(job, MPI_Comm_free(&comm), "freeing the communicator");
  for (int round = 1; round <= job.options.rounds; ++round) take_round(job, all, round);
  for (Made& made : all) must(job, MPI_Request_free(&made.request), text(made) + ": freeing");
}

// The memory is device memory alone, and long: a start is one graph, on every rank that has more than one operation.
void run_long(Job& job, Call call, int part) {
  MPI_Comm comm = MPI_COMM_NULL;
  must(job, MPI_Comm_dup(MPI_COMM_WORLD, &comm), "duplicating");
  Made made;
  const std::vector<MemoryKind> kinds = std::exchange(job.kinds, {kDeviceMemory});
  make(job, call, part, comm, &made);
  job.kinds = kinds;
  for (int start = 1; start <= kLongStarts; ++start) {
    fill(made, start);
    const long graphs = calls("cuGraphLaunch"), kernels = calls("cuLaunchKernel"), copies = calls("cuMemcpyAsync");
    must(job, MPI_Start(&made.request), text(made) + ": starting");
    must(job, MPI_Wait(&made.request, MPI_STATUS_IGNORE), text(made) + ": waiting");
    const long by_graph = calls("cuGraphLaunch") - graphs;
    const long alone = calls("cuLaunchKernel") - kernels + calls("cuMemcpyAsync") - copies;
    if (graphs >= 0 && (by_graph != 1 || alone != 0)) {
      fail(job,
           text(made) + ": " + std::to_string(by_graph) + " graphs, " + std::to_string(alone) + " kernels and copies beside");
    }
    check(job, made);
  }
  must(job, MPI_Request_free(&made.request), text(made) + ": freeing");
  must(job, MPI_Comm_free(&comm), "freeing the communicator");
}

// A rank frees a buffer that others write, and gets other memory at its place: all ranks must get an error, and the
// mappings of peers must not be used.
void run_freed(Job& job) {
  constexpr std::size_t kBytes = 1 << 20;
  MPI_Comm comm = MPI_COMM_NULL;
  void* first = nullptr;
  void* again = nullptr;
  MPI_Request request = MPI_REQUEST_NULL;
  must(job, MPI_Comm_dup(MPI_COMM_WORLD, &comm), "duplicating");
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const auto must_gpu = [](int result) {
    if (result != 0) give_up(std::string("a GPU: ") + penstock_gpu_error());
  };
  must_gpu(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kBytes, &first));
  must_gpu(penstock_gpu_fill(first, 1, kBytes));
  must(job, MPI_Bcast_init(first, kBytes, MPI_BYTE, 0, comm, MPI_INFO_NULL, &request), "making a broadcast");
  const bool frees = job.rank == job.size - 1;
  if (frees) must_gpu(penstock_gpu_free(PENSTOCK_GPU_DEVICE, first));
  if (frees) must_gpu(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kBytes, &again));
  int same = !frees || again == first ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, job.control);
  if (same != 0) {
    must(job, MPI_Start(&request), "starting with freed memory");
    if (MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS) fail(job, "freed memory was used");
    ++job.cases;
  }
  // The stand-in reuses the place that became free.
  if (same == 0 && penstock_gpu_is_standin() != 0) fail(job, "the allocation came elsewhere");
  must(job, MPI_Request_free(&request), "freeing");
  must_gpu(penstock_gpu_free(PENSTOCK_GPU_DEVICE, again != nullptr ? again : first));
  must(job, MPI_Comm_free(&comm), "freeing the communicator");
}

// A rank that has freed its request and its memory may get other memory in its place, which others use while they
// still have their old requests.
void run_outlived(Job& job) {
  constexpr std::size_t kBytes = 1 << 20;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  must(job, MPI_Comm_dup(MPI_COMM_WORLD, &comm), "duplicating");
  std::unique_ptr<Memory> areas[2];
  const auto cast = [&](int i) {
    const std::vector<int> sent(kBytes / sizeof(int), i + 1);
    areas[i] = memory_of(kDeviceMemory, job.rank == 0 ? sent : std::vector<int>(sent.size()));
    must(job, MPI_Bcast_init(areas[i]->at(0), kBytes, MPI_BYTE, 0, comm, MPI_INFO_NULL, &requests[i]), "making a broadcast");
    must(job, MPI_Start(&requests[i]), "starting a broadcast");
    must(job, MPI_Wait(&requests[i], MPI_STATUS_IGNORE), "waiting for a broadcast");
    if (get(*areas[i], sent.size()) != sent) fail(job, "wrong data of broadcast " + std::to_string(i + 1));
    ++job.cases;
  };
  cast(0);
  const bool frees = job.rank == job.size - 1;  // the root writes to its memory
  if (frees) must(job, MPI_Request_free(&requests[0]), "freeing");
  if (frees) areas[0].reset();
  cast(1);
  for (MPI_Request& request : requests) {
    if (request != MPI_REQUEST_NULL) must(job, MPI_Request_free(&request), "freeing");
  }
  must(job, MPI_Comm_free(&comm), "freeing the communicator");
}

int run(Job& job) {
  long lacking = 0;
  job.kinds = common_kinds(job, &lacking);
  MPI_Comm_dup(MPI_COMM_WORLD, &job.control);
  run_many(job);
  run_long(job, Call::kAlltoall, kLongPart);
  if (job.size == 2) run_long(job, Call::kAllreduce, kLongSum);
  run_freed(job);
  run_outlived(job);
  MPI_Comm_free(&job.control);
  return report(job);
}

bool parse(int argc, char** argv, Options* out) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (i + 1 == argc) return false;
    const auto number = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    if (word == "--seed") {
      out->seed = number;
    } else if (word == "--rounds") {
      out->rounds = static_cast<int>(number);
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
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Options options;
  if (!parse(argc, argv, &options)) return 2;
  Job job(options);
  begin_job(&argc, &argv, &job.rank, &job.size);
  job.own = std::make_unique<Draw>(mixed(options.seed, static_cast<std::uint64_t>(job.rank), 1));
  const int result = run(job);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
