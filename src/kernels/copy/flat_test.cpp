// The contiguous copy kernel is tested host-compiled, with the arguments that accel makes, and so is the choice of copies that
// go together.
#include "kernels/copy/flat_body.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "accel/queue/copies.hpp"

namespace penstock::kernels {
namespace {

using accel::Copies;

constexpr std::uint64_t kLimit = 64 * 1024;
constexpr unsigned kThreads = 64;
constexpr unsigned kBlocks = 128;

std::uint64_t address(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

// Threads run one after the other, thread 0 of a block last, as a barrier before its last action would order them.
constexpr standin::Runner kRunner{[](void*) {}, nullptr, nullptr, nullptr};

void run_kernel(const Copies::Plan& plan, std::mt19937_64& random) {
  const accel::CopyArguments& arguments = plan.arguments;
  std::vector<unsigned> order(plan.blocks);
  for (unsigned i = 0; i < plan.blocks; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  standin::Frame frame;
  frame.grid.x = plan.blocks;
  frame.block.x = plan.threads;
  frame.runner = &kRunner;
  const auto* word = reinterpret_cast<const std::uint32_t*>(arguments.finish.word);
  for (const unsigned block : order) {
    ASSERT_EQ(*word, 0U) << "written before the last block";
    frame.block_index.x = block;
    for (unsigned thread = plan.threads; thread-- > 0;) {
      frame.thread_index.x = thread;
      copy_parts_body(arguments, sync::GpuThread(frame));
    }
  }
  EXPECT_EQ(*word, arguments.finish.value);
}

struct Memory {
  explicit Memory(std::mt19937_64& random) : source(4U << 20), destination(4U << 20, std::byte{0xee}), expected(destination) {
    for (std::byte& byte : source) byte = static_cast<std::byte>(random());
  }
  std::vector<std::byte> source, destination, expected;
};

// Adds copies of random lengths and alignments that do not overlap, as many as requested or as fit.
void fill(Copies* copies, unsigned count, Memory* memory, std::mt19937_64& random) {
  std::size_t to = 0, from = 0;
  for (unsigned i = 0; i < count; ++i) {
    to += random() % 40;
    from += random() % 3 == 0 ? random() % 40 : (16 + to - from) % 16;
    const std::size_t bytes = 1 + random() % (random() % 2 == 0 ? 64 : 50'000);
    if (!copies->suits(address(&memory->destination[to]), address(&memory->source[from]), bytes)) continue;
    ASSERT_TRUE(copies->add(address(&memory->destination[to]), address(&memory->source[from]), bytes));
    std::memcpy(&memory->expected[to], &memory->source[from], bytes);
    to += bytes;
    from += bytes;
  }
}

TEST(FlatBody, MovesEveryPartAndTellsOnce) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 60; ++round) {
    Memory memory(random);
    Copies copies(kLimit, kThreads, kBlocks);
    fill(&copies, round % 2 == 0 ? 1 : accel::kMostCopyParts, &memory, random);
    if (copies.empty()) continue;
    std::uint32_t word = 0, counter = 0;
    const accel::Finish finish{address(&word), address(&counter), 77, 0};
    run_kernel(copies.plan(finish), random);
    ASSERT_EQ(memory.destination, memory.expected) << "round " << round;
    EXPECT_EQ(counter, 0U) << "the next kernel counts from 0";
  }
}

TEST(Copies, AreLimitedByLengthAndCommonAlignment) {
  const Copies copies(kLimit, kThreads, kBlocks);
  EXPECT_TRUE(copies.suits(4096, 8192, kLimit));
  EXPECT_TRUE(copies.suits(4097, 8193, kLimit)) << "the same offset";
  EXPECT_FALSE(copies.suits(4096, 8192, kLimit + 1));
  EXPECT_TRUE(copies.suits(4096, 8200, kLimit / 2));
  EXPECT_FALSE(copies.suits(4096, 8200, kLimit / 2 + 1));
  EXPECT_TRUE(copies.suits(4096, 8193, kLimit / 16));
  EXPECT_FALSE(copies.suits(4096, 8193, kLimit / 16 + 1));
  EXPECT_FALSE(Copies(0, kThreads, kBlocks).suits(4096, 8192, 1)) << "a limit of 0 means none";
}

TEST(Copies, AreSoManyAtMost) {
  Copies copies(kLimit, kThreads, kBlocks);
  EXPECT_TRUE(copies.empty());
  for (unsigned i = 0; i < accel::kMostCopyParts; ++i) EXPECT_TRUE(copies.add(10'000 + i, 90'000, 1));
  EXPECT_EQ(copies.count(), accel::kMostCopyParts);
  EXPECT_FALSE(copies.add(20'000, 90'000, 1)) << "full";
  copies.clear();
  EXPECT_TRUE(copies.empty());
  EXPECT_TRUE(copies.add(20'000, 90'000, 1));
}

TEST(Copies, ShareTheBlocks) {
  Copies copies(kLimit, 256, 8);
  EXPECT_TRUE(copies.add(0, 1 << 20, 8));
  EXPECT_TRUE(copies.add(4096, 2 << 20, 40'000));
  Copies::Plan plan = copies.plan({});
  EXPECT_EQ(plan.arguments.count, 2U);
  EXPECT_EQ(plan.threads, 256U);
  EXPECT_EQ(plan.arguments.part[0].blocks, 1U);
  EXPECT_EQ(plan.arguments.part[1].first_block, 1U);
  EXPECT_EQ(plan.arguments.part[1].blocks, 3U) << "one round of every thread";
  EXPECT_EQ(plan.blocks, 4U);
  for (unsigned i = 0; i < 6; ++i) EXPECT_TRUE(copies.add((3 + i) << 20, (20 + i) << 20, 60'000));
  plan = copies.plan({});
  EXPECT_EQ(plan.blocks, 8U) << "one for each of as many copies as there are blocks";
  EXPECT_TRUE(copies.add(64 << 20, 65 << 20, 60'000));
  EXPECT_EQ(copies.plan({}).blocks, 9U) << "never less than one for a copy";
}

}  // namespace
}  // namespace penstock::kernels
