# What Penstock is made of: looks for all of it before anything is configured further or compiled, decides each PENSTOCK_<NAME> that
# is AUTO, and stops once, naming all that is missing. The folders use what is found here. A new need is a line here, with the
# packages of Debian and of Fedora that bring it.
include_guard()
include(features)

# ---- compilers ----
# CMake's own words for a machine without any would come alone, before those of everything else.
set(penstock_compilers c++ g++ clang++ icpx CC)
if(CMAKE_CXX_COMPILER OR CMAKE_TOOLCHAIN_FILE OR NOT "$ENV{CXX}" STREQUAL "")
  set(penstock_cxx ON)
else()
  find_program(penstock_cxx NAMES ${penstock_compilers} NO_CACHE)
endif()
if(penstock_cxx)
  enable_language(C)
  enable_language(CXX)
  enable_language(ASM)
else()
  penstock_require("a C++ compiler (Debian: g++, Fedora: gcc-c++)")
  file(GLOB penstock_pmix_folders /usr/lib/*/pmix2/include)
endif()
include(local_packages)

# ---- what nothing is built without ----
find_path(PENSTOCK_FMT_INCLUDE fmt/core.h)
if(NOT PENSTOCK_FMT_INCLUDE)
  penstock_require("{fmt}'s fmt/core.h (Debian: libfmt-dev, Fedora: fmt-devel)")
endif()
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  penstock_require("CLI11 (Debian: libcli11-dev, Fedora: cli11-devel)")
endif()

# ---- what parts need ----
include(nvcc)

set(missing)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PMIX QUIET pmix)
endif()
find_path(PENSTOCK_PMIX_INCLUDE_DIR pmix.h HINTS ${PMIX_INCLUDE_DIRS} ${penstock_pmix_folders}
  PATH_SUFFIXES pmix2/include lib/${CMAKE_LIBRARY_ARCHITECTURE}/pmix2/include)
if(NOT PENSTOCK_PMIX_INCLUDE_DIR)
  set(missing "pmix.h (Debian: libpmix-dev, Fedora: pmix-devel)")
endif()
penstock_decide(PMIX "PMIx" "${missing}" "launchers start programs by PMI-1 alone")

set(missing)
find_path(UCX_INCLUDE_DIR ucp/api/ucp.h)
if(NOT UCX_INCLUDE_DIR)
  set(missing "ucp/api/ucp.h (Debian: libucx-dev, Fedora: ucx-devel)")
endif()
penstock_decide(NETWORK "the network plug-in" "${missing}" "jobs stay on one host")

find_package(nlohmann_json QUIET)
set(penstock_json)
if(NOT nlohmann_json_FOUND)
  set(penstock_json "nlohmann-json (Debian: nlohmann-json3-dev, Fedora: json-devel)")
endif()
set(missing ${penstock_json})
find_path(PENSTOCK_HWLOC_INCLUDE hwloc.h)
find_library(PENSTOCK_HWLOC_LIBRARY NAMES libhwloc.a hwloc)
if(NOT PENSTOCK_HWLOC_INCLUDE OR (penstock_cxx AND NOT PENSTOCK_HWLOC_LIBRARY))
  list(APPEND missing "hwloc.h with libhwloc (Debian: libhwloc-dev, Fedora: hwloc-devel)")
endif()
penstock_decide(TOOLS "the program penstock" "${missing}" "there is no penstock doctor, info, tune and compare")

set(missing ${penstock_json})
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  list(APPEND missing "Python (Debian: python3, Fedora: python3)")
endif()
penstock_decide(BENCH "the benchmarks" "${missing}" "there is no penstock-bench and penstock-stencil")

find_program(PENSTOCK_MAN_PYTHON NAMES python3 DOC "Python with PyYAML, which makes the manual pages")
mark_as_advanced(PENSTOCK_MAN_PYTHON)
set(missing "Python with PyYAML (Debian: python3-yaml, Fedora: python3-pyyaml)")
if(PENSTOCK_MAN_PYTHON)
  execute_process(COMMAND ${PENSTOCK_MAN_PYTHON} -c "import yaml" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed EQUAL 0)
    set(missing "")
  endif()
endif()
penstock_decide(MAN "the manual pages" "${missing}" "there is no man mpiexec")

penstock_stop_where_something_is_missing()
