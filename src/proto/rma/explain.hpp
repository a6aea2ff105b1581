// Describes in words by which methods operations on a peer's memory are done and why: for
// PENSTOCK_EXPLAIN and `penstock info --paths`.
#pragma once

#include <string>

namespace penstock::proto::rma {

class Target;  // target.hpp
struct Parts;  // parts.hpp

struct Explanation {
  // These are for contiguous operations with host memory of this rank.
  std::string moves;         // put and get: "loads and stores", "one copy by process id", ...
  std::string moves_why;     // with the remedy, if there is a better method
  std::string accumulates;   // the executor and its method
  bool needs_owner = false;  // some operation completes only when the owner's process calls MPI, or its progress thread runs

  [[nodiscard]] std::string text(int owner) const;
};

// Uses the functions that choose a method.
[[nodiscard]] Explanation explain(const Parts& parts, const Target& target);

}  // namespace penstock::proto::rma
