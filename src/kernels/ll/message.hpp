// These are messages of little data between streams of GPUs that can access each other: one kernel sends a message in packets,
// another receives it. The kernels write the words by which an application's stream reports its progress
// (accel::ProgramStream::next_tell).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "accel/accel.hpp"
#include "kernels/ll/message_arguments.hpp"

namespace penstock::kernels {

// `told` is reached when the message's memory may be changed; the kernel does not wait. The packets arrive later.
struct GivenMessage {
  std::uint64_t from = 0;     // at most kMostMessageBytes of memory of the queue's device, at any address
  std::uint64_t packets = 0;  // a box of packets that the device can access
  std::uint64_t copy = 0;     // a box in pinned memory, for find_message()
  std::uint64_t bytes = 0;
  std::uint32_t number = 0;  // number of the packets; not 0
  MessageWord told = {};
};

struct TakenMessage {
  std::uint64_t card = 0;   // a MessageCard in pinned memory
  std::uint64_t boxes = 0;  // device memory: the first of the boxes that the card may name
  std::uint64_t to = 0;     // device memory, at any address
  std::uint64_t capacity = 0;
};

// The kernel receives at most kMostTaken messages. It writes `reached` at once: earlier work of the stream is visible. It then
// stays until each card names the box of its message, which it receives, or says that there is nothing to do; then it writes
// `passed`: boxes and cards may be reused, and its data are visible to later work of its stream.
struct TakenMessages {
  std::span<const TakenMessage> messages;
  MessageWord reached = {};
  MessageWord passed = {};  // a number for the same word
};

Status give_message(accel::Queue& queue, const GivenMessage& message);
Status take_messages(accel::Queue& queue, const TakenMessages& taken);

// For the CPU: gets the message of that number that a kernel sent, if all packets of its copy have arrived. Returns false if
// not.
[[nodiscard]] bool find_message(const std::byte* copy, std::uint32_t number, std::span<std::byte> out) noexcept;

// For the CPU: fills the card for which a kernel waits. A card belongs to one kernel until it writes `passed`, which resets the
// card.
void fill_card(MessageCard* card, std::uint32_t box, std::uint32_t bytes, std::uint32_t number) noexcept;
void let_leave(MessageCard* card) noexcept;
void stop_waiting(MessageCard* card) noexcept;

}  // namespace penstock::kernels
