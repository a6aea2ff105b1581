// penstock-enqueue: communication on streams and in graphs beside synchronising and calling MPI. README.md says how.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "nccl_shapes.hpp"
#include "shapes.hpp"

namespace bench::enqueue {
namespace {

struct Measured {
  Shape shape;
  std::vector<double> us = {};  // of a step, in each round
  bool right = true;
};

// Rank 0 has 77 and rank 1 another number in front of each.
void measure(GpuRank& the, int iterations, bool counts, Measured* of) {
  the.set_word(the.rank() == 0 ? 77 : 0);
  must(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
  const auto begin = std::chrono::steady_clock::now();
  const int steps = of->shape.run(iterations);
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  if (of->shape.right) of->right = of->right && of->shape.right();
  if (counts) of->us.push_back(took.count() / steps);
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

bool run(int rounds, int iterations, bool nccl) {
  GpuRank the;
  std::vector<Shape> shapes = make_shapes(the);
  if (nccl) add_nccl_shapes(the, &shapes);
  std::vector<Measured> all;
  for (Shape& shape : shapes) all.push_back({std::move(shape)});
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
    std::printf("%-22s %9.2f us   (%.2f to %.2f)%s\n", each.shape.name.c_str(), median(each.us), least, most,
                each.right ? "" : "   WRONG DATA");
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
  const bool nccl = argc > 1 && std::strcmp(argv[1], "--nccl") == 0;
  const int first = nccl ? 2 : 1;
  const int rounds = argc > first ? std::atoi(argv[first]) : 9;
  const int iterations = argc > first + 1 ? std::atoi(argv[first + 1]) : 1000;
  if (ranks != 2 || rounds < 1 || iterations < 1) {
    if (rank == 0) std::fprintf(stderr, "usage: mpiexec -n 2 penstock-enqueue [--nccl] [ROUNDS [ITERATIONS]]\n");
    MPI_Finalize();
    return 2;
  }
  const int mine = bench::enqueue::run(rounds, iterations, nccl) ? 1 : 0;
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) std::printf(all == 1 ? "the data are right\n" : "the data are wrong\n");
  MPI_Finalize();
  return all == 1 ? 0 : 1;
}
