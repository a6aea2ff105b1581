// A stream of the program's that the library puts its own work on: copies, kernels, words in memory that it writes and waits
// for. While the program captures the stream into a graph all of it goes there instead, and runs with each launch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "accel/accel.hpp"

namespace penstock::accel {

// What a stream does with a word of memory that its device reaches, at a multiple of its length.
struct WordOperation {
  enum class Verb : std::uint8_t {
    kWrite,    // after everything that the stream did before is visible everywhere
    kEqual,    // the stream goes on when the word has the value,
    kAtLeast,  // or is not behind it; words wrap around
  };
  Verb verb = Verb::kWrite;
  std::uint8_t bytes = 8;  // or 4
  std::uint64_t address = 0;
  std::uint64_t value = 0;
};

// As a branch of a graph, it has no tickets of its own: each is done at once. No call waits but for room in the driver's queue,
// and all may be made by any thread, one at a time. A failure leaves alone what the stream has.
class ProgramQueue : public Queue {
 public:
  virtual Status capturing(bool* out) = 0;
  // In their order.
  virtual Status operate(std::span<const WordOperation> operations) = 0;
};

// A GPU as the runtime sees it, with queues over streams of the program's.
class QueueOpener {
 public:
  virtual Status open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) = 0;

 protected:
  ~QueueOpener() = default;
};

// The program's stream of that handle: a CUstream, or one of the default streams, of the calling thread's context. `accel` and
// the stream outlive the queue. Code::kUnsupported where there is no CUDA, or the driver cannot do what is needed. Called as
// Accel's verbs are.
Status open_program_queue(Accel& accel, void* stream, std::unique_ptr<ProgramQueue>* out);

}  // namespace penstock::accel
