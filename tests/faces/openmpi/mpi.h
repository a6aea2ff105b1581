/* The mpi.h of programs of the Open MPI ABI. */
#include "../gen/openmpi_mpi.h"
