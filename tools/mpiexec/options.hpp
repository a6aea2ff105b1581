// mpiexec's command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace penstock::mpiexec {

struct Options {
  int ranks = 1;
  std::vector<std::pair<std::string, std::string>> environment;  // set in every rank
  double timeout_seconds = 0;                                    // 0: none
  bool tag_output = false;
  std::vector<std::string> command;  // program and its arguments
};

// False if the process should end with *exit_code instead of running: help was asked for, or the line was wrong (and the
// reason has been printed).
[[nodiscard]] bool parse_options(int argc, char** argv, Options* out, int* exit_code);

}  // namespace penstock::mpiexec
