#include <cuda_runtime.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  float *x, one = 1, sum = 0;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  cudaMalloc((void**)&x, sizeof one);
  cudaMemcpy(x, &one, sizeof one, cudaMemcpyHostToDevice);
  MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); /* x is GPU memory */
  cudaMemcpy(&sum, x, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%d ranks, sum %g\n", size, sum);
  return MPI_Finalize() || sum != size;
}
