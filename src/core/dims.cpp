#include "core/dims.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace penstock::core {
namespace {

std::vector<int> divisors_of(int number) {
  std::vector<int> out;
  for (std::int64_t d = 1; d * d <= number; ++d) {
    if (number % d != 0) continue;
    out.push_back(static_cast<int>(d));
    if (d * d != number) out.push_back(static_cast<int>(number / d));
  }
  std::ranges::sort(out, std::greater<>());
  return out;
}

// Tries factors from the largest down; what differs least from the first to the last is kept.
class Search {
 public:
  Search(int nodes, std::size_t dims) : divisors_(divisors_of(nodes)), tried_(dims), best_(dims) { go(nodes, 0, nodes); }
  [[nodiscard]] const std::vector<int>& best() const noexcept { return best_; }

 private:
  void go(int left, std::size_t at, int most) {
    if (at + 1 == tried_.size()) {
      if (left > most) return;
      tried_[at] = left;
      if (tried_.front() - left >= spread_) return;
      spread_ = tried_.front() - left;
      best_ = tried_;
      return;
    }
    for (const int factor : divisors_) {
      if (factor > most || left % factor != 0) continue;
      if (!can_be_filled(left, factor, tried_.size() - at)) return;
      tried_[at] = factor;
      go(left / factor, at + 1, factor);
    }
  }
  // Whether so many factors of at most `most` can make `left`.
  static bool can_be_filled(std::int64_t left, std::int64_t most, std::size_t factors) noexcept {
    std::int64_t reach = 1;
    for (std::size_t i = 0; i < factors && reach < left; ++i) reach *= most;
    return reach >= left;
  }

  std::vector<int> divisors_;
  std::vector<int> tried_;
  std::vector<int> best_;
  int spread_ = std::numeric_limits<int>::max();
};

}  // namespace

Status balance(int nodes, std::span<int> dims) {
  if (nodes < 1) return Status::error(Code::kArg, "nnodes is {}, it must be positive", nodes);
  if (dims.empty()) return Status::ok();
  int left = nodes;
  std::size_t open = 0;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0) return Status::error(Code::kDims, "dims[{}] is {}, it must not be negative", i, dims[i]);
    open += dims[i] == 0 ? 1 : 0;
    if (dims[i] == 0) continue;
    if (left % dims[i] != 0) {
      return Status::error(Code::kDims, "dims[{}] is {}: the given dimensions do not divide {} processes", i, dims[i], nodes);
    }
    left /= dims[i];
  }
  if (open == 0) {
    if (left == 1) return Status::ok();
    return Status::error(Code::kDims, "the given dimensions make {} processes, not {}", nodes / left, nodes);
  }
  const Search search(left, open);
  auto next = search.best().begin();
  for (int& dim : dims) {
    if (dim == 0) dim = *next++;
  }
  return Status::ok();
}

}  // namespace penstock::core
