// One-sided memory of an engine: the registry and Rma, made at their first use, over the engine's peers and its outbox.
#pragma once

#include <optional>
#include <vector>

#include "proto/common/parts.hpp"
#include "proto/contract/one_sided.hpp"
#include "proto/p2p/p2p.hpp"
#include "proto/rma/rma.hpp"
#include "transport/registry.hpp"

namespace penstock::proto::rma {

// The class is used by one thread at a time. Until the first use, or a peer's first request, it needs a few words of memory.
class Service final : public OneSided, public Arrivals, public Poster, public Copier, public SendListener {
 public:
  struct Parts {
    ProtocolParts engine;
    int size = 1;
    P2p& p2p;
    std::vector<Protocol*>& protocols;  // gets Rma once that is made
  };
  // All parts outlive this object.
  explicit Service(const Parts& parts);
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  Rma& rma() override;
  transport::MemoryRegistry& memory_registry() override;

  void arrived(int peer, wire::Kind kind, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  Status post(int peer, std::span<const std::byte> header, std::span<const std::byte> payload) override;
  std::size_t most_payload(int peer) override;
  Status copy(const Buffer& destination, const Buffer& source, Operation** out) override;
  void sent(std::uint64_t cookie, Status&& status) override;

 private:
  Parts parts_;
  Post post_;
  std::optional<transport::MemoryRegistry> registry_;
  std::optional<Rma> rma_;
};

}  // namespace penstock::proto::rma
