// `penstock info --topology`: the machine as text, JSON and a drawing.
#pragma once

#include <string>

namespace penstock::tool {

struct TopologyRequest {
  int ranks = 0;       // 0: one for each GPU, else one for each core
  std::string from;    // a record instead of this machine
  std::string record;  // the file to write a record to
  std::string svg;
  bool json = false;
};
// Returns the exit status.
int info_topology(const TopologyRequest& request);

}  // namespace penstock::tool
