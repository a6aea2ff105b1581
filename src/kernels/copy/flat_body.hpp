// This kernel makes many contiguous copies at once, each by its own blocks. Neighbouring threads access neighbouring elements;
// a thread has kFlatUnroll independent loads in flight.
#pragma once

#include "accel/queue/flag.hpp"
#include "kernels/sync/finish.hpp"
#include "kernels/sync/global.hpp"

namespace penstock::kernels {

inline constexpr unsigned kFlatUnroll = 4;
inline constexpr std::uint32_t kFlatSmall = 4096;
static_assert(kFlatUnroll * sizeof(sync::Quad) == accel::kCopyThreadBytes);

template <bool kFresh, typename Element>
PENSTOCK_DEVICE Element load_of(sync::GlobalPtr<Element> from) {
  if constexpr (kFresh) return from.load_fresh();
  return from.load();
}

template <bool kFresh>
PENSTOCK_DEVICE void copy_bytes(std::uint64_t to, std::uint64_t from, std::uint32_t bytes, const sync::GpuThread& self) {
  for (std::uint32_t i = self.thread(); i < bytes; i += self.threads()) {
    sync::GlobalPtr<std::uint8_t>(to + i).store(load_of<kFresh>(sync::GlobalPtr<std::uint8_t>(from + i)));
  }
}

template <bool kFresh, bool kWhole, typename Element>
PENSTOCK_DEVICE void copy_flat_tile(sync::GlobalPtr<Element> to, sync::GlobalPtr<Element> from, std::uint32_t mine,
                                    std::uint32_t elements, std::uint32_t threads) {
  Element value[kFlatUnroll] = {};
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kFlatUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= elements) break;
    value[k] = load_of<kFresh>(from + index);
  }
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (unsigned k = 0; k < kFlatUnroll; ++k) {
    const std::uint32_t index = mine + k * threads;
    if (!kWhole && index >= elements) break;
    (to + index).store(value[k]);
  }
}

// Both sides have an equal offset from a multiple of the element: single bytes are copied before the first and after the last
// element.
template <bool kFresh, typename Element>
PENSTOCK_DEVICE void copy_flat(const accel::CopyPart& part, const sync::GpuThread& self) {
  constexpr auto kSize = static_cast<std::uint32_t>(sizeof(Element));
  const std::uint32_t lead = (0U - static_cast<std::uint32_t>(part.destination)) & (kSize - 1);
  const std::uint32_t head = lead < part.bytes ? lead : part.bytes;
  const std::uint32_t elements = (part.bytes - head) / kSize;
  const std::uint32_t body_end = head + elements * kSize;
  const std::uint32_t block = self.block() - part.first_block;
  if (block == 0 && head != 0) copy_bytes<kFresh>(part.destination, part.source, head, self);
  if (block + 1 == part.blocks && body_end != part.bytes) {
    copy_bytes<kFresh>(part.destination + body_end, part.source + body_end, part.bytes - body_end, self);
  }
  const sync::GlobalPtr<Element> to(part.destination + head);
  const sync::GlobalPtr<Element> from(part.source + head);
  const std::uint32_t tile = self.threads() * kFlatUnroll;
  std::uint32_t first = block * tile;
  for (; first + tile <= elements; first += tile * part.blocks) {
    copy_flat_tile<kFresh, true>(to, from, first + self.thread(), elements, self.threads());
  }
  if (first < elements) copy_flat_tile<kFresh, false>(to, from, first + self.thread(), elements, self.threads());
}

// Selects the widest element that needs only a few single bytes; small copies use one that needs none, since those would cost a
// second round trip over the link. If kFresh, loads bypass the processor's cache.
template <bool kFresh>
PENSTOCK_DEVICE void copy_part(const accel::CopyPart& part, const sync::GpuThread& self) {
  const std::uint64_t all = part.destination | part.source | part.bytes;
  const std::uint64_t bits = part.bytes <= kFlatSmall && (all & 3U) == 0 ? all : part.destination - part.source;
  if ((bits & 15U) == 0) return copy_flat<kFresh, sync::Quad>(part, self);
  if ((bits & 7U) == 0) return copy_flat<kFresh, std::uint64_t>(part, self);
  if ((bits & 3U) == 0) return copy_flat<kFresh, std::uint32_t>(part, self);
  copy_flat<kFresh, std::uint8_t>(part, self);
}

PENSTOCK_DEVICE void copy_parts_body(const accel::CopyArguments& arguments, const sync::GpuThread& self) {
  std::uint32_t mine = 0;
  for (std::uint32_t above = arguments.count; above - mine > 1;) {
    const std::uint32_t middle = (mine + above) / 2;
    if (arguments.part[middle].first_block <= self.block()) {
      mine = middle;
    } else {
      above = middle;
    }
  }
  copy_part<false>(arguments.part[mine], self);
  sync::finish(self, arguments.finish);
}

}  // namespace penstock::kernels
