// How the members of a communicator tell each other something (runtime/consensus.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "core/comm/comm.hpp"
#include "runtime/team_carrier.hpp"

namespace penstock::core {

// The communicator outlives it. Of an inter-communicator the members are everyone().
class CommCarrier final : public runtime::TeamCarrier {
 public:
  explicit CommCarrier(Comm& comm) noexcept : TeamCarrier(comm.resources()), comm_(comm) {}

  // Of one group. PENSTOCK_CHECK compares it with the calls of the others.
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  Comm& comm_;
};

}  // namespace penstock::core
