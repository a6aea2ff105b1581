#include "mpiexec/loader_path.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "mpiexec/needed.hpp"
#include "mpiexec/on_path.hpp"

namespace penstock::mpiexec {
namespace {

constexpr const char* kVariable = "LD_LIBRARY_PATH";

struct Face {
  std::string_view folder;
  std::array<std::string_view, 6> libraries;  // of that MPI; a Fortran or C++ library of it asks for its C library
};
// In the order in which Python's mpi4py looks for them.
constexpr std::array<Face, 2> kFaces = {{
    {"mpich",
     {"libmpi.so.12", "libmpich.so.12", "libmpifort.so.12", "libmpichfort.so.12", "libmpicxx.so.12", "libmpichcxx.so.12"}},
    {"openmpi",
     {"libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_usempi.so.40",
      "libmpi_cxx.so.40"}},
}};

// Beside this program; the second place is for programs that were moved into another prefix. Empty: that face is not installed.
std::string folder_of(const Face& face) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* libraries : {PENSTOCK_LIB_FROM_BIN, "../lib"}) {
    const auto folder = (self.parent_path() / libraries / "penstock/abi" / face.folder).lexically_normal();
    if (std::filesystem::is_directory(folder, error)) return folder;
  }
  return {};
}

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  return fmt::format("{}:{}", first, second);
}

bool contains(std::string_view path, std::string_view folder) {
  return fmt::format(":{}:", path).find(fmt::format(":{}:", folder)) != std::string::npos;
}

// What was there, and behind it our folders that are not among it.
std::string with_all_behind(std::string path) {
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
      if (std::ranges::find(face.libraries, needed) == face.libraries.end()) continue;
      *library = needed;
      return &face;
    }
  }
  return nullptr;
}

// The value that the part has of its own, by -x; null: none.
std::string* own_path(Part* part) {
  std::string* found = nullptr;
  for (auto& [name, value] : part->environment) {
    if (name == kVariable) found = &value;
  }
  return found;
}

void lead(const std::string& inherited, bool verbose, Part* part) {
  std::string* const own = own_path(part);
  if (own != nullptr) *own = with_all_behind(*own);
  std::string library;
  const Face* const face = face_for(needed_libraries(file_of(*part)), &library);
  const std::string folder = face == nullptr ? "" : folder_of(*face);
  if (folder.empty()) return;
  if (verbose) {
    fmt::print(stderr, "mpiexec: {} needs {}: {} is the first folder of its {}\n", part->command.front(), library, folder,
               kVariable);
  }
  part->environment.emplace_back(kVariable, joined(folder, own != nullptr ? *own : inherited));
}

}  // namespace

Status lead_to_faces(Options* options) {
  const char* const before = std::getenv(kVariable);
  const std::string path = with_all_behind(before == nullptr ? "" : before);
  if (!path.empty() && ::setenv(kVariable, path.c_str(), 1) != 0) return Status::system(errno, "setting LD_LIBRARY_PATH");
  for (Part& part : options->parts) {
    if (!part.command.empty()) lead(path, options->verbose, &part);
  }
  return Status::ok();
}

}  // namespace penstock::mpiexec
