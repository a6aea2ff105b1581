// The description of machine and time in each document of figures.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <ctime>
#include <string>

namespace bench {

inline std::string host_name() {
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

// The number of cores that this process may use; at least 1.
inline int usable_cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

inline std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[32] = "";
  if (gmtime_r(&now, &parts) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace bench
