// Binds rows of tuning tables and of the tunable to the algorithms of this build.
#include <algorithm>
#include <string>

#include "coll/select/preference.hpp"

namespace penstock::coll {
namespace {

// The hash is FNV-1a.
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

Status Selection::create(std::span<const base::CollRow> tuned, std::string_view named, Selection* out) {
  Selection made;
  Preference preference;
  PENSTOCK_TRY(Preference::parse(named, kAlgorithmTunable, Code::kConfig, nullptr, &preference));
  made.tuned_.assign(preference.rows().begin(), preference.rows().end());
  made.named_ = made.tuned_.size();
  for (const base::CollRow& said : tuned) {
    Row row{};
    PENSTOCK_TRY(
        find_row(said.collective, said.algorithm, said.gpu, made.origins_.emplace_back(said.origin), Code::kConfig, &row));
    row.max_ranks = said.max_ranks;
    row.max_bytes = said.max_bytes;
    row.max_given = said.max_given;
    row.crowded = said.crowded;
    row.roomy = said.roomy;
    made.tuned_.push_back(row);
  }
  *out = std::move(made);
  return Status::ok();
}

const Row& Selection::select(const Query& query) const noexcept {
  for (const Row& row : tuned_) {
    if (takes(row, query)) return row;
  }
  return coll::select(query);
}

bool Selection::any_for_steps() const noexcept {
  return std::ranges::find(tuned_, Strategy::kSteps, &Row::strategy) != tuned_.end();
}

std::uint64_t Selection::digest() const noexcept {
  if (tuned_.empty()) return 0;
  Digest digest;
  for (const Row& row : tuned_) {
    digest.add(collective_name(row.collective));
    digest.add(row.algorithm);
    digest.add(static_cast<std::uint64_t>(row.max_ranks));
    digest.add(row.max_bytes);
    digest.add(row.max_given);
    digest.add(static_cast<std::uint64_t>(row.strategy));
    digest.add(row.crowded ? 1U : row.roomy ? 2U : 0U);
  }
  return digest.value();
}

}  // namespace penstock::coll
