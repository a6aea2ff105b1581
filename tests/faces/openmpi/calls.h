/* What the parts of openmpi_calls share. Each part is called between MPI_Init and MPI_Finalize, on every rank. */
#ifndef PENSTOCK_TESTS_OPENMPI_CALLS_H
#define PENSTOCK_TESTS_OPENMPI_CALLS_H

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

void fortran(void);
void functions(void);
void handles(void);
void numbers(void);
void statuses(void);

/* Of a library that is position-independent: the handles that a module of the program sees. */
typedef struct ModuleHandles {
  MPI_Comm world, self, no_comm;
  MPI_Datatype integer, pair, character, no_type;
  MPI_Op sum;
  MPI_Group empty;
  MPI_Errhandler returning;
  MPI_Info no_info;
  MPI_Request no_request;
  MPI_Win no_win;
  MPI_File no_file;
  MPI_Message no_process;
  int (*copy)(MPI_Comm, int, void*, void*, void*, int*);
} ModuleHandles;
ModuleHandles module_handles(void);
/* A duplicate, made there. */
MPI_Comm module_duplicate(MPI_Comm comm);

#endif
