// This is an auditor of the loader (rtld-audit(7)), which mpiexec names in LD_AUDIT: a program that asks for a library of
// another MPI gets our library of that name, whatever LD_LIBRARY_PATH, RPATH and the system's folders hold. It changes the
// search of these names alone and no binding of any symbol, so calls cost as much as without it. It links no library, not even
// libc, since every program of a job would load a second copy.
#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mpiexec/faces.hpp"

namespace penstock::mpiexec {
namespace {

// The version of the interface from glibc 2.35 on. Before, every call between libraries went through the auditor's hooks.
constexpr unsigned kInterface = 2;
constexpr std::size_t kPath = 4096;
constexpr int kMostLinks = 16;

long call(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
  long out = number;
  register long fourth __asm__("r10") = d;
  __asm__ volatile("syscall" : "+a"(out) : "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return out;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
#else
#error "auditor.cpp knows the system calls of x86-64 and aarch64"
#endif
}

long word(const void* pointer) {
  return reinterpret_cast<long>(pointer);
}

// True if `text` begins with `start`.
bool begins(const char* text, const char* start) {
  while (*start != '\0' && *text == *start) ++text, ++start;
  return *start == '\0';
}

std::size_t length(const char* text) {
  std::size_t n = 0;
  while (text[n] != '\0') ++n;
  return n;
}

const char* last_name(const char* path) {
  const char* name = path;
  for (; *path != '\0'; ++path) {
    if (*path == '/') name = path + 1;
  }
  return name;
}

// A path of bounded length; a path that does not fit becomes empty for good.
class Path {
 public:
  void add(const char* text, std::size_t n) {
    if (whole_ && size_ + n < kPath) {
      for (std::size_t i = 0; i < n; ++i) text_[size_ + i] = text[i];
      size_ += n;
    } else {
      whole_ = false;
      size_ = 0;
    }
    text_[size_] = '\0';
  }
  void add(const char* text) { add(text, length(text)); }
  void cut(std::size_t size) {
    size_ = size;
    text_[size_] = '\0';
  }
  void clear() {
    whole_ = true;
    cut(0);
  }
  [[nodiscard]] char* text() { return text_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  char text_[kPath];
  std::size_t size_ = 0;
  bool whole_ = true;
};

// The loader calls the auditor from one thread at a time, under its lock.
Path faces;  // the folder of our faces, with a slash behind it; empty: not known
Path found;
Path link_name;

// Finds the folder of this file in the variable that named it to the loader.
class Environment {
 public:
  // Reads the value of LD_AUDIT into `out`.
  void read(Path* out) {
    const long fd = call(SYS_openat, AT_FDCWD, word("/proc/self/environ"), O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return;
    char part[1024];
    for (long n = 0; (n = call(SYS_read, fd, word(part), sizeof part, 0)) > 0 && !done_;) {
      for (long i = 0; i < n && !done_; ++i) take(part[i], out);
    }
    call(SYS_close, fd, 0, 0, 0);
  }

 private:
  void take(char c, Path* out) {
    const char* const name = "LD_AUDIT=";
    if (name[matched_] == '\0') {
      done_ = c == '\0';
      if (!done_) out->add(&c, 1);
    } else if (c == '\0') {
      matched_ = 0;
      failed_ = false;
    } else if (!failed_ && c == name[matched_]) {
      ++matched_;
    } else {
      failed_ = true;
    }
  }
  std::size_t matched_ = 0;
  bool failed_ = false;
  bool done_ = false;
};

void find_faces() {
  found.clear();
  Environment().read(&found);
  for (const char* file = found.text(); *file != '\0';) {
    std::size_t n = 0;
    while (file[n] != '\0' && file[n] != ':') ++n;
    const std::size_t own = sizeof kAuditor - 1;
    if (n > own && file[n - own - 1] == '/' && begins(file + n - own, kAuditor)) {
      faces.add(file, n - own);
      return faces.add("abi/");
    }
    file += file[n] == ':' ? n + 1 : n;
  }
}

// Sets `found` to our library for this name, which may have a version behind it. False: there is none.
bool ours_for(const char* name) {
  for (const Face& face : kFaces) {
    for (const char* library : face.libraries) {
      const std::size_t n = length(library);
      if (!begins(name, library) || (name[n] != '\0' && name[n] != '.')) continue;
      found.clear();
      found.add(faces.text());
      found.add(face.folder);
      found.add("/");
      found.add(library);
      return found.size() > 0 && call(SYS_faccessat, AT_FDCWD, word(found.text()), R_OK, 0) == 0;
    }
  }
  return false;
}

// Follows links until the last name of `path` is one of ours: libmpi.so is a link to libmpi.so.40.30.4.
bool ours_behind(const char* path) {
  link_name.clear();
  link_name.add(path);
  for (int links = 0; links < kMostLinks; ++links) {
    if (ours_for(last_name(link_name.text()))) return true;
    char target[kPath];
    const long n = call(SYS_readlinkat, AT_FDCWD, word(link_name.text()), word(target), sizeof target);
    if (n <= 0) return false;
    if (target[0] == '/') {
      link_name.clear();
    } else {
      link_name.cut(static_cast<std::size_t>(last_name(link_name.text()) - link_name.text()));
    }
    link_name.add(target, static_cast<std::size_t>(n));
  }
  return false;
}

}  // namespace
}  // namespace penstock::mpiexec

extern "C" {

__attribute__((visibility("default"))) unsigned la_version(unsigned newest) {
  using namespace penstock::mpiexec;
  if (newest < kInterface) return 0;
  find_faces();
  return faces.size() > 0 ? kInterface : 0;
}

__attribute__((visibility("default"))) char* la_objsearch(const char* name, std::uintptr_t*, unsigned) {
  using namespace penstock::mpiexec;
  const char* const last = last_name(name);
  const bool path = last != name;
  const bool taken = begins(last, "libmpi") && !begins(name, faces.text()) && (path ? ours_behind(name) : ours_for(name));
  return taken ? found.text() : const_cast<char*>(name);
}
}
