#include "transport/shape.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace penstock::transport {
namespace {

constexpr std::uint64_t kAddressLimit = std::uint64_t{1} << 62;  // far above user space: sums of two stay within int64

Status unfit(const kernels::Strided& shape) {
  return Status::error(Code::kProtocol,
                       "a peer's memory shape does not fit the address space (base {:#x}, block {}, {} dimensions)", shape.base,
                       shape.block, shape.dims);
}

// Moves one end of the footprint by (count - 1) * stride. Returns false if it leaves the address space.
bool extend(std::uint64_t count, std::int64_t stride, std::int64_t* low, std::int64_t* high) noexcept {
  if (count - 1 > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(static_cast<std::int64_t>(count - 1), stride, &reach)) return false;
  std::int64_t* end = reach < 0 ? low : high;
  return !__builtin_add_overflow(*end, reach, end);
}

}  // namespace

Status measure(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes, Footprint* out) {
  if (shape.dims < 0 || shape.dims > kernels::kMaxDims) return unfit(shape);
  std::uint64_t packed = shape.block;
  for (int d = 0; d < shape.dims; ++d) {
    if (__builtin_mul_overflow(packed, shape.count[d], &packed)) return unfit(shape);
  }
  if (first > packed || bytes > packed - first) {
    return Status::error(Code::kProtocol, "bytes {} to {} asked of a memory shape that has {}", first, first + bytes, packed);
  }
  *out = {shape.base, shape.base};
  if (packed == 0) return Status::ok();
  if (shape.base > kAddressLimit || shape.block > kAddressLimit) return unfit(shape);
  auto low = static_cast<std::int64_t>(shape.base);
  auto high = static_cast<std::int64_t>(shape.base + shape.block);
  for (int d = 0; d < shape.dims; ++d) {
    if (!extend(shape.count[d], shape.stride[d], &low, &high)) return unfit(shape);
  }
  if (low < 0) return unfit(shape);
  *out = {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)};
  return Status::ok();
}

bool is_contiguous(const kernels::Strided& shape) noexcept {
  std::uint64_t extent = shape.block;
  for (int d = 0; d < shape.dims; ++d) {
    if (shape.count[d] == 1) continue;
    if (shape.stride[d] < 0 || static_cast<std::uint64_t>(shape.stride[d]) != extent) return false;
    extent *= shape.count[d];
  }
  return true;
}

namespace {

// Returns the useful share of the sectors that a link carries, since few bytes of a sector may be wanted; requests of one or
// two sectors do not fill the link.
double sector_share(const kernels::Strided& shape) noexcept {
  constexpr std::uint64_t kSector = 32;
  int inner = 0;
  while (shape.count[inner] == 1) ++inner;
  const auto step = static_cast<std::uint64_t>(std::abs(shape.stride[inner]));
  const std::uint64_t sectors = (shape.block + kSector - 1) / kSector * kSector;
  const auto wanted = static_cast<double>(shape.block);
  if (step <= sectors) return wanted / static_cast<double>(std::max(step, shape.block));
  const double request = sectors >= 4 * kSector ? 1 : sectors >= 2 * kSector ? 0.9 : 0.64;
  return wanted / static_cast<double>(sectors) * request;
}

// Returns the share that is due to pages of another GPU's memory, which are accessed one after another: a full link carries
// this many bytes meanwhile.
double page_share(const kernels::Strided& shape) noexcept {
  constexpr std::uint64_t kPage = 2U << 20;
  constexpr double kBytesInItsTime = 293e3;  // 0.8 us at 366 GB/s
  const std::uint64_t bytes = shape.packed_bytes();
  Footprint whole;
  if (!measure(shape, 0, bytes, &whole).is_ok()) return 1;
  const std::uint64_t pages = std::min((whole.high - whole.low) / kPage, bytes / shape.block);
  return pages == 0 ? 1 : static_cast<double>(bytes) / static_cast<double>(pages) / kBytesInItsTime;
}

}  // namespace

// The values were measured over NVLink 4: blocks of 4 B to 1 MiB, as long as the gaps between them, and columns of large
// matrices.
double link_share(const kernels::Strided& shape) noexcept {
  if (shape.packed_bytes() == 0 || is_contiguous(shape)) return 1;
  return std::min(sector_share(shape), page_share(shape));
}

std::uint64_t pieces(const kernels::Strided& shape, std::uint64_t bytes) noexcept {
  if (bytes == 0) return 0;
  return is_contiguous(shape) ? 1 : (bytes - 1) / shape.block + 1;
}

PieceWalker::PieceWalker(const kernels::Strided& shape, std::uint64_t first, std::uint64_t bytes) noexcept
    : shape_(shape), left_(bytes), address_(shape.base) {
  if (bytes == 0) return;
  std::uint64_t block = first / shape.block;
  inside_ = first % shape.block;
  for (int d = 0; d < shape.dims; ++d) {
    index_[d] = block % shape.count[d];
    block /= shape.count[d];
    address_ += index_[d] * static_cast<std::uint64_t>(shape.stride[d]);  // modulo 2^64: right for negative strides too
  }
}

void PieceWalker::step() noexcept {
  inside_ = 0;
  for (int d = 0; d < shape_.dims; ++d) {
    const auto stride = static_cast<std::uint64_t>(shape_.stride[d]);
    if (++index_[d] < shape_.count[d]) {
      address_ += stride;
      return;
    }
    address_ -= (shape_.count[d] - 1) * stride;
    index_[d] = 0;
  }
}

// Neighbouring blocks are returned as one piece, so a contiguous shape with dimensions costs no more than one without.
bool PieceWalker::next(std::uint64_t* address, std::uint64_t* bytes) noexcept {
  if (left_ == 0) return false;
  *address = address_ + inside_;
  *bytes = 0;
  while (left_ > 0 && address_ + inside_ == *address + *bytes) {
    const std::uint64_t taken = std::min(left_, shape_.block - inside_);
    *bytes += taken;
    left_ -= taken;
    step();
  }
  return true;
}

}  // namespace penstock::transport
