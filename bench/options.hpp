// The options of the command line.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "parsed.hpp"

namespace bench {

struct Options {
  std::vector<std::string> cases;                                      // names of cases and groups, as given
  std::array<std::string, 2> memory = {"host", "host"};                // kind of memory of each side
  std::array<std::string, 2> datatype = {"contiguous", "contiguous"};  // datatype of each side
  std::size_t block = 64;                                              // block of a derived datatype
  std::size_t min = 0, max = 0;                                        // 0: the case's own
  std::vector<std::size_t> sizes;                                      // in place of min and max
  std::string compute = "host";         // place of the computation beside non-blocking collectives
  std::vector<std::string> algorithms;  // algorithms of collectives, measured in turn
  int rounds = 1;                       // rounds of each size
  int window = 64;
  std::string win, sync;  // for one-sided cases: kind of window and synchronisation; empty: the library's best kind, flush
  double seconds = 0.1;   // time for each size
  bool fresh = false, cold = false, staged = false, full = false, list = false, progress = false;
  bool apart = false;        // messages of a window have buffers of their own
  bool reversed = false;     // and tags of their own, sent in the opposite order
  bool plant_error = false;  // tests: one received byte is changed before it is checked
  double launched_at = -1;   // monotonic clock when the job was launched
  std::string json, label;
  std::vector<std::string> words;  // the whole command line
};

// Returns "device" if both sides are equal, else "device:host".
[[nodiscard]] std::string text_of(const std::array<std::string, 2>& sides);

Parsed parse(int argc, char** argv, Options* out, std::string* text);

}  // namespace bench
