// This header checks, measures and walks strided shapes that came from a peer. A peer's shape is never used unchecked.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport {

// Footprint has the addresses that a shape touches: [low, high). It is empty if the shape has no bytes.
struct Footprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Measures the whole shape. Returns Code::kProtocol if its dimensions, its packed size or an address of it are out of range, or
// if [first, first + bytes) is not within its packed form.
Status measure(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes, Footprint* out);

// Returns true if the shape is one block of memory without gaps. The shape has been measured.
[[nodiscard]] bool is_contiguous(const kernels::Strided& shape) noexcept;
// Returns the share of a link's rate that a kernel reaches when it reads or writes such a shape in another GPU's memory. The
// shape has been measured.
[[nodiscard]] double link_share(const kernels::Strided& shape) noexcept;
// Counts the contiguous pieces of `bytes` of packed form, without merging. The shape has been measured.
[[nodiscard]] std::uint64_t pieces(const kernels::Strided& shape, std::uint64_t bytes) noexcept;

// PieceWalker walks the contiguous pieces of packed bytes [first, first + bytes) of a measured shape, in packed order.
class PieceWalker {
 public:
  PieceWalker(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes) noexcept;
  // Returns false when there are no more.
  bool next(std::uint64_t* address, std::uint64_t* bytes) noexcept;

 private:
  void step() noexcept;

  const kernels::Strided& shape_;
  std::uint64_t left_;
  std::uint64_t address_ = 0;  // address of the current block
  std::uint64_t inside_ = 0;   // bytes of the current block that were walked already
  std::uint64_t index_[kernels::kMaxDims] = {};
};

}  // namespace penstock::transport
