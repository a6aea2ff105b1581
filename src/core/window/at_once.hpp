// One-sided operations that are over at once, from the call's arguments straight to the member's memory: for the entry points.
// What is not the plain case goes the usual way, which checks it and says what is wrong.
#pragma once

#include <atomic>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::core {

// Null: the epoch does not admit it, or nothing is known of it.
inline DirectMember* Window::admitted(int rank, std::uint8_t admits) noexcept {
  if (static_cast<std::size_t>(rank) >= peers_.size()) return nullptr;
  WindowPeer* const peer = peers_[static_cast<std::size_t>(rank)].get();
  if (peer == nullptr || ((peer->direct.admits | admits_all_) & admits) == 0) return nullptr;
  return &peer->direct;
}

// 0: nothing moves, they do not lie together, the count is none or the product too large, or the type may not be used.
inline std::uint64_t Window::contiguous_bytes(MPI_Datatype type, MPI_Count count) const noexcept {
  const Datatype* const found = core_.instance().table<Datatype>().find(number_of(type));
  std::uint64_t bytes = 0;
  if (found == nullptr || !found->committed() || count < 0) return 0;
  const auto many = static_cast<std::uint64_t>(count);
  if (!found->layout().is_contiguous(many) || __builtin_mul_overflow(many, found->layout().size(), &bytes)) return 0;
  return bytes;
}

// A negative displacement is a large one here, and lies outside.
inline bool offset_of(const DirectMember& member, MPI_Aint displacement, std::uint64_t* out) noexcept {
  return !__builtin_mul_overflow(static_cast<std::uint64_t>(displacement), member.unit, out);
}

inline bool is_memory(const void* address) noexcept {
  return address != nullptr && address != MPI_IN_PLACE;
}

inline bool Window::moves_at_once(const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                                  const DirectMember& member, std::uint64_t* offset, std::uint64_t* bytes) const noexcept {
  *bytes = contiguous_bytes(type, count);
  if (*bytes == 0 || !is_memory(origin) || !core_.rma().all_host()) return false;
  const bool alike = target.type == type && target.count == count;
  if (!alike && contiguous_bytes(target.type, target.count) != *bytes) return false;
  return offset_of(member, target.displacement, offset) && member.memory.holds(*offset, *bytes);
}

inline bool Window::put_at_once(const void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                                std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted(target.rank, admits);
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  if (member == nullptr || !moves_at_once(origin, count, type, target, *member, &offset, &bytes)) return false;
  member->memory.put(offset, origin, bytes);
  core_.rma().counters().count(rma::RmaCounters::kPutDirect, bytes);
  note_use();
  return true;
}

inline bool Window::get_at_once(void* origin, MPI_Count count, MPI_Datatype type, const DirectTarget& target,
                                std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted(target.rank, admits);
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  if (member == nullptr || !moves_at_once(origin, count, type, target, *member, &offset, &bytes)) return false;
  member->memory.get(offset, origin, bytes);
  core_.rma().counters().count(rma::RmaCounters::kGetDirect, bytes);
  note_use();
  return true;
}

inline bool Window::accumulate_at_once(const void* origin, void* result, MPI_Count count, MPI_Datatype type, int rank,
                                       MPI_Aint displacement, MPI_Op op, std::uint8_t admits) noexcept {
  const DirectMember* const member = admitted(rank, admits);
  const rma::Fold& fold = known_.fold;
  if (member == nullptr || type != known_.type || op != known_.op || count <= 0 || !core_.rma().all_host()) return false;
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
  const std::uint64_t done = member->memory.accumulate(fold, offset, elements, core_.rma().rank());
  if (done != 0) core_.rma().count_direct(member->memory, fold, offset, done);
  note_use();
  if (done == many) return true;
  done_ahead_ = done;
  return false;
}

inline bool Window::compare_and_swap_at_once(const void* origin, const void* compare, void* result, MPI_Datatype type, int rank,
                                             MPI_Aint displacement) noexcept {
  const DirectMember* const member = admitted(rank, kAdmitsAccess);
  const rma::Fold& fold = known_swap_.fold;
  std::uint64_t offset = 0;
  if (member == nullptr || type != known_swap_.type || !core_.rma().all_host()) return false;
  if (!is_memory(origin) || !is_memory(compare) || !is_memory(result)) return false;
  if (!offset_of(*member, displacement, &offset) || !member->memory.holds(offset, fold.bytes)) return false;
  const rma::Elements one{static_cast<const std::byte*>(origin), static_cast<const std::byte*>(compare),
                          static_cast<std::byte*>(result), 1};
  if (member->memory.accumulate(fold, offset, one, core_.rma().rank()) == 0) return false;
  core_.rma().count_direct(member->memory, fold, offset, 1);
  note_use();
  return true;
}

// The caller's own loads and stores are what is left: a fence, and a round of progress now and then, which is the usual way's
// (look_after_others()).
inline bool Window::flush_at_once(int rank) noexcept {
  const DirectMember* const member = admitted(rank, kAdmitsPassive);
  if (member == nullptr || member->memory.bytes == 0 || member->touched || is_time_to_look()) return false;
  ++quiet_calls_;
  core_.rma().counters().count(rma::RmaCounters::kFlush, 0);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return true;
}

inline bool Window::flush_all_at_once() noexcept {
  const bool passive = access_ == Access::kLockedAll || access_ == Access::kLocked;
  if (!passive || !touched_.empty() || is_time_to_look()) return false;
  ++quiet_calls_;
  core_.rma().counters().count(rma::RmaCounters::kFlush, 0);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return true;
}

inline bool Window::flush_local_at_once(int rank) noexcept {
  const DirectMember* const member = admitted(rank, kAdmitsPassive);
  return member != nullptr && member->memory.bytes != 0;
}

}  // namespace penstock::core
