/* A rank dies and the others go on: mpiexec --enable-recovery -n RANKS survivors WHAT. The last rank kills itself while the
 * others wait for it in WHAT, of `ways`. They get MPI_ERR_PROC_ABORTED, reach each other afterwards, and finalize. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kLarge = 1 << 20 };

static int rank, size, last;
/* When the first call failed: what follows it in `many` is no part of hearing. */
static double heard = 0;
static double* out;
static double* in;
static MPI_Comm comm = MPI_COMM_NULL;

static int receive(void) {
  return MPI_Recv(in, 1, MPI_DOUBLE, last, 1, comm, MPI_STATUS_IGNORE);
}
static int any_source(void) {
  return MPI_Recv(in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, comm, MPI_STATUS_IGNORE);
}
static int send(void) {
  return MPI_Send(out, kLarge, MPI_DOUBLE, last, 1, comm);
}
static int synchronous(void) {
  return MPI_Ssend(out, 1, MPI_DOUBLE, last, 1, comm);
}
static int probe(void) {
  return MPI_Probe(last, 1, comm, MPI_STATUS_IGNORE);
}
static int barrier(void) {
  return MPI_Barrier(comm);
}
static int allreduce(void) {
  return MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, comm);
}
static int allreduce_large(void) {
  return MPI_Allreduce(out, in, kLarge, MPI_DOUBLE, MPI_SUM, comm);
}
static int bcast(void) {
  return MPI_Bcast(in, 100, MPI_DOUBLE, last, comm);
}
static int bcast_large(void) {
  return MPI_Bcast(in, kLarge, MPI_DOUBLE, last, comm);
}
static int alltoall(void) {
  return MPI_Alltoall(out, kLarge / 64, MPI_DOUBLE, in, kLarge / 64, MPI_DOUBLE, comm);
}
static int ibarrier(void) {
  MPI_Request request;
  const int begun = MPI_Ibarrier(comm, &request);
  return begun != MPI_SUCCESS ? begun : MPI_Wait(&request, MPI_STATUS_IGNORE);
}
/* The first call fails, or one of those that follow while some have not heard of it: never does one hang. */
static int many(void) {
  int result = MPI_SUCCESS;
  for (int i = 0; i < 1000; ++i) {
    const int one = MPI_Allreduce(out, in, 1 + i % 3000, MPI_DOUBLE, MPI_SUM, comm);
    if (one == MPI_SUCCESS) continue;
    if (result == MPI_SUCCESS) heard = MPI_Wtime();
    result = one;
  }
  return result;
}

static const struct {
  const char* name;
  int (*wait)(void);
} ways[] = {{"receive", receive}, {"any_source", any_source},   {"send", send},           {"synchronous", synchronous},
            {"probe", probe},     {"barrier", barrier},         {"allreduce", allreduce}, {"allreduce_large", allreduce_large},
            {"bcast", bcast},     {"bcast_large", bcast_large}, {"alltoall", alltoall},   {"ibarrier", ibarrier},
            {"many", many}};

static int wait_in(const char* name) {
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
    if (strcmp(ways[i].name, name) == 0) return ways[i].wait();
  }
  fprintf(stderr, "there is no way %s\n", name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return 0;
}

static int fail(const char* what) {
  fprintf(stderr, "rank %d: %s\n", rank, what);
  return 1;
}

/* The ring of those that live, by small and large messages. */
static int reach_others(void) {
  const int next = (rank + 1) % last, before = (rank + last - 1) % last;
  for (int large = 0; large < 2; ++large) {
    const int count = large ? kLarge : 1;
    out[0] = rank;
    if (MPI_Sendrecv(out, count, MPI_DOUBLE, next, 2, in, count, MPI_DOUBLE, before, 2, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return fail("no message from another that lives");
    if (in[0] != before) return fail("wrong data");
  }
  return 0;
}

int main(int argc, char** argv) {
  int class_of = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  last = size - 1;
  out = calloc(kLarge, sizeof *out);
  in = calloc(kLarge, sizeof *in);
  if (argc < 2 || out == NULL || in == NULL) MPI_Abort(comm, 2);
  MPI_Barrier(comm);
  if (rank == last) raise(SIGKILL);
  const double begun = MPI_Wtime();
  const int result = wait_in(argv[1]);
  const double took = (heard != 0 ? heard : MPI_Wtime()) - begun;
  if (result == MPI_SUCCESS) return fail("nobody told of the lost rank");
  MPI_Error_class(result, &class_of);
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(result, text, &length);
  if (class_of != MPI_ERR_PROC_ABORTED) return fail(text);
  if (reach_others() != 0) return 1;
  printf("rank %d heard after %.2f s\n", rank, took);
  free(out);
  free(in);
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
