// Why a row of the selection does not take a call: for `penstock info --coll`.
#pragma once

#include <string>

#include "coll/select/select.hpp"

namespace penstock::coll {

// Empty if it takes it. The row is of the query's collective.
[[nodiscard]] std::string why_not(const Row& row, const Query& query);
// "ranks<=8 bytes<=64K crowded, commutative operations, an element a rank": limits and needs; "any" without.
[[nodiscard]] std::string conditions(const Row& row);
// "64K"; the number itself where no suffix divides it.
[[nodiscard]] std::string size_text(std::uint64_t bytes);

// How calls whose data are all in GPU memory go where members are on several hosts; empty: as those of host memory.
[[nodiscard]] std::string_view strategy_across_hosts(Collective collective) noexcept;

}  // namespace penstock::coll
