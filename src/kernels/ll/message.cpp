#include "kernels/ll/message.hpp"

#include <algorithm>
#include <atomic>
#include <string_view>

namespace penstock::kernels {
namespace {

constexpr std::uint64_t kMostThreads = 128;  // as message_list.inc has it
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kUnit = 8;  // bytes of data that a thread has at a time

template <typename Arguments>
Status launch(accel::Queue& queue, std::string_view kernel, std::uint64_t bytes, const Arguments& arguments) {
  const std::uint64_t wanted = std::max((bytes + kUnit * kWarp - 1) / (kUnit * kWarp), std::uint64_t{1}) * kWarp;
  const std::uint64_t threads = std::min({wanted, kMostThreads, static_cast<std::uint64_t>(queue.limits().block_threads)});
  return queue.launch(kernel, {1, 1, 1}, {static_cast<unsigned>(threads), 1, 1}, &arguments, sizeof arguments);
}

Status check(std::uint64_t bytes) {
  if (bytes <= kMostMessageBytes) return Status::ok();
  return Status::error(Code::kInternal, "a message of {} bytes for one kernel", bytes);
}

}  // namespace

Status give_message(accel::Queue& queue, const GivenMessage& message) {
  PENSTOCK_TRY(check(message.bytes));
  return launch(queue, "penstock_ll_give", message.bytes,
                GiveArguments{message.from, message.packets, message.plain, message.bytes, message.told.address,
                              message.told.number, message.number});
}

Status take_message(accel::Queue& queue, const TakenMessage& message) {
  PENSTOCK_TRY(check(message.capacity));
  return launch(queue, "penstock_ll_take", message.capacity,
                TakeArguments{message.card, message.boxes, message.to, message.reached.address, message.reached.number,
                              message.passed.number});
}

namespace {

// A kernel that sees the second half sees the first.
void write(MessageCard* card, std::uint64_t first, std::uint64_t second) noexcept {
  std::uint64_t* const halves = reinterpret_cast<std::uint64_t*>(card);
  std::atomic_ref<std::uint64_t>(halves[0]).store(first, std::memory_order_release);
  std::atomic_ref<std::uint64_t>(halves[1]).store(second, std::memory_order_release);
}

}  // namespace

void fill_card(MessageCard* card, std::uint32_t box, std::uint32_t bytes, std::uint32_t number) noexcept {
  write(card, std::uint64_t{bytes} << 32 | box, std::uint64_t{MessageCard::kPackets} << 32 | number);
}
void let_leave(MessageCard* card) noexcept {
  write(card, 0, std::uint64_t{MessageCard::kLeave} << 32);
}
void stop_waiting(MessageCard* card) noexcept {
  std::atomic_ref<std::uint32_t>(card->abort).store(1, std::memory_order_release);
}

}  // namespace penstock::kernels
