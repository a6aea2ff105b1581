// The ways in which a vertex that was found reaches its owner: messages of MPI, or puts into symmetric queues. Both gather
// vertices in blocks of the same size.
#pragma once

#include <mpi.h>

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "hybrid/symmetric_queue.hpp"
#include "search.hpp"

namespace bench::hybrid {

// MPI alone: each thread gathers vertices for each rank in two alternating blocks and sends them by MPI_Isend; some receives
// from any rank are always posted. At the end of a level the ranks exchange the numbers of blocks that they sent.
class MessageChannel {
 public:
  // Collective.
  MessageChannel(int threads, std::size_t block_bytes);
  ~MessageChannel();
  MessageChannel(const MessageChannel&) = delete;
  MessageChannel& operator=(const MessageChannel&) = delete;

  template <typename Visit>
  void send(int thread, int owner, Found found, const Visit& visit) {
    Lane& lane = lane_of(thread, owner);
    lane.block().push_back(found);
    if (lane.block().size() == each_) post(lane, owner, visit);
  }

  template <typename Visit>
  void flush(int thread, const Visit& visit) {
    for (int owner = 0; owner < ranks_; ++owner) {
      if (Lane& lane = lane_of(thread, owner); !lane.block().empty()) post(lane, owner, visit);
    }
  }

  // Returns true if there was anything to receive.
  template <typename Visit>
  bool poll(const Visit& visit) {
    const std::unique_lock lock(receiving_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    bool any = false;
    for (int ready = test_some(); ready > 0; ready = test_some(), any = true) {
      for (int i = 0; i < ready; ++i) {
        for (const Found& found : received(i)) visit(found);
        post_receive(static_cast<std::size_t>(indices_[static_cast<std::size_t>(i)]));
      }
      blocks_received_ += static_cast<std::uint64_t>(ready);
    }
    return any;
  }

  template <typename Visit>
  void finish(const Visit& visit) {
    gather_counts();
    MPI_Request told = MPI_REQUEST_NULL;
    MPI_Ialltoall(sent_.data(), 1, MPI_UINT64_T, coming_.data(), 1, MPI_UINT64_T, all_, &told);
    for (int done = 0; done == 0;) {
      if (!poll(visit)) std::this_thread::yield();
      MPI_Test(&told, &done, MPI_STATUS_IGNORE);
    }
    for (const std::uint64_t expected = sum_coming(); blocks_received_ < expected;) {
      if (!poll(visit)) std::this_thread::yield();
    }
    blocks_received_ = 0;
  }

 private:
  static constexpr std::size_t kReceives = 16;

  // The blocks that one thread has for one rank. A block is free again when the next one is full.
  struct Lane {
    std::array<std::vector<Found>, 2> blocks;
    std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    std::size_t current = 0;
    std::uint64_t sent = 0;
    std::vector<Found>& block() { return blocks[current]; }
  };

  [[nodiscard]] Lane& lane_of(int thread, int owner) { return lanes_[static_cast<std::size_t>(thread * ranks_ + owner)]; }

  template <typename Visit>
  void post(Lane& lane, int owner, const Visit& visit) {
    start(lane, owner);
    lane.current ^= 1U;
    // The receiver may itself wait for this rank to receive.
    for (int done = 0; done == 0;) {
      MPI_Test(&lane.requests[lane.current], &done, MPI_STATUS_IGNORE);
      if (done == 0 && !poll(visit)) std::this_thread::yield();
    }
    lane.block().clear();
  }

  void start(Lane& lane, int owner);
  void post_receive(std::size_t which);
  [[nodiscard]] int test_some();
  [[nodiscard]] std::span<const Found> received(int which) const;
  void gather_counts();
  [[nodiscard]] std::uint64_t sum_coming() const;

  const int threads_;
  const std::size_t each_;  // vertices in a block
  int ranks_ = 0;
  MPI_Comm all_ = MPI_COMM_NULL;
  std::vector<Lane> lanes_;
  std::vector<std::uint64_t> sent_, coming_;  // blocks of this level, by rank
  std::mutex receiving_;                      // for all below
  std::array<std::vector<Found>, kReceives> buffers_;
  std::array<MPI_Request, kReceives> receives_{};
  std::array<int, kReceives> indices_{};
  std::array<MPI_Status, kReceives> statuses_{};
  std::uint64_t blocks_received_ = 0;
};

// MPI and OpenSHMEM: each thread gathers one block for each PE and puts it into that PE's queue.
class QueueChannel {
 public:
  // Collective.
  QueueChannel(int threads, std::size_t block_bytes, std::size_t blocks);

  template <typename Visit>
  void send(int thread, int owner, Found found, const Visit& visit) {
    std::vector<Found>& block = block_of(thread, owner);
    block.push_back(found);
    if (block.size() == each_) put(block, owner, visit);
  }

  template <typename Visit>
  void flush(int thread, const Visit& visit) {
    for (int owner = 0; owner < pes_; ++owner) {
      if (std::vector<Found>& block = block_of(thread, owner); !block.empty()) put(block, owner, visit);
    }
  }

  template <typename Visit>
  void poll(const Visit& visit) {
    queue_.take_ready(taker(visit));
  }

  template <typename Visit>
  void finish(const Visit& visit) {
    queue_.finish(taker(visit));
  }

 private:
  template <typename Visit>
  static auto taker(const Visit& visit) {
    return [&visit](const Block& block) {
      const auto* const found = reinterpret_cast<const Found*>(block.bytes.data());
      for (std::size_t i = 0; i < block.bytes.size() / sizeof(Found); ++i) visit(found[i]);
    };
  }

  template <typename Visit>
  void put(std::vector<Found>& block, int owner, const Visit& visit) {
    queue_.put(owner, 0, std::as_bytes(std::span(block)), taker(visit));
    block.clear();
  }

  [[nodiscard]] std::vector<Found>& block_of(int thread, int owner) {
    return blocks_[static_cast<std::size_t>(thread * pes_ + owner)];
  }

  const std::size_t each_;
  const int pes_;
  std::vector<std::vector<Found>> blocks_;
  SymmetricQueue queue_;
};

}  // namespace bench::hybrid
