// The tests check which tables are accepted, which are refused and with which line, and which source takes precedence.
#include "base/tuning.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/tuning_hardware.hpp"

namespace penstock::base {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kHead = "schema 1\nname t\nhardware *\n";

std::string refusal(const std::string& text) {
  TuningTable table;
  const Status status = parse_table(text, "T.conf", &table);
  return status.is_ok() ? "accepted" : std::string(status.message());
}

TEST(Table, HoldsValuesAndRows) {
  TuningTable table;
  const std::string text =
      "# comment\r\n\nschema 1\n name  t \nhardware a*\nhardware b # or that\nmade by penstock 0.1.0 on 2026-11-21\n"
      "MV2_IBA_EAGER_THRESHOLD=16K # a comment\n\tPENSTOCK_COST_CMA = 0.5us 9000MB/s\nPENSTOCK_HOST_ID = a#b\n"
      "coll bcast pipeline\ncoll allreduce ring ranks<=8 bytes<=64K crowded\ncoll allreduce tree uncrowded\n"
      "gpu bcast message ranks<=2 given<=64K";
  Status status = parse_table(text, "T.conf", &table);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(table.name, "t");
  EXPECT_EQ(table.version, "0.1.0");
  EXPECT_THAT(table.hardware, testing::ElementsAre("a*", "b"));
  ASSERT_EQ(table.values.size(), 3U);
  EXPECT_EQ(table.values[0].value, "16K");
  EXPECT_EQ(table.values[0].line, 8);
  EXPECT_EQ(table.values[1].value, "0.5us 9000MB/s");
  EXPECT_EQ(table.values[2].value, "a#b");
  ASSERT_EQ(table.coll.size(), 4U);
  EXPECT_FALSE(table.coll[2].gpu);
  EXPECT_TRUE(table.coll[3].gpu);
  EXPECT_EQ(table.coll[3].max_given, 65536U);
  EXPECT_EQ(table.coll[3].algorithm, "message");
  EXPECT_EQ(table.coll[0].max_bytes, CollRow().max_bytes);
  EXPECT_EQ(table.coll[1].max_ranks, 8);
  EXPECT_EQ(table.coll[1].max_bytes, 65536U);
  EXPECT_TRUE(table.coll[1].crowded);
  EXPECT_EQ(table.coll[1].origin, "T.conf:12");
  EXPECT_TRUE(table.coll[2].roomy);
}

TEST(Table, RefusesWithTheLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "T.conf:1: the table is empty"},
      {"name t\n", "T.conf:1: the first row"},
      {"PENSTOCK_SPIN_US = 3\n", "T.conf:1: the first row"},
      {"schema x\n", "T.conf:1: schema 'x'"},
      {"schema 1\nschema 1\n", "T.conf:2: a second schema"},
      {"schema 1\nhardware *\n", "T.conf:2: the table ends without a row 'name"},
      {"schema 1\nname a\n", "T.conf:2: the table ends without a row 'hardware"},
      {kHead + "name u\n", "T.conf:4: a second name"},
      {kHead + "hardware\n", "T.conf:4: 'hardware' takes one word"},
      {kHead + "made in Germany\n", "T.conf:4: the row reads"},
      {kHead + "frobnicate 1\n", "T.conf:4: 'frobnicate' is no row"},
      {kHead + "\nPENSTOCK_EAGER_LIMT = 1K\n",
       "T.conf:5: PENSTOCK_EAGER_LIMT is no tunable; the nearest name is PENSTOCK_EAGER_LIMIT"},
      {kHead + "PENSTOCK_EAGER_LIMIT = 1Q\n", "T.conf:4: PENSTOCK_EAGER_LIMIT=1Q: the value must be"},
      {kHead + "PENSTOCK_COST_CMA = 1ms 5MB/s\n", "T.conf:4: PENSTOCK_COST_CMA=1ms 5MB/s"},
      {kHead + "PENSTOCK_EAGER_LIMIT = 1K\nMV2_IBA_EAGER_THRESHOLD = 2K\n",
       "T.conf:5: MV2_IBA_EAGER_THRESHOLD is set a second"},
      {kHead + "PENSTOCK_TUNE_FILE = x\n", "T.conf:4: PENSTOCK_TUNE_FILE decides"},
      {kHead + "coll bcast\n", "T.conf:4: the row reads: coll"},
      {kHead + "coll bcast ring ranks<=0\n", "T.conf:4: ranks<=0"},
      {kHead + "coll bcast ring ranks<=4 bytes<=many\n", "T.conf:4: 'many' is no number"},
      {kHead + "gpu bcast\n", "T.conf:4: the row reads: gpu COLLECTIVE ALGORITHM [ranks<=N] [bytes<=SIZE] [given<=SIZE]"},
      {kHead + "coll bcast ring given<=4\n", "T.conf:4: 'given<=4' is no condition"},
      {kHead + "coll bcast ring bytes>=4\n", "T.conf:4: 'bytes>=4' is no condition"},
      {kHead + "coll bcast ring crowded uncrowded\n", "T.conf:4: no team is both"},
      {kHead + std::string("a\0b", 3), "T.conf:4: a byte that is no text"},
      {kHead + std::string(5000, 'x'), "T.conf:4: the line is longer"},
  };
  for (const auto& [text, wanted] : cases) EXPECT_THAT(refusal(text), HasSubstr(wanted)) << text;
}

