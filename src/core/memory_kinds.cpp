#include "core/memory_kinds.hpp"

#include "core/info.hpp"
#include "core/process.hpp"

namespace penstock::core {

// A program may bring the driver later, on a machine that has GPUs; elsewhere only one that it has brought already counts.
std::string memory_kinds(Process& process) {
  const Info& environment = process.environment();
  const bool accepted = environment.get("penstock_cuda_support") == "1";
  const auto gpus = environment.get("penstock_gpus_on_host");
  const bool there = (gpus && *gpus != "0") || process.engine().accel().live();
  return accepted && there ? "mpi,system,cuda,cuda:host,cuda:device,cuda:managed" : "mpi,system";
}

}  // namespace penstock::core
