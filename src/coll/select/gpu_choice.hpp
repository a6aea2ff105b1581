// Which rows serve a call of a team with GPUs.
#pragma once

#include "coll/select/select.hpp"

namespace penstock::coll {

// The first row that takes the call, unless one before it does once it is known that all members have its data mapped.
struct GpuChoice {
  const Row* mapped = nullptr;  // that one; null: none does, and nobody asks
  const Row* row = nullptr;     // null: none takes it, and it goes over the host
};

// All members choose the same. `query.gpus` says what is known by then.
[[nodiscard]] GpuChoice choose_for_gpus(const Query& query, const Preference* preferred, const Selection* selection) noexcept;

}  // namespace penstock::coll
