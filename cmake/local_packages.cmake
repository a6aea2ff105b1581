# Adds the places beside the system's own, which come first, where headers and libraries may lie: what scripts/setup unpacked
# where it could not install packages because it was not root, and the folders that CPATH names to the compiler.
include_guard()

set(penstock_unpacked ${PROJECT_SOURCE_DIR}/.local/debian/usr)
if(EXISTS ${penstock_unpacked})
  list(APPEND CMAKE_SYSTEM_PREFIX_PATH ${penstock_unpacked})
  # Some headers there include others that compilers look for in the system's folder of this name.
  include_directories(SYSTEM ${penstock_unpacked}/include/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
cmake_path(CONVERT "$ENV{CPATH}" TO_CMAKE_PATH_LIST penstock_cpath)
list(APPEND CMAKE_SYSTEM_INCLUDE_PATH ${penstock_cpath})
