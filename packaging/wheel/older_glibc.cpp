// Defines the functions of glibc after 2.28 that the libraries of the wheel use. The compiler's own libraries and our sources
// call them by name, and these definitions, which no library exports, are found first.
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#define PENSTOCK_HERE [[gnu::visibility("hidden"), gnu::used]]

extern "C" {

#if defined(__x86_64__)
constexpr int kStatVersion = 1;
#else
constexpr int kStatVersion = 0;
#endif

// glibc 2.33 made functions of these, which had been inline wrappers of the following functions.
int older_xstat(int version, const char* path, struct stat* result);
int older_lxstat(int version, const char* path, struct stat* result);
int older_fxstat(int version, int file, struct stat* result);
int older_fxstatat(int version, int folder, const char* path, struct stat* result, int flags);
#if defined(__x86_64__)
__asm__(".symver older_xstat, __xstat@GLIBC_2.2.5");
__asm__(".symver older_lxstat, __lxstat@GLIBC_2.2.5");
__asm__(".symver older_fxstat, __fxstat@GLIBC_2.2.5");
__asm__(".symver older_fxstatat, __fxstatat@GLIBC_2.4");
#else
__asm__(".symver older_xstat, __xstat@GLIBC_2.17");
__asm__(".symver older_lxstat, __lxstat@GLIBC_2.17");
__asm__(".symver older_fxstat, __fxstat@GLIBC_2.17");
__asm__(".symver older_fxstatat, __fxstatat@GLIBC_2.17");
#endif

PENSTOCK_HERE int stat(const char* path, struct stat* result) noexcept {
  return older_xstat(kStatVersion, path, result);
}
PENSTOCK_HERE int lstat(const char* path, struct stat* result) noexcept {
  return older_lxstat(kStatVersion, path, result);
}
PENSTOCK_HERE int fstat(int file, struct stat* result) noexcept {
  return older_fxstat(kStatVersion, file, result);
}
PENSTOCK_HERE int fstatat(int folder, const char* path, struct stat* result, int flags) noexcept {
  return older_fxstatat(kStatVersion, folder, path, result, flags);
}
// With 64 bits it is the same structure; libstdc++ calls it by this name.
PENSTOCK_HERE int fstat64(int file, struct stat64* result) noexcept {
  return older_fxstat(kStatVersion, file, reinterpret_cast<struct stat*>(result));
}

// Since glibc 2.30.
PENSTOCK_HERE pid_t gettid() noexcept {
  return static_cast<pid_t>(::syscall(SYS_gettid));
}

// Since glibc 2.32. The C++ library counts references atomically if it is 0, which is right with any number of threads.
PENSTOCK_HERE char __libc_single_threaded = 0;

// Since glibc 2.36. The C++ library calls it for std::random_device alone.
PENSTOCK_HERE std::uint32_t arc4random() noexcept {
  std::uint32_t value = 0;
  for (std::size_t have = 0; have < sizeof value;) {
    const ssize_t got = ::getrandom(reinterpret_cast<char*>(&value) + have, sizeof value - have, 0);
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  return value;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
namespace {

struct Wanted {
  std::uintptr_t address;
  dl_find_object* found;
};

// Finds out if the object holds the address; the unwinder needs the object's table of frames.
int look_at(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  auto* const wanted = static_cast<Wanted*>(data);
  bool here = false;
  std::uintptr_t frames = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) frames = begin;
    if (part.p_type != PT_LOAD || wanted->address < begin || wanted->address - begin >= part.p_memsz) continue;
    here = true;
    wanted->found->dlfo_map_start = reinterpret_cast<void*>(begin);
    wanted->found->dlfo_map_end = reinterpret_cast<void*>(begin + part.p_memsz);
  }
  if (!here || frames == 0) return here ? -1 : 0;
  wanted->found->dlfo_eh_frame = reinterpret_cast<void*>(frames);
  return 1;
}

}  // namespace

// Since glibc 2.35. The unwinder of GCC 12 has no other way.
PENSTOCK_HERE int _dl_find_object(void* address, dl_find_object* result) noexcept {
  *result = {};
  Wanted wanted{reinterpret_cast<std::uintptr_t>(address), result};
  return ::dl_iterate_phdr(look_at, &wanted) == 1 ? 0 : -1;
}
#endif

}  // extern "C"
