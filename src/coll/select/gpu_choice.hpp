// Finds the row that serves a call of a team with GPUs.
#pragma once

#include "coll/select/select.hpp"

namespace penstock::coll {

// The first row that accepts the call, unless a row before it does when all members are known to have its data mapped.
struct GpuChoice {
  const Row* mapped = nullptr;  // the row for mapped data; null: there is none, and the members do not ask each other
  const Row* row = nullptr;     // null: no row accepts the call, and it goes over the host
};

// All members choose the same. `query.gpus` holds what is known so far.
[[nodiscard]] GpuChoice choose_for_gpus(const Query& query, const Preference* preferred, const Selection* selection) noexcept;

}  // namespace penstock::coll
