// Arguments of the ABI of the face as the runtime's entries want them. What goes in is converted by functions; what comes out,
// or goes both ways, by temporaries: each is made in the call's argument list, turns into the pointer that the entry wants, and
// writes back in its destructor, when the call is over. Null pointers of the program stay null; what a failing call has not
// written is not written back.
#pragma once

#include "faces/common/handles.hpp"
#include "faces/common/numbers.hpp"
#include "faces/common/statuses.hpp"

namespace penstock::faces::PENSTOCK_FACE {

// Returns the length of the arrays of MPI_Alltoallw (and of its neighbourhood form); 0 where the communicator is invalid, which
// the entry then refuses.
[[nodiscard]] int members_of(MPI_Comm comm) noexcept;
// 0 where `sendbuf` is in place: nobody looks at the array.
[[nodiscard]] inline int members_of(MPI_Comm comm, const void* sendbuf) noexcept {
  return in_place(sendbuf) == MPI_IN_PLACE ? 0 : members_of(comm);
}
[[nodiscard]] int sources_of(MPI_Comm comm) noexcept;
[[nodiscard]] int destinations_of(MPI_Comm comm) noexcept;

}  // namespace penstock::faces::PENSTOCK_FACE
