// Set-up, queries and memory.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include <pthread.h>
#include <unistd.h>

#include "api/shmem/face.hpp"
#include "api/shmem_life.hpp"
#include "shmem/remap.hpp"

namespace penstock::shmem::face {

constinit PENSTOCK_SHMEM_OF_EACH_PE View view;

namespace {

constinit int uses = 0;  // calls of shmem_init minus calls of shmem_finalize
constinit int level = 0;
constinit int last_pe = -1;  // PE number of the use that ended

[[noreturn]] void die(const char* routine, const char* why) {
  std::fprintf(stderr, "penstock: %s: %s\n", routine, why);
  std::fflush(nullptr);
  if (view.operations != nullptr) view.operations->exit(1);
  std::_Exit(1);
}

// Static data that peers reach are mapped shared, so a forked child would write into them: it gets its own copy.
void keep_private_in_children(const char* routine) {
  if (view.statics.empty()) return;
  static const int registered = pthread_atfork(nullptr, nullptr, [] {
    if (!view.statics.empty() && !make_private(view.statics)) std::abort();
  });
  if (registered != 0) die(routine, "no memory for what forked children do");
}

// The application's own handlers and destructors may call shmem_finalize, so the library checks for that call when it is
// unloaded, which is later; the exit code is not known there. A forked child has no PE.
constinit pid_t owner = 0;
constinit int exit_code = -1;

void look_for_finalize(const char* routine) {
  owner = getpid();
  static const int registered = on_exit([](int status, void*) { exit_code = status; }, nullptr);
  if (registered != 0) die(routine, "no memory for a handler of the program's end");
}

__attribute__((destructor)) void end_unfinished() {
  if (exit_code == 0 && uses != 0 && view.operations != nullptr && getpid() == owner) view.operations->unfinished();
}

void begin(const char* routine, int wanted) {
  if (uses++ != 0) return;
  if (Status begun = api::shmem_begin(wanted, &view); !begun.is_ok()) {
    std::fprintf(stderr, "penstock: %s: %s\n", routine, std::string(begun.message()).c_str());
    std::_Exit(1);
  }
  level = wanted;
  keep_private_in_children(routine);
  look_for_finalize(routine);
}

}  // namespace

Operations& operations(const char* routine) {
  if (view.operations == nullptr) {
    char text[128];
    std::snprintf(text, sizeof text, "PE %d called it after shmem_finalize; call shmem_finalize last", last_pe);
    die(routine, last_pe < 0 ? "called before shmem_init; call shmem_init first" : text);
  }
  return *view.operations;
}

PENSTOCK_SHMEM_BODY void penstock_init() {
  begin("shmem_init", 0);
}
PENSTOCK_SHMEM_BODY int penstock_init_thread(int requested, int* provided) {
  begin("shmem_init_thread", requested);
  *provided = level;
  return 0;
}
PENSTOCK_SHMEM_BODY void penstock_finalize() {
  operations("shmem_finalize");
  if (--uses != 0) return;
  last_pe = view.me;
  if (Status ended = api::shmem_end(); !ended.is_ok()) die("shmem_finalize", std::string(ended.message()).c_str());
}
PENSTOCK_SHMEM_BODY void penstock_start_pes(int /*npes*/) {
  begin("start_pes", 0);
  static const int registered = std::atexit([] {
    if (uses != 0) penstock_finalize();
  });
  if (registered != 0) die("start_pes", "no memory for a handler of the program's end");
}
PENSTOCK_SHMEM_BODY void penstock_query_initialized(int* initialized) {
  *initialized = view.operations != nullptr ? 1 : 0;
}
PENSTOCK_SHMEM_BODY void penstock_query_thread(int* provided) {
  operations("shmem_query_thread");
  *provided = level;
}
PENSTOCK_SHMEM_BODY int penstock_my_pe() {
  operations("shmem_my_pe");
  return view.me;
}
PENSTOCK_SHMEM_BODY int penstock_n_pes() {
  operations("shmem_n_pes");
  return static_cast<int>(view.pes);
}
PENSTOCK_SHMEM_BODY void penstock_global_exit(int status) {
  operations("shmem_global_exit").exit(status);
}
PENSTOCK_SHMEM_BODY int penstock_pe_accessible(int pe) {
  operations("shmem_pe_accessible");
  return static_cast<unsigned>(pe) < view.pes ? 1 : 0;
}
PENSTOCK_SHMEM_BODY int penstock_addr_accessible(const void* address, int pe) {
  return static_cast<unsigned>(pe) < view.pes && find(address, 1, view.me) != nullptr ? 1 : 0;
}
PENSTOCK_SHMEM_BODY void* penstock_ptr(const void* dest, int pe) {
  return pointer_to(dest, pe);
}
PENSTOCK_SHMEM_BODY void penstock_info_get_version(int* major, int* minor) {
  *major = 1;
  *minor = 6;
}
PENSTOCK_SHMEM_BODY void penstock_info_get_name(char* name) {
  std::strcpy(name, "Penstock");
}
PENSTOCK_SHMEM_BODY void penstock_pcontrol(int /*level*/, ...) {}

PENSTOCK_SHMEM_BODY void* penstock_malloc(std::size_t size) {
  return operations("shmem_malloc").allocate("shmem_malloc", 1, size, false);
}
PENSTOCK_SHMEM_BODY void* penstock_malloc_with_hints(std::size_t size, long /*hints*/) {
  return operations("shmem_malloc_with_hints").allocate("shmem_malloc_with_hints", 1, size, false);
}
PENSTOCK_SHMEM_BODY void* penstock_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  return operations("shmem_calloc").allocate("shmem_calloc", 1, bytes, true);
}
PENSTOCK_SHMEM_BODY void* penstock_align(std::size_t alignment, std::size_t size) {
  if (!std::has_single_bit(alignment)) return nullptr;
  return operations("shmem_align").allocate("shmem_align", alignment, size, false);
}
PENSTOCK_SHMEM_BODY void penstock_free(void* memory) {
  operations("shmem_free").release(memory);
}
PENSTOCK_SHMEM_BODY void* penstock_realloc(void* memory, std::size_t size) {
  if (memory == nullptr) return penstock_malloc(size);
  if (size != 0) return operations("shmem_realloc").reallocate(memory, size);
  penstock_free(memory);
  return nullptr;
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/setup.inc"
