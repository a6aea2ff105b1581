// A tuning table is a text file of flat rows, which hold values of tunables or select collective algorithms. The grammar is in
// docs/design/tuning.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/status.hpp"

namespace penstock::base {

inline constexpr int kTuningSchema = 1;
// The origin of a value from a built-in table ends with this text.
inline constexpr std::string_view kBuiltInMark = " (built in)";

struct TuningTable {
  struct Value {
    std::string name;  // as written in the file: a tunable's name or alias
    std::string value;
    int line;
  };
  int schema = 0;  // nothing else is read from a table of another schema
  int schema_line = 0;
  std::string name;
  std::vector<std::string> hardware;  // patterns; one of them has to match
  int hardware_line = 0;              // line of the first pattern
  std::string version;                // version of Penstock that made it; empty if the table does not say
  int version_line = 0;
  std::vector<Value> values;
  std::vector<CollRow> coll;
};

// Returns Code::kConfig with "FILE:LINE: ..." for a row that cannot be used. `file` is the name of the file in messages and
// origins. coll/select checks the names of collectives and algorithms later.
Status parse_table(std::string_view text, std::string_view file, TuningTable* out);

// BuiltInTable is a table that is compiled into the library, from spec/tables.
struct BuiltInTable {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const BuiltInTable> built_in_tables() noexcept;

// Returns true if the table is for that machine (base/tuning_hardware.hpp).
[[nodiscard]] bool is_for(const TuningTable& table, std::string_view hardware) noexcept;

// Adds the user's table, then the built-in table, to settings whose environment and settings files have been read. Values that
// are set already stay.
Status apply_tables(Settings* settings);

}  // namespace penstock::base
