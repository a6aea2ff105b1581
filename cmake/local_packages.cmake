# What scripts/setup unpacked where it could not install packages for want of root. The system's own come first.
include_guard()

set(penstock_unpacked ${PROJECT_SOURCE_DIR}/.local/debian/usr)
if(EXISTS ${penstock_unpacked})
  list(APPEND CMAKE_SYSTEM_PREFIX_PATH ${penstock_unpacked})
endif()
