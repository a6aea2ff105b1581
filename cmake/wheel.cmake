# Sets what is different in a wheel from an installation. Its files lie below the prefix of the Python environment: bin, lib,
# include. A wheel has no links, so every name is a file.
include_guard()

# mpi4py's wheel looks for libmpi.so.12 in the environment's own folder of libraries.
set_target_properties(mpi_mpich PROPERTIES INSTALL_RPATH "$ORIGIN:$ORIGIN/../../..")
install(TARGETS mpi_mpich LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
# The wheel is passed on to other machines: its libraries need only what every Linux has.
set(wheel_libraries penstock mpi_abi mpi_mpich mpi_openmpi mpi_openmpi_cxx mpi_openmpi_fortran mpi_openmpi_usempif08
  mpi_openmpi_usempi_ignore_tkr penstock_shmem)
set(wheel_programs mpiexec penstock_tool)
foreach(target ${wheel_libraries} ${wheel_programs})
  if(TARGET ${target})
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -s)
  endif()
endforeach()

# glibc 2.28 is enough, whatever the machine that builds has (packaging/wheel/README.md).
option(PENSTOCK_OLDER_GLIBC "Libraries and programs that run with glibc 2.28" ON)
if(PENSTOCK_OLDER_GLIBC AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
  set(folder ${PROJECT_SOURCE_DIR}/packaging/wheel)
  add_library(penstock_older_glibc OBJECT ${folder}/older_glibc.S ${folder}/older_glibc.cpp)
  add_library(penstock_older_start OBJECT ${folder}/older_start.cpp)
  foreach(target penstock_older_glibc penstock_older_start)
    target_link_libraries(${target} PRIVATE penstock_flags)
    target_compile_options(${target} PRIVATE -fPIC $<$<COMPILE_LANGUAGE:CXX>:-fno-lto -fno-exceptions>)
  endforeach()
  foreach(target ${wheel_libraries} ${wheel_programs})
    if(TARGET ${target})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:penstock_older_glibc>)
      # A glibc before 2.34 has these functions there.
      target_link_options(${target} PRIVATE LINKER:--push-state,--no-as-needed,-l:libpthread.so.0,-l:libdl.so.2,--pop-state)
    endif()
  endforeach()
  foreach(target ${wheel_programs})
    if(TARGET ${target})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:penstock_older_start>)
    endif()
  endforeach()
endif()
