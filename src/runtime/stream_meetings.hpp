// Ranks meet on streams without a CPU: each has words for every rank in its GPU's memory, which that rank's stream writes and
// its own stream waits for.
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
  // Returns the bytes of each rank's words, where there are `ranks` ranks.
  [[nodiscard]] std::uint64_t bytes(std::size_t ranks) const noexcept { return slots_ * ranks * kCell; }
  [[nodiscard]] unsigned slots() const noexcept { return slots_; }
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }
  // places[i] is the address of rank i's words for this rank's GPU; 0: it does not reach them. They begin as zeros.
  void use(std::span<const std::uint64_t> places);
  void clear() noexcept { places_.clear(); }

  // Appends the operations of rank `me`'s stream for a meeting of `ranks`, which belong to the slot and come in the same order
  // on all of them. False: it does not reach the words of some.
  bool meet(unsigned slot, std::span<const int> ranks, int me, Operations* out);
  // A graph repeats these operations, so their values are the same in each run: ranks arrive and then leave. All ranks finish
  // the work in between before any arrives again.
  bool meet_again_and_again(unsigned slot, std::span<const int> ranks, int me, Half half, Operations* out) const;
  bool meet_again_and_again(unsigned slot, std::span<const int> ranks, int me, Operations* out) const {
    return meet_again_and_again(slot, ranks, me, Half::kArrive, out) &&
           meet_again_and_again(slot, ranks, me, Half::kLeave, out);
  }

  // Writes the values of a rank's words, bytes() long, with which its stream waits in no meeting so far, repeated or not.
  void write_passed(std::byte* words) const noexcept;

 private:
  // One rank has these words for another: a count, and two flags.
  enum Word : std::uint64_t { kCount, kArrived, kLeft };
  static constexpr std::uint64_t kCell = 32;

  [[nodiscard]] bool reach(std::span<const int> ranks) const noexcept;
  [[nodiscard]] std::uint64_t at(int owner, unsigned slot, int writer, Word word) const noexcept;

  unsigned slots_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> counts_;  // by slot and rank: meetings with it
};

}  // namespace penstock::runtime
