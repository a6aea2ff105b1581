// Algorithms that a job, a communicator or a call names.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "coll/select/select.hpp"

namespace penstock::coll {

// Rows that are tried before all others, in their order. What an algorithm needs stays with it: where a call does not give it
// that, the next row is tried.
class Preference {
 public:
  // "allreduce=ring, bcast=binomial:64K, bcast=pipeline": the algorithm of a collective, for calls of up to so many bytes (as
  // `penstock info --coll` counts them) or of any; "gpu allreduce=pipeline": of GPU memory. With `only`, the collective of one
  // call, its name may be left out ("ring, gpu pipeline"), and others' are passed over. `origin` is said in messages and
  // outlives the object. Failures, with `code`, name what there is.
  static Status parse(std::string_view text, std::string_view origin, Code code, const Collective* only, Preference* out);

  // Rows of another, behind its own.
  void append(const Preference& behind) { rows_.insert(rows_.end(), behind.rows_.begin(), behind.rows_.end()); }

  [[nodiscard]] std::span<const Row> rows() const noexcept { return rows_; }
  // Null: none of them takes it.
  [[nodiscard]] const Row* select(const Query& query) const noexcept;

 private:
  std::vector<Row> rows_;
};

// The info key and the tunable.
inline constexpr std::string_view kAlgorithmKey = "penstock_coll_algorithm";
inline constexpr std::string_view kAlgorithmTunable = "PENSTOCK_COLL_ALGORITHM";

}  // namespace penstock::coll
