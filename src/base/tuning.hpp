// Tuning tables: text files of flat rows with values of tunables and rows that select collective algorithms. The grammar is
// in docs/design/tuning.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/status.hpp"

namespace penstock::base {

inline constexpr int kTuningSchema = 1;
// What an origin ends with that is a built-in table's.
inline constexpr std::string_view kBuiltInMark = " (built in)";

struct TuningTable {
  struct Value {
    std::string name;  // as written: a tunable's name or alias
    std::string value;
    int line;
  };
  int schema = 0;  // of another schema nothing else is read
  int schema_line = 0;
  std::string name;
  std::vector<std::string> hardware;  // patterns; one of them has to match
  int hardware_line = 0;              // of the first
  std::string version;                // of the Penstock that made it; empty if it does not say
  int version_line = 0;
  std::vector<Value> values;
  std::vector<CollRow> coll;
};

// Code::kConfig with "FILE:LINE: ..." for a row that cannot be used. `file` is what messages and origins call it. The names of
// collectives and algorithms are left for coll/select to check.
Status parse_table(std::string_view text, std::string_view file, TuningTable* out);

// One that the library brings along, from spec/tables.
struct BuiltInTable {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const BuiltInTable> built_in_tables() noexcept;

// Whether the table is for that machine (base/tuning_hardware.hpp).
[[nodiscard]] bool is_for(const TuningTable& table, std::string_view hardware) noexcept;

// Adds to settings whose environment and settings files have been read: the user's table, then the built-in one. What is set
// stays.
Status apply_tables(Settings* settings);

}  // namespace penstock::base
