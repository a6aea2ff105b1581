// A drawing of a machine.
#pragma once

#include <string>
#include <vector>

#include "base/topology.hpp"

namespace penstock::tool {

// One SVG document: packages with their NUMA nodes, cores by L3 group in the colour of the rank that has them, GPUs and
// adapters below the node they hang on, NVLinks as arcs or as one bar where all go through a switch.
[[nodiscard]] std::string svg_of(const base::Machine& machine, const std::vector<base::Placement>& placements);

}  // namespace penstock::tool
