// Every tunable of the library, from spec/tunables.yaml. getenv appears in base/config.cpp alone.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cost.hpp"
#include "base/status.hpp"

namespace penstock::base {

// One row of the table, as `penstock info` prints it and the table test walks it.
struct Tunable {
  std::string_view name;      // PENSTOCK_...
  std::string_view alias;     // the MV2_... name of the MVAPICH documents; empty if none
  std::string_view type;      // bool, int, size, choice, text, cost
  std::string_view unit;      // bytes, us, ...; empty if none
  std::string_view fallback;  // default, as text
  std::string_view limits;    // "0..64" for numbers, "a|b|c" for choices; empty if none
  std::string_view meaning;
};

[[nodiscard]] std::span<const Tunable> tunables();
// The place of a name or alias in it; its size if there is none.
[[nodiscard]] std::size_t tunable_index(std::string_view name) noexcept;

// Of a PENSTOCK_ name that is no tunable: that it is ignored, and the nearest name; or that the environment alone can hold it.
[[nodiscard]] std::string explain_unknown(std::string_view name);

// Digits with an optional K, M or G. False if it is anything else, or does not fit.
[[nodiscard]] bool parse_size(std::string_view text, std::uint64_t* out) noexcept;

// A row of a tuning table that selects an algorithm, as it is written there: coll/select knows the names.
struct CollRow {
  bool gpu = false;  // of GPU memory
  std::string collective;
  std::string algorithm;
  int max_ranks = std::numeric_limits<int>::max();
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_given = std::numeric_limits<std::uint64_t>::max();  // of GPU memory alone
  bool crowded = false;                                                 // only where ranks share CPUs
  bool roomy = false;                                                   // only where they do not
  std::string origin;                                                   // "FILE:LINE", or "table NAME (built in)"
};

// The values in force: one public member per row, generated into base/gen/config_members.inc.
// Sizes accept K, M, G suffixes (powers of 1024); a cost is "8.8us 380000MB/s".
struct Config {
#include "base/gen/config_members.inc"

  // Of the tuning tables, in the order in which they are tried, before those that are compiled in.
  std::vector<CollRow> coll_rows;

  // What Settings::load gives, without the origins. Its warnings are said on stderr.
  static Status from_environment(Config* out);
  // Sets one by name, alias or old name of the same meaning, as the environment would. Code::kConfig if the name or value is
  // unknown.
  Status set(std::string_view name, std::string_view value);
  // The value in force, as text.
  [[nodiscard]] std::string get(std::string_view name) const;
};

// Of a value that nothing has set.
inline constexpr std::string_view kDefaultOrigin = "default";

// A file of settings that Settings::load looks for.
struct SettingsFile {
  std::string path;
  std::string_view whose;  // "PENSTOCK_CONF", "user", "installation", "machine"
  bool named = false;      // by PENSTOCK_CONF: it has to be there
  bool read = false;       // it is there
  int used = 0;            // values of it that are in force
};

// The configuration that a process starts with, and where each value of it came from. Precedence: compiled-in default,
// built-in table of this hardware, table of the user (PENSTOCK_TUNE_FILE, or the one that `penstock tune` wrote),
// settings files (of the machine, of the installation, of the user), environment.
struct Settings {
  Config config;
  // One for each row of tunables(): "default", "table NAME (built in)", "FILE:LINE", "environment NAME".
  std::vector<std::string> origins;
  std::vector<SettingsFile> files;     // that were looked for, from the strongest; none with PENSTOCK_CONF=none
  std::string hardware;                // this machine's key (base/tuning_hardware.hpp); empty if no table was looked for
  std::vector<std::string> warnings;   // for one rank to say: what is ignored and why
  std::vector<std::string> notes;      // the same, of what is used
  std::vector<std::string> old_names;  // the same, of variables of the MVAPICH2 documents that are set (base/mvapich.hpp)

  // Reads /proc and /sys, settings files, tables and the environment; no program, no library, no driver. Code::kConfig names
  // what cannot be used: variable or FILE:LINE, value and limits. A PENSTOCK_ name that is no tunable is warned of, with the
  // nearest name.
  static Status load(Settings* out);
  // "default" for a name that is no tunable.
  [[nodiscard]] std::string_view origin(std::string_view name) const;
};

// Where `penstock tune` writes the table of a machine and load() looks for it: below $XDG_CONFIG_HOME or ~/.config. Empty if
// the environment names neither.
[[nodiscard]] std::string default_table_path(std::string_view hardware);

// CUDA_VISIBLE_DEVICES, which is CUDA's and no tunable of ours; nothing if it is not set. Valid until the environment changes.
[[nodiscard]] std::optional<std::string_view> visible_devices();

enum class Level : std::uint8_t;
// The log level that PENSTOCK_LOG asks for.
[[nodiscard]] Level level_of(const Config& config) noexcept;

}  // namespace penstock::base

namespace penstock {
using base::Config;
using base::Settings;
}  // namespace penstock
