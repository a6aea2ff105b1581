// What happened inside the library, for tools that ask for it. Where nobody asks, raising one costs a load and a branch.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace penstock::observe {

enum class Event : std::uint8_t {
  kMessageKept,  // a message has come before its receive: source, tag, bytes
  kCredits,      // a peer asks this rank to hold small messages back, or to go on: peer, hold (1) or go on (0)
  kPathChosen,   // how the bytes of a large message move: peer, received (1) or sent (0), proto::Method, bytes
};
inline constexpr std::size_t kEvents = 3;
inline constexpr std::size_t kMostValues = 4;

struct EventRecord {
  Event event = Event::kMessageKept;
  std::uint64_t time_ns = 0;
  std::array<std::int64_t, kMostValues> values = {};
};

// Kept until somebody takes them, at most kKept: what comes when there is no room is counted. One per engine; every call
// under its lock.
class Events {
 public:
  static constexpr std::size_t kKept = 1024;

  [[nodiscard]] bool wanted(Event event) const noexcept { return (wanted_ >> static_cast<unsigned>(event) & 1U) != 0; }
  // From now on those are raised whose bits are set; `pending` becomes true when there is something to take. It outlives the
  // object.
  void want(unsigned events, std::atomic<bool>* pending);

  // Only where wanted() says so.
  void raise(Event event, const std::array<std::int64_t, kMostValues>& values) noexcept;

  struct Taken {
    std::vector<EventRecord> records;              // in the order in which they were raised
    std::array<std::uint64_t, kEvents> lost = {};  // since they were taken last
  };
  [[nodiscard]] Taken take();

 private:
  unsigned wanted_ = 0;
  std::atomic<bool>* pending_ = nullptr;
  Taken waiting_;
};

}  // namespace penstock::observe
