// Rows of tuning tables, bound to the algorithms of this build.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "coll/select/select.hpp"

namespace penstock::coll {
namespace {

bool find_collective(std::string_view name, Collective* out) {
  for (int i = 0; i < kCollectives; ++i) {
    *out = static_cast<Collective>(i);
    if (collective_name(*out) == name) return true;
  }
  return false;
}

std::string known_collectives() {
  std::string names;
  for (int i = 0; i < kCollectives; ++i) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", collective_name(static_cast<Collective>(i)));
  }
  return names;
}

std::string known_algorithms(Collective collective) {
  std::string names;
  std::string_view last;
  for (const Row& row : rows()) {
    if (row.collective != collective || row.inter || row.algorithm == last) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.algorithm);
    last = row.algorithm;
  }
  return names;
}

// FNV-1a.
class Digest {
 public:
  void add(std::string_view text) noexcept {
    for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
    add_byte(0);
  }
  void add(std::uint64_t number) noexcept {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<std::uint8_t>(number >> (8 * i)));
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  void add_byte(std::uint8_t byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

Status Selection::create(std::span<const base::CollRow> tuned, Selection* out) {
  Selection made;
  for (const base::CollRow& said : tuned) {
    Collective collective{};
    if (!find_collective(said.collective, &collective)) {
      return Status::error(Code::kConfig, "{}: there is no collective '{}'; there are {}", said.origin, said.collective,
                           known_collectives());
    }
    const auto known = std::ranges::find_if(
        rows(), [&](const Row& row) { return row.collective == collective && !row.inter && row.algorithm == said.algorithm; });
    if (known == rows().end()) {
      return Status::error(Code::kConfig, "{}: {} has no algorithm '{}'; there are {}", said.origin, said.collective,
                           said.algorithm, known_algorithms(collective));
    }
    Row row = *known;  // the algorithm's needs
    row.max_ranks = said.max_ranks;
    row.max_bytes = said.max_bytes;
    row.crowded = said.crowded;
    row.roomy = said.roomy;
    row.origin = made.origins_.emplace_back(said.origin);
    made.tuned_.push_back(row);
  }
  *out = std::move(made);
  return Status::ok();
}

std::uint64_t Selection::digest() const noexcept {
  if (tuned_.empty()) return 0;
  Digest digest;
  for (const Row& row : tuned_) {
    digest.add(collective_name(row.collective));
    digest.add(row.algorithm);
    digest.add(static_cast<std::uint64_t>(row.max_ranks));
    digest.add(row.max_bytes);
    digest.add(row.crowded ? 1U : row.roomy ? 2U : 0U);
  }
  return digest.value();
}

}  // namespace penstock::coll
