// Input of random records, and whether an output is that input, sorted.
#pragma once

#include <string>

#include "records.hpp"

namespace bench::hybrid {

// This rank's part of `records` on all ranks, the same for a seed. Returns its digest.
Digest make_input(const RecordFile& input, std::uint64_t records, int rank, int ranks, std::uint64_t seed);

// Collective: what is wrong with the output, whose parts follow each other by rank; the same on all ranks. Empty: nothing.
[[nodiscard]] std::string wrong_with(const RecordFile& output, const Digest& input);

// Makes the output wrong in the way that is named. Collective; throws Failure where there are too few records.
void spoil(const std::string& how, const RecordFile& output);

}  // namespace bench::hybrid
