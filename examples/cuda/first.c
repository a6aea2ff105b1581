#include <cuda_runtime.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size;
  float *x, first = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  cudaMalloc((void**)&x, 4 << 20);
  cudaMemset(x, 0, 4 << 20);
  MPI_Allreduce(MPI_IN_PLACE, x, 1 << 20, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Sendrecv_replace(x, 1 << 20, MPI_FLOAT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  printf("rank %d of %d: %g\n", rank, size, first);
  return MPI_Finalize();
}
