// What `penstock simulate` finds, and its pages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coll/simulate/simulation.hpp"

namespace penstock::tool {

// One algorithm for one case.
struct Simulated {
  std::string algorithm;
  double us = -1;   // negative: `why` there is no figure
  bool all = true;  // every rank was run, not the ranks of one node for all
  std::string why;
};

struct SimulatedCase {
  coll::simulate::Case what;
  Simulated selected;
  std::vector<Simulated> others;  // the quickest first, if they were asked for; those without a figure last
};

// In the order of `cases`: collectives, ranks, bytes.
void print_text(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);
void print_markdown(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);
void print_json(const coll::simulate::Model& model, const std::vector<SimulatedCase>& cases);

}  // namespace penstock::tool
