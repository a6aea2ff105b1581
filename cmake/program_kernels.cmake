# Compiles kernels of our programs (demo, benchmarks), apart from those of the library.
include_guard()
set(penstock_program_image ${CMAKE_CURRENT_LIST_DIR}/program_kernels.S)

# penstock_program_kernels(TARGET file.cu STANDIN file.cpp): compiles the kernels to a fat binary that the program embeds, as
# the symbol penstock_program_kernels; one such program in a folder. With tests also host-compiled, for the stand-in driver:
# lib<TARGET>_fake_kernels.so beside it.
function(penstock_program_kernels target source)
  cmake_parse_arguments(ARG "" "STANDIN" "" ${ARGN})
  set(image ${CMAKE_CURRENT_BINARY_DIR}/${target}.fatbin)
  add_custom_command(OUTPUT ${image}
    COMMAND ${PENSTOCK_NVCC} -std=c++20 -O3 -fatbin -compress-mode=size ${penstock_gencode} -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include
      -MD -MF ${image}.d -MT ${image} ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${image}
    DEPENDS ${source} DEPFILE ${image}.d VERBATIM COMMENT "Kernels of ${target} for ${penstock_kernels_for}")
  set_source_files_properties(${penstock_program_image} PROPERTIES
    COMPILE_DEFINITIONS PROGRAM_KERNELS="${image}" OBJECT_DEPENDS ${image})
  target_sources(${target} PRIVATE ${penstock_program_image} ${image})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  if(PENSTOCK_TESTS)
    add_library(${target}_fake_kernels SHARED ${ARG_STANDIN})
    target_include_directories(${target}_fake_kernels PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(${target}_fake_kernels PRIVATE penstock_flags)
    set_target_properties(${target}_fake_kernels PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fakecuda)
  endif()
endfunction()
