// Where the bytes of one side of an operation lie in the target's region.
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

// Checks that every byte of the buffer lies in a region of so many bytes, whatever the counts and bounds. Code::kArg.
Status check_range(std::uint64_t region_bytes, const RemoteBuffer& buffer);

// Packed byte `at` of a buffer and those that lie together with it from there on, as far as one look tells. There are such.
[[nodiscard]] Extent extent_at(const RemoteBuffer& buffer, std::uint64_t at) noexcept;

// Appends the extents of packed bytes from `at` on: at most `bytes`, at most `most` extents, neighbours joined. Only whole
// elements of `element` bytes, of which `bytes` holds at least one, and `most` the pieces of one. Returns how many bytes.
std::uint64_t add_extents(const RemoteBuffer& buffer, std::uint64_t at, std::uint64_t bytes, std::size_t most,
                          std::uint32_t element, std::vector<Extent>* out);

// Drops so many bytes, of which there are as many, from the end.
void cut_extents(std::vector<Extent>* extents, std::uint64_t bytes);

}  // namespace penstock::proto::rma
