// Explains why a row of the selection does not accept a call, for `penstock info --coll`.
#pragma once

#include <string>

#include "coll/select/select.hpp"

namespace penstock::coll {

// Returns the reason; empty if the row accepts the query. The row is of the query's collective.
[[nodiscard]] std::string why_not(const Row& row, const Query& query);
// Returns limits and requirements: "ranks<=8 bytes<=64K crowded, commutative operations, an element a rank"; "any" without.
[[nodiscard]] std::string conditions(const Row& row);
// Returns "64K"; the number itself if no suffix divides it.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

// Describes how calls whose data are all in GPU memory go if members are on several hosts; empty: in the way of host memory.
[[nodiscard]] std::string_view strategy_across_hosts(Collective collective) noexcept;

}  // namespace penstock::coll
