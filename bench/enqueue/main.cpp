// penstock-enqueue compares communication on streams and in graphs with synchronising and calling
// MPI. README.md describes its use.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "nccl_shapes.hpp"
#include "shapes.hpp"

namespace bench::enqueue {
namespace {

struct Measured {
  Shape shape;
  std::vector<double> us = {};        // microseconds of a step, in each round
  std::vector<double> calls_us = {};  // the part of it in which the host is in the calls
  bool right = true;
};

// Before each measurement rank 0's word is 77 and rank 1's is another number.
void measure(GpuRank& the, int iterations, bool counts, Measured* of) {
  the.set_word(the.rank() == 0 ? 77 : 0);
  must(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  const auto begin = std::chrono::steady_clock::now();
  const int steps = of->shape.run(iterations);
  using Micro = std::chrono::duration<double, std::micro>;
  const Micro took = std::chrono::steady_clock::now() - begin;
  const Micro calls = the.last_call() - begin;
  if (of->shape.right) of->right = of->right && of->shape.right();
  if (!counts) return;
  of->us.push_back(took.count() / steps);
  if (of->shape.tells_calls) of->calls_us.push_back(calls.count() / steps);
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

// `only`: the one shape that is measured; empty: all.
bool run(int rounds, int iterations, bool nccl, const std::string& only) {
  GpuRank the;
  std::vector<Shape> shapes = make_shapes(the);
  if (nccl) add_nccl_shapes(the, &shapes);
  std::vector<Measured> all;
  for (Shape& shape : shapes) {
    if (only.empty() || shape.name == only) all.push_back({std::move(shape)});
  }
  if (all.empty()) give_up("--only", "there is no such shape; README.md has their names");
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      measure(the, iterations, round > 0, &all[(i + static_cast<std::size_t>(round)) % all.size()]);
    }
  }
  bool right = true;
  for (const Measured& each : all) {
    right = right && each.right;
    if (the.rank() != 0) continue;
    const auto [least, most] = std::ranges::minmax(each.us);
    std::printf("%-22s %9.2f us   (%.2f to %.2f)", each.shape.name.c_str(), median(each.us), least, most);
    if (!each.calls_us.empty()) std::printf("   %.2f us in the calls", median(each.calls_us));
    std::printf("%s\n", each.right ? "" : "   WRONG DATA");
  }
  return right;
}

}  // namespace
}  // namespace bench::enqueue

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  int rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int first = 1;
  const auto takes = [&](const char* option) {
    const bool found = argc > first && std::strcmp(argv[first], option) == 0;
    if (found) ++first;
    return found;
  };
  const bool nccl = takes("--nccl");
  const std::string only = takes("--only") && argc > first ? argv[first++] : "";
  const int rounds = argc > first ? std::atoi(argv[first]) : 9;
  const int iterations = argc > first + 1 ? std::atoi(argv[first + 1]) : 1000;
  if (ranks != 2 || rounds < 1 || iterations < 1) {
    if (rank == 0) std::fprintf(stderr, "usage: mpiexec -n 2 penstock-enqueue [--nccl] [--only SHAPE] [ROUNDS [ITERATIONS]]\n");
    MPI_Finalize();
    return 2;
  }
  const int mine = bench::enqueue::run(rounds, iterations, nccl, only) ? 1 : 0;
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) std::printf(all == 1 ? "the data are right\n" : "the data are wrong\n");
  MPI_Finalize();
  return all == 1 ? 0 : 1;
}
