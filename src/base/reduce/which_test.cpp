// Every row of every table is mapped back to its operation and element.
#include "base/reduce/which.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/reduce/table.hpp"

namespace penstock::base {
namespace {

TEST(Which, FindsEveryRowOfEveryTable) {
  int rows = 0;
  for (const KernelTable* table : kTables) {
    for (int i = 0; i < kOperations; ++i) {
      for (int k = 0; k < kElements; ++k, ++rows) {
        Operation operation{};
        Element element{};
        ASSERT_TRUE(find_operation(table->rows[i][k], &operation, &element));
        ASSERT_EQ(operation, static_cast<Operation>(i));
        ASSERT_EQ(element, static_cast<Element>(k));
      }
    }
  }
  fmt::print("{} rows\n", rows);
}

TEST(Which, KnowsWhatItsFinderGave) {
  const ReduceKernel* const kernel = find_kernel(best_simd(), Operation::kMax, Element::kHalf);
  ASSERT_NE(kernel, nullptr);
  Operation operation{};
  Element element{};
  ASSERT_TRUE(find_operation(*kernel, &operation, &element));
  EXPECT_EQ(operation, Operation::kMax);
  EXPECT_EQ(element, Element::kHalf);
}

TEST(Which, NotOfACopy) {
  const ReduceKernel copy = *find_kernel(Simd::kNone, Operation::kSum, Element::kInt32);
  Operation operation = Operation::kMin;
  Element element = Element::kByte;
  EXPECT_FALSE(find_operation(copy, &operation, &element));
  EXPECT_EQ(operation, Operation::kMin);
  EXPECT_EQ(element, Element::kByte);
}

}  // namespace
}  // namespace penstock::base
