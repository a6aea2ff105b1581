// Rows of a runner's table of cases: the names, units and default sizes of penstock-bench.
#pragma once

#include "case.hpp"
#include "coll.hpp"
#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench::runner {

constexpr std::size_t kLargestMessage = std::size_t{4} << 20, kLargestPart = std::size_t{1} << 20, kLargestCounted = 8192;

// Each runner defines this function: it returns true if its library also moves host memory.
[[nodiscard]] bool moves_host();

// Such libraries support contiguous memory alone, and most of them only GPU memory.
inline void must_be_plain(const Scene& scene) {
  if (!scene.memory.gpu() && !moves_host()) throw Failure("this library moves memory of a GPU: add --memory device");
  if (scene.datatype != "contiguous") throw Unsupported(scene.which.name + ": the library has no datatypes");
}

template <Row (*kRun)(Scene&)>
Row plain(Scene& scene) {
  must_be_plain(scene);
  return kRun(scene);
}

inline Case latency(const char* name, Case::Team team, Row (*run)(Scene&)) {
  return {name, "p2p", "us", "Latency (us)", team, false, 1, kLargestMessage, {MPI_BYTE, 1}, one_each, run};
}

inline Case bandwidth(const char* name, Case::Team team, Row (*run)(Scene&), Needs (*needs)(const Scene&, const Layout&)) {
  return {name, "p2p", "MB/s", "Bandwidth (MB/s)", team, true, 1, kLargestMessage, {MPI_BYTE, 1}, needs, run};
}

inline Case messages(const char* name, Case::Team team, Row (*run)(Scene&), Needs (*needs)(const Scene&, const Layout&)) {
  return {name, "p2p", "messages/s", "Messages/s", team, true, 1, kLargestCounted, {MPI_BYTE, 1}, needs, run};
}

inline Case collective(const Coll& coll) {
  const Element element = sums(coll.flow) ? Element{MPI_FLOAT, sizeof(float)} : Element{MPI_BYTE, 1};
  Case row{coll.name,        "coll",     "us",           "Avg Latency(us)",
           Case::Team::kAll, false,      element.bytes,  coll.flow == Flow::kNone ? 0 : kLargestPart,
           element,          coll_needs, plain<blocking>};
  row.coll = &coll;
  return row;
}

// The row is reported with the reason, in the place of the heading.
inline Case unsupported(const char* name, const char* why) {
  const auto run = [](Scene& scene) -> Row { throw Unsupported(scene.which.heading); };
  const auto needs = [](const Scene&, const Layout&) { return Needs{0, 0}; };
  return {name, "none", "us", why, Case::Team::kAll, false, 1, 0, {MPI_BYTE, 1}, needs, run};
}

}  // namespace bench::runner
