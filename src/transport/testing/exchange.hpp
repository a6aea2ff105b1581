// Ranks send each other messages that can be verified, while they receive.
#pragma once

#include "transport/testing/job.hpp"
#include "transport/testing/traffic.hpp"

namespace penstock::transport::testing {

// Sends one message, and receives while there is no room.
inline bool post(const Rank& me, Sink& sink, int peer, const Parcel& parcel) {
  Status why;
  int delivered = 0;
  Outcome outcome = Outcome::kFull;
  while ((outcome = me.transport.send(peer, parcel.header, parcel.payload, &why)) == Outcome::kFull) {
    PENSTOCK_DEMAND(!me.board.failed);
    PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
    if (delivered == 0) sched_yield();
  }
  if (outcome == Outcome::kError) fmt::print(stderr, "send: {}\n", why.message());
  return outcome == Outcome::kDone;
}

inline bool await(const Rank& me, Inspector& sink, std::uint64_t count) {
  int delivered = 0;
  while (sink.count() < count) {
    PENSTOCK_DEMAND(!me.board.failed);
    PENSTOCK_DEMAND(me.transport.progress(sink, &delivered).is_ok());
    if (delivered == 0) sched_yield();
  }
  return true;
}

// Each rank sends `count` messages to every other rank.
inline bool all_to_all(const Rank& me, std::uint32_t count, Inspector::Sizes of) {
  Inspector sink(me.size, of);
  for (std::uint32_t number = 0; number < count; ++number) {
    const Parcel parcel({static_cast<std::uint32_t>(me.rank), number}, of(number).first, of(number).second);
    for (int peer = 0; peer < me.size; ++peer) {
      if (peer != me.rank && !post(me, sink, peer, parcel)) return false;
    }
  }
  PENSTOCK_DEMAND(await(me, sink, std::uint64_t{count} * static_cast<std::uint64_t>(me.size - 1)));
  PENSTOCK_DEMAND(sink.good());
  return true;
}

}  // namespace penstock::transport::testing
