#include "proto/p2p/host_copies.hpp"

#include <algorithm>
#include <bit>

namespace penstock::proto {

// There is one class for each power of two: the speed of a copy depends on the cache that holds its bytes, and the
// share of its fixed cost on their number.
std::size_t HostCopies::class_of(std::uint64_t bytes) noexcept {
  constexpr int kFirst = 14;  // bit_width of the largest size in the first class, 16 KiB - 1
  return static_cast<std::size_t>(
      std::clamp(static_cast<int>(std::bit_width(bytes - 1)) - kFirst, 0, static_cast<int>(kClasses) - 1));
}

const HostCopies::Trials* HostCopies::half_of(std::size_t size_class, bool among) const noexcept {
  const Trials* const half = size_class == 0 ? nullptr : &trials_of(size_class - 1, among);
  return half != nullptr && half->tried(1) && half->is_clear() ? half : nullptr;
}

// Fewer trials suffice if one method is clearly quicker and was so for half the size too. Fewer suffice also for messages that
// overlap with others, since a span of such messages may last long.
bool HostCopies::over(std::size_t size_class, bool among) const noexcept {
  const Trials& trials = trials_of(size_class, among);
  if (trials.tried(kTimes)) return true;
  if (!trials.is_clear()) return false;
  const Trials* const half = half_of(size_class, among);
  if (half != nullptr && half->prefer_twice() == trials.prefer_twice()) return trials.tried(among ? 1 : 2);
  return among && trials.tried(2);
}

// The methods are tried in turn: the first messages of a program use memory that nobody has touched before, and the method that
// had all of them would seem slow. The method that is quicker for messages of half the size comes first.
bool HostCopies::next_to_try(std::size_t size_class, bool among) const noexcept {
  const Trials& trials = trials_of(size_class, among);
  const Trials* const half = half_of(size_class, among);
  const bool first = half != nullptr && half->prefer_twice();
  return trials.once.timed == trials.twice.timed ? first : trials.twice.timed < trials.once.timed;
}

// If messages that were expected alone (or among others) are never timed as such, they
// use the method that won in the other case.
bool HostCopies::twice(std::uint64_t bytes, bool among) noexcept {
  asked_ = true;
  if (mode_ != Config::HostCopies::kAuto) return mode_ == Config::HostCopies::kTwice;
  if (oversubscribed_) return false;
  among = among || receiving_ != 0;
  const std::size_t size_class = class_of(bytes);
  Trials& trials = trials_[among ? 1 : 0][size_class];
  if (over(size_class, among)) return trials.prefer_twice();
  if (receiving_ != 0 && span_.begun != 0) return span_.twice;
  if (among && run_.reads != 0 && run_.size_class == size_class) return false;
  const bool next = next_to_try(size_class, among);
  if ((next ? trials.twice : trials.once).tried++ < kMostTries) return next;
  return over(size_class, !among) && trials_of(size_class, !among).prefer_twice();
}

// The clock is not read for a span whose time would decide nothing.
void HostCopies::open_span(bool twice, std::size_t size_class) noexcept {
  const bool judged = over(size_class, false) && over(size_class, true);
  const bool clean = mode_ == Config::HostCopies::kAuto && !judged;
  span_ = {.twice = twice, .clean = clean, .size_class = size_class, .start_ns = clean ? base::now_ns() : 0};
}

void HostCopies::begin_receive(bool twice, std::uint64_t bytes) noexcept {
  const std::size_t size_class = class_of(bytes);
  if (receiving_++ == 0) open_span(twice, size_class);
  ++span_.begun;
  span_.clean = span_.clean && asked_ && span_.twice == twice && span_.size_class == size_class;
  if (span_.begun == 1) span_.twice = twice;
}

// In an endless sequence of messages, spans follow one another; messages that are under way when the
// method changes make the next span unclean.
void HostCopies::end_receive(std::uint64_t bytes, bool well) noexcept {
  --receiving_;
  ++span_.ended;
  span_.bytes += bytes;
  span_.clean = span_.clean && well;
  if (receiving_ != 0 && span_.ended < kMostInSpan) return;
  if (span_.clean && span_.bytes != 0) {
    took(span_.twice, span_.bytes / span_.ended, span_.ended > 1, span_.bytes, base::now_ns() - span_.start_ns);
  }
  if (receiving_ != 0) open_span(span_.twice, span_.size_class);
}

void HostCopies::read(std::uint64_t bytes, bool among, std::uint64_t ns) noexcept {
  if (!among) return took(false, bytes, among, bytes, ns);
  const std::size_t size_class = class_of(bytes);
  if (run_.size_class != size_class) run_ = {.size_class = size_class};
  run_.bytes += bytes;
  run_.ns += ns;
  if (++run_.reads != kReadsInRun) return;
  took(false, bytes, among, run_.bytes, run_.ns);
  run_.reads = 0;
  run_.bytes = run_.ns = 0;
}

void HostCopies::took(bool twice, std::uint64_t message, bool among, std::uint64_t bytes, std::uint64_t ns) noexcept {
  Trials& trials = trials_[among ? 1 : 0][class_of(message)];
  Trial& way = twice ? trials.twice : trials.once;
  if (way.timed == kTimes) return;
  ++way.timed;
  way.best = std::min(way.best, static_cast<double>(ns) / static_cast<double>(bytes));
}

}  // namespace penstock::proto
