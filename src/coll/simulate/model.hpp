// The cost model of messages, copies and reductions in a simulation.
#pragma once

#include <cstdint>

namespace penstock::coll::simulate {

// The receiver has a message of n bytes after latency_us + n * us_per_byte; its sender and its receiver can each begin the next
// one after gap_us + n * us_per_byte.
struct Link {
  double latency_us = 0;
  double gap_us = 0;
  double us_per_byte = 0;
};

struct Model {
  // Measured on one host when this was written, no record kept: 0.24 us at 8 B, 14.5 million messages a second, 1 MiB in 84 us.
  Link inside{0.24, 0.07, 1 / 12500.0};
  // Assumed, not measured: an adapter of 200 Gbit/s, one rank at a time.
  Link between{1.8, 0.15, 1 / 24000.0};
  double copy_us_per_byte = 1 / 10000.0;
  double reduce_us_per_byte = 1 / 10000.0;
  // Larger messages begin when their receive is posted.
  std::uint64_t eager_limit = 8 << 10;
  // Ranks of a node, which are neighbours.
  int per_node = 1;
};

}  // namespace penstock::coll::simulate
