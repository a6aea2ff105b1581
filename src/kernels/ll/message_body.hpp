// These are the kernels of kernels/ll/message.hpp, each with one block.
#pragma once

#include "kernels/ll/ll_body.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// Writes the number behind a barrier, after which no thread of the block accesses the data that it has read. A release would
// wait until all packets have arrived; this is not needed, because packets carry their own flag.
PENSTOCK_DEVICE void tell(const sync::GpuThread& self, std::uint64_t told, std::uint32_t number) {
  self.barrier();
  if (self.thread() == 0) sync::store_relaxed_system(sync::GlobalPtr<std::uint32_t>(told), number);
}

PENSTOCK_DEVICE void give_message_body(const GiveArguments& arguments, const sync::GpuThread& self) {
  const LlTurn turn{arguments.number, 0, 0};
  for_units<1>(self, arguments.bytes, [&](std::uint64_t at) {
    const LlUnit<1> unit = load_plain<1>(arguments.from + at, arguments.bytes - at);
    give(turn, arguments.packets, at, unit);
    give(turn, arguments.copy, at, unit);
    return true;
  });
  tell(self, arguments.told, arguments.told_number);
}

// The two halves are written one after the other.
PENSTOCK_DEVICE sync::Quad load_card(std::uint64_t card) {
  const sync::GlobalPtr<sync::Quad> from(card);
#if defined(__CUDACC__)
  return from.load_fresh();
#else
  auto* const halves = reinterpret_cast<std::uint64_t*>(from.raw());
  const std::uint64_t high = __atomic_load_n(halves + 1, __ATOMIC_ACQUIRE);
  const std::uint64_t low = __atomic_load_n(halves, __ATOMIC_ACQUIRE);
  return {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32), static_cast<std::uint32_t>(high),
           static_cast<std::uint32_t>(high >> 32)}};
#endif
}

PENSTOCK_DEVICE MessageCard wait_for_card(std::uint64_t card, const sync::GpuThread& self) {
  for (;;) {
    const sync::Quad seen = load_card(card);
    if (seen.word[3] != MessageCard::kWait) return {seen.word[0], seen.word[1], seen.word[2], seen.word[3], 0};
    self.pause();
  }
}

// Returns the part that contains a unit; the search starts with part `from`, which is not behind it.
PENSTOCK_DEVICE std::uint32_t part_of(const TakenPart* parts, std::uint32_t count, std::uint32_t unit, std::uint32_t from) {
  while (from + 1 < count && parts[from + 1].first <= unit) ++from;
  return from;
}

// Receives one unit, if the message has it. The threads of a warp read a card in one access.
PENSTOCK_DEVICE void take_unit(const TakenPart& part, std::uint64_t at, const sync::GpuThread& self) {
  const MessageCard card = wait_for_card(part.card, self);
  if (card.says != MessageCard::kPackets || at >= card.bytes) return;
  const LlTurn turn{card.number, 0, part.card + __builtin_offsetof(MessageCard, abort)};
  LlUnit<1> unit{};
  if (take(turn, self, part.boxes + card.box * kMessageBoxBytes, at, &unit)) store_plain(part.to + at, card.bytes - at, unit);
}

// Each thread waits separately, so messages may arrive in any order. If one warp suffices for the units, the last warp has
// none, because a release takes a thread longer than a message may.
template <unsigned kMost>
PENSTOCK_DEVICE void take_messages_body(const TakeArguments<kMost>& arguments, const sync::GpuThread& self) {
  if (self.thread() + 1 == self.threads())
    sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.told), arguments.reached);
  std::uint32_t part = 0;
  for (std::uint32_t unit = self.thread(); unit < arguments.units; unit += self.threads()) {
    part = part_of(arguments.part, arguments.count, unit, part);
    take_unit(arguments.part[part], (unit - arguments.part[part].first) * sync::kPacketData, self);
  }
  tell(self, arguments.told, arguments.passed);
}

}  // namespace penstock::kernels
