/* What the parts of mpich_calls share. Each part is called between MPI_Init and MPI_Finalize, on every rank. */
#ifndef PENSTOCK_TESTS_MPICH_CALLS_H
#define PENSTOCK_TESTS_MPICH_CALLS_H

#include <mpi.h>

#include "abi/expect.h"

#define OK(call) EXPECT((call) == MPI_SUCCESS)
#define FAILS(call, wanted) EXPECT(class_of(call) == (wanted))

static inline int class_of(int code) {
  int class = -1;
  OK(MPI_Error_class(code, &class));
  return class;
}

static inline int rank_of(MPI_Comm comm) {
  int rank = -1;
  OK(MPI_Comm_rank(comm, &rank));
  return rank;
}

static inline int size_of(MPI_Comm comm) {
  int size = -1;
  OK(MPI_Comm_size(comm, &size));
  return size;
}

void arrays(void);
void callbacks(void);
void fortran(void);
void handles(void);
void numbers(void);
void statuses(void);

#endif
