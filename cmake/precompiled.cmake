# Parses the headers that most of our files include once: a file takes a second less. A file still includes what it needs:
# clang-tidy reads each without these, and so does a build by plain CMake. Headers must have been compiled as the file is, above
# all at its level of optimisation, where GCC 12 was seen to crash: files with options of their own leave them out.
include_guard()

option(PENSTOCK_PCH "Precompile the headers that most files include" OFF)
set(penstock_common_headers <algorithm> <array> <atomic> <chrono> <cstddef> <cstdint> <cstring> <functional> <map> <memory> <mutex>
  <optional> <span> <string> <string_view> <unordered_map> <utility> <vector> <fmt/format.h>)

# penstock_precompile(TARGET header...): precompiles headers for a target's C++ sources.
function(penstock_precompile target)
  if(PENSTOCK_PCH)
    list(TRANSFORM ARGN REPLACE ">$" "$<ANGLE-R>" OUTPUT_VARIABLE headers)
    list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:\\1>")
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
endfunction()

# All programs that link GoogleTest share the precompiled headers of one target, which exists only for this.
function(penstock_precompile_tests)
  if(NOT PENSTOCK_PCH OR NOT PENSTOCK_TESTS)
    return()
  endif()
  file(CONFIGURE OUTPUT test_headers.cpp CONTENT "int main() {}\n")
  add_executable(penstock_test_headers EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp)
  target_link_libraries(penstock_test_headers PRIVATE penstock_flags GTest::gmock GTest::gtest)
  target_compile_options(penstock_test_headers PRIVATE ${penstock_fast})
  penstock_share_test_headers(${PROJECT_SOURCE_DIR})
  penstock_precompile(penstock_test_headers ${penstock_common_headers} <gmock/gmock.h> <gtest/gtest.h>)
endfunction()

function(penstock_share_test_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(type STREQUAL EXECUTABLE AND "${libraries}" MATCHES "GTest::|mpi_test_main" AND NOT target STREQUAL penstock_test_headers)
      target_compile_options(${target} PRIVATE ${penstock_fast})
      get_target_property(options ${target} COMPILE_OPTIONS)
      if("${options}" MATCHES "-f(no-)?(pic|pie|PIC|PIE)")
        # The shared headers are compiled with other flags.
        penstock_precompile(${target} ${penstock_common_headers} <gmock/gmock.h> <gtest/gtest.h>)
      else()
        target_precompile_headers(${target} REUSE_FROM penstock_test_headers)
      endif()
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner ${folders})
    penstock_share_test_headers(${inner})
  endforeach()
endfunction()
