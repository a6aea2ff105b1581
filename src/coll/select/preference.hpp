// Algorithms that a job, a communicator or a call names.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "coll/select/select.hpp"

namespace penstock::coll {

// Rows that are tried before all others, in their order. The requirements of an algorithm remain in force: if a call does not
// meet them, the next row is tried.
class Preference {
 public:
  // Parses "allreduce=ring, bcast=binomial:64K, bcast=pipeline": the algorithm of a collective, for calls up to that many bytes
  // (as `penstock info --coll` counts them) or of any size; "gpu allreduce=pipeline": for GPU memory. With `only`, the
  // collective of one call, the name may be left out ("ring, gpu pipeline"), and those of others are skipped. `origin` appears
  // in messages and outlives the object. Failures, with `code`, name the available algorithms.
  static Status parse(std::string_view text, std::string_view origin, Code code, const Collective* only, Preference* out);

  // Appends the rows of another preference.
  void append(const Preference& behind) { rows_.insert(rows_.end(), behind.rows_.begin(), behind.rows_.end()); }

  [[nodiscard]] std::span<const Row> rows() const noexcept { return rows_; }
  // Returns the first row that accepts the query. Null: none does.
  [[nodiscard]] const Row* select(const Query& query) const noexcept;

 private:
  std::vector<Row> rows_;
};

// The info key and the tunable.
inline constexpr std::string_view kAlgorithmKey = "penstock_coll_algorithm";
inline constexpr std::string_view kAlgorithmTunable = "PENSTOCK_COLL_ALGORITHM";

}  // namespace penstock::coll
