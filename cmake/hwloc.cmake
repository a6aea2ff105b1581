# hwloc for the program `penstock` alone: its archive where there is one, so that the program runs where hwloc is not installed.
# Gives the target penstock_hwloc, where hwloc is found.
include_guard()

find_path(PENSTOCK_HWLOC_INCLUDE hwloc.h)
find_library(PENSTOCK_HWLOC_LIBRARY NAMES libhwloc.a hwloc)
if(NOT PENSTOCK_HWLOC_INCLUDE OR NOT PENSTOCK_HWLOC_LIBRARY)
  return()
endif()

add_library(penstock_hwloc INTERFACE)
target_include_directories(penstock_hwloc SYSTEM INTERFACE ${PENSTOCK_HWLOC_INCLUDE})
target_link_libraries(penstock_hwloc INTERFACE ${PENSTOCK_HWLOC_LIBRARY})
if(PENSTOCK_HWLOC_LIBRARY MATCHES "\\.a$")
  target_sources(penstock_hwloc INTERFACE ${PROJECT_SOURCE_DIR}/tools/penstock/no_udev.c)
  target_link_libraries(penstock_hwloc INTERFACE m Threads::Threads ${CMAKE_DL_LIBS})
endif()
