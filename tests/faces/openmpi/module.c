/* A library of the program: it finds the predefined objects by the loader, where the program may have copies of them. */
#include "calls.h"

ModuleHandles module_handles(void) {
  const ModuleHandles all = {MPI_COMM_WORLD,  MPI_COMM_SELF,     MPI_COMM_NULL,       MPI_INT,
                             MPI_DOUBLE_INT,  MPI_CHAR,          MPI_DATATYPE_NULL,   MPI_SUM,
                             MPI_GROUP_EMPTY, MPI_ERRORS_RETURN, MPI_INFO_NULL,       MPI_REQUEST_NULL,
                             MPI_WIN_NULL,    MPI_FILE_NULL,     MPI_MESSAGE_NO_PROC, MPI_COMM_DUP_FN};
  return all;
}

MPI_Comm module_duplicate(MPI_Comm comm) {
  MPI_Comm made;
  OK(MPI_Comm_dup(comm, &made));
  return made;
}
