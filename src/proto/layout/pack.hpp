// Walking the bytes of a buffer in packed order, whatever its layout.
#pragma once

#include <algorithm>
#include <cstdint>

#include "proto/layout/cursor.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// Calls visit(shape, base address, first, bytes) for each strided run that packed bytes [first, first + bytes) touch, in
// packed order. A buffer that is one run as a whole gives one call.
template <typename Visit>
void for_each_run(const Buffer& buffer, std::uint64_t first, std::uint64_t bytes, Visit&& visit) {
  if (bytes == 0) return;
  kernels::Strided whole;
  const auto address = reinterpret_cast<std::uint64_t>(buffer.address);
  if (buffer.layout->as_strided(address, buffer.count, &whole)) return visit(whole, whole.base, first, bytes);
  const std::uint64_t size = buffer.layout->size();
  std::uint64_t element = first / size;
  std::uint64_t skip = first % size;
  while (bytes > 0) {
    const std::uint64_t start = address + element * static_cast<std::uint64_t>(buffer.layout->extent());
    for (const Layout::Run& run : buffer.layout->runs()) {
      const std::uint64_t packed = run.shape.packed_bytes();
      if (skip >= packed) {
        skip -= packed;
        continue;
      }
      const std::uint64_t piece = std::min(packed - skip, bytes);
      visit(run.shape, start + static_cast<std::uint64_t>(run.offset), skip, piece);
      skip = 0;
      bytes -= piece;
      if (bytes == 0) return;
    }
    ++element;
  }
}

// Calls visit(address, bytes) for each contiguous piece.
template <typename Visit>
void for_each_piece(const Buffer& buffer, std::uint64_t first, std::uint64_t bytes, Visit&& visit) {
  for_each_run(buffer, first, bytes,
               [&visit](const kernels::Strided& shape, std::uint64_t base, std::uint64_t from, std::uint64_t length) {
                 if (shape.dims == 0) return static_cast<void>(visit(base + from, length));
                 Cursor cursor(shape, from);
                 while (length > 0) {
                   const std::uint64_t piece = std::min(shape.block - cursor.within_block(), length);
                   visit(base + static_cast<std::uint64_t>(cursor.offset()), piece);
                   cursor.next_bytes(piece);
                   length -= piece;
                 }
               });
}

// Packed bytes [first, first + bytes) of two host buffers, from one to the other.
void copy_host(const Buffer& destination, const Buffer& source, std::uint64_t first, std::uint64_t bytes);

}  // namespace penstock::proto
