// Measures messages for `penstock info --paths --measure`.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::tool {

struct Measured {
  double us = -1;        // the best time of a few messages, one way
  double first_us = -1;  // the time of the first message, which maps the memory
};

// Measures one direction between two ranks; both call, and the sender gets the figures. The time of
// an empty answer is subtracted.
Status measure_sender(proto::Engine& engine, const proto::Buffer& buffer, int receiver, Measured* out);
Status measure_receiver(proto::Engine& engine, const proto::Buffer& buffer, int sender);

}  // namespace penstock::tool
