// The results of `penstock simulate`, and its pages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coll/simulate/simulation.hpp"

namespace penstock::tool {

// The result of one algorithm for one case.
struct Simulated {
  std::string algorithm;
  double us = -1;   // negative: `why` says why there is no figure
  bool all = true;  // every rank was simulated, not the ranks of one node for all
  std::string why;
};

struct SimulatedCase {
  coll::simulate::Case what;
  Simulated selected;
  std::vector<Simulated> others;  // the quickest first, if they were asked for; algorithms without a figure last
};

// Both print in the order of `cases`: collectives, ranks, bytes.
void print_text(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);
void print_markdown(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);
void print_json(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);

}  // namespace penstock::tool
