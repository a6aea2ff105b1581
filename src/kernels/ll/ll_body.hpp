// A collective of little data is one kernel on each device: every rank writes packets into every other rank's memory, and folds
// or copies the packets that it receives. A thread has the same bytes of all parts, and has sent the old data before it writes
// a result, so operands and results may be the same memory.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/fold/fold_kinds.hpp"
#include "kernels/ll/ll_arguments.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/packet.hpp"

namespace penstock::kernels {

// LlUnit is the data that a thread processes at a time: the fewest packets (one or two) that hold whole elements.
template <unsigned kWords>
struct LlUnit {
  std::uint64_t word[kWords];
};

// Returns the widest access for these bytes, the first of a word.
PENSTOCK_DEVICE unsigned ll_width(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t bits = address | bytes;
  return (bits & 7) == 0 ? 8 : (bits & 3) == 0 ? 4 : (bits & 1) == 0 ? 2 : 1;
}

template <typename Piece>
PENSTOCK_DEVICE std::uint64_t load_pieces(std::uint64_t address, std::uint64_t bytes) {
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < bytes; i += sizeof(Piece)) {
    word |= static_cast<std::uint64_t>(sync::GlobalPtr<Piece>(address + i).load()) << (8 * i);
  }
  return word;
}
template <typename Piece>
PENSTOCK_DEVICE void store_pieces(std::uint64_t address, std::uint64_t bytes, std::uint64_t word) {
  for (std::uint64_t i = 0; i < bytes; i += sizeof(Piece)) {
    sync::GlobalPtr<Piece>(address + i).store(static_cast<Piece>(word >> (8 * i)));
  }
}

// Loads at most a word, at any address.
PENSTOCK_DEVICE_CALL std::uint64_t load_odd(std::uint64_t address, std::uint64_t bytes) {
  switch (ll_width(address, bytes)) {
    case 8: return load_pieces<std::uint64_t>(address, bytes);
    case 4: return load_pieces<std::uint32_t>(address, bytes);
    case 2: return load_pieces<std::uint16_t>(address, bytes);
    default: return load_pieces<std::uint8_t>(address, bytes);
  }
}
PENSTOCK_DEVICE_CALL void store_odd(std::uint64_t address, std::uint64_t bytes, std::uint64_t word) {
  switch (ll_width(address, bytes)) {
    case 8: return store_pieces<std::uint64_t>(address, bytes, word);
    case 4: return store_pieces<std::uint32_t>(address, bytes, word);
    case 2: return store_pieces<std::uint16_t>(address, bytes, word);
    default: return store_pieces<std::uint8_t>(address, bytes, word);
  }
}

// `left` is the number of bytes from there on. Bytes behind them are 0, and are not stored.
template <unsigned kWords>
PENSTOCK_DEVICE LlUnit<kWords> load_plain(std::uint64_t address, std::uint64_t left) {
  LlUnit<kWords> unit;
  for (unsigned i = 0; i < kWords; ++i) {
    const std::uint64_t bytes = left < sync::kPacketData ? left : sync::kPacketData;
    unit.word[i] = bytes == 0 ? 0 : load_odd(address + i * sync::kPacketData, bytes);
    left -= bytes;
  }
  return unit;
}
template <unsigned kWords>
PENSTOCK_DEVICE void store_plain(std::uint64_t address, std::uint64_t left, const LlUnit<kWords>& unit) {
  for (unsigned i = 0; i < kWords && left != 0; ++i) {
    const std::uint64_t bytes = left < sync::kPacketData ? left : sync::kPacketData;
    store_odd(address + i * sync::kPacketData, bytes, unit.word[i]);
    left -= bytes;
  }
}

// LlTurn has the values that all packets of a run share.
struct LlTurn {
  std::uint32_t number;
  std::uint64_t shift;  // offset of the packets
  std::uint64_t abort;
};

// No packet has the number 0; odd and even numbers alternate there too.
PENSTOCK_DEVICE LlTurn counted_turn(std::uint64_t counter, std::uint64_t odd, std::uint64_t abort) {
  const std::uint32_t after = sync::GlobalPtr<std::uint32_t>(counter).load_fresh() + 1;
  const std::uint32_t number = after == 0 ? 2 : after;
  return {number, (number & 1) != 0 ? odd : 0, abort};
}
PENSTOCK_DEVICE LlTurn turn_of(const LlArguments& arguments) {
  if (arguments.counter == 0) return {arguments.number, 0, arguments.abort};
  return counted_turn(arguments.counter, arguments.odd, arguments.abort);
}
// May be called when all threads have read the counter.
PENSTOCK_DEVICE void end_counted_turn(std::uint64_t counter, const LlTurn& turn, const sync::GpuThread& self) {
  self.barrier();
  if (self.thread() == 0) sync::GlobalPtr<std::uint32_t>(counter).store(turn.number);
}
PENSTOCK_DEVICE void end_turn(const LlArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  if (arguments.counter != 0) end_counted_turn(arguments.counter, turn, self);
}

