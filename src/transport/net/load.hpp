// Finding a network plug-in.
#pragma once

#include <string>

#include "base/status.hpp"
#include "transport/net/plugin.hpp"

namespace penstock::transport {

// `file` without a folder is looked for beside this library first, then where the loader looks. Never unloaded.
// Code::kUnsupported: there is none, or not of this Penstock.
Status load_network_plugin(const std::string& file, const penstock_net_plugin** out);

}  // namespace penstock::transport
