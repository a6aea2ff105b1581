// Makes an engine over given transports, for tests.
#pragma once

#include <memory>

#include "proto/common/peers.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::proto {

// Works as Engine::create, with the transports that `make` makes.
Status create_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out);

}  // namespace penstock::proto
