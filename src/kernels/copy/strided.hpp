// One kernel copies any strided layout to any other: pack, unpack, and pack fused with the transfer to or from a mapped peer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accel/accel.hpp"

namespace penstock::kernels {

inline constexpr int kMaxDims = 6;

// Strided describes `block` contiguous bytes, repeated count[0] times every stride[0] bytes, all of that count[1] times every
// stride[1] bytes, and so on (dimension 0 is innermost). With dims == 0 it is one contiguous block.
struct Strided {
  std::uint64_t base = 0;  // address of the first byte
  std::uint64_t block = 0;
  std::int32_t dims = 0;
  std::int32_t reserved = 0;
  std::uint64_t count[kMaxDims] = {};
  std::int64_t stride[kMaxDims] = {};

  // Returns the number of bytes in packed form.
  [[nodiscard]] std::uint64_t packed_bytes() const noexcept;
};

// Copies packed bytes [first, first + bytes) of `source` to the same packed range of `destination` (which lies in both;
// shapes and lengths may differ). All addresses must be reachable from the queue's device. Element size is the
// largest of 16, 8, 4, 2, 1 that divides every block, stride, base and range bound. Grid and block shape come from Config
// (PENSTOCK_KERNEL_BLOCK, PENSTOCK_KERNEL_GRID; 0: chosen from the size).
// Two contiguous sides are handed to Queue::copy_and_mark instead, which need not use a kernel: `by` says whether it may.
// `*out` is done when the bytes are there.
Status copy_strided(const Config& config, accel::Queue& queue, const Strided& destination, const Strided& source,
                    std::uint64_t first, std::uint64_t bytes, accel::By by, accel::Ticket* out);

// Copies host memory in that way, by the CPU.
void copy_strided_host(const Strided& destination, const Strided& source, std::uint64_t first, std::uint64_t bytes);

}  // namespace penstock::kernels
