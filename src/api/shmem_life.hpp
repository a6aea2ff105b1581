// Makes and ends a PE: shmem_init and MPI_Init share one process object, in either order.
#pragma once

#include "api/export.hpp"
#include "base/status.hpp"
#include "shmem/view.hpp"

namespace penstock::api {

// Collective over the job. `level`: SHMEM_THREAD_...; `view` shows the PE until shmem_end(). The caller counts nested calls.
PENSTOCK_EXPORT Status shmem_begin(int level, shmem::View* view);
// Collective over the job.
PENSTOCK_EXPORT Status shmem_end();

}  // namespace penstock::api
