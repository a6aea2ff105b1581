#include "api/face/mpi_ext.hpp"

#include "api/call.hpp"
#include "core/machine/advice.hpp"
#include "core/object/instance.hpp"

namespace penstock::api {

// Before MPI begins the environment tells; what cannot be read there, MPI_Init complains of.
bool takes_cuda_buffers() noexcept try {
  if (const core::Instance* running = instance()) return core::takes_cuda_buffers(running->config());
  base::Config config;
  return base::Config::from_environment(&config).is_ok() && core::takes_cuda_buffers(config);
} catch (...) {  // no memory
  return false;
}

}  // namespace penstock::api
