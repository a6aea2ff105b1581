#include "boot/pmix/library.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <fstream>
#include <vector>

namespace penstock::boot::pmix {
namespace {

constexpr const char* kName = "libpmix.so.2";
constexpr int kMostAncestors = 4;  // shells and wrappers between a launcher and its rank

template <typename Function>
void find(void* library, const char* name, Function* out, const char** missing) {
  *out = reinterpret_cast<Function>(dlsym(library, name));
  if (*out == nullptr) *missing = name;
}

const char* find_all(void* library, Library* out) {
  const char* missing = nullptr;
  find(library, "PMIx_Init", &out->init, &missing);
  find(library, "PMIx_Finalize", &out->finalize, &missing);
  find(library, "PMIx_Abort", &out->abort, &missing);
  find(library, "PMIx_Put", &out->put, &missing);
  find(library, "PMIx_Commit", &out->commit, &missing);
  find(library, "PMIx_Fence", &out->fence, &missing);
  find(library, "PMIx_Get", &out->get, &missing);
  find(library, "PMIx_Error_string", &out->error_string, &missing);
  find(library, "PMIx_Get_version", &out->get_version, &missing);
  return missing;
}

long parent_of(long process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    long parent = 0;
    if (word == "PPid:") return status >> parent ? parent : 0;
  }
  return 0;
}

// Returns the file that a process has mapped; empty if it has mapped none or may not be inspected.
std::string mapped_by(long process) {
  std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    if (path != std::string::npos && line.find(std::string("/") + kName, path) != std::string::npos) return line.substr(path);
  }
  return {};
}

// A launcher works best with its own library, which the loader may not find, as when PRRTE comes from a Python wheel.
std::vector<std::string> candidates() {
  std::vector<std::string> files;
  long process = ::getppid();
  for (int i = 0; i < kMostAncestors && process > 1 && files.empty(); ++i, process = parent_of(process)) {
    if (std::string file = mapped_by(process); !file.empty()) files.push_back(std::move(file));
  }
  files.emplace_back(kName);
  return files;
}

std::string file_of(void* library, const std::string& asked) {
  link_map* map = nullptr;
  const bool known = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr && map->l_name != nullptr;
  return known && *map->l_name != '\0' ? map->l_name : asked;
}

bool load_one(const std::string& file, Library* out, std::string* why) {
  const char* const gap = why->empty() ? "" : "; ";
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const char* const said = dlerror();
    *why += gap + (said == nullptr ? file + " cannot be loaded" : std::string(said));
    return false;
  }
  if (const char* missing = find_all(library, out); missing != nullptr) {
    *why += gap + file + " has no " + missing;
    return false;
  }
  out->file = file_of(library, file);
  return true;
}

}  // namespace

Status load(const std::string& wanted, Library* out) {
  std::string why;
  const std::vector<std::string> files = wanted.empty() ? candidates() : std::vector<std::string>{wanted};
  for (const std::string& file : files) {
    if (load_one(file, out, &why)) return Status::ok();
  }
  return Status::error(
      Code::kUnsupported,
      "the program was started through PMIx, and there is no PMIx library ({}): install it (Debian: libpmix2, "
      "Ubuntu: libpmix2 or libpmix2t64), name its libpmix.so.2 by PENSTOCK_PMIX_LIB, or start the program with "
      "srun --mpi=pmi2 or Hydra's mpiexec",
      why);
}

}  // namespace penstock::boot::pmix
