// The answers to Routes, by what the protocols would choose.
#pragma once

#include "proto/contract/routes.hpp"
#include "proto/p2p/core.hpp"
#include "proto/p2p/eager.hpp"
#include "proto/p2p/rendezvous.hpp"

namespace penstock::proto {

// Used by one thread at a time.
class RouteQuery final : public Routes {
 public:
  RouteQuery(Core& core, Movers& movers, Rendezvous& rendezvous, Eager& eager) noexcept
      : core_(core), movers_(movers), rendezvous_(rendezvous), eager_(eager) {}

  Status offer(const Buffer& buffer, int peer, std::vector<std::byte>* out) override;
  Status ask(Role role, const Buffer& mine, int peer, std::span<const std::byte> theirs, Route* out) override;
  void explain(std::uint64_t key, std::string_view line) override { core_.explainer.once(key, line); }

 private:
  [[nodiscard]] bool reaches_pool(int peer, const accel::Memory& memory, std::uint64_t bytes,
                                  std::span<const std::byte> offered);
  void fill(const Choice& choice, bool receives, const transport::Bulk& bulk, Route* out);

  Core& core_;
  Movers& movers_;
  Rendezvous& rendezvous_;
  Eager& eager_;
};

}  // namespace penstock::proto
