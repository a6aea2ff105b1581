#include "proto/rma/service.hpp"

namespace penstock::proto::rma {

Service::Service(const Parts& parts) : parts_(parts), post_(parts.engine.outbox, *this) {
  for (int kind = static_cast<int>(wire::Kind::kFirstOfRma); kind <= static_cast<int>(wire::Kind::kLastOfRma); ++kind) {
    parts_.engine.owners.own({static_cast<wire::Kind>(kind)}, this);
  }
}

transport::MemoryRegistry& Service::memory_registry() {
  if (!registry_) {
    const ProtocolParts& of = parts_.engine;
    const transport::Environment environment{of.config, of.log, of.accel, of.peers, of.rank, parts_.size};
    registry_.emplace(environment, of.peers.transports());
  }
  return *registry_;
}

Rma& Service::rma() {
  if (!rma_) {
    const ProtocolParts& of = parts_.engine;
    rma_.emplace(proto::rma::Parts{memory_registry(), of.accel, of.log, *this, *this, of.config, of.counters, of.rank});
    parts_.protocols.push_back(&*rma_);
  }
  return *rma_;
}

void Service::arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) {
  rma().arrived(peer, kind, header, payload);
}

Status Service::post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  if (const Status* lost = parts_.engine.peers.loss_of(peer); lost != nullptr) return lost->clone();
  return post_.post(peer, header, payload, static_cast<std::uint64_t>(peer) + 1);
}

std::size_t Service::most_payload(int peer) {
  transport::Transport* lane = nullptr;
  if (!parts_.engine.peers.lane(peer, &lane).is_ok()) return 0;
  return lane->capabilities().max_send - sizeof(Request);
}

Status Service::copy(const Buffer& destination, const Buffer& source, Operation** out) {
  return parts_.p2p.start_copy(destination, source, out);
}

// A message that waited for a full transport was never sent, so its answer will not come.
void Service::sent(std::uint64_t cookie, Status&& status) {
  if (!status.is_ok()) rma().lost(static_cast<int>(cookie - 1), status);
}

}  // namespace penstock::proto::rma
