#include "kernels/ll/message.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string_view>

#include "kernels/sync/packet.hpp"

namespace penstock::kernels {
namespace {

constexpr std::uint64_t kMostThreads = 512;  // as message_list.inc has it
constexpr std::uint64_t kWarp = 32;
constexpr std::uint64_t kUnit = 8;  // bytes of data that a thread has at a time

// `more` is the number of warps in addition to those with a unit per thread.
template <typename Arguments>
Status launch(accel::Queue& queue, std::string_view kernel, std::uint64_t units, std::uint64_t more,
              const Arguments& arguments) {
  const std::uint64_t wanted = (std::max((units + kWarp - 1) / kWarp, std::uint64_t{1}) + more) * kWarp;
  const std::uint64_t threads = std::min({wanted, kMostThreads, static_cast<std::uint64_t>(queue.limits().block_threads)});
  return queue.launch(kernel, {1, 1, 1}, {static_cast<unsigned>(threads), 1, 1}, &arguments, sizeof arguments);
}

std::uint32_t units_of(std::uint64_t bytes) noexcept {
  return static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit);
}

template <unsigned kMost>
Status take(accel::Queue& queue, std::string_view kernel, const TakenMessages& taken) {
  TakeArguments<kMost> arguments{taken.reached.address,
                                 taken.reached.number,
                                 taken.passed.number,
                                 static_cast<std::uint32_t>(taken.messages.size()),
                                 0,
                                 {}};
  TakenPart* part = arguments.part;
  for (const TakenMessage& each : taken.messages) {
    *part++ = {each.card, each.boxes, each.to, arguments.units, 0};
    arguments.units += units_of(each.capacity);
  }
  return launch(queue, kernel, arguments.units, 1, arguments);
}

Status check(std::uint64_t bytes) {
  if (bytes <= kMostMessageBytes) return Status::ok();
  return Status::error(Code::kInternal, "a message of {} bytes for one kernel", bytes);
}

}  // namespace

Status give_message(accel::Queue& queue, const GivenMessage& message) {
  PENSTOCK_TRY(check(message.bytes));
  return launch(queue, "penstock_ll_give", units_of(message.bytes), 0,
                GiveArguments{message.from, message.packets, message.copy, message.bytes, message.told.address,
                              message.told.number, message.number});
}

Status take_messages(accel::Queue& queue, const TakenMessages& taken) {
  if (taken.messages.empty() || taken.messages.size() > kMostTaken) {
    return Status::error(Code::kInternal, "{} messages for one kernel", taken.messages.size());
  }
  for (const TakenMessage& each : taken.messages) PENSTOCK_TRY(check(each.capacity));
  return taken.messages.size() == 1 ? take<1>(queue, "penstock_ll_take", taken)
                                    : take<kMostTaken>(queue, "penstock_ll_take_many", taken);
}

namespace {

// A kernel that sees the second half also sees the first.
void write(MessageCard* card, std::uint64_t first, std::uint64_t second) noexcept {
  std::uint64_t* const halves = reinterpret_cast<std::uint64_t*>(card);
  std::atomic_ref<std::uint64_t>(halves[0]).store(first, std::memory_order_release);
  std::atomic_ref<std::uint64_t>(halves[1]).store(second, std::memory_order_release);
}

}  // namespace

bool find_message(const std::byte* copy, std::uint32_t number, std::span<std::byte> out) noexcept {
  for (std::size_t at = 0; at < out.size(); at += kUnit) {
    std::uint64_t unit = 0;
    if (!sync::load_packet(reinterpret_cast<std::uint64_t>(copy) + 2 * at, number, &unit)) return false;
    std::memcpy(out.data() + at, &unit, std::min<std::size_t>(kUnit, out.size() - at));
  }
  return true;
}

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
