// Limits the cost of small calls on streams for the CPU that makes them: calls of the driver and allocations, each of which
// takes some part of a microsecond, while the launch of a kernel takes three. Two ranks, on the stand-in driver.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>

#include "common/counted_new.hpp"
#include "common/standin.hpp"
#include "stream_job.hpp"

namespace penstock::test {
namespace {

constexpr int kCalls = 400;
constexpr int kRuns = 8;
constexpr int kTag = 5;

struct Cost {
  double driver = 0;
  double allocations = 0;
};

// One call of a form, and the most that it may cost.
struct Form {
  const char* name;
  std::function<void(int i)> call;
  Cost most;
};

Cost cost_of(const std::function<void(int i)>& call) {
  const long driver = standin::calls_here();
  const std::uint64_t allocated = allocations_here();
  for (int i = 0; i < kCalls; ++i) call(i);
  return {static_cast<double>(standin::calls_here() - driver) / kCalls,
          static_cast<double>(allocations_here() - allocated) / kCalls};
}

// Takes the least of several runs: the first ones fill pools, and rare costs occur in some of them.
void look_at(StreamJob& job, const OnStream& on, const Form& form) {
  Cost least{1e9, 1e9};
  for (int run = 0; run < kRuns; ++run) {
    const Cost cost = cost_of(form.call);
    least = {std::min(least.driver, cost.driver), std::min(least.allocations, cost.allocations)};
    on.wait();
    MUST(MPI_Barrier(MPI_COMM_WORLD));
  }
  std::printf("rank %d, %s: %.2f calls of the driver, %.2f allocations\n", job.rank, form.name, least.driver,
              least.allocations);
  const std::string what = std::string(form.name) + " takes no more than what it is allowed";
  check(job, least.driver <= form.most.driver, what + " of the driver");
  check(job, least.allocations <= form.most.allocations, what + " of memory");
}

void look(StreamJob& job) {
  const OnStream on;
  const Numbers numbers(kCalls);
  std::vector<MPI_Request> requests(kCalls, MPI_REQUEST_NULL);
  const MPI_Comm comm = on.comm();
  const auto send = [&](int i) { MUST(MPIX_Send_enqueue(numbers.device() + i, 1, MPI_INT, 1, kTag, comm)); };
  const auto receive = [&](int i) {
    MUST(MPIX_Recv_enqueue(numbers.device() + i, 1, MPI_INT, 0, kTag, comm, MPI_STATUS_IGNORE));
  };
  const auto wait_for_all = [&](int i) {
    if (i + 1 == kCalls) MUST(MPIX_Waitall_enqueue(kCalls, requests.data(), MPI_STATUSES_IGNORE));
  };
  const auto isend = [&](int i) {
    MUST(MPIX_Isend_enqueue(numbers.device() + i, 1, MPI_INT, 1, kTag, comm, &requests[static_cast<std::size_t>(i)]));
    wait_for_all(i);
  };
  const auto ireceive = [&](int i) {
    MUST(MPIX_Irecv_enqueue(numbers.device() + i, 1, MPI_INT, 0, kTag, comm, &requests[static_cast<std::size_t>(i)]));
    wait_for_all(i);
  };
  const auto sum = [&](int i) { MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device() + i, 1, MPI_INT, MPI_SUM, comm)); };
  const auto meet = [&](int) { MUST(MPIX_Barrier_enqueue(comm)); };
  // The limits are a little above the measured costs, because rare costs vary. The stand-in's launch
  // makes three of the allocations.
  const Form forms[] = {
      job.rank == 0 ? Form{"send", send, {5.02, 5.5}} : Form{"receive", receive, {5.02, 8.6}},
      job.rank == 0 ? Form{"send with a request", isend, {5.1, 6.6}} : Form{"receive with a request", ireceive, {5.1, 6.6}},
      {"allreduce", sum, {5.02, 4.6}},
      {"barrier", meet, {4.02, 4.6}},
  };
  for (const Form& form : forms) look_at(job, on, form);
}

int run(int argc, char** argv) {
  StreamJob job;
  MUST(MPI_Init(&argc, &argv));
  MUST(MPI_Comm_rank(MPI_COMM_WORLD, &job.rank));
  MUST(MPI_Comm_size(MPI_COMM_WORLD, &job.size));
  if (job.size != 2) give_up("this is for two ranks");
  if (const std::string why = open_gpu(job.rank); !why.empty()) give_up(why);
  if (!standin::is_there()) give_up("a GPU's driver counts nothing: run this on the stand-in");
  // This checks that both counters see the library; otherwise the test would always pass.
  const long driver = standin::calls_here();
  const std::uint64_t allocated = allocations_here();
  {
    const OnStream on;
  }
  check(job, standin::calls_here() > driver && allocations_here() > allocated, "what the library does is counted");
  look(job);
  long mine[] = {job.checks, job.failures};
  long all[] = {0, 0};
  MUST(MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD));
  if (job.rank == 0) std::printf("%ld checks, %ld failures\n", all[0], all[1]);
  MUST(MPI_Finalize());
  return all[1] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  return penstock::test::run(argc, argv);
}
