/* A part of a program that was built for one ABI. together.c loads it once for each. */
#include <mpi.h>
#include <stddef.h>

#include "together.h"

static int begin(void) {
  return MPI_Init(NULL, NULL);
}

static int has_begun(void) {
  int flag = 0;
  return MPI_Initialized(&flag) == MPI_SUCCESS && flag;
}

static int rank(void) {
  int number = -1;
  return MPI_Comm_rank(MPI_COMM_WORLD, &number) == MPI_SUCCESS ? number : -1;
}

static int give(int to, int value) {
  return MPI_Send(&value, 1, MPI_INT, to, 5, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static int take(int from, int* value) {
  MPI_Status status;
  int count = 0;
  return MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status) == MPI_SUCCESS &&
         status.MPI_SOURCE == from && status.MPI_TAG == 5 && MPI_Get_count(&status, MPI_INT, &count) == MPI_SUCCESS &&
         count == 1;
}

/* Each member by its own ABI: the collective is one. */
static int sum(int value) {
  int total = -1;
  return MPI_Allreduce(&value, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS ? total : -1;
}

static int seen_class = -1;
static void note(MPI_Comm* comm, int* code, ...) {
  if (*comm == MPI_COMM_SELF && MPI_Error_class(*code, &seen_class) != MPI_SUCCESS) seen_class = -1;
}

static int handle_errors(void) {
  MPI_Errhandler handler;
  return MPI_Comm_create_errhandler(note, &handler) == MPI_SUCCESS &&
         MPI_Comm_set_errhandler(MPI_COMM_SELF, handler) == MPI_SUCCESS && MPI_Errhandler_free(&handler) == MPI_SUCCESS;
}

static int raise_error(void) {
  int code = MPI_Send(NULL, 0, MPI_INT, 9, 0, MPI_COMM_SELF);
  int class = -1;
  return MPI_Error_class(code, &class) == MPI_SUCCESS && class == MPI_ERR_RANK;
}

static int saw_error(void) {
  const int seen = seen_class;
  seen_class = -1;
  return seen == MPI_ERR_RANK;
}

static int end(void) {
  return MPI_Finalize();
}

Part part_of_program(void) {
  const Part part = {begin, has_begun, rank, give, take, sum, handle_errors, raise_error, saw_error, end};
  return part;
}
