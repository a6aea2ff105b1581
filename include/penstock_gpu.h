/* A small GPU helper over the CUDA driver, for programs that want device memory and kernels without the CUDA runtime: the
 * demo, benchmarks and tests. Nothing of it is needed to use MPI. Link libpenstock_gpu.a and -ldl.
 *
 * The driver is loaded by penstock_gpu_open(), so a program runs with and without a GPU. Functions that return int give 0 on
 * success and -1 on failure; penstock_gpu_error() then says why. One thread at a time. */
#ifndef PENSTOCK_GPU_H
#define PENSTOCK_GPU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum penstock_gpu_kind {
  PENSTOCK_GPU_DEVICE = 0,      /* cuMemAlloc */
  PENSTOCK_GPU_MANAGED = 1,     /* cuMemAllocManaged: host and device */
  PENSTOCK_GPU_PINNED = 2,      /* page-locked host memory */
  PENSTOCK_GPU_POOL = 3,        /* cuMemAllocAsync: device memory that other processes cannot map */
  PENSTOCK_GPU_VMM = 4,         /* cuMemCreate: one chunk, which can be shared by a descriptor */
  PENSTOCK_GPU_VMM_CHUNKS = 5,  /* the same in several chunks behind one range, of the smallest size (2 MiB) each */
  PENSTOCK_GPU_VMM_PRIVATE = 6, /* one chunk that cannot be shared */
  PENSTOCK_GPU_REGISTERED = 7,  /* plain host memory, then cuMemHostRegister */
  PENSTOCK_GPU_READ_ONLY = 8    /* registered for the device to read; the host writes it. Not every driver has it */
} penstock_gpu_kind;
#define PENSTOCK_GPU_KINDS 9

/* "device", "managed", "pinned", "pool", "vmm", "vmm-chunks", "vmm-private", "registered", "read-only"; NULL for others. */
const char* penstock_gpu_kind_name(penstock_gpu_kind kind);
/* The kind of that name; -1 for others, with the names there are in penstock_gpu_error(). */
int penstock_gpu_kind_named(const char* name, penstock_gpu_kind* out);
/* 1 for kinds that the host may read and write where they are. */
int penstock_gpu_host_readable(penstock_gpu_kind kind);

/* Loads the driver and initialises CUDA. Returns the number of devices; 0 if there is none, with the reason in
 * penstock_gpu_error(). Creates no context. May be called again. */
int penstock_gpu_open(void);

/* Releases what select() retained. Modules and memory not freed before are gone where this process was their only user. */
int penstock_gpu_close(void);

/* Why the last call failed; valid until the next call. Never NULL. */
const char* penstock_gpu_error(void);

/* 1 with the stand-in driver of the test suite in place of a GPU. */
int penstock_gpu_is_standin(void);

/* Copies the name, cut to `bytes` with the terminating zero. */
int penstock_gpu_device_name(int device, char* name, size_t bytes);

/* Makes the device's primary context, if need be, and makes it current on this thread. Everything below works there. */
int penstock_gpu_select(int device);

/* *out is NULL on failure. Memory is freed with the kind it was allocated with; nothing may use it any more. Freeing NULL
 * does nothing. Memory in chunks can be used by the selected device alone. */
int penstock_gpu_allocate(penstock_gpu_kind kind, size_t bytes, void** out);
int penstock_gpu_free(penstock_gpu_kind kind, void* memory);

/* Between any two addresses, host or device. Complete on return; ordered after kernels launched here. */
int penstock_gpu_copy(void* destination, const void* source, size_t bytes);
/* `rows` rows of `bytes` bytes, each row `pitch` bytes after the one before (at least `bytes`), between any two addresses.
 * Complete on return; ordered after kernels launched here. */
int penstock_gpu_copy_rows(void* destination, size_t destination_pitch, const void* source, size_t source_pitch, size_t bytes,
                           size_t rows);
/* Sets every byte. Complete on return. */
int penstock_gpu_fill(void* memory, unsigned char value, size_t bytes);
/* Waits for everything launched on the selected device. A failed kernel is reported here. */
int penstock_gpu_synchronize(void);

/* A queue of work, not ordered with kernels launched here. */
typedef struct penstock_gpu_stream_s* penstock_gpu_stream;
int penstock_gpu_stream_create(penstock_gpu_stream* out);
/* What is in it still runs. */
int penstock_gpu_stream_destroy(penstock_gpu_stream stream);
/* As penstock_gpu_copy_rows, but returns at once where host memory is page-locked. Memory of both sides is the stream's until
 * it is idle. */
int penstock_gpu_copy_rows_on(penstock_gpu_stream stream, void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t bytes, size_t rows);
/* 1 when everything in it is done, 0 while not, -1 on failure. */
int penstock_gpu_stream_idle(penstock_gpu_stream stream);
/* Waits for that. */
int penstock_gpu_stream_synchronize(penstock_gpu_stream stream);

/* A module from a fat binary, cubin or PTX text in memory, for the selected device. */
typedef struct penstock_gpu_module_s* penstock_gpu_module;
typedef struct penstock_gpu_kernel_s* penstock_gpu_kernel;
int penstock_gpu_load(const void* image, penstock_gpu_module* out);
int penstock_gpu_unload(penstock_gpu_module module);
int penstock_gpu_find(penstock_gpu_module module, const char* name, penstock_gpu_kernel* out);
/* Launches a kernel that takes one parameter block, copied at the call, on the default stream. Returns at once. */
int penstock_gpu_launch(penstock_gpu_kernel kernel, const unsigned grid[3], const unsigned block[3], const void* arguments);
/* The same on a stream: waiting for that waits for nobody else's work. */
int penstock_gpu_launch_on(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                           const unsigned block[3], const void* arguments);
/* The same for kernels whose blocks wait for each other (a cooperative launch): all blocks run at once, or it fails. */
int penstock_gpu_launch_together(penstock_gpu_stream stream, penstock_gpu_kernel kernel, const unsigned grid[3],
                                 const unsigned block[3], const void* arguments);
/* *blocks: how many blocks of so many threads run at once on the selected device. */
int penstock_gpu_most_together(penstock_gpu_kernel kernel, unsigned threads, unsigned* blocks);

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_GPU_H */
