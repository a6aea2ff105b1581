/* Calls of the Open MPI ABI whose arguments or results are other than the standard's, with the values that programs have
 * compiled in. */
#include "calls.h"

int main(int argc, char** argv) {
  int level = -1;
  EXPECT(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level) == MPI_SUCCESS);
  EXPECT(level >= MPI_THREAD_SERIALIZED && level <= MPI_THREAD_MULTIPLE);
  OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  fortran();
  functions();
  handles();
  numbers();
  statuses();
  if (rank_of(MPI_COMM_WORLD) == 0) printf("all calls answered as this ABI has it\n");
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  return 0;
}
