#include "compute.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bench {

Compute::Compute(double seconds) {
  using Clock = std::chrono::steady_clock;
  matrix_.fill(0.125F);
  vector_.fill(1.0F);
  double best = 1;
  constexpr std::uint64_t kProbe = 2000;
  for (int i = 0; i < 10; ++i) {  // the fastest: others may have been interrupted
    const auto begin = Clock::now();
    rounds(kProbe);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  rounds_ = static_cast<std::uint64_t>(std::llround(seconds / (best / kProbe)));
}

void Compute::run() {
  rounds(rounds_);
}

void Compute::rounds(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    std::array<float, kSide> next{};
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t column = 0; column < kSide; ++column) next[row] += matrix_[row * kSide + column] * vector_[column];
    }
    vector_ = next;
    asm volatile("" : : "g"(vector_.data()) : "memory");  // the result is used, as far as the compiler knows
  }
}

}  // namespace bench
