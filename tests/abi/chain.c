/* One of several tools that are preloaded together: what it replaces it hands on to whoever comes next, a tool or the library.
   TOOL_NAME is its name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sends = 0;
static int reductions = 0;
static int reads = 0;

/* A pointer to a function has no conversion from one to an object in C. */
static void find(const char* name, void* function, size_t size) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == NULL) {
    fprintf(stderr, TOOL_NAME ": nobody has %s\n", name);
    exit(1);
  }
  memcpy(function, &found, size);
}

int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  int (*next)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
  find("MPI_Send", &next, sizeof next);
  ++sends;
  return next(buf, count, datatype, dest, tag, comm);
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  int (*next)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
  find("MPI_Allreduce", &next, sizeof next);
  ++reductions;
  return next(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void* buf) {
  int (*next)(MPI_T_cvar_handle, void*);
  find("MPI_T_cvar_read", &next, sizeof next);
  ++reads;
  return next(handle, buf);
}

int MPI_Finalize(void) {
  int (*next)(void);
  find("MPI_Finalize", &next, sizeof next);
  printf(TOOL_NAME ": %d MPI_Send, %d MPI_Allreduce, %d MPI_T_cvar_read\n", sends, reductions, reads);
  return next();
}
