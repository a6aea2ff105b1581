#include "proto/layout/testing/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace penstock::proto::testing {

Model model_of(const std::vector<ModelBlock>& blocks) {
  Model out;
  bool any = false;
  for (const ModelBlock& block : blocks) {
    for (std::int64_t j = 0; j < block.blocklength; ++j) {
      const Model& element = *block.element;
      const std::int64_t at = block.offset + j * element.extent;
      for (const std::int64_t byte : element.bytes) out.bytes.push_back(at + byte);
      if (element.bytes.empty() && !element.set) continue;
      if (out.set && !element.set) continue;
      const std::int64_t low = at + element.lower;
      const std::int64_t high = low + element.extent;
      const bool first = !any || out.set != element.set;
      const std::int64_t upper = out.lower + out.extent;
      out.lower = first ? low : std::min(out.lower, low);
      out.extent = (first ? high : std::max(upper, high)) - out.lower;
      out.set = element.set;
      any = true;
    }
  }
  return out;
}

Pair TypeMaker::leaf() {
  const std::int64_t bytes = upto(0, 19) == 0 ? upto(60, 300) : upto(1, 9);
  Pair out{Layout::bytes(static_cast<std::uint64_t>(bytes)), {}};
  for (std::int64_t i = 0; i < bytes; ++i) out.model.bytes.push_back(i);
  out.model.extent = bytes;
  return out;
}

// Returns places that are random, side by side, evenly spaced, or in even groups.
std::vector<std::int64_t> TypeMaker::places(std::int64_t extent, std::int64_t block) {
  const std::int64_t count = upto(0, 3) == 0 ? upto(5, 40) : upto(1, 5);
  const std::int64_t kind = upto(0, 3);
  const std::int64_t group = upto(1, 4);
  const std::int64_t near = upto(-40, 40);
  const std::int64_t far = upto(-200, 200);
  std::vector<std::int64_t> out = {upto(-60, 60)};
  for (std::int64_t i = 1; i < count; ++i) {
    const std::int64_t even = out.front() + i / group * far + i % group * near;
    const std::int64_t beside = out.back() + block * extent;
    out.push_back(kind == 0 || (kind == 3 && upto(0, 1) == 0) ? upto(-60, 60) : kind == 1 ? even : beside);
  }
  return out;
}

Pair TypeMaker::vector(const Pair& element) {
  const std::int64_t count = upto(0, 19) == 0 ? 0 : upto(1, 4);
  const std::int64_t block = upto(1, 3);
  const std::int64_t stride = upto(0, 1) == 0 ? block * element.model.extent : upto(-80, 80);
  std::vector<ModelBlock> blocks;
  for (std::int64_t i = 0; i < count; ++i) blocks.push_back({&element.model, block, i * stride});
  Pair out;
  EXPECT_TRUE(Layout::vector(element.layout, count, block, stride, &out.layout).is_ok());
  out.model = model_of(blocks);
  return out;
}

Pair TypeMaker::blocks(const Pair& element) {
  const std::int64_t block = upto(1, 3);
  const auto offsets = places(element.model.extent, block);
  std::vector<ModelBlock> blocks;
  for (const std::int64_t offset : offsets) blocks.push_back({&element.model, block, offset});
  Pair out;
  EXPECT_TRUE(Layout::blocks(element.layout, block, offsets, &out.layout).is_ok());
  out.model = model_of(blocks);
  return out;
}

Pair TypeMaker::indexed(const Pair& element) {
  const auto offsets = places(element.model.extent, 1);
  std::vector<std::int64_t> lengths;
  std::vector<ModelBlock> blocks;
  for (const std::int64_t offset : offsets) {
    lengths.push_back(upto(0, 3));
    blocks.push_back({&element.model, lengths.back(), offset});
  }
  Pair out;
  EXPECT_TRUE(Layout::indexed(element.layout, lengths, offsets, &out.layout).is_ok());
  out.model = model_of(blocks);
  return out;
}

Pair TypeMaker::structure(const Pair& first, const Pair& second) {
  const auto offsets = places(first.model.extent, 1);
  const std::int64_t alignment = std::int64_t{1} << upto(0, 4);
  std::vector<Layout::Block> rows;
  std::vector<ModelBlock> blocks;
  for (const std::int64_t offset : offsets) {
    const Pair& element = upto(0, 1) == 0 ? first : second;
    rows.push_back({&element.layout, upto(0, 2), offset});
    blocks.push_back({&element.model, rows.back().blocklength, offset});
  }
  Pair out;
  EXPECT_TRUE(Layout::structure(rows, alignment, &out.layout).is_ok());
  out.model = model_of(blocks);
  if (!out.model.set) out.model.extent = (out.model.extent + alignment - 1) / alignment * alignment;
  return out;
}

Pair TypeMaker::subarray(const Pair& element) {
  std::vector<std::int64_t> sizes, subsizes, starts;
  for (std::int64_t d = upto(1, 3); d > 0; --d) {
    sizes.push_back(upto(1, 4));
    subsizes.push_back(upto(1, sizes.back()));
    starts.push_back(upto(0, sizes.back() - subsizes.back()));
  }
  Pair out;
  EXPECT_TRUE(Layout::subarray(element.layout, sizes, subsizes, starts, &out.layout).is_ok());
  std::int64_t all = 1;
  for (const std::int64_t size : sizes) all *= size;
  std::vector<ModelBlock> blocks;
  std::vector<std::int64_t> index(sizes.size(), 0);
  for (std::size_t d = 1; d > 0;) {
    std::int64_t place = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) place = place * sizes[i] + starts[i] + index[i];
    blocks.push_back({&element.model, 1, place * element.model.extent});
    for (d = sizes.size(); d > 0 && ++index[d - 1] == subsizes[d - 1]; --d) index[d - 1] = 0;
  }
  out.model = model_of(blocks);
  out.model.lower = 0;
  out.model.extent = all * element.model.extent;
  out.model.set = true;
  return out;
}

Pair TypeMaker::resized(const Pair& element) {
  const std::int64_t lower = upto(-8, 8);
  const std::int64_t extent = upto(0, 3) == 0 ? upto(-64, 64) : element.model.extent + upto(0, 16);
  Pair out{Layout::resized(element.layout, lower, extent), element.model};
  out.model.lower = lower;
  out.model.extent = extent;
  out.model.set = true;
  return out;
}

Pair TypeMaker::make(int depth) {
  if (depth == 0) return leaf();
  constexpr std::size_t kLarge = 1500;
  Pair element = make(depth - 1);
  if (element.model.bytes.size() > kLarge) return element;
  switch (upto(0, 6)) {
    case 0:
    case 1: return vector(element);
    case 2: return subarray(element);
    case 3: return blocks(element);
    case 4: return indexed(element);
    case 5: return structure(element, make(static_cast<int>(upto(0, depth - 1))));
    default: return resized(element);
  }
}

}  // namespace penstock::proto::testing
