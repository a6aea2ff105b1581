# Flags and helpers that every folder uses.
include_guard()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

include(ccache)
include(cuda_archs)
include(precompiled)
include(program_kernels)
find_package(Threads REQUIRED)
if(PENSTOCK_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()

add_library(penstock_flags INTERFACE)
target_compile_options(penstock_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor;-fno-plt>)
target_compile_definitions(penstock_flags INTERFACE _GNU_SOURCE=1)
include(formatting)
if(PENSTOCK_SANITIZE)
  target_compile_options(penstock_flags INTERFACE -fsanitize=${PENSTOCK_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(penstock_flags INTERFACE -fsanitize=${PENSTOCK_SANITIZE})
endif()

# Tests, tools and options are compiled in half the time, because their speed does not matter.
set(penstock_fast $<$<CONFIG:Release>:-O1>)

# Makes this folder and those below compile so from here on.
macro(penstock_build_fast)
  add_compile_options(${penstock_fast})
endmacro()

# Does the same for single files of this folder's targets.
function(penstock_build_files_fast)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS ${penstock_fast})
endfunction()

# Puts tests of this folder into the second tier: `make check-long` runs them, and CI in shares (tests/README.md).
function(penstock_wide)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS wide)
endfunction()

# Marks tests of this folder that are a sample of a test in the second tier: if that runs as well, they add nothing.
function(penstock_few)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS few)
endfunction()

# penstock_seconds(TEST COMMAND...): adds a form of this folder's test to the second tier, by the same command, which
# also judges how many seconds things take. It runs alone and without a sanitizer, so that the seconds are those of a
# machine that has nothing else to do.
function(penstock_seconds test)
  add_test(NAME ${test}_seconds COMMAND ${ARGN})
  foreach(property LABELS ENVIRONMENT TIMEOUT)
    get_test_property(${test} ${property} value)
    if(value)
      set_property(TEST ${test}_seconds PROPERTY ${property} "${value}")
    endif()
  endforeach()
  set_property(TEST ${test}_seconds APPEND PROPERTY LABELS wide unsanitized)
  set_property(TEST ${test}_seconds APPEND PROPERTY ENVIRONMENT "PENSTOCK_TEST_SECONDS=1")
  set_property(TEST ${test}_seconds PROPERTY PROCESSORS 64)
endfunction()

# The programs of tests whose label is `core`: CI builds them under a sanitizer (scripts/check --share).
if(PENSTOCK_TESTS)
  add_custom_target(core_tests)
endif()

# Adds the whole of a unit test of this folder whose default is a sample to the second tier: the test
# looks for PENSTOCK_TEST_WHOLE.
function(penstock_unit_whole name)
  if(NOT TARGET ${name})
    return()
  endif()
  add_test(NAME ${name}_whole COMMAND ${name})
  foreach(property LABELS ENVIRONMENT)
    get_test_property(${name} ${property} value)
    if(value)
      set_property(TEST ${name}_whole PROPERTY ${property} "${value}")
    endif()
  endforeach()
  set_property(TEST ${name}_whole APPEND PROPERTY ENVIRONMENT "PENSTOCK_TEST_WHOLE=1")
  set_property(TEST ${name}_whole PROPERTY TIMEOUT 600)
  penstock_wide(${name}_whole)
endfunction()

# Runs the tests of one program as several of ctest: those whose names begin with each of the words, then the rest; in the
# second tier those of ten ranks and more and of much data on eight; and with the label `long` those of its suites "Huge".
function(penstock_split_test name labels)
  set(many "*/1?:Long/*/8")
  set(rest "Huge/*:${many}")
  add_test(NAME ${name}_many COMMAND ${name} "--gtest_filter=${many}-Huge/*")
  set_tests_properties(${name}_many PROPERTIES LABELS "${labels}" TIMEOUT 600)
  penstock_wide(${name}_many)
  foreach(word ${ARGN})
    add_test(NAME ${name}_${word} COMMAND ${name} "--gtest_filter=*.${word}*-Huge/*:${many}")
    set_tests_properties(${name}_${word} PROPERTIES LABELS "${labels}" TIMEOUT 300)
    string(APPEND rest ":*.${word}*")
  endforeach()
  add_test(NAME ${name}_rest COMMAND ${name} "--gtest_filter=-${rest}")
  set_tests_properties(${name}_rest PROPERTIES LABELS "${labels}" TIMEOUT 300)
  add_test(NAME ${name}_huge COMMAND ${name} "--gtest_filter=Huge/*")
  set_tests_properties(${name}_huge PROPERTIES LABELS "long" TIMEOUT 1200 PROCESSORS 2)
endfunction()

# penstock_unit_test(NAME SOURCES file... [LIBS lib...]): a GoogleTest program over the runtime's own objects. It links the
# runtime's object files, not the shared library, so it sees what the library does not export.
function(penstock_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;ENVIRONMENT;SPLIT" ${ARGN})
  if(NOT PENSTOCK_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_compile_options(${name} PRIVATE ${penstock_fast})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} penstock_runtime GTest::gmock GTest::gtest GTest::gtest_main)
  set(labels unit)
  if(name MATCHES "^(base|transport|proto|coll)_")
    list(APPEND labels core)
    add_dependencies(core_tests ${name})
  endif()
  if(ARG_SPLIT)
    penstock_split_test(${name} "${labels}" ${ARG_SPLIT})
    return()
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 300)
  if(ARG_ENVIRONMENT)
    # Each test has its own machine on the stand-in driver, so that tests which run at once do not share its devices.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "PENSTOCK_FAKECUDA_MACHINE=${name};${ARG_ENVIRONMENT}")
  endif()
endfunction()
