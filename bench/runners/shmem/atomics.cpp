// Atomics on one word of the upper PE of a pair, and barriers of all PEs.
#include <shmem.h>

#include <cstring>

#include "moves.hpp"
#include "mpi_call.hpp"
#include "pairs.hpp"
#include "session.hpp"

namespace bench::pe {

// `call` returns the old value, if it fetches; `after` computes the new value.
struct Atomic {
  const char* name;
  bool fetches;
  std::uint64_t (*call32)(void* word, std::uint64_t given, std::uint64_t there, int pe);
  std::uint64_t (*call64)(void* word, std::uint64_t given, std::uint64_t there, int pe);
  std::uint64_t (*after)(std::uint64_t there, std::uint64_t given);
};

namespace {

std::uint64_t sum(std::uint64_t there, std::uint64_t given) {
  return there + given;
}
std::uint64_t next(std::uint64_t there, std::uint64_t /*given*/) {
  return there + 1;
}
std::uint64_t the_new(std::uint64_t /*there*/, std::uint64_t given) {
  return given;
}
std::uint64_t the_old(std::uint64_t there, std::uint64_t /*given*/) {
  return there;
}
std::uint64_t both_bits(std::uint64_t there, std::uint64_t given) {
  return there & given;
}
std::uint64_t any_bits(std::uint64_t there, std::uint64_t given) {
  return there | given;
}
std::uint64_t other_bits(std::uint64_t there, std::uint64_t given) {
  return there ^ given;
}

// A row calls shmem_uint_atomic_NAME and shmem_ulong_atomic_NAME. `word`, `given`, `there` and `pe` are their arguments.
#define BENCH_BODY(T, call)                                                                                               \
  [](void* memory, [[maybe_unused]] std::uint64_t operand, [[maybe_unused]] std::uint64_t old, int pe) -> std::uint64_t { \
    T* const word = static_cast<T*>(memory);                                                                              \
    [[maybe_unused]] const T given = static_cast<T>(operand), there = static_cast<T>(old);                                \
    return call;                                                                                                          \
  }
#define BENCH_FETCHING(name, after, ...)                                         \
  {#name, true, BENCH_BODY(unsigned int, shmem_uint_atomic_##name(__VA_ARGS__)), \
   BENCH_BODY(unsigned long, shmem_ulong_atomic_##name(__VA_ARGS__)), after}
#define BENCH_SILENT(name, after, ...)                                                 \
  {#name, false, BENCH_BODY(unsigned int, (shmem_uint_atomic_##name(__VA_ARGS__), 0)), \
   BENCH_BODY(unsigned long, (shmem_ulong_atomic_##name(__VA_ARGS__), 0)), after}

const Atomic kAtomics[] = {
    BENCH_FETCHING(fetch, the_old, word, pe),
    BENCH_SILENT(set, the_new, word, given, pe),
    BENCH_FETCHING(swap, the_new, word, given, pe),
    BENCH_FETCHING(compare_swap, the_new, word, there, given, pe),
    BENCH_FETCHING(fetch_inc, next, word, pe),
    BENCH_SILENT(inc, next, word, pe),
    BENCH_FETCHING(fetch_add, sum, word, given, pe),
    BENCH_SILENT(add, sum, word, given, pe),
    BENCH_FETCHING(fetch_and, both_bits, word, given, pe),
    BENCH_FETCHING(fetch_or, any_bits, word, given, pe),
    BENCH_FETCHING(fetch_xor, other_bits, word, given, pe),
};

#undef BENCH_SILENT
#undef BENCH_FETCHING
#undef BENCH_BODY

const Atomic& atomic_of(const Case& which) {
  for (const Atomic& atomic : kAtomics) {
    if (which.name == std::string("shmem_atomic_") + atomic.name) return atomic;
  }
  throw Failure("there is no atomic " + which.name);
}

// A word whose neighbours are checked too. Collective.
class Word {
 public:
  Word(Scene& scene, const Atomic& atomic)
      : scene_(scene),
        pair_(scene.team),
        bytes_(scene.layout().payload()),
        atomic_(atomic),
        word_(scene.memory, 2 * sizeof(std::uint64_t), Session::get().heap(scene.memory.gpu()).word()) {}

  std::uint64_t operate(std::uint64_t given, std::uint64_t there) {
    return (bytes_ == 4 ? atomic_.call32 : atomic_.call64)(word_.data(), given, there, pair_.peer);
  }
  bool right() {
    const std::uint64_t there = 0x1234567076543210U ^ scene_.next_seed(), given = 0x0ff0c33c5a5aa5a5U;
    bool good = goes(there, there, given, atomic_.after(there, given));
    // A word that differs from the comparand stays unchanged.
    if (std::strcmp(atomic_.name, "compare_swap") == 0) good = goes(there, there ^ 1, given, there) && good;
    return good;
  }

 private:
  [[nodiscard]] std::uint64_t cut(std::uint64_t value) const { return bytes_ == 4 ? value & 0xffffffffU : value; }

  bool goes(std::uint64_t there, std::uint64_t compare, std::uint64_t given, std::uint64_t wanted) {
    constexpr std::uint64_t kGuard = 0x6b6b6b6b6b6b6b6bU;
    std::uint64_t image[2] = {kGuard, kGuard};
    std::memcpy(image, &there, bytes_);
    word_.write(image, sizeof image);
    shmem_quiet();
    scene_.barrier();
    std::uint64_t old = there;
    if (pair_.lower) old = operate(given, compare);
    shmem_quiet();
    scene_.barrier();
    bool good = !atomic_.fetches || cut(old) == cut(there);
    std::memcpy(image, &wanted, bytes_);
    if (scene_.options.plant_error) ++image[0];
    std::uint64_t found[2];
    word_.read(found, sizeof found);
    if (!pair_.lower) good = std::memcmp(found, image, sizeof image) == 0;
    scene_.barrier();
    return scene_.agree(good);
  }

  Scene& scene_;
  const Pair pair_;
  const std::size_t bytes_;
  const Atomic& atomic_;
  Buffer word_;
};

}  // namespace

Row atomic_latency(Scene& scene) {
  if (scene.layout().payload() != 4 && scene.layout().payload() != 8) {
    throw Unsupported(scene.which.name + " has elements of 4 and 8 bytes: choose --sizes 4,8");
  }
  const Atomic& atomic = atomic_of(scene.which);
  Word word(scene, atomic);
  const bool good = word.right(), origin = Pair(scene.team).lower;
  Samples samples;
  const auto prepare = [&] {
    if (scene.restless()) scene.barrier();
    if (origin) scene.idle();
  };
  repeat(scene, true, origin, &samples, prepare, [&] {
    if (!origin) return;
    static_cast<void>(word.operate(1, 0));
    if (!atomic.fetches) shmem_quiet();
  });
  Row row = summarise(scene, samples, 1e6, false, Combine::kMean);
  row.checked = good;
  return row;
}

Row barrier_latency(Scene& scene) {
  const int pes = scene.team.size, next = (scene.team.rank + 1) % pes;
  void (*const call)() = scene.which.name == "shmem_sync_all" ? shmem_sync_all : shmem_barrier_all;
  std::uint64_t* const word = Session::get().heap(false).word();
  bool good = true;
  for (long turn = 1; turn <= 10; ++turn) {
    shmem_long_p(reinterpret_cast<long*>(word), turn, next);
    if (call == shmem_sync_all) shmem_quiet();
    call();
    const long seen = static_cast<long>(*static_cast<volatile std::uint64_t*>(word));
    good = good && seen == turn + (scene.options.plant_error ? 1 : 0);
    call();
  }
  good = scene.agree(good);
  Samples samples;
  repeat(scene, true, true, &samples, [&] { scene.idle(); }, call);
  Row row = summarise(scene, samples, 1e6, false, Combine::kMean);
  row.checked = good;
  return row;
}

std::vector<std::string> atomic_names() {
  std::vector<std::string> out;
  for (const Atomic& atomic : kAtomics) out.emplace_back(atomic.name);
  return out;
}

}  // namespace bench::pe
