// Versions of this Penstock and of what it meets on this machine, and which settings are in force from where.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/config.hpp"

namespace penstock::tool {

// "0.1.0 (v0.1.0-3-g1a2b3c4)", or without what the build did not know.
[[nodiscard]] std::string version_text();

// Name and version in the order in which they are shown; "not found" and the like where there is none. Libraries that could
// hang or crash are asked in a child, for some seconds at most.
[[nodiscard]] nlohmann::ordered_json versions();
// "files": the settings files that were looked for; "set": every tunable that is not at its default, and what set it.
[[nodiscard]] nlohmann::ordered_json settings_in_force(const base::Settings& settings);

void print_versions(const nlohmann::ordered_json& versions);
void print_settings(const nlohmann::ordered_json& settings);

// A child's part: `penstock doctor --probe versions` prints one JSON object with what UCX and PMIx say of themselves.
[[nodiscard]] nlohmann::json ask_libraries();

}  // namespace penstock::tool
