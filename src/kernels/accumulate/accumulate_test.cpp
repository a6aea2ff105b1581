// The accumulating kernel is tested host-compiled: every operation on every kind of element against base/reduce, for every form
// of places, and with threads that accumulate on the same words at the same time.
#include "kernels/accumulate/accumulate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "kernels/accumulate/accumulate_body.hpp"
#include "kernels/fold/fold.hpp"
#include "kernels/fold/test_kinds.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/test_queue.hpp"

namespace penstock::kernels {
namespace {

using base::Element;
using base::Operation;
using test::Bytes;
using test::Kind;
using test::Random;
using test::TestQueue;

constexpr standin::Kernel kKernels[] = {
#include "kernels/accumulate/accumulate_list.inc"
};

constexpr std::uint64_t kTargetBytes = 4096;

// Places says how elements lie in a target of kTargetBytes.
enum class Places { kTogether, kShape, kExtents };
constexpr Places kPlaces[] = {Places::kTogether, Places::kShape, Places::kExtents};

struct Placed {
  AccumulateShape shape;
  std::vector<AccumulateExtent> extents;
  std::vector<std::uint64_t> of;  // offset of each element
};

Placed place(Places places, std::uint64_t width, std::uint64_t count) {
  Placed out;
  out.shape.base = 64;
  if (places == Places::kTogether) {
    out.shape.block = count * width;
    for (std::uint64_t i = 0; i < count; ++i) out.of.push_back(64 + i * width);
    return out;
  }
  if (places == Places::kShape) {  // two of every three, five times, with a gap behind
    out.shape.block = 2 * width;
    out.shape.dims = 2;
    out.shape.count[0] = 5;
    out.shape.stride[0] = static_cast<std::int64_t>(3 * width);
    out.shape.count[1] = count;
    out.shape.stride[1] = static_cast<std::int64_t>(17 * width);
    for (std::uint64_t i = 0; i < count; ++i) out.of.push_back(64 + (i / 10 * 17 + i / 2 % 5 * 3 + i % 2) * width);
    return out;
  }
  std::uint64_t at = kTargetBytes;
  for (std::uint64_t i = 0; i < count;) {  // backwards, of 1, 2, 3, ... elements
    const std::uint64_t length = std::min(out.extents.size() % 20 + 1, count - i);
    at -= (length + 1) * width;
    out.extents.push_back({at, i});
    for (std::uint64_t k = 0; k < length; ++k) out.of.push_back(at + k * width);
    i += length;
  }
  return out;
}

class Accumulate : public testing::Test {
 protected:
  void launch(AccumulateTask task, const Placed& placed, Bytes& target) {
    task.target = reinterpret_cast<std::uint64_t>(target.data());
    task.shape = placed.extents.empty() ? &placed.shape : nullptr;
    task.extents = placed.extents;
    queue_.draw_block_threads();
    accel::Ticket ticket;
    const Status status = accumulate({}, queue_, task, &ticket);
    ASSERT_TRUE(status.is_ok()) << status.message();
  }

  void run(const Kind& kind, Operation operation, Places places, bool here) {
    Accumulating what;
    ASSERT_TRUE(find_accumulating(operation, kind.element, &what));
    const std::uint64_t count = 1 + random_() % 40;
    const Placed placed = place(places, kind.bytes, count);
    Bytes target = test::random_bytes(random_, kTargetBytes + 16);
    target.resize(kTargetBytes + 16);
    const Bytes old = test::random_elements(random_, kind, count);
    const Bytes operand = test::random_elements(random_, kind, count);
    for (std::uint64_t i = 0; i < count; ++i) std::memcpy(&target[placed.of[i]], &old[i * kind.bytes], kind.bytes);
    Bytes expected = target;
    Bytes made(old.size());
    const base::ReduceKernel* const kernel = base::find_kernel(base::Simd::kNone, operation, kind.element);
    kernel->combine(made.data(), old.data(), operand.data(), count);
    kind.unify_nans(made.data(), made.size());
    for (std::uint64_t i = 0; i < count; ++i) std::memcpy(&expected[placed.of[i]], &made[i * kind.bytes], kind.bytes);
    Bytes result(old.size());
    AccumulateTask task{.what = what, .width = static_cast<std::uint32_t>(kind.bytes), .count = count};
    const bool fits = here && operand.size() + 16 * (placed.extents.size() + 2) < kAccumulateBytesHere;
    task.operand = {fits ? 0 : reinterpret_cast<std::uint64_t>(operand.data()), operand.data()};
    task.result = here ? reinterpret_cast<std::uint64_t>(result.data()) : 0;
    launch(task, placed, target);
    if (HasFatalFailure()) return;
    for (std::uint64_t i = 0; i < count; ++i) kind.unify_nans(&target[placed.of[i]], kind.bytes);
    ASSERT_EQ(target, expected) << fmt::format("operation {} on {}", static_cast<int>(operation),
                                               static_cast<int>(kind.element));
    if (here) {
      ASSERT_EQ(result, old);
    }
  }

