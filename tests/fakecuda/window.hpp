// The addresses of device memory (kernels/sync/standin.hpp): they are reserved unreadable, and each allocation's file is mapped
// readable at the fixed offset above.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace penstock::fakecuda {

// The memory's mutex protects it.
class Window {
 public:
  // Reserves both halves of the window. False if other mappings are in the way or addresses are limited.
  [[nodiscard]] bool reserve();
  // Maps `bytes` (a multiple of the page) of `fd` and returns the address that applications see; 0 if there is no room. A freed
  // address is the first to be reused.
  [[nodiscard]] std::uintptr_t map(int fd, off_t offset, std::size_t bytes);
  // Undoes map().
  void unmap(std::uintptr_t address, std::size_t bytes);

  // These are the two halves of map(). claim() only reserves the addresses, a multiple of `alignment`; 0 if there is no room.
  [[nodiscard]] std::uintptr_t claim(std::size_t bytes, std::size_t alignment);
  void give_up(std::uintptr_t address) { taken_.erase(address); }
  // Maps within a reserved range. `protection` is that of mmap: PROT_NONE maps the file but faults.
  [[nodiscard]] bool place(std::uintptr_t address, int fd, off_t offset, std::size_t bytes, int protection);
  [[nodiscard]] bool protect(std::uintptr_t address, std::size_t bytes, int protection);
  bool clear(std::uintptr_t address, std::size_t bytes);

 private:
  std::map<std::uintptr_t, std::size_t> taken_;  // address -> bytes with the unmapped gap that follows
};

// Returns where the bytes of any address can be accessed.
[[nodiscard]] void* readable(std::uintptr_t address);

}  // namespace penstock::fakecuda
