// Mappings, their offsets in files and pinned memory are multiples of a page. A page has 4 KiB on x86-64; kernels for ARM may
// use 16 or 64 KiB.
#pragma once

#include <cstddef>

#include <unistd.h>

namespace penstock::base {

[[nodiscard]] inline std::size_t page_bytes() noexcept {
  const long bytes = sysconf(_SC_PAGESIZE);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 65536;  // the largest page size there is suits all systems
}

[[nodiscard]] inline std::size_t whole_pages(std::size_t bytes) noexcept {
  const std::size_t page = page_bytes();
  return (bytes + page - 1) / page * page;
}

}  // namespace penstock::base
