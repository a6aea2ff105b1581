// The compiled-in rows of GPU memory.
#include <array>

#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

// Up to this many bytes sent, one shot is faster than kernels on mapped memory.
constexpr std::uint64_t kAtOnce = 64 << 10;

constexpr std::string_view name_of(Strategy strategy) noexcept {
  switch (strategy) {
    case Strategy::kSteps: break;
    case Strategy::kOneShot: return "one_shot";
    case Strategy::kDirect: return "direct";
    case Strategy::kPipeline: return "pipeline";
    case Strategy::kWorkspace: return "workspace";
    case Strategy::kMessage: return "message";
    case Strategy::kNccl: return "nccl";
  }
  return "";
}

// Kernels fold in rank order, as messages do if required; NCCL folds in an order of its own.
constexpr Row row_of(Collective collective, Strategy strategy, std::uint64_t max_given = kAnyBytes) noexcept {
  Row row{.collective = collective, .algorithm = name_of(strategy), .build = nullptr};
  row.strategy = strategy;
  row.max_given = max_given;
  row.in_order = strategy != Strategy::kNccl;
  row.by_name = strategy == Strategy::kMessage || strategy == Strategy::kNccl;
  return row;
}

constexpr std::size_t kMostRows = 7 * kCollectives;

struct Rows {
  std::array<Row, kMostRows> all{};
  std::size_t count = 0;
  constexpr void add(const Row& row) noexcept { all[count++] = row; }
};

// LL buffers have room for little data, and FIFOs are made at the first use; neither serves data with gaps.
constexpr Rows kGpuRows = [] {
  Rows rows;
  for (int i = 0; i < kCollectives; ++i) {
    const auto one = static_cast<Collective>(i);
    if (!movement_of(one).has_data()) continue;
    const bool coscheduled = serves_coscheduled_kernels(one);
    if (coscheduled) rows.add(row_of(one, Strategy::kOneShot, kAtOnce));
    rows.add(row_of(one, Strategy::kDirect));
    if (coscheduled) rows.add(row_of(one, Strategy::kOneShot));
    if (coscheduled) rows.add(row_of(one, Strategy::kPipeline));
    rows.add(row_of(one, Strategy::kWorkspace));
    rows.add(row_of(one, Strategy::kMessage));
    if (coscheduled) rows.add(row_of(one, Strategy::kNccl));
  }
  return rows;
}();

}  // namespace

std::span<const Row> gpu_rows() noexcept {
  return std::span(kGpuRows.all).first(kGpuRows.count);
}

}  // namespace penstock::coll
