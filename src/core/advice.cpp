#include "core/advice.hpp"

#include "base/topology_sys.hpp"

namespace penstock::core {

DeviceAdvice advise_device(const Config& config, int rank, int ranks) {
  const base::Machine machine = base::read_machine_files(config.machine_root);
  DeviceAdvice advice;
#ifdef PENSTOCK_HAVE_CUDA
  advice.buffers = config.cuda;
#endif
  advice.on_host = static_cast<int>(machine.gpus.size());
  const auto seen = base::with_visible(machine, base::visible_gpus(machine, base::visible_devices()));
  if (advice.on_host > 0) advice.device = base::seat_ranks(seen, ranks)[static_cast<std::size_t>(rank)].gpu;
  return advice;
}

}  // namespace penstock::core
