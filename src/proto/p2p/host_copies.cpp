#include "proto/p2p/host_copies.hpp"

#include <algorithm>

namespace penstock::proto {

// Caches of different levels hold them.
HostCopies::Trials& HostCopies::ways_of(std::uint64_t bytes) noexcept {
  constexpr std::array<std::uint64_t, 3> kBounds = {64U << 10, 512U << 10, 4U << 20};
  const auto above = std::count_if(kBounds.begin(), kBounds.end(), [bytes](std::uint64_t bound) { return bytes > bound; });
  return ways_[static_cast<std::size_t>(above)];
}

bool HostCopies::twice(std::uint64_t bytes) noexcept {
  if (mode_ != Config::HostCopies::kAuto) return mode_ == Config::HostCopies::kTwice;
  if (crowded_) return false;
  Trials& ways = ways_of(bytes);
  if (ways.once.timed < kTimes) return false;
  if (ways.twice.timed < kTimes) return receiving_ == 0 && ways.twice.tried++ < kMostTries;
  return ways.twice.best < ways.once.best;
}

void HostCopies::took(bool twice, std::uint64_t bytes, std::uint64_t ns) noexcept {
  Trials& ways = ways_of(bytes);
  Trial& way = twice ? ways.twice : ways.once;
  if (way.timed == kTimes) return;
  ++way.timed;
  way.best = std::min(way.best, static_cast<double>(ns) / static_cast<double>(bytes));
}

}  // namespace penstock::proto
