// Communication from inside kernels, one scenario after another: mpiexec -n RANKS kernels [--rounds N] [SCENARIO...]. It needs
// a time limit, because a wait for an event that never occurs hangs.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernel_job.hpp"

namespace penstock::test {
namespace {

struct Scenario {
  const char* name;
  void (*run)(KernelJob& job);
  bool only_named;
};

constexpr Scenario kScenarios[] = {
    {"arguments", arguments, false},
    {"messages", messages, false},
    {"counters", counters, false},
    {"meetings", meetings, false},
    {"reductions", reductions, false},
    {"given_up", given_up, false},
    {"partitions", partitions, false},
    {"partitions_half", partitions_half, false},
    {"partitions_unlike", partitions_unlike, false},
    {"symmetric", symmetric, false},
    {"refused", refused, true},
    {"times", times, true},
    {"lonely", lonely, true},
};

int run(int argc, char** argv) {
  MUST(MPI_Init(&argc, &argv));
  MUST(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  MUST(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  bool good = false;
  {
    KernelJob job;
    int first = 1;
    if (argc > 2 && std::strcmp(argv[1], "--rounds") == 0) {
      job.rounds = std::atoi(argv[2]);
      first = 3;
    }
    for (const Scenario& scenario : kScenarios) {
      bool named = false;
      for (int i = first; i < argc; ++i) named |= std::strcmp(argv[i], scenario.name) == 0;
      if (!named && (first < argc || scenario.only_named)) continue;
      if (job.rank == 0) std::printf("%s\n", scenario.name);
      scenario.run(job);
    }
    std::printf("rank %d: %ld checks, %ld failed\n", job.rank, job.checks, job.failures);
    good = job.failures == 0 && job.checks > 0;
  }
  MUST(MPI_Finalize());
  return good ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return penstock::test::run(argc, argv);
}
