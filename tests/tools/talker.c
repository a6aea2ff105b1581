/* Two ranks that exchange messages of two sizes, several times, and one sum: talker host|device|managed|pool [TIMES] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_GPU
#include "penstock_gpu.h"
#endif

enum { kLarge = 64 * 1024, kSmall = 64 };

static void* memory_of(const char* kind, int rank) {
  void* out = NULL;
  if (strcmp(kind, "host") == 0) return malloc(kLarge);
#ifdef WITH_GPU
  const penstock_gpu_kind wanted = strcmp(kind, "managed") == 0 ? PENSTOCK_GPU_MANAGED
                                   : strcmp(kind, "pool") == 0  ? PENSTOCK_GPU_POOL
                                                                : PENSTOCK_GPU_DEVICE;
  const int devices = penstock_gpu_open();
  if (devices > 0 && penstock_gpu_select(rank % devices) == 0) (void)penstock_gpu_allocate(wanted, kLarge, &out);
#else
  (void)rank;
#endif
  return out;
}

int main(int argc, char** argv) {
  int rank = 0, one = 1, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void* const memory = memory_of(argc > 1 ? argv[1] : "host", rank);
  const int times = argc > 2 ? atoi(argv[2]) : 3;
  if (memory == NULL) {
    fprintf(stderr, "talker: no such memory here\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  for (int i = 0; i < times; ++i) {
    for (int bytes = kSmall; bytes <= kLarge; bytes += kLarge - kSmall) {
      if (rank == 0) MPI_Send(memory, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      if (rank == 1) MPI_Recv(memory, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
