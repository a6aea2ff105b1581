/* What kernels are told of windows and of partitioned requests. Made by spec/gen/generate.py from spec/. Do not edit. */
/* clang-format off */
#ifndef PENSTOCK_MPIX_DEVICE_H
#define PENSTOCK_MPIX_DEVICE_H

#include <mpi.h>
#include <penstock_device.h>

#ifdef __cplusplus
extern "C" {
#endif

int MPIX_Win_get_device_handle(MPI_Win win, penstock_device_window *handle);
int MPIX_Prequest_create(MPI_Request request, MPIX_Prequest *prequest);
int MPIX_Prequest_free(MPIX_Prequest *prequest);

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_MPIX_DEVICE_H */
