#include "base/settings_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace penstock::base {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_of(std::string_view text) {
  SettingsText out;
  const Status status = parse_settings(text, "f", &out);
  EXPECT_TRUE(status.is_ok() || status.code() == Code::kConfig);
  return std::string(status.message());
}

TEST(SettingsText, TakesNamesWithAndWithoutPrefixAliasesAndFormerNames) {
  SettingsText out;
  const Status status = parse_settings(
      "# the site's\r\n\n  SPIN_US = 7   # short\nPENSTOCK_EAGER_LIMIT=2K\nMV2_USE_CUDA = 0\nSHM_BOARDS = 3\n"
      "PENSTOCK_NET_DEVICES = eth0,eth1#2\n\tREPORT\t=\tyes",
      "f", &out);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_THAT(out.warnings, IsEmpty());
  std::vector<std::string> seen;
  for (const SettingsText::Value& one : out.values) {
    seen.push_back(fmt::format("{} {}={}", one.line, tunables()[one.tunable].name, one.value));
  }
  EXPECT_THAT(seen, ElementsAre("3 PENSTOCK_SPIN_US=7", "4 PENSTOCK_EAGER_LIMIT=2K", "5 PENSTOCK_CUDA=0",
                                "6 PENSTOCK_SHM_BUFFERS=3", "7 PENSTOCK_NET_DEVICES=eth0,eth1#2", "8 PENSTOCK_REPORT=yes"));
}

TEST(SettingsText, UnknownNamesAreWarnedOfWithTheNearest) {
  SettingsText out;
  ASSERT_TRUE(parse_settings("\nSPINN_US = 7\nPENSTOCK_EAGER_LIMT = 8K\nspin_us = 7\nPENSTOCK_PEERS = /opt\n"
                             "MV2_USE_GPUDIRECT_GDRCOPY_LIMIT = 32768\nUCX_TLS = tcp\n",
                             "/etc/penstock.conf", &out)
                  .is_ok());
  EXPECT_THAT(out.values, IsEmpty());
  EXPECT_THAT(out.warnings,
              ElementsAre("/etc/penstock.conf:2: SPINN_US is no tunable and is ignored; the nearest name is PENSTOCK_SPIN_US",
                          "/etc/penstock.conf:3: PENSTOCK_EAGER_LIMT is no tunable and is ignored; the nearest name is "
                          "PENSTOCK_EAGER_LIMIT",
                          AllOf(HasSubstr(":4: spin_us is no tunable"), HasSubstr("nearest name is PENSTOCK_SPIN_US")),
                          AllOf(HasSubstr(":5: PENSTOCK_PEERS is ignored here"), HasSubstr("from the environment alone")),
                          AllOf(HasSubstr(":6: MV2_USE_GPUDIRECT_GDRCOPY_LIMIT=32768 has no effect"), HasSubstr("PENSTOCK_")),
                          HasSubstr(":7: UCX_TLS is no tunable")));
}

TEST(SettingsText, EveryTunableIsTakenWithItsDefault) {
  for (const Tunable& row : tunables()) {
    SettingsText out;
    const Status status = parse_settings(fmt::format("{} = {}", row.name.substr(9), row.fallback), "f", &out);
    const bool decides = row.name == "PENSTOCK_CONF" || row.name == "PENSTOCK_MACHINE_ROOT";
    EXPECT_EQ(status.is_ok(), !decides) << row.name << ": " << status.message();
    if (!decides) EXPECT_EQ(out.values.size(), 1U);
  }
}

