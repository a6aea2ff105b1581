// Where small messages between streams of a team lie (kernels/ll/message.hpp): each rank has boxes on its GPU for messages of
// every other one, and in pinned memory copies of what it has given away and cards for what it takes.
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
  // A box at another rank, lent to one message.
  struct Box {
    std::size_t to = 0;
    proto::PromisedPlace place;  // as the receiver hears of it
    std::uint64_t packets = 0;   // for this rank's GPU
    std::byte* copy = nullptr;   // packets for the CPU
  };

  StreamMessages(accel::Accel& accel, std::size_t ranks);
  // Of each rank's memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // What this rank has for itself.
  Status allocate();
  // By rank: where its memory, zeros, is for the GPU of this one, `me`.
  void use(std::span<const std::uint64_t> places, std::size_t me);
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  // False: all are lent.
  bool take(std::size_t to, Box* out);
  // Its packets have been taken, or nobody will look for them; nobody writes them any more.
  void give_back(const Box& box);
  // Null: all are in use.
  [[nodiscard]] kernels::MessageCard* take_card();
  // No kernel looks at it any more.
  void give_back(kernels::MessageCard* card);

  // Of this rank's boxes: the first, and what number a card has for a place that a sender named. False: there is no such place.
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
