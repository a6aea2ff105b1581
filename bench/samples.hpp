// The figures of single iterations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace bench {

// Keeps the smallest and the largest of all figures, and a fair sample of at most kKept of them.
class Samples {
 public:
  static constexpr std::size_t kKept = 8192;

  Samples() { kept_.reserve(kKept); }
  // `operations`: the figure is the mean over this many.
  void add(double figure, int operations = 1) {
    operations_ += static_cast<std::uint64_t>(operations);
    low_ = std::min(low_, figure);
    high_ = std::max(high_, figure);
    ++count_;
    if (kept_.size() < kKept) return kept_.push_back(figure);
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t place = (state_ >> 33) % count_;
    if (place < kKept) kept_[static_cast<std::size_t>(place)] = figure;
  }

  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  [[nodiscard]] const std::vector<double>& kept() const { return kept_; }

 private:
  std::vector<double> kept_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = 0;
  std::uint64_t count_ = 0, operations_ = 0, state_ = 0x9e3779b97f4a7c15U;
};

// Returns the figure below which the share of sorted figures lies; 0 if there are none.
[[nodiscard]] inline double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

[[nodiscard]] inline double median(std::vector<double> figures) {
  std::sort(figures.begin(), figures.end());
  return quantile(figures, 0.5);
}

}  // namespace bench
