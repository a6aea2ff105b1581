// Operations that move a whole message: a get or a put by a transport, or a copy within this process.
#pragma once

#include "proto/p2p/core.hpp"
#include "proto/p2p/exports.hpp"

namespace penstock::proto {

class Direct final : public Carrier {
 public:
  Direct(Core& core, Exports& exports) noexcept : core_(core), exports_(exports) {}

  // Describes the rest of the transfer for a transport.
  [[nodiscard]] transport::Bulk bulk_of(const Transfer& transfer);
  // Begins a chosen get (as a receiver) or put (as a sender). The transfer may be over on return.
  void begin(Transfer* transfer, const Choice& choice);
  // Begins a transfer whose two ends are in this process.
  void begin_local(Transfer* transfer);
  // Tracks a copy by the device; `ticket` is under way.
  void begin_copy(Transfer* transfer, const accel::Ticket& ticket);

  bool step(Transfer* transfer) override;
  void abandon(Transfer* transfer) override;
  [[nodiscard]] std::uint64_t expected_ns(Transfer& transfer) noexcept override {
    return transfer.direct.handle.ticket.sequence != 0 ? transfer.direct.expect_ns : 0;
  }

 private:
  bool step_copy(Transfer* transfer);
  bool step_bulk(Transfer* transfer);
  void ended(Transfer* transfer);
  void refused(Transfer* transfer, Status&& why);
  void release(Transfer* transfer) noexcept;

  Core& core_;
  Exports& exports_;
};

}  // namespace penstock::proto
