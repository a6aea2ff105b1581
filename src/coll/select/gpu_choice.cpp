#include "coll/select/gpu_choice.hpp"

#include "coll/select/preference.hpp"

namespace penstock::coll {
namespace {

// True: no further row is tried.
bool settle(std::span<const Row> rows, const Query& query, GpuChoice* out) noexcept {
  for (const Row& row : rows) {
    if (!takes(row, query)) continue;
    if (row.strategy != Strategy::kDirect || query.gpus.mapped == OfGpus::Mapped::kYes) return out->row = &row, true;
    if (out->mapped == nullptr) out->mapped = &row;
  }
  return false;
}

}  // namespace

GpuChoice choose_for_gpus(const Query& query, const Preference* preferred, const Selection* selection) noexcept {
  GpuChoice choice;
  if (preferred != nullptr && settle(preferred->rows(), query, &choice)) return choice;
  if (selection != nullptr && settle(selection->tuned(), query, &choice)) return choice;
  static_cast<void>(settle(gpu_rows(), query, &choice));
  return choice;
}

}  // namespace penstock::coll
