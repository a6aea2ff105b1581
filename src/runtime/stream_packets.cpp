#include "runtime/stream_packets.hpp"

namespace penstock::runtime {
namespace {

constexpr std::uint64_t kSets = 2;    // Calls
constexpr std::uint64_t kPlaces = 2;  // even and odd
constexpr std::uint64_t kPacketBytes = 2 * StreamPackets::kMostBytes;
constexpr std::uint64_t kCounterBytes = 64;  // a cache line each

std::uint64_t number_of(unsigned slot, StreamPackets::Calls calls) noexcept {
  return slot * kSets + static_cast<std::uint64_t>(calls);
}

}  // namespace

std::uint64_t StreamPackets::bytes() const noexcept {
  const std::uint64_t sets = slots_ * kSets;
  return sets * kCounterBytes + sets * kPlaces * ranks_ * kPacketBytes;
}

void StreamPackets::use(std::span<const std::uint64_t> places, std::size_t me, std::uint64_t abort) {
  places_.assign(places.begin(), places.end());
  me_ = me;
  abort_ = abort;
}

void StreamPackets::count(unsigned slot, Calls calls, kernels::LlTask* task) const noexcept {
  task->abort = abort_;
  task->counter = places_[me_] + number_of(slot, calls) * kCounterBytes;
  task->odd = ranks_ * kPacketBytes;
}

std::uint64_t StreamPackets::place(unsigned slot, Calls calls, std::size_t from, std::size_t to) const noexcept {
  const std::uint64_t counters = slots_ * kSets * kCounterBytes;
  return places_[to] + counters + (number_of(slot, calls) * kPlaces * ranks_ + from) * kPacketBytes;
}

}  // namespace penstock::runtime
