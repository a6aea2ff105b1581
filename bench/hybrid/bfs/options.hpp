// The options of penstock-bfs.
#pragma once

#include <string>
#include <vector>

#include "graph.hpp"
#include "parsed.hpp"

namespace bench::hybrid {

struct SearchOptions {
  GraphSize size;
  int roots = 16;
  int threads = 1;
  int block = 4096;  // bytes of a message or put
  int queue = 64;    // blocks of each PE's symmetric queue
  std::vector<std::string> forms;
  std::string plant_error;  // the fault to plant in the tree of the last form from the last root
  std::string json;
  std::vector<std::string> words;
};

Parsed parse(int argc, char** argv, SearchOptions* out, std::string* text);

}  // namespace bench::hybrid
