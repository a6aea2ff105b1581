/* The mpix.h of tests/streams in programs of the MPICH ABI: what they use of it is in MPICH's mpi.h. */
#include <mpi.h>
