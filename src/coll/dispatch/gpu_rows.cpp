// The compiled-in rows of GPU memory.
#include <array>

#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

// Up to so many bytes given one shot is quicker than kernels on mapped memory.
constexpr std::uint64_t kAtOnce = 64 << 10;

constexpr std::string_view name_of(Way way) noexcept {
  switch (way) {
    case Way::kSteps: break;
    case Way::kOneShot: return "one_shot";
    case Way::kDirect: return "direct";
    case Way::kFlow: return "flow";
    case Way::kAreas: return "areas";
    case Way::kMessage: return "message";
    case Way::kNccl: return "nccl";
  }
  return "";
}

// Kernels fold in rank order, as messages do where they are told to; NCCL in its own.
constexpr Row row_of(Collective collective, Way way, std::uint64_t max_given = kAnyBytes) noexcept {
  Row row{.collective = collective, .algorithm = name_of(way), .build = nullptr};
  row.way = way;
  row.max_given = max_given;
  row.in_order = way != Way::kNccl;
  row.by_name = way == Way::kMessage || way == Way::kNccl;
  return row;
}

constexpr std::size_t kMostRows = 7 * kCollectives;

struct Rows {
  std::array<Row, kMostRows> all{};
  std::size_t count = 0;
  constexpr void add(const Row& row) noexcept { all[count++] = row; }
};

// Inboxes have room for little, and rings are made once there is use for them; what has gaps takes neither.
constexpr Rows kGpuRows = [] {
  Rows rows;
  for (int i = 0; i < kCollectives; ++i) {
    const auto one = static_cast<Collective>(i);
    if (!movement_of(one).has_data()) continue;
    const bool joint = serves_joint_kernels(one);
    if (joint) rows.add(row_of(one, Way::kOneShot, kAtOnce));
    rows.add(row_of(one, Way::kDirect));
    if (joint) rows.add(row_of(one, Way::kOneShot));
    if (joint) rows.add(row_of(one, Way::kFlow));
    rows.add(row_of(one, Way::kAreas));
    rows.add(row_of(one, Way::kMessage));
    if (joint) rows.add(row_of(one, Way::kNccl));
  }
  return rows;
}();

}  // namespace

std::span<const Row> gpu_rows() noexcept {
  return std::span(kGpuRows.all).first(kGpuRows.count);
}

}  // namespace penstock::coll
