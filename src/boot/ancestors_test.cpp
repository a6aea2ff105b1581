#include "boot/ancestors.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace penstock::boot {
namespace {

// Line is a /proc with processes that the test makes up.
class Line : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "ancestors-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    proc_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(proc_); }

  void process(pid_t pid, pid_t parent, const std::string& environment) const {
    const std::filesystem::path folder = proc_ / std::to_string(pid);
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "environ", std::ios::binary) << environment;
    std::ofstream(folder / "status") << "Name:\tprogram\nPPid:\t" << parent << "\nUid:\t0\n";
  }
  [[nodiscard]] bool whole(pid_t parent) const { return whole_line_has("PMIX_RANK", parent, proc_); }

  std::filesystem::path proc_;
};

const std::string kRank("HOME=/\0PMIX_RANK=3\0", 19);
const std::string kLauncher("HOME=/\0PMIX_RANKS=3\0", 20);

TEST_F(Line, OfNobody) {
  EXPECT_TRUE(whole(0));
}

TEST_F(Line, EndsBeforeTheLauncher) {
  process(1, 0, kRank);
  process(7, 1, kRank);
  EXPECT_TRUE(whole(7));
}

TEST_F(Line, LeadsToTheLauncher) {
  process(1, 0, "");
  process(4, 1, kLauncher);
  process(7, 4, kRank);
  EXPECT_FALSE(whole(7));
  EXPECT_FALSE(whole(4));
}

TEST_F(Line, BreaksOff) {
  process(7, 4, kRank);
  EXPECT_FALSE(whole(7));
  std::filesystem::remove(proc_ / "7" / "status");
  EXPECT_FALSE(whole(7));
}

TEST_F(Line, IsNoTree) {
  process(7, 8, kRank);
  process(8, 7, kRank);
  EXPECT_FALSE(whole(7));
}

TEST(Launcher, IsSeenHere) {
  EXPECT_FALSE(launcher_is_out_of_sight("PENSTOCK_NOBODY_HAS_THIS"));
}

}  // namespace
}  // namespace penstock::boot
