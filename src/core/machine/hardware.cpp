#include "core/machine/hardware.hpp"

#include <sched.h>

#include <algorithm>

namespace penstock::core {
namespace {

// Returns the processors that this process may run on; none if the system does not tell them.
std::vector<int> own_cpus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  std::vector<int> out;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return out;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) out.push_back(cpu);
  }
  return out;
}

// Returns the part that contains all of `cpus`, by part_of(core); nothing if they are in several parts, or in an unknown one.
template <typename PartOf>
std::optional<int> common_part(const base::Machine& machine, const std::vector<int>& cpus, PartOf part_of) {
  std::optional<int> common;
  for (const int cpu : cpus) {
    const auto core =
        std::ranges::find_if(machine.cores, [&](const base::Core& one) { return std::ranges::count(one.cpus, cpu) != 0; });
    if (core == machine.cores.end()) return std::nullopt;
    const int part = part_of(*core);
    if (part < 0 || (common && *common != part)) return std::nullopt;
    common = part;
  }
  return common;
}

}  // namespace

std::vector<Resource> find_resources(const base::Machine& machine, const std::vector<int>& cpus,
                                     const std::vector<base::VisibleGpu>& visible) {
  std::vector<Resource> out = {{"penstock://Machine", 0}};
  if (!machine.cores.empty()) {
    const base::Core* const first = machine.cores.data();
    const auto number_of = [first](const base::Core& core) { return static_cast<int>(&core - first); };
    out.push_back({"penstock://Package", common_part(machine, cpus, [](const base::Core& core) { return core.package; })});
    out.push_back({"penstock://NUMANode", common_part(machine, cpus, [](const base::Core& core) { return core.numa; })});
    if (std::ranges::any_of(machine.cores, [](const base::Core& core) { return core.l3 >= 0; })) {
      out.push_back({"penstock://L3Cache", common_part(machine, cpus, [](const base::Core& core) { return core.l3; })});
    }
    out.push_back({"penstock://Core", common_part(machine, cpus, number_of)});
    out.push_back({"penstock://PU", cpus.size() == 1 ? std::optional(cpus.front()) : std::nullopt});
  }
  if (!machine.gpus.empty()) {
    const bool one = visible.size() == 1 && visible.front().gpu >= 0;
    out.push_back({"penstock://GPU", one ? std::optional(visible.front().gpu) : std::nullopt});
  }
  return out;
}

std::vector<Resource> own_resources(const Config& config) {
  const base::Machine machine = base::read_machine_files(config.machine_root);
  return find_resources(machine, own_cpus(), base::visible_gpus(machine, base::visible_devices()));
}

}  // namespace penstock::core
