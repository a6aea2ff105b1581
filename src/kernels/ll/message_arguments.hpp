// These are the arguments of the kernels of single messages, and the card by which the CPU gives them one more argument.
#pragma once

#include <cstddef>
#include <cstdint>

namespace penstock::kernels {

inline constexpr std::uint64_t kMostMessageBytes = 1024;
inline constexpr std::uint64_t kMessageBoxBytes = 2 * kMostMessageBytes;  // packets of one message

// MessageWord is a number, and the word to which a kernel writes it.
struct MessageWord {
  std::uint64_t address = 0;
  std::uint32_t number = 0;
};

// MessageCard lies in pinned memory. Its first 16 bytes are read by one access; the CPU writes their second half after the
// first.
struct alignas(64) MessageCard {
  enum Says : std::uint32_t { kWait, kPackets, kLeave };
  std::uint32_t box = 0;    // box of the packets
  std::uint32_t bytes = 0;  // bytes of data in the packets
  std::uint32_t number = 0;
  std::uint32_t says = kWait;
  std::uint32_t abort = 0;  // not 0: the kernel stops waiting
};
static_assert(offsetof(MessageCard, number) == 8 && offsetof(MessageCard, says) == 12 && offsetof(MessageCard, abort) == 16);

// This is the parameter block of "penstock_ll_give".
struct GiveArguments {
  std::uint64_t from = 0;
  std::uint64_t packets = 0;
  std::uint64_t copy = 0;
  std::uint64_t bytes = 0;
  std::uint64_t told = 0;
  std::uint32_t told_number = 0;
  std::uint32_t number = 0;
};

inline constexpr unsigned kMostTaken = 64;  // messages of one kernel

struct TakenPart {
  std::uint64_t card = 0;
  std::uint64_t boxes = 0;
  std::uint64_t to = 0;
  std::uint32_t first = 0;  // first of the units of all parts, 8 bytes each
  std::uint32_t reserved = 0;
};

// This is the parameter block of "penstock_ll_take" and, for many messages, of "penstock_ll_take_many".
template <unsigned kMost>
struct TakeArguments {
  std::uint64_t told = 0;
  std::uint32_t reached = 0;
  std::uint32_t passed = 0;
  std::uint32_t count = 0;
  std::uint32_t units = 0;
  TakenPart part[kMost] = {};
};

}  // namespace penstock::kernels
