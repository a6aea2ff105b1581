#include "picture.hpp"

#include <algorithm>
#include <cstddef>

namespace demo {

double shade_at(const Picture& picture, int size, int row, int column) {
  const double y = (row + 0.5) * picture.height / size - 0.5, x = (column + 0.5) * picture.width / size - 0.5;
  const auto clamp = [](double v, int limit) { return std::clamp(v, 0.0, limit - 1.0); };
  const double cy = clamp(y, picture.height), cx = clamp(x, picture.width);
  const int top = static_cast<int>(cy), left = static_cast<int>(cx);
  const int bottom = std::min(top + 1, picture.height - 1), right = std::min(left + 1, picture.width - 1);
  const double fy = cy - top, fx = cx - left;
  const auto at = [&](int r, int c) { return picture.grey[static_cast<std::size_t>(r) * picture.width + c] / 255.0; };
  const double upper = at(top, left) * (1 - fx) + at(top, right) * fx;
  const double lower = at(bottom, left) * (1 - fx) + at(bottom, right) * fx;
  return upper * (1 - fy) + lower * fy;
}

}  // namespace demo
