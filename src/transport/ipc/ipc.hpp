// GPU memory between ranks of a host: one operation of the copy engine or of a kernel, on memory that this process maps.
#pragma once

#include <memory>

#include "transport/transport.hpp"

namespace penstock::transport {

// Serves get and put where one side is GPU memory (device or managed) and the remote side is exported by its owner, or is of
// this process. Carries no messages.
std::unique_ptr<Transport> make_ipc(const Environment& environment);

}  // namespace penstock::transport
