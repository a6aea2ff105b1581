// This header runs a small job for tests and benchmarks of transports: ranks are threads or forked processes, with their
// addresses in memory that all of them see.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transport/transport.hpp"

namespace penstock::transport::testing {

inline constexpr std::size_t kAddressBytes = 4096;

// Board is memory that the ranks share: an address of each rank, a barrier, and some words for the test.
struct Board {
  std::atomic<int> arrived{0};
  std::atomic<int> round{0};
  std::atomic<bool> failed{false};  // a rank has given up: waits end
  std::atomic<std::uint64_t> words[16] = {};
  struct Place {
    std::size_t bytes = 0;
    std::byte address[kAddressBytes];
  } addresses[1];  // one per rank

  static Board* make(int size) {
    const std::size_t bytes = sizeof(Board) + static_cast<std::size_t>(size) * sizeof(Place);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : new (memory) Board;  // unmapped with the process: tests make few
  }
  void barrier(int size) {
    const int now = round.load();
    if (arrived.fetch_add(1) + 1 == size) {
      arrived.store(0);
      round.store(now + 1);
      return;
    }
    while (round.load() == now && !failed.load()) sched_yield();
  }
};

// BoardAddresses reads the addresses on a board when they are first needed.
class BoardAddresses final : public AddressSource {
 public:
  BoardAddresses(Board& board, int size) : board_(board), addresses_(static_cast<std::size_t>(size)) {}
  void publish(int rank, const WorkerAddress& address) {
    const std::vector<std::byte> bytes = address.pack();
    Board::Place& place = board_.addresses[rank];
    place.bytes = std::min(bytes.size(), kAddressBytes);
    std::memcpy(place.address, bytes.data(), place.bytes);
  }
  Status address(int peer, const WorkerAddress** out) override {
    auto& cached = addresses_[static_cast<std::size_t>(peer)];
    if (!cached) {
      cached = std::make_unique<WorkerAddress>();
      PENSTOCK_TRY(
          WorkerAddress::unpack(std::span(board_.addresses[peer].address, board_.addresses[peer].bytes), cached.get()));
    }
    *out = cached.get();
    return Status::ok();
  }

 private:
  Board& board_;
  std::vector<std::unique_ptr<WorkerAddress>> addresses_;
};

// Rank has the objects of one rank.
struct Rank {
  int rank;
  int size;
  Board& board;
  const Config& config;
  Log& log;
  BoardAddresses& addresses;
  Transport& transport;
  void barrier() const { board.barrier(size); }
};

using Make = std::function<Status(const Environment&, std::unique_ptr<Transport>*)>;
using Body = std::function<bool(const Rank&)>;

// Makes a transport, exchanges addresses and runs the body. Returns false if any of these failed.
inline bool run_rank(int rank, int size, Board& board, const Config& config, accel::Accel& accel, const Make& make,
                     const Body& body, const Log::Sink& sink = {}) {
  Log log(base::Level::kInfo, rank);
  if (sink) log.set_sink(sink);
  BoardAddresses addresses(board, size);
  const Environment environment{config, log, accel, addresses, rank, size};
  std::unique_ptr<Transport> transport;
  WorkerAddress address;
  Status made = make(environment, &transport);
  if (made.is_ok()) made = transport->publish(&address);
  if (!made.is_ok()) {
    fmt::print(stderr, "rank {}: {}\n", rank, made.message());
    board.failed = true;
    return false;
  }
  addresses.publish(rank, address);
  board.barrier(size);
  const bool good = body(Rank{rank, size, board, config, log, addresses, *transport});
  if (!good) board.failed = true;
  board.barrier(size);
  return good;
}

// Runs one function per rank in threads of this process.
inline bool run_threads(int size, const std::function<bool(int rank)>& body) {
  std::vector<std::thread> threads;
  std::atomic<bool> good{true};
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      if (!body(rank)) good = false;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return good;
}

// Runs one function per rank in forked processes, whose exit statuses are the answers.
inline bool run_processes(int size, const std::function<bool(int rank)>& body) {
  std::vector<pid_t> children;
  for (int rank = 0; rank < size; ++rank) {
    const pid_t child = fork();
    if (child == 0) _exit(body(rank) ? 0 : 1);
    if (child < 0) return false;
    children.push_back(child);
  }
  bool good = true;
  for (const pid_t child : children) {
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) good = false;
  }
  return good;
}

}  // namespace penstock::transport::testing

// In a rank's body, this macro reports a failed condition and gives up. A forked rank cannot use the test framework's own
// checks.
#define PENSTOCK_DEMAND(condition)                                               \
  do {                                                                           \
    if (!(condition)) {                                                          \
      fmt::print(stderr, "{}:{}: not so: {}\n", __FILE__, __LINE__, #condition); \
      return false;                                                              \
    }                                                                            \
  } while (false)
