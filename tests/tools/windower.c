/* Rank 0 of two puts to rank 1 and adds, in two windows at once, twice: windower KIND [host|device|managed]
   KIND: allocate, allocate_shared, create, create_dynamic, or named (allocate, with the name halo) */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_GPU
#include "penstock_gpu.h"
#endif

enum { kBytes = 64, kTimes = 2, kPuts = 3 };

static void* memory_of(const char* kind, int rank) {
  void* out = NULL;
  if (strcmp(kind, "host") == 0) return calloc(1, kBytes);
#ifdef WITH_GPU
  const int devices = penstock_gpu_open();
  if (devices > 0 && penstock_gpu_select(rank % devices) == 0)
    (void)penstock_gpu_allocate(strcmp(kind, "managed") == 0 ? PENSTOCK_GPU_MANAGED : PENSTOCK_GPU_DEVICE, kBytes, &out);
#else
  (void)rank;
#endif
  return out;
}

static MPI_Win make(const char* kind, void* memory, MPI_Aint* at) {
  MPI_Win win = MPI_WIN_NULL;
  void* base = NULL;
  *at = 0;
  if (strcmp(kind, "create") == 0) {
    MPI_Win_create(memory, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  } else if (strcmp(kind, "create_dynamic") == 0) {
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, kBytes);
    MPI_Get_address(memory, at);
    MPI_Bcast(at, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  } else if (strcmp(kind, "allocate_shared") == 0) {
    MPI_Win_allocate_shared(kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  } else {
    MPI_Win_allocate(kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (strcmp(kind, "named") == 0) MPI_Win_set_name(win, "halo");
  }
  return win;
}

static void use(MPI_Win win, MPI_Aint at) {
  const int64_t one = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kPuts; ++i) MPI_Put(&one, 8, MPI_BYTE, 1, at, 8, MPI_BYTE, win);
  MPI_Win_flush(1, win);
  MPI_Accumulate(&one, 1, MPI_INT64_T, 1, at, 1, MPI_INT64_T, MPI_SUM, win);
  MPI_Win_flush(1, win);
  int64_t now = 0;
  MPI_Get(&now, 8, MPI_BYTE, 1, at, 8, MPI_BYTE, win);
  MPI_Win_unlock_all(win);
  if (now != 2) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* const kind = argc > 1 ? argv[1] : "allocate";
  void* const memory = memory_of(argc > 2 ? argv[2] : "host", rank);
  if (memory == NULL) {
    fprintf(stderr, "windower: no such memory here\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  for (int i = 0; i < kTimes; ++i) {
    MPI_Aint at[2];
    MPI_Win win[2];
    for (int w = 0; w < 2; ++w) win[w] = make(kind, memory, &at[w]);
    for (int w = 0; w < 2 && rank == 0; ++w) use(win[w], at[w]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int w = 0; w < 2; ++w) {
      if (strcmp(kind, "create_dynamic") == 0) MPI_Win_detach(win[w], memory);
      MPI_Win_free(&win[w]);
    }
  }
  if (rank == 0) printf("right\n");
  MPI_Finalize();
  return 0;
}
