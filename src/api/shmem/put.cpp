// Puts, signals, order.
#include "api/shmem/face.hpp"
#include "api/shmem/word.hpp"

namespace penstock::shmem::face {
namespace {

constexpr int kSignalAdd = 1;  // SHMEM_SIGNAL_ADD

// Returns true if the data are visible.
template <std::size_t Size>
bool put(const char* routine, void* dest, const void* source, std::size_t nelems, int pe, bool returns = false) {
  if (nelems == 0) return true;
  const std::uint64_t bytes = nelems * Size;
  std::byte* const to = view.place(dest, bytes, pe);
  if (to != nullptr && view.is_host(source)) [[likely]] {
    store(to, source, bytes);
    return true;
  }
  remote(routine).put({routine, dest, const_cast<void*>(source), bytes, 1, 0, 0, pe, returns});
  return false;
}

template <typename T>
void put_value(T* dest, T value, int pe) {
  std::byte* const to = view.place(dest, sizeof value, pe);
  if (to != nullptr) [[likely]] {
    store(to, &value, sizeof value);
  } else {
    remote("shmem_p").put({"shmem_p", dest, &value, sizeof value, 1, 0, 0, pe, false});
  }
}

template <std::size_t Size>
void put_blocks(const char* routine, void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t each,
                std::size_t blocks, int pe) {
  if (each == 0 || blocks == 0) return;
  std::byte* const to = view.place(dest, span_of<Size>(dst, each, blocks), pe);
  if (to != nullptr && view.is_host(source)) [[likely]] {
    copy_blocks<Size, store>(to, static_cast<const std::byte*>(source), dst, sst, each, blocks);
  } else {
    constexpr auto kSize = static_cast<std::ptrdiff_t>(Size);
    remote(routine).put({routine, dest, const_cast<void*>(source), each * Size, blocks, dst * kSize, sst * kSize, pe, false});
  }
}

Word<std::uint64_t> word(const char* routine, const std::uint64_t* address, int pe) {
  return {routine, address, pe};
}

// Wakes a PE that sleeps in a wait for the word.
void signal(const char* routine, std::uint64_t* address, std::uint64_t value, bool adds, int pe) {
  const auto at = word(routine, address, pe);
  adds ? at.only_add(value) : at.store(value);
  if (at.reached()) view.remote->ring(pe);
}

// Makes the data visible before the signal.
template <std::size_t Size>
void put_signal(const char* routine, void* dest, const void* source, std::size_t nelems, std::uint64_t* address,
                std::uint64_t value, int op, int pe) {
  if (!put<Size>(routine, dest, source, nelems, pe, true)) remote(routine).fence(routine, pe);
  signal(routine, address, value, op == kSignalAdd, pe);
}

void order(const char* routine) {
  if (view.far) [[unlikely]] {
    remote(routine).quiet(routine);
  }
}

}  // namespace

#define PENSTOCK_SHMEM_PUTS(size)                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_put_b##size(void* dest, const void* source, std::size_t n, int pe) {                      \
    put<size>("shmem_put", dest, source, n, pe);                                                                              \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_put_nbi_b##size(void* dest, const void* source, std::size_t n, int pe) {                  \
    put<size>("shmem_put_nbi", dest, source, n, pe, true);                                                                    \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_iput_b##size(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,      \
                                                 std::size_t n, int pe) {                                                     \
    put_blocks<size>("shmem_iput", dest, source, dst, sst, 1, n, pe);                                                         \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_ibput_b##size(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,     \
                                                  std::size_t each, std::size_t blocks, int pe) {                             \
    put_blocks<size>("shmem_ibput", dest, source, dst, sst, each, blocks, pe);                                                \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_put_signal_b##size(void* dest, const void* source, std::size_t n, std::uint64_t* address, \
                                                       std::uint64_t value, int op, int pe) {                                 \
    put_signal<size>("shmem_put_signal", dest, source, n, address, value, op, pe);                                            \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_put_signal_nbi_b##size(void* dest, const void* source, std::size_t n,                     \
                                                           std::uint64_t* address, std::uint64_t value, int op, int pe) {     \
    put_signal<size>("shmem_put_signal_nbi", dest, source, n, address, value, op, pe);                                        \
  }
PENSTOCK_SHMEM_PUTS(1)
PENSTOCK_SHMEM_PUTS(2)
PENSTOCK_SHMEM_PUTS(4)
PENSTOCK_SHMEM_PUTS(8)
PENSTOCK_SHMEM_PUTS(16)

#define PENSTOCK_SHMEM_P(key, T)                                        \
  PENSTOCK_SHMEM_BODY void penstock_p_##key(T* dest, T value, int pe) { \
    put_value(dest, value, pe);                                         \
  }
PENSTOCK_SHMEM_P(i1, std::uint8_t)
PENSTOCK_SHMEM_P(i2, std::uint16_t)
PENSTOCK_SHMEM_P(i4, std::uint32_t)
PENSTOCK_SHMEM_P(i8, std::uint64_t)
PENSTOCK_SHMEM_P(f4, float)
PENSTOCK_SHMEM_P(f8, double)
PENSTOCK_SHMEM_P(f16, long double)

PENSTOCK_SHMEM_BODY void penstock_signal_add(std::uint64_t* address, std::uint64_t value, int pe) {
  signal("shmem_signal_add", address, value, true, pe);
}
PENSTOCK_SHMEM_BODY void penstock_signal_set(std::uint64_t* address, std::uint64_t value, int pe) {
  signal("shmem_signal_set", address, value, false, pe);
}
PENSTOCK_SHMEM_BODY std::uint64_t penstock_signal_fetch(const std::uint64_t* address) {
  return word("shmem_signal_fetch", address, view.me).load();
}

// Stores are visible immediately, so only their order must be enforced.
PENSTOCK_SHMEM_BODY void penstock_fence() {
  std::atomic_thread_fence(std::memory_order_release);
  order("shmem_fence");
}
PENSTOCK_SHMEM_BODY void penstock_quiet() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  order("shmem_quiet");
}
PENSTOCK_SHMEM_BODY void penstock_pe_quiet(const int* /*target_pes*/, std::size_t /*npes*/) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  order("shmem_pe_quiet");
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/put.inc"
