// Collectives come in two forms that take the same arguments: the tests make every call both ways.
#pragma once

#include "mpi_test.hpp"

namespace penstock::test {

enum class Form { kBlocking, kStarted };
inline constexpr Form kForms[] = {Form::kBlocking, Form::kStarted};

// The error code of the blocking call, or of the first of start and wait that fails.
template <typename Blocking, typename Starting, typename... Arguments>
int call(Form form, Blocking* blocking, Starting* starting, Arguments... arguments) {
  if (form == Form::kBlocking) return blocking(arguments...);
  MPI_Request request = MPI_REQUEST_NULL;
  const int started = starting(arguments..., &request);
  return started != MPI_SUCCESS ? started : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

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
