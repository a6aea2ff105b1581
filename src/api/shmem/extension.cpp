// The extensions of shmemx.h.
#include "api/shmem/face.hpp"

namespace penstock::shmem::face {

#define PENSTOCK_SHMEM_EXTENSION extern "C" __attribute__((visibility("default")))

PENSTOCK_SHMEM_EXTENSION void* shmemx_malloc_device(std::size_t size) {
  return operations("shmemx_malloc_device").allocate_device(size);
}

PENSTOCK_SHMEM_EXTENSION void* shmemx_malloc_domain(std::size_t size, int domain) {
  Operations& pe = operations("shmalloc");
  return domain == 0 ? pe.allocate("shmalloc", 1, size, false) : pe.allocate_device(size);
}

PENSTOCK_SHMEM_EXTENSION int shmemx_get_device_handle(void* memory, penstock_device_window* handle) {
  return operations("shmemx_get_device_handle").device_handle(memory, handle) ? 0 : -1;
}

}  // namespace penstock::shmem::face
