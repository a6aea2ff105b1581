// Collectives, blocking, persistent, and overlapped with computation.
#include <algorithm>
#include <cmath>

#include "coll_check.hpp"
#include "compute.hpp"
#include "mpi_call.hpp"

namespace bench {
namespace {

// All ranks enter the operation together, with other buffers or after a pause if the options ask for it.
void line_up(Scene& scene, Operation* operation) {
  if (scene.options.fresh) {
    scene.renew();
    operation->refresh();
  }
  if (scene.which.coll->meet != nullptr) {
    scene.which.coll->meet();
  } else {
    scene.barrier();
  }
  scene.idle();
}

double mean_over_ranks(const Scene& scene, double mine) {
  double sum = 0;
  check(MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, scene.team.control), "MPI_Allreduce");
  return sum / scene.team.size;
}

// Returns the median over the operations of the time of the slowest rank in each. All ranks have kept
// samples of the same operations.
double slowest(const Scene& scene, const Samples& samples) {
  std::vector<double> last(samples.kept().size());
  check(
      MPI_Reduce(samples.kept().data(), last.data(), static_cast<int>(last.size()), MPI_DOUBLE, MPI_MAX, 0, scene.team.control),
      "MPI_Reduce");
  return median(last);
}

}  // namespace

Needs coll_needs(const Scene& scene, const Layout&) {
  const auto all = static_cast<std::size_t>(scene.team.size);
  switch (scene.which.coll->flow) {
    case Flow::kGather:
    case Flow::kAllgather: return {1, all};
    case Flow::kScatter: return {all, 1};
    case Flow::kAlltoall: return {all, all};
    default: return {1, 1};
  }
}

namespace {

// If ranks share processors, the time of each rank in its call shows which rank left the barrier first: a rank that comes late
// finds its data, and one that comes early waits until the others are scheduled; the library's barrier decides which it is. The
// sum of both costs does not depend on the order of leaving.
Row waited_for(Scene& scene, CallForm form) {
  Operation operation(scene, form);
  const bool good = operation.right();
  const bool barrier = scene.which.coll->flow == Flow::kNone;
  Samples calls, turns;
  if (barrier) {  // many barriers in a row, each of which serves as the other's barrier
    repeat(
        scene, true, true, &calls,
        [&] {
          if (scene.restless()) line_up(scene, &operation);
        },
        [&] { operation.run(); }, &turns);
  } else {
    repeat(scene, false, true, &calls, [&] { line_up(scene, &operation); }, [&] { operation.run(); }, &turns);
  }
  const bool whole = scene.team.crowded && !scene.restless();
  Row row = summarise(scene, whole ? turns : calls, 1e6, false, Combine::kMean);
  row.checked = good;
  row.extras = {{"in_call_us", "In call(us)", mean_over_ranks(scene, median(calls.kept())) * 1e6},
                {"turn_us", "And barrier(us)", mean_over_ranks(scene, median(turns.kept())) * 1e6},
                {"slowest_us", "Slowest(us)", slowest(scene, calls) * 1e6}};
  return row;
}

}  // namespace

Row blocking(Scene& scene) {
  return waited_for(scene, CallForm::kBlocking);
}

// The time is from start to the end of the wait: the request is made before.
Row persistent(Scene& scene) {
  return waited_for(scene, CallForm::kPersistent);
}

// There are three measurements, as in the OSU Micro-Benchmarks: communication alone; communication with a computation of the
// same length between start and wait; and the computation. The part of the time that exceeds the computation was not
// overlapped. A CPU's computation is timed while it runs beside the communication, since it shares the core with other work of
// the machine. A GPU's is timed alone, so that multiprocessors which communication takes from it count.
Row overlapping(Scene& scene) {
  Operation operation(scene, CallForm::kImmediate);
  const bool good = operation.right();
  Samples pure, overall;
  repeat(scene, false, true, &pure, [&] { line_up(scene, &operation); }, [&] { operation.run(); });
  const double alone = median(pure.kept());
  const bool on_gpu = scene.options.compute == "gpu";
  const std::unique_ptr<Compute> compute = make_compute(scene.options.compute, scene.memory, alone);
  Samples computing;
  if (on_gpu) {
    repeat(scene, false, true, &computing, [&] { scene.barrier(); }, [&] { compute->run(); });
  }
  bool first = true;
  double computed = 0;
  repeat(
      scene, false, true, &overall,
      [&] {
        if (!first && !on_gpu) computing.add(computed);
        first = false;
        line_up(scene, &operation);
      },
      [&] {
        operation.start();
        const auto begin = Clock::now();
        compute->run();
        computed = seconds_since(begin);
        operation.wait();
      });
  const double busy = median(computing.kept()), both = median(overall.kept());
  const double hidden = alone > 0 ? std::clamp(100 - (both - busy) / alone * 100, 0.0, 100.0) : 0;
  Row row = summarise(scene, pure, 1e6, false, Combine::kMean);
  row.checked = good;
  row.extras = {{"overall_us", "Overall(us)", mean_over_ranks(scene, both) * 1e6},
                {"compute_us", "Compute(us)", mean_over_ranks(scene, busy) * 1e6},
                {"overlap_percent", "Overlap(%)", mean_over_ranks(scene, hidden)}};
  return row;
}

}  // namespace bench
