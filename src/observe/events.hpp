// Events report actions inside the library to tools that ask for them. If no tool asks, raising an event costs a load and a
// branch.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace penstock::observe {

enum class Event : std::uint8_t {
  kMessageKept,  // a message came before its receive was posted: source, tag, bytes
  kCredits,      // a peer asks this rank to stop or resume small messages: peer, stop (1) or resume (0)
  kPathChosen,   // the method for a large message: peer, received (1) or sent (0), proto::Method, bytes
};
inline constexpr std::size_t kEvents = 3;
inline constexpr std::size_t kMostValues = 4;

struct EventRecord {
  Event event = Event::kMessageKept;
  std::uint64_t time_ns = 0;
  std::array<std::int64_t, kMostValues> values = {};
};

// Events are kept until a tool takes them, at most kKept; events that find no room are counted. There is one object per engine,
// and every call holds the engine's lock.
class Events {
 public:
  static constexpr std::size_t kKept = 1024;

  [[nodiscard]] bool wanted(Event event) const noexcept { return (wanted_ >> static_cast<unsigned>(event) & 1U) != 0; }
  // From now on the events whose bits are set are raised; `pending` becomes true when there is an event to take. It must
  // outlive the object.
  void want(unsigned events, std::atomic<bool>* pending);

  // May be called only for events for which wanted() is true.
  void raise(Event event, const std::array<std::int64_t, kMostValues>& values) noexcept;

  struct Taken {
    std::vector<EventRecord> records;              // in the order in which they were raised
    std::array<std::uint64_t, kEvents> lost = {};  // since the last call of take()
  };
  [[nodiscard]] Taken take();

 private:
  unsigned wanted_ = 0;
  std::atomic<bool>* pending_ = nullptr;
  Taken waiting_;
};

}  // namespace penstock::observe
