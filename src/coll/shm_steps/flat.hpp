// Buffers in the form that operations in shared buffers need: contiguous host memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "coll/schedule/schedule.hpp"
#include "coll/shm/lengths.hpp"

namespace penstock::coll {

// The place of a buffer's packed bytes, to be read or written: the buffer itself, or scratch memory.
struct Flat {
  std::byte* address = nullptr;
  std::uint64_t bytes = 0;
  Step ready = kNoStep;  // the step after which the bytes may be read
};

// Tells if the buffer is contiguous host memory.
[[nodiscard]] bool lies_flat(Schedule& schedule, const proto::Buffer& buffer);
// Returns the buffer's bytes, to be read.
[[nodiscard]] Flat flat_source(Schedule& schedule, const proto::Buffer& buffer);
// Returns memory for the bytes, to be written; with `loaded` it has the present bytes of the buffer.
[[nodiscard]] Flat flat_target(Schedule& schedule, const proto::Buffer& buffer, bool loaded = false);
// Copies a part from this rank to itself: between two sides in contiguous host memory as one step of the operation; otherwise
// as a step of the schedule, which is returned.
Step copy_own(Schedule& schedule, ShmProgram& op, const proto::Buffer& to, const proto::Buffer& from, Step after = kNoStep);
// Runs the operation after both sides are ready, and copies its result to the target.
void run_on_shm(Schedule& schedule, ShmProgram& op, const Flat& from, const Flat& to, const proto::Buffer& target);

// Parts that an operation in a shared buffer writes, each to its place or to scratch memory.
class ScatteredParts {
 public:
  explicit ScatteredParts(Schedule& schedule) noexcept : schedule_(schedule) {}
  [[nodiscard]] std::byte* target(const proto::Buffer& part);
  // Returns the addresses of several parts likewise; null for parts without bytes and for the one that is left out (-1: none).
  [[nodiscard]] std::span<std::byte*> targets(std::span<const proto::Buffer> parts, int left_out);
  // Copies the parts in scratch memory to their places, after that step.
  void put(Step done);

 private:
  struct Part {
    proto::Buffer from;
    proto::Buffer to;
  };
  Schedule& schedule_;
  std::vector<Part> elsewhere_;
};

// Cuts a length into pieces of at most `most`, each a multiple of `unit`; none for a length of 0.
template <typename Body>
void for_pieces(std::uint64_t length, std::uint64_t most, std::uint64_t unit, const Body& body) {
  const std::uint64_t piece = std::max(most / unit, std::uint64_t{1}) * unit;
  for (std::uint64_t at = 0; at < length; at += piece) body(at, std::min(piece, length - at));
}

[[nodiscard]] inline std::uint64_t shm_piece(const Schedule& schedule) noexcept {
  return shm_piece(*schedule.team().shm);
}

}  // namespace penstock::coll
