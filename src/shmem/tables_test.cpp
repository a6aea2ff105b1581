// In both tables a handle names the object that was added under it, and none that came later.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>

#include "shmem/context_table.hpp"
#include "shmem/handle_table.hpp"

namespace penstock::shmem {
namespace {

TEST(HandleTable, NamesWhatLives) {
  HandleTable<int> table;
  EXPECT_EQ(table.find(kInvalidHandle), nullptr);
  std::map<std::uintptr_t, int> model;
  std::set<std::uintptr_t> gone;
  std::mt19937 random(7);
  for (int step = 0; step < 20'000; ++step) {
    if (model.empty() || random() % 2 == 0) {
      const std::uintptr_t handle = table.add(std::make_unique<int>(step));
      ASSERT_TRUE(handle != kInvalidHandle && gone.count(handle) == 0 && model.emplace(handle, step).second);
    } else {
      const auto victim = std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
      ASSERT_EQ(*table.find(victim->first), victim->second);
      table.remove(victim->first);
      ASSERT_EQ(table.find(victim->first), nullptr);
      gone.insert(victim->first);
      model.erase(victim);
    }
  }
  for (const auto& [handle, value] : model) EXPECT_EQ(*table.find(handle), value);
}

TEST(HandleTable, IsFullAtItsEnd) {
  HandleTable<int> table;
  std::uintptr_t last = kInvalidHandle;
  for (std::size_t i = 1; i < std::size_t{1} << kHandleBits; ++i) {
    last = table.add(std::make_unique<int>(0));
    ASSERT_NE(last, kInvalidHandle);
  }
  EXPECT_EQ(table.add(std::make_unique<int>(0)), kInvalidHandle);
  table.remove(last);
  EXPECT_NE(table.add(std::make_unique<int>(0)), kInvalidHandle);
}

TEST(ContextTable, NamesWhatLives) {
  ContextTable table;
  const int world[] = {4, 2};
  const Context context{.world = world, .size = 2, .team = 5, .options = 0};
  ASSERT_EQ(table.add(context), kDefaultContext);
  const ContextHandle first = table.add(context);
  ASSERT_EQ(table.find(first)->size, 2U);
  table.remove(first);
  EXPECT_EQ(table.find(first), nullptr);
  const ContextHandle second = table.add({.world = world, .size = 1, .team = 6, .options = 0});
  EXPECT_NE(second, first);
  EXPECT_EQ(place_of_handle(second), place_of_handle(first));
  table.remove_of(5);
  EXPECT_EQ(table.find(kDefaultContext), nullptr);
  EXPECT_EQ(table.find(second)->size, 1U);
  EXPECT_EQ(table.find(kInvalidHandle), nullptr);
}

TEST(ContextTable, IsFullAtItsEnd) {
  ContextTable table;
  for (std::size_t i = 1; i < ContextTable::kMost; ++i) ASSERT_NE(table.add({}), kInvalidHandle);
  EXPECT_EQ(table.add({}), kInvalidHandle);
}

}  // namespace
}  // namespace penstock::shmem
