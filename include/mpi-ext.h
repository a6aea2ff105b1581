/* What programs for Open MPI and MPICH ask about GPU buffers, under the names and values of these. */
#ifndef PENSTOCK_MPI_EXT_H
#define PENSTOCK_MPI_EXT_H

#include <mpi.h>

/* Whether the library that this header was installed with takes CUDA buffers. Another one may be found at run time: the
 * functions tell of that. */
#define MPIX_CUDA_AWARE_SUPPORT 1

/* For gpu_type. */
#define MPIX_GPU_SUPPORT_CUDA (0)
#define MPIX_GPU_SUPPORT_ZE (1)
#define MPIX_GPU_SUPPORT_HIP (2)

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PENSTOCK_MPIX_H /* which has an own one that runs with any library of the standard ABI */
/* 1 if buffers in CUDA memory may be passed to MPI calls: the library is built with it, and PENSTOCK_CUDA is not 0. At any
 * time, before MPI_Init too. */
int MPIX_Query_cuda_support(void);
#endif

/* *is_supported becomes 1 if GPU memory of that type may be passed to MPI calls, else 0. MPI_ERR_ARG for another type or a null
 * pointer. At any time. */
int MPIX_GPU_query_support(int gpu_type, int* is_supported);

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_MPI_EXT_H */