TEST(Table, OfAnotherSchemaIsNotReadOn) {
  TuningTable table;
  ASSERT_TRUE(parse_table("schema 2\nwhatever 1 2 3\n", "T", &table).is_ok());
  EXPECT_EQ(table.schema, 2);
  EXPECT_EQ(table.schema_line, 1);
}

TEST(Table, EveryTunableButThreeCanBeSet) {
  for (const Tunable& row : tunables()) {
    const std::string said = refusal(kHead + std::string(row.name) + " = " + std::string(row.fallback) + "\n");
    const bool decides = row.name == "PENSTOCK_TUNE_FILE" || row.name == "PENSTOCK_MACHINE_ROOT" || row.name == "PENSTOCK_CONF";
    EXPECT_THAT(said, HasSubstr(decides ? "T.conf:4: " : "accepted"));
  }
}

// Returns the contents of a table as words by line: each of its rows in its plain form.
std::map<int, std::string> written(const TuningTable& table) {
  std::map<int, std::string> lines{{table.schema_line, "schema " + std::to_string(table.schema)}};
  for (const TuningTable::Value& value : table.values) lines[value.line] = value.name + " = " + value.value;
  for (const CollRow& row : table.coll) {
    std::string& line = lines[std::stoi(row.origin.substr(row.origin.find(':') + 1))];
    line = std::string(row.gpu ? "gpu " : "coll ") + row.collective + " " + row.algorithm;
    if (row.max_ranks != CollRow().max_ranks) line += " ranks<=" + std::to_string(row.max_ranks);
    if (row.max_bytes != CollRow().max_bytes) line += " bytes<=" + std::to_string(row.max_bytes);
    if (row.max_given != CollRow().max_given) line += " given<=" + std::to_string(row.max_given);
    line += row.crowded ? " crowded" : row.roomy ? " uncrowded" : "";
  }
  return lines;
}

// Normalises the conditions in `words`: the last of each kind, in a fixed order, with numbers without suffixes.
std::string conditions(std::istringstream& words) {
  static const std::regex limit("(ranks|bytes|given)<=([0-9]+)([kKmMgG]?)");
  std::map<std::string, std::string> limits;
  std::string word, load;
  while (words >> word) {
    std::smatch found;
    if (std::regex_match(word, found, limit)) {
      const std::size_t thousands =
          found[3].length() == 0 ? 0 : std::string(" kmg").find(static_cast<char>(found.str(3)[0] | 0x20));
      limits[found[1]] = " " + found.str(1) + "<=" + std::to_string(std::stoull(found[2]) << (10 * thousands));
    } else {
      load = " " + word;
    }
  }
  return limits["ranks"] + limits["bytes"] + limits["given"] + load;
}

