#include "transport/ipc/descriptors.hpp"

namespace penstock::transport::ipc {

bool Descriptors::in_other_namespace(int peer) {
  if (places_.empty()) places_.resize(static_cast<std::size_t>(environment_.size), Place::kUnknown);
  Place& place = places_[static_cast<std::size_t>(peer)];
  if (place == Place::kUnknown) {
    IpcAddress address;
    if (peer == environment_.rank) address.process = self_;
    const bool known = peer == environment_.rank || address_of_(peer, &address).is_ok();
    place = known && address.process.pid_namespace == self_.pid_namespace ? Place::kTogether : Place::kOtherNamespace;
  }
  return place == Place::kOtherNamespace;
}

Status Descriptors::hand_over(int peer, const accel::Export& exported, std::uint64_t has) {
  static_assert(accel::kMostChunks <= FdChannel::kMostOfLot);
  IpcAddress address;
  PENSTOCK_TRY(address_of_(peer, &address));
  std::size_t total = 1;
  for (std::size_t first = 0; first < total;) {
    std::vector<accel::ChunkDescriptor> chunks;
    std::size_t left = 0;
    PENSTOCK_TRY(environment_.accel.exports().descriptors(exported.name(), has, FdChannel::kMostOfPart, &chunks, &left));
    total = first + left;
    std::vector<FdChannel::Item> items;
    for (const accel::ChunkDescriptor& chunk : chunks) {
      items.push_back({chunk.fd.get(), chunk.bytes});
      has += chunk.bytes;
    }
    PENSTOCK_TRY(fd_channel_.send(address.fd_channel, exported.token, first, total, items));
    first += chunks.size();
  }
  return Status::ok();
}

bool Descriptors::accept(int peer, const accel::Export& exported) {
  IpcAddress address;
  if (!address_of_(peer, &address).is_ok() || !(address.process == exported.owner)) return false;
  fd_channel_.collect();
  std::vector<FdChannel::Received> items;
  if (!fd_channel_.take(exported.token, &items)) return false;
  std::vector<accel::ChunkDescriptor> chunks;
  for (FdChannel::Received& item : items) chunks.push_back({std::move(item.fd), item.label});
  if (Status taken = environment_.accel.imports().accept_descriptors(exported, std::move(chunks)); !taken.is_ok()) {
    environment_.log.warn("memory of rank {} cannot be mapped: {}", peer, taken.message());
  }
  return true;
}

}  // namespace penstock::transport::ipc
