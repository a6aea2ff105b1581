// Small text files of /sys and /proc.
#pragma once

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace penstock::base {

// Empty if it cannot be read.
inline std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// A number of a processor, node or device: not negative, and below 65536, far above any machine (the kernel's own largest
// configuration has 8192 processors). False: `text` is something else.
inline bool read_number(std::string_view text, int* out) {
  constexpr int kBelow = 1 << 16;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out >= 0 && *out < kBelow;
}

}  // namespace penstock::base
