// Describes where the bytes of one side of an operation are in the target's region.
#pragma once

#include <cstdint>
#include <vector>

#include "proto/layout/layout.hpp"
#include "transport/one_sided.hpp"

namespace penstock::proto::rma {

// One side of an operation: elements of a layout in the target's region, `offset` bytes from its base to the buffer's address.
struct RemoteBuffer {
  std::int64_t offset = 0;
  std::uint64_t count = 0;
  const Layout* layout = nullptr;  // outlives the operation

  [[nodiscard]] std::uint64_t bytes() const noexcept { return count * layout->size(); }
};

using transport::Extent;

// Checks that every byte of the buffer is in a region of `region_bytes`, whatever the counts and bounds. Fails with Code::kArg.
Status check_range(std::uint64_t region_bytes, const RemoteBuffer& buffer);

// Returns packed byte `at` of a buffer and the bytes that are contiguous with it, as far as one
// lookup tells. The buffer has a byte `at`.
[[nodiscard]] Extent extent_at(const RemoteBuffer& buffer, std::uint64_t at) noexcept;

// Appends the extents of packed bytes from `at` on: at most `bytes`, at most `most` extents, with neighbours
// joined. Appends only whole elements of `element` bytes; `bytes` holds at least one element, and `most` the
// extents of one. Returns the number of bytes.
std::uint64_t add_extents(const RemoteBuffer& buffer, std::uint64_t at, std::uint64_t bytes, std::size_t most,
                          std::uint32_t element, std::vector<Extent>* out);

// Drops `bytes` from the end; the extents have at least as many.
void cut_extents(std::vector<Extent>* extents, std::uint64_t bytes);

}  // namespace penstock::proto::rma
