// What messages cost: for `penstock info --paths --measure`.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::tool {

struct Measured {
  double us = -1;        // the best of a few, one way
  double first_us = -1;  // of the first, which maps what has to be mapped
};

// One way between two ranks; both call, the sender gets the figures. What an empty answer costs is taken off.
Status measure_sender(proto::Engine& engine, const proto::Buffer& buffer, int receiver, Measured* out);
Status measure_receiver(proto::Engine& engine, const proto::Buffer& buffer, int sender);

}  // namespace penstock::tool
