// Communication in the order of streams, one scenario after another: mpiexec -n RANKS streams [--replays N] [SCENARIO...]. It
// needs a time limit, because a wrong wait hangs.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

struct Scenario {
  const char* name;
  void (*run)(StreamJob& job);
};

constexpr Scenario kScenarios[] = {
    {"arguments", arguments},
    {"in_stream_order", in_stream_order},
    {"sendrecv", sendrecv},
    {"statuses_in_arrays", statuses_in_arrays},
    {"late_sender", late_sender},
    {"late_receiver", late_receiver},
    {"both_late", both_late},
    {"small_messages", small_messages},
    {"small_messages_mixed", small_messages_mixed},
    {"late_failure", late_failure},
    {"every_collective", every_collective},
    {"opposite_order", opposite_order},
    {"late_rank", late_rank},
    {"freed_early", freed_early},
    {"beside_ordinary_calls", beside_ordinary_calls},
    {"disconnected", disconnected},
    {"reductions_on_gpus", reductions_on_gpus},
    {"captured_calls", captured_calls},
    {"mixed_with_graphs", mixed_with_graphs},
    {"forked_capture", forked_capture},
    {"captured_objects", captured_objects},
    {"random_programs", random_programs},
};

bool is_wanted(const char* name, int first, int argc, char** argv) {
  for (int i = first; i < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return true;
  }
  return first == argc;
}

int run(int argc, char** argv) {
  StreamJob job;
  MUST(MPI_Init(&argc, &argv));
  MUST(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  MUST(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  MUST(MPI_Comm_rank(MPI_COMM_WORLD, &job.rank));
  MUST(MPI_Comm_size(MPI_COMM_WORLD, &job.size));
  const bool counted = argc > 2 && std::strcmp(argv[1], "--replays") == 0;
  if (counted) job.replays = std::atoi(argv[2]);
  const int first = counted ? 3 : 1;
  if (const std::string why = open_gpu(job.rank); !why.empty()) give_up(why);
  for (const Scenario& scenario : kScenarios) {
    if (!is_wanted(scenario.name, first, argc, argv)) continue;
    if (job.rank == 0) std::printf("%s\n", scenario.name);
    scenario.run(job);
  }
  const Leftover left(job);
  MUST(MPI_Finalize());
  left.look(job);
  std::printf("rank %d: %ld checks, %ld failed\n", job.rank, job.checks, job.failures);
  return job.failures == 0 && job.checks > 1 ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return penstock::test::run(argc, argv);
}
