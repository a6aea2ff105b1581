// The cases: one row for each, in an explicit list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "layout.hpp"

namespace bench {

class Scene;
struct Coll;
struct Local;
struct Options;

// A further figure of a row.
struct Extra {
  std::string key, heading;  // key in the JSON; heading above the column of the text
  double value;
};

struct Row {
  std::size_t bytes = 0;
  double value = 0;  // the median over iterations; over ranks: the mean of their medians, or the sum of rates
  double min = 0, p50 = 0, p99 = 0, max = 0;  // over iterations and ranks
  std::uint64_t iterations = 0;
  bool checked = false;
  std::string algorithm;  // the algorithm, if several are measured in turn
  int round = 0;
  std::vector<Extra> extras;
};

// Buffers that a case needs for one size, in items of its layout.
struct Needs {
  std::size_t send, recv;
};

struct Case {
  enum class Team { kPair, kPairs, kAll };  // ranks 0 and 1; rank i of the lower half with i of the upper; all
  // The side of --memory that buffers have: the rank's own; or, for symmetric memory, which is equal on all ranks, send buffers
  // have the first side and receive buffers the second, or the other way round.
  enum class Sides { kOfRank, kSendFirst, kRecvFirst };

  std::string name, group, unit, heading;
  Team team;
  bool higher_is_better;
  std::size_t min, max;  // default sizes; max 0: one row without a size
  Element element;
  Needs (*needs)(const Scene& scene, const Layout& layout);
  Row (*run)(Scene& scene);  // collective over the team; the row is rank 0's
  const Coll* coll = nullptr;
  const Local* local = nullptr;
  // Returns why the case cannot run with these options; empty if it can. Null: it runs with all options.
  std::string (*misfit)(const Options& options, const Case& which) = nullptr;
  Sides sides = Sides::kOfRank;
};

// Returns all cases; it is valid after MPI_Init, since they hold datatypes. The order is that of `--list` and of groups.
[[nodiscard]] std::vector<Case> all_cases();
// Returns the cases of a list of names and groups, each once, in the given order; "put_latency" is put_lat. Throws BadWords.
[[nodiscard]] std::vector<const Case*> choose(const std::vector<Case>& cases, const std::vector<std::string>& names);

// Returns the first line of the version text of the measured library.
[[nodiscard]] std::string library_name();

// The source of each group defines its functions.
Row ping_pong(Scene& scene);
Row windows_of_bytes(Scene& scene);
Row windows_both_ways(Scene& scene);
Row windows_of_messages(Scene& scene);
Row packing(Scene& scene);
Row unpacking(Scene& scene);
Row one_sided_latency(Scene& scene);
Row one_sided_bandwidth(Scene& scene);
Row one_sided_both_ways(Scene& scene);
Row one_sided_rate(Scene& scene);
Row lock_contention(Scene& scene);
Row local_reductions(Scene& scene);
Row blocking(Scene& scene);
Row persistent(Scene& scene);
Row overlapping(Scene& scene);
Row start_time(Scene& scene);
Row memory_of_a_rank(Scene& scene);

Needs window_needs(const Scene& scene, const Layout& layout);
Needs one_each(const Scene& scene, const Layout& layout);
Needs one_sided_needs(const Scene& scene, const Layout& layout);
Needs coll_needs(const Scene& scene, const Layout& layout);
Needs nothing(const Scene& scene, const Layout& layout);

}  // namespace bench
