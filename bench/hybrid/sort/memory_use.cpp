#include "memory_use.hpp"

#include <malloc.h>

#include <fstream>
#include <string>

#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

std::uint64_t status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes * 1024;
  }
  throw Failure("/proc/self/status has no " + name + ": is /proc mounted?");
}

}  // namespace

MemoryUse::MemoryUse() {
  malloc_trim(0);
  std::ofstream refs("/proc/self/clear_refs");
  refs << "5" << std::flush;  // resets the peak
  if (!refs) throw Failure("/proc/self/clear_refs cannot be written, so the peak of memory is not known");
  before_ = status_bytes("VmRSS:");
}

std::uint64_t MemoryUse::grown() const {
  const std::uint64_t peak = status_bytes("VmHWM:");
  return peak > before_ ? peak - before_ : 0;
}

}  // namespace bench::hybrid
