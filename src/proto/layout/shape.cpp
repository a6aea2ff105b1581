#include "proto/layout/shape.hpp"

#include <limits>

namespace penstock::proto {

using kernels::Strided;

bool repeat_shape(Strided* shape, std::uint64_t count, std::int64_t stride) {
  if (count == 1 || shape->block == 0) return true;
  if (shape->dims == 0 && stride >= 0 && static_cast<std::uint64_t>(stride) == shape->block) {
    shape->block *= count;
    return true;
  }
  if (shape->dims > 0) {
    const int top = shape->dims - 1;
    if (static_cast<Wide>(shape->stride[top]) * static_cast<Wide>(shape->count[top]) == stride) {
      shape->count[top] *= count;
      return true;
    }
  }
  if (shape->dims == kernels::kMaxDims) return false;
  shape->count[shape->dims] = count;
  shape->stride[shape->dims] = stride;
  ++shape->dims;
  return true;
}

Footprint footprint(const Strided& shape) noexcept {
  Footprint out{0, static_cast<std::int64_t>(shape.block)};
  for (int i = 0; i < shape.dims; ++i) {
    const std::int64_t reach = static_cast<std::int64_t>(shape.count[i] - 1) * shape.stride[i];
    (reach < 0 ? out.low : out.high) += reach;
  }
  return out;
}

bool is_sane(const Strided& shape) noexcept {
  if (shape.dims < 0 || shape.dims > kernels::kMaxDims) return false;
  constexpr Wide limit = std::numeric_limits<std::int64_t>::max();
  Wide packed = shape.block;
  Wide low = 0;
  Wide high = shape.block;
  for (int i = 0; i < shape.dims; ++i) {
    if (shape.count[i] == 0 || shape.count[i] > static_cast<std::uint64_t>(limit)) return false;
    packed *= shape.count[i];
    const Wide reach = static_cast<Wide>(shape.count[i] - 1) * shape.stride[i];
    (reach < 0 ? low : high) += reach;
    if (packed > limit || high > limit || low < -limit) return false;
  }
  const Wide base = shape.base;
  return packed <= limit && high <= limit && base + low >= 0 && base + high <= std::numeric_limits<std::uint64_t>::max();
}

Strided contiguous(std::uint64_t base, std::uint64_t bytes) noexcept {
  Strided shape;
  shape.base = base;
  shape.block = bytes;
  return shape;
}

}  // namespace penstock::proto