// Parses the rows of a text of schema 1 independently of the parser. Rows that name or describe the table are left out.
std::map<int, std::string> meant(const std::string& text) {
  static const std::regex comment("(^|[ \\t])#.*$"), equals("[ \\t]*=[ \\t]*"), ends("^[ \\t]+|[ \\t]+$");
  std::map<int, std::string> lines;
  std::istringstream in(text);
  int number = 0;
  for (std::string line, kind, collective, algorithm; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    line = std::regex_replace(std::regex_replace(line, comment, ""), ends, "");
    std::istringstream words(line);
    kind.clear();
    words >> kind;
    if (kind == "coll" || kind == "gpu") {
      words >> collective >> algorithm;
      lines[number] = kind + " " + collective + " " + algorithm + conditions(words);
    } else if (kind == "schema") {
      lines[number] = "schema 1";
    } else if (!kind.empty() && kind != "name" && kind != "hardware" && kind != "made") {
      lines[number] = std::regex_replace(line, equals, " = ", std::regex_constants::format_first_only);
    }
  }
  return lines;
}

// Whatever the bytes are, the text is accepted and the table holds its contents, or it is refused with a line.
void expect_sane(const std::string& text, int* accepted = nullptr) {
  TuningTable table;
  const Status status = parse_table(text, "T.conf", &table);
  if (status.is_ok()) {
    if (table.schema != kTuningSchema) return;
    EXPECT_EQ(written(table), meant(text)) << text;
    if (accepted != nullptr) ++*accepted;
    return;
  }
  EXPECT_EQ(status.code(), Code::kConfig);
  EXPECT_THAT(std::string(status.message()), testing::ContainsRegex("^T\\.conf:[1-9][0-9]*: ."));
}

TEST(Table, RandomBytesAndEditsNeverBreakTheParser) {
  std::mt19937 random(20261121);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string valid = kHead +
                            "made by penstock 0.1.0 on 2026-11-21\nPENSTOCK_EAGER_LIMIT = 16K\nPENSTOCK_COST_CMA = "
                            "0.5us 9000MB/s\ncoll allreduce ring ranks<=8 bytes<=64K crowded\ncoll bcast pipeline\n";
  const std::string alphabet = valid + "=<#KMG*?\t\r\0\x7f\xff";
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string noise(below(200), '\0');
    for (char& c : noise) c = static_cast<char>(random());
    expect_sane(noise);
    expect_sane(kHead + noise);
    std::string edited = valid;
    for (std::size_t edits = 1 + below(4); edits > 0 && !edited.empty(); --edits) {
      const std::size_t at = below(edited.size());
      switch (below(4)) {
        case 0: edited[at] = alphabet[below(alphabet.size())]; break;
        case 1: edited.erase(at, 1 + below(20)); break;
        case 2: edited.insert(at, 1 + below(3), alphabet[below(alphabet.size())]); break;
        default: edited.insert(at, valid.substr(below(valid.size()), below(30))); break;
      }
    }
    expect_sane(edited, &accepted);
  }
  EXPECT_GT(accepted, 100);
}

TEST(BuiltIn, TablesAreGoodAndDiffer) {
  EXPECT_EQ(built_in_tables().size(), 3U);
  for (const BuiltInTable& known : built_in_tables()) {
    TuningTable table;
    Status status = parse_table(known.text, known.name, &table);
    EXPECT_TRUE(status.is_ok()) << status.message();
    EXPECT_EQ(table.name, known.name);
    EXPECT_FALSE(table.version.empty());
  }
}

TEST(Glob, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches("*_4x10de.2335", "intel-6.207_64cpus_4x10de.2335"));
  EXPECT_FALSE(matches("*_4x10de.2335", "intel-6.207_64cpus_14x10de.2335"));
  EXPECT_FALSE(matches("*_4x10de.2335", "intel-6.207_64cpus_4x10de.2335+1x10de.20b2"));
  EXPECT_TRUE(matches("a?c*", "abc"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches("*a*b*", "xxaxxbxx"));
  EXPECT_FALSE(matches("*a*b", "xxaxxbxx"));
}

