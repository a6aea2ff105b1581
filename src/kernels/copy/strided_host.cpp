#include <algorithm>
#include <cstring>

#include "kernels/copy/strided.hpp"
#include "kernels/copy/strided_plan.hpp"

namespace penstock::kernels {
namespace {

// Cursor walks a shape block by block.
class Cursor {
 public:
  Cursor(const Strided& shape, std::uint64_t first) : shape_(shape), address_(shape.base), into_(first) {
    if (shape.dims == 0) return;
    std::uint64_t rest = first / shape.block;
    into_ = first % shape.block;
    for (int d = 0; d < shape.dims; ++d) {
      at_[d] = rest % shape.count[d];
      rest /= shape.count[d];
      address_ += at_[d] * static_cast<std::uint64_t>(shape.stride[d]);
    }
  }

  [[nodiscard]] std::byte* data() const { return reinterpret_cast<std::byte*>(address_ + into_); }
  // Returns the number of contiguous bytes from here on.
  [[nodiscard]] std::uint64_t run() const { return shape_.block - into_; }

  void advance(std::uint64_t bytes) {
    into_ += bytes;
    if (into_ < shape_.block) return;
    into_ = 0;
    for (int d = 0; d < shape_.dims; ++d) {
      address_ += static_cast<std::uint64_t>(shape_.stride[d]);
      if (++at_[d] < shape_.count[d]) return;
      address_ -= shape_.count[d] * static_cast<std::uint64_t>(shape_.stride[d]);
      at_[d] = 0;
    }
  }

 private:
  const Strided& shape_;
  std::uint64_t address_;
  std::uint64_t into_;
  std::uint64_t at_[kMaxDims] = {};
};

// A constant length is compiled to a move instead of a call; the CPU spends most time on small blocks.
void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes) {
  switch (bytes) {
    case 4: std::memcpy(to, from, 4); return;
    case 8: std::memcpy(to, from, 8); return;
    case 16: std::memcpy(to, from, 16); return;
    default: std::memcpy(to, from, bytes); return;
  }
}

}  // namespace

void copy_strided_host(const Strided& destination, const Strided& source, std::uint64_t first, std::uint64_t bytes) {
  if (bytes == 0) return;
  const Strided to_shape = simplified(destination);
  const Strided from_shape = simplified(source);
  Cursor to(to_shape, first);
  Cursor from(from_shape, first);
  while (bytes > 0) {
    const std::uint64_t run = std::min({to.run(), from.run(), bytes});
    copy_bytes(to.data(), from.data(), run);
    to.advance(run);
    from.advance(run);
    bytes -= run;
  }
}

}  // namespace penstock::kernels
