// Packets carry their own flag: a reader that sees a packet's number has its data, without a fence between the two.
#pragma once

#include <cstdint>

#include "kernels/sync/global.hpp"

namespace penstock::kernels::sync {

// A packet has 8 bytes of data. Each half is stored in one access of 8 bytes, which other devices see whole or not at all, so
// each half has the number.
inline constexpr std::uint64_t kPacketBytes = sizeof(Quad);
inline constexpr std::uint64_t kPacketData = kPacketBytes / 2;

PENSTOCK_DEVICE void store_packet(std::uint64_t address, std::uint64_t data, std::uint32_t number) {
  const auto low = static_cast<std::uint32_t>(data);
  const auto high = static_cast<std::uint32_t>(data >> 32);
  Quad* const to = GlobalPtr<Quad>(address).raw();
#if defined(__CUDACC__)
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %2};" ::"l"(to), "r"(low), "r"(number), "r"(high) : "memory");
#else
  auto* const halves = reinterpret_cast<std::uint64_t*>(to);
  __atomic_store_n(halves, std::uint64_t{number} << 32 | low, __ATOMIC_RELEASE);
  __atomic_store_n(halves + 1, std::uint64_t{number} << 32 | high, __ATOMIC_RELEASE);
#endif
}

// Returns false if the packet has not arrived yet.
PENSTOCK_DEVICE bool load_packet(std::uint64_t address, std::uint32_t number, std::uint64_t* data) {
  const GlobalPtr<Quad> from(address);
#if defined(__CUDACC__)
  const Quad seen = from.load_fresh();
  *data = static_cast<std::uint64_t>(seen.word[2]) << 32 | seen.word[0];
  return seen.word[1] == number && seen.word[3] == number;
#else
  auto* const halves = reinterpret_cast<std::uint64_t*>(from.raw());
  const std::uint64_t low = __atomic_load_n(halves, __ATOMIC_ACQUIRE);
  const std::uint64_t high = __atomic_load_n(halves + 1, __ATOMIC_ACQUIRE);
  *data = high << 32 | (low & UINT32_MAX);
  return low >> 32 == number && high >> 32 == number;
#endif
}

}  // namespace penstock::kernels::sync
