// This header is the test of tickets.
#pragma once

#include <cstdint>

#include "accel/queue/queue.hpp"
#include "base/status.hpp"

namespace penstock::accel {

// Completer tests the tickets that carry its number, by the work behind them.
class Completer {
 public:
  virtual ~Completer() = default;
  virtual Status test(std::uint64_t sequence, Progress* out) = 0;
  // Tests as test() does, and queries the driver if the device has not reported completion yet.
  virtual Status probe(std::uint64_t sequence, Progress* out) = 0;
};

}  // namespace penstock::accel
