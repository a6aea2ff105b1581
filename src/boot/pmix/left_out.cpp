// This file replaces the client if PMIx's headers were missing when this library was built.
#include "boot/pmix/connect.hpp"

namespace penstock::boot::pmix {

Status connect(const std::string&, const Log&, std::unique_ptr<Boot>*) {
  return Status::error(
      Code::kUnsupported,
      "this process was started by a PMIx launcher, but Penstock was built without PMIx: build it where pmix.h is "
      "(Debian: libpmix-dev), or start the program with Penstock's mpiexec or by PMI-1 (srun --mpi=pmi2)");
}

}  // namespace penstock::boot::pmix
