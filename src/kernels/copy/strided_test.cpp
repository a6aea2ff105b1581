// For random shapes, the CPU copy is compared with a byte-by-byte walk, and the host-compiled kernel bodies with the CPU copy.
#include "kernels/copy/strided.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "kernels/copy/strided_body.hpp"
#include "kernels/copy/strided_plan.hpp"

namespace penstock::kernels {
namespace {

using Bytes = std::vector<std::byte>;

// Returns the addresses of all packed bytes in order, in the slow and obvious way.
std::vector<std::uint64_t> walk(const Strided& shape) {
  std::vector<std::uint64_t> blocks{shape.base};
  for (int d = 0; d < shape.dims; ++d) {
    std::vector<std::uint64_t> more;
    for (std::uint64_t i = 0; i < shape.count[d]; ++i) {
      for (const std::uint64_t block : blocks) more.push_back(block + i * static_cast<std::uint64_t>(shape.stride[d]));
    }
    blocks = std::move(more);
  }
  std::vector<std::uint64_t> out;
  for (const std::uint64_t block : blocks) {
    for (std::uint64_t i = 0; i < shape.block; ++i) out.push_back(block + i);
  }
  return out;
}

class Shapes {
 public:
  explicit Shapes(unsigned seed) : random_(seed) {}
  std::uint64_t pick(std::uint64_t low, std::uint64_t high) {
    return std::uniform_int_distribution<std::uint64_t>(low, high)(random_);
  }

  // Makes a shape of `packed` bytes that contains no byte twice; `unit` divides all its numbers. Its base is 0, and `span` its
  // extent.
  Strided make(std::uint64_t packed, std::uint64_t unit, std::uint64_t* span) {
    Strided shape;
    std::uint64_t left = packed / unit;
    shape.block = divisor(left) * unit;
    left = packed / shape.block;
    std::uint64_t covered = shape.block;
    while (left > 1 && shape.dims < kMaxDims) {
      const std::uint64_t count = shape.dims == kMaxDims - 1 ? left : divisor(left);
      const std::uint64_t stride = covered + pick(0, 3) * unit;
      shape.count[shape.dims] = count;
      shape.stride[shape.dims++] = static_cast<std::int64_t>(stride);
      covered += (count - 1) * stride;
      left /= count;
    }
    *span = covered;
    return shape;
  }

 private:
  std::uint64_t divisor(std::uint64_t of) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t d = 1; d <= of; ++d) {
      if (of % d == 0) all.push_back(d);
    }
    return all[pick(0, all.size() - 1)];
  }
  std::mt19937_64 random_;
};

struct Case {
  Strided from, to;
  alignas(16) Bytes source, destination;
  std::uint64_t first = 0, bytes = 0;
};

std::byte* aligned(Bytes& storage) {
  return reinterpret_cast<std::byte*>((reinterpret_cast<std::uintptr_t>(storage.data()) + 15) / 16 * 16);
}

void make_case(Shapes& shapes, Case* out) {
  const std::uint64_t unit = std::uint64_t{1} << shapes.pick(0, 4);
  const std::uint64_t packed = shapes.pick(1, 400) * unit;
  std::uint64_t from_span = 0, to_span = 0;
  out->from = shapes.make(packed, unit, &from_span);
  out->to = shapes.make(packed, unit, &to_span);
  out->source.resize(from_span + 32);
  out->destination.assign(to_span + 32, std::byte{0xee});
  for (auto& byte : out->source) byte = static_cast<std::byte>(shapes.pick(0, 200));
  out->from.base = reinterpret_cast<std::uint64_t>(aligned(out->source));
  out->to.base = reinterpret_cast<std::uint64_t>(aligned(out->destination));
  out->first = shapes.pick(0, packed / unit - 1) * unit;
  out->bytes = shapes.pick(0, (packed - out->first) / unit) * unit;
}

void copy_slowly(const Case& the) {
  const auto from = walk(the.from);
  const auto to = walk(the.to);
  for (std::uint64_t i = the.first; i < the.first + the.bytes; ++i) {
    *reinterpret_cast<std::byte*>(to[i]) = *reinterpret_cast<const std::byte*>(from[i]);
  }
}

// Runs one body over a grid, thread after thread: it needs no barrier.
template <typename Element>
void run_grid(const StridedArguments& arguments, unsigned blocks, unsigned threads) {
  standin::Frame frame;
  frame.grid.x = blocks;
  frame.block.x = threads;
  for (frame.block_index.x = 0; frame.block_index.x < blocks; ++frame.block_index.x) {
    for (frame.thread_index.x = 0; frame.thread_index.x < threads; ++frame.thread_index.x) {
      copy_strided_body<Element>(arguments, sync::GpuThread(frame));
    }
  }
}

void run_kernel(const StridedArguments& arguments, unsigned element, unsigned blocks, unsigned threads) {
  switch (element) {
    case 1: return run_grid<std::uint8_t>(arguments, blocks, threads);
    case 2: return run_grid<std::uint16_t>(arguments, blocks, threads);
    case 4: return run_grid<std::uint32_t>(arguments, blocks, threads);
    case 8: return run_grid<std::uint64_t>(arguments, blocks, threads);
    default: return run_grid<sync::Quad>(arguments, blocks, threads);
  }
}

