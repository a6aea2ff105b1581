// This header identifies the machine, in the form that tuning tables use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace penstock::base {

struct Hardware {
  std::string cpu;                // "intel-6.207": vendor, family, model
  std::string cpu_name;           // as the system reports it; may be empty
  int cpus = 0;                   // number of online processors
  std::vector<std::string> gpus;  // "10de.2335": PCI vendor and device of each, in the order of their addresses

  // Returns "intel-6.207_16cpus_4x10de.2335" or "..._nogpu"; several models of GPU are joined by '+'. The key is a valid file
  // name.
  [[nodiscard]] std::string key() const;
};

// Reads /proc/cpuinfo and /sys below `root` (empty: this machine); values that cannot be read stay unknown. It asks no driver
// and starts no program, and takes tens of microseconds.
[[nodiscard]] Hardware read_hardware(const std::string& root);

// '*' stands for any characters, '?' for one character.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;

}  // namespace penstock::base
