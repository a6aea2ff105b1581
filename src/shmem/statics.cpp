#include "shmem/statics.hpp"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>

#include "base/page.hpp"
#include "shmem/remap.hpp"

namespace penstock::shmem {
namespace {

std::uintptr_t down(std::uintptr_t address) noexcept {
  const std::size_t page = base::page_bytes();
  return address / page * page;
}

std::uint64_t mixed(std::uint64_t hash, const void* data, std::size_t bytes) {
  constexpr std::uint64_t kPrime = 1099511628211U;
  const auto* const at = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ at[i]) * kPrime;
  return hash;
}

// The identity is made from the layout of the program, and from the note with the name of its build where the linker left one.
std::uint64_t identity(const dl_phdr_info& program) {
  std::uint64_t hash = mixed(14695981039346656037U, program.dlpi_phdr, program.dlpi_phnum * sizeof *program.dlpi_phdr);
  for (int i = 0; i < program.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = program.dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    hash = mixed(hash, reinterpret_cast<const void*>(program.dlpi_addr + part.p_vaddr), part.p_memsz);
  }
  return hash;
}

// The data are those that the program may write after it is loaded: its writable segments without the part that is
// write-protected then.
Statics data_of(const dl_phdr_info& program) {
  std::uintptr_t protected_until = 0;
  for (int i = 0; i < program.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = program.dlpi_phdr[i];
    if (part.p_type == PT_GNU_RELRO) protected_until = down(program.dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  Statics out;
  for (int i = 0; i < program.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = program.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    const std::uintptr_t begin = std::max(down(program.dlpi_addr + part.p_vaddr), protected_until);
    const std::uintptr_t end = down(program.dlpi_addr + part.p_vaddr + part.p_memsz + base::page_bytes() - 1);
    if (end <= begin) continue;
    if (!out.data.empty()) return {};
    out = {{reinterpret_cast<std::byte*>(begin), end - begin}, identity(program)};
  }
  return out;
}

int first_program(dl_phdr_info* program, std::size_t /*bytes*/, void* out) {
  *static_cast<Statics*>(out) = data_of(*program);
  return 1;
}

bool can_map_twice() {
  const std::size_t bytes = base::page_bytes();
  void* const page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  void* const again = mremap(page, 0, bytes, MREMAP_MAYMOVE);
  if (again != MAP_FAILED) munmap(again, bytes);
  munmap(page, bytes);
  return again != MAP_FAILED;
}

}  // namespace

// The executable comes first in the list.
Statics find_statics() {
  Statics out;
  dl_iterate_phdr(first_program, &out);
  return out.data.empty() || !can_map_twice() ? Statics{} : out;
}

}  // namespace penstock::shmem
