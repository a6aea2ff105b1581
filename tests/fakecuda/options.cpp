#include "options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace penstock::fakecuda {
namespace {

std::string text_of(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

unsigned long number_of(const char* name, unsigned long fallback, unsigned long highest) {
  const std::string text = text_of(name);
  if (text.empty()) return fallback;
  char* end = nullptr;
  const unsigned long value = std::strtoul(text.c_str(), &end, 10);
  if (*end == '\0' && value <= highest) return value;
  std::fprintf(stderr, "stand-in CUDA driver: %s=%s is no number up to %lu; %lu is used\n", name, text.c_str(), highest,
               fallback);
  return fallback;
}

std::vector<std::pair<int, int>> pairs_of(const char* name) {
  std::vector<std::pair<int, int>> pairs;
  for (const std::string& part : split(text_of(name), ',')) {
    int one = 0;
    int other = 0;
    if (std::sscanf(part.c_str(), "%d-%d", &one, &other) == 2) {
      pairs.emplace_back(one, other);
    } else {
      std::fprintf(stderr, "stand-in CUDA driver: %s: '%s' is no pair of devices such as 0-1\n", name, part.c_str());
    }
  }
  return pairs;
}

Options read() {
  Options out;
  out.devices = static_cast<int>(number_of("PENSTOCK_FAKECUDA_DEVICES", 2, 16));
  out.seed = number_of("PENSTOCK_FAKECUDA_SEED", 1, ~0UL);
  out.delay_us = static_cast<unsigned>(number_of("PENSTOCK_FAKECUDA_DELAY_US", 30, 10'000'000));
  out.memory_bytes = number_of("PENSTOCK_FAKECUDA_MEMORY_MB", 4096, 65536) << 20;
  out.strangers = pairs_of("PENSTOCK_FAKECUDA_NO_PEER");
  out.no_atomics = pairs_of("PENSTOCK_FAKECUDA_NO_ATOMICS");
  out.machine = text_of("PENSTOCK_FAKECUDA_MACHINE");
  if (out.machine.empty()) out.machine = text_of("PENSTOCK_JOB_ID");  // mpiexec sets the variable
  out.faults = text_of("PENSTOCK_FAKECUDA_FAIL");
  out.kernel_libraries = split(text_of("PENSTOCK_FAKECUDA_KERNELS"), ':');
  out.mps = number_of("PENSTOCK_FAKECUDA_MPS", 0, 1) != 0;
  out.old_mappings = number_of("PENSTOCK_FAKECUDA_OLD_MAPPINGS", 0, 1) != 0;
  out.has_visible = std::getenv("CUDA_VISIBLE_DEVICES") != nullptr;
  out.visible = text_of("CUDA_VISIBLE_DEVICES");
  return out;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    if (end > start) parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

const Options& options() {
  static const Options* const value = new Options(read());  // never destroyed: threads outlive static destruction
  return *value;
}

}  // namespace penstock::fakecuda