// Machine is a machine that the test makes up, with a home directory.
class Machine : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "penstock-tuning-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    write("proc/cpuinfo",
          "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\nmodel name\t: A Processor\n\n");
    write("sys/devices/system/cpu/online", "0-15,32\n");
    device("0000:00:06.0", "0x10de", "0x2335", "0x030200");
    device("0000:00:05.0", "0x10de", "0x22a3", "0x068000");  // NVSwitch
    device("0000:00:04.0", "0x1af4", "0x1053", "0x030000");
    set("PENSTOCK_MACHINE_ROOT", root_.string());
    set("XDG_CONFIG_HOME", (root_ / "config").string());
  }
  void TearDown() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
    fs::remove_all(root_);
  }
  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void device(const std::string& address, const std::string& vendor, const std::string& id, const std::string& kind) const {
    const std::string folder = "sys/bus/pci/devices/" + address + "/";
    write(folder + "vendor", vendor + "\n");
    write(folder + "device", id + "\n");
    write(folder + "class", kind + "\n");
  }
  // Writes the table to the path that `penstock tune` uses.
  void write_found(const std::string& text) const {
    const fs::path path = default_table_path(read_hardware(root_.string()).key());
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::string error_of_load() {
    Settings settings;
    return std::string(Settings::load(&settings).message());
  }

  fs::path root_;
  std::vector<std::string> names_;
};

TEST_F(Machine, HasAKey) {
  const Hardware hardware = read_hardware(root_.string());
  EXPECT_EQ(hardware.key(), "intel-6.207_17cpus_1x10de.2335");
  EXPECT_EQ(hardware.cpu_name, "A Processor");
  device("0000:80:06.0", "0x10de", "0x2335", "0x030200");
  device("0000:81:06.0", "0x10de", "0x20b2", "0x030200");
  EXPECT_EQ(read_hardware(root_.string()).key(), "intel-6.207_17cpus_1x10de.20b2+2x10de.2335");
  EXPECT_EQ(read_hardware("/nowhere").key(), "unknown_0cpus_nogpu");
  write("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  EXPECT_TRUE(read_hardware(root_.string()).key().starts_with("arm-0x41.0xd4f_17cpus_"));
}

TEST_F(Machine, FourSourcesInTheirOrder) {
  for (int i = 1; i < 4; ++i) device("0000:9" + std::to_string(i) + ":00.0", "0x10de", "0x2335", "0x030200");
  write_found(kHead +
              "PENSTOCK_COST_CMA = 3us 5000MB/s\nPENSTOCK_SPIN_US = 5\nPENSTOCK_EAGER_LIMIT = 4K\ncoll bcast binomial\n");
  set("MV2_IBA_EAGER_THRESHOLD", "2K");
  Settings settings;
  Status status = Settings::load(&settings);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(settings.hardware, "intel-6.207_17cpus_4x10de.2335");
  const std::string file = default_table_path(settings.hardware);
  EXPECT_EQ(settings.config.eager_limit, 2048U);
  EXPECT_EQ(settings.origin("PENSTOCK_EAGER_LIMIT"), "environment MV2_IBA_EAGER_THRESHOLD");
  EXPECT_EQ(settings.config.spin_us, 5);
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), file + ":5");
  EXPECT_EQ(settings.config.cost_cma, (Cost{3, 5000}));  // the built-in table sets it too
  EXPECT_EQ(settings.origin("PENSTOCK_COST_CMA"), file + ":4");
  EXPECT_EQ(settings.origin("PENSTOCK_COST_GPU_COPY"), "table h200-nvlink-4 (built in)");
  EXPECT_EQ(settings.origin("PENSTOCK_LOG"), "default");
  ASSERT_GT(settings.config.coll_rows.size(), 1U);
  EXPECT_EQ(settings.config.coll_rows.front().origin, file + ":7");  // it precedes the rows of the built-in table
  EXPECT_EQ(settings.config.coll_rows.back().origin.substr(0, 22), "table h200-nvlink-4 (b");
}

