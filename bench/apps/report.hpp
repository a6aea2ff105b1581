// Prints the figures for people and as JSON.
#pragma once

#include <mpi.h>

#include <vector>

#include "race.hpp"

namespace bench::apps {

struct Setting {
  demo::Grid grid;
  int ranks = 1;
  std::string library, where;
};

void print(const Options& options, const Setting& setting, const std::vector<Result>& results);
// Writes schema penstock-stencil-run/1; does nothing without --json. Throws Failure if the file cannot be written.
void write_json(const Options& options, const Setting& setting, const std::vector<Result>& results);

}  // namespace bench::apps
