// The functions of mpi-ext.h in libmpi_abi.so.1.
#include "mpi-ext.h"

#include "api/face/mpi_ext.hpp"

extern "C" {

int MPIX_Query_cuda_support(void) {
  return penstock::api::takes_cuda_buffers() ? 1 : 0;
}

int MPIX_GPU_query_support(int gpu_type, int* is_supported) {
  if (is_supported == nullptr || gpu_type < MPIX_GPU_SUPPORT_CUDA || gpu_type > MPIX_GPU_SUPPORT_HIP) return MPI_ERR_ARG;
  *is_supported = gpu_type == MPIX_GPU_SUPPORT_CUDA ? MPIX_Query_cuda_support() : 0;
  return MPI_SUCCESS;
}

}  // extern "C"
