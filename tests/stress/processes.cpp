// mpiexec -n 4 stress --seconds 5 --seed 1 --memory host,device
#include <mpi.h>

#include "stress.hpp"

int main(int argc, char** argv) {
  const stress::Options options = stress::parse(argc, argv);
  MPI_Init(&argc, &argv);
  stress::play(options);
  MPI_Finalize();
  return 0;
}
