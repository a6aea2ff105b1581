// Small messages between streams of a team lie here (kernels/ll/message.hpp). Each rank has boxes on its GPU for messages of
// every other one; in pinned memory it has copies of the messages that it has sent, and cards for those that it receives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "kernels/ll/message.hpp"
#include "proto/common/promised.hpp"
#include "runtime/device_window.hpp"

namespace penstock::runtime {

// Not thread-safe.
class StreamMessages {
 public:
  // One message uses this box at another rank.
  struct Box {
    std::size_t to = 0;
    proto::PromisedPlace place;  // travels to the receiver
    std::uint64_t packets = 0;   // the address for this rank's GPU
    std::byte* copy = nullptr;   // packets for the CPU
  };

  StreamMessages(accel::Accel& accel, std::size_t ranks);
  // Returns the bytes of each rank's memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // Allocates the memory that this rank has for itself.
  Status allocate();
  // places[i] is the address of rank i's memory, which begins as zeros, for the GPU of this rank, `me`.
  void use(std::span<const std::uint64_t> places, std::size_t me);
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  // False: all are in use.
  bool take(std::size_t to, Box* out);
  // The receiver has taken the packets, or will not look for them; nobody writes them any more.
  void give_back(const Box& box);
  // Null: all are in use.
  [[nodiscard]] kernels::MessageCard* take_card();
  // Kernels have ceased to look at it.
  void give_back(kernels::MessageCard* card);

  // Returns the first of this rank's boxes, and finds the number on a card of a place that a sender named. False: there is
  // none.
  [[nodiscard]] std::uint64_t first_box() const noexcept { return places_[me_]; }
  [[nodiscard]] bool find(std::size_t from, const proto::PromisedPlace& place, std::uint32_t* box) const noexcept;

 private:
  std::size_t ranks_;
  std::uint32_t boxes_each_;  // of a rank for another one
  std::size_t me_ = 0;
  std::vector<std::uint64_t> places_;
  PinnedPages pages_;
  std::vector<std::vector<std::uint32_t>> free_;  // by rank
  std::vector<std::uint32_t> numbers_;            // of all boxes that this rank fills: of the last message
  std::vector<kernels::MessageCard*> cards_;      // not in use
};

}  // namespace penstock::runtime
