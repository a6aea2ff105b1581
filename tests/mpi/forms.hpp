// Collectives come in three forms that take the same arguments: the tests make every call all three ways.
#pragma once

#include "common/coll_calls.hpp"
#include "mpi_test.hpp"

namespace penstock::test {

// What rank `from` sends rank `to` at place i; without a receiver, to everyone.
inline int value(int from, int to, std::size_t i) {
  return from * 1000003 + to * 1009 + static_cast<int>(i % 977);
}
inline std::vector<int> values(int from, int to, int count) {
  std::vector<int> made(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = value(from, to, i);
  return made;
}

// Counts of the v forms: rank r's part has its own length, some have none; parts lie apart and in the order of falling ranks.
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
