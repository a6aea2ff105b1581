// The ipc transport moves GPU memory between ranks of a host, by one operation of the copy engine or of a kernel on mapped
// memory.
#pragma once

#include <memory>

#include "transport/transport.hpp"

namespace penstock::transport {

// It serves get and put if one side is GPU memory (device or managed) and the remote side is exported by its owner or belongs
// to this process. It carries no messages.
std::unique_ptr<Transport> make_ipc(const Environment& environment);

}  // namespace penstock::transport
