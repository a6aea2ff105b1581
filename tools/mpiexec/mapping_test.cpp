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
  EXPECT_EQ(read_binding("cor", &to, &cores).code(), Code::kArg);
}

}  // namespace
}  // namespace penstock::mpiexec