TEST(StridedHost, MatchesTheByteWalk) {
  Shapes shapes(1);
  for (int i = 0; i < 1500; ++i) {
    Case the;
    make_case(shapes, &the);
    copy_slowly(the);
    const Bytes expected = the.destination;
    std::fill(the.destination.begin(), the.destination.end(), std::byte{0xee});
    copy_strided_host(the.to, the.from, the.first, the.bytes);
    ASSERT_EQ(the.destination, expected) << "case " << i;
  }
}

TEST(StridedBody, MatchesTheHostCopy) {
  Shapes shapes(2);
  int by_element[17] = {};
  for (int i = 0; i < 1500; ++i) {
    Case the;
    make_case(shapes, &the);
    copy_strided_host(the.to, the.from, the.first, the.bytes);
    const Bytes expected = the.destination;
    std::fill(the.destination.begin(), the.destination.end(), std::byte{0xee});
    const Strided to = simplified(the.to), from = simplified(the.from);
    const unsigned element = element_bytes(to, from, the.first, the.bytes);
    std::uint64_t left = the.bytes / element;
    for (std::uint64_t at = the.first / element; left > 0;) {
      // The copy is also cut at random, so that pieces start anywhere.
      const StridedArguments piece = make_piece(to, from, element, at, shapes.pick(1, left));
      ASSERT_GT(piece.elements, 0U);
      run_kernel(piece, element, static_cast<unsigned>(shapes.pick(1, 3)), 32);
      at += piece.elements;
      left -= piece.elements;
    }
    ASSERT_EQ(the.destination, expected) << "case " << i;
    ++by_element[element];
  }
  for (const unsigned element : {1U, 2U, 4U, 8U, 16U}) EXPECT_GT(by_element[element], 20) << "bytes " << element;
}

TEST(StridedPlan, DividesExactly) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto by = static_cast<std::uint32_t>((random() >> (random() % 30 + 34)) | 1U);
    const Divisor divisor = make_divisor(std::min(by, (1U << 30) - 1));
    constexpr std::uint64_t kEnd = std::uint64_t{1} << 31;
    const std::uint64_t by_value = divisor.value;
    for (const std::uint64_t n :
         {random() % kEnd, by_value - by_value, kEnd - 1, by_value, by_value - 1, kEnd / by_value * by_value - 1}) {
      ASSERT_EQ(divide(static_cast<std::uint32_t>(n), divisor), n / divisor.value) << n << " / " << divisor.value;
    }
  }
}

// Shapes beyond 32 bits are tested by their addresses only, and no memory is accessed.
TEST(StridedPlan, CutsPiecesOfHugeShapes) {
  Strided from;
  from.block = 8;
  from.dims = 2;
  from.count[0] = 5'000'000'000U;
  from.stride[0] = 24;
  from.count[1] = 3;
  from.stride[1] = 200'000'000'000;
  Strided to;
  to.block = from.packed_bytes();
  std::uint64_t at = 4'999'999'000U, total = from.packed_bytes() / 8;
  std::uint64_t pieces = 0;
  for (std::uint64_t left = total - at; left > 0; ++pieces) {
    const StridedArguments piece = make_piece(to, from, 8, at, left);
    ASSERT_GT(piece.elements, 0U);
    for (const std::uint64_t i : {std::uint64_t{0}, std::uint64_t{piece.elements} / 2, std::uint64_t{piece.elements} - 1}) {
      const std::uint64_t element = at + i;
      const std::uint64_t expected = element % from.count[0] * 24 + element / from.count[0] * 200'000'000'000U;
      ASSERT_EQ((StridedAt<std::uint64_t, -1>{piece.source}(static_cast<std::uint32_t>(i))), expected);
      ASSERT_EQ((StridedAt<std::uint64_t, 0>{piece.destination}(static_cast<std::uint32_t>(i))), element * 8);
    }
    at += piece.elements;
    left -= piece.elements;
  }
  EXPECT_GE(pieces, 10U);
}

TEST(StridedPlan, SimplifiesAndPicksTheElement) {
  Strided shape;
  shape.base = 4096;
  shape.block = 32;
  shape.dims = 3;
  shape.count[0] = 4, shape.stride[0] = 32;
  shape.count[1] = 1, shape.stride[1] = 7;
  shape.count[2] = 5, shape.stride[2] = 256;
  const Strided simple = simplified(shape);
  EXPECT_EQ(simple.dims, 1);
  EXPECT_EQ(simple.block, 128U);
  EXPECT_EQ(simple.packed_bytes(), shape.packed_bytes());
  Strided packed;
  packed.base = 8192;
  packed.block = shape.packed_bytes();
  EXPECT_EQ(element_bytes(packed, simple, 0, 640), 16U);
  EXPECT_EQ(element_bytes(packed, simple, 8, 624), 8U);
  packed.base = 8193;
  EXPECT_EQ(element_bytes(packed, simple, 0, 640), 1U);
}

}  // namespace
}  // namespace penstock::kernels
