#include "penstock/place.hpp"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

namespace penstock::tool {
namespace {

// The path is relative to the folder bin/: the build tree and an installation have the same structure.
constexpr std::string_view kPythonFolder = "../lib/penstock/python";

int say_why(const std::string& program, int error) {
  fmt::print(stderr, "penstock: cannot start {}: {}\n", program, std::strerror(error));
  return 127;
}

}  // namespace

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || length >= static_cast<ssize_t>(sizeof path)) return ".";
  const std::string whole(path, static_cast<std::size_t>(length));
  return whole.substr(0, whole.rfind('/'));
}

bool in_job() {
  for (const char* name : {"PMI_FD", "PMI_PORT", "PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int become(const std::string& program, std::span<const std::string> words) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(program.c_str(), argv.data());
  return say_why(program, errno);
}

int become_job(int ranks, const std::string& program, std::span<const std::string> words) {
  std::vector<std::string> all = {"-n", std::to_string(ranks), program};
  all.insert(all.end(), words.begin(), words.end());
  return become(program_folder() + "/mpiexec", all);
}

int become_python(std::string_view module, std::span<const std::string> words) {
  const std::string folder = fmt::format("{}/{}", program_folder(), kPythonFolder);
  const char* before = std::getenv("PYTHONPATH");
  const std::string path = before == nullptr || *before == '\0' ? folder : fmt::format("{}:{}", folder, before);
  if (setenv("PYTHONPATH", path.c_str(), 1) != 0 || setenv("PENSTOCK_TOOL_BIN", program_folder().c_str(), 1) != 0) {
    return say_why("python3", errno);
  }
  std::vector<std::string> all = {"-m", fmt::format("penstock.{}", module)};
  all.insert(all.end(), words.begin(), words.end());
  return become("python3", all);
}

}  // namespace penstock::tool
