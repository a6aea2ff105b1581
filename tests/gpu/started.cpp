// Communicators with nothing but started collectives: their members exchange their GPUs while many calls are under way. On
// each, every data collective runs several times; all of them are begun before the first wait, at different times and completed
// in another order on each rank, with blocking collectives of another communicator between them. On some the communicator is
// freed first, or a blocking call comes among the started ones. The output of PENSTOCK_EXPLAIN shows that GPUs did the work.
// The test needs a time limit:
// mpiexec --timeout 60 -n 4 gpu_started [--seed N] [--rounds N]
#include <mpi.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "coll_draw.hpp"
#include "coll_ints.hpp"
#include "coll_job.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kOfEach = 4;                     // calls of a collective in a round: more than precede the first exchange
constexpr int kParts[] = {16, 2'000, 25'600};  // integers
constexpr int kChildPart = 400'000;            // EXPLAIN lists it on a line of its own, because its size has a class of its own
constexpr std::size_t kMostDelay = 300;        // microseconds

struct Options {
  unsigned seed = 1;
  int rounds = 6;
};

// Captures the library's messages on this rank, and prints them in the end.
class Heard {
 public:
  Heard() : file_(std::tmpfile()), stderr_(dup(STDERR_FILENO)) {
    if (file_ == nullptr || stderr_ < 0 || dup2(fileno(file_), STDERR_FILENO) < 0) give_up("what is said cannot be heard");
  }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() {
    dup2(stderr_, STDERR_FILENO);
    const std::string all = text();
    std::fwrite(all.data(), 1, all.size(), stderr);
    close(stderr_);
    std::fclose(file_);
  }
  [[nodiscard]] std::string text() const {
    std::string said(4096, '\0');
    std::string all;
    off_t place = 0;
    for (ssize_t n = 0; (n = pread(fileno(file_), said.data(), said.size(), place)) > 0; place += n) {
      all.append(said, 0, static_cast<std::size_t>(n));
    }
    return all;
  }
  // True if GPUs did `what`.
  [[nodiscard]] bool by_gpus(const std::string& what) const {
    const std::string all = text();
    for (std::size_t begin = all.find(what); begin != std::string::npos; begin = all.find(what, begin + 1)) {
      const std::string line = all.substr(begin, all.find('\n', begin) - begin);
      if (line.find("kernels of all GPUs") != std::string::npos) return true;
    }
    return false;
  }

 private:
  FILE* file_;
  int stderr_;
};

struct Job : CollJob {
  explicit Job(const Options& chosen)
      : CollJob{.name = "gpu_started", .seed = chosen.seed}, options(chosen), drawn(chosen.seed) {}
  Options options;
  Draw drawn;  // the same numbers on every rank
  std::unique_ptr<Draw> own;
  std::unique_ptr<Heard> heard;  // on rank 0, which prints the messages
  std::vector<MemoryKind> kinds;
  MPI_Comm other = MPI_COMM_NULL;
};

struct Round {
  int number = 0;
  MPI_Comm comm = MPI_COMM_NULL;
  bool mixed_kinds = false, frees_early = false, has_blocking = false;
};

struct Outstanding {
  IntCase what;
  std::unique_ptr<Memory> send, recv;
  IntLists lists;
};

// Ranks reach different points at different times; this delay is not a sleep.
void delay(Job& job) {
  const auto until = Clock::now() + std::chrono::microseconds(job.own->one_in(3) ? job.own->below(kMostDelay) : 0);
  while (Clock::now() < until) {
  }
}

std::string text(const IntCase& what, int round) {
  return std::string(row_of(what.call).name) + " of " + std::to_string(what.part) + " integers a part, root " +
         std::to_string(what.root) + ", call " + std::to_string(what.seed) + " of round " + std::to_string(round);
}

// Draws for all ranks, so that they make the same draws.
MemoryKind kind_of(Job& job, const Round& round) {
  MemoryKind mine = kDeviceMemory;
  for (int rank = 0; rank < job.size; ++rank) {
    const std::size_t kind = job.drawn.below(job.kinds.size());
    const bool differs = job.drawn.one_in(4) && round.mixed_kinds;
    if (differs && rank == job.rank) mine = job.kinds[kind];
  }
  return mine;
}

// Returns every data collective kOfEach times, in a random order.
std::vector<Call> calls_of_round(Job& job) {
  std::vector<Call> calls;
  for (const CallRow& row : all_calls()) {
    if (row.call != Call::kBarrier) calls.insert(calls.end(), kOfEach, row.call);
  }
  for (std::size_t i = calls.size(); i > 1; --i) std::swap(calls[i - 1], calls[job.drawn.below(i)]);
  return calls;
}

std::vector<Outstanding> prepare(Job& job, const Round& round) {
  std::vector<Outstanding> all;
  for (const Call call : calls_of_round(job)) {
    Outstanding one;
    const auto root = static_cast<int>(job.drawn.below(static_cast<std::size_t>(job.size)));
    const int part = kParts[job.drawn.below(std::size(kParts))];
    one.what = {call, job.size, job.rank, root, part, static_cast<int>(all.size())};
    const MemoryKind send = kind_of(job, round);
    const MemoryKind recv = kind_of(job, round);
    one.send = memory_of(send, given(one.what));
    one.recv = memory_of(recv, before(one.what));
    all.push_back(std::move(one));
  }
  return all;
}

// Makes a blocking call on another communicator.
void call_blocking(Job& job) {
  int sum = 0;
  must(job, MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, job.other), "a blocking call");
  if (sum != job.size * (job.size - 1) / 2) fail(job, "a blocking call between: wrong data");
}

