// Reads this machine in the form of base/topology.hpp, and writes and reads its record in a file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/status.hpp"
#include "base/topology.hpp"

namespace penstock::tool {

// Asks hwloc for processors, PCI devices and adapters, and NVML for GPUs and their links. Without NVML, GPUs are those that
// hwloc sees on the bus. Machine::source names the parts that could not be asked. `xml`: a file of hwloc (lstopo --of xml) that
// replaces this machine; NVML is not asked then.
Status read_machine(const std::string& xml, base::Machine* out);

// Converts the record, "penstock-topology/1". Code::kConfig names the fault of a record.
[[nodiscard]] nlohmann::ordered_json machine_to_json(const base::Machine& machine);
Status machine_from_json(const nlohmann::json& record, base::Machine* out);
Status load_machine(const std::string& file, base::Machine* out);
Status store_machine(const base::Machine& machine, const std::string& file);

}  // namespace penstock::tool
