#include "coll/select/explained.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>

namespace penstock::coll {

void explain_strategy(Schedule& schedule, const Query& query, Explained kind, std::string_view strategy, const Row* row) {
  if (!schedule.engine().config().explain || schedule.team().rank != 0) return;
  const auto size_class = static_cast<std::uint64_t>(std::bit_width(query.bytes) + 1) / 2;
  const std::uint64_t key = std::uint64_t{1} << static_cast<unsigned>(kind) |
                            static_cast<std::uint64_t>(query.collective) << 40 | size_class << 32 |
                            static_cast<std::uint32_t>(query.ranks);
  const std::string by = row == nullptr ? "" : fmt::format("; {} ({})", row->algorithm, row->origin);
  schedule.engine().routes().explain(key, fmt::format("{} of {} B on {} ranks: {}{}", collective_name(query.collective),
                                                      query.bytes, query.ranks, strategy, by));
}

void explain_kernels(Schedule& schedule, const Query& query, std::ptrdiff_t staged, bool persistent) {
  const std::string where =
      staged == 0 ? "on the program's own memory" : fmt::format("by way of memory of the library's own on {} of them", staged);
  const Explained direct = persistent ? Explained::kPersistent : Explained::kDirect;
  const Explained areas = persistent ? Explained::kPersistentAreas : Explained::kWorkspace;
  explain_strategy(schedule, query, staged == 0 ? direct : areas,
                   fmt::format("kernels of all GPUs, {}{}", where, persistent ? "; persistent" : ""));
}

}  // namespace penstock::coll
