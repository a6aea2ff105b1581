# Finds {fmt}. Version 9 (Debian 12, Ubuntu 24.04) is compiled once, which halves the time that our files take; other versions
# are used as headers alone. Every target that links penstock_flags has it.
include_guard()

target_include_directories(penstock_flags SYSTEM INTERFACE ${PENSTOCK_FMT_INCLUDE})
file(STRINGS ${PENSTOCK_FMT_INCLUDE}/fmt/core.h penstock_fmt_version REGEX "define FMT_VERSION")
if(penstock_fmt_version MATCHES "FMT_VERSION 9[0-9][0-9][0-9][0-9]")
  add_library(penstock_fmt STATIC ${PROJECT_SOURCE_DIR}/src/base/formatting.cpp)
  target_include_directories(penstock_fmt SYSTEM PRIVATE ${PENSTOCK_FMT_INCLUDE})
  target_compile_options(penstock_fmt PRIVATE -fvisibility=hidden -fvisibility-inlines-hidden
    $<$<BOOL:${PENSTOCK_SANITIZE}>:-fsanitize=${PENSTOCK_SANITIZE};-fno-omit-frame-pointer>)
  target_link_libraries(penstock_flags INTERFACE penstock_fmt)
else()
  target_compile_definitions(penstock_flags INTERFACE FMT_HEADER_ONLY=1)
endif()
