// Every kernel of every operation and element is host-compiled, launched as on a GPU, and compared bit for bit with
// base/reduce.
#include "kernels/fold/fold.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "base/reduce/reduce.hpp"
#include "kernels/fold/fold_body.hpp"
#include "kernels/fold/test_kinds.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/test_queue.hpp"

namespace penstock::kernels {
namespace {

using base::Element;
using base::kOperations;
using base::Operation;
using test::Bytes;
using test::find;
using test::for_foldings;
using test::Kind;
using test::kKinds;
using test::makes_nans;
using test::Random;
using test::random_bytes;
using test::random_elements;
using test::TestQueue;

constexpr standin::Kernel kKernels[] = {
#include "kernels/fold/fold_list.inc"
};

constexpr int kElements = static_cast<int>(Element::kTwoInteger) + 1;
constexpr std::size_t kMostSources = 9;
constexpr std::uint64_t kMostCount = 1000;
constexpr std::uint64_t kCounts[] = {0, 1, 2, 7, 16, 63, kMostCount};
constexpr std::size_t kSources[] = {1, 2, 3, 4, 5, kMostSources};
constexpr FoldForm kForms[] = {FoldForm::kTotal, FoldForm::kPrefix, FoldForm::kPrefixBefore};

// GPUs have no arithmetic for these elements.
constexpr Element kLacking[] = {Element::kNone,       Element::kPlainInt128,       Element::kLongDouble,
                                Element::kQuad,       Element::kComplexLongDouble, Element::kComplexQuad,
                                Element::kLogical128, Element::kLongDoubleInt};

// Arrays lie in one piece of memory, each at an offset from a multiple of 64, with guards between them.
class Arrays {
 public:
  // Each array has `bytes`, including its offset.
  Arrays(std::size_t count, std::size_t bytes) : pitch_((bytes + 2 * kGuard) / kGuard * kGuard) {
    memory_.assign((count + 2) * pitch_ + kGuard, std::byte{0xa5});
    lead_ = kGuard + (0 - reinterpret_cast<std::uintptr_t>(memory_.data())) % kGuard;
  }
  [[nodiscard]] std::size_t place(std::size_t array, std::size_t offset) const { return lead_ + array * pitch_ + offset; }
  [[nodiscard]] std::uint64_t address(std::size_t place) const {
    return reinterpret_cast<std::uint64_t>(memory_.data() + place);
  }
  [[nodiscard]] Bytes& memory() { return memory_; }
  void put(std::size_t place, const Bytes& from, std::size_t bytes) {
    if (bytes != 0) std::memcpy(memory_.data() + place, from.data(), bytes);
  }

 private:
  static constexpr std::size_t kGuard = 64;
  Bytes memory_;
  std::size_t pitch_;
  std::size_t lead_ = 0;
};

enum class Alignment { kAligned, kShifted, kEachItsOwn };
std::size_t offset_of(Alignment alignment, std::size_t array, std::size_t unit) {
  return alignment == Alignment::kAligned ? 0 : alignment == Alignment::kShifted ? unit : array * unit;
}

class Fold : public testing::Test {
 protected:
  struct Case {
    std::uint64_t count;
    std::size_t sources;
    FoldForm form;
    Alignment alignment;
    bool in_place;
  };

  void every_case(const Kind& kind, Operation operation, const Folding& folding) {
    prepare(kind, operation);
    for (const std::uint64_t count : kCounts) {
      for (const std::size_t sources : kSources) {
        for (const FoldForm form : kForms) {
          for (const Alignment alignment : {Alignment::kAligned, Alignment::kShifted, Alignment::kEachItsOwn}) {
            for (const bool in_place : {false, true}) {
              run_case(kind, folding, makes_nans(operation), {count, sources, form, alignment, in_place});
              if (HasFatalFailure()) return;
            }
          }
        }
      }
    }
  }

  void launch(const FoldTask& task) {
    constexpr unsigned kBlocks[] = {1, 2, 3, 32};
    queue_.draw_block_threads();
    const unsigned blocks = kBlocks[random_() % std::size(kBlocks)];
    accel::Ticket ticket;
    const Status status = fold({}, queue_, task, blocks, &ticket);
    ASSERT_TRUE(status.is_ok()) << status.message();
    if (task.count == 0) return;
    ASSERT_LE(queue_.blocks_, blocks);
    ASSERT_LE(queue_.threads_, static_cast<unsigned>(std::min(256, queue_.limits_.block_threads)));
  }

  Random random_{11};
  long cases_ = 0;

