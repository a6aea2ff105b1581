// Executes accumulates on memory: the same code for an origin that reaches the target's memory and for the owner that serves
// others, so that they exclude each other.
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

// Tells what became of some elements.
struct Executed {
  std::uint64_t count = 0;  // of the first so many
  int holder = -1;          // if they are not all: this rank had the lock for longer than any should
};

// Not thread-safe.
class ElementExecutor {
 public:
  // `rank`: this one, as holder of locks.
  ElementExecutor(accel::Accel& accel, int rank) : accel_(accel), rank_(rank), pinned_(accel.allocations(), kMostCopied) {}

  // The extents hold the packed elements, as add_extents() makes them, and lie in the region. A failure: those that are not
  // counted were not touched, or (Code::kInternal) one was in part.
  Status run(const Reached& reached, const Fold& fold, std::span<const Extent> extents, const Elements& elements,
             Executed* out);

 private:
  struct Group;  // elements that are done at once

  bool next_group(const Reached& reached, const Fold& fold, std::span<const Extent> extents, Group* group);
  Status run_group(const Reached& reached, const Fold& fold, const Elements& elements);
  Status fold_copies(const Reached& reached, const Fold& fold, const Elements& elements);
  Status copy(const Reached& reached, std::byte* packed, bool back);
  Status copy_by_kernels(const Reached& reached, std::byte* packed, bool back);
  Status begin_copies(accel::Queue* queue, const Reached& reached, std::byte* packed, bool back);
  Status await_copies(bool back, bool* behind);

  // Copied, folded and copied back at a time, where no lock ends it sooner.
  static constexpr std::uint64_t kMostBytes = 64 << 10;
  static constexpr std::uint64_t kMostCopied = 2 * kMostBytes + kMostElementBytes;  // an extent begins before kMostBytes

  accel::Accel& accel_;
  int rank_;
  std::vector<Extent> group_;
  std::vector<std::byte> copy_;
  PinnedMemory pinned_;  // in its place, for memory of a GPU whose kernels are ours
  std::vector<accel::Ticket> tickets_;
  std::uint64_t written_ = 0;  // of a group that is copied back
};

}  // namespace penstock::proto::rma
