// A transport around another: counts its calls, logs them, lets them fail. Costs nothing where it is not used.
#pragma once

#include <array>
#include <memory>

#include "transport/hook/fault.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

struct HookCounts {
  std::array<std::uint64_t, kVerbs> calls{};   // by Verb
  std::array<std::uint64_t, kVerbs> faults{};  // of those, made to go wrong
  std::uint64_t full = 0;                      // sends that the inner transport itself had no room for
  std::uint64_t sent_bytes = 0;
  std::uint64_t bulk_bytes = 0;
};

class Hook : public Transport {
 public:
  // So far. Valid until the transport is gone.
  [[nodiscard]] virtual const HookCounts& counts() const = 0;
};

// The plan's rules for other transports and ranks are ignored.
std::unique_ptr<Hook> make_hook(const Environment& environment, const FaultPlan& plan, std::unique_ptr<Transport> inner);

}  // namespace penstock::transport
