# What `cmake --install` copies: the libraries, the launcher, the program penstock with what it starts, headers, and a package file for find_package(penstock).
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The parts are those of the packages (package.cmake).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
install(TARGETS penstock mpi_abi penstock_shmem LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT dev)
if(TARGET penstock_net_ucx)
  install(TARGETS penstock_net_ucx LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
# The libraries with the names of another MPI's lie in a folder where only programs that are led there find them. mpi4py's wheel
# asks for libmpi.so before libmpi.so.12, and would find that of another MPI in the system's folders.
install(TARGETS mpi_mpich LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/penstock/abi/mpich)
install(TARGETS mpi_openmpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/penstock/abi/openmpi)
install(TARGETS mpi_openmpi_cxx mpi_openmpi_fortran mpi_openmpi_usempif08 mpi_openmpi_usempi_ignore_tkr LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/penstock/abi/openmpi NAMELINK_SKIP)
install(FILES $<TARGET_FILE_DIR:mpi_mpich>/libmpich.so.12 DESTINATION ${CMAKE_INSTALL_LIBDIR}/penstock/abi/mpich)
# Programs from before the standard's release ask for version 0.
install(FILES $<TARGET_FILE_DIR:mpi_abi>/libmpi_abi.so.0 DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS penstock_audit LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/penstock)
install(TARGETS mpiexec RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES $<TARGET_FILE_DIR:mpiexec>/mpirun $<TARGET_FILE_DIR:mpiexec>/oshrun DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# These files are for Environment Modules and Lmod. They do not belong in a Python environment.
if(NOT SKBUILD)
  set(penstock_module_gpu 0)
  if(PENSTOCK_CUDA)
    set(penstock_module_gpu 1)
  endif()
  set(module ${PROJECT_BINARY_DIR}/installed/modulefiles/${PROJECT_VERSION})
  configure_file(${PROJECT_SOURCE_DIR}/packaging/modulefiles/penstock.tcl.in ${module} @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/modulefiles/penstock.lua.in ${module}.lua @ONLY)
  install(FILES ${module} ${module}.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/modulefiles/penstock)
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME tools)
foreach(program penstock_tool penstock_bench penstock_stencil penstock_bench_nccl penstock_bench_nvshmem penstock_bench_shmem penstock_bench_shmemx)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
if(TARGET penstock_tool)
  # The program looks for them here, whatever the folder of libraries is called.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/penstock DESTINATION lib/penstock/python FILES_MATCHING PATTERN "*.py")
  # `penstock peers` fetches the first files, and `penstock compare` compiles the others for a library without the standard ABI.
  install(FILES ${PROJECT_SOURCE_DIR}/scripts/pins/mpich.txt ${PROJECT_SOURCE_DIR}/scripts/pins/openmpi.txt DESTINATION lib/penstock/pins)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench DESTINATION ${CMAKE_INSTALL_DATADIR}/penstock
    FILES_MATCHING PATTERN "*.cpp" PATTERN "*.hpp" PATTERN "sources.txt" PATTERN "apps" EXCLUDE PATTERN "busy" EXCLUDE PATTERN "enqueue" EXCLUDE PATTERN "hybrid" EXCLUDE
    PATTERN "interference" EXCLUDE PATTERN "runners" EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/runners/shmem DESTINATION ${CMAKE_INSTALL_DATADIR}/penstock/bench/runners)
  install(FILES ${PROJECT_SOURCE_DIR}/src/base/nearest.hpp DESTINATION ${CMAKE_INSTALL_DATADIR}/penstock/bench/base)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/bench/build_for DESTINATION ${CMAKE_INSTALL_DATADIR}/penstock/bench)
  install(FILES ${PROJECT_SOURCE_DIR}/include/penstock_gpu.h ${PROJECT_SOURCE_DIR}/include/penstock_gpu_graph.h DESTINATION ${CMAKE_INSTALL_DATADIR}/penstock/include)
