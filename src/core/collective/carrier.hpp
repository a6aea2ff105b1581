// Moves the messages of consensus (runtime/consensus.hpp) between the members of a communicator.
#pragma once

#include <cstddef>
#include <span>

#include "core/comm/comm.hpp"
#include "runtime/team_carrier.hpp"

namespace penstock::core {

// The communicator outlives it. In an inter-communicator the members are everyone(), that is both groups.
class CommCarrier final : public runtime::TeamCarrier {
 public:
  explicit CommCarrier(Comm& comm) noexcept : TeamCarrier(comm.setup()), comm_(comm) {}

  // Serves communicators of one group only. PENSTOCK_CHECK compares the call with those of the other members.
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  Comm& comm_;
};

}  // namespace penstock::core
