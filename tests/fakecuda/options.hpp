// What the environment asks of the stand-in driver (README.md lists the variables). Read once, at the first call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace penstock::fakecuda {

struct Options {
  int devices = 2;  // of the machine, before CUDA_VISIBLE_DEVICES
  std::uint64_t seed = 1;
  unsigned delay_us = 30;  // most that an operation of a stream is held back
  std::size_t memory_bytes = std::size_t{4} << 30;
  std::vector<std::pair<int, int>> strangers;   // devices of the machine that cannot reach each other
  std::vector<std::pair<int, int>> no_atomics;  // that reach each other, but by no atomics
  std::string machine;                          // its name: those of one name have the same devices
  std::string faults;
  std::vector<std::string> kernel_libraries;
  bool mps = false;           // the devices say that MPS serves them
  bool old_mappings = false;  // of freed memory stand in the way of newer ones
  bool has_visible = false;   // CUDA_VISIBLE_DEVICES is set
  std::string visible;
};

[[nodiscard]] const Options& options();

// Parts of `text` between `separator`, empty ones left out.
[[nodiscard]] std::vector<std::string> split(const std::string& text, char separator);

}  // namespace penstock::fakecuda
