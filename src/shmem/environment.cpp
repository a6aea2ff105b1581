#include "shmem/environment.hpp"

#include <cstdlib>
#include <cstring>

namespace penstock::shmem {

Status symmetric_size(std::uint64_t* out) {
  constexpr std::uint64_t kDefault = std::uint64_t{16} << 30;
  const char* const text = std::getenv("SHMEM_SYMMETRIC_SIZE");
  *out = kDefault;
  if (text == nullptr || *text == '\0') return Status::ok();
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  constexpr const char* kUnits = "KMGT";
  const char* const unit = *end == '\0' ? nullptr : std::strchr(kUnits, *end & ~0x20);
  const double factor = unit == nullptr ? 1 : static_cast<double>(std::uint64_t{1} << (10 * (unit - kUnits + 1)));
  const bool good = end != text && number * factor >= 1 && number * factor < 1e15 && (*end == '\0' || unit != nullptr);
  if (!good) {
    return Status::error(Code::kConfig, "SHMEM_SYMMETRIC_SIZE is '{}': give a number of bytes, such as 512M or 16G", text);
  }
  *out = static_cast<std::uint64_t>(number * factor);
  return Status::ok();
}

}  // namespace penstock::shmem
