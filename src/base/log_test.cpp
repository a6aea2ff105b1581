#include "base/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace penstock::base {
namespace {

TEST(Log, LevelAndRankReachTheSink) {
  std::vector<std::string> lines;
  Log log(Level::kWarn, 3);
  log.set_sink([&lines](Level, std::string_view line) { lines.emplace_back(line); });
  log.error("cause {}", 1);
  log.warn("careful");
  log.info("not said");
  log.set_level(Level::kDebug);
  log.set_rank(-1);
  log.debug("said");
  EXPECT_THAT(lines, testing::ElementsAre("penstock[3] error: cause 1", "penstock[3] warn: careful", "penstock debug: said"));
}

TEST(Log, WithoutASinkWritesOneLineToStderr) {
  testing::internal::CaptureStderr();
  Log log(Level::kInfo, 0);
  log.info("hello {}", "there");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "penstock[0] info: hello there\n");
}

}  // namespace
}  // namespace penstock::base
