// Prints the figures of the ranks as a table and as JSON.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "options.hpp"
#include "samples.hpp"

namespace bench::interference {

// The figures are in microseconds, over all ranks.
struct Row {
  std::string name{};
  double p50 = 0, p99 = 0, max = 0;
  std::uint64_t iterations = 0;
  std::string unsupported{};  // the reason why there are no figures
};

// Gathers the samples (seconds) of all ranks. Collective; only rank 0 gets the row.
[[nodiscard]] Row summarise(MPI_Comm ranks, const std::string& name, const Samples& samples);

struct Results {
  std::string library, where;  // the MPI library, and the GPU of rank 0
  int ranks = 0;
  std::vector<Row> calls;
  Row messages;  // its number of iterations is that of messages; none with --idle
};

void print(const Options& options, const Results& results);
// Writes schema penstock-interference/1. Throws Failure if the file cannot be written.
void write_json(const Options& options, const Results& results);

}  // namespace bench::interference
