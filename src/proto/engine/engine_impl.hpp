// The engine of one process object: it makes the parts and connects them.
#pragma once

#include <vector>

#include "proto/common/peers.hpp"
#include "proto/engine/create.hpp"
#include "proto/engine/dispatcher.hpp"
#include "proto/engine/engine.hpp"
#include "proto/engine/job_membership.hpp"
#include "proto/engine/progress_engine.hpp"
#include "proto/p2p/p2p.hpp"
#include "proto/progress/hooks.hpp"
#include "proto/rma/service.hpp"

namespace penstock::proto {

class EngineImpl final : public Engine {
 public:
  explicit EngineImpl(const Parts& parts);
  Status start(const TransportFactory& make);

 private:
  ProtocolParts protocol_parts(const Parts& parts);

  Peers peers_;
  Failures failures_;
  Outbox outbox_;
  Owners owners_;
  ProgressHooks hooks_;
  P2p p2p_;
  std::vector<Protocol*> protocols_;  // beside p2p_
  rma::Service rma_;
  Dispatcher dispatcher_;
  ProgressEngine progress_;
  JobMembership membership_;
  ProgressThread thread_;  // the last member: it uses the others
};

}  // namespace penstock::proto