 private:
  // Prepares operands, and the folds of the first 1, 2, ... of them.
  void prepare(const Kind& kind, Operation operation) {
    const base::ReduceKernel* const kernel = base::find_kernel(base::Simd::kNone, operation, kind.element);
    ASSERT_NE(kernel, nullptr);
    ASSERT_EQ(kernel->extent, kind.bytes);
    operands_.clear();
    prefixes_.assign(kMostSources, Bytes(kMostCount * kind.bytes));
    std::vector<const void*> inputs;
    for (std::size_t i = 0; i < kMostSources; ++i) {
      operands_.push_back(random_elements(random_, kind, kMostCount));
      inputs.push_back(operands_.back().data());
      base::fold(*kernel, prefixes_[i].data(), inputs, kMostCount);
    }
  }

  // Returns the prefix that a target gets; -1: none.
  [[nodiscard]] static int made_for(const Case& the, std::size_t target) {
    const auto number = static_cast<int>(target);
    if (the.form == FoldForm::kTotal) return static_cast<int>(the.sources) - 1;
    return the.form == FoldForm::kPrefix ? number : number - 1;
  }

  void run_case(const Kind& kind, const Folding& folding, bool unifies, const Case& the) {
    ++cases_;
    const std::size_t bytes = the.count * kind.bytes;
    const bool free = the.form == FoldForm::kTotal && !the.in_place;
    const std::size_t targets = free ? 1 + random_() % 4 : the.sources;
    const std::size_t all = the.sources + targets;
    Arrays arrays(all, bytes + all * kind.alignment);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < all; ++i) places.push_back(arrays.place(i, offset_of(the.alignment, i, kind.alignment)));
    std::vector<std::uint64_t> from, to;
    for (std::size_t i = 0; i < the.sources; ++i) {
      arrays.put(places[i], operands_[i], bytes);
      from.push_back(arrays.address(places[i]));
    }
    Arrays want = arrays;
    std::vector<std::size_t> written;
    for (std::size_t i = 0; i < targets; ++i) {
      const std::size_t place = places[the.in_place ? i : the.sources + i];
      const bool skipped = random_() % 8 == 0;
      to.push_back(skipped ? 0 : arrays.address(place));
      const int made = made_for(the, i);
      if (skipped || made < 0) continue;
      want.put(place, prefixes_[static_cast<std::size_t>(made)], bytes);
      written.push_back(place);
    }
    launch({folding, the.form, the.count, from, to});
    for (const std::size_t place : written) {
      if (!unifies) break;
      kind.unify_nans(want.memory().data() + place, bytes);
      kind.unify_nans(arrays.memory().data() + place, bytes);
    }
    ASSERT_TRUE(arrays.memory() == want.memory()) << fmt::format(
        "{}, operation {}: {} elements of {} sources, form {}, alignment {}, in place {}", folding.kernel, folding.operation,
        the.count, the.sources, static_cast<int>(the.form), static_cast<int>(the.alignment), the.in_place);
  }

