// Parameter blocks of the kernels in test_kernels.cpp.
#pragma once

#include <cstdint>

namespace penstock::fakecuda {

struct AddArguments {
  std::uint64_t words = 0;
  std::int64_t count = 0;
  std::uint32_t value = 0;
};
struct RotateArguments {
  std::uint64_t words = 0;
  std::uint32_t rounds = 0;
};
struct SumArguments {
  std::uint64_t words = 0;
};
struct WaitArguments {
  std::uint64_t word = 0;
  std::uint64_t abort = 0;
  std::uint64_t result = 0;
  std::uint32_t value = 0;
};

}  // namespace penstock::fakecuda
