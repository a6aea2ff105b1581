# Compiles through ccache where the machine has it. -DCMAKE_CXX_COMPILER_LAUNCHER= (empty) turns it off.
include_guard()

find_program(PENSTOCK_CCACHE ccache DOC "Compiler cache")
if(PENSTOCK_CCACHE)
  foreach(language C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${PENSTOCK_CCACHE})
    endif()
  endforeach()
endif()
