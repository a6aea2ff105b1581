// Operations enqueued on the application's streams: NVSHMEM's calls, with the prefix shmemx_.
#include <type_traits>

#include "api/shmem/face_team.hpp"
#include "shmem/stream_operations.hpp"

namespace penstock::shmem::face {
namespace {

using Kind = CollectiveCall::Kind;
using base::Element;
using base::Operation;

constexpr int kSignalAdd = 1;  // SHMEM_SIGNAL_ADD

StreamOperations& streams(const char* routine) {
  operations(routine);
  return *view.streams;
}

Transfer whole(const char* routine, void* remote, const void* local, std::uint64_t bytes, int pe) {
  return {routine, remote, const_cast<void*>(local), bytes, 1, 0, 0, pe, true};
}

// The strides are in elements.
Transfer spread(const char* routine, void* remote, const void* local, std::ptrdiff_t remote_stride, std::ptrdiff_t local_stride,
                std::size_t size, std::size_t count, int pe) {
  const auto step = static_cast<std::int64_t>(size);
  return {routine, remote, const_cast<void*>(local), size, count, remote_stride * step, local_stride * step, pe, true};
}

void put(const Transfer& transfer, void* stream) {
  StreamOperations& on = streams(transfer.routine);
  if (transfer.block != 0 && transfer.blocks != 0) on.put(transfer, stream);
}
void get(const Transfer& transfer, void* stream) {
  StreamOperations& on = streams(transfer.routine);
  if (transfer.block != 0 && transfer.blocks != 0) on.get(transfer, stream);
}

int collect(const CollectiveCall& call, TeamHandle team, void* stream) {
  return streams(call.routine).collective(team, call, stream);
}

template <typename T>
void wait_until(T* word, int comparison, T value, void* stream) {
  constexpr const char* kRoutine = "shmemx_wait_until_on_stream";
  streams(kRoutine).wait({kRoutine, word, sizeof(T), comparison, static_cast<std::make_unsigned_t<T>>(value)}, stream);
}

}  // namespace

#define PENSTOCK_SHMEM_MOVES_ON(size)                                                                                          \
  PENSTOCK_SHMEM_BODY void penstock_put_on_stream_b##size(void* dest, const void* source, std::size_t n, int pe,               \
                                                          void* stream) {                                                      \
    put(whole("shmemx_put_on_stream", dest, source, n* size, pe), stream);                                                     \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_get_on_stream_b##size(void* dest, const void* source, std::size_t n, int pe,               \
                                                          void* stream) {                                                      \
    get(whole("shmemx_get_on_stream", const_cast<void*>(source), dest, n* size, pe), stream);                                  \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_iput_on_stream_b##size(void* dest, const void* source, std::ptrdiff_t dst,                 \
                                                           std::ptrdiff_t sst, std::size_t n, int pe, void* stream) {          \
    put(spread("shmemx_iput_on_stream", dest, source, dst, sst, size, n, pe), stream);                                         \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_iget_on_stream_b##size(void* dest, const void* source, std::ptrdiff_t dst,                 \
                                                           std::ptrdiff_t sst, std::size_t n, int pe, void* stream) {          \
    get(spread("shmemx_iget_on_stream", const_cast<void*>(source), dest, sst, dst, size, n, pe), stream);                      \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY void penstock_put_signal_on_stream_b##size(void* dest, const void* source, std::size_t n,                \
                                                                 std::uint64_t* address, std::uint64_t value, int op, int pe,  \
                                                                 void* stream) {                                               \
    constexpr const char* kRoutine = "shmemx_put_signal_on_stream";                                                            \
    streams(kRoutine).put_signal(whole(kRoutine, dest, source, n* size, pe), {address, value, op == kSignalAdd}, stream);      \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY int penstock_broadcast_on_stream_b##size(TeamHandle team, void* dest, const void* source, std::size_t n, \
                                                               int root, void* stream) {                                       \
    return collect({"shmemx_broadcast_on_stream", Kind::kBroadcast, dest, source, n, size, 1, 1, root}, team, stream);         \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY int penstock_fcollect_on_stream_b##size(TeamHandle team, void* dest, const void* source, std::size_t n,  \
                                                              void* stream) {                                                  \
    return collect({"shmemx_fcollect_on_stream", Kind::kFcollect, dest, source, n, size}, team, stream);                       \
  }                                                                                                                            \
  PENSTOCK_SHMEM_BODY int penstock_alltoall_on_stream_b##size(TeamHandle team, void* dest, const void* source, std::size_t n,  \
                                                              void* stream) {                                                  \
    return collect({"shmemx_alltoall_on_stream", Kind::kAlltoall, dest, source, n, size}, team, stream);                       \
  }
PENSTOCK_SHMEM_MOVES_ON(1)
PENSTOCK_SHMEM_MOVES_ON(2)
PENSTOCK_SHMEM_MOVES_ON(4)
PENSTOCK_SHMEM_MOVES_ON(8)
PENSTOCK_SHMEM_MOVES_ON(16)

#define PENSTOCK_SHMEM_P_ON(key, T)                                                             \
  PENSTOCK_SHMEM_BODY void penstock_p_on_stream_##key(T* dest, T value, int pe, void* stream) { \
    constexpr const char* kRoutine = "shmemx_p_on_stream";                                      \
    streams(kRoutine).put_value(kRoutine, dest, &value, sizeof(T), pe, stream);                 \
  }
PENSTOCK_SHMEM_P_ON(i1, std::uint8_t)
PENSTOCK_SHMEM_P_ON(i2, std::uint16_t)
PENSTOCK_SHMEM_P_ON(i4, std::uint32_t)
PENSTOCK_SHMEM_P_ON(i8, std::uint64_t)
PENSTOCK_SHMEM_P_ON(f4, float)
PENSTOCK_SHMEM_P_ON(f8, double)
PENSTOCK_SHMEM_P_ON(f16, long double)

