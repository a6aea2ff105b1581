#include "observe/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace penstock::observe {
namespace {

using testing::HasSubstr;

std::vector<PathRow> some_rows() {
  return {{"shm eager", "host", "host", 10, 1000, 5000},
          {"ipc pull", "device", "device", 2, 2U << 20U, 100000},
          {"cma", "host", "host", 0, 0, 0}};
}

TEST(Counters, RecordsByPath) {
  Counters counters;
  const PathId eager = counters.path("shm eager", "host", "host");
  const PathId ipc = counters.path("ipc pull", "device", "device");
  EXPECT_NE(eager, ipc);
  EXPECT_EQ(counters.path("shm eager", "host", "host"), eager);
  EXPECT_NE(counters.path("shm eager", "device", "host"), eager);
  counters.record(eager, 100, 7);
  counters.record(eager, 50, 3);
  EXPECT_EQ(counters.rows()[eager], (PathRow{"shm eager", "host", "host", 2, 150, 10}));
  EXPECT_EQ(counters.rows()[ipc].messages, 0U);
}

TEST(Counters, TableIsBounded) {
  Counters counters;
  for (std::size_t i = 0; i < 3 * Counters::kMaxRows; ++i) {
    counters.record(counters.path(std::to_string(i), "host", "host"), 1, 1);
  }
  ASSERT_EQ(counters.rows().size(), Counters::kMaxRows);
  EXPECT_EQ(counters.rows().back().path, "other");
  EXPECT_EQ(counters.rows().back().messages, 2 * Counters::kMaxRows + 1);
}

TEST(Packed, RoundTripAndMerge) {
  std::vector<PathRow> merged;
  ASSERT_TRUE(merge_packed(pack(some_rows()), &merged).is_ok());
  ASSERT_TRUE(merge_packed(pack(some_rows()), &merged).is_ok());
  EXPECT_THAT(merged, testing::ElementsAre(PathRow{"shm eager", "host", "host", 20, 2000, 10000},
                                           PathRow{"ipc pull", "device", "device", 4, 4U << 20U, 200000}));
  EXPECT_TRUE(merge_packed(pack({}), &merged).is_ok());
}

TEST(Packed, EveryTruncationIsRefusedAndChangesNothing) {
  const std::vector<std::byte> good = pack(some_rows());
  for (std::size_t size = 0; size < good.size(); ++size) {
    std::vector<PathRow> merged;
    EXPECT_EQ(merge_packed(std::span(good).first(size), &merged).code(), Code::kProtocol) << size;
    EXPECT_TRUE(merged.empty());
  }
  std::vector<std::byte> longer = good;
  longer.push_back(std::byte{0});
  std::vector<PathRow> merged;
  EXPECT_EQ(merge_packed(longer, &merged).code(), Code::kProtocol);
}

TEST(Packed, FuzzedBytesAreRefusedOrBounded) {
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes = pack(some_rows());
    for (unsigned n = 1 + random() % 4; n > 0; --n) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    std::vector<PathRow> merged;
    if (merge_packed(bytes, &merged).is_ok()) {
      EXPECT_LE(merged.size(), 2U);
    }
  }
}

TEST(Report, IsAlignedAndSorted) {
  const std::string report = format_report(some_rows(), 4);
  EXPECT_THAT(report, HasSubstr("4 ranks"));
  EXPECT_LT(report.find("ipc pull"), report.find("shm eager"));
  EXPECT_EQ(report.find("cma"), std::string::npos);
  EXPECT_THAT(report, HasSubstr("device -> device"));
  EXPECT_THAT(report, HasSubstr("2.0 MiB"));
  std::vector<std::size_t> widths;
  std::string rest = report.substr(report.find('\n') + 1);
  for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
    widths.push_back(end);
    rest.erase(0, end + 1);
  }
  EXPECT_THAT(widths, testing::Each(widths.front()));
  EXPECT_EQ(widths.size(), 3U);
}

TEST(Report, OfNothing) {
  EXPECT_EQ(format_report({}, 1), "Penstock: 1 rank sent no message\n");
}

TEST(Report, Json) {
  const std::vector<PathRow> rows = {{"a \"quoted\" path", "host", "device", 1, 2, 3}};
  EXPECT_EQ(
      format_json(rows, 2),
      "{\"ranks\": 2, \"paths\": [{\"path\": \"a \\\"quoted\\\" path\", \"source\": \"host\", \"destination\": \"device\", "
      "\"messages\": 1, \"bytes\": 2, \"nanoseconds\": 3}]}");
  EXPECT_EQ(format_json({}, 1), "{\"ranks\": 1, \"paths\": []}");
}

}  // namespace
}  // namespace penstock::observe
