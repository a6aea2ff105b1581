// This machine as base/topology.hpp has it, from /sys, /proc and /dev alone: no driver, no library, no program is asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/topology.hpp"

namespace penstock::base {

// Below `root` (empty: this machine). GPUs are NVIDIA's that have a device file, in the order of their addresses, which is that
// of NVML and of CUDA where all are of one kind; their places stay unknown where the system does not tell. NVLinks are not in
// /sys. What cannot be read is left out.
[[nodiscard]] Machine read_machine_files(const std::string& root);

// What processors have in common; -1: they lie in several, or it is not known.
struct Socket {
  int package = -1;
  int numa = -1;
};
// Of the processors that this process may run on, below `root` as above. Nothing is known of a process that may run on all.
[[nodiscard]] Socket own_socket(const std::string& root);
// The same of `cpus`.
[[nodiscard]] Socket socket_of(const std::string& root, const std::vector<int>& cpus);

// How many GPUs the driver shows below `dev` ("/dev").
[[nodiscard]] int count_gpus(const std::string& dev);

// "0-3,8,10-11"; nothing where it is something else.
[[nodiscard]] std::vector<int> read_cpu_list(std::string_view text);
// The same the other way, as taskset takes it.
[[nodiscard]] std::string write_cpu_list(std::vector<int> cpus);

// One entry of CUDA_VISIBLE_DEVICES: how it is written there, and the GPU that it means (-1: one that is not known, such as a
// MIG instance).
struct VisibleGpu {
  std::string entry;
  int gpu = -1;
};
// What CUDA would show, in its order. `visible` is the variable's value: numbers, or UUIDs and their beginnings. As CUDA reads
// it: an entry that is none, and what stands behind it, does not count. Nothing: the variable is not set.
[[nodiscard]] std::vector<VisibleGpu> visible_gpus(const Machine& machine, std::optional<std::string_view> visible);

// The same machine with these GPUs alone, in this order, as a process that sees them numbers them. Links are left out.
[[nodiscard]] Machine with_visible(Machine machine, const std::vector<VisibleGpu>& visible);

}  // namespace penstock::base
