// Collectives have three forms with the same arguments: the tests make every call in all three.
#pragma once

#include "common/coll_calls.hpp"
#include "mpi_test.hpp"

namespace penstock::test {

// The value that rank `from` sends to rank `to` at place i; without a receiver, to every rank.
inline int value(int from, int to, std::size_t i) {
  return from * 1000003 + to * 1009 + static_cast<int>(i % 977);
}
inline std::vector<int> values(int from, int to, int count) {
  std::vector<int> made(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = value(from, to, i);
  return made;
}

// Counts of the v forms: each rank's part has its own length, some are empty; the parts have gaps between them and lie in
// descending order of ranks.
struct Spread {
  Spread(int ranks, int unit) : counts(static_cast<std::size_t>(ranks)), places(counts.size()) {
    for (std::size_t r = counts.size(); r-- > 0;) {
      counts[r] = static_cast<int>(r * 5 % 4) * unit;
      places[r] = total + 1;
      total += counts[r] + 2;
    }
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(total) + 1; }

  std::vector<int> counts;
  std::vector<int> places;
  int total = 0;
};

}  // namespace penstock::test
