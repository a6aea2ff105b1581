// A list of a member's parts in a call, without memory of its own to ask for.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace penstock::coll {

// Never more than kMost are added.
template <typename T, std::size_t kMost>
class Few {
 public:
  void add(const T& item) noexcept { items_[count_++] = item; }
  [[nodiscard]] std::span<const T> all() const noexcept { return std::span(items_).first(count_); }

 private:
  std::array<T, kMost> items_;
  std::size_t count_ = 0;
};

}  // namespace penstock::coll
