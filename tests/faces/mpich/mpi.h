/* The mpi.h of programs of the MPICH ABI, for the tests of its face. */
#include "../gen/mpich_mpi.h"
