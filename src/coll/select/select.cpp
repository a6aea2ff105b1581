// Matches rows with queries.
#include "coll/select/select.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace penstock::coll {
namespace {

bool serves(const Row& row, const Query& query) noexcept {
  return row.collective == query.collective && row.inter == query.inter &&
         (row.strategy != Strategy::kSteps) == query.gpus.asked && (!row.crowded || query.crowded) &&
         (!row.roomy || !query.crowded) && (!row.shm || query.shm) && (!query.in_order || row.in_order) && !row.by_name;
}

bool has_strategy(Strategy strategy, const OfGpus& gpus) noexcept {
  switch (strategy) {
    case Strategy::kOneShot: return gpus.one_shot && gpus.as_they_lie;
    case Strategy::kPipeline: return gpus.pipeline && gpus.as_they_lie;
    case Strategy::kNccl: return gpus.nccl && gpus.as_they_lie;
    case Strategy::kDirect: return gpus.mapped != OfGpus::Mapped::kNo;
    case Strategy::kSteps:
    case Strategy::kWorkspace:
    case Strategy::kMessage: return true;
  }
  return true;
}

bool has_what_it_needs(const Row& row, const Query& query) noexcept {
  if (row.needs_commutative && !query.commutative) return false;
  if (row.needs_elements && query.elements < static_cast<std::uint64_t>(query.ranks)) return false;
  if (row.needs_power && !std::has_single_bit(static_cast<unsigned>(query.ranks))) return false;
  if (row.needs_even && query.ranks % 2 != 0) return false;
  return !row.needs_nodes || (query.nodes && (query.commutative || query.nodes_in_order));
}

std::string known_collectives() {
  std::string names;
  for (int i = 0; i < kCollectives; ++i) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", collective_name(static_cast<Collective>(i)));
  }
  return names;
}

std::string known_algorithms(Collective collective, std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    if (row.collective != collective || row.inter) continue;
    if (std::ranges::find(names, row.algorithm) == names.end()) names.push_back(row.algorithm);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

bool takes(const Row& row, const Query& query) noexcept {
  return serves(row, query) && query.ranks <= row.max_ranks && query.bytes <= row.max_bytes &&
         query.gpus.given <= row.max_given && has_strategy(row.strategy, query.gpus) && has_what_it_needs(row, query);
}

const Row& select(const Query& query) noexcept {
  const Row* last = nullptr;
  for (const Row& row : rows()) {
    if (!serves(row, query)) continue;
    last = &row;
    if (takes(row, query)) return row;
  }
  return *last;
}

namespace {

// Names of earlier versions, which tables may contain.
struct Former {
  std::string_view name;
  std::string_view now;
};
constexpr Former kFormer[] = {
    Former{"board", "shm"},     Former{"board_blocks", "shm_blocks"}, Former{"two_level", "hierarchical"},
    Former{"flow", "pipeline"}, Former{"areas", "workspace"},
};

std::string_view current_name(std::string_view algorithm) noexcept {
  const auto* const found = std::ranges::find(kFormer, algorithm, &Former::name);
  return found == std::end(kFormer) ? algorithm : found->now;
}

}  // namespace

Status find_row(std::string_view collective, std::string_view algorithm, bool gpu, std::string_view origin, Code code,
                Row* out) {
  Collective one{};
  if (!find_collective(collective, &one)) {
    return Status::error(code, "{}: there is no collective '{}'; there are {}", origin, collective, known_collectives());
  }
  const std::span<const Row> known = gpu ? gpu_rows() : rows();
  for (const Row& row : known) {
    if (row.collective != one || row.inter || row.algorithm != current_name(algorithm)) continue;
    *out = row;
    out->max_ranks = kAnyRanks;
    out->max_bytes = out->max_given = kAnyBytes;
    out->crowded = out->roomy = out->by_name = false;
    out->origin = origin;
    return Status::ok();
  }
  return Status::error(code, "{}: {} has no algorithm '{}'{}; there are {}", origin, collective, algorithm,
                       gpu ? " of GPU memory" : "", known_algorithms(one, known));
}

}  // namespace penstock::coll
