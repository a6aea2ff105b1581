// Executes accumulates on memory: an origin that reaches the target's memory and the owner that serves others use the same
// code, so that their operations are atomic with respect to each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "proto/rma/elements.hpp"
#include "proto/rma/extents.hpp"
#include "proto/rma/pinned.hpp"
#include "proto/rma/reached.hpp"
#include "transport/one_sided.hpp"

namespace penstock::proto::rma {

// The result of operating on some elements.
struct Executed {
  std::uint64_t count = 0;  // the first this many elements are executed
  int holder = -1;          // if not all are: this rank held the lock for longer than any rank should
};

// Not thread-safe.
class ElementExecutor {
 public:
  // `rank`: this rank, as a holder of locks.
  ElementExecutor(accel::Accel& accel, int rank) : accel_(accel), rank_(rank), pinned_(accel.allocations(), kMostCopied) {}

  // The extents describe the packed elements, as add_extents() makes them, and are within the region. After a failure, elements
  // that are not counted were not changed, or (Code::kInternal) one of them was changed in part.
  Status run(const Reached& reached, const Fold& fold, std::span<const Extent> extents, const Elements& elements,
             Executed* out);

 private:
  struct Group;  // elements that are executed together

  bool next_group(const Reached& reached, const Fold& fold, std::span<const Extent> extents, Group* group);
  Status run_group(const Reached& reached, const Fold& fold, const Elements& elements);
  Status fold_copies(const Reached& reached, const Fold& fold, const Elements& elements);
  Status copy(const Reached& reached, std::byte* packed, bool back);
  Status copy_by_kernels(const Reached& reached, std::byte* packed, bool back);
  Status begin_copies(accel::Queue* queue, const Reached& reached, std::byte* packed, bool back);
  Status await_copies(bool back, bool* behind);

  // Limits the bytes that are copied, folded and copied back together, if a lock does not limit them further.
  static constexpr std::uint64_t kMostBytes = 64 << 10;
  static constexpr std::uint64_t kMostCopied = 2 * kMostBytes + kMostElementBytes;  // an extent begins before kMostBytes

  accel::Accel& accel_;
  int rank_;
  std::vector<Extent> group_;
  std::vector<std::byte> copy_;
  PinnedMemory pinned_;  // replaces copy_ for memory of a GPU on which this process runs kernels
  std::vector<accel::Ticket> tickets_;
  std::uint64_t written_ = 0;  // bytes of the group that are copied back
};

}  // namespace penstock::proto::rma
