// How much memory this process has.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace bench {

// Bytes: resident, and resident with shared pages divided among those who share them.
struct ProcessMemory {
  std::uint64_t rss = 0, pss = 0;
};

// Zeros where the system does not tell.
[[nodiscard]] inline ProcessMemory process_memory() {
  std::ifstream file("/proc/self/smaps_rollup");
  ProcessMemory out;
  std::string line;
  while (std::getline(file, line)) {
    const bool rss = line.starts_with("Rss:"), pss = line.starts_with("Pss:");
    if (rss || pss) (rss ? out.rss : out.pss) = std::stoull(line.substr(4)) * 1024;
  }
  return out;
}

}  // namespace bench
