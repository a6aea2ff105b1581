// How operations on a peer's memory go and why, in words: for PENSTOCK_EXPLAIN and `penstock info --paths`.
#pragma once

#include <string>

namespace penstock::proto::rma {

class Target;  // target.hpp
struct Parts;  // parts.hpp

struct Explanation {
  // These are for contiguous operations with host memory of this rank.
  std::string moves;         // put and get: "loads and stores", "one copy by process id", ...
  std::string moves_why;     // with the remedy, where there is a better way
  std::string accumulates;   // who executes them, and how
  bool needs_owner = false;  // some operation ends only when the owner's process calls MPI, or its progress thread runs

  [[nodiscard]] std::string text(int owner) const;
};

// By the functions that choose a way.
[[nodiscard]] Explanation explain(const Parts& parts, const Target& target);

}  // namespace penstock::proto::rma
