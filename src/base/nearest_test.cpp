#include "base/nearest.hpp"

#include <gtest/gtest.h>

namespace penstock::base {
namespace {

TEST(Nearest, IsTheNameWithTheFewestChanges) {
  const std::vector<std::string_view> names = {"hostfile", "hosts", "timeout", "n"};
  EXPECT_EQ(nearest("hostfil", names), "hostfile");
  EXPECT_EQ(nearest("host", names), "hosts");
  EXPECT_EQ(nearest("timoeut", names), "timeout");
  EXPECT_EQ(nearest("colour", names), "");
}

TEST(Nearest, ChangesAreCounted) {
  EXPECT_EQ(changes_between("bench", "bench"), 0);
  EXPECT_EQ(changes_between("benhc", "bench"), 1);
  EXPECT_EQ(changes_between("", "abc"), 3);
  EXPECT_EQ(changes_between("abc", "axcd"), 2);
}

}  // namespace
}  // namespace penstock::base
