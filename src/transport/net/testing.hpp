// This header is shared by the tests of the network.
#pragma once

#include "transport/net/net.hpp"

namespace penstock::transport::testing {

inline constexpr std::size_t kMessage = 16384;

// Each rank is on a host of its own.
inline Config far_config(int rank) {
  Config config;
  config.net = Config::Net::kAlways;
  config.net_lib = PENSTOCK_NET_PLUGIN;
  config.net_message = kMessage;
  config.net_window = 8;
  config.host_id = fmt::format("host {}", rank);
  return config;
}

}  // namespace penstock::transport::testing
