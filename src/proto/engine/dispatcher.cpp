#include "proto/engine/dispatcher.hpp"

namespace penstock::proto {

void Dispatcher::deliver(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) {
  wire::Kind kind{};
  if (!wire::read(header, &kind)) return parts_.failures.record_nonsense(peer, "a message without a header");
  if (kind == wire::Kind::kEager) [[likely]] {
    return eager_.message_arrived(peer, header, payload);
  }
  if (kind == wire::Kind::kRts) return rendezvous_.announced(peer, header, payload);
  if (kind == wire::Kind::kFin) return rendezvous_.ended(peer, header);
  Arrivals* owner = parts_.owners.of(kind);
  if (owner == nullptr) return parts_.failures.record_nonsense(peer, "a message of unknown kind");
  owner->arrived(peer, kind, header, payload);
}

void Dispatcher::lost(int peer, Status&& why) {
  if (!parts_.peers.lose(peer, why)) return;
  if (!all_parted_) parts_.log.error("{}", why.message());
  p2p_.lost(peer, why);
  for (Protocol* other : others_) other->lost(peer, why);
}

}  // namespace penstock::proto
