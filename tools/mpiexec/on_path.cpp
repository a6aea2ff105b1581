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
  return path == nullptr ? std::string() : on_path(name, path, {});
}

std::string on_path(std::string_view name, std::string_view folders, const std::string& directory) {
  std::error_code error;
  const std::filesystem::path from = std::filesystem::current_path(error) / directory;
  for (bool more = !folders.empty(); more;) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::filesystem::path file = from / folders.substr(0, end) / name;
    const bool runs = std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
    if (runs && !is_this_program(file)) return file;
    more = end < folders.size();
    folders.remove_prefix(more ? end + 1 : end);
  }
  return {};
}

}  // namespace penstock::mpiexec
