// Walks the whole table of tunables.
#include "base/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/log.hpp"
#include "base/mvapich.hpp"

namespace penstock::base {
namespace {

using testing::HasSubstr;

class EveryTunable : public testing::TestWithParam<Tunable> {};

// Returns values inside the limits, by type.
std::vector<std::string> good_values(const Tunable& row) {
  if (row.type == "bool") return {"0", "1"};
  if (row.type == "text") return {"", "some text", std::string(row.fallback)};
  if (row.type == "cost") return {std::string(row.fallback), "0us 1MB/s", "1000000us 100000000MB/s", "0.125us 12345.5MB/s"};
  const std::string_view separator = row.type == "choice" ? "|" : "..";
  std::vector<std::string> values{std::string(row.fallback)};
  std::string rest(row.limits);
  for (std::size_t at = rest.find(separator); at != std::string::npos; at = rest.find(separator)) {
    values.push_back(rest.substr(0, at));
    rest.erase(0, at + separator.size());
  }
  values.push_back(rest);
  return values;
}

TEST_P(EveryTunable, IsDescribed) {
  const Tunable& row = GetParam();
  EXPECT_TRUE(row.name.starts_with("PENSTOCK_"));
  EXPECT_GT(row.meaning.size(), 15U);
  EXPECT_THAT((std::set<std::string_view>{"bool", "int", "size", "choice", "text", "cost"}), testing::Contains(row.type));
  EXPECT_EQ(row.limits.empty(), row.type == "bool" || row.type == "text");
}

TEST_P(EveryTunable, DefaultIsInForceAndInLimits) {
  const Tunable& row = GetParam();
  Config config;
  EXPECT_EQ(config.get(row.name), row.fallback);
  EXPECT_TRUE(config.set(row.name, row.fallback).is_ok());
}

TEST_P(EveryTunable, SetAndGetRoundTrip) {
  const Tunable& row = GetParam();
  for (const std::string& value : good_values(row)) {
    Config config;
    Status status = config.set(row.name, value);
    ASSERT_TRUE(status.is_ok()) << status.message();
    const std::string said = config.get(row.name);
    Config again;
    ASSERT_TRUE(again.set(row.name, said).is_ok());
    EXPECT_EQ(again.get(row.name), said);
    if (row.type != "size") {
      EXPECT_EQ(said, value);
    }
  }
}

TEST_P(EveryTunable, AliasIsTheSameTunable) {
  const Tunable& row = GetParam();
  if (row.alias.empty()) return;
  for (const std::string& value : good_values(row)) {
    Config config;
    ASSERT_TRUE(config.set(row.alias, value).is_ok());
    EXPECT_EQ(config.get(row.name), config.get(row.alias));
  }
}

TEST_P(EveryTunable, BadValuesAreRejectedByNameAndLimits) {
  const Tunable& row = GetParam();
  if (row.type == "text") return;  // any text is a value
  for (const char* bad : {"", "rubbish", "-1", "99999999999999999999999", "12Q", "1 ", "0x10", "16777217G", "1us", "1us 0MB/s",
                          "1us 5MB/s ", "-1us 5MB/s", "nanus 5MB/s", "1us infMB/s", "1000001us 5MB/s"}) {
    Config config;
    Status status = config.set(row.name, bad);
    EXPECT_EQ(status.code(), Code::kConfig) << row.name << "=" << bad;
    EXPECT_THAT(std::string(status.message()), HasSubstr(std::string(row.name) + "=" + bad));
    EXPECT_THAT(std::string(status.message()), HasSubstr(row.type == "bool" ? "0 or 1" : std::string(row.limits)));
    EXPECT_EQ(config.get(row.name), row.fallback);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryTunable, testing::ValuesIn(tunables().begin(), tunables().end()),
                         [](const testing::TestParamInfo<Tunable>& row) { return std::string(row.param.name); });

// A cost that a table or a report writes is read back unchanged, whatever was measured.
TEST(Config, CostsAreWrittenAsTheyAreRead) {
  for (const Cost& cost : {Cost{0, 1}, Cost{0.000012, 1.5}, Cost{8.8, 380000}, Cost{1680, 5350}, Cost{1e6, 1e8}}) {
    Config config;
    const std::string text = cost_text(cost);
    ASSERT_TRUE(config.set("PENSTOCK_COST_BOUNCE", text).is_ok()) << text;
    EXPECT_EQ(config.cost_bounce, cost) << text;
  }
  EXPECT_EQ(cost_text({1680.0, 12345.5}), "1680us 12345.5MB/s");
}

TEST(Config, SizesTakeSuffixes) {
  Config config;
  const std::map<std::string, std::uint64_t> sizes = {
      {"0", 0}, {"100", 100}, {"4K", 4096}, {"2m", 2U << 20U}, {"1G", 1U << 30U}};
  for (const auto& [text, bytes] : sizes) {
    ASSERT_TRUE(config.set("PENSTOCK_EAGER_LIMIT", text).is_ok()) << text;
    EXPECT_EQ(config.eager_limit, bytes);
  }
  EXPECT_EQ(config.get("PENSTOCK_EAGER_LIMIT"), "4K");
}

TEST(Config, OneOutsideEachLimit) {
  Config config;
  EXPECT_TRUE(config.set("PENSTOCK_SHM_CELLS", "65536").is_ok());
  EXPECT_FALSE(config.set("PENSTOCK_SHM_CELLS", "65537").is_ok());
  EXPECT_TRUE(config.set("PENSTOCK_SHM_CELLS", "8").is_ok());
  EXPECT_FALSE(config.set("PENSTOCK_SHM_CELLS", "7").is_ok());
}

TEST(Config, UnknownNameIsAnErrorWithTheNearest) {
  Config config;
  Status status = config.set("PENSTOCK_EAGER_LIMT", "1");
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(std::string(status.message()), HasSubstr("PENSTOCK_EAGER_LIMIT"));
  EXPECT_EQ(config.get("PENSTOCK_EAGER_LIMT"), "");
}

TEST(Config, LevelsMatchTheirNames) {
  Config config;
  EXPECT_EQ(level_of(config), Level::kWarn);
  ASSERT_TRUE(config.set("PENSTOCK_LOG", "debug").is_ok());
  EXPECT_EQ(level_of(config), Level::kDebug);
}

class Environment : public testing::Test {
 protected:
  void SetUp() override { set("PENSTOCK_TUNE_FILE", "none"); }
  void set(const char* name, const char* value) {
    setenv(name, value, 1);
    names_.emplace_back(name);
  }
  void TearDown() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }

 private:
  std::vector<std::string> names_;
};

TEST_F(Environment, IsReadAndOwnNameWinsOverAlias) {
  set("PENSTOCK_SPIN_US", "7");
  set("MV2_USE_CUDA", "0");
  set("MV2_IBA_EAGER_THRESHOLD", "1K");
  set("PENSTOCK_EAGER_LIMIT", "2K");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_EQ(settings.config.spin_us, 7);
  EXPECT_FALSE(settings.config.cuda);
  EXPECT_EQ(settings.config.eager_limit, 2048U);
  EXPECT_THAT(settings.warnings, testing::IsEmpty());
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), "environment PENSTOCK_SPIN_US");
  EXPECT_EQ(settings.origin("PENSTOCK_CUDA"), "environment MV2_USE_CUDA");
  EXPECT_EQ(settings.origin("MV2_IBA_EAGER_THRESHOLD"), "environment PENSTOCK_EAGER_LIMIT");
  EXPECT_EQ(settings.origin("PENSTOCK_LOG"), "default");
}