// `packets` is the beginning of a part, `offset` that of the data in it.
template <unsigned kWords>
PENSTOCK_DEVICE void give(const LlTurn& turn, std::uint64_t packets, std::uint64_t offset, const LlUnit<kWords>& unit) {
  for (unsigned i = 0; i < kWords; ++i) {
    sync::store_packet(packets + turn.shift + 2 * offset + i * sync::kPacketBytes, unit.word[i], turn.number);
  }
}

// Returns false if the packet will not come.
PENSTOCK_DEVICE bool take_packet(const LlTurn& turn, const sync::GpuThread& self, std::uint64_t packet, std::uint64_t* word) {
  constexpr std::uint32_t kLooks = 1024;
  for (std::uint32_t look = 1; !sync::load_packet(packet, turn.number, word); ++look) {
    if (look % kLooks == 0 && sync::load_acquire_system(sync::GlobalPtr<std::uint32_t>(turn.abort)) != 0) return false;
    self.relax();
  }
  return true;
}
template <unsigned kWords>
PENSTOCK_DEVICE bool take(const LlTurn& turn, const sync::GpuThread& self, std::uint64_t packets, std::uint64_t offset,
                          LlUnit<kWords>* unit) {
  bool there = true;
  for (unsigned i = 0; i < kWords; ++i) {
    there = there && take_packet(turn, self, packets + turn.shift + 2 * offset + i * sync::kPacketBytes, &unit->word[i]);
  }
  return there;
}

// Calls visit(offset) for this thread's units of a part, until it returns false.
template <unsigned kWords, typename Visit>
PENSTOCK_DEVICE bool for_units(const sync::GpuThread& self, std::uint64_t bytes, const Visit& visit) {
  constexpr std::uint64_t kBytes = kWords * sync::kPacketData;
  const std::uint64_t step = std::uint64_t{self.blocks()} * self.threads() * kBytes;
  for (std::uint64_t at = (std::uint64_t{self.block()} * self.threads() + self.thread()) * kBytes; at < bytes; at += step) {
    if (!visit(at)) return false;
  }
  return true;
}

// CombineUnits combines the elements of two units.
template <typename T, typename Operation>
struct CombineUnits {
  template <unsigned kWords>
  PENSTOCK_DEVICE LlUnit<kWords> operator()(const LlUnit<kWords>& left, const LlUnit<kWords>& right) const {
    constexpr unsigned kElements = kWords * sync::kPacketData / sizeof(T);
    T a[kElements], b[kElements];
    __builtin_memcpy(a, &left, sizeof a);
    __builtin_memcpy(b, &right, sizeof b);
    for (unsigned i = 0; i < kElements; ++i) a[i] = Operation()(a[i], b[i]);
    LlUnit<kWords> out;
    __builtin_memcpy(&out, a, sizeof a);
    return out;
  }
};

template <unsigned kWords, typename Combination>
PENSTOCK_DEVICE bool fold_units(const LlArguments& arguments, const LlTurn& turn, const Combination& combined,
                                const sync::GpuThread& self) {
  return for_units<kWords>(self, arguments.sources == 0 ? 0 : arguments.bytes, [&](std::uint64_t at) {
    LlUnit<kWords> made{};
    for (std::uint32_t i = 0; i < arguments.sources; ++i) {
      LlUnit<kWords> next{};
      if (i == arguments.own) {
        next = load_plain<kWords>(arguments.source[i] + at, arguments.bytes - at);
      } else if (!take(turn, self, arguments.source[i], at, &next)) {
        return false;
      }
      if (i == 0) {
        made = next;
      } else {
        made = combined(made, next);
      }
    }
    for (std::uint32_t i = 0; i < arguments.results; ++i) give(turn, arguments.result[i], at, made);
    store_plain(arguments.target + at, arguments.bytes - at, made);
    return true;
  });
}

