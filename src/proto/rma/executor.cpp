#include "proto/rma/executor.hpp"

#include <algorithm>
#include <cstring>

namespace penstock::proto::rma {

using transport::AccumulateLock;

struct ElementExecutor::Group {
  // Adds whole elements of `rest` to the group; *length gets their bytes. Returns false if they belong to another group
  // than the elements that are `taken` so far.
  bool begin_element(const Reached& reached, const Fold& fold, const Extent& rest, bool taken, std::uint64_t* length);

  std::size_t extent = 0;    // index of the extent where the next element begins
  std::uint64_t inside = 0;  // bytes into that extent
  std::uint64_t bytes = 0;   // total bytes of group_
  std::uint64_t first = 0;   // owner's address of the first element
  bool atomics = false;      // group_ is one extent for atomics
};

bool ElementExecutor::Group::begin_element(const Reached& reached, const Fold& fold, const Extent& rest, bool taken,
                                           std::uint64_t* length) {
  const std::uint64_t address = reached.address + rest.offset;
  const std::uint64_t unit = address / transport::kBytesOfOneLock;
  const bool by_atomics = rest.bytes % fold.bytes == 0 && reached.takes_atomics(fold, rest.offset);
  const bool other_lock = reached.locks != nullptr && unit != first / transport::kBytesOfOneLock;
  if (taken && (by_atomics || other_lock || bytes >= kMostBytes)) return false;
  if (!taken) first = address;
  const std::uint64_t begins = reached.locks == nullptr ? kMostBytes : (unit + 1) * transport::kBytesOfOneLock - address;
  *length = by_atomics ? rest.bytes : (begins + fold.bytes - 1) / fold.bytes * fold.bytes;
  atomics = by_atomics;
  return true;
}

// Collects elements that share one lock, or a run that needs no lock. Returns false if there are no more elements.
bool ElementExecutor::next_group(const Reached& reached, const Fold& fold, std::span<const Extent> extents, Group* group) {
  group_.clear();
  group->bytes = 0;
  while (group->extent < extents.size()) {
    const Extent& here = extents[group->extent];
    const Extent rest{here.offset + group->inside, here.bytes - group->inside};
    const std::uint64_t of_element = group->bytes % fold.bytes;  // bytes of the element that are in earlier extents
    std::uint64_t length = fold.bytes - of_element;
    if (of_element == 0 && !group->begin_element(reached, fold, rest, !group_.empty(), &length)) return true;
    group_.push_back({rest.offset, std::min(length, rest.bytes)});
    group->bytes += group_.back().bytes;
    group->inside += group_.back().bytes;
    if (group->inside == here.bytes) {
      ++group->extent;
      group->inside = 0;
    }
    if (group->atomics) return true;
  }
  return !group_.empty();
}

Status ElementExecutor::run(const Reached& reached, const Fold& fold, std::span<const Extent> extents, const Elements& elements,
                            Executed* out) {
  *out = {};
  for (Group group; next_group(reached, fold, extents, &group);) {
    const Elements part = elements.from(out->count, group.bytes / fold.bytes, fold.bytes);
    if (group.atomics) {
      fold_atomically(fold, reached.mapped + group_.front().offset, part);
    } else {
      AccumulateLock* const lock =
          reached.locks == nullptr ? nullptr : &reached.locks[transport::accumulate_lock_of(group.first)];
      if (lock != nullptr && !lock->acquire(rank_, &out->holder)) return Status::ok();
      written_ = 0;
      Status done = run_group(reached, fold, part);
      if (lock != nullptr) lock->release();
      if (!done.is_ok()) {
        out->count += written_ / fold.bytes;
        if (written_ % fold.bytes == 0) return done;
        return Status::error(Code::kInternal, "an element was written in part: {}", done.message());
      }
    }
    out->count += part.count;
  }
  return Status::ok();
}

Status ElementExecutor::run_group(const Reached& reached, const Fold& fold, const Elements& elements) {
  if (reached.mapped == nullptr || reached.device || group_.size() > 1) return fold_copies(reached, fold, elements);
  fold_alone(fold, reached.mapped + group_.front().offset, elements);
  return Status::ok();
}

Status ElementExecutor::fold_copies(const Reached& reached, const Fold& fold, const Elements& elements) {
  const std::uint64_t bytes = elements.count * fold.bytes;
  const bool pinned = reached.device && reached.gpu >= 0 && bytes <= kMostCopied && pinned_.open().is_ok();
  if (!pinned) copy_.resize(bytes);
  std::byte* const packed = pinned ? pinned_.data() : copy_.data();
  PENSTOCK_TRY(pinned ? copy_by_kernels(reached, packed, false) : copy(reached, packed, false));
  fold_alone(fold, packed, elements);
  if (fold.reads_only()) return Status::ok();
  return pinned ? copy_by_kernels(reached, packed, true) : copy(reached, packed, true);
}

// Copies the group's extents to pinned memory, or back: all copies are under way before the first one is waited for. The
// resident kernel, another kernel or the copy engine makes them.
Status ElementExecutor::copy_by_kernels(const Reached& reached, std::byte* packed, bool back) {
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(accel_.queues().queue(reached.gpu, 0, &queue));
  Status begun = begin_copies(queue, reached, packed, back);
  bool behind = false;
  Status over = await_copies(back, &behind);
  if (back && behind) return Status::error(Code::kInternal, "elements were written, but not all: {}", over.message());
  return over.is_ok() ? std::move(begun) : std::move(over);
}

Status ElementExecutor::begin_copies(accel::Queue* queue, const Reached& reached, std::byte* packed, bool back) {
  tickets_.clear();
  for (const Extent& extent : group_) {
    std::byte* const place = reached.mapped + extent.offset;
    accel::Ticket ticket;
    PENSTOCK_TRY(
        queue->copy_and_mark(back ? place : packed, back ? packed : place, extent.bytes, accel::By::kEngineOrKernel, &ticket));
    tickets_.push_back(ticket);
    packed += extent.bytes;
  }
  return Status::ok();
}

// Returns the first failure. *behind tells if a copy after the failed one was made.
Status ElementExecutor::await_copies(bool back, bool* behind) {
  Status over;
  for (std::size_t i = 0; i < tickets_.size(); ++i) {
    Status one = accel_.queues().wait(tickets_[i]);
    if (one.is_ok() && over.is_ok()) written_ += back ? group_[i].bytes : 0;
    *behind = *behind || (one.is_ok() && !over.is_ok());
    if (over.is_ok()) over = std::move(one);
  }
  return over;
}

// Copies the group's extents to copy_, or back.
Status ElementExecutor::copy(const Reached& reached, std::byte* packed, bool back) {
  for (const Extent& extent : group_) {
    Status moved;
    if (reached.mapped != nullptr) {
      std::byte* const place = reached.mapped + extent.offset;
      if (reached.device) moved = accel_.queues().copy_now(back ? place : packed, back ? packed : place, extent.bytes);
      if (!reached.device) std::memcpy(back ? place : packed, back ? packed : place, extent.bytes);
    } else {
      const transport::Move move = transport::contiguous(extent.offset, packed, extent.bytes);
      transport::Begun begun;
      moved = back ? reached.way->way->put(*reached.way, move, &begun) : reached.way->way->get(*reached.way, move, &begun);
      if (moved.is_ok() && begun.completion != transport::Completion::kDone) {
        moved = Status::error(Code::kInternal, "a copy by process id was not over at once");
      }
    }
    PENSTOCK_TRY(std::move(moved));
    if (back) written_ += extent.bytes;
    packed += extent.bytes;
  }
  return Status::ok();
}

}  // namespace penstock::proto::rma
