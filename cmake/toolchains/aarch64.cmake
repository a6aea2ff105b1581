# Cross-compiles for 64-bit ARM (Grace) with Debian's compilers; scripts/cross installs them, builds with this and runs what was
# built under qemu-aarch64.
#
#   cmake -B build/aarch64 -G Ninja --toolchain cmake/toolchains/aarch64.cmake
#
# Kernels are compiled by this machine's nvcc: a fat binary has code of the GPU alone. Headers without code of a processor ({fmt},
# UCX, PMIx, CLI11) are this machine's; libraries (hwloc, GoogleTest) are those of scripts/peers arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(PENSTOCK_CROSS_GCC 12 CACHE STRING "Version of aarch64-linux-gnu-gcc")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PENSTOCK_CROSS_GCC)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc-${PENSTOCK_CROSS_GCC})
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-${PENSTOCK_CROSS_GCC})
set(CMAKE_ASM_COMPILER ${CMAKE_C_COMPILER})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
list(PREPEND CMAKE_PREFIX_PATH ${CMAKE_CURRENT_LIST_DIR}/../../.local/arm64/usr)
