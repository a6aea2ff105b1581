// Ranks of other hosts, through a plug-in (plugin.hpp) that is loaded where a job spans hosts.
#pragma once

#include <memory>

#include "transport/transport.hpp"

namespace penstock::transport {

// By PENSTOCK_NET and what the launcher says of the job.
[[nodiscard]] bool wants_network(const Environment& environment) noexcept;

// Where there is no network to have, the transport says so when a rank of another host is first looked for.
std::unique_ptr<Transport> make_net(const Environment& environment);

}  // namespace penstock::transport
