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
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

include(ccache)
include(nvcc)
include(program_kernels)
find_package(Threads REQUIRED)
if(PENSTOCK_TESTS)
  find_package(GTest REQUIRED)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_library(penstock_flags INTERFACE)
target_compile_options(penstock_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor;-fno-plt>)
target_compile_definitions(penstock_flags INTERFACE FMT_HEADER_ONLY=1 _GNU_SOURCE=1)
if(PENSTOCK_SANITIZE)
  target_compile_options(penstock_flags INTERFACE -fsanitize=${PENSTOCK_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(penstock_flags INTERFACE -fsanitize=${PENSTOCK_SANITIZE})
endif()

# penstock_unit_test(NAME SOURCES file... [LIBS lib...]): a GoogleTest program over the runtime's own objects. It links the
# runtime's object files, not the shared library, so it sees what the library does not export.
function(penstock_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;ENVIRONMENT" ${ARGN})
  if(NOT PENSTOCK_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE penstock_runtime GTest::gmock GTest::gtest GTest::gtest_main ${ARG_LIBS})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit" TIMEOUT 120)
  if(ARG_ENVIRONMENT)
    # A machine of its own on the stand-in driver, so that tests which run at once do not share its devices.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "PENSTOCK_FAKECUDA_MACHINE=${name};${ARG_ENVIRONMENT}")
  endif()
endfunction()
