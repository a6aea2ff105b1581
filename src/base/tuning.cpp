#include "base/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "base/lines.hpp"

namespace penstock::base {
namespace {

// These variables decide which files are read before a table, so no table can set them.
constexpr std::string_view kNotInTables[] = {"PENSTOCK_TUNE_FILE", "PENSTOCK_MACHINE_ROOT", "PENSTOCK_CONF"};

// Removes the first word from the text and returns it.
std::string_view next_word(std::string_view* text) {
  *text = trim(*text);
  const std::size_t end = std::min(text->find_first_of(" \t"), text->size());
  const std::string_view word = text->substr(0, end);
  *text = trim(text->substr(end));
  return word;
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view file, TuningTable* out) : lines_(text, file), file_(file), out_(*out) {}

  Status parse();

 private:
  template <typename... Args>
  Status refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return lines_.refuse(format, std::forward<Args>(args)...);
  }
  Status row(std::string_view line);
  Status schema(std::string_view words);
  Status made(std::string_view words);
  Status value(std::string_view line, std::size_t equals);
  Status coll(std::string_view words, bool gpu);
  Status condition(std::string_view word, CollRow* row) const;

  Lines lines_;
  std::string_view file_;
  TuningTable& out_;
  Config probe_;               // takes each value, so that a bad value is refused with its line
  std::set<std::size_t> set_;  // indices into tunables()
};

Status Parser::parse() {
  std::string_view line;
  PENSTOCK_TRY(lines_.next(&line));
  while (!line.empty()) {
    PENSTOCK_TRY(row(line));
    if (out_.schema != kTuningSchema) return Status::ok();
    PENSTOCK_TRY(lines_.next(&line));
  }
  if (out_.schema == 0) return refuse("the table is empty; its first row is 'schema {}'", kTuningSchema);
  if (out_.name.empty()) return refuse("the table ends without a row 'name NAME'");
  if (out_.hardware.empty()) return refuse("the table ends without a row 'hardware PATTERN' ('hardware *' suits any machine)");
  return Status::ok();
}

Status Parser::row(std::string_view line) {
  if (const std::size_t equals = line.find('=');
      equals != std::string_view::npos && !line.starts_with("coll") && !line.starts_with("gpu")) {
    if (out_.schema != 0) return value(line, equals);
  }
  std::string_view words = line;
  const std::string_view kind = next_word(&words);
  if (kind == "schema") return schema(words);
  if (out_.schema == 0) return refuse("the first row of a tuning table is 'schema {}', not '{}'", kTuningSchema, shown(line));
  if (kind == "coll" || kind == "gpu") return coll(words, kind == "gpu");
  if (kind == "made") return made(words);
  if (kind != "name" && kind != "hardware") {
    return refuse("'{}' is no row of a tuning table; there are schema, name, hardware, made by, coll, gpu, and TUNABLE = VALUE",
                  shown(kind));
  }
  const std::string_view word = next_word(&words);
  if (word.empty() || !words.empty()) return refuse("'{}' takes one word", kind);
  if (kind == "hardware") {
    if (out_.hardware.empty()) out_.hardware_line = lines_.number();
    out_.hardware.emplace_back(word);
    return Status::ok();
  }
  if (!out_.name.empty()) return refuse("a second name; the table is already called {}", out_.name);
  out_.name = word;
  return Status::ok();
}

Status Parser::schema(std::string_view words) {
  if (out_.schema != 0) return refuse("a second schema");
  int number = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), number);
  if (error != std::errc() || end != words.data() + words.size() || number <= 0) {
    return refuse("schema '{}' is no number from 1", shown(words));
  }
  out_.schema = number;
  out_.schema_line = lines_.number();
  return Status::ok();
}

// Parses the row "made by penstock VERSION on DATE".
Status Parser::made(std::string_view words) {
  const std::string_view by = next_word(&words);
  const std::string_view program = next_word(&words);
  const std::string_view version = next_word(&words);
  if (by != "by" || program != "penstock" || version.empty()) return refuse("the row reads: made by penstock VERSION on DATE");
  out_.version = version;
  out_.version_line = lines_.number();
  return Status::ok();
}

Status Parser::value(std::string_view line, std::size_t equals) {
  const std::string_view name = trim(line.substr(0, equals));
  const std::string_view text = trim(line.substr(equals + 1));
  const std::size_t place = tunable_index(name);
  if (place < tunables().size() && std::ranges::find(kNotInTables, tunables()[place].name) != std::end(kNotInTables)) {
    return refuse("{} decides which files are read: set it in the environment", name);
  }
  if (Status set = probe_.set(name, text); !set.is_ok()) return refuse("{}", set.message());
  if (!set_.insert(place).second) return refuse("{} is set a second time", name);
  out_.values.push_back({std::string(name), std::string(text), lines_.number()});
  return Status::ok();
}

Status Parser::coll(std::string_view words, bool gpu) {
  CollRow row;
  row.gpu = gpu;
  row.collective = next_word(&words);
  row.algorithm = next_word(&words);
  if (row.algorithm.empty()) {
    return refuse("the row reads: {} COLLECTIVE ALGORITHM [ranks<=N] [bytes<=SIZE]{} [crowded | uncrowded]",
                  gpu ? "gpu" : "coll", gpu ? " [given<=SIZE]" : "");
  }
  while (!words.empty()) PENSTOCK_TRY(condition(next_word(&words), &row));
  if (row.crowded && row.roomy) return refuse("no team is both crowded and uncrowded");
  row.origin = fmt::format("{}:{}", file_, lines_.number());
  out_.coll.push_back(std::move(row));
  return Status::ok();
}

Status Parser::condition(std::string_view word, CollRow* row) const {
  if (word == "crowded") return row->crowded = true, Status::ok();
  if (word == "uncrowded") return row->roomy = true, Status::ok();
  const std::size_t sign = word.find("<=");
  const std::string_view what = word.substr(0, sign);
  std::uint64_t limit = 0;
  const bool known = what == "ranks" || what == "bytes" || (what == "given" && row->gpu);
  if (sign == std::string_view::npos || !known) {
    return refuse("'{}' is no condition; there are ranks<=N, bytes<=SIZE,{} crowded and uncrowded", shown(word),
                  row->gpu ? " given<=SIZE," : "");
  }
  const std::string_view text = word.substr(sign + 2);
  if (!parse_size(text, &limit)) return refuse("'{}' is no number, such as 4 or 64K", shown(text));
  if (what == "bytes") return row->max_bytes = limit, Status::ok();
  if (what == "given") return row->max_given = limit, Status::ok();
  if (limit == 0 || limit > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
    return refuse("ranks<={} is no number of ranks", limit);
  }
  return row->max_ranks = static_cast<int>(limit), Status::ok();
}

}  // namespace

Status parse_table(std::string_view text, std::string_view file, TuningTable* out) {
  *out = {};
  return Parser(text, file, out).parse();
}

}  // namespace penstock::base
