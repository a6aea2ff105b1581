// Where kernels on streams of a team exchange packets (kernels/ll): each rank has memory on its GPU into which the others
// write.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/ll/ll.hpp"

namespace penstock::runtime {

// Calls of a slot have two places in turns, by the parity of their number, which the kernels count. That is enough where each
// member waits for a packet of every other in each call: nobody then is two calls ahead of another. Teams that a rank is in at
// the same time have different slots; of a slot, calls that are given to streams and calls of graphs count apart, since a
// graph may run on another stream. Not thread-safe.
class StreamPackets {
 public:
  enum class Calls : std::uint8_t { kEnqueued, kCaptured };
  static constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 10;  // of data for another rank, in a call

  StreamPackets(unsigned slots, std::size_t ranks) noexcept : slots_(slots), ranks_(ranks) {}
  // Of each rank's memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // By rank: where its memory, zeros, is for the GPU of this one, `me`. `abort`: a word that this GPU reads; not 0 once nobody
  // shall wait for packets any more.
  void use(std::span<const std::uint64_t> places, std::size_t me, std::uint64_t abort);
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  // Fills in what makes kernels of a slot's calls count: abort word, counter, and distance of the two places.
  void count(unsigned slot, Calls calls, kernels::LlTask* task) const noexcept;
  // Where packets of calls with even numbers go from one rank to another, one of which is this one.
  [[nodiscard]] std::uint64_t place(unsigned slot, Calls calls, std::size_t from, std::size_t to) const noexcept;

 private:
  unsigned slots_;
  std::size_t ranks_;
  std::size_t me_ = 0;
  std::uint64_t abort_ = 0;
  std::vector<std::uint64_t> places_;
};

}  // namespace penstock::runtime
