// How ranks meet on streams without a CPU: each has words for every rank in its GPU's memory, which that rank's stream writes
// and its own stream waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "accel/program/program_queue.hpp"

namespace penstock::runtime {

// Teams that a rank is in at the same time have different slots. Not thread-safe.
class StreamMeetings {
 public:
  enum class Half : std::uint8_t { kArrive, kLeave };
  using Operations = std::vector<accel::WordOperation>;

  explicit StreamMeetings(unsigned slots) noexcept : slots_(slots) {}
  // Of each rank's words, for so many ranks.
  [[nodiscard]] std::uint64_t bytes(std::size_t ranks) const noexcept { return slots_ * ranks * kCell; }
  [[nodiscard]] unsigned slots() const noexcept { return slots_; }
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }
  // By rank: where its words, zeros, are for this rank's GPU; 0: nowhere.
  void use(std::span<const std::uint64_t> places);
  void clear() noexcept { places_.clear(); }

  // Appends what the stream of rank `me` does for a meeting of `ranks`, which are of those of its slot, in the same order on
  // all of them. False: the words of some are nowhere.
  bool meet(unsigned slot, std::span<const int> ranks, int me, Operations* out);
  // The same with values that are the same in each run of it: a meeting is to arrive and then to leave. What is done in between
  // is done by all before anybody arrives again.
  bool meet_again_and_again(unsigned slot, std::span<const int> ranks, int me, Half half, Operations* out) const;
  bool meet_again_and_again(unsigned slot, std::span<const int> ranks, int me, Operations* out) const {
    return meet_again_and_again(slot, ranks, me, Half::kArrive, out) &&
           meet_again_and_again(slot, ranks, me, Half::kLeave, out);
  }

  // What the words of a rank, which are bytes() long, are when its stream waits in no meeting that there was so far, nor in any
  // of those that are the same in each run.
  void write_passed(std::byte* words) const noexcept;

 private:
  // Of one rank for another: a count, and two flags.
  enum Word : std::uint64_t { kCount, kArrived, kLeft };
  static constexpr std::uint64_t kCell = 32;

  [[nodiscard]] bool reach(std::span<const int> ranks) const noexcept;
  [[nodiscard]] std::uint64_t at(int owner, unsigned slot, int writer, Word word) const noexcept;

  unsigned slots_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> counts_;  // by slot and rank: meetings with it
};

}  // namespace penstock::runtime
