#include "proto/rma/direct.hpp"

namespace penstock::proto::rma {

// Takes one lock at a time, and executes under it the elements that begin in memory which the lock guards.
std::uint64_t Direct::accumulate_by_locks(const Fold& fold, std::uint64_t offset, const Elements& elements,
                                          int rank) const noexcept {
  std::uint64_t done = 0;
  do {
    const std::uint64_t at = offset + done * fold.bytes;
    const std::uint64_t room = transport::kBytesOfOneLock - (address + at) % transport::kBytesOfOneLock;
    std::uint64_t many = elements.count - done;
    if (many * fold.bytes > room) many = (room + fold.bytes - 1) / fold.bytes;
    transport::AccumulateLock& lock = locks[transport::accumulate_lock_of(address + at)];
    if (!lock.try_acquire(rank)) break;
    fold_alone(fold, base + at, elements.from(done, many, fold.bytes));
    lock.release();
    done += many;
  } while (done < elements.count);
  return done;
}

}  // namespace penstock::proto::rma
