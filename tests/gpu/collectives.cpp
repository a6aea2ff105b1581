// Tests every collective of intra-communicators in every form, with memory of every kind: mpiexec -n 3 gpu_collectives
// [--help]. Each rank's result is compared with the call's definition applied to the data of all ranks; guards around the
// buffers and all other memory that the call must not write stay unchanged; the send buffer is overwritten, and often freed, as
// soon as the call is complete.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "coll_exercise.hpp"
#include "coll_plan.hpp"
#include "coll_units.hpp"

namespace penstock::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 3;              // starts of a persistent request
constexpr std::size_t kMostDelay = 60;  // microseconds
constexpr int kMostFailures = 10;
constexpr int kWarmUps = 24;

struct Job {
  Job(const Options& chosen, int rank, std::uint64_t seed)
      : options(chosen), own(seed), store(rank, penstock_gpu_open(), chosen.on_gpus) {}
  Options options;
  Draw own;  // other numbers on each rank
  Store store;
  Place world, other;  // `other` has a communicator of its own for the same ranks
  Coverage coverage;
  long cases = 0, failures = 0;
};

void fail(Job& job, const Case& what, int round, const std::string& why) {
  if (++job.failures > kMostFailures) return;
  std::printf("rank %d of %d: FAILED: %s, round %d (--seed %llu): %s\n", job.world.rank, job.world.size,
              text(what, job.store).c_str(), round, static_cast<unsigned long long>(job.options.seed), why.c_str());
  std::fflush(stdout);
}

// The ranks begin the call at different times; this delay is not a sleep, so that nothing waits for a scheduler.
void delay(Job& job, std::size_t most) {
  const auto until = Clock::now() + std::chrono::microseconds(job.own.one_in(3) ? 0 : job.own.below(most));
  while (Clock::now() < until) {
  }
}

int complete(Job& job, MPI_Request* request) {
  if (job.own.one_in(2)) return MPI_Wait(request, MPI_STATUS_IGNORE);
  int done = 0;
  int code = MPI_SUCCESS;
  while (done == 0 && code == MPI_SUCCESS) code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
  return code;
}

