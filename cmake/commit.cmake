# penstock_commit: where the sources were when they were configured, as git describes it ("v1.2-3-gabc1234", "abc1234-dirty"); empty
# where they are no checkout of their own. scripts/build configures each time, so what it builds is of that commit.
include_guard()

set(penstock_commit "")
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --show-toplevel
  OUTPUT_VARIABLE penstock_checkout OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(penstock_checkout STREQUAL PROJECT_SOURCE_DIR)
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} describe --tags --always --dirty --abbrev=7
    OUTPUT_VARIABLE penstock_commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
