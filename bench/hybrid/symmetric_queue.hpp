// A queue of blocks in the symmetric heap of each PE, into which all other PEs put.
#pragma once

#include <mpi.h>
#include <shmem.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace bench::hybrid {

struct Block {
  unsigned tag = 0;
  std::span<const std::byte> bytes;
};

// A PE that puts draws a number by fetch-and-add on the queue's tail, which is its place, and puts the block with
// a signal. The signal contains the round of the place, the tag and the length; so the owner sees which blocks
// are complete, and resets nothing.
class SymmetricQueue {
 public:
  static constexpr std::size_t kMostBytes = (std::size_t{1} << 24) - 1;
  static constexpr unsigned kMostTags = 1U << 16;

  // Collective over all PEs, which are the ranks of MPI_COMM_WORLD, as the destructor is. Throws
  // Failure if the heap has no room.
  SymmetricQueue(std::size_t blocks, std::size_t bytes);
  ~SymmetricQueue();
  SymmetricQueue(const SymmetricQueue&) = delete;
  SymmetricQueue& operator=(const SymmetricQueue&) = delete;

  [[nodiscard]] std::size_t block_bytes() const { return bytes_; }

  // Puts up to block_bytes() into the queue of `pe`; `data` may be overwritten when it returns. Any thread may call it. While
  // that queue is full it takes from this PE's own, since the other PE may wait for that.
  template <typename Take>
  void put(int pe, unsigned tag, std::span<const std::byte> data, const Take& take) {
    const std::uint64_t ticket = shmem_uint64_atomic_fetch_inc(&words_->tail, pe);
    while (!has_room(pe, ticket)) {
      if (!take_ready(take)) std::this_thread::yield();
    }
    put_at(pe, ticket, tag, data);
  }

  // Calls take(Block) for each block that has arrived, in the order of their places. A block is valid until take returns, which
  // must not put. Any thread may call it. Returns true if there was a block; false also while another thread takes.
  template <typename Take>
  bool take_ready(const Take& take) {
    const std::unique_lock lock(taking_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    bool any = false;
    for (Block block; front(&block); any = true) {
      take(block);
      pop();
    }
    return any;
  }

  // Called by one thread when the others of this PE put no more: takes until all blocks that all PEs
  // have put are taken. Collective.
  template <typename Take>
  void finish(const Take& take) {
    shmem_quiet();
    MPI_Request all_have_put = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &all_have_put);
    for (int done = 0; done == 0;) {
      if (!take_ready(take)) std::this_thread::yield();
      MPI_Test(&all_have_put, &done, MPI_STATUS_IGNORE);
    }
    const std::uint64_t all = shmem_uint64_atomic_fetch(&words_->tail, me_);
    while (taken_ != all) {
      if (!take_ready(take)) std::this_thread::yield();
    }
  }

 private:
  // The words have lines of their own: all PEs write one, the owner alone writes the other.
  struct Words {
    alignas(64) std::uint64_t tail;
    alignas(64) std::uint64_t taken;
  };

  [[nodiscard]] bool has_room(int pe, std::uint64_t ticket);
  void put_at(int pe, std::uint64_t ticket, unsigned tag, std::span<const std::byte> data);
  bool front(Block* out) const;
  void pop();
  [[nodiscard]] std::byte* place(std::uint64_t ticket) const { return memory_ + ticket % blocks_ * bytes_; }
  [[nodiscard]] std::uint64_t* signal(std::uint64_t ticket) const { return signals_ + ticket % blocks_; }
  [[nodiscard]] std::uint64_t round(std::uint64_t ticket) const { return (ticket / blocks_ + 1) % (std::uint64_t{1} << 24); }

  const std::size_t blocks_, bytes_;
  const int me_;
  Words* words_ = nullptr;
  std::uint64_t* signals_ = nullptr;
  std::byte* memory_ = nullptr;
  std::mutex taking_;
  std::uint64_t taken_ = 0;                              // protected by taking_, and used in finish()
  std::vector<std::atomic<std::uint64_t>> known_taken_;  // by PE: its count of blocks at the last read
};

}  // namespace bench::hybrid
