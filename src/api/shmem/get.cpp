// Gets.
#include "api/shmem/face.hpp"

namespace penstock::shmem::face {
namespace {

template <std::size_t Size>
void get(const char* routine, void* dest, const void* source, std::size_t nelems, int pe, bool returns = false) {
  if (nelems == 0) return;
  look_around(routine, pe);
  const std::uint64_t bytes = nelems * Size;
  const std::byte* const from = view.place(source, bytes, pe);
  if (from != nullptr && view.is_host(dest)) [[likely]] {
    load(dest, from, bytes);
  } else {
    remote(routine).get({routine, const_cast<void*>(source), dest, bytes, 1, 0, 0, pe, returns});
  }
}

template <typename T>
T get_value(const T* source, int pe) {
  T value;
  look_around("shmem_g", pe);
  const std::byte* const from = view.place(source, sizeof value, pe);
  if (from != nullptr) [[likely]] {
    load(&value, from, sizeof value);
  } else {
    remote("shmem_g").get({"shmem_g", const_cast<T*>(source), &value, sizeof value, 1, 0, 0, pe, false});
  }
  return value;
}

template <std::size_t Size>
void get_blocks(const char* routine, void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t each,
                std::size_t blocks, int pe) {
  if (each == 0 || blocks == 0) return;
  const std::byte* const from = view.place(source, span_of<Size>(sst, each, blocks), pe);
  if (from != nullptr && view.is_host(dest)) [[likely]] {
    copy_blocks<Size, load>(static_cast<std::byte*>(dest), from, dst, sst, each, blocks);
  } else {
    constexpr auto kSize = static_cast<std::ptrdiff_t>(Size);
    remote(routine).get({routine, const_cast<void*>(source), dest, each * Size, blocks, sst * kSize, dst * kSize, pe, false});
  }
}

}  // namespace

#define PENSTOCK_SHMEM_GETS(size)                                                                                         \
  PENSTOCK_SHMEM_BODY void penstock_get_b##size(void* dest, const void* source, std::size_t n, int pe) {                  \
    get<size>("shmem_get", dest, source, n, pe);                                                                          \
  }                                                                                                                       \
  PENSTOCK_SHMEM_BODY void penstock_get_nbi_b##size(void* dest, const void* source, std::size_t n, int pe) {              \
    get<size>("shmem_get_nbi", dest, source, n, pe, true);                                                                \
  }                                                                                                                       \
  PENSTOCK_SHMEM_BODY void penstock_iget_b##size(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,  \
                                                 std::size_t n, int pe) {                                                 \
    get_blocks<size>("shmem_iget", dest, source, dst, sst, 1, n, pe);                                                     \
  }                                                                                                                       \
  PENSTOCK_SHMEM_BODY void penstock_ibget_b##size(void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, \
                                                  std::size_t each, std::size_t blocks, int pe) {                         \
    get_blocks<size>("shmem_ibget", dest, source, dst, sst, each, blocks, pe);                                            \
  }
PENSTOCK_SHMEM_GETS(1)
PENSTOCK_SHMEM_GETS(2)
PENSTOCK_SHMEM_GETS(4)
PENSTOCK_SHMEM_GETS(8)
PENSTOCK_SHMEM_GETS(16)

#define PENSTOCK_SHMEM_G(key, T)                                    \
  PENSTOCK_SHMEM_BODY T penstock_g_##key(const T* source, int pe) { \
    return get_value(source, pe);                                   \
  }
PENSTOCK_SHMEM_G(i1, std::uint8_t)
PENSTOCK_SHMEM_G(i2, std::uint16_t)
PENSTOCK_SHMEM_G(i4, std::uint32_t)
PENSTOCK_SHMEM_G(i8, std::uint64_t)
PENSTOCK_SHMEM_G(f4, float)
PENSTOCK_SHMEM_G(f8, double)
PENSTOCK_SHMEM_G(f16, long double)

}  // namespace penstock::shmem::face

#include "api/shmem/gen/get.inc"
