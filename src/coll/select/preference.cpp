#include "coll/select/preference.hpp"

#include "base/config.hpp"

namespace penstock::coll {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Returns the text before the first `mark`; `rest` is the text after it. Without a mark it returns all, and `rest` is empty.
std::string_view cut(std::string_view text, char mark, std::string_view* rest) noexcept {
  const std::size_t at = text.find(mark);
  *rest = at == std::string_view::npos ? std::string_view{} : trimmed(text.substr(at + 1));
  return trimmed(text.substr(0, at));
}

// Removes the word "gpu" in front of an entry for GPU memory.
bool take_gpu(std::string_view* entry) noexcept {
  constexpr std::string_view kWord = "gpu";
  if (!entry->starts_with(kWord) || entry->size() == kWord.size()) return false;
  const std::string_view rest = entry->substr(kWord.size());
  if (rest.front() != ' ' && rest.front() != '\t') return false;
  *entry = trimmed(rest);
  return true;
}

Status parse_entry(std::string_view entry, std::string_view origin, Code code, const Collective* only, Row* out) {
  std::string_view words = entry;
  const bool gpu = take_gpu(&words);
  std::string_view named;
  std::string_view collective = cut(words, '=', &named);
  if (words.find('=') == std::string_view::npos && only != nullptr) {
    named = words;
    collective = collective_name(*only);
  }
  std::string_view limit;
  const std::string_view algorithm = cut(named, ':', &limit);
  if (collective.empty() || algorithm.empty()) {
    return Status::error(code, "{}: '{}' is not COLLECTIVE=ALGORITHM or COLLECTIVE=ALGORITHM:BYTES", origin, entry);
  }
  PENSTOCK_TRY(find_row(collective, algorithm, gpu, origin, code, out));
  if (named.find(':') == std::string_view::npos || base::parse_size(limit, &out->max_bytes)) return Status::ok();
  return Status::error(code, "{}: '{}' is no number of bytes in '{}'; digits with an optional K, M or G are", origin, limit,
                       entry);
}

}  // namespace

Status Preference::parse(std::string_view text, std::string_view origin, Code code, const Collective* only, Preference* out) {
  Preference made;
  for (std::string_view rest = trimmed(text); !rest.empty();) {
    const std::string_view entry = cut(rest, ',', &rest);
    if (entry.empty()) continue;
    Row row{};
    PENSTOCK_TRY(parse_entry(entry, origin, code, only, &row));
    if (only == nullptr || row.collective == *only) made.rows_.push_back(row);
  }
  *out = std::move(made);
  return Status::ok();
}

const Row* Preference::select(const Query& query) const noexcept {
  for (const Row& row : rows_) {
    if (takes(row, query)) return &row;
  }
  return nullptr;
}

}  // namespace penstock::coll
