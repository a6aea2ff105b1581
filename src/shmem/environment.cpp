#include "shmem/environment.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

namespace penstock::shmem {
namespace {

struct Variable {
  const char* name;
  const char* deprecated;
  const char* meaning;
};
constexpr Variable kSize{"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE",
                         "bytes of the symmetric heap of each PE, the same for all, with K, M, G or T behind; default 16G"};
constexpr Variable kVersion{"SHMEM_VERSION", "SMA_VERSION", "any value: print the version of the library at start-up"};
constexpr Variable kInfo{"SHMEM_INFO", "SMA_INFO", "any value: print this text at start-up"};
constexpr Variable kDebug{"SHMEM_DEBUG", "SMA_DEBUG", "any value: print debugging messages, as PENSTOCK_LOG=debug does"};

// Returns null if neither name is set. `name` is null or gets the one that is set.
const char* value_of(const Variable& variable, const char** name = nullptr) {
  const char* const value = std::getenv(variable.name);
  if (name != nullptr) *name = value != nullptr ? variable.name : variable.deprecated;
  return value != nullptr ? value : std::getenv(variable.deprecated);
}

std::string row(const Variable& variable) {
  const char* name = nullptr;
  const char* const value = value_of(variable, &name);
  const std::string now = value == nullptr ? "not set" : fmt::format("{}={}", name, value);
  return fmt::format("  {} (deprecated: {}): {} [{}]\n", variable.name, variable.deprecated, variable.meaning, now);
}

}  // namespace

Status symmetric_size(std::uint64_t* out) {
  constexpr std::uint64_t kDefault = std::uint64_t{16} << 30;
  const char* name = nullptr;
  const char* const text = value_of(kSize, &name);
  *out = kDefault;
  if (text == nullptr || *text == '\0') return Status::ok();
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  constexpr const char* kUnits = "KMGT";
  const char* const unit = *end == '\0' ? nullptr : std::strchr(kUnits, *end & ~0x20);
  const double factor = unit == nullptr ? 1 : static_cast<double>(std::uint64_t{1} << (10 * (unit - kUnits + 1)));
  const bool good = end != text && number * factor >= 1 && number * factor < 1e15 && (*end == '\0' || unit != nullptr);
  if (!good) {
    return Status::error(Code::kConfig, "{} is '{}': give a number of bytes, such as 512M or 16G", name, text);
  }
  *out = static_cast<std::uint64_t>(number * factor);
  return Status::ok();
}

std::string start_text() {
  const bool info = value_of(kInfo) != nullptr;
  if (!info && value_of(kVersion) == nullptr) return {};
  std::string text = "Penstock " PENSTOCK_VERSION ", OpenSHMEM 1.6\n";
  if (!info) return text;
  text += "Variables of OpenSHMEM:\n";
  for (const Variable& variable : {kSize, kVersion, kInfo, kDebug}) text += row(variable);
  return text + "Variables of Penstock (PENSTOCK_...) are described by: man penstock-tunables\n";
}

bool wants_debugging() {
  return value_of(kDebug) != nullptr;
}

}  // namespace penstock::shmem