  TestQueue queue_{random_, kKernels};
  std::vector<Bytes> operands_, prefixes_;
};

TEST_F(Fold, MakesTheBitsOfTheCpu) {
  const int combinations = for_foldings([&](const Kind& kind, Operation operation, const Folding& folding) {
    every_case(kind, operation, folding);
    return !HasFatalFailure();
  });
  fmt::print("{} cases of {} operations on elements\n", cases_, combinations);
}

TEST_F(Fold, CopiesToManyTargets) {
  for (; cases_ < 3000; ++cases_) {
    const std::size_t bytes = random_() % (random_() % 2 == 0 ? 40 : 5000);
    const std::size_t targets = 1 + random_() % 6;
    const std::size_t unit = std::size_t{1} << random_() % 5;
    const std::size_t shift = random_() % 16;
    Arrays arrays(targets + 1, bytes + 32);
    std::vector<std::size_t> places;
    std::vector<std::uint64_t> addresses;
    for (std::size_t i = 0; i <= targets; ++i) {
      places.push_back(arrays.place(i, shift + random_() % 2 * unit));
      addresses.push_back(arrays.address(places[i]));
    }
    const Bytes from = random_bytes(random_, bytes);
    arrays.put(places[0], from, bytes);
    Arrays want = arrays;
    for (const std::size_t place : places) want.put(place, from, bytes);
    const std::span<const std::uint64_t> all(addresses);
    launch({copying(), FoldForm::kTotal, bytes, all.first(1), all.subspan(1)});
    ASSERT_TRUE(arrays.memory() == want.memory()) << bytes << " bytes, unit " << unit << ", shift " << shift;
  }
  fmt::print("{} cases\n", cases_);
}

bool is_lacking(Element element) {
  return std::find(std::begin(kLacking), std::end(kLacking), element) != std::end(kLacking);
}

TEST(Folding, MissesOnlyWhatGpusLack) {
  std::set<std::string_view> used{copying().kernel};
  for (int i = 0; i < kOperations; ++i) {
    for (int k = 0; k < kElements; ++k) {
      const auto operation = static_cast<Operation>(i);
      const auto element = static_cast<Element>(k);
      const base::ReduceKernel* const kernel = base::find_kernel(base::Simd::kNone, operation, element);
      Folding folding;
      const bool found = find_folding(operation, element, &folding);
      ASSERT_EQ(found, kernel != nullptr && !is_lacking(element)) << i << " of " << k;
      if (!found) continue;
      EXPECT_EQ(folding.elements_per * folding.element_bytes, kernel->extent);
      EXPECT_EQ(folding.operation, static_cast<std::uint32_t>(operation));
      EXPECT_NE(find(kKernels, folding.kernel), nullptr) << folding.kernel;
      used.insert(folding.kernel);
    }
  }
  EXPECT_EQ(used.size(), std::size(kKernels)) << "a kernel that nothing uses";
}

TEST(Folding, IsTestedWithEveryElement) {
  for (int k = 0; k < kElements; ++k) {
    const auto element = static_cast<Element>(k);
    const auto tested =
        std::count_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& kind) { return kind.element == element; });
    EXPECT_EQ(tested, is_lacking(element) ? 0 : 1) << k;
  }
}

TEST(Folding, TakesAsManyBlocksAsThereIsWorkFor) {
  Random random(1);
  TestQueue queue(random, kKernels);
  queue.limits_.block_threads = 1024;
  alignas(16) float from[4096] = {};
  alignas(16) float to[4096] = {};
  const std::uint64_t sources[] = {reinterpret_cast<std::uint64_t>(from)};
  const std::uint64_t targets[] = {reinterpret_cast<std::uint64_t>(to)};
  Folding sum;
  ASSERT_TRUE(find_folding(Operation::kSum, Element::kFloat, &sum));
  accel::Ticket ticket;
  ASSERT_TRUE(fold({}, queue, {sum, FoldForm::kTotal, 4096, sources, targets}, 32, &ticket).is_ok());
  EXPECT_EQ(queue.threads_, 256U);
  EXPECT_EQ(queue.blocks_, 4U) << "1024 accesses of 16 bytes";
  ASSERT_TRUE(fold({}, queue, {sum, FoldForm::kTotal, 4096, sources, targets}, 1, &ticket).is_ok());
  EXPECT_EQ(queue.blocks_, 1U);
  ASSERT_TRUE(fold({}, queue, {sum, FoldForm::kTotal, 5, sources, targets}, 32, &ticket).is_ok());
  EXPECT_EQ(queue.threads_, 32U);
  EXPECT_EQ(queue.blocks_, 1U);
  ASSERT_TRUE(fold({}, queue, {sum, FoldForm::kTotal, 0, sources, targets}, 32, &ticket).is_ok());
  EXPECT_EQ(queue.launches_, 3U) << "nothing to do";
  EXPECT_EQ(queue.marks_, 1U);
}

TEST(Folding, RefusesWhatIsNoTask) {
  Random random(1);
  TestQueue queue(random, kKernels);
  const std::vector<std::uint64_t> many(kMostFolded + 1, 4096);
  const std::span<const std::uint64_t> all(many);
  Folding sum;
  ASSERT_TRUE(find_folding(Operation::kSum, Element::kFloat, &sum));
  const FoldTask wrong[] = {{sum, FoldForm::kTotal, 1, {}, all.first(1)},
                            {sum, FoldForm::kTotal, 1, all, all.first(1)},
                            {sum, FoldForm::kTotal, 1, all.first(1), all},
                            {sum, FoldForm::kPrefix, 1, all.first(3), all.first(2)},
                            {copying(), FoldForm::kTotal, 1, all.first(2), all.first(2)},
                            {copying(), FoldForm::kPrefix, 1, all.first(1), all.first(1)}};
  accel::Ticket ticket;
  for (const FoldTask& task : wrong) EXPECT_EQ(fold({}, queue, task, 1, &ticket).code(), Code::kInternal);
  EXPECT_EQ(queue.launches_, 0U);
}

}  // namespace
}  // namespace penstock::kernels