TEST_F(Environment, UnknownNameIsWarnedOfWithTheNearest) {
  set("PENSTOCK_SPINN_US", "7");
  set("PENSTOCK_JOB_KEY_FD", "9");
  set("PENSTOCK_TEST_ANYTHING", "1");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_THAT(settings.warnings, testing::ElementsAre("PENSTOCK_SPINN_US is no tunable and is ignored; the nearest name is "
                                                      "PENSTOCK_SPIN_US"));
  Config config;
  testing::internal::CaptureStderr();
  ASSERT_TRUE(Config::from_environment(&config).is_ok());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("penstock warn: PENSTOCK_SPINN_US"));
}

TEST_F(Environment, EveryOldVariableHasItsEffect) {
  for (const OldVariable& old : old_variables()) {
    SCOPED_TRACE(old.name);
    EXPECT_FALSE(old.did.empty() || old.instead.empty());
    const bool same = old.effect == OldEffect::kSame;
    const std::size_t ours = tunable_index(old.ours);
    EXPECT_EQ(ours < tunables().size(), same || old.effect == OldEffect::kOther);
    const std::string value = same ? good_values(tunables()[ours]).back() : "1";
    set(std::string(old.name).c_str(), value.c_str());
    Settings settings;
    ASSERT_TRUE(Settings::load(&settings).is_ok());
    if (same) {
      EXPECT_EQ(settings.origin(old.ours), fmt::format("environment {}", old.name));
      Config expected;
      ASSERT_TRUE(expected.set(old.ours, value).is_ok());
      EXPECT_EQ(settings.config.get(old.ours), expected.get(old.ours));
    }
    const bool warned = old.effect == OldEffect::kOther;
    const bool told = same || old.effect == OldEffect::kNone;
    EXPECT_EQ(settings.warnings.size(), warned ? 1U : 0U);
    ASSERT_EQ(settings.old_names.size(), told ? 1U : 0U);
    const std::string line = warned ? settings.warnings[0] : told ? settings.old_names[0] : std::string(old.name);
    EXPECT_THAT(line, HasSubstr(std::string(old.name)));
    ::unsetenv(std::string(old.name).c_str());
  }
}

