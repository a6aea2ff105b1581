/* What this library has beyond the MPI standard, under names that other libraries have too. What stands here is made of
 * standard calls, so a program that includes this header runs with any library of the standard ABI; one that tells nothing
 * counts as one that cannot. Call these functions after MPI_Init. What mpix_stream.h and mpix_device.h declare is in this
 * library alone: a program that calls it needs the library to start. */
#ifndef PENSTOCK_MPIX_H
#define PENSTOCK_MPIX_H

#include <mpi.h>
#include <mpix_device.h>
#include <mpix_stream.h>
#include <stdlib.h>

#ifndef PENSTOCK_MPI_EXT_H /* whose function has the same name, and asks the library */
/* 1 if this process may pass GPU buffers to MPI calls. Before MPI_Init, and with another library: 0. */
static inline int MPIX_Query_cuda_support(void) {
  char value[16];
  int length = (int)sizeof value, found = 0, initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised) MPI_Info_get_string(MPI_INFO_ENV, "penstock_cuda_support", &length, value, &found);
  return found && value[0] == '1';
}
#endif

/* The CUDA device that this process should take, by distance from its cores and its share of the host; -1 if it sees none. CUDA
 * is not begun, and no context made. */
static inline int MPIX_Query_recommended_device(void) {
  char value[16];
  int length = (int)sizeof value, found = 0, initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised) MPI_Info_get_string(MPI_INFO_ENV, "penstock_recommended_device", &length, value, &found);
  return found ? atoi(value) : -1;
}

/* Floats of 16 and 8 bits that the standard has no datatypes for: bfloat16 (the upper half of a float) and the two of the Open
 * Compute Project's 8-bit formats. For all calls; of the predefined operations MPI_SUM, MPI_PROD, MPI_MIN and MPI_MAX. Each use
 * asks the library: keep what you use often in a variable. MPI_DATATYPE_NULL before MPI_Init, and with a library that has none.
 */
static inline MPI_Datatype MPIX_Find_datatype(const char* key) {
  char value[16];
  int length = (int)sizeof value, found = 0, initialised = 0;
  MPI_Initialized(&initialised);
  if (initialised) MPI_Info_get_string(MPI_INFO_ENV, key, &length, value, &found);
  return found ? MPI_Type_fromint(atoi(value)) : MPI_DATATYPE_NULL;
}
#define MPIX_BFLOAT16 MPIX_Find_datatype("penstock_MPIX_BFLOAT16")
#define MPIX_FLOAT8_E4M3 MPIX_Find_datatype("penstock_MPIX_FLOAT8_E4M3")
#define MPIX_FLOAT8_E5M2 MPIX_Find_datatype("penstock_MPIX_FLOAT8_E5M2")

#endif /* PENSTOCK_MPIX_H */
