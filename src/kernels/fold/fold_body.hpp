// This kernel reduces several arrays in one pass over memory. Sources are mostly memory of other GPUs with a long latency: a
// thread has all loads of a batch of sources in flight before it uses the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/fold/fold_arguments.hpp"
#include "kernels/fold/fold_kinds.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/global.hpp"

#if defined(__CUDACC__)
#define PENSTOCK_UNROLLED _Pragma("unroll")
#define PENSTOCK_ROLLED _Pragma("unroll 1")
#else
#define PENSTOCK_UNROLLED
#define PENSTOCK_ROLLED
#endif

namespace penstock::kernels {

inline constexpr unsigned kFoldUnroll = 4;
// A batch has this many sources; an operation that is a call has one, because a call keeps few registers.
inline constexpr unsigned kFoldBatch = 4;
inline constexpr unsigned kCalledBatch = 1;

template <std::size_t kBytes>
using FoldWord = std::conditional_t<
    kBytes == 1, std::uint8_t,
    std::conditional_t<kBytes == 2, std::uint16_t, std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>>;

// The number also holds for one part.
template <typename Whole, typename Part>
inline constexpr unsigned kPartsOf = sizeof(Whole) / sizeof(Part);  // NOLINT(bugprone-sizeof-expression)

// Loads a unit that moves at once: a Quad, or an element word by word.
template <typename Unit>
PENSTOCK_DEVICE Unit load_unit(std::uint64_t address) {
  if constexpr (std::is_same_v<Unit, sync::Quad>) {
    return sync::GlobalPtr<Unit>(address).load();
  } else {
    using Word = FoldWord<alignof(Unit)>;
    Word word[kPartsOf<Unit, Word>];
    PENSTOCK_UNROLLED
    for (unsigned i = 0; i < kPartsOf<Unit, Word>; ++i) {
      word[i] = sync::GlobalPtr<Word>(address + i * sizeof(Word)).load();
    }
    Unit unit;
    __builtin_memcpy(&unit, word, sizeof unit);
    return unit;
  }
}
template <typename Unit>
PENSTOCK_DEVICE void store_unit(std::uint64_t address, const Unit& unit) {
  if constexpr (std::is_same_v<Unit, sync::Quad>) {
    sync::GlobalPtr<Unit>(address).store(unit);
  } else {
    using Word = FoldWord<alignof(Unit)>;
    Word word[kPartsOf<Unit, Word>];
    __builtin_memcpy(word, &unit, sizeof unit);
    PENSTOCK_UNROLLED
    for (unsigned i = 0; i < kPartsOf<Unit, Word>; ++i) {
      sync::GlobalPtr<Word>(address + i * sizeof(Word)).store(word[i]);
    }
  }
}

// FoldShare is a thread's share of a tile: the first `units` of the offsets.
struct FoldShare {
  std::uint64_t offset[kFoldUnroll];
  unsigned units;
};

template <typename Unit>
PENSTOCK_DEVICE void load_share(std::uint64_t source, const FoldShare& share, Unit (&out)[kFoldUnroll]) {
  PENSTOCK_UNROLLED
  for (unsigned u = 0; u < kFoldUnroll; ++u) {
    if (u < share.units) out[u] = load_unit<Unit>(source + share.offset[u]);
  }
}
template <typename Unit>
PENSTOCK_DEVICE void store_share(std::uint64_t target, const FoldShare& share, const Unit (&made)[kFoldUnroll]) {
  if (target == 0) return;
  PENSTOCK_UNROLLED
  for (unsigned u = 0; u < kFoldUnroll; ++u) {
    if (u < share.units) store_unit(target + share.offset[u], made[u]);
  }
}

// Combines one more source with the intermediate results, and stores the prefix that belongs to it.
template <typename Unit, typename Combination>
PENSTOCK_DEVICE void fold_source(const FoldArguments& arguments, const Combination& combined, std::uint32_t source,
                                 const FoldShare& share, const Unit (&value)[kFoldUnroll], Unit (&made)[kFoldUnroll]) {
  const auto form = static_cast<FoldForm>(arguments.form);
  if (form == FoldForm::kPrefixBefore && source > 0) store_share(arguments.target[source], share, made);
  PENSTOCK_UNROLLED
  for (unsigned u = 0; u < kFoldUnroll; ++u) made[u] = source == 0 ? value[u] : combined(made[u], value[u]);
  if (form == FoldForm::kPrefix) store_share(arguments.target[source], share, made);
}

// A total is stored when all sources have been loaded, a prefix when its batch has been loaded.
template <typename Unit, unsigned kBatch, typename Combination>
PENSTOCK_DEVICE void fold_share(const FoldArguments& arguments, const Combination& combined, const FoldShare& share) {
  Unit made[kFoldUnroll] = {};
  PENSTOCK_ROLLED
  for (std::uint32_t first = 0; first < arguments.sources; first += kBatch) {
    Unit value[kBatch][kFoldUnroll] = {};
    PENSTOCK_UNROLLED
    for (unsigned k = 0; k < kBatch; ++k) {
      if (first + k < arguments.sources) load_share(arguments.source[first + k], share, value[k]);
    }
    PENSTOCK_UNROLLED
    for (unsigned k = 0; k < kBatch; ++k) {
      if (first + k < arguments.sources) fold_source(arguments, combined, first + k, share, value[k], made);
    }
  }
  if (static_cast<FoldForm>(arguments.form) != FoldForm::kTotal) return;
  PENSTOCK_ROLLED
  for (std::uint32_t i = 0; i < arguments.targets; ++i) store_share(arguments.target[i], share, made);
}

// FoldRange has units one after another, except for a gap of `gap` bytes before number `before`.
struct FoldRange {
  std::uint64_t units;
  std::uint64_t before;
  std::uint64_t gap;
};

// Tiles are distributed to the blocks in turn. They are so deep that every block has one, and no deeper than needed to keep the
// link full: for memory of four GPUs, 256 MiB and 32 blocks, depths of 1, 2 and 4 give 305, 320 and 314 GB/s in each direction;
// for two GPUs, depths of 2 and 4 give 316 and 330.
template <typename Unit, unsigned kBatch, typename Combination>
PENSTOCK_DEVICE void fold_range(const FoldArguments& arguments, const Combination& combined, const FoldRange& range,
                                unsigned block, const sync::GpuThread& self) {
  const std::uint64_t threads = self.threads();
  const unsigned most = arguments.sources > 2 ? 2 : kFoldUnroll;
  unsigned depth = 1;
  while (depth < most && depth * threads * self.blocks() < range.units) ++depth;
  const std::uint64_t tile = depth * threads;
  PENSTOCK_ROLLED
  for (std::uint64_t first = block * tile; first < range.units; first += tile * self.blocks()) {
    FoldShare share{};
    PENSTOCK_UNROLLED
    for (unsigned u = 0; u < kFoldUnroll; ++u) {
      const std::uint64_t index = first + u * threads + self.thread();
      if (u < depth && index < range.units) share.units = u + 1;
      share.offset[u] = index * sizeof(Unit) + (index < range.before ? 0 : range.gap);
    }
    fold_share<Unit, kBatch>(arguments, combined, share);
  }
}

// Single elements are processed before the first whole Wide and after the last; the last block, which has the least other work,
// starts with them.
template <typename T, typename Wide, unsigned kBatch, typename Combination>
PENSTOCK_DEVICE void fold_by(const FoldArguments& arguments, const Combination& combined, const sync::GpuThread& self) {
  constexpr std::uint64_t kElements = kPartsOf<Wide, T>;
  const std::uint64_t wide = arguments.width == sizeof(Wide) ? (arguments.count - arguments.lead) / kElements : 0;
  const std::uint64_t single = arguments.count - wide * kElements;
  if (wide > 0) {
    fold_range<Wide, kBatch>(arguments, combined, {wide, 0, arguments.lead * sizeof(T)}, self.block(), self);
  }
  if (single > 0) {
    const FoldRange range{single, wide > 0 ? arguments.lead : single, wide * sizeof(Wide)};
    fold_range<T, kBatch>(arguments, combined, range, self.blocks() - 1 - self.block(), self);
  }
}

// There is one kernel for each kind of element that is folded often; it has the kind's sum, minimum and maximum.
template <typename T, typename Kind>
PENSTOCK_DEVICE void fold_body(const FoldArguments& arguments, const sync::GpuThread& self) {
  Kind::choose(arguments.operation,
               [&]<typename Operation>() { fold_by<T, sync::Quad, kFoldBatch>(arguments, Combine<T, Operation>(), self); });
  sync::finish(self, arguments.finish);
}

// FoldRaw is an element of unknown type, as words of its alignment.
template <typename Word, unsigned kWords>
struct FoldRaw {
  Word word[kWords];
};
// This kernel has all operations on all kinds of elements.
PENSTOCK_DEVICE void fold_any_body(const FoldArguments& arguments, const sync::GpuThread& self) {
  const CombineAny combined{arguments.kind, arguments.operation};
  switch (bytes_of(arguments.kind)) {
    case 1: fold_by<FoldRaw<std::uint8_t, 1>, sync::Quad, kCalledBatch>(arguments, combined, self); break;
    case 2: fold_by<FoldRaw<std::uint16_t, 1>, sync::Quad, kCalledBatch>(arguments, combined, self); break;
    case 4: fold_by<FoldRaw<std::uint16_t, 2>, sync::Quad, kCalledBatch>(arguments, combined, self); break;
    case 8: fold_by<FoldRaw<std::uint32_t, 2>, sync::Quad, kCalledBatch>(arguments, combined, self); break;
    default: fold_by<FoldRaw<std::uint64_t, 2>, sync::Quad, kCalledBatch>(arguments, combined, self); break;
  }
  sync::finish(self, arguments.finish);
}

// Copies one source to all targets, by the widest accesses that their addresses allow.
PENSTOCK_DEVICE void fold_copy_body(const FoldArguments& arguments, const sync::GpuThread& self) {
  const Combine<std::uint8_t, fold_operation::None> first;
  switch (arguments.width) {
    case 16: fold_by<std::uint8_t, sync::Quad, 1>(arguments, first, self); break;
    case 8: fold_by<std::uint8_t, std::uint64_t, 1>(arguments, first, self); break;
    case 4: fold_by<std::uint8_t, std::uint32_t, 1>(arguments, first, self); break;
    case 2: fold_by<std::uint8_t, std::uint16_t, 1>(arguments, first, self); break;
    default: fold_by<std::uint8_t, std::uint8_t, 1>(arguments, first, self); break;
  }
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels

#undef PENSTOCK_UNROLLED
#undef PENSTOCK_ROLLED
