// Reductions across hosts. Operands of a host are folded in the order of its members, then those of hosts in theirs, by one
// rank for each element and host, and where a result is wanted in several places it is computed once or alike: all ranks get
// the same bits.
#include "coll/hierarchical_device/hierarchical.hpp"

namespace penstock::coll {

// On the way: each host's operand lies in the result of the rail's rank.
void Hierarchical::allreduce(std::uint64_t piece) {
  const std::uint64_t element = element_of(piece);
  const Step folded = fold_here(element, cut_.cut.count_of(piece), own_recv() + bytes(element));
  cut_.in_blocks ? allreduce_blocks(piece, folded) : allreduce_whole(piece, folded);
}

// Every host sends all to every other: m - 1 messages each way, in one round.
void Hierarchical::allreduce_whole(std::uint64_t piece, Step folded) {
  const std::uint64_t count = cut_.cut.count_of(piece);
  const std::uint64_t own = own_recv() + bytes(element_of(piece));
  Addresses sources;
  Steps exchanged{folded};
  for (int host = 0; host < hosts_.count(); ++host) {
    const bool here = host == hosts_.host();
    sources.push_back(here ? own : slot(piece, static_cast<std::uint64_t>(host)));
    if (here) continue;
    exchanged.push_back(recv(sources.back(), count, hosts_.partner(host), message(piece)));
    exchanged.push_back(send(own, count, hosts_.partner(host), message(piece), folded));
  }
  fold(sources, places(element_of(piece), -1), count, exchanged);
}

// Every host folds a block and sends it to the others: 2 (m - 1)/m of the bytes each way, in two rounds.
void Hierarchical::allreduce_blocks(std::uint64_t piece, Step folded) {
  const std::uint64_t count = cut_.cut.count_of(piece);
  const std::uint64_t own = own_recv() + bytes(element_of(piece));
  const auto hosts = static_cast<std::uint64_t>(hosts_.count());
  const auto here = static_cast<std::uint64_t>(hosts_.host());
  const auto first = [&](std::uint64_t host) { return first_of_block(count, hosts, host); };
  const auto length = [&](std::uint64_t host) { return first(host + 1) - first(host); };
  const auto partner = [&](std::uint64_t host) { return hosts_.partner(static_cast<int>(host)); };
  Addresses sources;
  Steps come{folded};
  Steps gone(hosts, folded);
  for (std::uint64_t host = 0; host < hosts; ++host) {
    sources.push_back(host == here ? own + bytes(first(here)) : slot(piece, host));
    if (host == here) continue;
    come.push_back(recv(sources.back(), length(here), partner(host), message(piece)));
    gone[host] = send(own + bytes(first(host)), length(host), partner(host), message(piece), folded);
  }
  const Step made = fold(sources, {own + bytes(first(here))}, length(here), come);
  Steps whole{made};
  for (std::uint64_t host = 0; host < hosts; ++host) {
    if (host == here) continue;
    send(own + bytes(first(here)), length(here), partner(host), message(piece, 1), made);
    // Not before what lay there is on its way.
    whole.push_back(recv(own + bytes(first(host)), length(host), partner(host), message(piece, 1), gone[host]));
  }
  spread(own, places(element_of(piece), hosts_.index()), count, whole);
}

// The rail's rank on the root's host folds what the others send it, into the root's memory.
void Hierarchical::reduce(std::uint64_t piece) {
  const std::uint64_t element = element_of(piece);
  const std::uint64_t count = cut_.cut.count_of(piece);
  const int last = hosts_.host_of(data_.root);
  const std::uint64_t own = slot(piece, static_cast<std::uint64_t>(hosts_.host()));
  const Step folded = fold_here(element, count, own);
  if (hosts_.host() != last) {
    send(own, count, hosts_.partner(last), message(piece), folded);
    return;
  }
  Addresses sources;
  Steps come{folded};
  for (int host = 0; host < hosts_.count(); ++host) {
    sources.push_back(slot(piece, static_cast<std::uint64_t>(host)));
    if (host != last) come.push_back(recv(sources.back(), count, hosts_.partner(host), message(piece)));
  }
  const std::uint64_t result = data_.recvs[static_cast<std::size_t>(hosts_.index_of(data_.root))];
  fold(sources, {result + bytes(element)}, count, come);
}

// Parts for ranks of other hosts, folded here and sent to them.
void Hierarchical::send_parts(std::uint64_t piece) {
  const std::uint64_t count = cut_.cut.count_of(piece);
  auto place = static_cast<std::uint64_t>(hosts_.count());
  for (int host = 0; host < hosts_.count(); ++host) {
    for (const int rank : hosts_.members(host)) {
      if (host == hosts_.host() || !hosts_.stands_for(rank)) continue;
      const std::uint64_t at = slot(piece, place++);
      const Step folded = fold_here(static_cast<std::uint64_t>(rank) * data_.elements + element_of(piece), count, at);
      send(at, count, rank, message(piece), folded);
    }
  }
}

// Each rank folds what the hosts made of its part.
void Hierarchical::reduce_scatter(std::uint64_t piece) {
  send_parts(piece);
  const std::uint64_t count = cut_.cut.count_of(piece);
  const auto rank = static_cast<std::uint64_t>(hosts_.members(hosts_.host())[static_cast<std::size_t>(hosts_.index())]);
  Addresses sources;
  Steps come;
  for (int host = 0; host < hosts_.count(); ++host) {
    sources.push_back(slot(piece, static_cast<std::uint64_t>(host)));
    if (host == hosts_.host()) {
      come.push_back(fold_here(rank * data_.elements + element_of(piece), count, sources.back()));
    } else {
      come.push_back(recv(sources.back(), count, hosts_.partner(host), message(piece)));
    }
  }
  fold(sources, {own_recv() + bytes(element_of(piece))}, count, come);
}

}  // namespace penstock::coll
