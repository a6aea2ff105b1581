#include "base/mvapich.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace penstock::base {
namespace {

constexpr auto kSame = OldEffect::kSame;
constexpr auto kOther = OldEffect::kOther;
constexpr auto kNone = OldEffect::kNone;
constexpr auto kLauncher = OldEffect::kLauncher;

constexpr std::array kOldVariables = {
#define PENSTOCK_OLD_VARIABLE(name, ours, effect, did, instead) OldVariable{name, ours, effect, did, instead},
#include "base/gen/mvapich_table.inc"
#undef PENSTOCK_OLD_VARIABLE
};

constexpr std::string_view kPrefix = "MV2_";
constexpr std::string_view kNewerPrefix = "MVP_";

}  // namespace

std::span<const OldVariable> old_variables() {
  return kOldVariables;
}

bool is_old_name(std::string_view name) noexcept {
  return name.starts_with(kPrefix) || name.starts_with(kNewerPrefix);
}

const OldVariable* find_old_variable(std::string_view name) noexcept {
  if (!is_old_name(name)) return nullptr;
  name.remove_prefix(kPrefix.size());
  const auto found = std::find_if(kOldVariables.begin(), kOldVariables.end(),
                                  [name](const OldVariable& row) { return row.name.substr(kPrefix.size()) == name; });
  return found == kOldVariables.end() ? nullptr : &*found;
}

std::string_view effect_name(OldEffect effect) noexcept {
  switch (effect) {
    case OldEffect::kSame: return "same";
    case OldEffect::kOther: return "other";
    case OldEffect::kNone: return "none";
    case OldEffect::kLauncher: return "launcher";
  }
  return "none";
}

std::string explain_old(std::string_view name, std::string_view value, bool taken) {
  const OldVariable* row = find_old_variable(name);
  if (row == nullptr) return fmt::format("{} is not known here and has no effect", name);
  if (taken) return fmt::format("{}={} is taken as {}", name, value, row->ours);
  switch (row->effect) {
    case OldEffect::kSame: return fmt::format("{}={} is not taken: {} is set otherwise", name, value, row->ours);
    case OldEffect::kOther: return fmt::format("{}={} has no effect; near it is {}: {}", name, value, row->ours, row->instead);
    default: return fmt::format("{}={} is not needed. {}", name, value, row->instead);
  }
}

}  // namespace penstock::base
