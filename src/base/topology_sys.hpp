// This header reads the Machine of base/topology.hpp from /sys, /proc and /dev alone; it uses no driver, library or program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/topology.hpp"

namespace penstock::base {

// Reads the machine below `root` (empty: this machine). Its GPUs are NVIDIA GPUs that have a device file, in the order of their
// addresses; NVML has the same order, and CUDA too if all GPUs are of one model. Their places stay unknown if the system does
// not report them. NVLinks are not in /sys. Values that cannot be read are left out.
[[nodiscard]] Machine read_machine_files(const std::string& root);

// Socket is the package and node that a set of processors shares; -1: the set spans several, or it is unknown.
struct Socket {
  int package = -1;
  int numa = -1;
};
// Returns the socket of the processors that this process may run on, below `root` as above. Nothing is known of a process that
// may run on all processors.
[[nodiscard]] Socket own_socket(const std::string& root);
// Returns the socket of `cpus`.
[[nodiscard]] Socket socket_of(const std::string& root, const std::vector<int>& cpus);

// Returns the number of GPUs that the driver shows below `dev` ("/dev").
[[nodiscard]] int count_gpus(const std::string& dev);

// Parses a list such as "0-3,8,10-11"; returns an empty list for any other text.
[[nodiscard]] std::vector<int> read_cpu_list(std::string_view text);
// Formats such a list, as taskset accepts it.
[[nodiscard]] std::string write_cpu_list(std::vector<int> cpus);

// VisibleGpu is an entry of CUDA_VISIBLE_DEVICES: its text and the GPU that it means (-1: an unknown GPU, such as a MIG
// instance).
struct VisibleGpu {
  std::string entry;
  int gpu = -1;
};
// Returns the GPUs that CUDA would show, in its order. `visible` is the value of the variable: numbers, or UUIDs and prefixes
// of them. As in CUDA, an invalid entry and all entries behind it are ignored. Nothing means that the variable is not set.
[[nodiscard]] std::vector<VisibleGpu> visible_gpus(const Machine& machine, std::optional<std::string_view> visible);

// Returns the machine with these GPUs alone, numbered in this order, as a process that sees only them numbers them. Links are
// left out.
[[nodiscard]] Machine with_visible(Machine machine, const std::vector<VisibleGpu>& visible);

}  // namespace penstock::base
