# Finds the CUDA compiler: PENSTOCK_NVCC (full path) and PENSTOCK_CUDA_INCLUDE (folder of cuda.h). No GPU, no CUDA library
# and no CMake CUDA language: kernels are compiled to fat binaries that the driver loads.
include_guard()

find_program(PENSTOCK_NVCC nvcc
  HINTS ${PROJECT_SOURCE_DIR}/.local/cuda/bin ENV CUDA_HOME PATHS /usr/local/cuda/bin
  DOC "The CUDA compiler")
if(PENSTOCK_CUDA AND NOT PENSTOCK_NVCC)
  message(FATAL_ERROR "no nvcc found. Run scripts/setup (it fetches one), set -DPENSTOCK_NVCC=/path/to/nvcc, "
    "or build without GPU support: -DPENSTOCK_CUDA=OFF")
endif()
if(PENSTOCK_NVCC)
  get_filename_component(penstock_cuda_root ${PENSTOCK_NVCC} REALPATH)
  get_filename_component(penstock_cuda_root ${penstock_cuda_root} DIRECTORY)
  find_path(PENSTOCK_CUDA_INCLUDE cuda.h
    HINTS ${penstock_cuda_root}/../include ${penstock_cuda_root}/../targets/x86_64-linux/include
    DOC "Folder of cuda.h")
endif()
