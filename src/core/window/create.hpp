// There are four ways of making a window. Each is collective over the communicator and blocks. Wrong arguments are found before
// any communication; a later failure of one member is an error on all members.
#pragma once

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/info.hpp"
#include "core/window/window.hpp"
#include "mpi.h"

namespace penstock::core {

struct WindowRequest {
  MPI_Aint bytes = 0;
  MPI_Aint unit = 1;
  const Info* info = nullptr;
};
[[nodiscard]] Status create_window(Comm& comm, void* base, const WindowRequest& wanted, Window** out);
// *base gets the address of this rank's memory.
[[nodiscard]] Status allocate_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out);
[[nodiscard]] Status allocate_shared_window(Comm& comm, const WindowRequest& wanted, void** base, Window** out);
[[nodiscard]] Status create_dynamic_window(Comm& comm, const Info* info, Window** out);

}  // namespace penstock::core
