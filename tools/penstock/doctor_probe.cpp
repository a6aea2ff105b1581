// The side of the children: each prints one line and, if another child needs it alive, waits for the end of its input.
#include <dlfcn.h>
#include <link.h>
#include <netdb.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/random.hpp"
#include "kernels/image.hpp"
#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif
#include "penstock/doctor.hpp"
#include "penstock/versions.hpp"

namespace penstock::tool::health {
namespace {

int say(const std::string& line, int status = 0) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
  return status;
}

void wait_for_release() {
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR) {
  }
}

// Publishes memory as a rank does (shm's publish()).
int cma_target() {
  Config config;
  if (!Config::from_environment(&config).is_ok()) config = {};
  if (config.ptracer) static_cast<void>(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0));
  static std::uint64_t nonce = 0;
  if (!base::random_u64(&nonce).is_ok()) nonce = 0x70656e73746f636bU;
  say(fmt::format("{} {:x} {:x}", getpid(), reinterpret_cast<std::uintptr_t>(&nonce), nonce));
  errno = 0;
  wait_for_release();
  return 0;
}

int cma_reader(const std::string& where) {
  int pid = 0;
  std::uint64_t address = 0;
  std::uint64_t nonce = 0;
  if (std::sscanf(where.c_str(), "%d %" SCNx64 " %" SCNx64, &pid, &address, &nonce) != 3) return say("no address given", 2);
  std::uint64_t seen = 0;
  const iovec local{&seen, sizeof seen};
  const iovec remote{reinterpret_cast<void*>(address), sizeof seen};
  if (process_vm_readv(pid, &local, 1, &remote, 1, 0) != static_cast<ssize_t>(sizeof seen))
    return say(fmt::format("refused: {}", std::strerror(errno)), 1);
  return seen == nonce ? say("ok") : say("the process with that number is another one (PID namespaces)", 1);
}

int resolve(const std::string& name) {
  addrinfo* found = nullptr;
  const int error = getaddrinfo(name.c_str(), nullptr, nullptr, &found);
  if (error != 0) return say(gai_strerror(error), 1);
  freeaddrinfo(found);
  return say("ok");
}

// Loads a library and names its file; with a symbol, the file that contains the symbol.
int load(const std::string& name, const char* symbol) {
  void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return say(dlerror(), 1);
  Dl_info info{};
  const void* place = symbol == nullptr ? nullptr : dlsym(library, symbol);
  if (place != nullptr && dladdr(place, &info) != 0) return say(fmt::format("ok {}", info.dli_fname));
  if (symbol != nullptr) return say(fmt::format("it has no {}", symbol), 1);
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map->l_name == nullptr) return say("ok");
  return say(fmt::format("ok {}", map->l_name));
}

#ifdef PENSTOCK_HAVE_GPU_HELPER
constexpr std::size_t kShared = 1U << 20;
constexpr std::size_t kLooked = 4096;
constexpr unsigned char kPattern = 0xa5;

struct Gpu {
  Config config;
  Log log{base::Level::kError};
  std::unique_ptr<accel::Accel> accel;

  std::string open(int device) {
    if (!Config::from_environment(&config).is_ok()) config = {};
    if (penstock_gpu_open() <= device || penstock_gpu_select(device) != 0) return penstock_gpu_error();
    if (Status made = accel::Accel::create(config, log, kernels::images(), &accel); !made.is_ok())
      return std::string(made.message());
    return accel->live() ? "" : "CUDA is off (PENSTOCK_CUDA=0)";
  }
};

std::string hex(const accel::Export& descriptor) {
  std::string out;
  const auto* bytes = reinterpret_cast<const unsigned char*>(&descriptor);
  for (std::size_t i = 0; i < sizeof descriptor; ++i) out += fmt::format("{:02x}", bytes[i]);
  return out;
}

bool from_hex(const std::string& text, accel::Export* out) {
  if (text.size() != 2 * sizeof *out) return false;
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  for (std::size_t i = 0; i < sizeof *out; ++i) {
    unsigned value = 0;
    if (std::sscanf(text.c_str() + 2 * i, "%2x", &value) != 1) return false;
    bytes[i] = static_cast<unsigned char>(value);
  }
  return true;
}

int ipc_export(int device) {
  Gpu gpu;
  if (const std::string why = gpu.open(device); !why.empty()) return say(why, 1);
  void* memory = nullptr;
  if (penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kShared, &memory) != 0 || penstock_gpu_fill(memory, kPattern, kShared) != 0)
    return say(penstock_gpu_error(), 1);
  accel::Memory known;
  accel::Export descriptor;
  Status shared = gpu.accel->query(memory, &known);
  if (shared.is_ok()) shared = gpu.accel->exports().export_memory(known, &descriptor);
  if (!shared.is_ok()) return say(std::string(shared.message()), 1);
  say("descriptor " + hex(descriptor));
  errno = 0;
  wait_for_release();
  return 0;
}

int ipc_import(int device, const std::string& text) {
  Gpu gpu;
  accel::Export descriptor;
  if (const std::string why = gpu.open(device); !why.empty()) return say(why, 1);
  if (!from_hex(text, &descriptor)) return say("no descriptor given", 2);
  if (!gpu.accel->imports().importable(descriptor, device))
    return say(fmt::format("GPU {} cannot reach the memory's GPU", device), 1);
  accel::Mapping mapping;
  if (Status mapped = gpu.accel->imports().import_memory(descriptor, device, &mapping); !mapped.is_ok())
    return say(std::string(mapped.message()), 1);
  unsigned char seen[kLooked] = {};
  if (Status copied = gpu.accel->queues().copy_now(seen, reinterpret_cast<const void*>(mapping.address), sizeof seen);
      !copied.is_ok())
    return say(std::string(copied.message()), 1);
  for (const unsigned char byte : seen) {
    if (byte != kPattern) return say("the memory that is mapped holds other data", 1);
  }
  return say("ok");
}
#else
int ipc_export(int) {
  return say("this build has no GPU", 1);
}
int ipc_import(int, const std::string&) {
  return say("this build has no GPU", 1);
}
#endif

}  // namespace

int probe(std::span<const std::string> words) {
  const std::string& what = words[0];
  const auto word = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
  if (what == "cma-target") return cma_target();
  if (what == "cma-reader") return cma_reader(word(1));
  if (what == "resolve") return resolve(word(1));
  if (what == "load") return load(word(1), words.size() > 2 ? words[2].c_str() : nullptr);
  if (what == "ipc-export") return ipc_export(std::atoi(word(1).c_str()));
  if (what == "ipc-import") return ipc_import(std::atoi(word(1).c_str()), word(2));
  if (what == "gpu") return say(survey_gpus().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (what == "versions") return say(ask_libraries().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return say("there is no such probe", 2);
}

}  // namespace penstock::tool::health
