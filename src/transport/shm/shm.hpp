// Ranks of one host through shared memory: small messages in the receiver's inbox, large ones copied once by
// process_vm_readv where the system allows it, through staging slots where it does not.
#pragma once

#include <memory>

#include "transport/shm/cma.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

// `calls` lets a test put a system in place that refuses.
Status make_shm(const Environment& environment, std::unique_ptr<Transport>* out, const shm::VmCalls& calls = {});

}  // namespace penstock::transport
