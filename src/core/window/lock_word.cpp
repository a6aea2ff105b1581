#include "core/window/lock_word.hpp"

#include <atomic>

#include "base/clock.hpp"

namespace penstock::core {
namespace {

// A rank that sleeps takes as long to run again as some hundred short holders keep a lock, and no rank would have the lock
// meanwhile. Longer bursts would be quicker still, but each rank may pass a waiting one so many times.
constexpr unsigned kMostInBurst = 15;
constexpr std::uint64_t kLongestBurstNs = 50'000;  // A burst lasts so long, from the turn of its rank on.

std::atomic_ref<std::uint64_t> at(std::uint64_t* word) noexcept {
  return std::atomic_ref<std::uint64_t>(*word);
}

// The counts begin at these bits of a lock's word.
constexpr unsigned kNext = 48;
constexpr unsigned kTurn = 32;
constexpr std::uint64_t kMask = 0xffff;

constexpr unsigned shift_of(LockSide side) noexcept {
  return side == LockSide::kFirst ? 16 : 0;
}
constexpr std::uint64_t count(std::uint64_t state, unsigned shift) noexcept {
  return state >> shift & kMask;
}
constexpr bool is_free(std::uint64_t state) noexcept {
  return count(state, shift_of(LockSide::kFirst)) == 0 && count(state, shift_of(LockSide::kSecond)) == 0;
}
// The counts of tickets wrap round.
constexpr std::uint64_t plus_one(std::uint64_t state, unsigned shift) noexcept {
  return (state & ~(kMask << shift)) | ((count(state, shift) + 1) & kMask) << shift;
}
// A waiting rank writes its ticket and its rank of the job as one word, which is never 0.
constexpr std::uint64_t waiter(std::uint64_t ticket, int world) noexcept {
  return 1U | ticket << 8 | static_cast<std::uint64_t>(world) << 32;
}
constexpr bool waits_with(std::uint64_t waiter, std::uint64_t ticket) noexcept {
  return (waiter & 1U) != 0 && (waiter >> 8 & kMask) == ticket;
}
constexpr int world_of(std::uint64_t waiter) noexcept {
  return static_cast<int>(waiter >> 32);
}

}  // namespace

void LockBurst::begin(std::uint64_t now) noexcept {
  since_ = now;
  left_ = kMostInBurst;
}

bool LockBurst::lasts() noexcept {
  if (left_ == 0) return false;
  const std::uint64_t now = base::now_ns();
  if (since_ == 0) since_ = now;
  return now - since_ < kLongestBurstNs;
}

// Ranks of another host, which take the lock by messages, would be passed too often.
bool WindowLock::may_burst() const noexcept {
  Instance& instance = core_.instance();
  return instance.engine().membership().oversubscribed() && !instance.job().spans_hosts();
}

// In the lock of a member's memory the first side is the shared one.
bool WindowLock::fits(std::uint64_t state, LockSide side) const noexcept {
  const std::uint64_t first = count(state, shift_of(LockSide::kFirst));
  const std::uint64_t second = count(state, shift_of(LockSide::kSecond));
  if (side == LockSide::kFirst) return second == 0;
  return first == 0 && (of_window_ || second == 0);
}

std::uint64_t WindowLock::word_offset() const noexcept {
  return of_window_ ? ControlLayout::kWindowLock : ControlLayout::kMemoryLock;
}

std::uint64_t WindowLock::waiter_offset(std::uint64_t ticket) const noexcept {
  const ControlLayout layout(core_.size());
  return of_window_ ? layout.window_waiter(ticket) : layout.memory_waiter(ticket);
}

// The rank enters at once where no rank waits and the holders fit, or where its burst lasts; otherwise it takes a ticket. The
// compare-and-swap also returns the word: the value known here is right where no other rank has changed the word since, and
// otherwise one access fetches the word for reading and writing.
Status WindowLock::take_ticket(LockSide side, std::uint64_t* ticket, bool* in) {
  ControlWord word(core_, owner_, word_offset());
  const bool bursts = word.direct() != nullptr && may_burst();
  LockBurst& burst = view_.burst;
  std::uint64_t state = view_.left_as;
  while (true) {
    *ticket = count(state, kNext);
    const bool awaited = *ticket != count(state, kTurn);
    *in = awaited ? bursts && is_free(state) && burst.lasts() : fits(state, side);
    const std::uint64_t wanted = *in ? state + (std::uint64_t{1} << shift_of(side)) : plus_one(state, kNext);
    std::uint64_t seen = 0;
    PENSTOCK_TRY(word.compare_swap(state, wanted, &seen));
    if (seen != state) {
      state = seen;
      continue;
    }
    if (*in && awaited) burst.count();
    if (*in && !awaited && bursts) burst.begin(0);
    return Status::ok();
  }
}

// The rank whose turn it is enters, and hands the turn to the next one.
Status WindowLock::enter(LockSide side, std::uint64_t ticket) {
  ControlWord word(core_, owner_, word_offset());
  std::uint64_t state = 0;
  PENSTOCK_TRY(word.load(&state));
  while (true) {
    if (count(state, kTurn) != ticket || !fits(state, side)) {
      PENSTOCK_TRY(await_turn(side, ticket));
      PENSTOCK_TRY(word.load(&state));
      continue;
    }
    const std::uint64_t wanted = plus_one(state + (std::uint64_t{1} << shift_of(side)), kTurn);
    std::uint64_t seen = 0;
    PENSTOCK_TRY(word.compare_swap(state, wanted, &seen));
    if (seen == state) {
      if (may_burst()) view_.burst.begin(base::now_ns());
      return call_next(wanted);
    }
    state = seen;
  }
}

// The caller reads a word of another host again.
Status WindowLock::await_turn(LockSide side, std::uint64_t ticket) {
  std::uint64_t* const word = ControlWord(core_, owner_, word_offset()).direct();
  if (word == nullptr) return core_.check_members();
  return core_.wait_until([&] {
    const std::uint64_t state = at(word).load(std::memory_order_seq_cst);
    return count(state, kTurn) == ticket && fits(state, side);
  });
}

// A waiting rank writes its own word before it looks at the lock for the last time: one of the two ranks sees the other.
Status WindowLock::call_next(std::uint64_t state) {
  const std::uint64_t turn = count(state, kTurn);
  if (turn == count(state, kNext)) return Status::ok();
  std::uint64_t next = 0;
  PENSTOCK_TRY(ControlWord(core_, owner_, waiter_offset(turn)).load(&next));
  if (waits_with(next, turn)) core_.instance().engine().progress().ring(world_of(next));
  return Status::ok();
}

Status WindowLock::acquire(LockSide side) {
  std::uint64_t ticket = 0;
  bool in = false;
  PENSTOCK_TRY(take_ticket(side, &ticket, &in));
  if (in) return Status::ok();
  core_.instance().engine().rma().counters().count(rma::RmaCounters::kLockWait, 0);
  PENSTOCK_TRY(ControlWord(core_, owner_, waiter_offset(ticket)).store(waiter(ticket, core_.instance().rank())));
  return enter(side, ticket);
}

Status WindowLock::release(LockSide side) {
  const std::uint64_t one = std::uint64_t{1} << shift_of(side);
  std::uint64_t state = 0;
  PENSTOCK_TRY(ControlWord(core_, owner_, word_offset()).fetch_add(0 - one, &state));
  view_.left_as = state - one;
  return call_next(state - one);
}

}  // namespace penstock::core
