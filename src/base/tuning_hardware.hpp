// Which machine this is, as tuning tables name it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace penstock::base {

struct Hardware {
  std::string cpu;                // "intel-6.207": vendor, family, model
  std::string cpu_name;           // as the system calls it; may be empty
  int cpus = 0;                   // online
  std::vector<std::string> gpus;  // "10de.2335": PCI vendor and device of each, in the order of their addresses

  // "intel-6.207_16cpus_4x10de.2335"; "..._nogpu"; several kinds of GPU are joined by '+'. Fit for a file name.
  [[nodiscard]] std::string key() const;
};

// From /proc/cpuinfo and /sys below `root` (empty: this machine); what cannot be read stays unknown. Asks no driver and starts
// nothing: tens of microseconds.
[[nodiscard]] Hardware read_hardware(const std::string& root);

// '*' stands for any characters, '?' for one.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;

}  // namespace penstock::base
