// NetOneSided is one-sided memory between hosts, by a network plug-in.
#pragma once

#include <functional>
#include <unordered_map>
#include <utility>

#include "transport/net/plugin.hpp"
#include "transport/one_sided.hpp"

namespace penstock::transport {

// It is not thread-safe.
class NetOneSided final : public OneSided {
 public:
  // Makes sure that the peer is connected, and is on the host that is named.
  using Connect = std::function<Status(int peer, std::uint64_t host)>;

  // The network must outlive it.
  NetOneSided(const penstock_net_plugin& plugin, penstock_net* net, Connect connect)
      : plugin_(plugin), net_(net), connect_(std::move(connect)) {}

  Status register_memory(const Region& region) override;
  void deregister(const Region& region) override;
  Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) override;
  Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) override;
  void detach(Remote* remote) override;
  Status put(const Remote& remote, const Move& move, Begun* out) override;
  Status get(const Remote& remote, const Move& move, Begun* out) override;
  Status atomic(const Remote& remote, const Atomic& atomic, Begun* out) override;
  Status test(RemoteTicket* ticket, bool* done) override;
  Status fence(int peer) override;
  Status flush(int peer, Begun* out) override;

  // Converts a plug-in's answer to a Status; PENDING is not allowed.
  static Status status_of(penstock_net_result result, const penstock_net_why& why);

 private:
  Status check(const Remote& remote, const Move& move) const;
  [[nodiscard]] bool takes(accel::MemoryKind kind) const noexcept;

  const penstock_net_plugin& plugin_;
  penstock_net* net_;
  Connect connect_;
  std::unordered_map<std::uint32_t, penstock_net_region*> regions_;  // by number
};

}  // namespace penstock::transport
