// A drawing of a machine.
#pragma once

#include <string>
#include <vector>

#include "base/topology.hpp"

namespace penstock::tool {

// Returns one SVG document: packages with their NUMA nodes, cores by L3 group in the colour of their rank, GPUs and adapters
// below their node, NVLinks as arcs, or as one bar if all go through a switch.
[[nodiscard]] std::string svg_of(const base::Machine& machine, const std::vector<base::Placement>& placements);

}  // namespace penstock::tool
