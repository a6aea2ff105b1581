#include "accel/share/process_id.hpp"

#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace penstock::accel {
namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

// Identifies one boot of one kernel, so it is equal in all containers of a host. It is the host name if the system hides the
// boot id.
std::string system_id() {
  char text[256] = {};
  if (std::FILE* file = std::fopen("/proc/sys/kernel/random/boot_id", "re"); file != nullptr) {
    const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    if (length > 0) return {text, length};
  }
  return gethostname(text, sizeof text - 1) == 0 ? text : "localhost";
}

// Without /proc, namespaces cannot be distinguished: each process is then taken to be in a namespace of its own, identified by
// the random bytes that the kernel gave its program at the start.
std::uint64_t system_pid_namespace() {
  struct stat status{};
  if (stat("/proc/self/ns/pid", &status) == 0) return status.st_ino;
  const auto* random = reinterpret_cast<const char*>(getauxval(AT_RANDOM));
  return random == nullptr ? 0 : fnv1a({random, 16});
}

std::uint64_t pid_namespace(const std::string& name, std::uint32_t pid) {
  if (name.empty()) return system_pid_namespace();
  return fnv1a(name == "each" ? std::to_string(pid) : name);
}

}  // namespace

ProcessId this_process(const Config& config) {
  ProcessId self;
  self.host = fnv1a(config.host_id.empty() ? system_id() : config.host_id);
  self.pid = static_cast<std::uint32_t>(getpid());
  self.pid_namespace = pid_namespace(config.pid_namespace, self.pid);
  return self;
}

}  // namespace penstock::accel
