// This header reads small text files of /sys and /proc.
#pragma once

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace penstock::base {

// Returns an empty string if the file cannot be read.
inline std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Reads the number of a processor, node or device. It is not negative and below 65536, which is far above any machine (the
// largest configuration of the kernel has 8192 processors). Returns false if `text` is anything else.
inline bool read_number(std::string_view text, int* out) {
  constexpr int kBelow = 1 << 16;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out >= 0 && *out < kBelow;
}

}  // namespace penstock::base
