#include "api/face/mpi_ext.hpp"

#include "api/call.hpp"
#include "core/machine/advice.hpp"
#include "core/object/instance.hpp"

namespace penstock::api {

// Before MPI begins, the environment decides; MPI_Init reports invalid values in it.
bool takes_cuda_buffers() noexcept try {
  if (const core::Instance* running = instance()) return core::takes_cuda_buffers(running->config());
  base::Config config;
  return base::Config::from_environment(&config).is_ok() && core::takes_cuda_buffers(config);
} catch (...) {  // no memory is left
  return false;
}

}  // namespace penstock::api
