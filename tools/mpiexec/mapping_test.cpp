#include "mpiexec/mapping.hpp"

#include <gtest/gtest.h>

namespace penstock::mpiexec {
namespace {

std::string round_trip(std::string_view text) {
  Mapping mapping;
  if (const Status status = read_mapping(text, &mapping); !status.is_ok()) return std::string(status.message());
  return write_mapping(mapping, "package");
}

TEST(Mapping, IsReadAndWritten) {
  for (const char* text : {"node", "package", "core", "ppr:2:node", "ppr:2:package:pe=4", "numa:pe=3", "l3cache", "hwthread"}) {
    EXPECT_EQ(round_trip(text), text);
  }
  EXPECT_EQ(round_trip("slot"), "");
  EXPECT_EQ(round_trip("socket:PE=2:oversubscribe"), "package:pe=2");
  EXPECT_EQ(round_trip(":OVERSUBSCRIBE"), "");
  EXPECT_EQ(round_trip("pe=4"), "slot:pe=4");
  EXPECT_EQ(round_trip("slot:pe=4"), "slot:pe=4");
}

TEST(Mapping, MistakesAreNamed) {
  EXPECT_NE(round_trip("sokcet").find("'sokcet' is not slot, node, socket"), std::string::npos);
  EXPECT_NE(round_trip("sokcet").find("the nearest is socket"), std::string::npos);
  EXPECT_NE(round_trip("ppr:2").find("ppr:2:socket"), std::string::npos);
  EXPECT_NE(round_trip("ppr:x:node").find("'x' is no number"), std::string::npos);
  EXPECT_NE(round_trip("core:fast").find("'fast' is not pe=N"), std::string::npos);
}

TEST(Binding, HasANumberBehindCore) {
  BindTo to = BindTo::kAuto;
  int cores = 0;
  ASSERT_TRUE(read_binding("core:4", &to, &cores).is_ok());
  EXPECT_EQ(to, BindTo::kCore);
  EXPECT_EQ(cores, 4);
  ASSERT_TRUE(read_binding("Package", &to, &cores).is_ok());
  EXPECT_EQ(to, BindTo::kSocket);
  EXPECT_EQ(read_binding("numa:2", &to, &cores).code(), Code::kArg);
  ASSERT_TRUE(read_binding("core:overload-allowed", &to, &cores).is_ok());
  EXPECT_EQ(to, BindTo::kCore);
  ASSERT_TRUE(read_binding("core:3:overload-allowed", &to, &cores).is_ok());
  EXPECT_EQ(cores, 3);
  ASSERT_TRUE(read_binding("user:0,1", &to, &cores).is_ok());
  EXPECT_EQ(to, BindTo::kNone);
  EXPECT_EQ(read_binding("cor", &to, &cores).code(), Code::kArg);
}

TEST(Binding, ProcessorsOfTheUser) {
  std::vector<std::vector<int>> cpus;
  ASSERT_TRUE(read_user_binding("user:0,2+3,1", &cpus).is_ok());
  EXPECT_EQ(cpus, (std::vector<std::vector<int>>{{0}, {2, 3}, {1}}));
  for (const char* text : {"user", "user:", "user:a", "user:0,", "user:0,,1", "user:1;2", "user:-1"}) {
    cpus.clear();
    EXPECT_EQ(read_user_binding(text, &cpus).code(), Code::kArg) << text;
  }
  std::vector<int> listed;
  ASSERT_TRUE(read_listed_cpus("0,4-6", &listed).is_ok());
  EXPECT_EQ(listed, (std::vector<int>{0, 4, 5, 6}));
  EXPECT_EQ(read_listed_cpus("a", &listed).code(), Code::kArg);
}

}  // namespace
}  // namespace penstock::mpiexec