// `fold` does the fold of the call, if it has one, and returns true if all packets have come.
template <unsigned kWords, typename Fold>
PENSTOCK_DEVICE void ll_by(const LlArguments& arguments, const sync::GpuThread& self, const Fold& fold) {
  const LlTurn turn = turn_of(arguments);
  for (std::uint32_t i = 0; i < arguments.pushes; ++i) {
    const LlPart& part = arguments.push[i];
    for_units<kWords>(self, part.bytes, [&](std::uint64_t at) {
      give(turn, part.to, at, load_plain<kWords>(part.from + at, part.bytes - at));
      return true;
    });
  }
  bool comes = fold(turn);
  const LlPart& copy = arguments.copy;
  for_units<kWords>(self, copy.bytes, [&](std::uint64_t at) {
    store_plain(copy.to + at, copy.bytes - at, load_plain<kWords>(copy.from + at, copy.bytes - at));
    return true;
  });
  for (std::uint32_t i = 0; i < arguments.pulls && comes; ++i) {
    const LlPart& part = arguments.pull[i];
    comes = for_units<kWords>(self, part.bytes, [&](std::uint64_t at) {
      LlUnit<kWords> unit{};
      if (!take(turn, self, part.from, at, &unit)) return false;
      store_plain(part.to + at, part.bytes - at, unit);
      return true;
    });
  }
  end_turn(arguments, turn, self);
}

template <typename T, typename Kind>
PENSTOCK_DEVICE bool ll_fold(const LlArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  bool comes = true;
  Kind::choose(arguments.operation,
               [&]<typename Operation>() { comes = fold_units<1>(arguments, turn, CombineUnits<T, Operation>(), self); });
  return comes;
}
template <unsigned kWords>
PENSTOCK_DEVICE bool ll_fold_any(const LlArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  return fold_units<kWords>(arguments, turn, CombineAny{arguments.kind, arguments.operation}, self);
}

// There is one kernel for each kind of element that is folded often; it has the kind's sum, minimum and maximum.
template <typename T, typename Kind>
PENSTOCK_DEVICE void ll_body(const LlArguments& arguments, const sync::GpuThread& self) {
  ll_by<1>(arguments, self, [&](const LlTurn& turn) { return ll_fold<T, Kind>(arguments, turn, self); });
  sync::finish(self, arguments.finish);
}
// This kernel has all operations on all kinds of elements.
PENSTOCK_DEVICE void ll_any_body(const LlArguments& arguments, const sync::GpuThread& self) {
  if (bytes_of(arguments.kind) > sync::kPacketData) {
    ll_by<2>(arguments, self, [&](const LlTurn& turn) { return ll_fold_any<2>(arguments, turn, self); });
  } else {
    ll_by<1>(arguments, self, [&](const LlTurn& turn) { return ll_fold_any<1>(arguments, turn, self); });
  }
  sync::finish(self, arguments.finish);
}
PENSTOCK_DEVICE bool ll_fold_one(const LlArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  return fold_units<1>(arguments, turn, CombineUnits<std::uint64_t, fold_operation::None>(), self);
}
// This kernel only copies, since a fold has a source.
PENSTOCK_DEVICE void ll_copy_body(const LlArguments& arguments, const sync::GpuThread& self) {
  ll_by<1>(arguments, self, [&](const LlTurn& turn) { return ll_fold_one(arguments, turn, self); });
  sync::finish(self, arguments.finish);
}

// Does the fold of a job whose elements are no larger than a packet's data.
PENSTOCK_DEVICE bool ll_fold_of(LlJob job, const LlArguments& arguments, const LlTurn& turn, const sync::GpuThread& self) {
  switch (job) {
#define PENSTOCK_FOLD_KIND(name, type, operations) \
  case LlJob::of_##name: return ll_fold<type, operations>(arguments, turn, self);
#include "kernels/fold/fold_common.inc"
#undef PENSTOCK_FOLD_KIND
    case LlJob::of_any: return ll_fold_any<1>(arguments, turn, self);
    case LlJob::of_copy: return ll_fold_one(arguments, turn, self);
    default: return true;
  }
}
// Does the work of these kernels for a caller that has their parameters.
PENSTOCK_DEVICE void ll(LlJob job, const LlArguments& arguments, const sync::GpuThread& self) {
  if (job == LlJob::of_any && bytes_of(arguments.kind) > sync::kPacketData) return ll_any_body(arguments, self);
  ll_by<1>(arguments, self, [&](const LlTurn& turn) { return ll_fold_of(job, arguments, turn, self); });
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
