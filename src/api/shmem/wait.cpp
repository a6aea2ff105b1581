// Waits for, and tests, words of the PE's own heap.
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

// The words of a call; words with a nonzero status are left out. `step`: 0 if all words are compared with one value.
template <typename T>
struct Words {
  const T* words;
  std::size_t count;
  const int* status;
  int cmp;
  const T* values;
  std::size_t step;

  struct Found {
    std::size_t place;    // index of a word that holds, or the number of words that hold
    bool others = false;  // a word of the call does not hold
  };

  [[nodiscard]] bool is_in(std::size_t i) const { return status == nullptr || status[i] == 0; }
  [[nodiscard]] bool holds(std::size_t i) const { return compare(words[i], cmp, values[i * step]); }
  // Returns the first word that holds, searched from `start` on and around; `count` if none does.
  [[nodiscard]] Found any(std::size_t start) const {
    Found found{count};
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = start + k < count ? start + k : start + k - count;
      if (!is_in(i)) continue;
      if (holds(i)) return {i, found.others};
      found.others = true;
    }
    return found;
  }
  [[nodiscard]] bool all() const {
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(i) && !holds(i)) return false;
    }
    return true;
  }
  [[nodiscard]] Found some(std::size_t* indices) const {
    Found found{0};
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_in(i)) continue;
      if (holds(i)) {
        indices[found.place++] = i;
      } else {
        found.others = true;
      }
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
  return words->any(0).place != words->count;
}

// Counts calls by an odd step, so that the upper bits vary evenly however many other calls an application makes between two
// equal ones. Threads may overwrite each other's steps.
constinit PENSTOCK_SHMEM_OF_EACH_PE std::atomic<std::uint64_t> turn{0};

std::uint64_t next_turn() {
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  const std::uint64_t now = turn.load(std::memory_order_relaxed) + kGoldenRatio;
  turn.store(now, std::memory_order_relaxed);
  return now >> 32;
}

// Returns the entry at which a search begins: each entry gets its turn, so that no entry that holds hides another for ever.
std::size_t next_start(std::size_t count) {
  return static_cast<std::size_t>(next_turn() * count >> 32);
}

// Makes progress since other results may depend on messages of other hosts: on words that do not hold yet, or, if the
// application waits for the opposite, on words that hold.
void serve_far(const char* routine, bool others) {
  if (view.far && (others || next_turn() % 32 == 0)) [[unlikely]] {
    operations(routine).progress();
  }
}

// Checks that the host can read the words.
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
// `look` returns a Found whose place is `none` while no word holds. A word that held may not
// hold any more when `look` is called again.
template <typename T>
std::size_t wait_for(const char* routine, const Words<T>& words, std::size_t none, const auto& look) {
  must_be_seen(routine, words);
  auto found = look();
  while (found.place == none) {
    if (!found.others) return none;  // all words are left out
    operations(routine).wait({&any_holds<T>, &words});
    found = look();
  }
  serve_far(routine, found.others);
  return found.place;
}
// Tests once more after a round of progress, so that a loop of tests serves what other PEs ask of this one.
template <typename T>
std::size_t test_for(const char* routine, const Words<T>& words, std::size_t none, const auto& look) {
  must_be_seen(routine, words);
  auto found = look();
  if (found.place == none) {
    operations(routine).progress();
    return look().place;
  }
  serve_far(routine, found.others);
  return found.place;
}
template <typename T>
int test_all(const char* routine, const Words<T>& words) {
  must_be_seen(routine, words);
  if (words.all()) {
    serve_far(routine, false);
    return 1;
  }
  operations(routine).progress();
  return words.all() ? 1 : 0;
}

}  // namespace

#define PENSTOCK_SHMEM_ANY(verb, body, form, key, T, Value, values, step)                                                  \
  PENSTOCK_SHMEM_BODY std::size_t penstock_##verb##_any##form##_##key(T* ivars, std::size_t n, const int* status, int cmp, \
                                                                      Value value) {                                       \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                             \
    const std::size_t start = next_start(n);                                                                               \
    const std::size_t found = body("shmem_" #verb "_any" #form, words, n, [&] { return words.any(start); });               \
    return found == n ? SIZE_MAX : found;                                                                                  \
  }
#define PENSTOCK_SHMEM_SOME(verb, body, form, key, T, Value, values, step)                                            \
  PENSTOCK_SHMEM_BODY std::size_t penstock_##verb##_some##form##_##key(T* ivars, std::size_t n, std::size_t* indices, \
                                                                       const int* status, int cmp, Value value) {     \
    const Words<T> words{ivars, n, status, cmp, values, step};                                                        \
    return body("shmem_" #verb "_some" #form, words, 0, [&] { return words.some(indices); });                         \
  }
#define PENSTOCK_SHMEM_VECTOR(key, T, form, Value, values, step)                                                              \
  PENSTOCK_SHMEM_BODY void penstock_wait_until_all##form##_##key(T* ivars, std::size_t n, const int* status, int cmp,         \
                                                                 Value value) {                                               \
    wait_all<T>("shmem_wait_until_all" #form, {ivars, n, status, cmp, values, step});                                         \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY int penstock_test_all##form##_##key(T* ivars, std::size_t n, const int* status, int cmp, Value value) { \
    return test_all<T>("shmem_test_all" #form, {ivars, n, status, cmp, values, step});                                        \
  }                                                                                                                           \
  PENSTOCK_SHMEM_ANY(wait_until, wait_for, form, key, T, Value, values, step)                                                 \
  PENSTOCK_SHMEM_ANY(test, test_for, form, key, T, Value, values, step)                                                       \
  PENSTOCK_SHMEM_SOME(wait_until, wait_for, form, key, T, Value, values, step)                                                \
  PENSTOCK_SHMEM_SOME(test, test_for, form, key, T, Value, values, step)
#define PENSTOCK_SHMEM_SINGLE(key, T)                                             \
  PENSTOCK_SHMEM_BODY void penstock_wait_until_##key(T* ivar, int cmp, T value) { \
    wait_all<T>("shmem_wait_until", {ivar, 1, nullptr, cmp, &value, 0});          \
  }                                                                               \
  PENSTOCK_SHMEM_BODY int penstock_test_##key(T* ivar, int cmp, T value) {        \
    return test_all<T>("shmem_test", {ivar, 1, nullptr, cmp, &value, 0});         \
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
