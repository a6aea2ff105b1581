// Measures how a rank spends its time.
#pragma once

#include <array>
#include <chrono>

namespace bench::apps {

enum Direction { kNorthSouth, kEastWest, kDirections };

// Copies are calls that copy or pack, and waits for them. Messages are calls of MPI. Overlapped work counts for the
// phase in which the processor was.
enum Phase { kCompute, kCopiesNorthSouth, kMessagesNorthSouth, kCopiesEastWest, kMessagesEastWest, kPhases };
inline constexpr const char* kPhaseNames[kPhases] = {"compute", "ns_copies", "ns_messages", "ew_copies", "ew_messages"};

using Seconds = std::array<double, kPhases>;

class Watch {
 public:
  void start() {
    seconds_ = {};
    since_ = Clock::now();
  }
  void compute() { enter(kCompute); }
  void copies(Direction direction) { enter(direction == kNorthSouth ? kCopiesNorthSouth : kCopiesEastWest); }
  void messages(Direction direction) { enter(direction == kNorthSouth ? kMessagesNorthSouth : kMessagesEastWest); }
  // Returns the seconds since start(). The time before the first phase counts as compute.
  [[nodiscard]] Seconds stop() {
    enter(kCompute);
    return seconds_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  void enter(Phase next) {
    const auto now = Clock::now();
    seconds_[phase_] += std::chrono::duration<double>(now - since_).count();
    since_ = now;
    phase_ = next;
  }

  Seconds seconds_{};
  Clock::time_point since_;
  Phase phase_ = kCompute;
};

}  // namespace bench::apps
