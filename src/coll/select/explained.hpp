// The lines that PENSTOCK_EXPLAIN prints about collectives.
#pragma once

#include <cstddef>
#include <string_view>

#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"

namespace penstock::coll {

// Lines of one kind about one collective, number of ranks and size class are printed once.
enum class Explained : std::uint8_t {
  kRow = 48,
  kRowOfNamed,  // where algorithms are named
  kDirect,
  kWorkspace,
  kMessage,
  kOneShot,
  kPipeline,
  kPersistent,
  kPersistentAreas,
  kNccl,
  kAcross,
};

// Prints "bcast of 8 B on 4 ranks: PATH" on rank 0 of the team, since all members choose the same. `row` is the row
// that chose it; null: none did.
void explain_strategy(Schedule& schedule, const Query& query, Explained kind, std::string_view strategy,
                      const Row* row = nullptr);
// Reports kernels on mapped memory: how many members have data in the library's own memory.
void explain_kernels(Schedule& schedule, const Query& query, std::ptrdiff_t staged, bool persistent);

}  // namespace penstock::coll
