// Figures of the ranks, as a table and as JSON.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "options.hpp"
#include "samples.hpp"

namespace bench::interference {

// In microseconds, over all ranks.
struct Row {
  std::string name{};
  double p50 = 0, p99 = 0, max = 0;
  std::uint64_t iterations = 0;
  std::string unsupported{};  // why there are no figures
};

// Gathers the samples (seconds) of all ranks. Collective; the row is rank 0's.
[[nodiscard]] Row summarise(MPI_Comm ranks, const std::string& name, const Samples& samples);

struct Results {
  std::string library, where;  // the MPI library, and the GPU of rank 0
  int ranks = 0;
  std::vector<Row> calls;
  Row messages;  // iterations: how many there were; none with --idle
};

void print(const Options& options, const Results& results);
// Schema penstock-interference/1. Throws Failure where the file cannot be written.
void write_json(const Options& options, const Results& results);

}  // namespace bench::interference
