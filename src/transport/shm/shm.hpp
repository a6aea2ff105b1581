// The shm transport connects ranks of one host through shared memory: small messages go to the receiver's inbox, large ones are
// copied once by process_vm_readv if the system permits it, else through staging slots.
#pragma once

#include <memory>

#include "transport/shm/cma.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

// `calls` lets a test replace the system calls by calls that fail.
Status make_shm(const Environment& environment, std::unique_ptr<Transport>* out, const shm::VmCalls& calls = {});

}  // namespace penstock::transport
