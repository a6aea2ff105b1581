// Which algorithm serves a call: flat rows, the first that matches wins.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"

namespace penstock::coll {

enum class Collective : std::uint8_t { kBarrier, kBcast, kAllreduce, kGather, kAllgather };
[[nodiscard]] std::string_view collective_name(Collective collective) noexcept;

using Builder = void (*)(Schedule& schedule, const Arguments& arguments);

inline constexpr std::uint64_t kAnyBytes = std::numeric_limits<std::uint64_t>::max();
inline constexpr int kAnyRanks = std::numeric_limits<int>::max();

struct Row {
  Collective collective;
  std::string_view algorithm;
  Builder build;
  int max_ranks = kAnyRanks;            // team sizes up to this
  std::uint64_t max_bytes = kAnyBytes;  // packed bytes up to this (of one rank's part, for gather and allgather)
  bool needs_commutative = false;
  bool needs_elements = false;  // at least one element a rank
};

// What a call is, as rows are matched against it. All ranks of the team compute the same.
struct Query {
  Collective collective;
  int ranks = 1;
  std::uint64_t bytes = 0;
  std::uint64_t elements = 0;
  bool commutative = true;
};

[[nodiscard]] std::span<const Row> rows() noexcept;
// The table ends each collective with a row that takes anything.
[[nodiscard]] const Row& select(const Query& query) noexcept;

// Adds the steps of the chosen algorithm.
void build_barrier(Schedule& schedule);
// `recv` is the data on every rank.
void build_bcast(Schedule& schedule, const Arguments& arguments);
// `recv`: result; `send`: this rank's part (in_place: already in recv). `reduction`. Equal count and layout on all ranks.
void build_allreduce(Schedule& schedule, const Arguments& arguments);
// `send`: this rank's part. `recv`: at the root, address, layout and count of ONE rank's part; parts lie one after another.
void build_gather(Schedule& schedule, const Arguments& arguments);
// As gather, with `recv` on every rank.
void build_allgather(Schedule& schedule, const Arguments& arguments);

}  // namespace penstock::coll
