// The self transport connects a rank to itself, by a queue in its own memory and by host copies.
#pragma once

#include <memory>

#include "transport/transport.hpp"

namespace penstock::transport {

std::unique_ptr<Transport> make_self(const Environment& environment);

}  // namespace penstock::transport
