// Checks of the settings and libraries that programs get.
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/config.hpp"
#include "base/tuning.hpp"
#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"
#include "penstock/place.hpp"

namespace penstock::tool::health {
namespace {

constexpr double kLoadSeconds = 10;

// Returns the file itself, links resolved; the text unchanged if there is no such file.
std::string real(const std::string& path) {
  std::error_code none;
  const std::filesystem::path found = std::filesystem::canonical(path, none);
  return none ? path : found.string();
}

bool is_mpi(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libmpi.") || name.starts_with("libmpi_") || name.starts_with("libmpich") ||
         name.starts_with("libmpifort") || name.starts_with("libpmpi");
}

}  // namespace

Finding check_settings(Patient&) {
  base::Settings settings;
  if (Status read = base::Settings::load(&settings); !read.is_ok()) {
    return {Verdict::kBroken, std::string(read.message()), "MPI_Init fails in every rank",
            "`penstock info --tunables` lists names, values and limits"};
  }
  if (!settings.warnings.empty()) {
    return {Verdict::kNote, settings.warnings.front(), "what it names does nothing",
            "`penstock info --tunables` lists every name; `penstock tune` writes a new table"};
  }
  std::string read;
  for (const base::SettingsFile& file : settings.files) {
    if (file.read) read += fmt::format("{}{}", read.empty() ? "; settings files: " : ", ", file.path);
  }
  return {Verdict::kOk, fmt::format("every PENSTOCK_ variable can be used{}", read)};
}

Finding check_tuning(Patient&) {
  base::Settings settings;
  if (!base::Settings::load(&settings).is_ok()) return {Verdict::kOk, "see the check 'settings'"};
  std::set<std::string> tables;
  std::set<std::string> files;
  for (const base::SettingsFile& file : settings.files) files.insert(file.path);
  for (const std::string& origin : settings.origins) {
    const std::string source = origin.substr(0, origin.find_last_of(':'));
    if (!origin.starts_with("environment") && origin != base::kDefaultOrigin && !files.contains(source)) tables.insert(source);
  }
  for (const base::CollRow& row : settings.config.coll_rows) tables.insert(row.origin.substr(0, row.origin.find_last_of(':')));
  if (tables.empty()) {
    return {Verdict::kNote, "no tuning table fits this hardware",
            "limits and algorithms are those compiled in, which may not be this machine's best",
            "`penstock tune` measures this machine and writes one"};
  }
  std::string list;
  for (const std::string& table : tables) list += (list.empty() ? "" : "; ") + table;
  return {Verdict::kOk, fmt::format("in force: {}", list)};
}

// Finds the library as the loader does for a program of our mpicc, which has the same kind of run path as
// this one: LD_LIBRARY_PATH first.
Finding check_loader(Patient&) {
  const std::string ours = real(program_folder() + "/../lib/libmpi_abi.so.1");
  if (access(ours.c_str(), R_OK) != 0) {
    return {Verdict::kBroken, fmt::format("{} is missing", ours), "no MPI program finds Penstock",
            "install again: bin/ and lib/ belong together"};
  }
  Child child({"doctor", "--probe", "load", "libmpi_abi.so.1", "MPI_Init"});
  std::string said;
  if (!child.line(kLoadSeconds, &said)) said = "no answer";
  if (!said.starts_with("ok ")) {
    return {Verdict::kBroken, fmt::format("libmpi_abi.so.1 cannot be loaded: {}", said), "no MPI program starts",
            "LD_DEBUG=libs PROGRAM shows what the loader tries"};
  }
  const std::string found = real(said.substr(3));
  if (found == ours) return {Verdict::kOk, fmt::format("programs get {}", ours)};
  const char* path = std::getenv("LD_LIBRARY_PATH");
  return {
      Verdict::kBroken, fmt::format("programs get {}, not {}", found, ours), "another MPI runs in Penstock's place",
      fmt::format("put {} first in LD_LIBRARY_PATH (now '{}')", ours.substr(0, ours.rfind('/')), path != nullptr ? path : "")};
}

// mpiexec redirects its ranks to our library, unless a wrapper removes LD_AUDIT.
Finding check_other_mpi(Patient&) {
  std::string elsewhere;
  for (const char* name : {"libmpi.so.12", "libmpich.so.12", "libmpi.so.40"}) {
    Child child({"doctor", "--probe", "load", name, "MPI_Init"});
    std::string said;
    if (!child.line(kLoadSeconds, &said) || !said.starts_with("ok ")) continue;
    const std::string found = real(said.substr(3));
    const std::string folder = real(program_folder() + "/../lib") + "/";
    if (!found.starts_with(folder)) elsewhere += fmt::format("{}{} to {}", elsewhere.empty() ? "" : ", ", name, found);
  }
  if (elsewhere.empty()) return {Verdict::kOk, "no name of another MPI's library leads to another MPI"};
  const char* path = std::getenv("LD_LIBRARY_PATH");
  return {Verdict::kNote, fmt::format("the loader leads {} (LD_LIBRARY_PATH is '{}')", elsewhere, path != nullptr ? path : ""),
          "a program that needs it and loses LD_AUDIT, which mpiexec sets, runs on that MPI, each rank alone",
          "start such programs by Penstock's mpiexec, and keep LD_AUDIT in wrappers (env -i, sudo)"};
}

Finding check_preload(Patient&) {
  const char* preload = std::getenv("LD_PRELOAD");
  if (preload == nullptr || *preload == '\0') return {Verdict::kOk, "LD_PRELOAD is empty"};
  std::string text = preload;
  for (char& c : text) c = c == ':' ? ' ' : c;
  std::istringstream words(text);
  const std::string ours = real(program_folder() + "/../lib/libmpi_abi.so.1");
  for (std::string word; words >> word;) {
    if (!is_mpi(word) || real(word) == ours) continue;
    return {Verdict::kBroken, fmt::format("LD_PRELOAD holds another MPI: {}", word),
            "its functions are called in place of Penstock's", "unset LD_PRELOAD"};
  }
  return {Verdict::kOk, fmt::format("LD_PRELOAD='{}' holds no other MPI", preload)};
}

}  // namespace penstock::tool::health
