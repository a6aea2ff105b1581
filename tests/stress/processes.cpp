// mpiexec -n 4 stress --seconds 5 --seed 1 --memory host,device
#include <mpi.h>

#include <cstdio>

#include "stress.hpp"

int main(int argc, char** argv) {
  const stress::Options options = stress::parse(argc, argv);
  int granted = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, options.threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &granted);
  if (options.threads > 1 && granted != MPI_THREAD_MULTIPLE) {
    std::fprintf(stderr, "stress: --threads needs MPI_THREAD_MULTIPLE, which MPI_Init_thread did not grant\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  stress::play(options, [] {});
  MPI_Finalize();
  return 0;
}