  Random random_{5};
  TestQueue queue_{random_, kKernels};
};

TEST_F(Accumulate, EveryOperationOnEveryElement) {
  int combinations = 0;
  for (const Kind& kind : test::kKinds) {
    for (int i = 0; i < base::kOperations; ++i) {
      const auto operation = static_cast<Operation>(i);
      if (!accumulates(kind.bytes) || base::find_kernel(base::Simd::kNone, operation, kind.element) == nullptr) continue;
      ++combinations;
      for (const Places places : kPlaces) {
        for (const bool here : {false, true}) {
          run(kind, operation, places, here);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(combinations, 150);
}

TEST_F(Accumulate, ReadsExchangesAndCompares) {
  for (const std::uint32_t width : {1U, 2U, 4U, 8U}) {
    for (const Places places : kPlaces) {
      constexpr std::uint64_t kCount = 13;
      const Placed placed = place(places, width, kCount);
      const Bytes before = test::random_bytes(random_, kTargetBytes + 16);
      const Bytes operand = test::random_bytes(random_, kCount * width);
      Bytes target = before;
      Bytes old(kCount * width);
      for (std::uint64_t i = 0; i < kCount; ++i) std::memcpy(&old[i * width], &before[placed.of[i]], width);
      Bytes result(old.size());
      AccumulateTask task{.what = {.step = AccumulateStep::kRead}, .width = width, .count = kCount};
      task.result = reinterpret_cast<std::uint64_t>(result.data());
      launch(task, placed, target);
      ASSERT_EQ(target, before);
      ASSERT_EQ(result, old);
      // Every second comparand is the expected value.
      Bytes compare = old;
      for (std::uint64_t i = 0; i < kCount; i += 2) compare[i * width] = ~compare[i * width];
      task.what.step = AccumulateStep::kCompareExchange;
      task.operand.here = operand.data();
      task.compare.here = compare.data();
      launch(task, placed, target);
      Bytes expected = before;
      for (std::uint64_t i = 1; i < kCount; i += 2) std::memcpy(&expected[placed.of[i]], &operand[i * width], width);
      ASSERT_EQ(target, expected);
      ASSERT_EQ(result, old);
      task.what.step = AccumulateStep::kExchange;
      task.result = 0;
      launch(task, placed, target);
      for (std::uint64_t i = 0; i < kCount; ++i) std::memcpy(&expected[placed.of[i]], &operand[i * width], width);
      ASSERT_EQ(target, expected);
    }
  }
}

// The elements are a part of the shape, as in a call that is split.
TEST_F(Accumulate, BeginsWithinAShape) {
  const Placed placed = place(Places::kShape, 4, 30);
  Bytes target(kTargetBytes + 16);
  const std::vector<std::uint32_t> ones(30, 1);
  AccumulateTask task{.what = {.step = AccumulateStep::kAdd}, .width = 4, .count = 9};
  task.operand.here = reinterpret_cast<const std::byte*>(ones.data());
  task.first = 13 * 4;
  launch(task, placed, target);
  for (std::uint64_t i = 0; i < 30; ++i) {
    std::uint32_t value = 0;
    std::memcpy(&value, &target[placed.of[i]], 4);
    EXPECT_EQ(value, i >= 13 && i < 22 ? 1U : 0U) << i;
  }
}

// Operands and results lie by shapes of their own, and the elements begin within all of them.
TEST_F(Accumulate, OperandsAndResultsLieByShapes) {
  constexpr std::uint64_t kAll = 30;
  constexpr std::uint64_t kFirst = 7;
  constexpr std::uint64_t kCount = 19;
  for (const std::uint32_t width : {1U, 2U, 4U, 8U}) {
    for (const Places places : kPlaces) {
      const bool listed = places == Places::kExtents;
      const Placed target_at = place(places, width, listed ? kCount : kAll);
      const Placed mine_at = place(Places::kShape, width, kAll);
      const std::uint64_t skipped = listed ? 0 : kFirst;
      const Bytes before = test::random_bytes(random_, kTargetBytes + 16);
      const Bytes operand = test::random_bytes(random_, kTargetBytes + 16);
      Bytes target = before;
      Bytes result(kTargetBytes + 16);
      Bytes expected = before;
      Bytes old = result;
      for (std::uint64_t i = 0; i < kCount; ++i) {
        const std::uint64_t there = target_at.of[skipped + i];
        std::memcpy(&expected[there], &operand[mine_at.of[kFirst + i]], width);
        std::memcpy(&old[mine_at.of[kFirst + i]], &before[there], width);
      }
      AccumulateTask task{.what = {.step = AccumulateStep::kExchange}, .width = width, .count = kCount};
      task.first = kFirst * width;
      task.operand = {reinterpret_cast<std::uint64_t>(operand.data()), nullptr, &mine_at.shape};
      task.result = reinterpret_cast<std::uint64_t>(result.data());
      task.result_shape = &mine_at.shape;
      launch(task, target_at, target);
      ASSERT_EQ(target, expected) << width;
      ASSERT_EQ(result, old) << width;
    }
  }
}

TEST_F(Accumulate, RefusesWhatIsNoTask) {
  Bytes memory(8192);
  const Placed placed = place(Places::kTogether, 8, 200);
  accel::Ticket ticket;
  AccumulateTask task{.what = {.step = AccumulateStep::kAdd}, .width = 8, .count = 200};
  task.target = reinterpret_cast<std::uint64_t>(memory.data());
  task.operand.here = memory.data();
  EXPECT_EQ(accumulate({}, queue_, task, &ticket).code(), Code::kInternal);  // no places
  task.shape = &placed.shape;
  EXPECT_EQ(accumulate({}, queue_, task, &ticket).code(), Code::kInternal);  // 1600 bytes do not travel with a launch
  task.count = 2;
  EXPECT_TRUE(accumulate({}, queue_, task, &ticket).is_ok());
  task.width = 16;
  EXPECT_EQ(accumulate({}, queue_, task, &ticket).code(), Code::kInternal);
  Accumulating what;
  EXPECT_FALSE(find_accumulating(Operation::kSum, Element::kComplexDouble, &what));
  EXPECT_FALSE(find_accumulating(Operation::kLand, Element::kDouble, &what));
}

// Bytes, short words, words and doubles are neighbours: an update of one does not change the others.
TEST_F(Accumulate, ThreadsLoseNothing) {
  constexpr int kThreads = 3;
  constexpr int kEach = 3000;
  alignas(16) std::byte memory[16] = {};
  const auto body = [&](unsigned seed) {
    Random random(seed);
    TestQueue queue(random, kKernels);
    const auto add = [&](std::uint32_t width, std::uint64_t offset, Element element, std::uint64_t one) {
      Accumulating what;
      AccumulateShape shape;
      shape.base = offset;
      shape.block = width;
      AccumulateTask task{.width = width, .count = 1};
      task.target = reinterpret_cast<std::uint64_t>(memory);
      task.shape = &shape;
      task.operand.here = reinterpret_cast<const std::byte*>(&one);
      accel::Ticket ticket;
      ASSERT_TRUE(find_accumulating(Operation::kSum, element, &task.what));
      ASSERT_TRUE(accumulate({}, queue, task, &ticket).is_ok());
    };
    for (int i = 0; i < kEach; ++i) {
      add(1, 0, Element::kUint8, 1);
      add(1, 1, Element::kUint8, 3);
      add(2, 2, Element::kUint16, 1);
      add(4, 4, Element::kInt32, 1);
      add(8, 8, Element::kDouble, 0x3ff0'0000'0000'0000U);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back(body, i);
  for (std::thread& each : threads) each.join();
  std::uint16_t half = 0;
  std::uint32_t word = 0;
  double real = 0;
  std::memcpy(&half, memory + 2, sizeof half);
  std::memcpy(&word, memory + 4, sizeof word);
  std::memcpy(&real, memory + 8, sizeof real);
  EXPECT_EQ(static_cast<int>(memory[0]), kThreads * kEach % 256);
  EXPECT_EQ(static_cast<int>(memory[1]), 3 * kThreads * kEach % 256);
  EXPECT_EQ(half, kThreads * kEach);
  EXPECT_EQ(word, kThreads * kEach);
  EXPECT_EQ(real, kThreads * kEach);
}

}  // namespace
}  // namespace penstock::kernels