TEST_F(Machine, NoneMeansNone) {
  write_found(kHead + "PENSTOCK_SPIN_US = 5\n");
  set("PENSTOCK_TUNE_FILE", "none");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), "default");
  EXPECT_EQ(settings.hardware, "");
}

TEST_F(Machine, AForeignTableIsIgnoredWhereFoundAndRefusedWhereNamed) {
  const std::vector<std::pair<std::string, std::string>> foreign = {
      {"schema 7\nname t\n", ":1: the table has schema 7"},
      {"schema 1\nname t\nhardware amd-*\n",
       ":3: the table is for the hardware amd-*, this machine is intel-6.207_17cpus_1x10de.2335"},
  };
  for (const auto& [text, wanted] : foreign) {
    write_found(text);
    Settings settings;
    ASSERT_TRUE(Settings::load(&settings).is_ok());
    ASSERT_EQ(settings.warnings.size(), 1U);
    EXPECT_THAT(settings.warnings[0], testing::AllOf(HasSubstr(wanted), HasSubstr("it is ignored")));
    write("named.conf", text);
    set("PENSTOCK_TUNE_FILE", (root_ / "named.conf").string());
    EXPECT_THAT(error_of_load(), HasSubstr("named.conf" + wanted));
    unsetenv("PENSTOCK_TUNE_FILE");
  }
  write_found(kHead + "made by penstock 0.0.9 on 2020-01-01\nPENSTOCK_SPIN_US = 5\n");
  Settings settings;
  ASSERT_TRUE(Settings::load(&settings).is_ok());
  EXPECT_THAT(settings.warnings, testing::ElementsAre(HasSubstr(":4: the table was made by penstock 0.0.9")));
  EXPECT_EQ(settings.origin("PENSTOCK_SPIN_US"), "default");
}

TEST_F(Machine, ABrokenTableIsAnErrorWithItsLineWhereverItIs) {
  write_found(kHead + "PENSTOCK_SPIN_US = soon\n");
  EXPECT_THAT(error_of_load(),
              testing::AllOf(HasSubstr(".conf:4: PENSTOCK_SPIN_US=soon"), HasSubstr("PENSTOCK_TUNE_FILE=none")));
  write("named.conf", kHead + "coll\n");
  set("PENSTOCK_TUNE_FILE", (root_ / "named.conf").string());
  EXPECT_THAT(error_of_load(), HasSubstr("named.conf:4: "));
}

TEST_F(Machine, ANamedFileHasToBeATable) {
  set("PENSTOCK_TUNE_FILE", "/nowhere/at/all");
  EXPECT_THAT(error_of_load(), testing::AllOf(HasSubstr("PENSTOCK_TUNE_FILE=/nowhere/at/all"), HasSubstr("No such file")));
  set("PENSTOCK_TUNE_FILE", root_.string());
  EXPECT_THAT(error_of_load(), HasSubstr("no regular file"));
  ASSERT_EQ(mkfifo((root_ / "pipe").c_str(), 0600), 0);
  set("PENSTOCK_TUNE_FILE", (root_ / "pipe").string());
  EXPECT_THAT(error_of_load(), HasSubstr("no regular file"));
}

TEST(DefaultPlace, IsBelowTheConfigFolderOrHome) {
  const char* const home = std::getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_EQ(default_table_path("k"), "/home/someone/.config/penstock/tune/k.conf");
  setenv("XDG_CONFIG_HOME", "/etc/me", 1);
  EXPECT_EQ(default_table_path("k"), "/etc/me/penstock/tune/k.conf");
  unsetenv("XDG_CONFIG_HOME");
  unsetenv("HOME");
  EXPECT_EQ(default_table_path("k"), "");
  if (home != nullptr) setenv("HOME", before.c_str(), 1);
}

}  // namespace
}  // namespace penstock::base
