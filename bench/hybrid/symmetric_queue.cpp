#include "symmetric_queue.hpp"

#include <cstring>
#include <string>

#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

constexpr std::size_t kLine = 64;
constexpr int kLengthBits = 24, kTagBits = 16;

std::size_t whole_lines(std::size_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

}  // namespace

SymmetricQueue::SymmetricQueue(std::size_t blocks, std::size_t bytes)
    : blocks_(blocks), bytes_(whole_lines(bytes)), me_(shmem_my_pe()), known_taken_(static_cast<std::size_t>(shmem_n_pes())) {
  if (bytes_ > kMostBytes) throw Failure("a block of a symmetric queue has at most " + std::to_string(kMostBytes) + " bytes");
  const std::size_t head = sizeof(Words) + whole_lines(blocks_ * sizeof(std::uint64_t));
  auto* const all = static_cast<std::byte*>(shmem_align(kLine, head + blocks_ * bytes_));
  if (all == nullptr) {
    throw Failure("the symmetric heap has no room for a queue of " + std::to_string(head + blocks_ * bytes_) +
                  " bytes: set SHMEM_SYMMETRIC_SIZE");
  }
  std::memset(all, 0, head);
  words_ = reinterpret_cast<Words*>(all);
  signals_ = reinterpret_cast<std::uint64_t*>(all + sizeof(Words));
  memory_ = all + head;
  shmem_barrier_all();
}

SymmetricQueue::~SymmetricQueue() {
  shmem_free(words_);  // it waits for all PEs
}

bool SymmetricQueue::has_room(int pe, std::uint64_t ticket) {
  std::atomic<std::uint64_t>& known = known_taken_[static_cast<std::size_t>(pe)];
  if (ticket < known.load(std::memory_order_relaxed) + blocks_) return true;
  const std::uint64_t taken = shmem_uint64_atomic_fetch(&words_->taken, pe);
  known.store(taken, std::memory_order_relaxed);
  return ticket < taken + blocks_;
}

void SymmetricQueue::put_at(int pe, std::uint64_t ticket, unsigned tag, std::span<const std::byte> data) {
  const std::uint64_t told = (round(ticket) << kTagBits | tag) << kLengthBits | data.size();
  shmem_putmem_signal(place(ticket), data.data(), data.size(), signal(ticket), told, SHMEM_SIGNAL_SET, pe);
}

bool SymmetricQueue::front(Block* out) const {
  const std::uint64_t told = shmem_signal_fetch(signal(taken_));
  if (told >> (kTagBits + kLengthBits) != round(taken_)) return false;
  out->tag = static_cast<unsigned>(told >> kLengthBits) % kMostTags;
  out->bytes = {place(taken_), static_cast<std::size_t>(told & kMostBytes)};
  return true;
}

void SymmetricQueue::pop() {
  ++taken_;
  shmem_uint64_atomic_set(&words_->taken, taken_, me_);
}

}  // namespace bench::hybrid