TEST(SettingsText, WhatCannotBeUsedIsRefusedWithItsLine) {
  EXPECT_EQ(error_of("SPIN_US 7"), "f:1: 'SPIN_US 7' is no setting; a line reads NAME = VALUE, a comment begins with #");
  EXPECT_THAT(error_of("\n= 7"), HasSubstr("f:2: '= 7' is no setting"));
  EXPECT_THAT(error_of("export SPIN_US = 7"), HasSubstr("f:1: 'export SPIN_US = 7' is no setting"));
  EXPECT_THAT(error_of("#\n#\nSPIN_US = soon"),
              HasSubstr("f:3: PENSTOCK_SPIN_US=soon: the value must be a number in 0..1000000"));
  EXPECT_THAT(error_of("SPIN_US ="), HasSubstr("f:1: PENSTOCK_SPIN_US=: the value must be"));
  EXPECT_EQ(error_of("SPIN_US = 7\nPENSTOCK_SPIN_US = 8"), "f:2: PENSTOCK_SPIN_US is set a second time");
  EXPECT_THAT(error_of("CONF = /etc/other"), HasSubstr("f:1: PENSTOCK_CONF decides which files are read"));
  EXPECT_THAT(error_of("LOG = warn\nLOG\x01 = warn"), HasSubstr("f:2: a byte that is no text"));
  EXPECT_THAT(error_of("#" + std::string(5000, 'x')), HasSubstr("f:1: the line is longer than 4096 bytes"));
  EXPECT_EQ(error_of(""), "");
}

// Any bytes give values that a Config accepts, or an error that begins with the file and a line of it.
TEST(SettingsText, AnyBytesAreUnderstoodOrRefused) {
  std::mt19937 random(20261125);
  const std::vector<std::string> pieces = {"SPIN_US",
                                           "PENSTOCK_",
                                           "EAGER_LIMIT",
                                           "=",
                                           " = ",
                                           "\n",
                                           "#",
                                           "8K",
                                           "1",
                                           "none",
                                           "\t",
                                           "\r\n",
                                           "\x01",
                                           "\xff",
                                           "LOG",
                                           "warn",
                                           "COST_CMA",
                                           "3us 5000MB/s",
                                           " ",
                                           "LOG = warn\n",
                                           "SPIN_US = 7 # s\n",
                                           "PENSTOCK_EAGER_LIMIT=8K\n"};
  int understood = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (unsigned n = random() % 12; n > 0; --n) text += pieces[random() % pieces.size()];
    if (random() % 4 == 0 && !text.empty()) text[random() % text.size()] = static_cast<char>(random());
    SettingsText out;
    const Status status = parse_settings(text, "f", &out);
    Config config;
    for (const SettingsText::Value& one : out.values)
      ASSERT_TRUE(config.set(tunables()[one.tunable].name, one.value).is_ok()) << text;
    if (!status.is_ok()) ASSERT_TRUE(status.message().starts_with("f:")) << text << status.message();
    understood += out.values.empty() ? 0 : 1;
  }
  EXPECT_GT(understood, 100);
}

class SettingsFiles : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / fmt::format("penstock-settings-{}", getpid());
    fs::create_directories(root_);
    const char* home = std::getenv("HOME");
    home_ = home == nullptr ? "" : home;
    set("PENSTOCK_TUNE_FILE", "none");
    set("PENSTOCK_CONF", "");
    set("PENSTOCK_MACHINE_ROOT", (root_ / "machine").string());
    set("XDG_CONFIG_HOME", (root_ / "config").string());
    setenv("HOME", (root_ / "home").c_str(), 1);
  }
  void TearDown() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
    setenv("HOME", home_.c_str(), 1);
    fs::remove_all(root_);
  }
  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  // Returns the whole path.
  std::string write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    return (root_ / path).string();
  }

  fs::path root_;
  std::string home_;
  std::vector<std::string> names_;
};

