// Work for a processor that takes a given time.
#pragma once

#include <array>
#include <cstdint>

namespace bench {

// A fixed number of rounds over a small matrix, as many as last `seconds` on this core when nothing else runs on it.
class Compute {
 public:
  explicit Compute(double seconds);
  void run();

 private:
  void rounds(std::uint64_t count);

  static constexpr std::size_t kSide = 8;
  std::array<float, kSide * kSide> matrix_{};
  std::array<float, kSide> vector_{};
  std::uint64_t rounds_ = 0;
};

}  // namespace bench
