// The compiled-in rows of GPU memory.
#include <array>

#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

// Up to so many bytes given one shot is quicker than kernels on mapped memory.
constexpr std::uint64_t kAtOnce = 64 << 10;

constexpr Collective kJoint[] = {kBcast, kGather, kScatter, kAllgather, kAlltoall, kReduce, kAllreduce, kReduceScatterBlock,
                                 kScan,  kExscan};
constexpr Collective kOthers[] = {kGatherv, kScatterv, kAllgatherv, kAlltoallw, kReduceScatter};

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

constexpr std::size_t kJointRows = 7;
constexpr std::size_t kOtherRows = 3;

// One after another. Inboxes have room for little, and rings are made once there is use for them; what has gaps takes neither.
constexpr auto kGpuRows = [] {
  std::array<Row, std::size(kJoint) * kJointRows + std::size(kOthers) * kOtherRows> rows{};
  std::size_t count = 0;
  for (const Collective one : kJoint) {
    rows[count++] = row_of(one, Way::kOneShot, kAtOnce);
    rows[count++] = row_of(one, Way::kDirect);
    rows[count++] = row_of(one, Way::kOneShot);
    rows[count++] = row_of(one, Way::kFlow);
    rows[count++] = row_of(one, Way::kAreas);
    rows[count++] = row_of(one, Way::kMessage);
    rows[count++] = row_of(one, Way::kNccl);
  }
  for (const Collective one : kOthers) {
    rows[count++] = row_of(one, Way::kDirect);
    rows[count++] = row_of(one, Way::kAreas);
    rows[count++] = row_of(one, Way::kMessage);
  }
  return rows;
}();

}  // namespace

std::span<const Row> gpu_rows() noexcept {
  return kGpuRows;
}

}  // namespace penstock::coll