TEST_F(SettingsFiles, EnvironmentThenUserThenMachine) {
  const std::string user = write("config/penstock/penstock.conf", "LOG = info\nSPIN_US = 2\n");
  const std::string home = write("home/.penstock.conf", "SPIN_US = 3\nEAGER_LIMIT = 3K\n");
  const std::string machine = write("machine/etc/penstock.conf", "SPIN_US = 4\nEAGER_LIMIT = 4K\nSHM_RINGS = 4\nLOG = error\n");
  set("PENSTOCK_LOG", "debug");
  Settings settings;
  const Status status = Settings::load(&settings);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(settings.origin("PENSTOCK_LOG"), "environment PENSTOCK_LOG");
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), user + ":2");
  EXPECT_EQ(settings.origin("PENSTOCK_EAGER_LIMIT"), home + ":2");
  EXPECT_EQ(settings.origin("PENSTOCK_SHM_RINGS"), machine + ":3");
  EXPECT_EQ(settings.config.log_level, Config::LogLevel::kDebug);
  EXPECT_EQ(settings.config.spin_us, 2);
  EXPECT_EQ(settings.config.eager_limit, 3072U);
  EXPECT_EQ(settings.config.shm_rings, 4);
  EXPECT_THAT(settings.notes, testing::Contains(fmt::format("settings file {} (1 of 4 values in force)", machine)));
  ASSERT_GE(settings.files.size(), 3U);
  EXPECT_EQ(settings.files.front().path, user);
  EXPECT_EQ(settings.files.front().used, 1);
  EXPECT_EQ(settings.files.back().whose, "machine");
}

TEST_F(SettingsFiles, StandBeforeTuningTables) {
  write("machine/etc/penstock.conf",
        fmt::format("TUNE_FILE = {}\nSPIN_US = 4\n",
                    write("table", "schema 1\nname t\nhardware *\nPENSTOCK_SPIN_US = 9\nPENSTOCK_EAGER_LIMIT = 9K\n")));
  unsetenv("PENSTOCK_TUNE_FILE");
  Settings settings;
  const Status status = Settings::load(&settings);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(settings.config.spin_us, 4);
  EXPECT_EQ(settings.config.eager_limit, 9U << 10U);
}

TEST_F(SettingsFiles, PenstockConfNamesAnotherOrNone) {
  write("config/penstock/penstock.conf", "SPIN_US = 2\n");
  write("machine/etc/penstock.conf", "SHM_RINGS = 4\n");
  const std::string named = write("named", "EAGER_LIMIT = 5K\n");
  set("PENSTOCK_CONF", named);
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_EQ(settings.origin("PENSTOCK_EAGER_LIMIT"), named + ":1");
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), "default");
  EXPECT_EQ(settings.config.shm_rings, 4);
  set("PENSTOCK_CONF", "none");
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_THAT(settings.files, IsEmpty());
  EXPECT_EQ(settings.origin("PENSTOCK_SHM_RINGS"), "default");
  set("PENSTOCK_CONF", "/nowhere/at/all");
  const Status missing = Settings::load(&settings);
  EXPECT_EQ(missing.code(), Code::kConfig);
  EXPECT_THAT(std::string(missing.message()), AllOf(HasSubstr("PENSTOCK_CONF=/nowhere/at/all"), HasSubstr("No such file")));
}

TEST_F(SettingsFiles, WhatCannotBeReadIsSaid) {
  fs::create_directories(root_ / "config/penstock/penstock.conf");
  write("machine/etc/penstock.conf", "SPIN_US = 4\nSPINN = 5\n");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_EQ(settings.config.spin_us, 4);
  EXPECT_THAT(settings.warnings,
              ElementsAre(HasSubstr("the settings file is ignored: " + (root_ / "config/penstock/penstock.conf").string()),
                          HasSubstr("/etc/penstock.conf:2: SPINN is no tunable")));
  write("machine/etc/penstock.conf", "SPIN_US = soon\n");
  const Status broken = Settings::load(&settings);
  EXPECT_EQ(broken.code(), Code::kConfig);
  EXPECT_THAT(std::string(broken.message()),
              AllOf(HasSubstr("/etc/penstock.conf:1: PENSTOCK_SPIN_US=soon"), HasSubstr("PENSTOCK_CONF=none")));
}

TEST(InstallationFolder, HoldsTheFolderOfThisProgram) {
  const std::string own = fs::read_symlink("/proc/self/exe").string();
  const std::string folder = installation_folder();
  if (fs::path(own).parent_path().filename() == "bin") {
    EXPECT_EQ(folder, fs::path(own).parent_path().parent_path().string());
  } else {
    EXPECT_EQ(folder, "") << own;
  }
}

}  // namespace
}  // namespace penstock::base
