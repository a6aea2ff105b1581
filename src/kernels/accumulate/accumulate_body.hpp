// This kernel accumulates on GPU memory: each element is updated by an atomic operation. An operation that memory does not
// execute itself is computed, and stored by compare-and-swap, or computed again. Elements of 1 and 2 bytes are exchanged with
// the 4 bytes around them, whose other bytes do not change.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/accumulate/accumulate_arguments.hpp"
#include "kernels/fold/fold_kinds.hpp"
#include "kernels/sync/atomic.hpp"
#include "kernels/sync/finish.hpp"

namespace penstock::kernels {

template <typename Word>
PENSTOCK_DEVICE Word accumulate_by_combining(const AccumulateArguments& arguments, sync::GlobalPtr<Word> place, Word operand) {
  const CombineAny combined{arguments.kind, arguments.operation};
  Word old = sync::load_system(place);
  for (;;) {
    const Word seen = sync::compare_exchange_system(place, old, combined(old, operand));
    if (seen == old) return old;
    old = seen;
  }
}

// Returns the old value.
template <typename Word>
PENSTOCK_DEVICE Word accumulate_word(const AccumulateArguments& arguments, sync::GlobalPtr<Word> place, Word operand,
                                     Word compare) {
  switch (arguments.step) {
    case AccumulateStep::kRead: return sync::load_system(place);
    case AccumulateStep::kExchange: return sync::exchange_system(place, operand);
    case AccumulateStep::kCompareExchange: return sync::compare_exchange_system(place, compare, operand);
    case AccumulateStep::kAdd: return sync::fetch_add_system(place, operand);
    case AccumulateStep::kAddDouble:
      if constexpr (sizeof(Word) == sizeof(double)) return sync::fetch_add_double_system(place, operand);
      return 0;
    case AccumulateStep::kAnd: return sync::fetch_and_system(place, operand);
    case AccumulateStep::kOr: return sync::fetch_or_system(place, operand);
    case AccumulateStep::kXor: return sync::fetch_xor_system(place, operand);
    case AccumulateStep::kMin: return sync::fetch_min_system(place, operand, false);
    case AccumulateStep::kMinSigned: return sync::fetch_min_system(place, operand, true);
    case AccumulateStep::kMax: return sync::fetch_max_system(place, operand, false);
    case AccumulateStep::kMaxSigned: return sync::fetch_max_system(place, operand, true);
    default: return accumulate_by_combining(arguments, place, operand);
  }
}

template <typename Part>
PENSTOCK_DEVICE Part accumulate_part(const AccumulateArguments& arguments, std::uint64_t address, Part operand, Part compare) {
  constexpr std::uint64_t kRound = sizeof(std::uint32_t) - 1;
  const sync::GlobalPtr<std::uint32_t> place(address & ~kRound);
  const auto shift = static_cast<unsigned>((address & kRound) * 8);
  const std::uint32_t mask = static_cast<std::uint32_t>(static_cast<Part>(~Part{0})) << shift;
  const CombineAny combined{arguments.kind, arguments.operation};
  std::uint32_t all = sync::load_system(place);
  for (;;) {
    const Part old = static_cast<Part>((all & mask) >> shift);
    Part made = operand;
    switch (arguments.step) {
      case AccumulateStep::kRead: return old;
      case AccumulateStep::kExchange: break;
      case AccumulateStep::kCompareExchange:
        if (old != compare) return old;
        break;
      default: made = combined(old, operand); break;
    }
    const std::uint32_t seen =
        sync::compare_exchange_system(place, all, (all & ~mask) | static_cast<std::uint32_t>(made) << shift);
    if (seen == all) return old;
    all = seen;
  }
}

// Returns the place of packed byte `at` of the shape, relative to the address of its side.
PENSTOCK_DEVICE std::uint64_t accumulate_place(const AccumulateShape& shape, std::uint64_t at) {
  if (shape.dims == 0) return shape.base + at;
  std::uint64_t block = at / shape.block;
  std::uint64_t place = shape.base + (at - block * shape.block);
  for (std::int64_t d = 0; d < shape.dims; ++d) {
    const bool last = d + 1 == shape.dims;
    const std::uint64_t rest = last ? 0 : block / shape.count[d];
    place += (block - (last ? 0 : rest * shape.count[d])) * static_cast<std::uint64_t>(shape.stride[d]);
    block = rest;
  }
  return place;
}

// Returns the pointer to element number i of the caller's, which are packed or lie by a shape.
template <typename Word>
PENSTOCK_DEVICE sync::GlobalPtr<Word> accumulate_side(const AccumulateArguments& arguments, std::uint64_t address,
                                                      const AccumulateShape& shape, std::uint64_t i) {
  const std::uint64_t at = i * sizeof(Word);
  return sync::GlobalPtr<Word>(address + (shape.dims == 0 ? at : accumulate_place(shape, arguments.first + at)));
}

// Loads an operand from memory or from the launch. Loads bypass the processor's cache, because the resident kernel may have
// cached the old contents.
template <typename Word>
PENSTOCK_DEVICE Word accumulate_operand(const AccumulateArguments& arguments, std::uint64_t i) {
  if (arguments.operand != 0) {
    return accumulate_side<Word>(arguments, arguments.operand, arguments.operand_shape, i).load_fresh();
  }
  return *reinterpret_cast<const Word*>(arguments.here + arguments.operand_at + i * sizeof(Word));
}

template <typename Word>
PENSTOCK_DEVICE Word accumulate_compared(const AccumulateArguments& arguments, std::uint64_t i) {
  if (arguments.compare != 0) return sync::GlobalPtr<Word>(arguments.compare + i * sizeof(Word)).load_fresh();
  return *reinterpret_cast<const Word*>(arguments.here + arguments.compare_at + i * sizeof(Word));
}

// Combines operand number i with the element at `address`.
template <typename Word, bool kWantsOld>
PENSTOCK_DEVICE void accumulate_element(const AccumulateArguments& arguments, std::uint64_t address, std::uint64_t i) {
  Word operand = 0;
  Word compare = 0;
  if (arguments.step != AccumulateStep::kRead) {
    operand = accumulate_operand<Word>(arguments, i);
  }
  if (arguments.step == AccumulateStep::kCompareExchange) {
    compare = accumulate_compared<Word>(arguments, i);
  }
  Word old;
  if constexpr (sizeof(Word) < sizeof(std::uint32_t)) {
    old = accumulate_part<Word>(arguments, address, operand, compare);
  } else {
    old = accumulate_word<Word>(arguments, sync::GlobalPtr<Word>(address), operand, compare);
  }
  if constexpr (kWantsOld) accumulate_side<Word>(arguments, arguments.result, arguments.result_shape, i).store(old);
}

PENSTOCK_DEVICE AccumulateExtent accumulate_extent(const AccumulateArguments& arguments, std::uint64_t i) {
  if (arguments.extents == 0) {
    return *reinterpret_cast<const AccumulateExtent*>(arguments.here + arguments.extents_at + i * sizeof(AccumulateExtent));
  }
  const sync::Quad quad = sync::GlobalPtr<sync::Quad>(arguments.extents + i * sizeof(AccumulateExtent)).load_fresh();
  return {quad.word[0] | static_cast<std::uint64_t>(quad.word[1]) << 32, quad.word[2] | static_cast<std::uint64_t>(quad.word[3])
                                                                                            << 32};
}

template <typename Word, bool kWantsOld>
PENSTOCK_DEVICE void accumulate_by(const AccumulateArguments& arguments, const sync::GpuThread& self) {
  const std::uint64_t me = std::uint64_t{self.block()} * self.threads() + self.thread();
  const std::uint64_t all = std::uint64_t{self.blocks()} * self.threads();
  if (arguments.extent_count == 0) {
    for (std::uint64_t i = me; i < arguments.count; i += all) {
      const std::uint64_t place = accumulate_place(arguments.shape, arguments.first + i * sizeof(Word));
      accumulate_element<Word, kWantsOld>(arguments, arguments.target + place, i);
    }
    return;
  }
  const std::uint64_t lanes = arguments.lanes < all ? arguments.lanes : all;
  const std::uint64_t groups = all / lanes;
  const std::uint64_t lane = me % lanes;
  if (me >= groups * lanes) return;
  for (std::uint64_t e = me / lanes; e < arguments.extent_count; e += groups) {
    const AccumulateExtent extent = accumulate_extent(arguments, e);
    const std::uint64_t end = accumulate_extent(arguments, e + 1).first;
    const std::uint64_t base = arguments.target + extent.offset;
    for (std::uint64_t i = extent.first + lane; i < end; i += lanes) {
      accumulate_element<Word, kWantsOld>(arguments, base + (i - extent.first) * sizeof(Word), i);
    }
  }
}

// Both the kernel and the resident kernel call this.
PENSTOCK_DEVICE void accumulate_elements(const AccumulateArguments& arguments, const sync::GpuThread& self) {
  const bool wants_old = arguments.result != 0;
  switch (arguments.width) {
    case 1:
      if (wants_old) return accumulate_by<std::uint8_t, true>(arguments, self);
      return accumulate_by<std::uint8_t, false>(arguments, self);
    case 2:
      if (wants_old) return accumulate_by<std::uint16_t, true>(arguments, self);
      return accumulate_by<std::uint16_t, false>(arguments, self);
    case 4:
      if (wants_old) return accumulate_by<std::uint32_t, true>(arguments, self);
      return accumulate_by<std::uint32_t, false>(arguments, self);
    default:
      if (wants_old) return accumulate_by<std::uint64_t, true>(arguments, self);
      return accumulate_by<std::uint64_t, false>(arguments, self);
  }
}

PENSTOCK_DEVICE void accumulate_body(const AccumulateArguments& arguments, const sync::GpuThread& self) {
  accumulate_elements(arguments, self);
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
