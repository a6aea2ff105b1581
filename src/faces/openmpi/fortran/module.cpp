// libmpi_usempif08.so.40 and libmpi_usempi_ignore_tkr.so.40: names that programs of the modules mpi_f08 and mpi ask for. What
// they call is in libmpi_mpifh.so.40, which these libraries need; where the modules' own code is called, it was compiled into
// the program.
extern "C" const char penstock_of_openmpi_modules = 0;
