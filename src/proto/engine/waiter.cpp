#include "proto/engine/waiter.hpp"

#include <sched.h>

#include <ctime>

#include "base/clock.hpp"

namespace penstock::proto {
namespace {

constexpr unsigned kRoundsPerClock = 32;  // a look at the clock costs as much as several rounds
constexpr unsigned kCrowdedRounds = 3;    // with more ranks than CPUs: give way a few times, then sleep
constexpr std::uint64_t kPollSleepNs = 50'000;
constexpr std::uint64_t kDeviceSleepNs = 20'000;
constexpr std::uint64_t kLongestSleepNs = 20'000'000;  // a bound on the harm of anything that rings no bell

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // More than 1024 CPUs do not fit the set; nobody is crowded there.
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : CPU_SETSIZE;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

Waiter::Waiter(const Config& config, int job_ranks)
    : spin_ns_(static_cast<std::uint64_t>(config.spin_us) * 1000U), crowded_(job_ranks > usable_cpus()) {}

void Waiter::listen(std::vector<transport::Transport*> transports, transport::Transport* doorbell) {
  transports_ = std::move(transports);
  doorbell_ = doorbell;
}

void Waiter::nothing_moved(Spell* spell, const WaitHints& hints) {
  ++spell->rounds;
  if (crowded_) {
    if (spell->rounds <= kCrowdedRounds && spin_ns_ != 0) return static_cast<void>(sched_yield());
  } else if (spin_ns_ != 0 && !spell->slept) {
    relax();
    if (spell->rounds % kRoundsPerClock != 0) return;
  }
  const std::uint64_t now = base::now_ns();
  if (spell->since == 0) spell->since = now;
  if (!crowded_ && now - spell->since < spin_ns_) return;
  spell->slept = true;
  if (hints.device_expected != 0) {
    if (!crowded_ && now < hints.device_expected) {
      spell->slept = false;
      return;
    }
    return sleep(kDeviceSleepNs);
  }
  sleep(hints.polls ? kPollSleepNs : kLongestSleepNs);
}

void Waiter::sleep(std::uint64_t nanoseconds) {
  if (doorbell_ == nullptr) {
    // Alone: nobody can ring. Device work and the program's own mistakes remain.
    const timespec short_time{0, static_cast<long>(nanoseconds < 1'000'000 ? nanoseconds : 1'000'000)};
    nanosleep(&short_time, nullptr);
    return;
  }
  std::size_t armed = 0;
  bool quiet = true;
  while (quiet && armed < transports_.size()) quiet = transports_[armed++]->arm();
  if (quiet) doorbell_->sleep(nanoseconds);
  while (armed > 0) transports_[--armed]->disarm();
}

}  // namespace penstock::proto
