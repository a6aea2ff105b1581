#include "transport/shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace penstock::transport {
namespace {

using kernels::Strided;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

// Computes the address of each packed byte by a slow and simple method.
std::vector<std::uint64_t> addresses(const Strided& shape) {
  std::vector<std::uint64_t> out;
  std::uint64_t blocks = 1;
  for (int d = 0; d < shape.dims; ++d) blocks *= shape.count[d];
  for (std::uint64_t b = 0; b < blocks; ++b) {
    std::uint64_t rest = b;
    std::uint64_t at = shape.base;
    for (int d = 0; d < shape.dims; ++d) {
      at += rest % shape.count[d] * static_cast<std::uint64_t>(shape.stride[d]);
      rest /= shape.count[d];
    }
    for (std::uint64_t i = 0; i < shape.block; ++i) out.push_back(at + i);
  }
  return out;
}

Strided random_shape(std::mt19937* random) {
  Strided shape{.base = 1'000'000, .block = (*random)() % 9, .dims = static_cast<std::int32_t>((*random)() % 4)};
  for (int d = 0; d < shape.dims; ++d) {
    shape.count[d] = (*random)() % 5;
    shape.stride[d] = static_cast<std::int64_t>((*random)() % 400) - 200;
  }
  return shape;
}

TEST(Shape, MeasuresAndWalksAsTheNaiveWay) {
  std::mt19937 random(3);
  for (int round = 0; round < 5000; ++round) {
    const Strided shape = random_shape(&random);
    const std::vector<std::uint64_t> all = addresses(shape);
    const std::uint64_t first = random() % (all.size() + 1);
    const std::uint64_t bytes = random() % (all.size() - first + 1);
    Footprint print;
    ASSERT_TRUE(measure(shape, first, bytes, &print).is_ok());
    if (all.empty()) {
      EXPECT_EQ(print.low, print.high);
    } else {
      EXPECT_EQ(print.low, *std::min_element(all.begin(), all.end()));
      EXPECT_EQ(print.high, *std::max_element(all.begin(), all.end()) + 1);
    }
    PieceWalker walker(shape, first, bytes);
    std::vector<std::uint64_t> walked;
    for (std::uint64_t at = 0, length = 0; walker.next(&at, &length);) {
      for (std::uint64_t i = 0; i < length; ++i) walked.push_back(at + i);
    }
    EXPECT_TRUE(std::equal(walked.begin(), walked.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                           all.begin() + static_cast<std::ptrdiff_t>(first + bytes)));
  }
}

TEST(Shape, RefusesWhatDoesNotFit) {
  Footprint print;
  const auto code = [&](const Strided& shape, std::uint64_t first, std::uint64_t bytes) {
    return measure(shape, first, bytes, &print).code();
  };
  EXPECT_EQ(code({.base = 8, .block = 8, .dims = 7}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8, .dims = -1}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8}, 0, 9), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8}, 9, 0), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8}, 4, kMost - 2), Code::kProtocol);
  EXPECT_EQ(code({.base = kMost - 3, .block = 8}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = kMost}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8, .dims = 1, .count = {2}, .stride = {-100}}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8, .dims = 1, .count = {kMost}, .stride = {1}}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 1, .dims = 1, .count = {kMost}, .stride = {1}}, 0, 8), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 1, .dims = 1, .count = {3}, .stride = {kLowest}}, 0, 1), Code::kProtocol);
  EXPECT_EQ(code({.base = 8, .block = 8, .dims = 1, .count = {0}, .stride = {kLowest}}, 0, 0), Code::kOk);
}

TEST(Shape, KnowsContiguousAndPieces) {
  EXPECT_TRUE(is_contiguous({.base = 0, .block = 8}));
  EXPECT_TRUE(is_contiguous({.base = 0, .block = 8, .dims = 2, .count = {4, 2}, .stride = {8, 32}}));
  EXPECT_TRUE(is_contiguous({.base = 0, .block = 8, .dims = 2, .count = {1, 2}, .stride = {99, 8}}));
  EXPECT_FALSE(is_contiguous({.base = 0, .block = 8, .dims = 1, .count = {2}, .stride = {-8}}));
  EXPECT_FALSE(is_contiguous({.base = 0, .block = 8, .dims = 1, .count = {2}, .stride = {9}}));
  EXPECT_EQ(pieces({.base = 0, .block = 8, .dims = 1, .count = {100}, .stride = {16}}, 800), 100U);
  EXPECT_EQ(pieces({.base = 0, .block = 8, .dims = 1, .count = {100}, .stride = {8}}, 800), 1U);
  EXPECT_EQ(pieces({.base = 0, .block = 8}, 0), 0U);
}

TEST(Shape, LinkShare) {
  const auto share = [](std::uint64_t block, std::int64_t stride) {
    return link_share({.base = 4096, .block = block, .dims = 1, .count = {100}, .stride = {stride}});
  };
  EXPECT_EQ(link_share({.base = 1, .block = 7}), 1);
  EXPECT_EQ(link_share({.base = 1, .block = 0, .dims = 1, .count = {3}, .stride = {2}}), 1);
  EXPECT_EQ(share(8, 8), 1);
  EXPECT_EQ(share(8, 16), 0.5);
  EXPECT_EQ(share(8, -16), 0.5);
  EXPECT_EQ(share(128, 256), 1);
  EXPECT_LT(share(8, 4096), share(8, 16));
  // Larger blocks are never worse, whatever lies between them.
  for (std::uint64_t block = 1; block < 512; block *= 2) {
    EXPECT_LE(share(block, 1 << 20), share(2 * block, 1 << 20)) << block;
    EXPECT_GT(share(block, 1 << 20), 0) << block;
  }
  // A column of a matrix whose rows are 64 KiB long touches a page for 32 elements.
  const double column = link_share({.base = 0, .block = 8, .dims = 1, .count = {8192}, .stride = {65536}});
  EXPECT_LT(column, 0.01);
  EXPECT_GT(column, 0);
  // A dimension of one has no effect, and overlapping elements are no gain.
  EXPECT_EQ(link_share({.base = 0, .block = 8, .dims = 2, .count = {1, 100}, .stride = {9999, 16}}), 0.5);
  EXPECT_EQ(share(64, 8), 1);
}

}  // namespace
}  // namespace penstock::transport
