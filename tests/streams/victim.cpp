// Ranks whose streams wait for a rank that dies: mpiexec -n RANKS streams_victim WAY [survive]. death_test.py runs it and kills
// the last rank. `survive`: the job continues; then streams are released, the next call on the communicator returns the reason,
// and the survivors can still communicate.
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include <penstock_gpu_graph.h>

#include "stream_job.hpp"

namespace penstock::test {
namespace {

struct Way {
  const char* name;
  std::size_t count;  // of numbers
  bool receives;      // or has a collective
  bool graph;
};
// In some ways kernels wait for packets, in others streams wait for words, or the CPU waits.
constexpr Way kWays[] = {{"receive", 1000, true, false},        {"small", 16, true, false},
                         {"collective", 1000, false, false},    {"meeting", 10'000, false, false},
                         {"large", 300'000, false, false},      {"graph", 1000, true, true},
                         {"graph_collective", 16, false, true}, {"graph_meeting", 10'000, false, true}};

int put(const StreamJob& job, const OnStream& on, const Numbers& from, const Numbers& to, bool receives) {
  if (receives) return MPIX_Recv_enqueue(to.device(), to.count(), MPI_INT, job.size - 1, 1, on.comm(), MPI_STATUS_IGNORE);
  return MPIX_Allreduce_enqueue(from.device(), to.device(), to.count(), MPI_INT, MPI_SUM, on.comm());
}

void put_twice(const StreamJob& job, const OnStream& on, const Numbers& from, const Numbers& to, const Way& way) {
  MUST(put(job, on, from, to, way.receives));
  if (!way.receives) MUST(put(job, on, from, to, false));
}

void check_survival(StreamJob* job, const OnStream& on, const Numbers& from, const Numbers& to, const Way& way) {
  check_error(*job, put(*job, on, from, to, way.receives), MPI_ERR_PROC_ABORTED, "is lost", "the next call");
  on.wait();
  int heard = -1;
  const int last = job->size - 1;
  MUST(MPI_Sendrecv(&job->rank, 1, MPI_INT, (job->rank + 1) % last, 3, &heard, 1, MPI_INT, (job->rank + last - 1) % last, 3,
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  check(*job, heard == (job->rank + last - 1) % last, "a message among those that live");
  std::printf("rank %d: %ld checks, %ld failed\n", job->rank, job->checks, job->failures);
}

// The last rank does not take part.
void stand_waiting(StreamJob* job, const Way& way, bool survives) {
  const OnStream on;
  const Numbers from(way.count);
  const Numbers to(way.count);
  if (survives) MUST(MPI_Comm_set_errhandler(on.comm(), MPI_ERRORS_RETURN));
  penstock_gpu_graph made = nullptr;
  if (job->rank != job->size - 1) {
    if (way.graph) need(penstock_gpu_capture_begin(on.stream(), PENSTOCK_GPU_CAPTURE_GLOBAL), "beginning a capture");
    put_twice(*job, on, from, to, way);
    if (way.graph) need(penstock_gpu_capture_end(on.stream(), &made), "ending a capture");
    if (way.graph) need(penstock_gpu_graph_launch(made, on.stream()), "launching a graph");
  }
  std::printf("rank %d waits\n", job->rank);
  if (job->rank == job->size - 1) {
    for (;;) pause();
  }
  on.wait();
  if (survives) check_survival(job, on, from, to, way);
  if (made != nullptr) need(penstock_gpu_graph_destroy(made), "destroying a graph");
}

const Way& way_named(const char* name) {
  for (const Way& way : kWays) {
    if (std::strcmp(way.name, name) == 0) return way;
  }
  give_up(std::string("there is no way ") + name);
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
  if (argc < 2) give_up("say what to wait in");
  if (const std::string why = open_gpu(job.rank); !why.empty()) give_up(why);
  stand_waiting(&job, way_named(argv[1]), argc > 2 && std::strcmp(argv[2], "survive") == 0);
  MUST(MPI_Finalize());
  return job.failures == 0 ? 0 : 1;
}
