// This header has the variables that the MVAPICH2 documents name, and their replacements, from spec/mvapich.yaml.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace penstock::base {

enum class OldEffect : std::uint8_t {
  kSame,      // our tunable means the same and takes its value
  kOther,     // our tunable is similar, but its value differs and is not taken
  kNone,      // nothing is needed
  kLauncher,  // mpiexec sets it or obeys it
};

struct OldVariable {
  std::string_view name;  // MV2_...
  std::string_view ours;  // PENSTOCK_...; empty for kNone and kLauncher
  OldEffect effect;
  std::string_view did;      // its effect in MVAPICH2
  std::string_view instead;  // the remedy here, or the reason why nothing is needed
};

[[nodiscard]] std::span<const OldVariable> old_variables();
// Finds a variable by its MV2_ or MVP_ name; returns null if the documents name no such variable.
[[nodiscard]] const OldVariable* find_old_variable(std::string_view name) noexcept;
// Returns true for any name MV2_... or MVP_..., known or not.
[[nodiscard]] bool is_old_name(std::string_view name) noexcept;
// Returns "same", "other", "none" or "launcher".
[[nodiscard]] std::string_view effect_name(OldEffect effect) noexcept;

// Returns one line that says what such a variable, set to `value`, means here. `taken` is true if our tunable has its value
// from it.
[[nodiscard]] std::string explain_old(std::string_view name, std::string_view value, bool taken);

}  // namespace penstock::base
