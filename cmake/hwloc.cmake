# Finds hwloc, which only the program `penstock` uses: its archive if there is one, so that the program runs where hwloc is not
# installed. Gives the target penstock_hwloc.
include_guard()

add_library(penstock_hwloc INTERFACE)
target_include_directories(penstock_hwloc SYSTEM INTERFACE ${PENSTOCK_HWLOC_INCLUDE})
target_link_libraries(penstock_hwloc INTERFACE ${PENSTOCK_HWLOC_LIBRARY})
if(PENSTOCK_HWLOC_LIBRARY MATCHES "\\.a$")
  target_sources(penstock_hwloc INTERFACE ${PROJECT_SOURCE_DIR}/tools/penstock/no_udev.c)
  target_link_libraries(penstock_hwloc INTERFACE m Threads::Threads ${CMAKE_DL_LIBS})
endif()
