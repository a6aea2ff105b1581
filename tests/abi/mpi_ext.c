/* What NVIDIA's examples and others ask: mpi_ext ANSWER. Compiled as C and as C++, and with mpix.h in front, whose function
 * answers only while MPI runs. */
#ifdef MPIX_FIRST
#include <mpix.h>
#endif
#include <mpi-ext.h>
#include <mpi.h>
#include <mpix.h>
#include <stdlib.h>

#include "expect.h"

static void ask(int answer) {
  const int others[] = {MPIX_GPU_SUPPORT_ZE, MPIX_GPU_SUPPORT_HIP};
  int supported = -1;
  int i;
  EXPECT(MPIX_Query_cuda_support() == answer);
  EXPECT(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &supported) == MPI_SUCCESS);
  EXPECT(supported == answer);
  for (i = 0; i < 2; ++i) {
    supported = -1;
    EXPECT(MPIX_GPU_query_support(others[i], &supported) == MPI_SUCCESS);
    EXPECT(supported == 0);
  }
  EXPECT(MPIX_GPU_query_support(3, &supported) == MPI_ERR_ARG);
  EXPECT(MPIX_GPU_query_support(-1, &supported) == MPI_ERR_ARG);
  EXPECT(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, NULL) == MPI_ERR_ARG);
}

int main(int argc, char** argv) {
  int provided = -1;
  EXPECT(argc == 2);
  const int answer = atoi(argv[1]);
#ifndef MPIX_FIRST
  ask(answer);
#endif
  EXPECT(MPIX_CUDA_AWARE_SUPPORT || answer == 0);
  /* Asking before has begun nothing, or all calls would take a lock. */
  EXPECT(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS);
  EXPECT(provided == MPI_THREAD_FUNNELED);
  ask(answer);
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
#ifndef MPIX_FIRST
  ask(answer);
#endif
  return 0;
}
