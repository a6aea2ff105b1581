#include "core/window/hints.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "core/machine/memory_kinds.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

constexpr std::string_view kAlignment = "mpi_minimum_memory_alignment";
constexpr std::string_view kGranularity = "mpi_accumulate_granularity";
constexpr std::string_view kAsserted = "mpi_assert_memory_alloc_kinds";
constexpr std::size_t kMostAlignment = std::size_t{1} << 30;

void read_flag(const Info& hints, std::string_view key, bool* out) {
  const auto text = hints.get(key);
  if (text == "true") *out = true;
  if (text == "false") *out = false;
}

bool read_number(std::optional<std::string_view> text, std::size_t* out) {
  if (!text) return false;
  const auto [rest, failure] = std::from_chars(text->data(), text->data() + text->size(), *out);
  return failure == std::errc() && rest == text->data() + text->size();
}

// An ordering is "none", or a list of some of rar, raw, war, waw.
bool is_ordering(std::string_view text) {
  if (text == "none") return true;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, comma);
    if (word != "rar" && word != "raw" && word != "war" && word != "waw") return false;
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

std::string_view word(bool flag) noexcept {
  return flag ? "true" : "false";
}

}  // namespace

void WindowHints::take(const Info* hints) {
  if (hints == nullptr) return;
  read_flag(*hints, "no_locks", &no_locks_);
  read_flag(*hints, "alloc_shared_noncontig", &noncontiguous_);
  read_flag(*hints, "same_size", &same_size_);
  read_flag(*hints, "same_disp_unit", &same_unit_);
  std::size_t number = 0;
  const bool aligns = read_number(hints->get(kAlignment), &number) && std::has_single_bit(number) && number <= kMostAlignment;
  if (aligns) alignment_ = std::max<std::size_t>(number, 64);
  if (read_number(hints->get(kGranularity), &number)) granularity_ = std::to_string(number);
  if (const auto text = hints->get("accumulate_ordering"); text && is_ordering(*text)) ordering_ = *text;
  if (const auto text = hints->get("accumulate_ops"); text == "same_op" || text == "same_op_no_op") ops_ = *text;
  if (const auto text = hints->get(kAsserted); text && is_list_of_kinds(*text)) asserted_kinds_ = *text;
}

Status WindowHints::report(Instance& instance, Info* out) const {
  PENSTOCK_TRY(out->set("no_locks", word(no_locks_)));
  PENSTOCK_TRY(out->set("accumulate_ordering", ordering_));
  PENSTOCK_TRY(out->set("accumulate_ops", ops_));
  PENSTOCK_TRY(out->set("same_size", word(same_size_)));
  PENSTOCK_TRY(out->set("same_disp_unit", word(same_unit_)));
  PENSTOCK_TRY(out->set("alloc_shared_noncontig", word(noncontiguous_)));
  PENSTOCK_TRY(out->set(kAlignment, std::to_string(alignment_)));
  PENSTOCK_TRY(out->set(kGranularity, granularity_));
  if (!asserted_kinds_.empty()) PENSTOCK_TRY(out->set(kAsserted, asserted_kinds_));
  if (!memory_kind_.empty()) PENSTOCK_TRY(out->set(kWantedKindKey, memory_kind_));
  return out->set(kMemoryKindsKey, memory_kinds(instance));
}

}  // namespace penstock::core
