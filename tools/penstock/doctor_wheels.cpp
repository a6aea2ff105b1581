// Checks wheels of several MPIs in one environment of Python: they have files of the same names, and pip does not notice.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "penstock/doctor.hpp"
#include "penstock/place.hpp"

namespace penstock::tool::health {
namespace {

namespace fs = std::filesystem;

// The files that decide which MPI runs: the launcher, and the libraries in the order in which mpi4py's wheel asks for them.
constexpr std::string_view kFiles[] = {"bin/mpiexec", "lib/libmpi.so", "lib/libmpi.so.12", "lib/libmpi.so.40"};

struct Wheel {
  std::string name;                            // its name and version
  std::map<std::string, std::uint64_t> files;  // the size that each of kFiles had when it was installed
};

struct Environment {
  fs::path prefix;
  std::vector<Wheel> wheels;  // the wheels that have any of kFiles
};

// Reads a line of a wheel's list of files: PATH,HASH,BYTES, with the path relative to its folder of packages.
void take_line(const std::string& line, const fs::path& packages, const fs::path& prefix, Wheel* wheel) {
  const std::size_t bytes = line.rfind(',');
  if (bytes == std::string::npos || bytes + 1 == line.size()) return;
  const fs::path file = (packages / line.substr(0, line.find(','))).lexically_normal();
  for (const std::string_view name : kFiles) {
    if (file == prefix / name) wheel->files[std::string(name)] = std::strtoull(line.c_str() + bytes + 1, nullptr, 10);
  }
}

Wheel read_wheel(const fs::path& information, const fs::path& prefix) {
  const std::string folder = information.stem();  // NAME-VERSION
  const std::size_t dash = folder.find('-');
  Wheel out{.name = folder.substr(0, dash) + (dash == std::string::npos ? "" : " " + folder.substr(dash + 1)), .files = {}};
  std::ifstream record(information / "RECORD");
  for (std::string line; std::getline(record, line);) take_line(line, information.parent_path(), prefix, &out);
  return out;
}

std::vector<fs::path> within(const fs::path& folder) {
  std::error_code none;
  std::set<fs::path> out;
  for (fs::directory_iterator at(folder, none), end; !none && at != end; at.increment(none)) out.insert(at->path());
  return {out.begin(), out.end()};
}

Environment read_environment(const fs::path& prefix) {
  Environment out{.prefix = prefix, .wheels = {}};
  for (const fs::path& python : within(prefix / "lib")) {
    if (!python.filename().string().starts_with("python")) continue;
    for (const fs::path& path : within(python / "site-packages")) {
      if (path.extension() != ".dist-info") continue;
      if (Wheel wheel = read_wheel(path, prefix); !wheel.files.empty()) out.wheels.push_back(std::move(wheel));
    }
  }
  return out;
}

bool is_ours(const Wheel& wheel) {
  return wheel.name.starts_with("penstock ");
}

// Returns the wheel that a file now belongs to: the one that recorded its present size.
std::string owner_of(const Environment& environment, const std::string& file) {
  std::error_code none;
  const std::uint64_t bytes = fs::file_size(environment.prefix / file, none);
  std::vector<std::string> found;
  for (const Wheel& wheel : environment.wheels) {
    const auto at = wheel.files.find(file);
    if (!none && at != wheel.files.end() && at->second == bytes) found.push_back(wheel.name);
  }
  return found.size() == 1 ? found.front() : "unknown";
}

std::string names_of(const Environment& environment) {
  std::vector<std::string> names;
  for (const Wheel& wheel : environment.wheels) names.push_back(wheel.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns "bin/mpiexec is that of mpich 5.0.2" for each file that is not ours alone; empty: there is none.
std::string who_wins(const Environment& environment, bool* lost) {
  std::vector<std::string> parts;
  for (const std::string_view name : kFiles) {
    const std::string file(name);
    int owners = 0;
    for (const Wheel& wheel : environment.wheels) owners += static_cast<int>(wheel.files.count(file));
    if (owners == 0) continue;
    const std::string owner = owner_of(environment, file);
    parts.push_back(fmt::format("{} is that of {}", file, owner));
    *lost = *lost || (owners > 1 && !owner.starts_with("penstock "));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string choice(const Environment& environment) {
  const std::string ours = (fs::path(program_folder()).parent_path() / "lib/penstock/abi/mpich/libmpi.so.12").string();
  return fmt::format(
      "keep one MPI in {}: pip uninstall all of them, pip install that one; for mpi4py alone: export MPI4PY_LIBMPI={}",
      environment.prefix.string(), ours);
}

std::optional<Finding> judge(const Environment& environment) {
  const auto ours = std::ranges::find_if(environment.wheels, is_ours);
  const std::size_t others = environment.wheels.size() - (ours != environment.wheels.end() ? 1 : 0);
  if (others == 0) return std::nullopt;
  bool lost = false;
  const std::string wins = who_wins(environment, &lost);
  const std::string what = fmt::format("{} has wheels of {}: {}", environment.prefix.string(), names_of(environment), wins);
  if (ours == environment.wheels.end()) {
    return Finding{Verdict::kNote, what,
                   "Python's mpi4py takes the library there, and PATH may find the mpiexec there, not Penstock's",
                   choice(environment)};
  }
  if (lost)
    return Finding{Verdict::kBroken, what, "jobs get the launcher of one MPI and the library of another", choice(environment)};
  return Finding{Verdict::kNote, what, "removing one of them removes files of the other", choice(environment)};
}

// Returns this installation's prefix, and that of the active environment.
std::vector<fs::path> prefixes() {
  std::vector<fs::path> out = {fs::path(program_folder()).parent_path()};
  const char* const active = std::getenv("VIRTUAL_ENV");
  std::error_code none;
  if (active != nullptr && *active != '\0') {
    const fs::path prefix = fs::canonical(active, none);
    if (!none && prefix != out.front()) out.push_back(prefix);
  }
  return out;
}

}  // namespace

Finding check_wheels(Patient&) {
  for (const fs::path& prefix : prefixes()) {
    if (const std::optional<Finding> finding = judge(read_environment(prefix)); finding.has_value()) return *finding;
  }
  return {Verdict::kOk, "no wheel of another MPI in this environment of Python"};
}

}  // namespace penstock::tool::health
