// Every rank exchanges parts with every peer: in n steps with two partners each, or in place with one partner each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// This many steps are under way at the same time.
inline constexpr int kExchangeWindow = 16;

// Step s sends to rank + s and receives from rank - s, all modulo the larger group: both partners of a message have it in the
// same step, and a step waits for earlier ones only, so that nothing deadlocks whatever the window. `send_to` and
// `receive_from` give the part of the i-th peer. A part without bytes is no message: both sides know its length.
template <typename SendTo, typename ReceiveFrom>
void exchange_pairwise(Schedule& schedule, const SendTo& send_to, const ReceiveFrom& receive_from, bool own_in_place) {
  const Team& team = schedule.team();
  const int peers = team.peers();
  const int steps = std::max(team.size, peers);
  Step sent[kExchangeWindow];
  Step received[kExchangeWindow];
  std::fill_n(sent, kExchangeWindow, kNoStep);
  std::fill_n(received, kExchangeWindow, kNoStep);
  for (int s = 0; s < steps; ++s) {
    const int to = (team.rank + s) % steps;
    const int from = (team.rank - s + steps) % steps;
    if (team.is_self(to)) continue;
    Step& last_sent = sent[s % kExchangeWindow];
    Step& last_received = received[s % kExchangeWindow];
    const Step before[2] = {last_sent, last_received};
    if (from < peers && receive_from(from).bytes() != 0) {
      last_received = schedule.recv(receive_from(from), team.peer(from), 0, {before[0], before[1]});
    }
    if (to < peers && send_to(to).bytes() != 0) {
      last_sent = schedule.send(send_to(to), team.peer(to), 0, {before[0], before[1]});
    }
  }
  // The own part is copied while the others' parts are under way.
  if (team.is_inter() || own_in_place || receive_from(team.rank).bytes() == 0) return;
  schedule.copy(receive_from(team.rank), send_to(team.rank));
}

// Each step has one partner, the same for both sides: k - rank in step k. Outgoing data are packed first, in one of two
// buffers, so that incoming data may take their place. Parts have equal lengths in both directions.
template <typename PartOf>
void exchange_in_place(Schedule& schedule, const PartOf& part_of) {
  const int n = schedule.team().size;
  const int rank = schedule.team().rank;
  std::uint64_t largest = 0;
  for (int i = 0; i < n; ++i) {
    if (i != rank) largest = std::max(largest, part_of(i).bytes());
  }
  if (largest == 0) return;
  std::byte* packed[2] = {schedule.scratch(largest), schedule.scratch(largest)};
  Step freed[2] = {kNoStep, kNoStep};
  for (int k = 0; k < n; ++k) {
    const int partner = (k - rank + n) % n;
    const proto::Buffer part = part_of(partner);
    if (partner == rank || part.bytes() == 0) continue;
    const proto::Buffer out = schedule.packed(packed[k % 2], part.bytes());
    const Step copied = schedule.copy(out, part, {freed[k % 2]});
    schedule.recv(part, partner, 0, {copied});
    freed[k % 2] = schedule.send(out, partner, 0, {copied});
  }
}

}  // namespace penstock::coll
