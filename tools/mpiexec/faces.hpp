// The libraries of other MPIs that Penstock provides under the same names. This header needs no library at run time, because
// the loader's auditor has none.
#pragma once

namespace penstock::mpiexec {

struct Face {
  const char* folder;        // below lib/penstock/abi
  const char* libraries[6];  // names of that MPI's libraries; a Fortran or C++ library of it needs its C library
};
// They are in the order in which Python's mpi4py looks for them.
inline constexpr Face kFaces[] = {
    {"mpich",
     {"libmpi.so.12", "libmpich.so.12", "libmpifort.so.12", "libmpichfort.so.12", "libmpicxx.so.12", "libmpichcxx.so.12"}},
    {"openmpi",
     {"libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_usempi.so.40",
      "libmpi_cxx.so.40"}},
};

// The auditor's file; the folder abi beside it has the faces.
inline constexpr char kAuditor[] = "libpenstock_audit.so";

}  // namespace penstock::mpiexec