// One case fails once.
class Verdict {
 public:
  Verdict(Job& job, const Case& what) : job_(job), case_(what) {}
  void note(int round, const std::string& why) {
    if (why.empty() || failed_) return;
    failed_ = true;
    fail(job_, case_, round, why);
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  Job& job_;
  const Case& case_;
  bool failed_ = false;
};

void count(Job& job, const Case& what) {
  ++job.cases;
  job.coverage.add(what);
}

void tell(const Job& job, const Case& what) {
  if (!job.options.verbose || job.world.rank != 0) return;
  std::printf("%s\n", text(what, job.store).c_str());
  std::fflush(stdout);
}

void run_persistent(Job& job, const Case& what, Exercise& exercise, Verdict& verdict) {
  MPI_Request request = MPI_REQUEST_NULL;
  verdict.note(0, exercise.begin(&request));
  for (int round = 0; round < kRounds; ++round) {
    exercise.prepare(round);
    delay(job, kMostDelay);
    verdict.note(round, error_text(MPI_Start(&request)));
    verdict.note(round, error_text(complete(job, &request)));
    verdict.note(round, exercise.finish());
  }
  verdict.note(kRounds, error_text(MPI_Request_free(&request)));
  count(job, what);
}

void run_case(Job& job, const Case& what) {
  tell(job, what);
  Verdict verdict(job, what);
  const auto exercise = Exercise::make(job.store, job.world, what);
  if (what.form == Form::kPersistent) return run_persistent(job, what, *exercise, verdict);
  exercise->prepare(0);
  delay(job, kMostDelay);
  MPI_Request request = MPI_REQUEST_NULL;
  verdict.note(0, exercise->begin(&request));
  if (what.form == Form::kStarted) verdict.note(0, error_text(complete(job, &request)));
  verdict.note(0, exercise->finish());
  count(job, what);
}

long long now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

// No rank leaves before all have entered, by the clock that ranks of one machine share.
void run_barrier(Job& job, const Case& what) {
  Verdict verdict(job, what);
  Arguments arguments;
  arguments.comm = job.world.comm;
  const CallRow& row = row_of(Call::kBarrier);
  MPI_Request request = MPI_REQUEST_NULL;
  if (what.form == Form::kPersistent) verdict.note(0, error_text(row.begin(what.form, arguments, &request)));
  for (int round = 0; round < (what.form == Form::kPersistent ? kRounds : 1); ++round) {
    delay(job, 4 * kMostDelay);
    const long long entered = now();
    const bool made = what.form == Form::kPersistent;
    verdict.note(round, error_text(made ? MPI_Start(&request) : row.begin(what.form, arguments, &request)));
    if (what.form != Form::kBlocking) verdict.note(round, error_text(complete(job, &request)));
    const long long left = now();
    long long last = 0;
    MPI_Allreduce(&entered, &last, 1, MPI_LONG_LONG, MPI_MAX, job.world.judging);
    if (left < last) verdict.note(round, "left " + std::to_string(last - left) + " ns before the last rank came");
  }
  if (what.form == Form::kPersistent) verdict.note(kRounds, error_text(MPI_Request_free(&request)));
  count(job, what);
}

// Calls alternate between two communicators; the last that was started is the first to be completed.
void run_mixed(Job& job, const std::vector<Case>& several) {
  std::vector<std::unique_ptr<Exercise>> exercises;
  std::vector<Verdict> verdicts;
  std::vector<MPI_Request> requests(several.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < several.size(); ++i) {
    tell(job, several[i]);
    verdicts.emplace_back(job, several[i]);
    exercises.push_back(Exercise::make(job.store, i % 2 == 0 ? job.world : job.other, several[i]));
    exercises.back()->prepare(0);
  }
  for (std::size_t i = 0; i < several.size(); ++i) {
    delay(job, kMostDelay);
    verdicts[i].note(0, exercises[i]->begin(&requests[i]));
  }
  for (std::size_t i = several.size(); i-- > 0;) verdicts[i].note(0, error_text(complete(job, &requests[i])));
  for (std::size_t i = several.size(); i-- > 0;) {
    verdicts[i].note(0, exercises[i]->finish());
    count(job, several[i]);
  }
}

int conclude(Job& job, const Plan& plan, double seconds) {
  if (const std::string lack = job.coverage.lacks(job.options); !lack.empty() && plan.skipped == 0) {
    ++job.failures;
    std::printf("rank %d: FAILED: %s\n", job.world.rank, lack.c_str());
  }
  long sums[3] = {job.cases, job.failures, plan.skipped};
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.world.rank == 0) {
    const Coverage& done = job.coverage;
    std::printf(
        "%ld pairs of type and operation, %ld cases overwritten at once, %ld of them freed, %ld in place, %zu x %zu at once;"
        " %d ranks, %.1f s, %s\n",
        done.pairs_done(), done.overwritten, done.replaced, done.in_place, plan.mixed.size(),
        plan.mixed.empty() ? 0 : plan.mixed[0].size(), job.world.size, seconds,
        penstock_gpu_is_standin() != 0 ? "stand-in" : "GPUs");
    std::printf("gpu_collectives: %ld cases, %ld failed, %ld skipped\n", sums[0], sums[1], sums[2]);
  }
  // The stand-in driver has all kinds of memory.
  const bool lacking = penstock_gpu_is_standin() != 0 && sums[2] != 0;
  return sums[0] > 0 && sums[1] == 0 && !lacking ? 0 : 1;
}

// After some of its blocking calls a communicator finds out if the members' GPUs can access each other.
void warm_up(const Place& place) {
  for (int i = 0; i < kWarmUps; ++i) MPI_Barrier(place.comm);
}

int run(const Options& options) {
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (const std::string why = open_gpu(rank); !why.empty()) give_up("no GPU: " + why);
  Job job(options, rank, mixed(options.seed, static_cast<std::uint64_t>(rank), 1));
  job.world = job.other = {rank, size, MPI_COMM_WORLD, MPI_COMM_NULL};
  MPI_Comm_dup(MPI_COMM_WORLD, &job.other.comm);
  MPI_Comm_dup(MPI_COMM_WORLD, &job.world.judging);
  job.other.judging = job.world.judging;
  if (options.on_gpus) warm_up(job.world);
  if (options.on_gpus) warm_up(job.other);
  const Plan plan = make_plan(options, job.store, size, penstock_gpu_open());
  const auto begin = Clock::now();
  for (const Case& what : plan.single) {
    if (what.call == Call::kBarrier) run_barrier(job, what);
    if (what.call != Call::kBarrier) run_case(job, what);
  }
  for (const std::vector<Case>& several : plan.mixed) run_mixed(job, several);
  const int result = conclude(job, plan, std::chrono::duration<double>(Clock::now() - begin).count());
  MPI_Comm_free(&job.other.comm);
  MPI_Comm_free(&job.world.judging);
  free_units();
  free_element_types();
  return result;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Options options;
  if (!parse(argc, argv, &options)) return 2;
  if (options.help) {
    std::printf("%s", usage());
    return 0;
  }
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  const int result = run(options);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
