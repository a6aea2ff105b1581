# Finds the CUDA compiler: PENSTOCK_NVCC (full path) and PENSTOCK_CUDA_INCLUDE (folder of cuda.h), and resolves PENSTOCK_CUDA.
# No GPU, no CUDA library and no CMake CUDA language: kernels are compiled to fat binaries that the driver loads.
include_guard()

find_program(PENSTOCK_NVCC nvcc
  HINTS ${PROJECT_SOURCE_DIR}/.local/cuda/bin ENV CUDA_HOME PATHS /usr/local/cuda/bin
  DOC "The CUDA compiler")
if(PENSTOCK_NVCC)
  get_filename_component(penstock_cuda_root ${PENSTOCK_NVCC} REALPATH)
  get_filename_component(penstock_cuda_root ${penstock_cuda_root} DIRECTORY)
  find_path(PENSTOCK_CUDA_INCLUDE cuda.h
    HINTS ${penstock_cuda_root}/../include ${penstock_cuda_root}/../targets/x86_64-linux/include
      ${penstock_cuda_root}/../targets/sbsa-linux/include
    DOC "Folder of cuda.h")
  execute_process(COMMAND ${PENSTOCK_NVCC} --version OUTPUT_VARIABLE penstock_nvcc_version ERROR_QUIET)
  string(REGEX REPLACE ".*release ([0-9.]+).*" "\\1" penstock_nvcc_version "${penstock_nvcc_version}")
endif()

set(missing)
if(NOT PENSTOCK_NVCC)
  list(APPEND missing "nvcc (scripts/setup fetches one, or set -DPENSTOCK_NVCC=/path/to/nvcc)")
elseif(NOT penstock_nvcc_version VERSION_GREATER_EQUAL 12.8)
  list(APPEND missing "nvcc 12.8 or newer (${PENSTOCK_NVCC} is '${penstock_nvcc_version}', and scripts/setup fetches one)")
elseif(NOT PENSTOCK_CUDA_INCLUDE)
  list(APPEND missing "cuda.h beside ${PENSTOCK_NVCC} (or set -DPENSTOCK_CUDA_INCLUDE=/its/folder)")
endif()
penstock_decide(CUDA "GPU support" "${missing}" "programs cannot pass GPU memory")
