#include "transport/ipc/descriptors.hpp"

namespace penstock::transport::ipc {

bool Descriptors::apart(int peer) {
  if (places_.empty()) places_.resize(static_cast<std::size_t>(environment_.size), Place::kUnknown);
  Place& place = places_[static_cast<std::size_t>(peer)];
  if (place == Place::kUnknown) {
    IpcCard card;
    if (peer == environment_.rank) card.process = self_;
    const bool known = peer == environment_.rank || card_of_(peer, &card).is_ok();
    place = known && card.process.pid_namespace == self_.pid_namespace ? Place::kTogether : Place::kApart;
  }
  return place == Place::kApart;
}

Status Descriptors::hand_over(int peer, const accel::Export& exported) {
  static_assert(accel::kMostChunks <= Courier::kMostOfLot);
  IpcCard card;
  PENSTOCK_TRY(card_of_(peer, &card));
  std::size_t total = 1;
  for (std::size_t first = 0; first < total;) {
    std::vector<accel::ChunkDescriptor> chunks;
    PENSTOCK_TRY(environment_.accel.descriptors(exported.name(), first, Courier::kMostOfPart, &chunks, &total));
    std::vector<Courier::Item> items;
    for (const accel::ChunkDescriptor& chunk : chunks) items.push_back({chunk.fd.get(), chunk.bytes});
    PENSTOCK_TRY(courier_.send(card.courier, exported.token, first, total, items));
    first += chunks.size();
  }
  return Status::ok();
}

bool Descriptors::accept(int peer, const accel::Export& exported) {
  IpcCard card;
  if (!card_of_(peer, &card).is_ok() || !(card.process == exported.owner)) return false;
  courier_.collect();
  std::vector<Courier::Received> items;
  if (!courier_.take(exported.token, &items)) return false;
  std::vector<accel::ChunkDescriptor> chunks;
  for (Courier::Received& item : items) chunks.push_back({std::move(item.fd), item.label});
  if (Status taken = environment_.accel.accept_descriptors(exported, std::move(chunks)); !taken.is_ok()) {
    environment_.log.warn("memory of rank {} cannot be mapped: {}", peer, taken.message());
  }
  return true;
}

}  // namespace penstock::transport::ipc
