#include "coll/select/why.hpp"

#include <fmt/format.h>

#include <bit>

namespace penstock::coll {

std::string size_text(std::uint64_t bytes) {
  constexpr std::pair<unsigned, char> kSuffixes[] = {{30, 'G'}, {20, 'M'}, {10, 'K'}};
  for (const auto& [shift, suffix] : kSuffixes) {
    if (bytes != 0 && (bytes >> shift) << shift == bytes) return fmt::format("{}{}", bytes >> shift, suffix);
  }
  return fmt::format("{}", bytes);
}

namespace {

std::string_view why_no_strategy(Strategy strategy, const OfGpus& gpus) {
  const bool one_range = strategy == Strategy::kOneShot || strategy == Strategy::kPipeline || strategy == Strategy::kNccl;
  if (strategy == Strategy::kOneShot && !gpus.one_shot) return "no LL buffers with room for it, or it does not block";
  if (strategy == Strategy::kPipeline && !gpus.pipeline) return "no FIFOs, or it does not block";
  if (strategy == Strategy::kNccl && !gpus.nccl) return "NCCL is not there, or has no such type or operation";
  if (strategy == Strategy::kDirect && gpus.mapped == OfGpus::Mapped::kNo) return "not mapped by all members";
  return one_range && !gpus.as_they_lie ? "not in one range of each device" : "";
}

}  // namespace

std::string why_not(const Row& row, const Query& query) {
  if (row.inter != query.inter) return row.inter ? "between groups alone" : "within one group alone";
  if (row.crowded && !query.crowded) return "ranks do not share CPUs";
  if (row.roomy && query.crowded) return "ranks share CPUs";
  if ((row.strategy != Strategy::kSteps) != query.gpus.asked)
    return query.gpus.asked ? "of host memory alone" : "of GPU memory alone";
  if (query.ranks > row.max_ranks) return fmt::format("more than {} ranks", row.max_ranks);
  if (query.bytes > row.max_bytes) return fmt::format("more than {} bytes", size_text(row.max_bytes));
  if (query.gpus.given > row.max_given) return fmt::format("more than {} bytes given", size_text(row.max_given));
  if (const std::string_view lacks = why_no_strategy(row.strategy, query.gpus); !lacks.empty()) return std::string(lacks);
  if (row.needs_commutative && !query.commutative) return "the operation does not commute";
  if (row.shm && !query.shm) return "the ranks have no shared buffers";
  if (row.needs_power && !std::has_single_bit(static_cast<unsigned>(query.ranks))) return "ranks are no power of two";
  if (row.needs_even && query.ranks % 2 != 0) return "an odd number of ranks";
  if (row.needs_nodes && !query.nodes) return "not several nodes with several ranks";
  if (row.needs_nodes && !query.commutative && !query.nodes_in_order) return "nodes out of rank order";
  if (row.needs_elements && query.elements < static_cast<std::uint64_t>(query.ranks)) return "fewer elements than ranks";
  if (row.by_name) return "where it is named alone";
  if (query.in_order && !row.in_order) return "operands meet in another order (PENSTOCK_DETERMINISTIC)";
  return {};
}

std::string conditions(const Row& row) {
  std::string text;
  const auto add = [&text](const std::string& what) { text += (text.empty() ? "" : " ") + what; };
  if (row.max_ranks != kAnyRanks) add(fmt::format("ranks<={}", row.max_ranks));
  if (row.max_bytes != kAnyBytes) add(fmt::format("bytes<={}", size_text(row.max_bytes)));
  if (row.max_given != kAnyBytes) add(fmt::format("given<={}", size_text(row.max_given)));
  if (row.strategy == Strategy::kDirect) add("mapped");
  if (row.crowded) add("crowded");
  if (row.roomy) add("uncrowded");
  if (row.needs_commutative) add("commutative");
  if (row.needs_elements) add("elements>=ranks");
  if (row.needs_power) add("ranks=2^k");
  if (row.needs_even) add("ranks=2k");
  if (row.needs_nodes) add("nodes");
  if (row.shm) add("shared buffers");
  if (row.by_name) add("named");
  if (row.in_order) add("deterministic");
  return text.empty() ? "any" : text;
}

std::string_view strategy_across_hosts(Collective collective) noexcept {
  if (crosses_hosts(collective)) return "kernels inside each and messages between corresponding ranks";
  return movement_of(collective).has_data() ? "by the rows of host memory" : "";
}

}  // namespace penstock::coll
