// Broadcast and allgather across hosts: every byte enters each host once.
#include <bit>

#include "coll/hierarchical_device/hierarchical.hpp"

namespace penstock::coll {

// On the root's host the rail's rank takes its share from the root, for itself and all others; hosts pass it on in a binomial
// tree or, if there are pieces enough, in a chain.
void Hierarchical::bcast(std::uint64_t piece) {
  const std::uint64_t element = element_of(piece);
  const std::uint64_t count = cut_.cut.count_of(piece);
  const bool at_root = hosts_.host() == hosts_.host_of(data_.root);
  const int root = at_root ? hosts_.index_of(data_.root) : -1;
  const bool is_root = root == hosts_.index();
  const std::uint64_t own = (is_root ? own_send() : own_recv()) + bytes(element);
  const int place = turned(hosts_.host());
  const bool chain = data_.query.bytes >= static_cast<std::uint64_t>(hosts_.count()) * bytes(cut_.cut.piece);
  const auto highest = static_cast<int>(std::bit_floor(static_cast<unsigned>(place)));
  Step come = turn_;
  if (at_root) {
    const std::uint64_t from = data_.sends[static_cast<std::size_t>(root)] + bytes(element);
    const Step spread_here = spread(from, places(element, root), count, {turn_});
    if (!is_root) come = spread_here;
  } else {
    const int before = chain ? place - 1 : place - highest;
    come = recv(own, count, hosts_.partner(host_at(before)), message(piece));
    spread(own, places(element, hosts_.index()), count, {come});
  }
  if (chain) {
    if (place + 1 < hosts_.count()) send(own, count, hosts_.partner(host_at(place + 1)), message(piece), come);
    return;
  }
  for (int step = place == 0 ? 1 : 2 * highest; place + step < hosts_.count(); step *= 2) {
    send(own, count, hosts_.partner(host_at(place + step)), message(piece), come);
  }
}

// Each rank writes its part to its host and sends it to one rank of every other, which writes it there.
void Hierarchical::allgather(std::uint64_t piece) {
  const std::uint64_t element = element_of(piece);
  const std::uint64_t count = cut_.cut.count_of(piece);
  const auto place_of = [&](int rank) { return static_cast<std::uint64_t>(rank) * data_.elements + element; };
  const int rank = hosts_.members(hosts_.host())[static_cast<std::size_t>(hosts_.index())];
  spread(own_send() + bytes(element), places(place_of(rank), -1), count, {turn_});
  for (int host = 0; host < hosts_.count(); ++host) {
    if (host == hosts_.host()) continue;
    send(own_send() + bytes(element), count, hosts_.partner(host), message(piece), turn_);
    for (const int other : hosts_.members(host)) {
      if (!hosts_.stands_for(other)) continue;
      const std::uint64_t own = own_recv() + bytes(place_of(other));
      const Step come = recv(own, count, other, message(piece));
      spread(own, places(place_of(other), hosts_.index()), count, {come});
    }
  }
}

}  // namespace penstock::coll
