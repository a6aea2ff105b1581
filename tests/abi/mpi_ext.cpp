// The C++ compiler compiles the C source.
#include "mpi_ext.c"  // NOLINT(bugprone-suspicious-include)
