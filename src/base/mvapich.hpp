// The variables that the MVAPICH2 documents name, and what stands in their place: spec/mvapich.yaml.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace penstock::base {

enum class OldEffect : std::uint8_t {
  kSame,      // ours means the same and takes its value
  kOther,     // ours is near it; its value means something else and is not taken
  kNone,      // nothing is needed
  kLauncher,  // mpiexec sets it or heeds it
};

struct OldVariable {
  std::string_view name;  // MV2_...
  std::string_view ours;  // PENSTOCK_...; empty for kNone and kLauncher
  OldEffect effect;
  std::string_view did;      // there
  std::string_view instead;  // what to do here, or why nothing
};

[[nodiscard]] std::span<const OldVariable> old_variables();
// By its MV2_ or MVP_ name; null if the documents name no such variable.
[[nodiscard]] const OldVariable* find_old_variable(std::string_view name) noexcept;
// MV2_... or MVP_..., whether known or not.
[[nodiscard]] bool is_old_name(std::string_view name) noexcept;
// "same", "other", "none", "launcher".
[[nodiscard]] std::string_view effect_name(OldEffect effect) noexcept;

// One line that says what such a variable, set to `value`, stands for here. `taken`: ours has its value from it.
[[nodiscard]] std::string explain_old(std::string_view name, std::string_view value, bool taken);

}  // namespace penstock::base
