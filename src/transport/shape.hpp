// Strided shapes that came from a peer: checked, measured and walked. Nothing of a peer's shape is used unchecked.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"

namespace penstock::transport {

// The addresses that a shape touches: [low, high). Empty if it has no bytes.
struct Footprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// Measures the whole shape. Code::kProtocol if its dimensions, its packed size or an address of it do not fit, or if
// [first, first + bytes) is not within its packed form.
Status measure(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes, Footprint* out);

// One block of memory without gaps. The shape has been measured.
[[nodiscard]] bool is_contiguous(const kernels::Strided& shape) noexcept;
// Which part of a link's rate a kernel gets that reads or writes such a shape of another GPU's memory. The shape has been
// measured.
[[nodiscard]] double link_share(const kernels::Strided& shape) noexcept;
// Contiguous pieces that hold `bytes` of packed form, not counting merges. The shape has been measured.
[[nodiscard]] std::uint64_t pieces(const kernels::Strided& shape, std::uint64_t bytes) noexcept;

// Walks the contiguous pieces of packed bytes [first, first + bytes) of a measured shape, in packed order.
class PieceWalker {
 public:
  PieceWalker(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes) noexcept;
  // False when there are no more.
  bool next(std::uint64_t* address, std::uint64_t* bytes) noexcept;

 private:
  void step() noexcept;

  const kernels::Strided& shape_;
  std::uint64_t left_;
  std::uint64_t address_ = 0;  // of the current block
  std::uint64_t inside_ = 0;   // bytes of the current block already walked
  std::uint64_t index_[kernels::kMaxDims] = {};
};

}  // namespace penstock::transport
