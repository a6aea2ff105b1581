#include "mpiexec/portable.hpp"

#include <gtest/gtest.h>

namespace penstock::mpiexec {
namespace {

int soft(std::string_view text, int most) {
  int out = -1;
  return choose_soft(text, most, &out).is_ok() ? out : -1;
}

TEST(Soft, TheLargestThatFitsIsChosen) {
  EXPECT_EQ(soft("1:4", 4), 4);
  EXPECT_EQ(soft("1:10:4", 8), 5);
  EXPECT_EQ(soft("1,2,8", 7), 2);
  EXPECT_EQ(soft("2:6:2,3", 5), 4);
  EXPECT_EQ(soft("9:1:-2", 6), 5);
  EXPECT_EQ(soft("9:1:-2", 9), 9);
  EXPECT_EQ(soft("0:3:3", 0), 3);
  EXPECT_EQ(soft("16", 0), 16);
}

TEST(Soft, MistakesAreNamed) {
  for (const char* text : {"", "a", "1:", "1:2:3:4", "1:4:0", "1,,2", "8", "5:3", "99999999999"})
    EXPECT_EQ(soft(text, 4), -1) << text;
  int out = 0;
  EXPECT_NE(choose_soft("8:9", 4, &out).message().find("no number of ranks from 1 to 4"), std::string_view::npos);
}

TEST(InitialErrhandler, IsGivenToTheRanks) {
  Part part;
  EXPECT_EQ(ask_for_errhandler("mpi_errors_ignore", &part).code(), Code::kArg);
  ASSERT_TRUE(ask_for_errhandler("MPI_ERRORS_RETURN", &part).is_ok());
  EXPECT_EQ(part.environment, (Variables{{"PENSTOCK_INITIAL_ERRHANDLER", "mpi_errors_return"}}));
}

TEST(Arch, AnotherMachineIsRefused) {
  EXPECT_EQ(check_arch("pdp11").code(), Code::kUnsupported);
}

}  // namespace
}  // namespace penstock::mpiexec
