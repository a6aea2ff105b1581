#include "proto/p2p/slots.hpp"

namespace penstock::proto {

Slots::Book& Slots::book(transport::Staging& staging) {
  for (Book& book : books_) {
    if (book.staging == &staging) return book;
  }
  books_.push_back({&staging, {}});
  return books_.back();
}

int Slots::acquire(transport::Staging& staging, const SlotUse& use) {
  const int slot = staging.acquire(use.pool);
  if (slot < 0) return -1;
  Book& here = book(staging);
  if (here.uses.size() <= static_cast<std::size_t>(slot)) here.uses.resize(static_cast<std::size_t>(slot) + 1);
  SlotUse& entry = here.uses[static_cast<std::size_t>(slot)];
  entry = use;
  entry.state = SlotUse::State::kPacking;
  ++packing_;
  return slot;
}

void Slots::out(SlotUse* use) noexcept {
  use->state = SlotUse::State::kOut;
  use->transfer = nullptr;
  --packing_;
  ++out_;
}

void Slots::free(Book* book, int slot) {
  SlotUse& use = book->uses[static_cast<std::size_t>(slot)];
  if (use.state == SlotUse::State::kFree) return;
  --(use.state == SlotUse::State::kPacking ? packing_ : out_);
  use = {};
  book->staging->release(slot);
}

bool Slots::acknowledge(transport::Staging& staging, int slot, int peer) {
  Book& here = book(staging);
  if (slot < 0 || static_cast<std::size_t>(slot) >= here.uses.size()) return false;
  const SlotUse& use = here.uses[static_cast<std::size_t>(slot)];
  if (use.state != SlotUse::State::kOut || use.peer != peer) return false;
  free(&here, slot);
  return true;
}

void Slots::forget(const Transfer* transfer) noexcept {
  for (Book& book : books_) {
    for (SlotUse& use : book.uses) {
      if (use.transfer == transfer) use.transfer = nullptr;
    }
  }
}

}  // namespace penstock::proto
