// All ranks compute pi together: each integrates its part of 4 / (1 + x^2) over [0, 1], and MPI adds the parts up.
// Run it: mpicxx pi.cpp -o pi && mpiexec -n 4 ./pi
#include <cmath>
#include <cstdio>

#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  constexpr int kSteps = 10'000'000;
  double part = 0;
  for (int i = rank; i < kSteps; i += size) {
    const double x = (i + 0.5) / kSteps;
    part += 4 / (1 + x * x) / kSteps;
  }
  double pi = 0;
  MPI_Allreduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

  if (rank == 0) std::printf("pi is about %.10f\n", pi);
  MPI_Finalize();
  return std::abs(pi - std::acos(-1.0)) < 1e-9 ? 0 : 1;
}
