// The options of the demo.
#pragma once

#include <string>

namespace demo {

enum class MemoryChoice { kAuto, kHost, kDevice, kManaged };

struct Options {
  std::string picture;  // empty: the one shipped with the demo
  std::string output = ".";
  int size = 1024;  // cells along each side of the field
  int iterations = 300;
  bool single = false;  // float instead of double
  bool verify = true;
  MemoryChoice memory = MemoryChoice::kAuto;
};

enum class Parsed { kRun, kHelp, kWrong };

// Fills `out`; for kWrong, `complaint` names the wrong argument and the fault.
[[nodiscard]] Parsed parse(int argc, char** argv, Options* out, std::string* complaint);
[[nodiscard]] const char* usage();

}  // namespace demo
