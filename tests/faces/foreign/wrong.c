/* A stand-in for another MPI's library: each process is a world of one. */
#include <stdio.h>

int MPI_Init(int* count, char*** arguments) {
  (void)count;
  (void)arguments;
  return printf("I am the wrong one\n") < 0;
}
