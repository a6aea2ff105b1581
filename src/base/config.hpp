// This header has every tunable of the library, from spec/tunables.yaml. Only base/config.cpp calls getenv.
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

// A row of the table of tunables, as `penstock info` prints it and as the test of the table reads it.
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
// Returns the index of a name or alias in tunables(), and the size of tunables() if there is no such name.
[[nodiscard]] std::size_t tunable_index(std::string_view name) noexcept;

// Explains a PENSTOCK_ name that is no tunable: the name is ignored and the nearest tunable is suggested, or only the
// environment may set it.
[[nodiscard]] std::string explain_unknown(std::string_view name);

// Reads decimal digits with an optional K, M or G. Returns false if the text is anything else or the number does not fit.
[[nodiscard]] bool parse_size(std::string_view text, std::uint64_t* out) noexcept;

// A row of a tuning table that selects an algorithm, as it is written in the table; coll/select checks the names.
struct CollRow {
  bool gpu = false;  // the row applies to GPU memory
  std::string collective;
  std::string algorithm;
  int max_ranks = std::numeric_limits<int>::max();
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_given = std::numeric_limits<std::uint64_t>::max();  // for GPU memory only
  bool crowded = false;                                                 // only where ranks are oversubscribed
  bool roomy = false;                                                   // only where ranks are not oversubscribed
  std::string origin;                                                   // "FILE:LINE", or "table NAME (built in)"
};

// Config holds the values in force, with one public member per row, generated into base/gen/config_members.inc. Sizes accept
// the suffixes K, M and G (powers of 1024); a cost is written "8.8us 380000MB/s".
struct Config {
#include "base/gen/config_members.inc"

  // The rows of the tuning files, in the order in which they are tried. They take precedence over the rows that are compiled
  // in.
  std::vector<CollRow> coll_rows;

  // Loads the values as Settings::load does, without their origins, and prints the warnings on stderr.
  static Status from_environment(Config* out);
  // Sets one tunable by its name, its alias or an old name of the same meaning, as the environment would. Returns Code::kConfig
  // if the name or the value is unknown.
  Status set(std::string_view name, std::string_view value);
  // Returns the value in force, as text.
  [[nodiscard]] std::string get(std::string_view name) const;
};

// This is the origin of a value that no source has set.
inline constexpr std::string_view kDefaultOrigin = "default";

// SettingsFile is a file of settings that Settings::load looks for.
struct SettingsFile {
  std::string path;
  std::string_view whose;  // "PENSTOCK_CONF", "user", "installation", "machine"
  bool named = false;      // PENSTOCK_CONF names the file, so it has to exist
  bool read = false;       // the file exists
  int used = 0;            // number of its values that are in force
};

// Settings is the configuration that a process starts with, and the origin of each value. The precedence rises in this order:
// compiled-in default, built-in table of this hardware, table of the user (PENSTOCK_TUNE_FILE, or the table that `penstock
// tune` wrote), settings files (of the machine, of the installation, of the user), environment.
struct Settings {
  Config config;
  // There is one origin per row of tunables(): "default", "table NAME (built in)", "FILE:LINE", "environment NAME".
  std::vector<std::string> origins;
  std::vector<SettingsFile> files;     // the files looked for, from the strongest; empty with PENSTOCK_CONF=none
  std::string hardware;                // this machine's key (base/tuning_hardware.hpp); empty if no table was looked for
  std::vector<std::string> warnings;   // ignored settings and the reasons; one rank prints them
  std::vector<std::string> notes;      // notes on settings that are used; one rank prints them
  std::vector<std::string> old_names;  // notes on MVAPICH2 variables that are set (base/mvapich.hpp)

  // Reads /proc and /sys, settings files, tables and the environment; it starts no program and loads no library or driver.
  // Code::kConfig names a setting that cannot be used: the variable or FILE:LINE, the value and the limits. A PENSTOCK_ name
  // that is no tunable causes a warning with the nearest name.
  static Status load(Settings* out);
  // Returns "default" for a name that is no tunable.
  [[nodiscard]] std::string_view origin(std::string_view name) const;
};

// Returns the path where `penstock tune` writes the table of a machine and where load() looks for it, below $XDG_CONFIG_HOME or
// ~/.config. The path is empty if the environment names neither.
[[nodiscard]] std::string default_table_path(std::string_view hardware);

// Returns CUDA_VISIBLE_DEVICES, which is CUDA's variable and no tunable, or nothing if it is not set. The view is valid until
// the environment changes.
[[nodiscard]] std::optional<std::string_view> visible_devices();

enum class Level : std::uint8_t;
// Returns the log level that PENSTOCK_LOG asks for.
[[nodiscard]] Level level_of(const Config& config) noexcept;

}  // namespace penstock::base

namespace penstock {
using base::Config;
using base::Settings;
}  // namespace penstock
