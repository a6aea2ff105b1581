#include "core/machine/advice.hpp"

#include "base/topology_sys.hpp"

namespace penstock::core {

bool takes_cuda_buffers([[maybe_unused]] const Config& config) noexcept {
#ifdef PENSTOCK_HAVE_CUDA
  return config.cuda;
#else
  return false;
#endif
}

DeviceAdvice advise_device(const Config& config, int rank, int ranks) {
  const base::Machine machine = base::read_machine_files(config.machine_root);
  DeviceAdvice advice;
  advice.buffers = takes_cuda_buffers(config);
  advice.on_host = static_cast<int>(machine.gpus.size());
  const auto seen = base::with_visible(machine, base::visible_gpus(machine, base::visible_devices()));
  if (advice.on_host > 0) advice.device = base::place_ranks(seen, ranks)[static_cast<std::size_t>(rank)].gpu;
  return advice;
}

}  // namespace penstock::core
