// What PENSTOCK_EXPLAIN says of collectives over GPUs.
#pragma once

#include <string_view>

#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"

namespace penstock::coll {

// Lines of one kind, about one collective, number of ranks and size class, are said once.
enum class Explained : std::uint8_t { kDirect = 50, kAreas, kMessage, kOneShot, kFlow, kPersistent, kPersistentAreas, kNccl };

// By rank 0 of the team, since all members choose the same. `row`: by which; null: none had a part in it.
void explain_way(Schedule& schedule, const Query& query, Explained kind, std::string_view way, const Row* row = nullptr);

}  // namespace penstock::coll
