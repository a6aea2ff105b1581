// Puts, signals, order.
#include "api/shmem/face.hpp"

namespace penstock::shmem::face {
namespace {

template <std::size_t Size>
void put(void* dest, const void* source, std::size_t nelems, int pe) {
  if (nelems == 0) return;
  std::memcpy(reach("shmem_put", dest, nelems * Size, pe), source, nelems * Size);
}

template <std::size_t Size>
void put_blocks(const char* routine, void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t each,
                std::size_t blocks, int pe) {
  if (each == 0 || blocks == 0) return;
  std::byte* const to = reach(routine, dest, span_of<Size>(dst, each, blocks), pe);
  copy_blocks<Size>(to, static_cast<const std::byte*>(source), dst, sst, each, blocks);
}

std::atomic_ref<std::uint64_t> word(const char* routine, std::uint64_t* address, int pe) {
  return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(reach(routine, address, sizeof *address, pe)));
}

void signal(std::uint64_t* address, std::uint64_t value, bool adds, int pe) {
  const auto at = word("shmem_put_signal", address, pe);
  adds ? static_cast<void>(at.fetch_add(value)) : at.store(value);
}

}  // namespace

#define PENSTOCK_SHMEM_PUTS(size)                                                                                             \
  PENSTOCK_SHMEM_BODY void penstock_put_b##size(void* dest, const void* source, std::size_t n, int pe) {                      \
    put<size>(dest, source, n, pe);                                                                                           \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_put_nbi_b##size(void* dest, const void* source, std::size_t n, int pe) {                  \
    put<size>(dest, source, n, pe);                                                                                           \
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
    put<size>(dest, source, n, pe);                                                                                           \
    signal(address, value, op == 1, pe);                                                                                      \
  }                                                                                                                           \
  PENSTOCK_SHMEM_BODY void penstock_put_signal_nbi_b##size(void* dest, const void* source, std::size_t n,                     \
                                                           std::uint64_t* address, std::uint64_t value, int op, int pe) {     \
    put<size>(dest, source, n, pe);                                                                                           \
    signal(address, value, op == 1, pe);                                                                                      \
  }
PENSTOCK_SHMEM_PUTS(1)
PENSTOCK_SHMEM_PUTS(2)
PENSTOCK_SHMEM_PUTS(4)
PENSTOCK_SHMEM_PUTS(8)
PENSTOCK_SHMEM_PUTS(16)

#define PENSTOCK_SHMEM_P(key, T)                                                 \
  PENSTOCK_SHMEM_BODY void penstock_p_##key(T* dest, T value, int pe) {          \
    std::memcpy(reach("shmem_p", dest, sizeof value, pe), &value, sizeof value); \
  }
PENSTOCK_SHMEM_P(i1, std::uint8_t)
PENSTOCK_SHMEM_P(i2, std::uint16_t)
PENSTOCK_SHMEM_P(i4, std::uint32_t)
PENSTOCK_SHMEM_P(i8, std::uint64_t)
PENSTOCK_SHMEM_P(f4, float)
PENSTOCK_SHMEM_P(f8, double)
PENSTOCK_SHMEM_P(f16, long double)

PENSTOCK_SHMEM_BODY void penstock_signal_add(std::uint64_t* address, std::uint64_t value, int pe) {
  word("shmem_signal_add", address, pe).fetch_add(value);
}
PENSTOCK_SHMEM_BODY void penstock_signal_set(std::uint64_t* address, std::uint64_t value, int pe) {
  word("shmem_signal_set", address, pe).store(value);
}
PENSTOCK_SHMEM_BODY std::uint64_t penstock_signal_fetch(const std::uint64_t* address) {
  return word("shmem_signal_fetch", const_cast<std::uint64_t*>(address), view.me).load();
}

// Stores are visible at once; only their order is left.
PENSTOCK_SHMEM_BODY void penstock_fence() {
  std::atomic_thread_fence(std::memory_order_release);
}
PENSTOCK_SHMEM_BODY void penstock_quiet() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
PENSTOCK_SHMEM_BODY void penstock_pe_quiet(const int* /*target_pes*/, std::size_t /*npes*/) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace penstock::shmem::face

#include "api/shmem/gen/put.inc"
