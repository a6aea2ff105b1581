# For which GPUs kernels are compiled: resolves the words of PENSTOCK_CUDA_ARCHS and sees whether nvcc knows its numbers.
#
#   80;90;100   machine code for sm_80, sm_90 and sm_100
#   native      machine code for the GPUs of this machine; where there is none, as ptx
#   ptx         no machine code: the driver compiles the PTX where the program runs
#
# Afterwards PENSTOCK_CUDA_ARCHS is a list of numbers, in order, which may be empty; PENSTOCK_CUDA_PTX is the one number whose
# PTX is built as well: the newest of the list, or 80, unless it was given.
include_guard()

set(penstock_oldest_arch 80)  # of what the kernels use

# Sets `out` to the numbers of the architectures that nvcc compiles for.
function(penstock_known_archs out)
  execute_process(COMMAND ${PENSTOCK_NVCC} --list-gpu-arch OUTPUT_VARIABLE text ERROR_VARIABLE error RESULT_VARIABLE status)
  string(REGEX MATCHALL "compute_[0-9]+" known "${text}")
  list(TRANSFORM known REPLACE "compute_" "")
  if(NOT status EQUAL 0 OR NOT known)
    message(FATAL_ERROR "${PENSTOCK_NVCC} --list-gpu-arch does not say what it compiles for (${error}): set -DPENSTOCK_NVCC to "
      "the nvcc of CUDA 12.8 or newer, or build without GPU support: -DPENSTOCK_CUDA=OFF")
  endif()
  list(SORT known COMPARE NATURAL)
  set(${out} ${known} PARENT_SCOPE)
endfunction()

# Sets `out` to the numbers of this machine's GPUs.
function(penstock_native_archs out)
  set(text "")
  find_program(PENSTOCK_NVIDIA_SMI nvidia-smi DOC "Asked for the GPUs of this machine")
  if(PENSTOCK_NVIDIA_SMI)
    execute_process(COMMAND ${PENSTOCK_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE status TIMEOUT 60)
    if(NOT status EQUAL 0)
      set(text "")
    endif()
  endif()
  string(REGEX MATCHALL "[0-9]+\\.[0-9]" numbers "${text}")
  list(TRANSFORM numbers REPLACE "\\." "")
  list(REMOVE_DUPLICATES numbers)
  set(${out} ${numbers} PARENT_SCOPE)
endfunction()

function(penstock_resolve_native known out_archs out_ptx)
  penstock_native_archs(archs)
  set(ptx "")
  foreach(arch ${archs})
    if(arch LESS penstock_oldest_arch)
      message(WARNING "a GPU here is of generation ${arch}: no kernels for it, the oldest is ${penstock_oldest_arch}")
      list(REMOVE_ITEM archs ${arch})
    elseif(NOT arch IN_LIST known)
      # The GPU is newer than this nvcc: the driver compiles the newest PTX that suits.
      list(REMOVE_ITEM archs ${arch})
      foreach(older ${known})
        if(older LESS arch)
          set(ptx ${older})
        endif()
      endforeach()
    endif()
  endforeach()
  set(${out_archs} "${archs}" PARENT_SCOPE)
  set(${out_ptx} "${ptx}" PARENT_SCOPE)
endfunction()

function(penstock_check_archs variable known)
  foreach(arch ${${variable}})
    if(NOT arch MATCHES "^[0-9]+$")
      message(FATAL_ERROR "${variable} has '${arch}': give numbers of GPU generations (80;90;100), native or ptx")
    elseif(arch LESS penstock_oldest_arch)
      message(FATAL_ERROR "${variable} has ${arch}: the kernels need ${penstock_oldest_arch} or newer")
    elseif(NOT arch IN_LIST known)
      list(JOIN known " " known)
      message(FATAL_ERROR "${variable} has ${arch}, for which ${PENSTOCK_NVCC} does not compile; it knows ${known}. "
        "Leave it out, or set -DPENSTOCK_NVCC to a newer nvcc")
    endif()
  endforeach()
endfunction()

function(penstock_resolve_archs)
  set(archs "${PENSTOCK_CUDA_ARCHS}")
  set(ptx "${PENSTOCK_CUDA_PTX}")
  penstock_known_archs(known)
  if(archs STREQUAL "native")
    penstock_resolve_native("${known}" archs newest)
    if(ptx STREQUAL "")
      set(ptx "${newest}")
    endif()
  elseif(archs STREQUAL "ptx")
    set(archs "")
  endif()
  list(SORT archs COMPARE NATURAL)
  list(REMOVE_DUPLICATES archs)
  if(ptx STREQUAL "" AND "${archs}" STREQUAL "")
    set(ptx ${penstock_oldest_arch})
  elseif(ptx STREQUAL "")
    list(GET archs -1 ptx)
  endif()
  set(PENSTOCK_CUDA_ARCHS "${archs}")
  set(PENSTOCK_CUDA_PTX "${ptx}")
  penstock_check_archs(PENSTOCK_CUDA_ARCHS "${known}")
  penstock_check_archs(PENSTOCK_CUDA_PTX "${known}")
  set(PENSTOCK_CUDA_ARCHS "${archs}" PARENT_SCOPE)
  set(PENSTOCK_CUDA_PTX "${ptx}" PARENT_SCOPE)
endfunction()

if(PENSTOCK_CUDA)
  penstock_resolve_archs()
  # The numbers as options of nvcc.
  set(penstock_gencode -gencode arch=compute_${PENSTOCK_CUDA_PTX},code=compute_${PENSTOCK_CUDA_PTX})
  foreach(arch ${PENSTOCK_CUDA_ARCHS})
    list(APPEND penstock_gencode -gencode arch=compute_${arch},code=sm_${arch})
  endforeach()
  list(TRANSFORM PENSTOCK_CUDA_ARCHS PREPEND "sm_" OUTPUT_VARIABLE penstock_kernels_for)
  list(APPEND penstock_kernels_for "PTX of compute_${PENSTOCK_CUDA_PTX}")
  list(JOIN penstock_kernels_for ", " penstock_kernels_for)
else()
  set(penstock_kernels_for "")
endif()
