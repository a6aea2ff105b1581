// The rows that p2p adds to the counters: one for each method by which a message can move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "accel/accel.hpp"
#include "observe/counters.hpp"
#include "proto/common/peers.hpp"
#include "proto/p2p/choose.hpp"

namespace penstock::proto {

// Names of rows are "eager shm", "get ipc", "put ipc", "staged shm", "bounce ipc", "copy local", "stream net". Not thread-safe.
class Paths {
 public:
  Paths(observe::Counters& counters, Peers& peers) : counters_(counters), peers_(peers) {}

  // Each returns the number of a path; its rows in the counters are made when kinds of memory first use it.
  [[nodiscard]] int eager(int peer);
  [[nodiscard]] int pieces(int peer);
  [[nodiscard]] int direct(Method method, std::size_t transport);
  [[nodiscard]] int bounce(std::size_t transport);
  [[nodiscard]] int stream(std::size_t transport);
  [[nodiscard]] int local();

  // Counts one small message between host memories.
  void record_eager(int peer, std::uint64_t bytes, std::uint64_t nanoseconds) {
    observe::PathId row = eager_rows_.at(peer);
    if (row == 0) [[unlikely]] {
      row = find_eager(peer);
    }
    counters_.record(row - 1, bytes, nanoseconds);
  }
  // Counts one large message between host memories that was read over the lane to its sender.
  void record_read(int peer, std::uint64_t bytes, std::uint64_t nanoseconds) {
    observe::PathId row = read_rows_.at(peer);
    if (row == 0) [[unlikely]] {
      row = find_read(peer);
    }
    counters_.record(row - 1, bytes, nanoseconds);
  }
  // Counts one received message.
  void record(int path, accel::MemoryKind source, accel::MemoryKind destination, std::uint64_t bytes,
              std::uint64_t nanoseconds);

 private:
  enum Verb : std::size_t { kEager, kPieces, kGet, kPut, kLocal, kBounce, kStream, kVerbs };
  observe::PathId find_eager(int peer);
  observe::PathId find_read(int peer);
  [[nodiscard]] int path(Verb verb, std::size_t transport) const;
  [[nodiscard]] int lane_path(Verb verb, int peer);
  // Returns the row's number plus one; 0: the row is not made yet.
  [[nodiscard]] observe::PathId& row_of(int path, accel::MemoryKind source, accel::MemoryKind destination);
  [[nodiscard]] observe::PathId make_row(std::size_t path, accel::MemoryKind source, accel::MemoryKind destination);

  observe::Counters& counters_;
  Peers& peers_;
  PeerTable<observe::PathId> eager_rows_;  // host to host rows by peer, as in rows_
  PeerTable<observe::PathId> read_rows_;
  std::vector<observe::PathId> rows_;  // by path and kinds of memory: the row's number plus one; 0: not made yet
};

}  // namespace penstock::proto