void begin_all(Job& job, const Round& round, std::vector<Outstanding>* all, std::vector<MPI_Request>* requests) {
  requests->assign(all->size(), MPI_REQUEST_NULL);
  const std::size_t blocking = round.has_blocking ? job.drawn.below(all->size()) : all->size();
  for (std::size_t i = 0; i < all->size(); ++i) {
    delay(job);
    Outstanding& one = (*all)[i];
    const Form form = i == blocking ? Form::kBlocking : Form::kStarted;
    must(job, begin(one.what, form, one.send->at(0), one.recv->at(0), round.comm, &one.lists, &(*requests)[i]),
         text(one.what, round.number));
    if (job.drawn.one_in(12)) call_blocking(job);
  }
}

// Completes one request after another in an order of this rank's own, by either function.
void complete_all(Job& job, std::vector<MPI_Request>* requests) {
  std::vector<MPI_Request*> left;
  for (MPI_Request& request : *requests) left.push_back(&request);
  while (!left.empty()) {
    std::swap(left[job.own->below(left.size())], left.back());
    int done = job.own->one_in(2) ? 0 : 1;
    if (done != 0) must(job, MPI_Wait(left.back(), MPI_STATUS_IGNORE), "waiting");
    while (done == 0) must(job, MPI_Test(left.back(), &done, MPI_STATUS_IGNORE), "testing");
    left.pop_back();
  }
}

void check(Job& job, const Round& round, const Outstanding& one) {
  const std::vector<int> expected = after(one.what);
  std::vector<int> got(expected.size());
  one.recv->get(0, got.data(), got.size() * sizeof(int));
  if (got != expected) fail(job, text(one.what, round.number) + ": wrong data");
  ++job.cases;
}

void take_round(Job& job, Round& round) {
  std::vector<Outstanding> all = prepare(job, round);
  std::vector<MPI_Request> requests;
  begin_all(job, round, &all, &requests);
  if (round.frees_early) must(job, MPI_Comm_free(&round.comm), "freeing the communicator");
  complete_all(job, &requests);
  for (const Outstanding& one : all) check(job, round, one);
}

// GPUs must have done every collective, though the communicator had no blocking call.
void expect_gpus(Job& job) {
  if (job.heard == nullptr) return;
  for (const CallRow& row : all_calls()) {
    const std::string name = row.call == Call::kAlltoallv ? "alltoallw" : row.name;
    if (row.call != Call::kBarrier && !job.heard->by_gpus(": " + name + " of ")) fail(job, name + " went over the host");
  }
}

// Checks the first collective of a communicator that was made of one with GPUs.
void expect_gpus_of_child(Job& job, MPI_Comm parent) {
  MPI_Comm child = MPI_COMM_NULL;
  must(job, MPI_Comm_dup(parent, &child), "duplicating");
  const IntCase what{Call::kAllreduce, job.size, job.rank, 0, kChildPart, 0};
  Outstanding one{what, memory_of(kDeviceMemory, given(what)), memory_of(kDeviceMemory, before(what)), {}};
  MPI_Request request = MPI_REQUEST_NULL;
  must(job, begin(what, Form::kStarted, one.send->at(0), one.recv->at(0), child, &one.lists, &request), "a child's call");
  must(job, MPI_Wait(&request, MPI_STATUS_IGNORE), "waiting for a child's call");
  check(job, {}, one);
  const std::string said = ": allreduce of " + std::to_string(kChildPart * sizeof(int)) + " B";
  if (job.heard != nullptr && !job.heard->by_gpus(said)) fail(job, "the first call of a duplicate went over the host");
  must(job, MPI_Comm_free(&child), "freeing the duplicate");
}

MPI_Comm make_comm(Job& job, bool of_group) {
  MPI_Comm made = MPI_COMM_NULL;
  if (!of_group) {
    must(job, MPI_Comm_dup(job.other, &made), "duplicating");
    return made;
  }
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  must(job, MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &made), "making a communicator of a group");
  MPI_Group_free(&group);
  return made;
}

// The first round has nothing but started calls, of device memory.
void take_rounds(Job& job) {
  for (int number = 0; number < job.options.rounds; ++number) {
    Round round{.number = number};
    round.comm = make_comm(job, number % 3 == 0);
    round.mixed_kinds = number % 2 == 1;
    round.frees_early = number % 4 == 2;
    round.has_blocking = number % 4 == 3;
    take_round(job, round);
    if (number == 0) expect_gpus(job);
    if (number == 0) expect_gpus_of_child(job, round.comm);
    if (round.comm != MPI_COMM_NULL) must(job, MPI_Comm_free(&round.comm), "freeing the communicator");
  }
}

int run(Job& job) {
  long lacking = 0;
  job.kinds = common_kinds(job, &lacking);
  MPI_Comm_dup(MPI_COMM_WORLD, &job.other);
  MPI_Comm_set_errhandler(job.other, MPI_ERRORS_RETURN);
  take_rounds(job);
  MPI_Comm_free(&job.other);
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
  setenv("PENSTOCK_EXPLAIN", "1", 1);
  begin_job(&argc, &argv, &job.rank, &job.size);
  job.own = std::make_unique<Draw>(mixed(options.seed, static_cast<std::uint64_t>(job.rank), 1));
  if (job.rank == 0) job.heard = std::make_unique<Heard>();
  const int result = run(job);
  const int ended = MPI_Finalize();
  return ended == MPI_SUCCESS ? result : 1;
}
