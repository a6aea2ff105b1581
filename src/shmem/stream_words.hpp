// How the members of a team meet on their streams: each has a word for every PE in its GPU's memory, which that PE's stream
// writes and its own stream waits for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accel/program_queue.hpp"

namespace penstock::shmem {

// Teams that a PE is in at the same time have different slots.
inline constexpr unsigned kStreamSlots = 64;

// Not thread-safe.
class StreamWords {
 public:
  [[nodiscard]] static std::uint64_t bytes(int pes) noexcept { return kStreamSlots * static_cast<std::uint64_t>(pes) * kCell; }
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }
  // By PE: where its words, zeros, are for this PE's GPU; 0: nowhere.
  void use(std::span<const std::uint64_t> places);
  void clear() noexcept { places_.clear(); }

  // Appends what the stream of PE `me` does for a meeting of the PEs `world`, which is one of those of its slot, in the same
  // order on all of them. False: the words of some are nowhere.
  bool meet(unsigned slot, std::span<const int> world, int me, std::vector<accel::WordOperation>* out);
  // The same, with values that are the same in each run of it.
  bool meet_again_and_again(unsigned slot, std::span<const int> world, int me, std::vector<accel::WordOperation>* out) const;

 private:
  // Of one PE for another: a count, and two flags.
  enum Word : std::uint64_t { kCount, kArrived, kLeft };
  static constexpr std::uint64_t kCell = 32;

  [[nodiscard]] bool reach(std::span<const int> world) const noexcept;
  [[nodiscard]] std::uint64_t at(int owner, unsigned slot, int writer, Word word) const noexcept;
  void add_flags(unsigned slot, std::span<const int> world, int me, Word word, std::vector<accel::WordOperation>* out) const;

  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> counts_;  // by slot and PE: meetings with it
};

}  // namespace penstock::shmem