endif()
# Shells need these files to complete options; the programs themselves write them. A sanitizer's programs are not installed.
if(TARGET penstock_tool AND TARGET penstock_bench AND NOT PENSTOCK_SANITIZE)
  set(completions ${PROJECT_BINARY_DIR}/installed/share)
  add_custom_command(OUTPUT ${completions}/.stamp DEPENDS penstock_tool penstock_bench mpiexec penstock_python
    ${PROJECT_SOURCE_DIR}/python/penstock/completion.py ${PROJECT_SOURCE_DIR}/python/penstock/options.py
    COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 $<TARGET_FILE:penstock_tool> completion --write ${completions}
    COMMAND ${CMAKE_COMMAND} -E touch ${completions}/.stamp VERBATIM)
  add_custom_target(penstock_completions ALL DEPENDS ${completions}/.stamp)
  install(DIRECTORY ${completions}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT tools PATTERN ".stamp" EXCLUDE)
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
# mpi-ext.h tells programs at compile time which memory this build takes.
set(mpi_ext ${PROJECT_SOURCE_DIR}/include/mpi-ext.h)
if(NOT TARGET penstock_gpu)
  file(READ ${mpi_ext} text)
  string(REPLACE "MPIX_CUDA_AWARE_SUPPORT 1" "MPIX_CUDA_AWARE_SUPPORT 0" text "${text}")
  set(mpi_ext ${PROJECT_BINARY_DIR}/installed/mpi-ext.h)
  file(CONFIGURE OUTPUT ${mpi_ext} CONTENT "${text}" @ONLY)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/include/mpi.h ${PROJECT_SOURCE_DIR}/include/shmem.h ${PROJECT_SOURCE_DIR}/include/pshmem.h ${PROJECT_SOURCE_DIR}/include/shmemx.h ${PROJECT_SOURCE_DIR}/include/mpix.h ${PROJECT_SOURCE_DIR}/include/mpix_stream.h
  ${PROJECT_SOURCE_DIR}/include/mpix_device.h ${PROJECT_SOURCE_DIR}/include/penstock_device.h ${PROJECT_SOURCE_DIR}/include/penstock_device.cuh
  ${PROJECT_SOURCE_DIR}/include/penstock_device_ptx.cuh ${PROJECT_SOURCE_DIR}/include/penstock_device_request.cuh ${PROJECT_SOURCE_DIR}/include/penstock_device_shmem.cuh ${mpi_ext} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# This is the deprecated folder of OpenSHMEM's headers.
install(FILES ${PROJECT_SOURCE_DIR}/include/mpp/shmem.h ${PROJECT_SOURCE_DIR}/include/mpp/shmemx.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mpp)
if(TARGET penstock_gpu)
  install(TARGETS penstock_gpu ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/include/penstock_gpu.h ${PROJECT_SOURCE_DIR}/include/penstock_gpu_graph.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

# Manual pages are made when they are installed: they repeat what the programs say of themselves.
if(PENSTOCK_MAN)
  set(man ${PROJECT_BINARY_DIR}/installed/man)
  install(CODE "
    file(REMOVE_RECURSE \"${man}\")
    execute_process(COMMAND \"${PENSTOCK_MAN_PYTHON}\" -B \"${PROJECT_SOURCE_DIR}/scripts/reference\" --man \"${man}\"
      --programs \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)" ALL_COMPONENTS)
  install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR} PATTERN mpiexec.1 EXCLUDE PATTERN mpirun.1 EXCLUDE PATTERN oshrun.1 EXCLUDE PATTERN penstock*.1 EXCLUDE
    PATTERN man5 EXCLUDE PATTERN man7 EXCLUDE)
  install(DIRECTORY ${man}/man5 ${man}/man7 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime)
  install(DIRECTORY ${man}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT runtime FILES_MATCHING PATTERN mpiexec.1 PATTERN mpirun.1 PATTERN oshrun.1)
  install(DIRECTORY ${man}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools FILES_MATCHING PATTERN penstock*.1)
endif()

set(penstock_package ${CMAKE_INSTALL_LIBDIR}/cmake/penstock)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/penstock-config.cmake.in ${PROJECT_BINARY_DIR}/penstock-config.cmake
  INSTALL_DESTINATION ${penstock_package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/penstock-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/penstock-config.cmake ${PROJECT_BINARY_DIR}/penstock-config-version.cmake
  DESTINATION ${penstock_package})

# pkg-config finds the installation relative to this file, so that it can be moved.
file(RELATIVE_PATH penstock_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" penstock_pc_prefix "${penstock_pc_prefix}")
foreach(name penstock mpi shmem)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
