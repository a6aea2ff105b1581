/* The handles that kernels need for memory that the GPUs of several ranks map, and for partitioned requests. An application
 * gets them from the library, passes them to kernels unchanged, and uses them through penstock_device.cuh. */
#ifndef PENSTOCK_DEVICE_H
#define PENSTOCK_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layouts below. The functions of penstock_device.cuh and the library must have the same version. */
#define PENSTOCK_DEVICE_VERSION 1

/* The addresses are valid for kernels on this rank's GPU. */
struct penstock_device_member {
  uint64_t memory; /* 0: the member has none */
  uint64_t words;  /* words for barriers and reductions */
  uint64_t bytes;
  uint64_t unit; /* unit of displacements in a window of MPI, else 1 */
};

/* A window of MPI on GPU memory (MPIX_Win_get_device_handle), or a symmetric allocation of OpenSHMEM on GPUs
 * (shmemx_get_device_handle). It is valid until the window or the allocation is freed. */
typedef struct penstock_device_window {
  uint32_t version;
  int32_t rank; /* rank of this process in the window, or its PE */
  int32_t size;
  uint32_t atomics; /* 1: fetch-add and adding signals work on the memory of all members */
  uint64_t members; /* penstock_device_member[size], in memory of this GPU */
  uint64_t memory;  /* this rank's own memory, as in its row */
  uint64_t words;
  uint64_t abort; /* a word in pinned memory, which is not 0 after a member was lost */
} penstock_device_window;

/* One side of a partitioned operation, in pinned memory. The words contain numbers of starts. */
struct penstock_device_request {
  uint32_t version;
  uint32_t sends;
  int32_t partitions;
  uint32_t start;  /* number of the last MPI_Start; 0: there was none */
  uint32_t opened; /* for a send: the last start of the receive; the kernel may write to its memory */
  uint32_t abort;  /* not 0: a message has failed */
  uint32_t reserved[2];
  uint64_t words; /* uint32_t[partitions] in pinned memory: made ready by kernels; for a receive: arrived */
  /* Addresses at which kernels of the sender can access memory of the receiver, else 0: */
  uint64_t source; /* partition 0 of this rank */
  uint64_t target; /* partition 0 of the receiver */
  uint64_t flags;  /* uint32_t[partitions]: the receiver's flags, in memory of its GPU; for a receive: its own. 0: none */
  uint64_t partition_bytes;
};
typedef struct penstock_device_request* MPIX_Prequest;
#define MPIX_PREQUEST_NULL ((MPIX_Prequest)0)

/* The words of a member: a head, an arrival word for each member, then two inboxes from each member. */
#define PENSTOCK_DEVICE_BARRIERS 0 /* uint64_t: number of barriers so far */
#define PENSTOCK_DEVICE_BLOCKS 8   /* uint32_t: blocks that have arrived at the barrier of a grid */
#define PENSTOCK_DEVICE_GRIDS 16   /* uint64_t: number of barriers of grids so far */
#define PENSTOCK_DEVICE_ARRIVALS 64
#define PENSTOCK_DEVICE_INBOX_BYTES 1024
#define PENSTOCK_DEVICE_INBOXES(size) (PENSTOCK_DEVICE_ARRIVALS + ((uint64_t)(size) + 1) / 2 * 16)
#define PENSTOCK_DEVICE_WORDS(size) (PENSTOCK_DEVICE_INBOXES(size) + 2 * (uint64_t)(size) * PENSTOCK_DEVICE_INBOX_BYTES)

/* A word of a request that kernels have made ready holds the start, and this bit if the data are at the receiver already. */
#define PENSTOCK_DEVICE_DIRECT 0x80000000u

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_DEVICE_H */
