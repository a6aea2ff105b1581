#include "core/object/handle_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace penstock::core {
namespace {

class HandleTableTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(table_.open().is_ok()); }
  std::uintptr_t add(int* object) {
    std::uintptr_t handle = 0;
    EXPECT_TRUE(table_.add(object, &handle).is_ok());
    return handle;
  }
  HandleTable<int> table_{HandleRow{HandleKind::kGroup, Code::kGroup, "group", 0x108, 0x108, 8}};
  int object_ = 0;
  int other_ = 0;
};

TEST_F(HandleTableTest, HandlesLieAboveAllConstantsAndArePositiveInts) {
  const std::uintptr_t handle = add(&object_);
  EXPECT_GT(handle, 0x3ffU);
  EXPECT_LE(handle, 0x7fffffffU);
  EXPECT_EQ(table_.find(handle), &object_);
}

TEST_F(HandleTableTest, PredefinedConstantsResolve) {
  EXPECT_EQ(table_.find(0x109), nullptr);
  table_.bind(0x109, &object_);
  EXPECT_EQ(table_.find(0x109), &object_);
}

TEST_F(HandleTableTest, FreedHandlesAreDetectedEvenWhenTheirSlotIsUsedAgain) {
  std::set<std::uintptr_t> seen;
  for (int i = 0; i < 100; ++i) {
    const std::uintptr_t handle = add(&object_);
    EXPECT_TRUE(seen.insert(handle).second) << "handle " << handle << " came back too soon";
    table_.remove(handle);
    EXPECT_EQ(table_.find(handle), nullptr);
    EXPECT_NE(table_.explain(handle).message().find("has been freed"), std::string_view::npos);
  }
}

TEST_F(HandleTableTest, ForeignAndNullHandlesAreTold) {
  HandleTable<int> comms{HandleRow{HandleKind::kComm, Code::kComm, "communicator", 0x100, 0x100, 8}};
  ASSERT_TRUE(comms.open().is_ok());
  std::uintptr_t foreign = 0;
  ASSERT_TRUE(comms.add(&other_, &foreign).is_ok());
  add(&object_);
  EXPECT_EQ(table_.find(foreign), nullptr);
  EXPECT_EQ(table_.explain(foreign).code(), Code::kGroup);
  EXPECT_NE(table_.explain(foreign).message().find("is no group handle"), std::string_view::npos);
  EXPECT_NE(table_.explain(0x108).message().find("null"), std::string_view::npos);
  for (std::uintptr_t junk : {std::uintptr_t{0}, std::uintptr_t{1}, ~std::uintptr_t{0}, std::uintptr_t{0x7fffdeadbeef}}) {
    EXPECT_EQ(table_.find(junk), nullptr);
  }
}

TEST_F(HandleTableTest, VisitsLiveObjectsOnly) {
  const std::uintptr_t first = add(&object_);
  add(&other_);
  table_.remove(first);
  std::vector<int*> live;
  table_.for_each([&](int& object) { live.push_back(&object); });
  EXPECT_EQ(live, std::vector<int*>{&other_});
}

}  // namespace
}  // namespace penstock::core
