#include "mpiexec/loader_path.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <unistd.h>

#include "mpiexec/faces.hpp"
#include "mpiexec/needed.hpp"
#include "mpiexec/on_path.hpp"

namespace penstock::mpiexec {
namespace {

// The way in which the loader is redirected: an auditor (auditor.cpp) from glibc 2.35 on; before, an auditor would slow down
// every call between libraries, so the folders of our faces are put into the path that the loader searches.
enum class Way { kAuditor, kPath };
constexpr int kFirstMinor = 35;

Way way_here() {
  const std::string_view version = ::gnu_get_libc_version();
  int minor = 0;
  if (!version.starts_with("2.")) return Way::kAuditor;
  static_cast<void>(std::from_chars(version.data() + 2, version.data() + version.size(), minor));
  return minor >= kFirstMinor ? Way::kAuditor : Way::kPath;
}

const char* variable_of(Way way) {
  return way == Way::kAuditor ? "LD_AUDIT" : "LD_LIBRARY_PATH";
}

// Returns lib/penstock beside this program; the second candidate is for programs that were moved into
// another prefix. Empty: there is none.
std::string folder_of_ours() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* libraries : {PENSTOCK_LIB_FROM_BIN, "../lib"}) {
    const auto folder = (self.parent_path() / libraries / "penstock").lexically_normal();
    if (std::filesystem::is_directory(folder / "abi", error)) return folder;
  }
  return {};
}

// Returns the folder of a face; empty: that face is not installed.
std::string folder_of(const Face& face) {
  const std::filesystem::path folder = std::filesystem::path(folder_of_ours()) / "abi" / face.folder;
  std::error_code error;
  return std::filesystem::is_directory(folder, error) ? folder.string() : std::string();
}

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  return fmt::format("{}:{}", first, second);
}

bool contains(std::string_view path, std::string_view folder) {
  return fmt::format(":{}:", path).find(fmt::format(":{}:", folder)) != std::string::npos;
}

// Returns the old value, followed by those of our files or folders that it lacks.
std::string with_ours_behind(Way way, std::string path) {
  if (way == Way::kAuditor) {
    const std::string file = folder_of_ours() + "/" + kAuditor;
    return ::access(file.c_str(), R_OK) != 0 || contains(path, file) ? path : joined(path, file);
  }
  for (const Face& face : kFaces) {
    const std::string folder = folder_of(face);
    if (!folder.empty() && !contains(path, folder)) path = joined(path, folder);
  }
  return path;
}

std::string file_of(const Part& part) {
  const std::string& name = part.command.front();
  if (name.find('/') == std::string::npos) return on_path(name);
  return std::filesystem::path(part.directory) / name;
}

const Face* face_for(const std::vector<std::string>& libraries, std::string* library) {
  for (const std::string& needed : libraries) {
    for (const Face& face : kFaces) {
      if (std::ranges::find(face.libraries, needed) == std::ranges::end(face.libraries)) continue;
      *library = needed;
      return &face;
    }
  }
  return nullptr;
}

// Returns the value that the part sets by -x; null: it sets none.
std::string* own_value(Part* part, std::string_view variable) {
  std::string* found = nullptr;
  for (auto& [name, value] : part->environment) {
    if (name == variable) found = &value;
  }
  return found;
}

void lead(Way way, const std::string& inherited, bool verbose, Part* part) {
  const char* const variable = variable_of(way);
  std::string* const own = own_value(part, variable);
  if (own != nullptr) *own = with_ours_behind(way, *own);
  std::string library;
  const Face* const face = face_for(needed_libraries(file_of(*part)), &library);
  const std::string folder = face == nullptr ? "" : folder_of(*face);
  if (folder.empty()) return;
  if (verbose) {
    fmt::print(stderr, "mpiexec: {} needs {}: {} leads it to {}\n", part->command.front(), library, variable, folder);
  }
  const std::string& value = own != nullptr ? *own : inherited;
  part->environment.emplace_back(variable,
                                 way == Way::kPath ? joined(folder, value) : value);  // other launchers pass it on by name
}

}  // namespace

Status lead_to_faces(Options* options) {
  if (options->keep_libraries) return Status::ok();
  const Way way = way_here();
  const char* const variable = variable_of(way);
  const char* const before = std::getenv(variable);
  const std::string value = with_ours_behind(way, before == nullptr ? "" : before);
  if (!value.empty() && ::setenv(variable, value.c_str(), 1) != 0) {
    return Status::system(errno, fmt::format("setting {}", variable));
  }
  for (Part& part : options->parts) {
    if (!part.command.empty()) lead(way, value, options->verbose, &part);
  }
  return Status::ok();
}

std::string remedy_for(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename();
  const Way way = way_here();
  for (const Face& face : kFaces) {
    const auto same = [&name](std::string_view library) {
      return name == library || name.starts_with(std::string(library) + ".");
    };
    const std::string folder = folder_of(face);
    if (folder.empty() || std::ranges::none_of(face.libraries, same)) continue;
    if (way == Way::kPath) return fmt::format("put {} first in the LD_LIBRARY_PATH that the program gets", folder);
    return fmt::format("keep LD_AUDIT={}/{}, which mpiexec sets, in the environment that the program gets", folder_of_ours(),
                       kAuditor);
  }
  return "Penstock has no library of that name, so build the program with mpicc";
}

}  // namespace penstock::mpiexec
