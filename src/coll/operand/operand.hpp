// Operands of reductions: host memory that the CPU may read, and how they are folded into one.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// Host memory for `count` elements, one extent apart as in the program's buffers, whatever gaps and bounds the layout has.
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
    Step free[2] = {kNoStep, kNoStep};  // it may be written after these
  };

  // `mine` is the first value, there once `ready` is over; in memory of any kind. `writable`: it may be overwritten.
  Fold(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable = false, Step ready = kNoStep);

  // The next operand may be received in `buffer`, and values made there. Ignored where it is not host memory.
  void give(const proto::Buffer& buffer);
  // Where an operand may be received; it is added before the next one is taken.
  [[nodiscard]] Operand take();
  Step recv(const Operand& operand, int from, std::uint32_t message);
  // The operand is there once `received` is over. Where the reduction commutes, the side is not looked at.
  void append(const Operand& operand, Step received);   // value = value op operand
  void prepend(const Operand& operand, Step received);  // value = operand op value

  // The value so far, there once ready() is over.
  [[nodiscard]] const proto::Buffer& value() const noexcept { return value_; }
  [[nodiscard]] Step ready() const noexcept { return ready_; }
  // The last send() of this value.
  [[nodiscard]] Step sent() const noexcept { return sent_; }
  // Once between two changes: the next one waits until it is sent.
  Step send(int to, std::uint32_t message);
  // The value in `target`, of any memory kind, which may be memory that was given. The step after which it is there.
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
  Operand spare_[4];  // a ring, the longest unused first
};

// The operands of all ranks (`mine` is this one's; the others send theirs here as `message`), one after another: ((a0 op a1) op
// a2) ... `given` as Fold::give() takes it, or without a layout; `writable`: `mine` may be overwritten.
[[nodiscard]] Fold fold_in_order(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable,
                                 const proto::Buffer& given, std::uint32_t message);

}  // namespace penstock::coll
