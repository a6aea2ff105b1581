// The options that the environment sets for the stand-in driver (README.md lists the variables). They
// are read once, at the first call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace penstock::fakecuda {

struct Options {
  int devices = 2;  // devices of the machine, before CUDA_VISIBLE_DEVICES
  std::uint64_t seed = 1;
  unsigned delay_us = 30;  // the longest delay of an operation on a stream
  std::size_t memory_bytes = std::size_t{4} << 30;
  std::vector<std::pair<int, int>> strangers;   // pairs of devices of the machine that cannot access each other
  std::vector<std::pair<int, int>> no_atomics;  // pairs that can access each other, but not by atomics
  std::string machine;                          // its name: machines of one name have the same devices
  std::string faults;
  std::vector<std::string> kernel_libraries;
  bool mps = false;           // the devices report that MPS serves them
  bool old_mappings = false;  // mappings of freed memory block newer mappings
  bool has_visible = false;   // CUDA_VISIBLE_DEVICES is set
  std::string visible;
};

[[nodiscard]] const Options& options();

// Splits `text` at `separator`, and leaves empty parts out.
[[nodiscard]] std::vector<std::string> split(const std::string& text, char separator);

}  // namespace penstock::fakecuda
