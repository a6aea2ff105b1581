// The net transport connects ranks of other hosts, through a plug-in (plugin.hpp) that is loaded if a job spans hosts.
#pragma once

#include <memory>

#include "transport/transport.hpp"

namespace penstock::transport {

// Decides by PENSTOCK_NET and by the launcher's information about the job.
[[nodiscard]] bool wants_network(const Environment& environment) noexcept;

// If no network is available, the transport reports it when a rank of another host is first needed.
std::unique_ptr<Transport> make_net(const Environment& environment);

}  // namespace penstock::transport
