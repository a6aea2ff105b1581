# penstock_revision: the commit that is built, with the newest release tag before it where there is one: "v0.1.0-3-g1a2b3c4" or
# "1a2b3c4"; empty if neither git nor an archive made by git tells. As of configuring; builds without tests configure again when
# the commit changes.
include_guard()

# `git archive` writes both into the file (.gitattributes): the name by a tag, which is empty where there is none, and the commit.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/revision.txt penstock_revision LIMIT_COUNT 1)
if(NOT penstock_revision MATCHES "Format")
  string(REGEX MATCH "[^ ]+" penstock_revision "${penstock_revision}")
else()
  set(penstock_revision)
  find_package(Git QUIET)
  if(Git_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} describe --tags --always --abbrev=7
      OUTPUT_VARIABLE penstock_revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD
      OUTPUT_VARIABLE penstock_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  get_filename_component(penstock_log "${penstock_log}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  if(penstock_revision AND NOT PENSTOCK_TESTS AND EXISTS ${penstock_log})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${penstock_log})
  endif()
endif()
