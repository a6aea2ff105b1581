// Records which of this rank's staging slots hold a piece of which transfer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "accel/accel.hpp"
#include "transport/transport.hpp"

namespace penstock::proto {

struct Transfer;

struct SlotUse {
  enum class State : std::uint8_t { kFree, kPacking, kOut };
  State state = State::kFree;
  Transfer* transfer = nullptr;  // null in kPacking: its transfer failed, the slot is freed when the device is done
  int peer = 0;
  int pool = 0;          // the pool that the slot belongs to, as in transport::Staging::acquire
  std::uint8_t via = 0;  // as in wire::Frag
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  accel::Ticket ticket;
};

// Not thread-safe.
class Slots {
 public:
  // The slots of one transport.
  struct Book {
    transport::Staging* staging = nullptr;
    std::vector<SlotUse> uses;
  };

  // Returns a free slot for `use`, or -1.
  int acquire(transport::Staging& staging, const SlotUse& use);
  // Records that the piece has been sent.
  void out(SlotUse* use) noexcept;
  // Records that the peer has consumed a piece. Returns false if that slot holds no piece for it.
  bool acknowledge(transport::Staging& staging, int slot, int peer);
  void free(Book* book, int slot);
  // Records that the transfer has ended: pieces that the device still packs lose their owner.
  void forget(const Transfer* transfer) noexcept;

  [[nodiscard]] std::vector<Book>& books() noexcept { return books_; }
  [[nodiscard]] Book& book(transport::Staging& staging);
  [[nodiscard]] bool idle() const noexcept { return packing_ + out_ == 0; }
  // Tells if the device is filling slots.
  [[nodiscard]] bool waiting() const noexcept { return packing_ != 0; }

 private:
  std::vector<Book> books_;
  std::size_t packing_ = 0;
  std::size_t out_ = 0;
};

}  // namespace penstock::proto
