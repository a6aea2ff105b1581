// Reads how much memory this process has.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace bench {

// Bytes that are resident, and resident bytes with shared pages divided among their users.
struct ProcessMemory {
  std::uint64_t rss = 0, pss = 0;
};

// Returns zeros if the system does not report it.
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
