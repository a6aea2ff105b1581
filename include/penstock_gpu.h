/* A small GPU helper over the CUDA driver, for programs that want device memory and kernels without the CUDA runtime: the
 * demo, benchmarks and tests. MPI does not need it. Link libpenstock_gpu.a and -ldl.
 *
 * penstock_gpu_open() loads the driver, so a program runs with and without a GPU. Functions that return int return 0 on
 * success and -1 on failure; penstock_gpu_error() then returns the reason. One thread at a time may call them. */
#ifndef PENSTOCK_GPU_H
#define PENSTOCK_GPU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum penstock_gpu_kind {
  PENSTOCK_GPU_DEVICE = 0,      /* cuMemAlloc */
  PENSTOCK_GPU_MANAGED = 1,     /* cuMemAllocManaged: accessible to host and device */
  PENSTOCK_GPU_PINNED = 2,      /* page-locked host memory */
  PENSTOCK_GPU_POOL = 3,        /* cuMemAllocAsync: device memory that other processes cannot map */
  PENSTOCK_GPU_VMM = 4,         /* cuMemCreate: one chunk, which can be shared by a descriptor */
  PENSTOCK_GPU_VMM_CHUNKS = 5,  /* as VMM, but several chunks of the smallest size (2 MiB) behind one range */
  PENSTOCK_GPU_VMM_PRIVATE = 6, /* one chunk that cannot be shared */
  PENSTOCK_GPU_REGISTERED = 7,  /* plain host memory, then cuMemHostRegister */
  PENSTOCK_GPU_READ_ONLY = 8    /* registered for the device to read; the host writes it. Some drivers lack it */
} penstock_gpu_kind;
#define PENSTOCK_GPU_KINDS 9

/* Returns "device", "managed", "pinned", "pool", "vmm", "vmm-chunks", "vmm-private", "registered", "read-only"; NULL for
 * other values. */
const char* penstock_gpu_kind_name(penstock_gpu_kind kind);
/* Finds the kind of that name. Returns -1 for other names; penstock_gpu_error() then lists the valid ones. */
int penstock_gpu_kind_named(const char* name, penstock_gpu_kind* out);
/* Returns 1 for kinds that the host may read and write directly. */
int penstock_gpu_host_readable(penstock_gpu_kind kind);

/* Loads the driver and initialises CUDA. Returns the number of devices; 0 if there is none, with the reason in
 * penstock_gpu_error(). Creates no context. May be called again. */
int penstock_gpu_open(void);

/* Releases the contexts that penstock_gpu_select() retained. If this process was their only user, modules and memory that
 * were not freed before are freed too. */
int penstock_gpu_close(void);

/* Returns the reason why the last call failed; it is valid until the next call, and never NULL. */
const char* penstock_gpu_error(void);

/* Returns 1 if the stand-in driver of the test suite replaces a GPU. */
int penstock_gpu_is_standin(void);

/* Copies the device's name, cut to `bytes` with the terminating zero. */
int penstock_gpu_device_name(int device, char* name, size_t bytes);

/* Creates the device's primary context, if necessary, and makes it current on this thread. All functions below use it. */
int penstock_gpu_select(int device);

/* penstock_gpu_allocate() sets *out to NULL on failure. Memory is freed with the kind with which it was allocated, when
 * nothing uses it any more. Freeing NULL does nothing. Memory in chunks can be used by the selected device alone. */
int penstock_gpu_allocate(penstock_gpu_kind kind, size_t bytes, void** out);
int penstock_gpu_free(penstock_gpu_kind kind, void* memory);

/* Copies between any two addresses, host or device. Complete on return; ordered after kernels that were launched here. */
int penstock_gpu_copy(void* destination, const void* source, size_t bytes);
/* Copies `rows` rows of `bytes` bytes, which begin `pitch` bytes apart (at least `bytes`), between any two addresses.
 * Complete on return; ordered after kernels that were launched here. */
int penstock_gpu_copy_rows(void* destination, size_t destination_pitch, const void* source, size_t source_pitch, size_t bytes,
                           size_t rows);
/* Sets every byte. Complete on return. */
int penstock_gpu_fill(void* memory, unsigned char value, size_t bytes);
/* Waits for all work that was launched on the selected device. It returns the failure of a kernel. */
int penstock_gpu_synchronize(void);

/* A stream is a queue of work that is not ordered with kernels launched by penstock_gpu_launch(). */
typedef struct penstock_gpu_stream_s* penstock_gpu_stream;
int penstock_gpu_stream_create(penstock_gpu_stream* out);
/* Work that is in the stream still runs. */
int penstock_gpu_stream_destroy(penstock_gpu_stream stream);
/* Copies as penstock_gpu_copy_rows does, but returns at once if host memory is page-locked. Memory of both sides must not be
 * used until the stream is idle. */
int penstock_gpu_copy_rows_on(penstock_gpu_stream stream, void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t bytes, size_t rows);
/* Returns 1 when all work in the stream is done, 0 before that, -1 on failure. */
int penstock_gpu_stream_idle(penstock_gpu_stream stream);
/* Waits until all work in the stream is done. */
int penstock_gpu_stream_synchronize(penstock_gpu_stream stream);

/* Loads a module from a fat binary, cubin or PTX text in memory, for the selected device. */
typedef struct penstock_gpu_module_s* penstock_gpu_module;
typedef struct penstock_gpu_kernel_s* penstock_gpu_kernel;
int penstock_gpu_load(const void* image, penstock_gpu_module* out);
int penstock_gpu_unload(penstock_gpu_module module);
int penstock_gpu_find(penstock_gpu_module module, const char* name, penstock_gpu_kernel* out);
/* Launches a kernel that takes one parameter block, which is copied during the call, on the default stream. Returns at once. */
int penstock_gpu_launch(penstock_gpu_kernel kernel, const unsigned grid[3], const unsigned block[3], const void* arguments);
/* Launches the kernel on a stream; waiting for that stream does not wait for other work. */
int penstock_gpu_launch_on(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                           const unsigned block[3], const void* arguments);
/* Launches a kernel whose blocks wait for each other (a cooperative launch): all blocks run at the same time, or it fails. */
int penstock_gpu_launch_together(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                                 const unsigned block[3], const void* arguments);
/* Sets *blocks to the number of blocks of `threads` threads that run at the same time on the selected device. */
int penstock_gpu_most_together(penstock_gpu_kernel kernel, unsigned threads, unsigned* blocks);

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_GPU_H */
