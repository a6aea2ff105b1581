#include "coll/operand/operand.hpp"

#include <algorithm>

namespace penstock::coll {
namespace {

// This many operands exist before the first is reused: one is folded while the next arrives.
constexpr int kMade = 2;
constexpr int kSpares = 4;

}  // namespace

// A function of the application may read whole elements, so they have room from their lowest bound to their highest.
proto::Buffer make_operand(Schedule& schedule, const proto::Layout& layout, std::uint64_t count) {
  constexpr std::int64_t kAlignment = alignof(std::max_align_t);
  const std::int64_t last = count == 0 ? 0 : static_cast<std::int64_t>(count - 1) * layout.extent();
  const std::int64_t low = std::min<std::int64_t>(0, last) + std::min(layout.lower_bound(), layout.true_lower_bound());
  const std::int64_t high = std::max<std::int64_t>(0, last) +
                            std::max(layout.lower_bound() + layout.extent(), layout.true_lower_bound() + layout.true_extent());
  const std::int64_t before = low >= 0 ? 0 : (-low + kAlignment - 1) / kAlignment * kAlignment;
  std::byte* memory = schedule.scratch(static_cast<std::uint64_t>(before + std::max<std::int64_t>(high, 1)));
  return {memory + before, count, &layout};
}

// Managed memory counts as the GPU's: reading it here would move its pages under kernels that may be using them.
bool needs_staging(Schedule& schedule, const void* address) {
  accel::Memory memory;
  if (Status known = schedule.engine().accel().query(address, &memory); !known.is_ok()) {
    schedule.fail(std::move(known));
    return true;
  }
  return !memory.on_host();
}

Fold::Fold(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable, Step ready)
    : schedule_(schedule), reduction_(reduction), value_(mine), ready_(ready), writable_(writable) {
  if (!needs_staging(schedule, mine.address)) return;
  value_ = make_operand(schedule, *mine.layout, mine.count);
  ready_ = schedule.copy(value_, mine, {ready});
  writable_ = true;
}

void Fold::give(const proto::Buffer& buffer) {
  if (needs_staging(schedule_, buffer.address)) return;
  spare_[(first_spare_ + spares_++) % kSpares] = {buffer, {kNoStep, kNoStep}};
}

Fold::Operand Fold::take() {
  if (spares_ == 0 || (made_ < kMade && spare_[first_spare_].free[0] != kNoStep)) {
    ++made_;
    return {make_operand(schedule_, *value_.layout, value_.count), {kNoStep, kNoStep}};
  }
  const Operand operand = spare_[first_spare_];
  first_spare_ = (first_spare_ + 1) % kSpares;
  --spares_;
  return operand;
}

Step Fold::recv(const Operand& operand, int from, std::uint32_t message) {
  return schedule_.recv(operand.buffer, from, message, {operand.free[0], operand.free[1]});
}

Step Fold::send(int to, std::uint32_t message) {
  sent_ = schedule_.send(value_, to, message, {ready_});
  return sent_;
}

// A value that may be overwritten stays at its place, which may be the place of the result.
void Fold::append(const Operand& operand, Step received) {
  if (reduction_.commutative && writable_) return add_left(operand, received);
  add_right(operand, received);
}

void Fold::prepend(const Operand& operand, Step received) {
  if (reduction_.commutative) return append(operand, received);
  if (!writable_) make_writable();
  add_left(operand, received);
}

// MPI's functions leave the result in their second operand, the right-hand one: the old value's memory becomes spare.
void Fold::add_right(const Operand& operand, Step received) {
  const proto::Buffer left = value_;
  const Step left_sent = sent_;
  value_ = operand.buffer;
  ready_ = schedule_.reduce(reduction_, left.address, value_.address, value_.count, {received, ready_});
  sent_ = kNoStep;
  if (writable_) spare_[(first_spare_ + spares_++) % kSpares] = {left, {ready_, left_sent}};
  writable_ = true;
}

void Fold::add_left(const Operand& operand, Step received) {
  ready_ = schedule_.reduce(reduction_, operand.buffer.address, value_.address, value_.count, {received, ready_, sent_});
  sent_ = kNoStep;
  spare_[(first_spare_ + spares_++) % kSpares] = {operand.buffer, {ready_, kNoStep}};
}

void Fold::make_writable() {
  const Operand copy = take();
  ready_ = schedule_.copy(copy.buffer, value_, {ready_, copy.free[0], copy.free[1]});
  value_ = copy.buffer;
  sent_ = kNoStep;
  writable_ = true;
}

// On ranks other than the first, the value begins with the data of the first one, and this rank's own operand, which must not
// change, is added as a copy.
Fold fold_in_order(Schedule& schedule, const Reduction& reduction, const proto::Buffer& mine, bool writable,
                   const proto::Buffer& given, std::uint32_t message) {
  const int rank = schedule.team().rank;
  proto::Buffer first = mine;
  Step ready = kNoStep;
  if (rank != 0) {
    first = make_operand(schedule, *mine.layout, mine.count);
    ready = schedule.recv(first, 0, message);
  }
  Fold fold(schedule, reduction, first, writable || rank != 0, ready);
  if (given.layout != nullptr) fold.give(given);
  for (int from = 1; from < schedule.team().size; ++from) {
    const Fold::Operand operand = fold.take();
    if (from == rank) {
      fold.append(operand, schedule.copy(operand.buffer, mine, {operand.free[0], operand.free[1]}));
    } else {
      fold.append(operand, fold.recv(operand, from, message));
    }
  }
  return fold;
}

// An earlier value may have been in `target`, and a send of it may still be under way.
Step Fold::store(const proto::Buffer& target) {
  if (value_.address == target.address) return ready_;
  const Step stored = schedule_.copy(target, value_, {ready_});
  for (int i = 0; i < spares_; ++i) {
    const Operand& spare = spare_[(first_spare_ + i) % kSpares];
    if (spare.buffer.address != target.address) continue;
    for (const Step step : spare.free) schedule_.order(step, stored);
  }
  return stored;
}

}  // namespace penstock::coll
