// Operands of reductions: host memory that the CPU may read, and their reduction to one.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Returns host memory for `count` elements, one extent apart as in the application's buffers, for
// layouts with any gaps and bounds.
[[nodiscard]] proto::Buffer make_operand(Schedule& schedule, const proto::Layout& layout, std::uint64_t count);

// Tells if the CPU should not access this memory and reduce a copy instead.
[[nodiscard]] bool needs_staging(Schedule& schedule, const void* address);

// A value in host memory, to which operands of other ranks are added on either side while the schedule is built.
//
//   Fold fold(schedule, reduction, mine);
//   const Fold::Operand operand = fold.take();
//   fold.append(operand, fold.recv(operand, peer, message));  // value = value op operand
class Fold {
 public:
  struct Operand {
    proto::Buffer buffer;
    Step free[2] = {kNoStep, kNoStep};  // it may be overwritten after these steps
  };

  // `mine` is the first value, complete after `ready`; in memory of any kind. `writable`: it may be overwritten.
  Fold(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable = false, Step ready = kNoStep);

  // Offers `buffer` for the next operand, and for values that are made. It is ignored if it is not host memory.
  void give(const proto::Buffer& buffer);
  // Returns memory in which an operand may be received; it is added before the next take().
  [[nodiscard]] Operand take();
  Step recv(const Operand& operand, int from, std::uint32_t message);
  // The operand is complete after `received`. If the reduction commutes, the side does not matter.
  void append(const Operand& operand, Step received);   // value = value op operand
  void prepend(const Operand& operand, Step received);  // value = operand op value

  // Returns the value so far, which is complete after ready().
  [[nodiscard]] const proto::Buffer& value() const noexcept { return value_; }
  [[nodiscard]] Step ready() const noexcept { return ready_; }
  // Returns the last send() of this value.
  [[nodiscard]] Step sent() const noexcept { return sent_; }
  // Sends the value, once between two changes: the next change waits until it is sent.
  Step send(int to, std::uint32_t message);
  // Stores the value in `target`, of any memory kind, which may be memory that was given. Returns
  // the step after which it is there.
  Step store(const proto::Buffer& target);

 private:
  void add_right(const Operand& operand, Step received);
  void add_left(const Operand& operand, Step received);
  void make_writable();

  Schedule& schedule_;
  Reduction reduction_;
  proto::Buffer value_;
  Step ready_;
  Step sent_ = kNoStep;
  bool writable_;
  int made_ = 0;
  int first_spare_ = 0;
  int spares_ = 0;
  Operand spare_[4];  // a ring; the one unused for longest comes first
};

// Reduces the operands of all ranks (`mine` is this rank's; the others send theirs here as `message`), one after another: ((a0
// op a1) op a2) ... `given` is memory as for Fold::give(), or has no layout; `writable`: `mine` may be overwritten.
[[nodiscard]] Fold fold_in_order(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable,
                                 const proto::Buffer& given, std::uint32_t message);

}  // namespace penstock::coll
