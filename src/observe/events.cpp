#include "observe/events.hpp"

#include <utility>

#include "base/clock.hpp"

namespace penstock::observe {

// Memory is allocated here, so that raise() allocates none.
void Events::want(unsigned events, std::atomic<bool>* pending) {
  waiting_.records.reserve(kKept);
  wanted_ = events;
  pending_ = pending;
}

void Events::raise(Event event, const std::array<std::int64_t, kMostValues>& values) noexcept {
  if (waiting_.records.size() < waiting_.records.capacity()) {
    waiting_.records.push_back({event, base::now_ns(), values});
  } else {
    ++waiting_.lost[static_cast<std::size_t>(event)];
  }
  pending_->store(true, std::memory_order_relaxed);
}

Events::Taken Events::take() {
  Taken next;
  next.records.reserve(kKept);
  return std::exchange(waiting_, std::move(next));
}

}  // namespace penstock::observe
