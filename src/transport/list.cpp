// This list registers every transport of this build, in order of preference.
#include <utility>

#include "transport/hook/hook.hpp"
#include "transport/ipc/ipc.hpp"
#include "transport/net/net.hpp"
#include "transport/self/self.hpp"
#include "transport/shm/shm.hpp"
#include "transport/transport.hpp"

namespace penstock::transport {

Status make_transports(const Environment& environment, std::vector<std::unique_ptr<Transport>>* out) {
  out->clear();
  out->push_back(make_self(environment));
  std::unique_ptr<Transport> shm;
  PENSTOCK_TRY(make_shm(environment, &shm));
  out->push_back(std::move(shm));
  out->push_back(make_ipc(environment));
  if (wants_network(environment)) out->push_back(make_net(environment));
  if (environment.config.fault.empty()) return Status::ok();
  FaultPlan plan;
  PENSTOCK_TRY(parse_faults(environment.config.fault, &plan));
  for (std::unique_ptr<Transport>& each : *out) each = make_hook(environment, plan, std::move(each));
  return Status::ok();
}

}  // namespace penstock::transport
