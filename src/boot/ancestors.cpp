#include "boot/ancestors.hpp"

#include <unistd.h>

#include <charconv>
#include <fstream>
#include <optional>
#include <string>

namespace penstock::boot {
namespace {

constexpr int kLongestLine = 1000;  // a longer line is no process tree

bool has(const std::filesystem::path& environment, std::string_view variable) {
  std::ifstream file(environment, std::ios::binary);
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry.size() > variable.size() && entry.starts_with(variable) && entry[variable.size()] == '=') return true;
  }
  return false;
}

std::optional<pid_t> parent_in(const std::filesystem::path& status) {
  constexpr std::string_view kField = "PPid:\t";
  std::ifstream file(status);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kField)) continue;
    pid_t parent = 0;
    const auto [end, error] = std::from_chars(line.data() + kField.size(), line.data() + line.size(), parent);
    return error == std::errc() ? std::optional(parent) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

// A parent outside of the PID namespace has the number 0 in it.
bool whole_line_has(std::string_view variable, pid_t parent, const std::filesystem::path& proc) {
  std::optional<pid_t> at = parent;
  for (int i = 0; i < kLongestLine && at && *at != 0; ++i) {
    const std::filesystem::path folder = proc / std::to_string(*at);
    if (!has(folder / "environ", variable)) return false;
    at = parent_in(folder / "status");
  }
  return at == 0;
}

// If this process has another number in /proc, that /proc belongs to an outer PID namespace.
bool launcher_is_out_of_sight(std::string_view variable) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self", error);
  if (error) return false;
  if (self != std::to_string(::getpid())) return true;
  return whole_line_has(variable, ::getppid(), "/proc");
}

}  // namespace penstock::boot
