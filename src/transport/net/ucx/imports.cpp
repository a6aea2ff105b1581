#include "transport/net/ucx/imports.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace penstock::net {
namespace {

#if defined(__x86_64__)
constexpr ElfW(Xword) kJump = R_X86_64_JUMP_SLOT;
constexpr ElfW(Xword) kAddress = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr ElfW(Xword) kJump = R_AARCH64_JUMP_SLOT;
constexpr ElfW(Xword) kAddress = R_AARCH64_GLOB_DAT;
#else
constexpr ElfW(Xword) kJump = ~ElfW(Xword){0};
constexpr ElfW(Xword) kAddress = ~ElfW(Xword){0};
#endif

// Tables has the loader's tables of a library's dynamic section; their addresses are absolute.
struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  std::span<const ElfW(Rela)> jumps;
  std::span<const ElfW(Rela)> others;
};

template <typename T>
const T* at(ElfW(Addr) address) {
  return reinterpret_cast<const T*>(address);
}

Tables tables_of(const link_map& library) {
  Tables found;
  ElfW(Addr) jumps = 0;
  ElfW(Addr) others = 0;
  std::size_t jump_bytes = 0;
  std::size_t other_bytes = 0;
  for (const ElfW(Dyn)* entry = library.l_ld; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB: found.symbols = at<ElfW(Sym)>(entry->d_un.d_ptr); break;
      case DT_STRTAB: found.strings = at<char>(entry->d_un.d_ptr); break;
      case DT_JMPREL: jumps = entry->d_un.d_ptr; break;
      case DT_PLTRELSZ: jump_bytes = entry->d_un.d_val; break;
      case DT_RELA: others = entry->d_un.d_ptr; break;
      case DT_RELASZ: other_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (jumps != 0) found.jumps = {at<ElfW(Rela)>(jumps), jump_bytes / sizeof(ElfW(Rela))};
  if (others != 0) found.others = {at<ElfW(Rela)>(others), other_bytes / sizeof(ElfW(Rela))};
  return found;
}

// Writes the value. The loader makes whole pages read-only; such a page is made writable for the change, then read-only again.
bool write_place(const link_map& library, std::span<const ElfW(Phdr)> segments, ElfW(Addr) place, const void* value) {
  if (std::memcmp(reinterpret_cast<const void*>(place), &value, sizeof value) == 0) return true;
  const auto page_bytes = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
  const ElfW(Addr) page_number = place / page_bytes;
  bool read_only = false;
  for (const ElfW(Phdr) & segment : segments) {
    const ElfW(Addr) begin = library.l_addr + segment.p_vaddr;
    read_only |= segment.p_type == PT_GNU_RELRO && page_number >= begin / page_bytes &&
                 page_number < (begin + segment.p_memsz) / page_bytes;
  }
  void* const page = reinterpret_cast<void*>(page_number * page_bytes);
  if (read_only && mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return false;
  std::memcpy(reinterpret_cast<void*>(place), &value, sizeof value);
  return !read_only || mprotect(page, page_bytes, PROT_READ) == 0;
}

}  // namespace

int redirect_imports(const void* inside, const char* name, const void* instead) {
  Dl_info info{};
  link_map* library = nullptr;
  if (dladdr1(inside, &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) == 0 || library == nullptr) return 0;
  const Tables tables = tables_of(*library);
  if (tables.symbols == nullptr || tables.strings == nullptr) return 0;
  const auto* const file = static_cast<const std::byte*>(info.dli_fbase);
  const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(file);
  const std::span<const ElfW(Phdr)> segments{reinterpret_cast<const ElfW(Phdr)*>(file + header.e_phoff), header.e_phnum};
  int redirected = 0;
  for (const std::span<const ElfW(Rela)> list : {tables.jumps, tables.others}) {
    for (const ElfW(Rela) & one : list) {
      const ElfW(Xword) kind = ELF64_R_TYPE(one.r_info);
      if (kind != kJump && kind != kAddress) continue;
      if (std::strcmp(tables.strings + tables.symbols[ELF64_R_SYM(one.r_info)].st_name, name) != 0) continue;
      redirected += write_place(*library, segments, library->l_addr + one.r_offset, instead) ? 1 : 0;
    }
  }
  return redirected;
}

}  // namespace penstock::net
