// The options of the command line.
#pragma once

#include <string>
#include <vector>

#include "parsed.hpp"

namespace bench::apps {

struct Options {
  int down = 0, across = 0;         // size of the grid of ranks; 0: as square as their number allows
  int rows = 1024, columns = 1024;  // cells of each rank
  bool single = false;
  std::vector<std::string> versions;  // names, in the order of kVersions
  int iterations = 100;
  int rounds = 5;
  int pieces = 0;                  // pieces of the pipelined version; 0: the fastest number, which is measured first
  std::string staging = "pinned";  // memory of host buffers
  std::string memory = "device";   // of the field
  std::string verify = "auto";
  bool plant_error = false;  // one wrong cell in the last version's field
  std::string json;
  std::vector<std::string> words;  // the whole command line
};

Parsed parse(int argc, char** argv, Options* out, std::string* text);

}  // namespace bench::apps
