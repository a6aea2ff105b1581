# What a wheel has otherwise than an installation. Its files lie below the prefix of the Python environment: bin, lib, include. A
# wheel has no links, so every name is a file.
include_guard()

# mpi4py's wheel looks for libmpi.so.12 in the environment's own folder of libraries.
set_target_properties(mpi_mpich PROPERTIES INSTALL_RPATH "$ORIGIN:$ORIGIN/../../..")
install(TARGETS mpi_mpich LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
# For those who hand the wheel on: nothing but what every Linux has.
foreach(target penstock mpi_abi mpi_mpich mpi_openmpi mpi_openmpi_cxx mpi_openmpi_fortran penstock_shmem mpiexec penstock_tool)
  if(TARGET ${target})
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -s)
  endif()
endforeach()
