// This header loads a network plug-in.
#pragma once

#include <string>

#include "base/status.hpp"
#include "transport/net/plugin.hpp"

namespace penstock::transport {

// A `file` without a folder is searched for beside this library first, then in the loader's path. The plug-in is never
// unloaded. Code::kUnsupported: there is none, or it belongs to another Penstock.
Status load_network_plugin(const std::string& file, const penstock_net_plugin** out);

}  // namespace penstock::transport
