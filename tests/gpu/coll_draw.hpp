// Numbers that every rank draws alike, and data that any rank can compute for any place without the data before it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace penstock::test {

[[nodiscard]] inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  std::uint64_t x = a + 0x9e3779b97f4a7c15U * (b + 1) + 0xc2b2ae3d27d4eb4fU * c;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  // Returns a number from 0 to choices - 1.
  std::size_t below(std::size_t choices) { return static_cast<std::size_t>(mixed(state_, ++count_) % choices); }
  bool one_in(std::size_t choices) { return below(choices) == 0; }
  std::uint64_t word() { return mixed(state_, ++count_); }

 private:
  std::uint64_t state_;
  std::uint64_t count_ = 0;
};

}  // namespace penstock::test
