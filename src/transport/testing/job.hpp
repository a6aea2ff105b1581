// A small job for tests and benchmarks of transports: ranks as threads or as forked processes, their cards in memory that all
// of them see.
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

inline constexpr std::size_t kCardBytes = 4096;

// What the ranks share: a card each, a barrier, some words for the test.
struct Board {
  std::atomic<int> arrived{0};
  std::atomic<int> round{0};
  std::atomic<bool> failed{false};  // a rank has given up: nobody waits any more
  std::atomic<std::uint64_t> words[16] = {};
  struct Place {
    std::size_t bytes = 0;
    std::byte card[kCardBytes];
  } cards[1];  // one per rank

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

// The cards on a board, read when first asked for.
class BoardCards final : public CardSource {
 public:
  BoardCards(Board& board, int size) : board_(board), cards_(static_cast<std::size_t>(size)) {}
  void publish(int rank, const Card& card) {
    const std::vector<std::byte> bytes = card.pack();
    Board::Place& place = board_.cards[rank];
    place.bytes = std::min(bytes.size(), kCardBytes);
    std::memcpy(place.card, bytes.data(), place.bytes);
  }
  Status card(int peer, const Card** out) override {
    auto& cached = cards_[static_cast<std::size_t>(peer)];
    if (!cached) {
      cached = std::make_unique<Card>();
      PENSTOCK_TRY(Card::unpack(std::span(board_.cards[peer].card, board_.cards[peer].bytes), cached.get()));
    }
    *out = cached.get();
    return Status::ok();
  }

 private:
  Board& board_;
  std::vector<std::unique_ptr<Card>> cards_;
};

// What one rank has.
struct Rank {
  int rank;
  int size;
  Board& board;
  const Config& config;
  Log& log;
  BoardCards& cards;
  Transport& transport;
  void barrier() const { board.barrier(size); }
};

using Make = std::function<Status(const Environment&, std::unique_ptr<Transport>*)>;
using Body = std::function<bool(const Rank&)>;

// Makes a transport, exchanges cards, runs the body. False if any of it failed.
inline bool run_rank(int rank, int size, Board& board, const Config& config, accel::Accel& accel, const Make& make,
                     const Body& body, const Log::Sink& sink = {}) {
  Log log(base::Level::kInfo, rank);
  if (sink) log.set_sink(sink);
  BoardCards cards(board, size);
  const Environment environment{config, log, accel, cards, rank, size};
  std::unique_ptr<Transport> transport;
  Card card;
  Status made = make(environment, &transport);
  if (made.is_ok()) made = transport->publish(&card);
  if (!made.is_ok()) {
    fmt::print(stderr, "rank {}: {}\n", rank, made.message());
    board.failed = true;
    return false;
  }
  cards.publish(rank, card);
  board.barrier(size);
  const bool good = body(Rank{rank, size, board, config, log, cards, *transport});
  if (!good) board.failed = true;
  board.barrier(size);
  return good;
}

// One function per rank in threads of this process.
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

// The same in forked processes. Their exit statuses are their answers.
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

// In a rank's body: says what is wrong and gives up. A forked rank cannot use the test framework's own checks.
#define PENSTOCK_DEMAND(condition)                                               \
  do {                                                                           \
    if (!(condition)) {                                                          \
      fmt::print(stderr, "{}:{}: not so: {}\n", __FILE__, __LINE__, #condition); \
      return false;                                                              \
    }                                                                            \
  } while (false)