TEST_F(Environment, OldNamesSayWhatTheyStandFor) {
  set("MVP_SMP_USE_CMA", "0");
  set("MV2_CUDA_BLOCK_SIZE", "64K");
  set("PENSTOCK_STAGING_SLOT_SIZE", "128K");
  set("MV2_CUDA_IPC_THESHOLD", "262144");
  set("MV2_USE_GPUDIRECT_GDRCOPY_LIMIT", "32768");
  set("MV2_OF_ANOTHER_DOCUMENT", "1");
  set("MV2_COMM_WORLD_LOCAL_RANK", "0");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_FALSE(settings.config.cma);
  EXPECT_EQ(settings.config.staging_slot_size, 128U << 10U);
  EXPECT_THAT(settings.old_names,
              testing::UnorderedElementsAre(
                  "MVP_SMP_USE_CMA=0 is taken as PENSTOCK_CMA",
                  "MV2_CUDA_BLOCK_SIZE=64K is not taken: PENSTOCK_STAGING_SLOT_SIZE is set otherwise",
                  HasSubstr("MV2_CUDA_IPC_THESHOLD=262144 is not needed. Every device message takes the cheapest way"),
                  "MV2_OF_ANOTHER_DOCUMENT is not known here and has no effect"));
  EXPECT_THAT(settings.warnings, testing::ElementsAre(HasSubstr("near it is PENSTOCK_")));
}

TEST_F(Environment, BadValueNamesTheVariableThatWasSet) {
  set("MV2_USE_CUDA", "maybe");
  Settings settings;
  const Status status = Settings::load(&settings);
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(std::string(status.message()), HasSubstr("MV2_USE_CUDA: PENSTOCK_CUDA=maybe"));
}

TEST(Config, FormerNamesOfTunablesAreTaken) {
  struct Renamed {
    const char *former, *name, *value;
  };
  constexpr Renamed kRenamed[] = {
      {"PENSTOCK_SHM_BOARDS", "PENSTOCK_SHM_BUFFERS", "3"},
      {"PENSTOCK_SHM_BOARD_SIZE", "PENSTOCK_SHM_BUFFER_SIZE", "128K"},
      {"PENSTOCK_EXCHANGE_SLOTS", "PENSTOCK_BOUNCE_BUFFERS", "5"},
      {"PENSTOCK_EXCHANGE_SLOT_SIZE", "PENSTOCK_BOUNCE_BUFFER_SIZE", "128K"},
      {"PENSTOCK_COST_EXCHANGE", "PENSTOCK_COST_BOUNCE", "9us 1000MB/s"},
      {"PENSTOCK_COLL_FLOW", "PENSTOCK_COLL_PIPELINE", "64K"},
      {"PENSTOCK_COLL_SCRATCH", "PENSTOCK_COLL_WORKSPACE", "64K"},
  };
  for (const Renamed& one : kRenamed) {
    Config config;
    ASSERT_NE(config.get(one.name), one.value) << one.name;
    EXPECT_TRUE(config.set(one.former, one.value).is_ok()) << one.former;
    EXPECT_EQ(config.get(one.name), one.value) << one.former;
  }
}

}  // namespace
}  // namespace penstock::base
