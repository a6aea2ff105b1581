// Making an engine with transports of one's own: for tests.
#pragma once

#include <memory>

#include "proto/common/peers.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::proto {

// As Engine::create, with the transports that `make` gives.
Status create_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out);

}  // namespace penstock::proto
