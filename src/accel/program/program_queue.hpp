// A program queue is a stream of the application on which the library enqueues its own work: copies, kernels, and words in
// memory that the stream writes or waits for. While the application captures the stream into a graph, all of this work becomes
// part of the graph and runs with each launch.
#pragma once

#include <cstdint>
#include <span>

#include "accel/queue/queue.hpp"

namespace penstock::accel {

// WordOperation is an operation of a stream on a word of memory that its device can access. The address is a multiple of the
// word's length.
struct WordOperation {
  enum class Verb : std::uint8_t {
    kWrite,    // writes after all earlier work of the stream is visible everywhere
    kEqual,    // the stream waits until the word equals the value
    kAtLeast,  // the stream waits until the word has reached the value; words wrap around
  };
  Verb verb = Verb::kWrite;
  std::uint8_t bytes = 8;  // or 4
  std::uint64_t address = 0;
  std::uint64_t value = 0;
};

// As for a branch of a graph, tickets are done at once. Calls wait only for room in the driver's queue; any thread may make
// them, one at a time. A failure does not affect work that the stream has already.
class ProgramQueue : public Queue {
 public:
  virtual Status capturing(bool* out) = 0;
  // Enqueues the operations in their order.
  virtual Status operate(std::span<const WordOperation> operations) = 0;
};

}  // namespace penstock::accel
