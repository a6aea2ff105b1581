// The options of penstock-sort.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parsed.hpp"

namespace bench::hybrid {

struct SortOptions {
  std::uint64_t size = std::uint64_t{256} << 20;  // bytes on all ranks
  std::uint64_t limit = std::uint64_t{32} << 20;  // bytes of memory of each rank
  int rounds = 3;
  int threads = 1;
  std::uint64_t seed = 1;
  std::string folder;
  std::vector<std::string> forms;
  std::string plant_error;  // the fault to plant in the last output of the last form
  std::string json;
  std::vector<std::string> words;
};

Parsed parse(int argc, char** argv, SortOptions* out, std::string* text);

}  // namespace bench::hybrid
