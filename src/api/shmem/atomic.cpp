// Atomics of the processor, on memory that all PEs of the host map.
#include "api/shmem/face.hpp"
#include "api/shmem/word.hpp"

namespace penstock::shmem::face {
namespace {

template <typename T>
Word<T> at(const char* routine, const void* address, int pe) {
  return {routine, address, pe};
}

}  // namespace

#define PENSTOCK_SHMEM_EXTENDED(key, T)                                                         \
  PENSTOCK_SHMEM_BODY T penstock_atomic_fetch_##key(const T* source, int pe) {                  \
    return at<T>("shmem_atomic_fetch", source, pe).load();                                      \
  }                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_set_##key(T* dest, T value, int pe) {                \
    at<T>("shmem_atomic_set", dest, pe).store(value);                                           \
  }                                                                                             \
  PENSTOCK_SHMEM_BODY T penstock_atomic_swap_##key(T* dest, T value, int pe) {                  \
    return at<T>("shmem_atomic_swap", dest, pe).exchange(value);                                \
  }                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_fetch_nbi_##key(T* fetch, const T* source, int pe) { \
    *fetch = at<T>("shmem_atomic_fetch_nbi", source, pe).load();                                \
  }                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_swap_nbi_##key(T* fetch, T* dest, T value, int pe) { \
    *fetch = at<T>("shmem_atomic_swap_nbi", dest, pe).exchange(value);                          \
  }
PENSTOCK_SHMEM_EXTENDED(i4, std::uint32_t)
PENSTOCK_SHMEM_EXTENDED(i8, std::uint64_t)
PENSTOCK_SHMEM_EXTENDED(f4, float)
PENSTOCK_SHMEM_EXTENDED(f8, double)

#define PENSTOCK_SHMEM_FETCHING(key, T, name, verb)                                                       \
  PENSTOCK_SHMEM_BODY T penstock_atomic_fetch_##name##_##key(T* dest, T value, int pe) {                  \
    return at<T>("shmem_atomic_fetch_" #name, dest, pe).verb(value);                                      \
  }                                                                                                       \
  PENSTOCK_SHMEM_BODY void penstock_atomic_##name##_##key(T* dest, T value, int pe) {                     \
    at<T>("shmem_atomic_" #name, dest, pe).only_##name(value);                                            \
  }                                                                                                       \
  PENSTOCK_SHMEM_BODY void penstock_atomic_fetch_##name##_nbi_##key(T* fetch, T* dest, T value, int pe) { \
    *fetch = at<T>("shmem_atomic_fetch_" #name "_nbi", dest, pe).verb(value);                             \
  }
#define PENSTOCK_SHMEM_INTEGERS(key, T)                                                                         \
  PENSTOCK_SHMEM_FETCHING(key, T, add, fetch_add)                                                               \
  PENSTOCK_SHMEM_FETCHING(key, T, and, fetch_and)                                                               \
  PENSTOCK_SHMEM_FETCHING(key, T, or, fetch_or)                                                                 \
  PENSTOCK_SHMEM_FETCHING(key, T, xor, fetch_xor)                                                               \
  PENSTOCK_SHMEM_BODY T penstock_atomic_fetch_inc_##key(T* dest, int pe) {                                      \
    return at<T>("shmem_atomic_fetch_inc", dest, pe).fetch_add(1);                                              \
  }                                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_inc_##key(T* dest, int pe) {                                         \
    at<T>("shmem_atomic_inc", dest, pe).only_add(1);                                                            \
  }                                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_fetch_inc_nbi_##key(T* fetch, T* dest, int pe) {                     \
    *fetch = at<T>("shmem_atomic_fetch_inc_nbi", dest, pe).fetch_add(1);                                        \
  }                                                                                                             \
  PENSTOCK_SHMEM_BODY T penstock_atomic_compare_swap_##key(T* dest, T cond, T value, int pe) {                  \
    at<T>("shmem_atomic_compare_swap", dest, pe).compare_exchange_strong(cond, value);                          \
    return cond;                                                                                                \
  }                                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_atomic_compare_swap_nbi_##key(T* fetch, T* dest, T cond, T value, int pe) { \
    at<T>("shmem_atomic_compare_swap_nbi", dest, pe).compare_exchange_strong(cond, value);                      \
    *fetch = cond;                                                                                              \
  }
PENSTOCK_SHMEM_INTEGERS(i4, std::uint32_t)
PENSTOCK_SHMEM_INTEGERS(i8, std::uint64_t)

}  // namespace penstock::shmem::face

#include "api/shmem/gen/atomic.inc"
