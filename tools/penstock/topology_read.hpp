// This machine as base/topology.hpp has it, and its record in a file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/status.hpp"
#include "base/topology.hpp"

namespace penstock::tool {

// Asks hwloc for processors, PCI devices and adapters, NVML for GPUs and their links. Without NVML, GPUs are those that hwloc
// sees on the bus. What could not be asked is said in Machine::source. `xml`: of hwloc (lstopo --of xml), in place of this
// machine; NVML is not asked then.
Status read_machine(const std::string& xml, base::Machine* out);

// The record, "penstock-topology/1". Code::kConfig names what is wrong with one.
[[nodiscard]] nlohmann::ordered_json machine_to_json(const base::Machine& machine);
Status machine_from_json(const nlohmann::json& record, base::Machine* out);
Status load_machine(const std::string& file, base::Machine* out);
Status store_machine(const base::Machine& machine, const std::string& file);

}  // namespace penstock::tool
