// Where kernels on streams of a team exchange packets (kernels/ll): each rank has memory on its GPU into which the others
// write.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/ll/ll.hpp"

namespace penstock::runtime {

// Calls of a slot use two places in turns, by the parity of their number, which the kernels count. That is enough where each
// member waits for a packet of every other in each call: nobody then is two calls ahead of another. Teams that a rank is in at
// the same time have different slots. Within a slot, enqueued calls and calls of graphs count apart, since a graph may run on
// another stream. The class is not thread-safe.
class StreamPackets {
 public:
  enum class Calls : std::uint8_t { kEnqueued, kCaptured };
  static constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 10;  // of data for another rank, in a call

  StreamPackets(unsigned slots, std::size_t ranks) noexcept : slots_(slots), ranks_(ranks) {}
  // Returns the bytes of each rank's memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // places[i] is the address of rank i's memory, which begins as zeros, for the GPU of this rank, `me`. This GPU reads the word
  // at `abort`, which is not 0 once nobody shall wait for packets any more.
  void use(std::span<const std::uint64_t> places, std::size_t me, std::uint64_t abort);
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  // Fills in the abort word, the counter and the distance of the two places, by which kernels of a slot's calls count.
  void count(unsigned slot, Calls calls, kernels::LlTask* task) const noexcept;
  // Returns where packets of calls with even numbers go from one rank to another, one of which is this one.
  [[nodiscard]] std::uint64_t place(unsigned slot, Calls calls, std::size_t from, std::size_t to) const noexcept;

 private:
  unsigned slots_;
  std::size_t ranks_;
  std::size_t me_ = 0;
  std::uint64_t abort_ = 0;
  std::vector<std::uint64_t> places_;
};

}  // namespace penstock::runtime
