// Checks of the kernel and the processors.
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <fmt/format.h>

#include "penstock/doctor.hpp"

namespace penstock::tool::health {
namespace {

int allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

// Returns how many CPUs' time the container may use; negative: no limit.
double cpu_quota(const Patient& patient) {
  double quota = 0;
  double period = 0;
  if (const auto unified = patient.text("/sys/fs/cgroup/cpu.max")) {
    std::istringstream words(*unified);
    return words >> quota >> period && period > 0 ? quota / period : -1;  // "max 100000" has no number
  }
  quota = static_cast<double>(patient.number("/sys/fs/cgroup/cpu/cpu.cfs_quota_us").value_or(-1));
  period = static_cast<double>(patient.number("/sys/fs/cgroup/cpu/cpu.cfs_period_us").value_or(0));
  return quota > 0 && period > 0 ? quota / period : -1;
}

// Returns the value in brackets: "always [madvise] never".
std::string chosen(const std::string& text) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']');
  return open == std::string::npos || close == std::string::npos ? text : text.substr(open + 1, close - open - 1);
}

}  // namespace

Finding check_kernel(Patient& patient) {
  const std::string release = patient.text("/proc/sys/kernel/osrelease").value_or("");
  int major = 0;
  int minor = 0;
  if (std::sscanf(release.c_str(), "%d.%d", &major, &minor) != 2) {
    return {Verdict::kNote, "the version of the kernel cannot be read (/proc is not there or not whole)",
            "nothing by itself, but other checks read /proc too", "mount /proc in the container"};
  }
  if (major < 4 || (major == 4 && minor < 18)) {
    return {Verdict::kNote, fmt::format("Linux {}", release), "Penstock is tested on 4.18 and newer",
            "use a newer kernel if anything here is strange"};
  }
  return {Verdict::kOk, fmt::format("Linux {}", release)};
}

Finding check_cpus(Patient& patient) {
  const int allowed = allowed_cpus();
  const double quota = cpu_quota(patient);
  if (quota > 0 && quota < allowed) {
    return {Verdict::kSlow, fmt::format("{} CPUs are allowed, but the container's quota is {:.1f}", allowed, quota),
            "with a rank on each CPU all are stopped for part of each tenth of a second: pauses of up to 100 ms",
            fmt::format("start at most {} ranks, or raise the quota (docker run --cpus, Kubernetes limits.cpu)",
                        std::max(1, static_cast<int>(quota)))};
  }
  return {Verdict::kOk, fmt::format("{} CPUs allowed, no smaller quota", allowed)};
}

Finding check_governor(Patient& patient) {
  const auto governor = patient.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!governor) return {Verdict::kOk, "the clock rate is not this system's business (a virtual machine or firmware)"};
  if (*governor != "performance" && *governor != "schedutil") {
    return {Verdict::kNote, fmt::format("the CPU governor is '{}'", *governor),
            "the first messages after a pause are slower; figures vary", "cpupower frequency-set -g performance"};
  }
  return {Verdict::kOk, fmt::format("the CPU governor is '{}'", *governor)};
}

Finding check_clock(Patient& patient) {
  const auto source = patient.text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (!source) return {Verdict::kNote, "the clock source cannot be read", "nothing by itself", "mount /sys in the container"};
  if (*source == "hpet" || *source == "acpi_pm" || *source == "jiffies") {
    return {Verdict::kSlow, fmt::format("time is read from '{}'", *source),
            "each look at the clock costs 1 us instead of 0.02 us; waiting looks often",
            "boot with clocksource=tsc, if the processor's is stable (dmesg | grep -i tsc)"};
  }
  return {Verdict::kOk, fmt::format("time is read from '{}'", *source)};
}

Finding check_numa_balancing(Patient& patient) {
  const std::int64_t on = patient.number("/proc/sys/kernel/numa_balancing").value_or(0);
  const bool several = patient.exists("/sys/devices/system/node/node1");
  if (on != 0 && several) {
    return {Verdict::kNote, "automatic NUMA balancing is on",
            "page faults and moved pages while ranks communicate: single figures are 10-30% worse",
            "sysctl kernel.numa_balancing=0, and bind ranks (mpiexec --bind-to numa)"};
  }
  return {Verdict::kOk, several ? "automatic NUMA balancing is off" : "one NUMA node: nothing to balance"};
}

Finding check_huge_pages(Patient& patient) {
  const auto enabled = patient.text("/sys/kernel/mm/transparent_hugepage/enabled");
  if (!enabled) return {Verdict::kOk, "this kernel has no transparent huge pages"};
  if (chosen(*enabled) == "never") {
    return {Verdict::kNote, "transparent huge pages are off",
            "copies of large host buffers between ranks are up to a third slower",
            "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"};
  }
  return {Verdict::kOk, fmt::format("transparent huge pages: {}", chosen(*enabled))};
}

}  // namespace penstock::tool::health
