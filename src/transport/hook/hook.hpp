// A hook wraps a transport: it counts the calls, logs them and makes them fail. It costs nothing if it is not used.
#pragma once

#include <array>
#include <memory>

#include "transport/hook/fault.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

struct HookCounts {
  std::array<std::uint64_t, kVerbs> calls{};   // by Verb
  std::array<std::uint64_t, kVerbs> faults{};  // calls that were made to fail
  std::uint64_t full = 0;                      // sends for which the inner transport had no room
  std::uint64_t sent_bytes = 0;
  std::uint64_t bulk_bytes = 0;
};

class Hook : public Transport {
 public:
  // Returns the counts so far. The reference is valid until the transport is destroyed.
  [[nodiscard]] virtual const HookCounts& counts() const = 0;
};

// Wraps `inner`. The plan's rules for other transports and ranks are ignored.
std::unique_ptr<Hook> make_hook(const Environment& environment, const FaultPlan& plan, std::unique_ptr<Transport> inner);

}  // namespace penstock::transport
