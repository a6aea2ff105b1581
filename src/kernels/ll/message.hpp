// Messages of little data between streams of GPUs that reach each other: one kernel gives a message away in packets, another
// takes it. The kernels write the words by which a program's stream tells how far it is (accel::ProgramStream::next_tell).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// `told` is reached when the memory that the message is in may change: nothing is waited for. Packets come when they come.
struct GivenMessage {
  std::uint64_t from = 0;     // at most kMostMessageBytes of memory of the queue's device, at any address
  std::uint64_t packets = 0;  // a box in reach of the device
  std::uint64_t copy = 0;     // a box in pinned memory, for find_message()
  std::uint64_t bytes = 0;
  std::uint32_t number = 0;  // of the packets; not 0
  MessageWord told = {};
};

struct TakenMessage {
  std::uint64_t card = 0;   // a MessageCard in pinned memory
  std::uint64_t boxes = 0;  // memory of the queue's device: the first of those that the card may name
  std::uint64_t to = 0;     // likewise, at any address
  std::uint64_t capacity = 0;
};

// At most kMostTaken. `reached` is told at once: what the stream did before is visible. The kernel then stays until each card
// says where its message is, and takes that, or that nothing is to be done any more, and tells `passed`: boxes and cards may be
// used again; what it wrote is there for what is behind it on its stream.
struct TakenMessages {
  std::span<const TakenMessage> messages;
  MessageWord reached = {};
  MessageWord passed = {};  // of the same word
};

Status give_message(accel::Queue& queue, const GivenMessage& message);
Status take_messages(accel::Queue& queue, const TakenMessages& taken);

// By the CPU: the message of that number that a kernel gave away, if all packets of its copy are there by now. False: not yet.
[[nodiscard]] bool find_message(const std::byte* copy, std::uint32_t number, std::span<std::byte> out) noexcept;

// By the CPU: what a kernel waits for. A card is of one kernel until that tells `passed`; then it is as new again.
void fill_card(MessageCard* card, std::uint32_t box, std::uint32_t bytes, std::uint32_t number) noexcept;
void let_leave(MessageCard* card) noexcept;
void stop_waiting(MessageCard* card) noexcept;

}  // namespace penstock::kernels
