// The objects that the engine passes to each of its protocols.
#pragma once

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "observe/counters.hpp"
#include "observe/events.hpp"
#include "proto/common/failures.hpp"
#include "proto/common/outbox.hpp"
#include "proto/common/peers.hpp"

namespace penstock::proto {

class ProgressHooks;  // progress/hooks.hpp

// All members outlive the protocol. A protocol registers with `owners` for its own kinds of
// messages, and makes its own Post{outbox, itself}.
struct ProtocolParts {
  const Config& config;
  Log& log;
  accel::Accel& accel;
  observe::Counters& counters;
  observe::Events& events;
  Peers& peers;
  Outbox& outbox;
  Failures& failures;
  Owners& owners;
  ProgressHooks& progress;
  int rank;
};

}  // namespace penstock::proto