#define PENSTOCK_SHMEM_WAIT_ON(key, T)                                                                    \
  PENSTOCK_SHMEM_BODY void penstock_wait_until_on_stream_##key(T* ivar, int cmp, T value, void* stream) { \
    wait_until(ivar, cmp, value, stream);                                                                 \
  }
PENSTOCK_SHMEM_WAIT_ON(s4, std::int32_t)
PENSTOCK_SHMEM_WAIT_ON(s8, std::int64_t)
PENSTOCK_SHMEM_WAIT_ON(u4, std::uint32_t)
PENSTOCK_SHMEM_WAIT_ON(u8, std::uint64_t)

PENSTOCK_SHMEM_BODY void penstock_signal_op_on_stream(std::uint64_t* address, std::uint64_t value, int op, int pe,
                                                      void* stream) {
  constexpr const char* kRoutine = "shmemx_signal_op_on_stream";
  streams(kRoutine).signal(kRoutine, {address, value, op == kSignalAdd}, pe, stream);
}
PENSTOCK_SHMEM_BODY void penstock_signal_wait_until_on_stream(std::uint64_t* address, int cmp, std::uint64_t value,
                                                              void* stream) {
  constexpr const char* kRoutine = "shmemx_signal_wait_until_on_stream";
  streams(kRoutine).wait({kRoutine, address, sizeof value, cmp, value}, stream);
}

PENSTOCK_SHMEM_BODY void penstock_quiet_on_stream(void* stream) {
  constexpr const char* kRoutine = "shmemx_quiet_on_stream";
  streams(kRoutine).quiet(kRoutine, stream);
}
PENSTOCK_SHMEM_BODY int penstock_team_sync_on_stream(TeamHandle team, void* stream) {
  return collect({.routine = "shmemx_team_sync_on_stream"}, team, stream);
}
PENSTOCK_SHMEM_BODY void penstock_sync_all_on_stream(void* stream) {
  collect({.routine = "shmemx_sync_all_on_stream"}, kTeamWorld, stream);
}
PENSTOCK_SHMEM_BODY int penstock_barrier_on_stream(TeamHandle team, void* stream) {
  constexpr const char* kRoutine = "shmemx_barrier_on_stream";
  streams(kRoutine).quiet(kRoutine, stream);
  return collect({.routine = kRoutine}, team, stream);
}
PENSTOCK_SHMEM_BODY void penstock_barrier_all_on_stream(void* stream) {
  constexpr const char* kRoutine = "shmemx_barrier_all_on_stream";
  streams(kRoutine).quiet(kRoutine, stream);
  collect({.routine = kRoutine}, kTeamWorld, stream);
}

#define PENSTOCK_SHMEM_REDUCE_ON(key, bytes, name, op, of)                                                          \
  PENSTOCK_SHMEM_BODY int penstock_##name##_reduce_on_stream_##key(TeamHandle team, void* dest, const void* source, \
                                                                   std::size_t n, void* stream) {                   \
    return collect({.routine = "shmemx_" #name "_reduce_on_stream",                                                 \
                    .kind = Kind::kReduce,                                                                          \
                    .dest = dest,                                                                                   \
                    .source = source,                                                                               \
                    .count = n,                                                                                     \
                    .size = bytes,                                                                                  \
                    .operation = Operation::op,                                                                     \
                    .element = of},                                                                                 \
                   team, stream);                                                                                   \
  }
#define PENSTOCK_SHMEM_SUMS_ON(key, size, element)        \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, sum, kSum, element) \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, prod, kProd, element)
#define PENSTOCK_SHMEM_ORDER_ON(key, size, element)       \
  PENSTOCK_SHMEM_SUMS_ON(key, size, element)              \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, max, kMax, element) \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, min, kMin, element)
#define PENSTOCK_SHMEM_BITS_ON(key, size, element)         \
  PENSTOCK_SHMEM_ORDER_ON(key, size, element)              \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, and, kBand, element) \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, or, kBor, element)   \
  PENSTOCK_SHMEM_REDUCE_ON(key, size, xor, kBxor, element)
constexpr Element kPlainChar = std::is_signed_v<char> ? Element::kInt8 : Element::kUint8;
PENSTOCK_SHMEM_ORDER_ON(c1, 1, kPlainChar)
PENSTOCK_SHMEM_BITS_ON(s1, 1, Element::kInt8)
PENSTOCK_SHMEM_BITS_ON(s2, 2, Element::kInt16)
PENSTOCK_SHMEM_BITS_ON(s4, 4, Element::kInt32)
PENSTOCK_SHMEM_BITS_ON(s8, 8, Element::kInt64)
PENSTOCK_SHMEM_BITS_ON(u1, 1, Element::kUint8)
PENSTOCK_SHMEM_BITS_ON(u2, 2, Element::kUint16)
PENSTOCK_SHMEM_BITS_ON(u4, 4, Element::kUint32)
PENSTOCK_SHMEM_BITS_ON(u8, 8, Element::kUint64)
PENSTOCK_SHMEM_ORDER_ON(f4, 4, Element::kFloat)
PENSTOCK_SHMEM_ORDER_ON(f8, 8, Element::kDouble)
PENSTOCK_SHMEM_SUMS_ON(z8, 8, Element::kComplexFloat)
PENSTOCK_SHMEM_SUMS_ON(z16, 16, Element::kComplexDouble)

}  // namespace penstock::shmem::face

#include "api/shmem/gen/stream.inc"
