// The attributes that MPI_COMM_WORLD always has; applications get pointers to them.
#pragma once

#include "mpi.h"

namespace penstock::core {

struct PredefinedAttributes {
  int tag_ub = 0;
  int io = MPI_ANY_SOURCE;
  int host = MPI_PROC_NULL;
  int wtime_is_global = 0;
  int app_number = -1;  // negative: unknown
  int last_used_code = MPI_ERR_LASTCODE;
  int universe_size = 0;

  // Returns null for a key that is not MPI's own, or has no value.
  [[nodiscard]] int* find(int keyval) noexcept {
    switch (keyval) {
      case MPI_TAG_UB: return &tag_ub;
      case MPI_IO: return &io;
      case MPI_HOST: return &host;
      case MPI_WTIME_IS_GLOBAL: return &wtime_is_global;
      case MPI_APPNUM: return app_number >= 0 ? &app_number : nullptr;
      case MPI_LASTUSEDCODE: return &last_used_code;
      case MPI_UNIVERSE_SIZE: return &universe_size;
      default: return nullptr;
    }
  }
};

}  // namespace penstock::core
