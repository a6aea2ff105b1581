/* Extensions of OpenSHMEM: symmetric memory on GPUs. */
#ifndef SHMEMX_H_INCLUDED
#define SHMEMX_H_INCLUDED

#include <penstock_device.h>
#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Collective, as shmem_malloc: memory on the GPU that each PE works on. Its address on this PE names it in puts, gets, atomics
   and signals, whose local memory may be on a GPU too. NULL on all PEs where one of them has none. shmem_free frees it. */
void* shmemx_malloc_device(size_t size);

/* Collective: what kernels are told of an allocation of shmemx_malloc_device, the same each time, until it is freed
   (penstock_device.cuh). Not 0, with a line that says why, where the GPU of some PE does not reach the memory of another. */
int shmemx_get_device_handle(void* memory, penstock_device_window* handle);

/* Domains of shmalloc(size, domain), which is collective too. */
#define SHMEMX_DOMAIN_HOST 0
#define SHMEMX_DOMAIN_DEVICE 1
void* shmemx_malloc_domain(size_t size, int domain);

/* shmalloc(size), of the standard, and shmalloc(size, domain). */
#define PENSTOCK_SHMALLOC_OF(first, second, name, ...) name
#define shmalloc(...) PENSTOCK_SHMALLOC_OF(__VA_ARGS__, shmemx_malloc_domain, shmalloc, 0)(__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
