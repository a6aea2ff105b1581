# Compiles through ccache where the machine has it. -DCMAKE_CXX_COMPILER_LAUNCHER= (empty) turns it off. The cache is ccache's own,
# outside the build tree, and serves every checkout of this repository on the machine: paths below the source tree count from
# there, and neither the folder that the compiler runs in nor the times of headers make a difference.
include_guard()

find_program(PENSTOCK_CCACHE ccache DOC "Compiler cache")
if(PENSTOCK_CCACHE)
  set(penstock_launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CURRENT_LIST_DIR}/through_ccache ${PENSTOCK_CCACHE})
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${penstock_launcher})
    endif()
  endforeach()
endif()
