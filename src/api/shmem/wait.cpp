// Waiting for, and testing, words of the PE's own heap.
#include "api/shmem/face.hpp"

namespace penstock::shmem::face {
namespace {

enum : int { kEq, kNe, kGt, kLe, kLt, kGe };  // SHMEM_CMP_...

template <typename T>
bool compare(const T& place, int cmp, T value) {
  const T seen = std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_acquire);
  switch (cmp) {
    case kEq: return seen == value;
    case kNe: return seen != value;
    case kGt: return seen > value;
    case kLe: return seen <= value;
    case kLt: return seen < value;
    default: return seen >= value;
  }
}

// Words that those with a nonzero status do not belong to. `step`: 0 where one value is for all.
template <typename T>
struct Words {
  const T* words;
  std::size_t count;
  const int* status;
  int cmp;
  const T* values;
  std::size_t step;

  [[nodiscard]] bool is_in(std::size_t i) const { return status == nullptr || status[i] == 0; }
  [[nodiscard]] bool holds(std::size_t i) const { return compare(words[i], cmp, values[i * step]); }
  [[nodiscard]] bool empty() const { return first(false) == count; }
  // The first that is in and (if asked) holds; `count` for none.
  [[nodiscard]] std::size_t first(bool must_hold) const {
    std::size_t i = 0;
    while (i < count && !(is_in(i) && (!must_hold || holds(i)))) ++i;
    return i;
  }
  [[nodiscard]] bool all() const {
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(i) && !holds(i)) return false;
    }
    return true;
  }
  std::size_t some(std::size_t* indices) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(i) && holds(i)) indices[found++] = i;
    }
    return found;
  }
};

template <typename T>
bool all_hold(const void* state) {
  return static_cast<const Words<T>*>(state)->all();
}
template <typename T>
bool any_holds(const void* state) {
  const auto* const words = static_cast<const Words<T>*>(state);
  return words->first(true) != words->count;
}

// The host looks at them.
template <typename T>
void must_be_seen(const char* routine, const Words<T>& words) {
  if (!view.is_host(words.words)) [[unlikely]] {
    reach(routine, words.words, words.count * sizeof(T), view.me);
  }
}

template <typename T>
void wait_all(const char* routine, const Words<T>& words) {
  must_be_seen(routine, words);
  if (!words.all()) operations(routine).wait({&all_hold<T>, &words});
}
template <typename T>
bool wait_any(const char* routine, const Words<T>& words) {
  must_be_seen(routine, words);
  if (words.empty()) return false;
  if (!any_holds<T>(&words)) operations(routine).wait({&any_holds<T>, &words});
  return true;
}
// Looks once more after a round of progress, so that a loop of tests moves what others ask of this PE.
template <typename T>
Words<T> look(const char* routine, const Words<T>& words) {
  must_be_seen(routine, words);
  if (!any_holds<T>(&words)) operations(routine).progress();
  return words;
}

}  // namespace

#define PENSTOCK_SHMEM_VECTOR(key, T, form, Value, values, step)                                                              \
  PENSTOCK_SHMEM_BODY void penstock_wait_until_all##form##_##key(T* ivars, std::size_t n, const int* status, int cmp,         \
                                                                 Value value) {                                               \
    wait_all<T>("shmem_wait_until_all" #form, {ivars, n, status, cmp, values, step});                                         \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY std::size_t penstock_wait_until_any##form##_##key(T* ivars, std::size_t n, const int* status, int cmp,  \
                                                                        Value value) {                                        \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                                \
    return wait_any("shmem_wait_until_any" #form, words) ? words.first(true) : SIZE_MAX;                                      \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY std::size_t penstock_wait_until_some##form##_##key(T* ivars, std::size_t n, std::size_t* indices,       \
                                                                         const int* status, int cmp, Value value) {           \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                                \
    return wait_any("shmem_wait_until_some" #form, words) ? words.some(indices) : 0;                                          \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_test_all##form##_##key(T* ivars, std::size_t n, const int* status, int cmp, Value value) { \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                                \
    must_be_seen("shmem_test_all" #form, words);                                                                              \
    return words.all() || look("shmem_test_all" #form, words).all() ? 1 : 0;                                                  \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY std::size_t penstock_test_any##form##_##key(T* ivars, std::size_t n, const int* status, int cmp,        \
                                                                  Value value) {                                              \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                                \
    const std::size_t found = look("shmem_test_any" #form, words).first(true);                                                \
    return found == n ? SIZE_MAX : found;                                                                                     \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY std::size_t penstock_test_some##form##_##key(T* ivars, std::size_t n, std::size_t* indices,             \
                                                                   const int* status, int cmp, Value value) {                 \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                                \
    return look("shmem_test_some" #form, words).some(indices);                                                                \
  }
#define PENSTOCK_SHMEM_SINGLE(key, T)                                             \
  PENSTOCK_SHMEM_BODY void penstock_wait_until_##key(T* ivar, int cmp, T value) { \
    wait_all<T>("shmem_wait_until", {ivar, 1, nullptr, cmp, &value, 0});          \
  }                                                                               \
  PENSTOCK_SHMEM_BODY int penstock_test_##key(T* ivar, int cmp, T value) {        \
    const Words<T> words{ivar, 1, nullptr, cmp, &value, 0};                       \
    return look("shmem_test", words).all() ? 1 : 0;                               \
  }
#define PENSTOCK_SHMEM_OLD_WAIT(key, T)                            \
  PENSTOCK_SHMEM_BODY void penstock_wait_##key(T* ivar, T value) { \
    wait_all<T>("shmem_wait", {ivar, 1, nullptr, kNe, &value, 0}); \
  }
#define PENSTOCK_SHMEM_WAITS(key, T)            \
  PENSTOCK_SHMEM_SINGLE(key, T)                 \
  PENSTOCK_SHMEM_VECTOR(key, T, , T, &value, 0) \
  PENSTOCK_SHMEM_VECTOR(key, T, _vector, const T*, value, 1)
PENSTOCK_SHMEM_WAITS(s4, std::int32_t)
PENSTOCK_SHMEM_WAITS(u4, std::uint32_t)
PENSTOCK_SHMEM_WAITS(s8, std::int64_t)
PENSTOCK_SHMEM_WAITS(u8, std::uint64_t)
PENSTOCK_SHMEM_SINGLE(s2, std::int16_t)
PENSTOCK_SHMEM_SINGLE(u2, std::uint16_t)
PENSTOCK_SHMEM_OLD_WAIT(s2, std::int16_t)
PENSTOCK_SHMEM_OLD_WAIT(s4, std::int32_t)
PENSTOCK_SHMEM_OLD_WAIT(s8, std::int64_t)

PENSTOCK_SHMEM_BODY std::uint64_t penstock_signal_wait_until(std::uint64_t* address, int cmp, std::uint64_t value) {
  wait_all<std::uint64_t>("shmem_signal_wait_until", {address, 1, nullptr, cmp, &value, 0});
  return std::atomic_ref<std::uint64_t>(*address).load(std::memory_order_acquire);
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/wait.inc"
