// The options of the command line.
#pragma once

#include <string>
#include <vector>

#include "parsed.hpp"

namespace bench::interference {

struct Options {
  double seconds = 2;  // for each call
  bool idle = false;   // no messages meanwhile
  std::string json;
  std::vector<std::string> words;  // the whole command line
};

Parsed parse(int argc, char** argv, Options* out, std::string* text);

}  // namespace bench::interference
