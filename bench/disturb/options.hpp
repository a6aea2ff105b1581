// The words of the command line.
#pragma once

#include <string>
#include <vector>

namespace bench::disturb {

struct Options {
  double seconds = 2;  // for each call
  bool idle = false;   // no messages meanwhile
  std::string json;
  std::vector<std::string> words;  // the whole command line
};

// kGo: go on. kHelp: `text` is for stdout, exit status 0. kBad: `text` says what is wrong, exit status 2.
enum class Parsed { kGo, kHelp, kBad };
Parsed parse(int argc, char** argv, Options* out, std::string* text);

}  // namespace bench::disturb
