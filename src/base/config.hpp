// Every tunable of the library, from spec/tunables.yaml. getenv appears in base/config.cpp alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace penstock::base {

// One row of the table, as `penstock info` prints it and the table test walks it.
struct Tunable {
  std::string_view name;      // PENSTOCK_...
  std::string_view alias;     // the MV2_... name of the MVAPICH documents; empty if none
  std::string_view type;      // bool, int, size, choice, text
  std::string_view unit;      // bytes, us, ...; empty if none
  std::string_view fallback;  // default, as text
  std::string_view limits;    // "0..64" for numbers, "a|b|c" for choices; empty if none
  std::string_view meaning;
};

[[nodiscard]] std::span<const Tunable> tunables();

// The values in force: one public member per row, generated into base/gen/config_members.inc.
// Sizes accept K, M, G suffixes (powers of 1024).
struct Config {
#include "base/gen/config_members.inc"

  // Reads the environment. An unusable value is Code::kConfig naming variable, value and limits; a PENSTOCK_ name that is
  // no tunable is warned of, with the nearest name.
  static Status from_environment(Config* out);
  // The same, with the warnings handed back, so that one rank can say them for all.
  static Status from_environment(Config* out, std::vector<std::string>* warnings);
  // Sets one by name or alias, as the environment would. Code::kConfig if the name or value is unknown.
  Status set(std::string_view name, std::string_view value);
  // The value in force, as text.
  [[nodiscard]] std::string get(std::string_view name) const;
};

enum class Level : std::uint8_t;
// The log level that PENSTOCK_LOG asks for.
[[nodiscard]] Level level_of(const Config& config) noexcept;

}  // namespace penstock::base

namespace penstock {
using base::Config;
}  // namespace penstock
