// Set-up, query, memory, and what has no body yet.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "api/shmem/face.hpp"
#include "api/shmem_life.hpp"

namespace penstock::shmem::face {

constinit View view;

namespace {

constinit int uses = 0;  // shmem_init less shmem_finalize
constinit int level = 0;
constinit int last_pe = -1;  // of the use that ended

[[noreturn]] void die(const char* routine, const char* why) {
  std::fprintf(stderr, "penstock: %s: %s\n", routine, why);
  std::fflush(nullptr);
  if (view.operations != nullptr) view.operations->exit(1);
  std::_Exit(1);
}

[[noreturn]] void missing(const char* routine) {
  char text[256];
  std::snprintf(text, sizeof text,
                "PE %d: this routine has no body in this version of Penstock; "
                "docs/users/openshmem-routines.md lists those that have",
                view.me);
  die(routine, text);
}

void begin(const char* routine, int wanted) {
  if (uses++ != 0) return;
  if (Status begun = api::shmem_begin(wanted, &view); !begun.is_ok()) {
    std::fprintf(stderr, "penstock: %s: %s\n", routine, std::string(begun.message()).c_str());
    std::_Exit(1);
  }
  level = wanted;
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
  return find(dest, 1, pe);
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

PENSTOCK_SHMEM_BODY void penstock_barrier_all() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (view.far) remote("shmem_barrier_all").quiet("shmem_barrier_all");
  operations("shmem_barrier_all").sync("shmem_barrier_all");
}
PENSTOCK_SHMEM_BODY void penstock_sync_all() {
  operations("shmem_sync_all").sync("shmem_sync_all");
}

#define PENSTOCK_SHMEM_MISSING(twin, name)                                                    \
  PENSTOCK_SHMEM_BODY void penstock_no_##name() {                                             \
    missing(#name);                                                                           \
  }                                                                                           \
  extern "C" __attribute__((visibility("default"), alias("penstock_no_" #name))) void twin(); \
  extern "C" __attribute__((visibility("default"), weak, alias("penstock_no_" #name))) void name();
#include "api/shmem/gen/missing.inc"

}  // namespace penstock::shmem::face

#include "api/shmem/gen/collective.inc"
#include "api/shmem/gen/setup.inc"
