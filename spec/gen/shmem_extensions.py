"""Reads spec/shmemx.yaml and writes include/shmemx.h and the tests of its routines."""
import yaml

from output import ROOT
from shmem_header import prototypes
from shmem_routines import Spec

HEAD = """\
/* Extensions of OpenSHMEM: symmetric memory on GPUs, and routines on CUDA streams. Made by spec/gen/shmem.py from
   spec/shmemx.yaml. Do not edit. */
/* clang-format off */
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

/* Routines on streams have the meaning of NVSHMEM's of the same name (nvshmemx_...): the call returns at once, and what it
   says happens when the stream comes to it. Symmetric memory is that of shmemx_malloc_device. A stream is a CUstream or a
   cudaStream_t; one that is captured takes them into its graph. */
typedef struct CUstream_st *shmemx_stream_t;
"""
TAIL = """
#ifdef __cplusplus
}
#endif

#endif
"""
NOTE = "/* Made by spec/gen/shmem_extensions.py from spec/shmemx.yaml. Do not edit. */\n"


class Extensions(Spec):
    prefix = "shmemx_"

    def __init__(self, standard):
        self.data = yaml.safe_load((ROOT / "spec/shmemx.yaml").read_text())
        self.types, self.sets = standard.types, {**standard.sets, **self.data["sets"]}
        self.routines = [routine for group in self.data["groups"] for row in group["routines"] for routine in self.of_row(group, row)]


def header(extensions):
    return HEAD + prototypes(extensions.routines) + TAIL


def rows(extensions):
    """A row for each routine that has a type or a number of bytes: ROUTINE(kind, name, C type, bytes)."""
    out = [NOTE]
    for routine in extensions.routines:
        if "{T}" not in routine.family:
            continue
        kind = routine.family.split("{T}_")[1].split("_on_stream")[0].removesuffix("_nbi").upper()
        size = int(routine.body.rsplit("_b")[-1]) if not routine.type else extensions.types[routine.type]["size"]
        c = extensions.types[routine.type]["c"] if routine.type else {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "uint64_t",
                                                                        16: "word128"}[size]
        out.append(f"ROUTINE({kind}, {routine.name}, {c}, {size})\n")
    return "".join(out)


def outputs(extensions):
    yield "include/shmemx.h", header(extensions)
    yield "tests/shmem/gen/stream.inc", rows(extensions)
