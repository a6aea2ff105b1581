// Ranks whose streams wait for a rank that dies: mpiexec -n RANKS streams_victim receive|collective|graph. Driven by
// death_test.py, which kills the last rank.
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include <penstock_gpu_graph.h>

#include "stream_job.hpp"

namespace penstock::test {
namespace {

void put(const StreamJob& job, const OnStream& on, const Numbers& numbers, bool receives) {
  if (receives) {
    MUST(MPIX_Recv_enqueue(numbers.device(), numbers.count(), MPI_INT, job.size - 1, 1, on.comm(), MPI_STATUS_IGNORE));
  } else {
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_SUM, on.comm()));
  }
}

// The last rank takes no part.
void stand_waiting(const StreamJob& job, const char* what) {
  const OnStream on;
  const Numbers numbers(1000);
  const bool graph = std::strcmp(what, "graph") == 0;
  const bool receives = std::strcmp(what, "collective") != 0;
  penstock_gpu_graph made = nullptr;
  if (job.rank != job.size - 1) {
    if (graph) need(penstock_gpu_capture_begin(on.stream(), PENSTOCK_GPU_CAPTURE_GLOBAL), "beginning a capture");
    put(job, on, numbers, receives);
    if (graph) need(penstock_gpu_capture_end(on.stream(), &made), "ending a capture");
    if (graph) need(penstock_gpu_graph_launch(made, on.stream()), "launching a graph");
  }
  std::printf("rank %d waits\n", job.rank);
  if (job.rank == job.size - 1) {
    for (;;) pause();
  }
  on.wait();
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  StreamJob job;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  MUST(MPI_Init(&argc, &argv));
  MUST(MPI_Comm_rank(MPI_COMM_WORLD, &job.rank));
  MUST(MPI_Comm_size(MPI_COMM_WORLD, &job.size));
  if (argc != 2) give_up("say what to wait in");
  if (const std::string why = open_gpu(job.rank); !why.empty()) give_up(why);
  stand_waiting(job, argv[1]);
  MUST(MPI_Finalize());
  return 0;
}
