#include "mpiexec/on_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace penstock::mpiexec {
namespace {

bool is_this_program(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::equivalent(file, "/proc/self/exe", error);
}

}  // namespace

std::string on_path(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? std::string_view() : std::string_view(path);
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    const std::filesystem::path file = std::filesystem::path(left.substr(0, end)) / name;
    if (::access(file.c_str(), X_OK) == 0 && !is_this_program(file)) return file;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return {};
}

}  // namespace penstock::mpiexec
