# The MPICH ABI.
set(mpich_face $<TARGET_FILE:mpi_mpich>)

# penstock_mpich_program(NAME SOURCE...): its mpi.h is mpich/mpi.h.
function(penstock_mpich_program name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} BEFORE PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/mpich)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE penstock_flags ${mpich_face})
  target_compile_options(${name} PRIVATE ${penstock_fast})
  set_target_properties(${name} PROPERTIES SKIP_BUILD_RPATH ON)
  add_dependencies(${name} mpi_mpich mpiexec)
endfunction()

# penstock_mpich_job(NAME RANKS PROGRAM ARGUMENT...)
function(penstock_mpich_job name ranks program)
  add_test(NAME faces_mpich_${name} COMMAND $<TARGET_FILE:mpiexec> --timeout 200 -n ${ranks} $<TARGET_FILE:${program}> ${ARGN})
  set_tests_properties(faces_mpich_${name} PROPERTIES LABELS "mpi" TIMEOUT 240 PROCESSORS 2
    ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/fakecuda")
endfunction()

# Constants, sizes and offsets, as our header has them and as MPICH's own has them.
penstock_mpich_program(mpich_pins mpich/pins.c)
penstock_mpich_job(pins 1 mpich_pins)
add_test(NAME faces_mpich_pins_real COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/mpich/pins_real ${CMAKE_C_COMPILER} ${PROJECT_BINARY_DIR})
# What it exports, beside MPICH's own library.
add_test(NAME faces_mpich_names COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/names.py mpich ${PROJECT_BINARY_DIR})
set_tests_properties(faces_mpich_pins_real faces_mpich_names PROPERTIES LABELS "abi;here;unsanitized" TIMEOUT 60 SKIP_RETURN_CODE 77)

# What only this ABI has: the bytes of handles and statuses, long arrays, functions of the program, Fortran's names.
penstock_mpich_program(mpich_calls mpich/main.c mpich/arrays.c mpich/callbacks.c mpich/fortran.c mpich/handles.c mpich/numbers.c
  mpich/statuses.c)
foreach(ranks 1 2 3)
  penstock_mpich_job(calls_${ranks} ${ranks} mpich_calls)
endforeach()

# Another MPI's library of the same name, which a wrapper's path leads to, and a program that loads one as interpreters do.
add_library(faces_wrong SHARED foreign/wrong.c)
set_target_properties(faces_wrong PROPERTIES OUTPUT_NAME mpi SOVERSION 12 LIBRARY_OUTPUT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/faces_wrong)
add_executable(faces_loads foreign/loads.c)
target_link_libraries(faces_loads PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(faces_loads PROPERTIES SKIP_BUILD_RPATH ON)
add_dependencies(faces_loads mpi_mpich mpiexec)
add_test(NAME faces_mpiexec COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/mpiexec_test.py $<TARGET_FILE:mpiexec>
  $<TARGET_FILE:mpich_calls> $<TARGET_FILE_DIR:mpi_mpich> $<TARGET_FILE:faces_loads> $<TARGET_FILE_DIR:faces_wrong>)
set_tests_properties(faces_mpiexec PROPERTIES LABELS "process" TIMEOUT 120)

# Python, of which mpiexec cannot know what it loads: mpi4py's wheel (scripts/peers mpi4py-wheel) finds the face with no variable set.
add_test(NAME faces_mpiexec_mpi4py COMMAND $<TARGET_FILE:mpiexec> --timeout 60 -n 2 ${Python3_EXECUTABLE} -c
  "from mpi4py import MPI; print(MPI.COMM_WORLD.allreduce(1), MPI.Get_library_version(), flush=True)")
set_tests_properties(faces_mpiexec_mpi4py PROPERTIES LABELS "mpi4py;here;unsanitized" TIMEOUT 90
  ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/.local/mpi4py-wheel" PASS_REGULAR_EXPRESSION "2 Penstock [^\n]*MPICH ABI")
# The same where a wrapper's path has another libmpi.so.12 in front.
add_test(NAME faces_mpiexec_mpi4py_hostile COMMAND $<TARGET_FILE:mpiexec> --timeout 60 -n 2 env LD_LIBRARY_PATH=$<TARGET_FILE_DIR:faces_wrong>
  ${Python3_EXECUTABLE} -c "from mpi4py import MPI; print(MPI.COMM_WORLD.allreduce(1), MPI.Get_library_version(), flush=True)")
set_tests_properties(faces_mpiexec_mpi4py_hostile PROPERTIES LABELS "mpi4py;here;unsanitized" TIMEOUT 90
  ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/.local/mpi4py-wheel" PASS_REGULAR_EXPRESSION "2 Penstock [^\n]*MPICH ABI")

# The tests of tests/mpi and tests/mpi_t, compiled for this ABI.
set(mpi ${PROJECT_SOURCE_DIR}/tests/mpi)
set(bodies abi attribute barrier buffer coll coll_error coll_init coll_inter coll_move coll_outstanding coll_reduce coll_shm coll_user_op comm
  comm_create comm_inter datatype datatype_facts datatype_make error group info neighbor op p2p pack partitioned persistent probe
  request session short_float status topology window window_accumulate window_atomic window_error window_memory)
list(TRANSFORM bodies REPLACE "(.+)" "${mpi}/\\1_test.cpp")
penstock_mpich_program(mpich_mpi_test ${mpi}/main.cpp ${mpi}/memory.cpp ${PROJECT_SOURCE_DIR}/tests/common/coll_calls.cpp ${bodies})
target_link_libraries(mpich_mpi_test PRIVATE test_common GTest::gtest)
set(mpi_t ${PROJECT_SOURCE_DIR}/tests/mpi_t)
penstock_mpich_program(mpich_mpi_t_test ${mpi_t}/main.cpp ${mpi_t}/category_test.cpp ${mpi_t}/cvar_test.cpp ${mpi_t}/event_test.cpp
  ${mpi_t}/pvar_test.cpp)
target_link_libraries(mpich_mpi_t_test PRIVATE GTest::gtest)

# What asks for numbers that mean something else here is left out: those of datatypes, a root of -1, which is MPI_PROC_NULL, and
# strings that are longer than this ABI's constants say and shorter than the library's.
set(others Operations.EveryPredefinedDatatypeIsListedHere:BetweenGroups.WrongArguments:CommsOfGroups.FromAGroupWithoutACommunicator)
set(left_out "--gtest_filter=-${others}:Infos.WrongArguments")
foreach(ranks 1 2 3)
  penstock_mpich_job(suite_${ranks} ${ranks} mpich_mpi_test ${left_out})
endforeach()
penstock_mpich_job(suite_device 2 mpich_mpi_test --memory device "--gtest_filter=P2p*:Requests*:Collectives.*:Moving*:Reducing*")
penstock_mpich_job(t 2 mpich_mpi_t_test)
set_tests_properties(faces_mpich_t PROPERTIES ENVIRONMENT "PENSTOCK_SHM_CELLS=64")
penstock_mpich_job(suite_2_few 2 mpich_mpi_test
  "--gtest_filter=Requests*:Attributes*:Errors*:Inter*:BetweenGroups*:Datatypes*:Probes*:Persistent.*:UserOperations*:Status*-BetweenGroups.WrongArguments")
penstock_few(faces_mpich_suite_2_few)

# The scenarios of tests/streams: communication on CUDA streams by names that MPICH's mpi.h has.
set(streams streams stream_job messages small collectives reductions graphs objects random)
list(TRANSFORM streams REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/tests/streams/\\1.cpp")
penstock_mpich_program(mpich_streams ${streams})
target_include_directories(mpich_streams BEFORE PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/mpich/mpix)
target_link_libraries(mpich_streams PRIVATE test_common)
penstock_mpich_job(streams 2 mpich_streams)
penstock_mpich_job(streams_3 3 mpich_streams)
set_tests_properties(faces_mpich_streams faces_mpich_streams_3 PROPERTIES
  ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/fakecuda;PENSTOCK_FAKECUDA_OLD_MAPPINGS=1" FAIL_REGULAR_EXPRESSION "Sanitizer")
penstock_wide(faces_mpich_streams_3)
penstock_wide(faces_mpich_calls_1 faces_mpich_calls_3 faces_mpich_suite_1 faces_mpich_suite_2 faces_mpich_suite_3 faces_mpich_suite_device)
