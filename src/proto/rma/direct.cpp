#include "proto/rma/direct.hpp"

#include <algorithm>

namespace penstock::proto::rma {

// Under one lock at a time: those elements that begin where it is theirs.
std::uint64_t Direct::accumulate_by_locks(const Fold& fold, std::uint64_t offset, const Elements& elements,
                                          int rank) const noexcept {
  std::uint64_t done = 0;
  while (done < elements.count) {
    const std::uint64_t at = offset + done * fold.bytes;
    const std::uint64_t begins = transport::kBytesOfOneLock - (address + at) % transport::kBytesOfOneLock;
    const std::uint64_t many = std::min(elements.count - done, (begins + fold.bytes - 1) / fold.bytes);
    transport::AccumulateLock& lock = locks[transport::accumulate_lock_of(address + at)];
    if (!lock.try_acquire(rank)) break;
    fold_alone(fold, base + at, elements.from(done, many, fold.bytes));
    lock.release();
    done += many;
  }
  return done;
}

}  // namespace penstock::proto::rma
