// PerMember keeps one value for each member of a window, or a single value where all members have the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace penstock::core {

template <typename T>
class PerMember {
 public:
  // `values` has one entry for each member; a window has at least one member.
  void assign(std::vector<T> values) {
    const bool uniform = std::ranges::all_of(values, [&](const T& value) { return value == values.front(); });
    if (uniform) values.resize(1);
    values_ = std::move(values);
    values_.shrink_to_fit();
  }
  [[nodiscard]] const T& operator[](int rank) const noexcept {
    return values_.size() == 1 ? values_.front() : values_[static_cast<std::size_t>(rank)];
  }

 private:
  std::vector<T> values_;
};

}  // namespace penstock::core
