// The same source, through the C++ compiler.
#include "mpi_ext.c"  // NOLINT(bugprone-suspicious-include)
