# The Open MPI ABI.
set(openmpi_face $<TARGET_FILE:mpi_openmpi>)

# penstock_openmpi_target(NAME): its mpi.h is openmpi/mpi.h.
function(penstock_openmpi_target name)
  target_include_directories(${name} BEFORE PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/openmpi)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE penstock_flags ${openmpi_face})
  target_compile_options(${name} PRIVATE ${penstock_fast})
  set_target_properties(${name} PROPERTIES SKIP_BUILD_RPATH ON)
  add_dependencies(${name} mpi_openmpi mpiexec)
endfunction()

# penstock_openmpi_program(NAME pie|fixed SOURCE...): position-independent, or at fixed addresses. Both have copies of the objects
# that they name.
function(penstock_openmpi_program name place)
  add_executable(${name} ${ARGN})
  penstock_openmpi_target(${name})
  if(place STREQUAL fixed)
    target_compile_options(${name} PRIVATE -fno-pic -fno-pie)
    target_link_options(${name} PRIVATE -no-pie)
  else()
    target_compile_options(${name} PRIVATE -fPIE)
    target_link_options(${name} PRIVATE -pie)
  endif()
endfunction()

# penstock_openmpi_job(NAME RANKS PROGRAM ARGUMENT...)
function(penstock_openmpi_job name ranks program)
  add_test(NAME faces_openmpi_${name} COMMAND $<TARGET_FILE:mpiexec> --timeout 200 -n ${ranks} $<TARGET_FILE:${program}> ${ARGN})
  set_tests_properties(faces_openmpi_${name} PROPERTIES LABELS "mpi" TIMEOUT 240 PROCESSORS 2 ENVIRONMENT
    "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:mpi_openmpi>:$<TARGET_FILE_DIR:openmpi_module>:${PROJECT_BINARY_DIR}/fakecuda")
endfunction()

# Constants, sizes and offsets, as our header has them and as Open MPI's own has them.
penstock_openmpi_program(openmpi_pins pie openmpi/pins.c)
penstock_openmpi_job(pins 1 openmpi_pins)
add_test(NAME faces_openmpi_pins_real COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/openmpi/pins_real ${CMAKE_C_COMPILER} ${PROJECT_BINARY_DIR})
# What it exports, beside Open MPI's own library.
add_test(NAME faces_openmpi_names COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/names.py openmpi ${PROJECT_BINARY_DIR})
set_tests_properties(faces_openmpi_pins_real faces_openmpi_names PROPERTIES LABELS "abi;here;unsanitized" TIMEOUT 60 SKIP_RETURN_CODE 77)

# What only this ABI has: handles that are addresses, the bytes of statuses, short texts, long arrays, functions of the program,
# Fortran's numbers. The module finds the objects as every library does, the programs have copies.
add_library(openmpi_module SHARED openmpi/module.c)
penstock_openmpi_target(openmpi_module)
foreach(place pie fixed)
  penstock_openmpi_program(openmpi_calls_${place} ${place} openmpi/main.c openmpi/fortran.c openmpi/functions.c openmpi/handles.c
    openmpi/numbers.c openmpi/statuses.c)
  target_link_libraries(openmpi_calls_${place} PRIVATE openmpi_module)
  foreach(ranks 1 2 3)
    penstock_openmpi_job(calls_${place}_${ranks} ${ranks} openmpi_calls_${place})
  endforeach()
endforeach()
add_test(NAME faces_openmpi_copies COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/openmpi/copies $<TARGET_FILE:openmpi_calls_pie>
  $<TARGET_FILE:openmpi_calls_fixed> $<TARGET_FILE:openmpi_module>)
set_tests_properties(faces_openmpi_copies PROPERTIES LABELS "abi" TIMEOUT 60)

# The C++ bindings of Open MPI 4, as far as programs have them not in themselves.
penstock_openmpi_program(openmpi_bindings pie openmpi/bindings.cpp)
target_link_libraries(openmpi_bindings PRIVATE $<TARGET_FILE:mpi_openmpi_cxx>)
add_dependencies(openmpi_bindings mpi_openmpi_cxx)
penstock_openmpi_job(bindings 2 openmpi_bindings)

# Its Fortran.
penstock_openmpi_program(openmpi_mpifh pie openmpi/mpifh.c)
target_link_libraries(openmpi_mpifh PRIVATE $<TARGET_FILE:mpi_openmpi_fortran>)
add_dependencies(openmpi_mpifh mpi_openmpi_fortran mpi_openmpi_usempif08 mpi_openmpi_usempi_ignore_tkr)
foreach(ranks 1 2 3)
  penstock_openmpi_job(fortran_${ranks} ${ranks} openmpi_mpifh)
endforeach()

# Tests of tests/mpi, compiled for this ABI.
set(mpi ${PROJECT_SOURCE_DIR}/tests/mpi)
set(bodies attribute coll_user_op comm comm_inter datatype datatype_make error group info persistent probe request session status
  topology window)
list(TRANSFORM bodies REPLACE "(.+)" "${mpi}/\\1_test.cpp")
penstock_openmpi_program(openmpi_mpi_test fixed ${mpi}/main.cpp ${mpi}/memory.cpp ${PROJECT_SOURCE_DIR}/tests/common/coll_calls.cpp ${bodies})
target_link_libraries(openmpi_mpi_test PRIVATE test_common GTest::gtest)
# What is left out gives strings that are longer than this ABI's constants say, and shorter than the library's.
foreach(ranks 1 2 3)
  penstock_openmpi_job(suite_${ranks} ${ranks} openmpi_mpi_test "--gtest_filter=-Infos.WrongArguments")
endforeach()
penstock_openmpi_job(suite_2_few 2 openmpi_mpi_test
  "--gtest_filter=Requests*:Attributes*:Errors*:Inter*:Datatypes*:Probes*:Persistent.*:UserOperations*:Status*")
penstock_few(faces_openmpi_suite_2_few)

# Under the launcher of a program's own MPI (scripts/peers openmpi).
add_test(NAME faces_openmpi_prterun COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/openmpi/prterun_test.py
  ${PROJECT_SOURCE_DIR}/.local/peers/openmpi/bin $<TARGET_FILE:openmpi_calls_fixed> $<TARGET_FILE_DIR:mpi_openmpi>
  $<TARGET_FILE_DIR:openmpi_module>)
set_tests_properties(faces_openmpi_prterun PROPERTIES LABELS "process;here;unsanitized" TIMEOUT 120 PROCESSORS 2)
penstock_wide(faces_openmpi_fortran_1 faces_openmpi_fortran_3 faces_openmpi_calls_pie_1 faces_openmpi_calls_pie_3 faces_openmpi_calls_fixed_1 faces_openmpi_calls_fixed_3
  faces_openmpi_suite_1 faces_openmpi_suite_2 faces_openmpi_suite_3)
