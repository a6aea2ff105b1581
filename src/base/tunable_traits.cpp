#include "base/tunable_traits.hpp"

#include <array>

namespace penstock::base {
namespace {

using enum Settable;

constexpr std::array kGroups = {
#define PENSTOCK_TUNABLE_GROUP(name, meaning) TunableGroup{name, meaning},
#include "base/gen/tunables_traits.inc"
#undef PENSTOCK_TUNABLE_GROUP
};

constexpr std::array kTraits = {
#define PENSTOCK_TUNABLE_TRAITS(group, level, settable) TunableTraits{group, level, settable},
#include "base/gen/tunables_traits.inc"
#undef PENSTOCK_TUNABLE_TRAITS
};

}  // namespace

std::span<const TunableGroup> tunable_groups() noexcept {
  return kGroups;
}

std::span<const TunableTraits> tunable_traits() noexcept {
  return kTraits;
}

}  // namespace penstock::base
