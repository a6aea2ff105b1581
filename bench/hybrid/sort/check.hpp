// Makes input of random records, and checks that an output is that input, sorted.
#pragma once

#include <string>

#include "records.hpp"

namespace bench::hybrid {

// Writes this rank's part of `records` on all ranks, the same for a seed. Returns its digest.
Digest make_input(const RecordFile& input, std::uint64_t records, int rank, int ranks, std::uint64_t seed);

// Returns the fault of the output, whose parts follow each other by rank; the same on all ranks.
// Empty: there is none. Collective.
[[nodiscard]] std::string wrong_with(const RecordFile& output, const Digest& input);

// Plants the named fault in the output. Collective; throws Failure if there are too few records.
void spoil(const std::string& how, const RecordFile& output);

}  // namespace bench::hybrid
