// This file selects the tables that a process uses and applies them below the environment.
#include <fmt/format.h>

#include "base/lines.hpp"
#include "base/tuning.hpp"
#include "base/tuning_hardware.hpp"

namespace penstock::base {
namespace {

constexpr BuiltInTable kBuiltIn[] = {
#define PENSTOCK_TABLE(name, text) {name, text},
#include "base/gen/tuning_tables.inc"
#undef PENSTOCK_TABLE
};

// Returns the series of a version, "0.1" of "0.1.3": tables of versions of one series have the same meaning.
std::string_view series(std::string_view version) {
  return version.substr(0, version.find('.', version.find('.') + 1));
}

// Returns the reason, with its line, why the table is not for this library or machine; empty if it is.
std::string why_foreign(const TuningTable& table, std::string_view file, std::string_view hardware) {
  if (table.schema != kTuningSchema) {
    return fmt::format("{}:{}: the table has schema {}, this library reads schema {}", file, table.schema_line, table.schema,
                       kTuningSchema);
  }
  if (!is_for(table, hardware)) {
    return fmt::format("{}:{}: the table is for the hardware {}, this machine is {}", file, table.hardware_line,
                       fmt::join(table.hardware, " or "), hardware);
  }
  return {};
}

std::string why_outdated(const TuningTable& table, std::string_view file) {
  if (table.version.empty() || series(table.version) == series(PENSTOCK_VERSION)) return {};
  return fmt::format("{}:{}: the table was made by penstock {}, this is {}", file, table.version_line, table.version,
                     PENSTOCK_VERSION);
}

Status lay_under(const TuningTable& table, std::string_view file, bool built_in, Settings* settings) {
  const std::string whole = fmt::format("table {}{}", table.name, kBuiltInMark);
  for (const TuningTable::Value& value : table.values) {
    std::string& origin = settings->origins[tunable_index(value.name)];
    if (origin != kDefaultOrigin) continue;
    PENSTOCK_TRY(settings->config.set(value.name, value.value));
    origin = built_in ? whole : fmt::format("{}:{}", file, value.line);
  }
  for (CollRow row : table.coll) {
    if (built_in) row.origin = whole;
    settings->config.coll_rows.push_back(std::move(row));
  }
  return Status::ok();
}

// The table that PENSTOCK_TUNE_FILE names must be for this machine.
Status apply_named(const std::string& path, Settings* settings) {
  std::string text;
  bool missing = false;
  TuningTable table;
  if (Status status = read_text_file(path, &text, &missing); !status.is_ok()) {
    return Status::error(Code::kConfig, "PENSTOCK_TUNE_FILE={}: {}; name a file that `penstock tune --out` wrote, or 'none'",
                         path, status.message());
  }
  PENSTOCK_TRY(parse_table(text, path, &table));
  if (const std::string why = why_foreign(table, path, settings->hardware); !why.empty()) {
    return Status::error(Code::kConfig, "{}; unset PENSTOCK_TUNE_FILE, or make a table here with `penstock tune`", why);
  }
  settings->notes.push_back(fmt::format("tuning table {} ({})", path, table.name));
  return lay_under(table, path, false, settings);
}

// The user did not name this table, so it is ignored if it is for another machine. A table that cannot be parsed is an error
// nevertheless, since half of a table would be worse than none, and the user would not notice that it is missing.
Status apply_found(const std::string& path, Settings* settings) {
  std::string text;
  bool missing = false;
  TuningTable table;
  if (Status status = read_text_file(path, &text, &missing); !status.is_ok()) {
    if (!missing) settings->warnings.push_back(fmt::format("the tuning table is ignored: {}", status.message()));
    return Status::ok();
  }
  if (Status status = parse_table(text, path, &table); !status.is_ok()) {
    return Status::error(Code::kConfig,
                         "{} (fix the line, make the table anew with `penstock tune --force`, or set "
                         "PENSTOCK_TUNE_FILE=none)",
                         status.message());
  }
  std::string why = why_foreign(table, path, settings->hardware);
  if (why.empty()) why = why_outdated(table, path);
  if (!why.empty()) {
    settings->warnings.push_back(fmt::format("{}; it is ignored: `penstock tune --force` makes it anew", why));
    return Status::ok();
  }
  settings->notes.push_back(fmt::format("tuning table {} ({})", path, table.name));
  return lay_under(table, path, false, settings);
}

Status apply_built_in(Settings* settings) {
  for (const BuiltInTable& known : kBuiltIn) {
    TuningTable table;
    if (Status status = parse_table(known.text, fmt::format("spec/tables/{}.conf", known.name), &table); !status.is_ok()) {
      return Status::error(Code::kInternal, "{}", status.message());
    }
    if (!is_for(table, settings->hardware)) continue;
    settings->notes.push_back(fmt::format("tuning table {} (built in)", table.name));
    return lay_under(table, known.name, true, settings);
  }
  return Status::ok();
}

}  // namespace

std::span<const BuiltInTable> built_in_tables() noexcept {
  return kBuiltIn;
}

bool is_for(const TuningTable& table, std::string_view hardware) noexcept {
  for (const std::string& pattern : table.hardware) {
    if (matches(pattern, hardware)) return true;
  }
  return false;
}

Status apply_tables(Settings* settings) {
  const std::string path = settings->config.tune_file;
  if (path == "none") return Status::ok();
  settings->hardware = read_hardware(settings->config.machine_root).key();
  if (!path.empty()) {
    PENSTOCK_TRY(apply_named(path, settings));
  } else if (const std::string found = default_table_path(settings->hardware); !found.empty()) {
    PENSTOCK_TRY(apply_found(found, settings));
  }
  return apply_built_in(settings);
}

}  // namespace penstock::base
