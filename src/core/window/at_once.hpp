// On the fast path one-sided operations go straight from the arguments of the MPI call to the member's memory, and are over
// when they return. The entry points try it first; any other case goes the general way, which checks the arguments and reports
// what is wrong.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::core {

struct DirectTarget {
  int rank;
  MPI_Aint displacement;
  MPI_Count count;
  MPI_Datatype type;
};

// As an unsigned number a negative displacement is large, and lies outside the memory.
inline bool offset_of(const DirectMember& member, MPI_Aint displacement, std::uint64_t* out) noexcept {
  return !__builtin_mul_overflow(static_cast<std::uint64_t>(displacement), member.unit, out);
}

inline bool is_memory(const void* address) noexcept {
  return address != nullptr && address != MPI_IN_PLACE;
}

// Returns null where the epoch does not admit it, or the member was not used yet.
inline DirectMember* admitted_at_once(Window& window, int rank, std::uint8_t admits) noexcept {
  WindowPeer* const peer = window.members().find(rank);
  return peer != nullptr && window.access().admits(peer->direct, admits) ? &peer->direct : nullptr;
}

// Returns 0 where nothing moves, the elements have gaps, the count or the product is out of range, or the type is not usable.
inline std::uint64_t contiguous_bytes(Window& window, MPI_Datatype type, MPI_Count count) noexcept {
  const Datatype* const found = window.core().instance().table<Datatype>().find(number_of(type));
  std::uint64_t bytes = 0;
  if (found == nullptr || !found->committed() || count < 0) return 0;
  const auto many = static_cast<std::uint64_t>(count);
  if (!found->layout().is_contiguous(many) || __builtin_mul_overflow(many, found->layout().size(), &bytes)) return 0;
  return bytes;
}

inline bool moves_at_once(Window& window, const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                          const DirectMember& member, std::uint64_t* offset, std::uint64_t* bytes) noexcept {
  *bytes = contiguous_bytes(window, type, count);
  if (*bytes == 0 || !is_memory(origin) || !window.core().rma().all_host()) return false;
  const bool alike = target.type == type && target.count == count;
  if (!alike && contiguous_bytes(window, target.type, target.count) != *bytes) return false;
  return offset_of(member, target.displacement, offset) && member.memory.holds(*offset, *bytes);
}

// put_at_once() and the functions after it take the arguments of the MPI call unchecked, and wait for nothing. They return
// false where they have done nothing, or, for an accumulate, where elements are left; the general way follows. `admits` is what
// the epoch must admit: kAdmitsAccess, or kAdmitsPassive for the form with a request.
inline bool put_at_once(Window& window, const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                        std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted_at_once(window, target.rank, admits);
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  if (member == nullptr || !moves_at_once(window, origin, count, type, target, *member, &offset, &bytes)) return false;
  member->memory.put(offset, origin, bytes);
  window.core().rma().counters().count(rma::RmaCounters::kPutDirect, bytes);
  window.access().note_use();
  return true;
}

inline bool get_at_once(Window& window, void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                        std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted_at_once(window, target.rank, admits);
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  if (member == nullptr || !moves_at_once(window, origin, count, type, target, *member, &offset, &bytes)) return false;
  member->memory.get(offset, origin, bytes);
  window.core().rma().counters().count(rma::RmaCounters::kGetDirect, bytes);
  window.access().note_use();
  return true;
}

// `result` is null for the plain accumulate. All three sides have `count` elements of `type`.
inline bool accumulate_at_once(Window& window, const void* origin, void* result, MPI_Count count, MPI_Datatype type, int rank,
                               MPI_Aint displacement, MPI_Op op, std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted_at_once(window, rank, admits);
  const CheckedFold& known = window.operations().accumulate_fold();
  const rma::Fold& fold = known.fold;
  if (member == nullptr || type != known.type || op != known.op || count <= 0 || !window.core().rma().all_host()) return false;
  const auto many = static_cast<std::uint64_t>(count);
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  if (__builtin_mul_overflow(many, std::uint64_t{fold.bytes}, &bytes) || !offset_of(*member, displacement, &offset) ||
      !member->memory.holds(offset, bytes)) {
    return false;
  }
  if (fold.reads_only() ? result == nullptr : !is_memory(origin)) return false;
  if (result == MPI_IN_PLACE) return false;
  const rma::Elements elements{fold.reads_only() ? nullptr : static_cast<const std::byte*>(origin), nullptr,
                               static_cast<std::byte*>(result), many};
  const std::uint64_t done = member->memory.accumulate(fold, offset, elements, window.core().rma().rank());
  if (done != 0) window.core().rma().count_direct(member->memory, fold, offset, done);
  window.access().note_use();
  if (done == many) return true;
  window.operations().set_done_ahead(done);
  return false;
}

inline bool compare_and_swap_at_once(Window& window, const void* origin, const void* compare, void* result, MPI_Datatype type,
                                     int rank, MPI_Aint displacement) noexcept {
  const DirectMember* const member = admitted_at_once(window, rank, kAdmitsAccess);
  const CheckedFold& known = window.operations().swap_fold();
  const rma::Fold& fold = known.fold;
  std::uint64_t offset = 0;
  if (member == nullptr || type != known.type || !window.core().rma().all_host()) return false;
  if (!is_memory(origin) || !is_memory(compare) || !is_memory(result)) return false;
  if (!offset_of(*member, displacement, &offset) || !member->memory.holds(offset, fold.bytes)) return false;
  const rma::Elements one{static_cast<const std::byte*>(origin), static_cast<const std::byte*>(compare),
                          static_cast<std::byte*>(result), 1};
  if (member->memory.accumulate(fold, offset, one, window.core().rma().rank()) == 0) return false;
  window.core().rma().count_direct(member->memory, fold, offset, 1);
  window.access().note_use();
  return true;
}

// A flush only orders the caller's own loads and stores here. Now and then it must make a round of progress; the general way
// does that (WindowCompletion::call_quietly()).
inline bool flush_quietly_at_once(Window& window) noexcept {
  if (!window.completion().calls_quietly_at_once()) return false;
  window.core().rma().counters().count(rma::RmaCounters::kFlush, 0);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return true;
}

inline bool flush_at_once(Window& window, int rank) noexcept {
  const DirectMember* const member = admitted_at_once(window, rank, kAdmitsPassive);
  return member != nullptr && member->memory.bytes != 0 && !member->touched && flush_quietly_at_once(window);
}

inline bool flush_all_at_once(Window& window) noexcept {
  return window.access().is_passive() && window.completion().is_complete() && flush_quietly_at_once(window);
}

inline bool flush_local_at_once(Window& window, int rank) noexcept {
  const DirectMember* const member = admitted_at_once(window, rank, kAdmitsPassive);
  return member != nullptr && member->memory.bytes != 0;
}

}  // namespace penstock::core
