#include "core/topology/dims.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <vector>

namespace penstock::core {
namespace {

// An int has at most this many factors above 1, since 2^31 does not fit an int.
constexpr std::size_t kMostFactors = 30;
// Powers are rounded, so that no bound is used as sharper than it is.
constexpr double kRounding = 1e-6;

// Returns the divisors, the smallest one first.
std::vector<int> divisors_of(int number) {
  std::vector<int> out;
  for (std::int64_t d = 1; d * d <= number; ++d) {
    if (number % d != 0) continue;
    out.push_back(static_cast<int>(d));
    if (d * d != number) out.push_back(static_cast<int>(number / d));
  }
  std::ranges::sort(out);
  return out;
}

double root_of(int number, std::size_t factors) noexcept {
  return std::pow(number, 1.0 / static_cast<double>(factors));
}

// Searches the factors with the smallest sum; of several sets with that sum, the set with the largest last factor, then the
// largest last but one, as MPICH chooses: so no dimension is thinner than it must be. The largest of n factors is at least the
// n-th root, and the sum of n factors is at least n times the root; that sum grows more with a chosen factor than the root
// shrinks. So each factor is tried from the root upwards, until no better factors can follow.
class Search {
 public:
  Search(int nodes, std::size_t dims) : divisors_(divisors_of(nodes)), tried_(dims), best_(dims) { go(nodes, 0, nodes, 0); }
  [[nodiscard]] const std::vector<int>& best() const noexcept { return best_; }

 private:
  void go(int left, std::size_t at, int most, std::int64_t sum) {
    const std::size_t open = tried_.size() - at;
    if (open == 1) return take(left, most, sum);
    const double root = root_of(left, open) - kRounding;
    const auto first = std::ranges::lower_bound(divisors_, root, {}, [](int d) { return static_cast<double>(d); });
    for (const int factor : std::span(first, divisors_.end())) {
      if (factor > most) return;
      if (left % factor != 0) continue;
      if (sum + factor + least_sum(left / factor, open - 1) > least_) return;
      tried_[at] = factor;
      go(left / factor, at + 1, factor, sum + factor);
    }
  }

  void take(int last, int most, std::int64_t sum) {
    if (last > most || sum + last > least_) return;
    tried_.back() = last;
    const bool better =
        sum + last < least_ || std::ranges::lexicographical_compare(best_ | std::views::reverse, tried_ | std::views::reverse);
    if (!better) return;
    best_ = tried_;
    least_ = sum + last;
  }

  static std::int64_t least_sum(int product, std::size_t factors) noexcept {
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(factors) * root_of(product, factors) - kRounding));
  }

  std::vector<int> divisors_;
  std::vector<int> tried_;
  std::vector<int> best_;
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
};

// Returns at most kMostFactors factors above 1; the other dimensions are 1.
std::vector<int> split(int nodes, std::size_t dims) {
  std::vector<int> out = Search(nodes, std::min(dims, kMostFactors)).best();
  out.resize(dims, 1);
  return out;
}

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
  const std::vector<int> found = split(left, open);
  auto next = found.begin();
  for (int& dim : dims) {
    if (dim == 0) dim = *next++;
  }
  return Status::ok();
}

}  // namespace penstock::core
